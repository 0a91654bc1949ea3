"""A vault's page taken apart: its words, what is hidden in it, its fields and tags, and what is code of a plug-in and nobody's words."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.vault_secrets import is_of_the_page, is_secret, without_secrets
from gm_engine.exchange.formats.vault_words import BREAK, HTML, ITEMS
from gm_engine.story.sentences import spans_of_sentences

TEMPLATE = re.compile(r"<%(?:(?!<%|%>).)*%>", re.DOTALL)
STYLE = re.compile(r"<(style|script)\b[^<>]*>(?:(?!<\1\b).)*?</\1>", re.DOTALL | re.IGNORECASE)
COMMENT = re.compile(r"%%(.*?)%%|<!--((?:(?!<!--|-->).)*)-->", re.DOTALL)
QUERY = re.compile(r"(?:\A|:)\s*(?:(?:TABLE|LIST|TASK|CALENDAR)\b|\$?=)")
"""How a query of Dataview begins, in a comment that a plug-in keeps it in."""
FENCE = re.compile(r"(?P<quote>[ \t>]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]*)")
OPEN_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[\w -]*")
PLAIN_FENCES = frozenset({"", "text", "txt", "md", "markdown"})
ADMONITION = "ad-"
SETTING = re.compile(r"(?:title|collapse|icon|color)[ \t]*:[ \t]*(.*)")
CALLOUT = re.compile(r"\[!([^\]|\n]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*(.*)")
QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)+")
INFOBOX = "infobox"
HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
RULE = re.compile(r"[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
CODE = re.compile(r"`(?:(?:\$?=|[\w-]+:|[A-Z]{2,}\[)[^`\n]*)`|\b(?:BUTTON|INPUT|VIEW)\[[^\]\n]{0,2000}\]")
"""Code of a plug-in within a line: ``= this.age``, ``dice: 1d20``, ``INPUT[x]``."""
GAP = "\ufffc"
KEY = r"[^\W_][^:*\[\]()|\n`.!?…]{0,40}?"
WHOLE_FIELD = re.compile(rf"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)?[*_~]{{0,3}}({KEY})[*_~]{{0,3}}[ \t]*::(?![^\s*_~])[*_~]{{0,3}}[ \t]*(.*)")
LAST_FIELD = re.compile(r"(?<=[.!?…\"”)])[ \t]+([A-Z][\w' -]{0,30}?)::[ \t]+(.*)")
FIELD = re.compile(r"[\[(]([^\W_][^\[\]():|\n]{0,40})::[ \t]*((?:\[\[[^\[\]\n]*\]\]|[^\[\]()\n])*)[\])]")
NOTE = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:[ ]{2,}|\t).*)*)\n?", re.MULTILINE)
NOTED = re.compile(r"[ \t]?\[\^([^\[\]\s]{1,80})\]")
BESIDE = re.compile(r"[ \t]?\^\[((?:\[\[[^\[\]\n]*\]\]|[^\[\]\n])*)\]")
FEWEST = 3
"""Words of the shortest footnote and comment that tell something."""
TAG = re.compile(r"(?<![\w/#&\[(=\"'])#([^\W\d_][\w/-]*)")
LAST_TAGS = re.compile(rf"(?:^|(?<=[.!?…:)\]\"”]))(?:[ \t]*{TAG.pattern})+[ \t]*$")
"""Tags behind the last sentence of a line, which are no words of it."""
EDGE = re.compile(r"(?<!\\)\|")
DIVIDES = re.compile(r"[ \t]*:?-*:?[ \t]*")
"""A cell of the line below a table's head."""
LISTED = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]")


class Parted(NamedTuple):
    """A page's ``text`` in lines of prose, headings and lists, what is ``hidden`` in it, its ``fields`` and ``tags``, and the losses."""

    text: str
    hidden: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    losses: tuple[Loss, ...]


def parted(text: str, path: str) -> Parted:
    """The page at ``path``, taken apart.

    >>> parted("Hob limps. Mood:: sour\\n%% He did it. %%\\n| Room | Holds |\\n|--|--|\\n| Hall | rats |", "Hob.md")[:3]
    ('Hob limps.\\n\\nRoom: Hall; Holds: rats.', ('He did it.',), (('Mood', 'sour'),))
    """
    return _Page(path).parted(text)


class _Page:
    def __init__(self, path: str) -> None:
        self.path = path
        self.losses: dict[tuple[str, str, str], None] = {}
        self.fields: list[tuple[str, str]] = []
        self.tags: dict[str, None] = {}
        self.hidden: list[str] = []
        self.sealed: list[str] = []
        """What stands below headings that are for the GM alone."""

    def parted(self, text: str) -> Parted:

        def hide(found: "re.Match[str]") -> str:
            words = (found[1] or found[2] or "").strip()
            if QUERY.search(words):
                self.lose("query", words, "Queries and drawings are not run here.")
            elif found[2] is not None and len(words.split()) < FEWEST:
                self.lose("comment", words, "It is a mark, and says nothing.")
            else:
                self.hidden.append(words)
            return ""

        text = TEMPLATE.sub(lambda found: self.lose("template", found[0], "Templates are not run here."), text)
        text = STYLE.sub(lambda found: self.lose(found[1].casefold(), found[0], "Queries and drawings are not run here."), text)
        text = self.fences(COMMENT.sub(hide, text))
        shown = self.lines(text)
        below = {found[1]: found[2] for words in self.sealed for found in NOTE.finditer(words)}
        open_notes = {found[1]: found[2] for found in NOTE.finditer(shown)}
        # footnotes stand at a page's end, whatever heading comes last: whoever asks for one has it
        notes = {**below, **open_notes}
        told: set[str] = set()
        hidden = (*self.hidden, *(NOTE.sub("", words) for words in self.sealed))
        secret = [worded for words in hidden if (worded := self.worded(words, notes, told))]
        body = self.noted(NOTE.sub("", shown), notes, told)
        rest = [said for label, words in open_notes.items() if label not in told and (said := self.footnote(words))]
        told |= {*open_notes}
        secret += [said for label, words in below.items() if label not in told and (said := self.footnote(words))]
        lines = [line for row in "\n".join((body, *rest)).split("\n") if (line := self.said(row)) is not None]
        losses = tuple(Loss(f"{self.path}.{field}", value, why) for field, value, why in self.losses)
        return Parted("\n".join(lines), tuple(secret), tuple(self.fields), tuple(self.tags), losses)

    def lose(self, field: str, value: str, why: str) -> str:
        """Tells a loss, and gives what is left of it: nothing."""
        if value.strip():
            self.losses.setdefault((field, value, why))
        return ""

    def fences(self, text: str) -> str:
        """The text with what its fences hold; one that is never shut holds nothing, and one in a quote ends with the quote."""
        lines = text.split("\n")
        opens = [FENCE.fullmatch(line) for line in lines]
        shuts: dict[tuple[str, int], list[int]] = {}
        quote_ends = [len(lines)] * (len(lines) + 1)
        for at in range(len(lines) - 1, -1, -1):
            quote_ends[at] = quote_ends[at + 1] if lines[at].lstrip().startswith(">") else at
        for at, found in enumerate(opens):
            if found and not found["info"].strip():
                shuts.setdefault((found["mark"], found["quote"].count(">")), []).append(at)
        told, at = list[str](), 0
        while at < len(lines):
            found = opens[at]
            depth = found["quote"].count(">") if found else 0
            ends = shuts.get((found["mark"], depth), []) if found else []
            behind = bisect_right(ends, at)
            end = ends[behind] if behind < len(ends) else len(lines)
            last = min(end, quote_ends[at]) if depth else end
            if found is None or (last == len(lines) and not depth):
                told.append(lines[at])
                at += 1
            else:
                told += self.fenced(found, lines[at + 1 : last])
                at = last + (last == end)
        return "\n".join(told)

    def fenced(self, found: "re.Match[str]", inside: list[str]) -> list[str]:
        """What a fence holds, where it is words, in the quote that it stands in; an admonition as the callout that it is."""
        info = found["info"].strip()
        word = (info.split() or [""])[0].casefold().strip("{}")
        quote = found["quote"] if ">" in found["quote"] else ""
        rows = [QUOTE.sub("", line, count=1) if quote else line for line in inside]
        if word.startswith(ADMONITION):
            title = ""
            while rows and (setting := SETTING.fullmatch(rows[0].strip())):
                title = setting[1] if rows[0].strip().startswith("title") else title
                rows = rows[1:]
            return [f"{quote}> [!{word.removeprefix(ADMONITION)}] {title}", *(f"{quote}> {row}" for row in rows), quote]
        if word in PLAIN_FENCES:
            return [f"{quote}{row}" for row in rows]
        self.lose(word, "\n".join(rows), "Queries and drawings are not run here.")
        return []

    def lines(self, text: str) -> str:
        """The lines without their quotes and callouts, tables row by row. What a callout, a heading, a field or a column has for the GM
        alone goes to the hidden."""
        shown: list[str] = []
        rows: list[str] = []
        callout = boxed = sealed = 0
        """How deep the callout is that is the GM's, and of what level the headings, within a quote and on the page."""
        infobox = goes_on = False

        def secret() -> list[str]:
            return self.sealed if sealed else self.hidden if callout or boxed else []

        def put(words: str) -> None:
            if into := secret():
                into[-1] += f"{words}\n"
                return
            told = without_secrets(words)
            for name, value in told.hidden:
                self.keep(name, value)
            if told.shown.strip() or not told.hidden:
                shown.append(told.shown)

        def flush() -> None:
            for words in list(self.table(rows, infobox, public=not secret())):
                put(words)
            rows.clear()

        for line in text.split("\n"):
            quoted = QUOTE.match(line)
            bare = line[quoted.end() :] if quoted else line
            called = CALLOUT.match(bare) if quoted else None
            heading = HEADING.fullmatch(bare)
            opens = bool(called or heading or RULE.fullmatch(bare) or LISTED.match(bare)) or not bare.strip()
            # a line right behind the last of a callout is the callout's, with no mark before it
            lazy = not quoted and goes_on and not opens
            depth = quoted[0].count(">") if quoted else callout if lazy else 0
            ends = depth < callout and (not depth or not bare.strip())
            if rows and (opens or ends or not EDGE.search(bare) or (infobox and not quoted)):
                flush()
            if ends:
                callout = 0
            if not depth:
                infobox, boxed = False, 0
            if called:
                infobox = INFOBOX in called[1].casefold()
                if not callout and is_secret(f"{called[1]} {called[2]}"):
                    self.hidden += [] if secret() else [""]
                    callout = depth
                bare = called[2]
            elif heading:
                level, hides = len(heading[1]), is_secret(heading[2])
                if quoted:
                    boxed = 0 if level <= boxed else boxed
                    if hides and not boxed:
                        self.hidden += [] if secret() else [""]
                        boxed = level
                else:
                    sealed = 0 if level <= sealed else sealed
                    if hides and not sealed and not self.is_named(heading[2]):
                        self.sealed.append("")
                        sealed = level
                bare = heading[2] if secret() else bare
            goes_on = bool(callout and depth and line.strip(" \t>")) and not heading
            if EDGE.search(bare) and not heading:
                rows.append(bare)
            elif secret() or (not (infobox and heading) and not OPEN_FENCE.fullmatch(bare)):
                put("" if RULE.fullmatch(bare) else bare)
        flush()
        return "\n".join(shown)

    def is_named(self, heading: str) -> bool:
        """True for a heading that is the page's own name."""
        name = self.path.rsplit("/", 1)[-1].removesuffix(".md")
        return " ".join(heading.casefold().split()) == " ".join(name.casefold().split())

    def keep(self, name: str, value: str) -> None:
        """Keeps for the GM what a field says, or for the page where it says of the whole page that it is the GM's."""
        if is_of_the_page(name, value):
            self.fields.append((name, value))
        elif value.strip(" -—\\"):
            self.hidden.append(f"{name}: {value}")

    def table(self, rows: list[str], infobox: bool, public: bool) -> Iterator[str]:
        """What the rows of a table say, each as a line; those of an infobox are fields. What has no line below its head is no table. Of a
        ``public`` one, what its columns have for the GM alone is kept for them."""
        at = next((at for at, row in enumerate(rows) if at and _divides(row)), 0)
        yield from rows[: at - 1] if at else rows
        if not at:
            return
        heads, *cells = (_cells(row) for row in (rows[at - 1], *rows[at + 1 :]))
        for row in cells:
            if public and (infobox or not any(heads)) and len(row) > 1 and is_secret(row[0]):
                self.keep(row[0], self.code("; ".join(row[1:])))
                continue
            if infobox and public and len(row) == 2:
                self.field(row[0], self.code(row[1]))
                continue
            said = [(heads[of] if of < len(heads) else "", self.code(cell)) for of, cell in enumerate(row)]
            hidden = [(head, cell) for head, cell in said if public and is_secret(head)]
            if any(cell.strip(" -—\\") for _, cell in hidden):
                self.hidden.append(_row_told(said))
            yield _row_told([pair for pair in said if pair not in hidden])

    def code(self, line: str) -> str:
        """A line without the code of plug-ins, and without the sentences that say nothing with it gone."""
        found = CODE.findall(line)
        if not found:
            return line
        marked = CODE.sub(GAP, line)
        kept, codes = [], iter(found)
        for start, end in spans_of_sentences(marked):
            said = marked[start:end]
            whole = re.sub(GAP, lambda _: next(codes), said)
            if whole == said:
                kept.append(said)
            else:
                self.lose("code", whole.strip(), "Queries and drawings are not run here.")
        return " ".join(kept)

    def field(self, key: str, value: str) -> None:
        """Notes a field."""
        name = " ".join(re.sub(r"[*_~`]+", " ", key).replace("\\", "").split()).rstrip(":")
        if name and value.strip(" -—\\"):
            self.fields.append((name, HTML.sub("", value.strip().strip("*_ "))))

    def said(self, line: str) -> str | None:
        """A line without its fields, tags and code; None where nothing else was in it."""
        line = self.code(line)
        if not line.strip():
            return ""
        if HEADING.fullmatch(line):
            return TAG.sub(self.tagged, line)
        if whole := WHOLE_FIELD.fullmatch(line):
            self.field(whole[1], whole[2])
            return None
        if last := LAST_FIELD.search(line):
            self.field(last[1], last[2])
            line = line[: last.start()]
        bare = TAG.sub(self.tagged, LAST_TAGS.sub(self.untagged, FIELD.sub(self.within, line)))
        return bare if TAG.sub("", FIELD.sub("", line)).strip(" \t,-*+") else None

    def within(self, found: "re.Match[str]") -> str:
        """A field within a text: its value."""
        self.field(found[1], found[2])
        return found[2].strip()

    def untagged(self, found: "re.Match[str]") -> str:
        """Tags behind a text: nothing."""
        TAG.sub(self.tagged, found[0])
        return ""

    def tagged(self, found: "re.Match[str]") -> str:
        """A tag within a text: its word."""
        self.tags.setdefault(found[1])
        return found[1]

    def worded(self, words: str, notes: dict[str, str], told: set[str]) -> str:
        """What is hidden, as words; a tag among them is a word, and no page's."""
        lines = self.noted(self.code(words), notes, told).split("\n")
        return "\n".join(re.sub(r"::(?=\s)", ":", TAG.sub(r"\1", line)) for line in lines).strip()

    def noted(self, text: str, notes: dict[str, str], told: set[str]) -> str:
        """The text with what its footnotes say below each line that has some."""
        lines = []
        for line in text.split("\n"):
            labels = [found[1] for found in NOTED.finditer(line)]
            below = [notes[label] for label in labels if label in notes and label not in told]
            told |= {*labels}
            below += [found[1] for found in BESIDE.finditer(line)]
            lines += [BESIDE.sub("", NOTED.sub("", line)), *(said for words in below if (said := self.footnote(words)))]
        return "\n".join(lines)

    def footnote(self, words: str) -> str:
        """A footnote that tells something, on one line."""
        words = " ".join(words.split())
        if len(re.sub(r"\S+://\S+", "", words).split()) < FEWEST:
            return self.lose("footnote", words, "It is no sentence.")
        return words if words[-1] in ".!?…" else f"{words}."


def _row_told(said: list[tuple[str, str]]) -> str:
    """A table's row: each cell behind the head of its column."""
    words = "; ".join(f"{head}: {cell}" if head else cell for head, cell in said if cell.strip(" -—\\"))
    return f"{words}." if words and words[-1] not in ".!?…" else words


def _divides(row: str) -> bool:
    """True for the line between a table's head and its rows.

    >>> _divides("| :-- | - |   |"), _divides("| - |   |   | dry |"), _divides("|  |  |")
    (True, False, False)
    """
    cells = EDGE.split(row.strip().removeprefix("|"))
    return "-" in cells[0] and all(map(DIVIDES.fullmatch, cells))


def _cells(row: str) -> list[str]:
    cells = [BREAK.sub(", ", ITEMS.sub(", ", cell)).replace("\\|", "|").strip() for cell in EDGE.split(row.strip())]
    return [
        cell.strip("*_ ") if re.fullmatch(r"[*_]+[^*_]+[*_]+", cell) else cell
        for cell in cells[(not cells[0]) : len(cells) - (not cells[-1])]
    ]


def with_fields(matter: Mapping[str, Any], fields: Iterable[tuple[str, str]]) -> Mapping[str, Any]:
    """A page's properties with the fields of its text: each beside what is there under the same name.

    >>> with_fields({"Mood": "sour"}, [("mood", "glad"), ("eyes", "gray"), ("MOOD", "sour")])
    {'Mood': ['sour', 'glad'], 'eyes': 'gray'}
    """
    whole = dict(matter)
    names: dict[str, str] = {}
    for name in whole:
        names.setdefault(name.casefold(), name)
    for key, words in fields:
        name = names.setdefault(key.casefold(), key)
        there = whole.get(name)
        rows = there if isinstance(there, list) else [] if there in (None, "", {}) else [there]
        whole[name] = [*rows, words] if rows and words not in rows else there if rows else words
    return whole
