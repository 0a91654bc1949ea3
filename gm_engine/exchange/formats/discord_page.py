"""Discord's channels as DiscordChatExporter writes them as a page: a group for each stretch of one person's messages.

The page has no roles, so the GM is told by a name. Its tags are written without quotes, and some are never closed.
"""

import re
from collections import Counter
from typing import NamedTuple

from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, sent
from gm_engine.exchange.formats.discord_export import KIND
from gm_engine.exchange.formats.foreign_json import decoded
from gm_engine.exchange.formats.html_page import Page
from gm_engine.exchange.formats.table_marks import WHY, is_rolled, told_at_the_table
from gm_engine.exchange.formats.table_talk import APART, BLANKS, Line, talk
from gm_engine.story.letters import plain

MARK = b"chatlog__message"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NAME, TIME, WORDS, PROGRAM, NOTICE, CHANNEL, BESIDE, MOMENT = (
    "name", "time", "words", "program", "notice", "channel", "beside", "moment"
)  # fmt: skip
ROLES = {
    "chatlog__author": NAME, "chatlog__author-name": NAME, "chatlog__system-notification-author": NAME,
    "chatlog__timestamp": TIME, "chatlog__short-timestamp": TIME, "chatlog__system-notification-timestamp": TIME,
    "chatlog__author-tag": PROGRAM, "chatlog__bot-tag": PROGRAM,
    "chatlog__content": WORDS, "chatlog__system-notification-content": NOTICE, "preamble__entry": CHANNEL,
    "chatlog__reply": BESIDE, "chatlog__reference": BESIDE, "chatlog__forwarded": BESIDE, "chatlog__edited-timestamp": BESIDE,
    "chatlog__reactions": BESIDE, "chatlog__markdown-timestamp": MOMENT,
    "chatlog__attachment": "attachments", "chatlog__embed": "embeds", "chatlog__sticker": "stickers",
}  # fmt: skip
"""What stands in an element of each class. Whom a line answers, and when it was changed, is no part of what it says."""
HELD = ("attachments", "embeds", "stickers")
OUTSIDE = {BESIDE, MOMENT, *HELD}
"""Within these nothing is the message's own."""
MENTION = "chatlog__markdown-mention"
AS_WRITTEN = {"chatlog__markdown-preserve", "preserve-whitespace"}
PROGRAMS = {"bot", "app", "webhook"}
GAPS = re.compile(r"\n{3,}")

FATES: tuple[Fate, ...] = (
    Fate("content", "kept", "Its words; how they were set is lost. What is said out of character, and pictures of a server, are lost."),
    Fate(
        "author",
        "kept",
        "Whose name says GM or DM is the GM, else whoever wrote most: a page does not tell roles. A bot that posts under "
        "a name that it is given is a character; another bot is no part of the story.",
    ),
    Fate("timestamp", "changed", "It parts the evenings, and is no time of the story. One in the words of another language is not read."),
    Fate("system-notification", "changed", "Joining, pinning, calls and the like are no part of the story."),
    Fate("attachment, embed, sticker, reactions, avatar, edited-timestamp", "lost"),
    Fate("reply, forwarded", "lost", "Whom a line answers."),
    Fate("preamble", "changed", "The channel's name is the chat's."),
)


def is_discord_page(data: bytes) -> bool:
    """True for a channel that was exported as a page.

    >>> is_discord_page(b"<!DOCTYPE html><div class=chatlog><div class=chatlog__message-group></div></div>"), is_discord_page(b"<p>Rain.")
    (True, False)
    """
    return data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and MARK in data


def read_discord_page(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a page. Raises TranscriptError for a page in which nobody says anything."""
    page = _Page()
    page.feed(decoded(data, file))
    page.close()
    page.done()
    name = page.entries[1].rpartition(" / ")[2].strip() if len(page.entries) > 1 else ""
    lines = page.spoken()
    return talk(KIND, name or plain(stem(file)), lines, file, seats, page.losses)


class _Open(NamedTuple):
    """An element that is open: what stands in it (``role``; ``own`` where it begins here), whether its lines stand as they were written,
    and whether it is a message, or a name that is mentioned."""

    tag: str
    role: str = ""
    own: bool = False
    as_written: bool = False
    message: bool = False
    mention: bool = False


class _Page(Page):
    """The messages of a page. One without a name of its own is of whoever the group is of."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.losses: list[Loss] = []
        self.entries: list[str] = []
        self.open: list[_Open] = []
        self.tags = Counter[str]()
        self.said: dict[str, list[str]] = {}
        self.held: dict[str, list[str]] = {}
        self.name = self.time = self.untold = ""
        self.program = self.inside = self.timed = self.mask = False
        self.id = ""
        self.ids: list[str] = []
        self.lost: list[list[Loss]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        classes = given.get("class", "").split()
        around = self.open[-1] if self.open else _Open("")
        if around.role in HELD and (address := given.get("href") or given.get("src")):
            self.held.setdefault(around.role, []).append(plain(address))
        if tag == "img" and any(name.endswith("emoji") for name in classes):
            self._emoji(given.get("alt", ""))
        if tag in APART:
            self._break(always=tag == "br")
        if tag in VOID:
            return
        if "chatlog__message-group" in classes:
            self.done()
            self.name, self.untold, self.program, self.mask, self.id = "", "", False, False, ""
        message = "chatlog__message-container" in classes or ("chatlog__message" in classes and not (self.inside and around.message))
        if message:
            self.done()
            self.inside = True
        role = next((ROLES[name] for name in classes if name in ROLES), "") if around.role not in OUTSIDE else ""
        as_written = around.as_written or tag == "pre" or not AS_WRITTEN.isdisjoint(classes)
        self.open.append(_Open(tag, role or around.role, bool(role), as_written, message, MENTION in classes))
        self.tags[tag] += 1
        if role in HELD and (address := given.get("href") or given.get("src")):
            self.held.setdefault(role, []).append(plain(address))
        if role == NAME:
            self.program = False
            self.mask, self.id = given.get("title", "").endswith("#0000"), given.get("data-user-id", "") or self.id
        if role == TIME:
            self.untold, self.timed = "", self._at(given.get("title", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in APART:
            self._break()
        if not self.tags[tag]:
            return
        while self.open:
            shut = self.open.pop()
            self.tags[shut.tag] -= 1
            self._shut(shut)
            if shut.tag == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.open and (role := self.open[-1].role):
            data = data.removeprefix("@") if self.open[-1].mention else data
            self.said.setdefault(role, []).append(data if self.open[-1].as_written else data.replace("\n", " "))

    def done(self) -> None:
        """The message is whole, if one is open."""
        words, notice = self._told(WORDS), self._told(NOTICE)
        if self.inside:
            place = f"messages.{len(self.lines)}"
            for kind in HELD:
                if found := self.held.get(kind) or list(filter(None, [self._told(kind)])):
                    self.losses.append(Loss(f"{place}.{kind}", list(dict.fromkeys(found)), "Pictures and files are not taken over."))
            if self.untold:
                self.losses.append(Loss(f"{place}.timestamp", self.untold, "It is no date in any known form."))
            self._line(words, notice, place)
            self.untold = ""
        self.said, self.held, self.inside = {}, {}, False

    def _line(self, words: str, notice: str, place: str) -> None:
        rolled, lost = is_rolled(words), list[Loss]()
        if moment := self._told(MOMENT):
            lost.append(Loss(f"{place}.content", moment, WHY["moment"]))
        lost += [Loss(f"{place}.content", picture, WHY["emoji"]) for picture in self.held.get("emoji", ())]
        told = told_at_the_table(words, f"{place}.content", lost) if words else notice
        aside = rolled or (not words and bool(notice))
        self.lost.append(lost)
        self.lines.append(
            Line(
                self.name, told, self.time, bot=self.program and not self.mask, aside=aside,
                who="character" if self.program and self.mask else "account",
            )
        )  # fmt: skip
        self.ids.append(self.id if self.program else "")

    def _emoji(self, alt: str) -> None:
        """A letter is a letter; the name of a picture is no word of whoever wrote it."""
        if alt.isascii() and self.open and self.open[-1].role == WORDS:
            self.held.setdefault("emoji", []).append(plain(alt))
        else:
            self.handle_data(alt)

    def spoken(self) -> list[Line]:
        """The messages; what is lost of those that are told is put with the losses. A bot that posts under several names speaks as
        characters."""
        called: dict[str, set[str]] = {}
        for id, line in zip(self.ids, self.lines, strict=True):
            called.setdefault(id, set()).add(line.name)
        lines = [
            line._replace(bot=False, who="character") if id and len(called[id]) > 1 else line
            for id, line in zip(self.ids, self.lines, strict=True)
        ]
        self.losses += [loss for line, lost in zip(lines, self.lost, strict=True) if not (line.aside or line.bot) for loss in lost]
        return lines

    def _shut(self, shut: _Open) -> None:
        if shut.message:
            self.done()
        if not shut.own:
            return
        if shut.role == NAME:
            self.name = " ".join(self._told(NAME).split()) or self.name
            self.said.pop(NAME, None)
        elif shut.role == TIME:
            if not self.timed and not self._at(written := self._told(TIME)):
                self.untold = written
            self.said.pop(TIME, None)
        elif shut.role == PROGRAM:
            self.program = self._told(PROGRAM).casefold() in PROGRAMS
            self.said.pop(PROGRAM, None)
        elif shut.role == CHANNEL:
            self.entries.append(" ".join(self._told(CHANNEL).split()))
            self.said.pop(CHANNEL, None)

    def _at(self, written: str) -> bool:
        """True where a time can be read: the day of the week may stand before it, and its spaces are of any width."""
        written = " ".join(plain(written).split())
        time = sent(written) or sent(written.partition(", ")[2])
        self.time = time or self.time
        return bool(time)

    def _break(self, *, always: bool = False) -> None:
        role = self.open[-1].role if self.open else ""
        if role and (said := self.said.get(role)) and (always or not said[-1].endswith("\n")):
            said.append("\n")

    def _told(self, role: str) -> str:
        lines = BLANKS.sub(" ", plain("".join(self.said.get(role, [])))).split("\n")
        return GAPS.sub("\n\n", "\n".join(line.strip() for line in lines)).strip()
