"""The book as Markdown: prose for the eye and for paper, what belongs beside it in footnotes."""

import re
from collections.abc import Iterable, Iterator

from gm_engine.exchange.book import Book, BookTurn
from gm_engine.exchange.conflict_markdown import md
from gm_engine.exchange.gazetteer import SECTIONS, NamePage
from gm_engine.exchange.prep import Heading

LIST = re.compile(r"([-+=]|\d{1,9}[.)])(?=\s|$)")
"""What at the head of a line would begin a list or underline a heading."""

MOST = 5
"""So many things are said of somebody of whom the campaign's own pages do not tell."""


def book_markdown(book: Book) -> Iterator[str]:
    """The book, piece by piece."""
    yield f"# {md(book.title)}\n"
    if book.summary:
        yield f"\n*{md(book.summary)}*\n"
    hero = f"The story of {md(book.hero)}. " if book.hero else ""
    yield f"\n{hero}{book.length[:1].upper()}{book.length[1:]}{f': {md(book.when)}' if book.when else ''}.\n" if book.chapters else ""
    for paragraph in book.opening:
        yield f"\n{prose_md(paragraph)}\n"
    if not book.chapters:
        yield "\n*Nothing has been played yet.*\n"
    for chapter in book.chapters:
        yield f"\n## {md(chapter.title)}\n"
        if chapter.when:
            yield f"\n*{md(chapter.when)}*\n"
        for scene in chapter.scenes:
            if scene.place:
                yield f"\n### {md(scene.place)}\n"
            for turn in scene.turns:
                yield from _turn(turn)
        notes = [turn for scene in chapter.scenes for turn in scene.turns if turn.notes]
        yield "\n" if notes else ""
        for turn in notes:
            yield f"[^{turn.number}]: Turn {turn.number}. {' '.join(map(md, turn.notes))}\n"
    yield from _names(book.names)
    if book.secret:
        yield f"\n{notes_markdown(book.secret)}"


def prose_md(paragraph: str) -> str:
    """A paragraph of prose on one line, whatever it begins with.

    >>> prose_md("1. He waits."), prose_md("- Yes?"), prose_md("1882 it was.")
    ('1\\\\. He waits.', '\\\\- Yes?', '1882 it was.')
    """
    return unlisted(md(paragraph))


def unlisted(text: str) -> str:
    """Markdown that begins no list and underlines no heading."""
    found = LIST.match(text)
    return f"{text[: found.end() - 1]}\\{text[found.end() - 1 :]}" if found else text


def notes_markdown(headings: Iterable[Heading]) -> str:
    """What only the GM knows."""
    lines = ["# The GM's notes", ""]
    for heading in headings:
        lines += [f"## {md(heading.title)}", ""]
        lines += [f"{'  ' if line.startswith('  ') else ''}- {md(line)}" for line in heading.lines or (heading.none,)]
        lines.append("")
    return "\n".join(lines)


def _turn(turn: BookTurn) -> Iterator[str]:
    mark = f"[^{turn.number}]" if turn.notes else ""
    told = list(map(prose_md, turn.paragraphs))
    if turn.speaker and not turn.said and told:
        told[0] = f"**{md(turn.speaker)}:** {told[0]}"
    if turn.said:
        told.insert(0, f"> {md(turn.speaker + ':') + ' ' if turn.speaker else ''}{prose_md(turn.said)}")
    if turn.gone:
        told.insert(0, "*These words were taken out.*")
    if mark:
        told = [*told[:-1], f"{told[-1]}{mark}"] if told else [mark]
    yield from (f"\n{paragraph}\n" for paragraph in told)


def _names(names: tuple[NamePage, ...]) -> Iterator[str]:
    for kind, heading in SECTIONS.items():
        pages = [page for page in names if page.kind == kind]
        if pages:
            yield f"\n## {heading}\n\n"
        for page in pages:
            also = f" ({md(', '.join(page.aliases))})" if page.aliases else ""
            yield f"- **{md(page.name)}**{also}{'. ' if (said := said_of(page)) else '.'}{md(said)}\n"


def said_of(page: NamePage) -> str:
    """What a list of names says of one of them: the campaign's words, else what stands of them."""
    if page.lore:
        return page.lore[0]
    stands: dict[str, dict[str, None]] = {}
    for known in page.known:
        if known.label and not known.note:
            stands.setdefault(known.label, {})[f"{known.words}{f' ({known.beside})' if known.beside else ''}"] = None
    said = "; ".join(f"{label}: {', '.join(words)}" for label, words in list(stands.items())[:MOST])
    return f"{said[:1].upper()}{said[1:]}{'.' if said else ''}"
