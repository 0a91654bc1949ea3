"""Roll20's chat archive, as its page is saved: a block for each message, with a name where somebody else speaks than before."""

from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, is_gm_name, sent
from gm_engine.exchange.formats.foreign_json import decoded
from gm_engine.exchange.formats.html_page import Page
from gm_engine.exchange.formats.table_talk import APART, BLANKS, GAPS, Line, talk
from gm_engine.story.letters import plain

KIND = "a chat archive (Roll20)"
NOT_TOLD = {"rollresult", "gmrollresult", "whisper", "private", "system", "error"}
BESIDE = {"by", "tstamp", "spacer", "avatar", "flyout"}
VOID = {"br", "img", "hr", "input", "meta", "link", "wbr", "source"}
MARKS = (b'class="message', b"class='message")

FATES: tuple[Fate, ...] = (
    Fate("general, desc, emote", "kept", "What was described is the GM's."),
    Fate("by", "kept", "Whose name says `(GM)` is the GM, else whoever wrote most."),
    Fate("tstamp", "changed", "It parts the evenings, and is no time of the story."),
    Fate("rollresult, whisper, private, system", "changed", "Dice and whispers are no part of the story."),
    Fate("avatar", "lost"),
)


def is_roll20_archive(data: bytes) -> bool:
    """True for a page with blocks of messages.

    >>> is_roll20_archive(b'<div class="message general"><span class="by">Ann (GM):</span>Rain.</div>')
    True
    """
    begins = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    return begins and any(mark in data for mark in MARKS) and (b"tstamp" in data or b'class="by"' in data)


def read_roll20_archive(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a page. Raises TranscriptError for a page in which nobody says anything."""
    page = _Page()
    page.feed(decoded(data, file))
    page.close()
    page.ended()
    return talk(KIND, plain(stem(file)), page.lines, file, seats)


class _Page(Page):
    """The messages of a page. A block without a name is of whoever spoke before."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.kinds: set[str] | None = None
        self.depth = 0
        self.beside: list[tuple[int, str]] = []
        self.words: dict[str, list[str]] = {}
        self.name = self.time = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = set((dict(attrs).get("class") or "").split())
        if "message" in classes and tag == "div":
            self.ended()
            self.kinds, self.depth, self.beside, self.words = classes, 1, [], {}
            return
        if self.kinds is None or tag in VOID:
            self._break(tag)
            return
        self.depth += 1
        if found := classes & BESIDE:
            self.beside.append((self.depth, min(found)))
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.kinds is None or tag in VOID:
            return
        self._break(tag)
        if self.beside and self.beside[-1][0] == self.depth:
            self.beside.pop()
        self.depth -= 1
        if self.depth == 0:
            self.ended()

    def handle_data(self, data: str) -> None:
        if self.kinds is not None:
            self.words.setdefault(self.beside[0][1] if self.beside else "", []).append(data.replace("\n", " "))

    def _break(self, tag: str) -> None:
        if self.kinds is not None and tag in APART and not self.beside:
            self.words.setdefault("", []).append("\n")

    def ended(self) -> None:
        """The message is whole."""
        if self.kinds is None:
            return
        name, time = self._said("by").removesuffix(":").strip(), self._said("tstamp")
        self.name, self.time = name or self.name, sent(time) or self.time
        told, hidden = "desc" in self.kinds, bool(self.kinds & {"whisper", "private"})
        who = "" if told else self.name.removesuffix("(GM)").strip() or self.name
        gm, aside = not told and is_gm_name(self.name), bool(self.kinds & NOT_TOLD)
        self.lines.append(Line(who, self._said(""), self.time, gm=gm, aside=aside, hidden=hidden, role="gm" if told else None))
        self.kinds = None

    def _said(self, what: str) -> str:
        return GAPS.sub("\n", BLANKS.sub(" ", plain("".join(self.words.get(what, []))))).strip()
