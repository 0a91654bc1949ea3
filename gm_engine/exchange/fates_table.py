"""The matrix of ``docs/importing.md``: what becomes of every field of every format, made of what the formats say of themselves."""

from collections.abc import Iterator

from gm_engine.exchange.formats.brought import Fate
from gm_engine.exchange.known_formats import FORMATS

BEGINS, ENDS = "<!-- matrix -->", "<!-- /matrix -->"


def fates_table() -> str:
    """The matrix as Markdown: a table for each format, the fields in the order in which the format's own file tells them."""
    return "\n".join(_lines())


def with_matrix(page: str) -> str:
    """A page with today's matrix between its marks."""
    before, _, rest = page.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}\n{fates_table()}\n{ENDS}{after}"


def _lines() -> Iterator[str]:
    told: dict[tuple[Fate, ...], list[str]] = {}
    for one in FORMATS:
        told.setdefault(one.fates, []).append(one.words)
    for fates, words in told.items():
        heading = " and ".join(words)
        yield from ("", f"### {heading[:1].upper()}{heading[1:]}", "", "| field | fate | |", "|---|---|---|")
        for fate in fates:
            yield f"| {_cell(_marked(fate.field))} | {fate.fate} | {_cell(fate.note)} |"
    yield ""


def _marked(fields: str) -> str:
    return ", ".join(f"`{field.strip()}`" for field in fields.split(","))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
