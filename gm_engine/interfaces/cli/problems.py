"""What the messages mean: the headings of docs/problems.md, which ships with the program."""

import re

from gm_engine.errors import UnknownName
from gm_engine.shipped import shipped

HEADING = re.compile(r"^## ([a-z0-9-]+)\s*$", re.MULTILINE)


def _pages() -> dict[str, str]:
    text = (shipped("data") / "problems.md").read_text(encoding="utf-8")
    parts = HEADING.split(text)[1:]
    return dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))


def slugs() -> list[str]:
    """Every slug that can be explained."""
    return sorted(_pages())


def problem(slug: str) -> str:
    """What a slug means. Raises UnknownName with the nearest."""
    pages = _pages()
    slug = slug.strip("[]")
    if slug not in pages:
        from rapidfuzz import process

        near = process.extractOne(slug, sorted(pages))
        then = f"Nearest: {near[0]}. gm explain lists them all." if near else "gm explain lists them all."
        raise UnknownName("gm explain", f'nobody knows "{slug}".', then, "unknown-slug")
    return f"{slug}\n\n{pages[slug]}"
