"""What the messages mean: the headings of docs/problems.md, which ships with the program, and the rules of continuity."""

import re

from gm_engine.errors import UnknownName
from gm_engine.shipped import shipped

HEADING = re.compile(r"^## ([a-z0-9-]+)\s*$", re.MULTILINE)


def pages() -> dict[str, str]:
    """The text of each slug."""
    text = (shipped("data") / "problems.md").read_text(encoding="utf-8")
    parts = HEADING.split(text)[1:]
    return dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))


def slugs() -> list[str]:
    """Every slug that can be explained."""
    return sorted({*pages(), *_rules()})


def problem(slug: str) -> str:
    """What a slug means. Raises UnknownName with the nearest."""
    slug = slug.strip("[]")
    known = pages()
    if slug not in known:
        known = _rules()
    if slug not in known:
        from gm_engine.interfaces.cli.dispatch import nearest

        raise UnknownName("gm explain", f'nobody knows "{slug}".', f"{nearest(slug, slugs())}gm explain lists them all.", "unknown-slug")
    return f"{slug}\n\n{known[slug]}"


def _rules() -> dict[str, str]:
    """The shipped rules of continuity, each in words."""
    from gm_engine.authoring import read_rules
    from gm_engine.continuity.conflict_words import BOTH_TRUE
    from gm_engine.continuity.pairs import SECOND_READER

    return {
        rule.id: f"A rule of continuity ({rule.kind.replace('_', ' ')}, {rule.severity}): {rule.says}.\n\n"
        f"{rule.both_true or BOTH_TRUE[rule.kind]}\n\n"
        "A conflict is a report and stops nothing. Settle it with gm settle NAME ID RESOLUTION."
        for rule in (*read_rules(), SECOND_READER)
    }
