"""Roll20's chat archive, as its page is saved: a block for each message, with a name where somebody else speaks than before."""

import re

from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, is_gm_name, sent
from gm_engine.exchange.formats.foreign_json import decoded
from gm_engine.exchange.formats.html_page import Page
from gm_engine.exchange.formats.table_marks import is_rolled, told_at_the_table
from gm_engine.exchange.formats.table_talk import APART, BLANKS, GAPS, Line, talk
from gm_engine.story.letters import plain

KIND = "a chat archive (Roll20)"
TEMPLATE = "sheet-rolltemplate"
"""How the classes begin of what a character's sheet says of a roll."""
WHISPERED = re.compile(r"\((?:To|From) [^()]*\)")
PROGRAM = "API"
NOT_TOLD = {"rollresult", "gmrollresult", "whisper", "private", "system", "error"}
BESIDE = {"by", "tstamp", "spacer", "avatar", "flyout"}
VOID = {"br", "img", "hr", "input", "meta", "link", "wbr", "source"}
MARKS = (b'class="message', b"class='message")

FATES: tuple[Fate, ...] = (
    Fate("general, desc, emote", "kept", "What was described is the GM's; what somebody does is theirs whose name it begins with."),
    Fate(
        "by",
        "kept",
        "Whose name says `(GM)` is the GM, else whoever wrote most. The page does not say who else is a player, who a character.",
    ),
    Fate("data-playerid", "changed", "It tells whose hand wrote it: which characters are the GM's."),
    Fate("tstamp", "changed", "It parts the evenings, and is no time of the story."),
    Fate("rollresult, rolltemplate, whisper, private, system, API", "changed", "Dice, whispers and programs are no part of the story."),
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
    return talk(KIND, plain(stem(file)), page.spoken(), file, seats, page.losses)


class _Page(Page):
    """The messages of a page. A block without a name is of whoever spoke before."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.kinds: set[str] | None = None
        self.depth = 0
        self.beside: list[tuple[int, str]] = []
        self.words: dict[str, list[str]] = {}
        self.losses: list[Loss] = []
        self.name = self.time = self.hand = ""
        self.rolled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = set((dict(attrs).get("class") or "").split())
        if "message" in classes and tag == "div":
            self.ended()
            self.kinds, self.depth, self.beside, self.words, self.rolled = classes, 1, [], {}, False
            self.hand = dict(attrs).get("data-playerid") or ""
            return
        self.rolled = self.rolled or any(one.startswith(TEMPLATE) for one in classes)
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
        whispered = bool(self.kinds & {"whisper", "private"}) or WHISPERED.match(name) is not None
        self.time = sent(time) or self.time
        if not whispered:
            self.name = name or self.name
        told, acted = "desc" in self.kinds, "emote" in self.kinds
        words, lost = self._said(""), list[Loss]()
        aside = self.rolled or whispered or bool(self.kinds & NOT_TOLD) or is_rolled(words)
        words = told_at_the_table(words, f"messages.{len(self.lines)}", lost)
        self.losses += [] if aside else lost
        marked = self.name.endswith("(GM)")
        who = "" if told or (acted and not name) else self.name.removesuffix("(GM)").strip() or self.name
        gm = bool(who) and is_gm_name(self.name)
        self.lines.append(
            Line(
                who, words, self.time, gm=gm, bot=self.hand == PROGRAM, aside=aside, hidden=whispered, role="gm" if told else None,
                who="account" if gm and marked else "", hand=self.hand if self.hand != PROGRAM else "",
            )
        )  # fmt: skip
        self.kinds = None

    def spoken(self) -> list[Line]:
        """The messages. What somebody does begins with their name. Whom a hand speaks as beside the GM's own name is a character."""
        names = sorted({line.name for line in self.lines if line.name}, key=lambda name: (-len(name), name))
        hands = {line.hand for line in self.lines if line.gm and line.hand}
        found = []
        for line in self.lines:
            if not line.name and line.role is None:
                name = next((name for name in names if re.match(rf"{re.escape(name)}\b", line.text)), "")
                line = line._replace(name=name, role=None if name else "npc")
            if line.hand in hands and not line.gm and line.name:
                line = line._replace(who="character")
            found.append(line)
        return found

    def _said(self, what: str) -> str:
        return GAPS.sub("\n", BLANKS.sub(" ", plain("".join(self.words.get(what, []))))).strip()
