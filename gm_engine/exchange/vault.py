"""A campaign as a vault of notes that link to each other, as Obsidian reads it: a note for each name, for each evening, for the conflicts.

A note is called by a name that no other has in any folder, so that a link needs no folder. What only the GM knows stands in a folder of its
own, and nothing outside of it links into it: it can be taken out as a whole.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from gm_engine.continuity.report import Matter, Report, Side, report_of
from gm_engine.continuity.report_known import report_known
from gm_engine.exchange.book import Book, BookTurn, Chapter, book_of
from gm_engine.exchange.book_markdown import prose_md, unlisted
from gm_engine.exchange.chronicle import Chronicle
from gm_engine.exchange.conflict_markdown import md
from gm_engine.exchange.gazetteer import SECTIONS, Known, NamePage, Telling, name_pages
from gm_engine.exchange.prep import Heading
from gm_engine.exchange.vault_names import VaultNames, file_name
from gm_engine.state.table_lore import TableLore
from gm_engine.story.letters import plain

GM_FOLDER = "GM notes"
ENDS_A_LINK = re.compile(r"[\[\]|\n]")


def vault(told: Chronicle, *, gm_notes: bool = False) -> dict[str, bytes]:
    """The notes by path. ``gm_notes`` adds a folder with what the table does not know."""
    book, report = book_of(told, gm_notes=gm_notes), report_known(report_of(told.state), TableLore(told.state))
    notes = dict(_Vault(book, report).notes())
    if gm_notes:
        notes |= dict(_Vault(book, report_of(told.state), name_pages(told.state, gm_notes=True)).gm_notes())
    return {path: f"{text.strip()}\n".encode() for path, text in notes.items()}


class _Vault:
    """The names of all notes, and the notes. ``deeper`` are the pages with what only the GM knows."""

    def __init__(self, book: Book, report: Report, deeper: tuple[NamePage, ...] = ()) -> None:
        self.book, self.report = book, report
        names = VaultNames()
        self.start = names.take("Start here", "")
        self.conflicts = names.take("Conflicts", "")
        self.evenings = {chapter.session: names.take(chapter.title, "") for chapter in book.chapters}
        self.called = {page.id: names.take(page.name, page.kind) for page in book.names}
        self.shown = {page.id: page.name for page in (*book.names, *deeper)}
        self.evening_of = {turn.number: chapter.session for chapter in book.chapters for scene in chapter.scenes for turn in scene.turns}
        self.naming = _naming(book.names)
        known = {page.id: page for page in book.names}
        self.deeper = tuple(page for page in deeper if known.get(page.id) != page)
        self.secret_notes = {heading.title: names.take(heading.title, "GM") for heading in book.secret}
        self.secret_names = {page.id: names.take(f"{page.name} (GM)", page.kind) for page in self.deeper}
        self.links = {**self.secret_names, **self.called}

    # --- links

    def name(self, id: str, words: str = "") -> str:
        """A link to somebody's note, or the words alone where there is no such note."""
        return _link(self.links[id], words or self.shown[id]) if id in self.links else md(words)

    def turn(self, number: int, words: str) -> str:
        """A link to a turn in its evening."""
        evening = self.evenings.get(self.evening_of.get(number, -1))
        return _link(f"{evening}#^t{number}", words) if evening else md(words)

    # --- notes

    def notes(self) -> Iterator[tuple[str, str]]:
        """What the table knows: path and text."""
        yield f"{self.start}.md", "\n".join(self._start())
        for chapter in self.book.chapters:
            yield f"Evenings/{self.evenings[chapter.session]}.md", "\n".join(self._evening(chapter))
        for page in self.book.names:
            yield f"{SECTIONS[page.kind]}/{self.called[page.id]}.md", "\n".join(self._page(page, page.name))
        yield f"{self.conflicts}.md", "\n".join(self._conflicts())

    def gm_notes(self) -> Iterator[tuple[str, str]]:
        """What only the GM knows: path and text."""
        for heading in self.book.secret:
            yield f"{GM_FOLDER}/{self.secret_notes[heading.title]}.md", "\n".join(_gm_page(heading))
        for page in self.deeper:
            lines = list(self._page(page, f"{page.name} (GM)", gm_only=True))
            yield f"{GM_FOLDER}/{SECTIONS[page.kind]}/{self.secret_names[page.id]}.md", "\n".join(lines)

    def _start(self) -> Iterator[str]:
        book = self.book
        where = {"start": _link(self.called[book.at])} if book.at in self.called else {}
        yield _front(tags=["gm-engine"], type="campaign", title=book.title, **where)
        yield f"# {md(book.title)}\n"
        if book.summary:
            yield f"*{md(book.summary)}*\n"
        if book.hero:
            yield f"The story of {md(book.hero)}: {book.length}{f', {md(book.when)}' if book.when else ''}.\n"
        yield from (f"{prose_md(paragraph)}\n" for paragraph in book.opening)
        if book.chapters:
            yield "## Evenings\n"
            for chapter in book.chapters:
                yield f"- {_link(self.evenings[chapter.session])}{f', {md(chapter.when)}' if chapter.when else ''}"
        for kind, heading in SECTIONS.items():
            pages = [page for page in book.names if page.kind == kind]
            if pages:
                yield f"\n## {heading}\n"
            yield from (f"- {self.name(page.id)}" for page in pages)
        yield f"\nWhat stands against what: {_link(self.conflicts)}."

    def _evening(self, chapter: Chapter) -> Iterator[str]:
        yield _front(tags=["gm-engine", "evening"], type="evening", evening=chapter.session, date=chapter.when)
        yield f"# {md(chapter.title)}\n"
        if chapter.when:
            yield f"*{md(chapter.when)}*\n"
        named: dict[str, None] = {}
        for scene in chapter.scenes:
            fresh = set(self.called)  # whom the scene has not linked yet
            if scene.place:
                yield f"## {md(scene.place)}\n"
            for turn in scene.turns:
                yield from self._turn(turn, fresh)
            named |= dict.fromkeys(page.id for page in self.book.names if page.id not in fresh)
        told = [page.id for page in self.book.names if any(self._told_in(page, chapter.session))]
        if everyone := [page.id for page in self.book.names if page.id in {*named, *told}]:
            yield f"## Who and what\n\n{', '.join(self.name(id) for id in everyone)}"

    def _told_in(self, page: NamePage, session: int) -> Iterator[bool]:
        return (self.evening_of.get(telling.turn) == session for known in page.known for telling in known.tellings)

    def _turn(self, turn: BookTurn, fresh: set[str]) -> Iterator[str]:
        told = [self._linked(paragraph, fresh) for paragraph in turn.paragraphs]
        if turn.speaker and not turn.said and told:
            told[0] = f"**{md(turn.speaker)}:** {told[0]}"
        if turn.said:
            told.insert(0, f"> {md(turn.speaker + ':') + ' ' if turn.speaker else ''}{self._linked(turn.said, fresh)}")
        if turn.gone:
            told.insert(0, "*These words were taken out.*")
        if turn.notes or not turn.paragraphs:
            told.append(f"*Turn {turn.number}. {' '.join(map(md, turn.notes))}*".replace(". *", ".*"))
        told[-1] += f" ^t{turn.number}"
        yield from (f"{paragraph}\n" for paragraph in told)

    def _linked(self, text: str, fresh: set[str]) -> str:
        """Prose in which everybody is a link where a scene names them first."""
        pieces, done = list[str](), 0
        for found in self.naming[0].finditer(text) if self.naming[1] else ():
            id = self.naming[1][found[0]]
            if id in fresh:
                fresh.discard(id)
                pieces += [_between(text[done : found.start()]), self.name(id, found[0])]
                done = found.end()
        if not pieces:
            return prose_md(text)
        return "".join([unlisted(pieces[0]), *pieces[1:], _between(text[done:]).rstrip()])

    def _page(self, page: NamePage, title: str, *, gm_only: bool = False) -> Iterator[str]:
        file = self.secret_names[page.id] if gm_only else self.called[page.id]
        called = (page.name, *page.aliases) if not gm_only or page.id not in self.called else ()  # the open note answers to these
        aliases = [one for one in dict.fromkeys(called) if one != file]
        tags = ["gm-engine", "gm-only"] if gm_only else ["gm-engine"]
        yield _front(aliases=aliases, tags=[*tags, page.kind], type=page.kind)
        yield f"# {md(title)}\n"
        if gm_only and page.id in self.called:
            yield f"What the table knows: {self.name(page.id)}\n"
        if page.aliases:
            yield f"Also called {md(', '.join(page.aliases))}.\n"
        yield from (f"{prose_md(text)}\n" for text in page.lore)
        if page.known:
            yield "## What is known\n"
            for known in page.known:
                yield from self._known(known)
            yield ""
        if page.ties:
            yield "## Ties\n"
            yield from (f"- {self.name(tie.other) + ': ' if tie.other in self.links else ''}{md(tie.says)}" for tie in page.ties)
            yield ""
        turns = {telling.turn for known in page.known for telling in known.tellings}
        evenings = dict.fromkeys(self.evening_of[turn] for turn in sorted(turns) if turn in self.evening_of)
        if evenings:
            yield f"Told of in {', '.join(_link(self.evenings[one]) for one in evenings)}."
        if any(matter.subject == page.id for matter in self.report.conflicts):
            yield f"\nSome of it stands against something else: {_link(self.conflicts)}."

    def _known(self, known: Known) -> Iterator[str]:
        beside = f" ({self.name(known.entity, known.beside)})" if known.beside else ""
        words = f"{md(known.words)}{beside}" if beside or not known.entity else self.name(known.entity, known.words)
        label = f"**{md(known.label)}:** " if known.label else ""
        yield f"- {label}{words}{f' ({md(known.note)})' if known.note else ''}"
        yield from (f"    - {self._telling(telling)}" for telling in known.tellings if telling.turn or telling.quote)

    def _telling(self, telling: Telling) -> str:
        return f"{self.turn(telling.turn, telling.when)}{f': “{md(telling.quote)}”' if telling.quote else ''}"

    def _conflicts(self) -> Iterator[str]:
        yield _front(tags=["gm-engine", "conflicts"], type="conflicts")
        yield "# Conflicts\n"
        if not self.report.conflicts and not self.report.simulated:
            yield "Nothing that was told stands against anything else."
        for matter in self.report.conflicts:
            yield from self._matter(matter)
        if self.report.simulated:
            yield "## Put in on purpose\n"
        for matter in self.report.simulated:
            yield from self._matter(matter)

    def _matter(self, matter: Matter) -> Iterator[str]:
        who = self.name(matter.subject) if matter.subject in self.called else md(matter.name)
        yield f"### {md(matter.id)}: {who}, {md(matter.topic)}\n"
        yield f"{matter.severity.capitalize()}, {matter.kind.replace('_', ' ')}, {matter.confidence} % sure.\n"
        yield f"- told first, {self._side(matter.a)}"
        yield f"- told then, {self._side(matter.b)}\n"
        yield f"{md(matter.why[:1].upper() + matter.why[1:]).rstrip('.')}. {md(matter.both_true)}\n"
        if matter.status == "settled":
            because = f", because {md(matter.because)}" if matter.because else ""
            yield f"Settled: {md((matter.resolution or '').replace('_', ' '))}{because}.\n"

    def _side(self, side: Side) -> str:
        where = self.turn(side.turn, f"turn {side.turn}") if side.turn else md(side.page) or "before play"
        return f"{where}{f', {md(side.when)}' if side.turn and side.when else ''}: “{md(side.quote)}”"


def _between(text: str) -> str:
    """A piece of prose, escaped, with the spaces at its ends."""
    return md(f"\0{text}\0").strip("\0")


def _gm_page(heading: Heading) -> Iterator[str]:
    yield _front(tags=["gm-engine", "gm-only"], type="gm-notes")
    yield f"# {md(heading.title)}\n"
    yield from (f"{'    ' if line.startswith('  ') else ''}- {md(line)}" for line in heading.lines or (heading.none,))


def _link(note: str, words: str = "") -> str:
    """A link to a note by its name, shown in other words where these differ."""
    shown = " ".join(ENDS_A_LINK.sub(" ", words).split())
    return f"[[{note}|{shown}]]" if shown and shown != note else f"[[{note}]]"


def _front(**values: object) -> str:
    """Front matter: text and lists as JSON writes them, which is YAML too. What is empty is left out."""

    def said(value: object) -> object:
        return plain(value) if isinstance(value, str) else [plain(str(one)) for one in value] if isinstance(value, list) else value

    lines = (f"{key}: {json.dumps(said(value), ensure_ascii=False)}" for key, value in values.items() if value)
    return "\n".join(["---", *lines, "---", ""])


def _naming(pages: Iterable[NamePage]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A pattern of all names that begin with a large letter and are nobody else's, the longest first, and whose they are."""
    bearers: dict[str, set[str]] = {}
    for page in pages:
        for name in {page.name, *page.aliases}:
            bearers.setdefault(name, set()).add(page.id)
    sure = {name: min(ids) for name, ids in bearers.items() if len(ids) == 1 and any(map(str.istitle, name.split())) and file_name(name)}
    longest = sorted(sure, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)"), sure
