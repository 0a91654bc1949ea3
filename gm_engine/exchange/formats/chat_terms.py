"""What the formats of chats share: when a line was written, which evening it belongs to, who sits where, and the names in its words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, Literal

from gm_engine.exchange.formats.book_terms import at
from gm_engine.exchange.formats.brought import Chat, Loss, Message
from gm_engine.story.counting import counted
from gm_engine.story.transcript_line import GM_NAMES, moment_of

NAMES = {
    "tavern_chat": "SillyTavern", "kobold_story": "KoboldAI", "novelai_story": "NovelAI", "ai_dungeon_story": "AI Dungeon",
    "journal": "this program",
}  # fmt: skip
"""What the formats are called in a sentence."""
ENDLESS_MACRO = "It would make too much of the text: the sentence that has it is left out."
UNKNOWN_MACRO = "Nobody here knows what it stands for: the sentence that has it is left out."
"""Why a macro is lost."""
Role = Literal["gm", "player", "npc"]
EVENING = timedelta(hours=4)
"""Whoever writes again only after so long has come back on another evening."""
MONTHS = {name: n for n, name in enumerate(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1)}
IN_WORDS = re.compile(r"([A-Za-z]{3})[a-z]*\.? +(\d{1,2}), *(\d{4}),? +(\d{1,2}):(\d\d)(?::(\d\d))? *([ap])\.?m\.?", re.IGNORECASE)
"""``September 28, 2024 1:02am``"""
OF_A_FILE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) *@ *(\d{1,2})h *(\d{1,2})m *(\d{1,2})s(?: *(\d{1,3})ms)?")
"""``2024-9-28 @13h 02m 11s 123ms``"""
IN_FIGURES = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d\d),? +(\d{1,2}):(\d\d)(?::(\d\d))?(?: *([AaPp])[Mm])?")
"""``9/28/2024 1:02 AM``: the month stands first, unless it cannot."""
DAY_FIRST = re.compile(r"(\d{1,2})[- ]([A-Za-z]{3})[a-z]*\.?[- ,]+(\d{4}|\d\d),? +(\d{1,2}):(\d\d)(?::(\d\d))?(?: *([AaPp])\.?[Mm]\.?)?")
"""``18-Jul-21 02:20 PM``"""
EPOCH = re.compile(r"\d{9,13}(?:\.\d+)?")
SECONDS = 10**11
"""A number below this counts seconds since 1970, one above it thousandths of them."""
MACRO = re.compile(r"\{\{(user|char)\}\}|<(user|bot|char)>", re.IGNORECASE)


@dataclass(frozen=True)
class Seats:
    """Who is the GM, and whom the player plays, where whoever imports a chat says so."""

    gm: str = ""
    player: str = ""

    def role(self, name: str, otherwise: Role) -> Role:
        """Whose word a line is. Where a GM is named, nobody else tells."""
        if self.gm and same_name(name, self.gm):
            return "gm"
        if self.player and same_name(name, self.player):
            return "player"
        return "npc" if self.gm and otherwise == "gm" else otherwise


ANYBODY = Seats()
MARKED = re.compile(r"(?:^|[\s(\[|_/-])(?:GM|DM)(?:$|[\s)\]|_/-])")


def is_gm_name(name: str) -> bool:
    """True for a name that says that somebody is the GM.

    >>> is_gm_name("Game Master"), is_gm_name("Ann (GM)"), is_gm_name("[DM] Ann"), is_gm_name("Gmork")
    (True, True, True, False)
    """
    return name.strip().casefold() in (*GM_NAMES, "gamemaster") or MARKED.search(name) is not None


def same_name(one: str, other: str) -> bool:
    """True for two spellings of one name."""
    return one.strip().casefold() == other.strip().casefold()


def sent(value: Any) -> str:
    """A moment in any form that programs have written, as ISO 8601; empty for what is none.

    >>> sent("September 28, 2024 1:02am"), sent("2024-9-28 @13h 02m 11s 123ms"), sent(1727485331123)
    ('2024-09-28T01:02:00', '2024-09-28T13:02:11.123', '2024-09-28T01:02:11.123+00:00')
    >>> sent("2024-09-28T01:02:03.004Z"), sent("some day"), sent(None), sent("28-Sep-24 01:02 PM")
    ('2024-09-28T01:02:03.004+00:00', '', '', '2024-09-28T13:02:00')
    """
    if isinstance(value, str) and not EPOCH.fullmatch(value.strip()):
        moment = _written(value.strip())
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        moment = _counted(value)
    else:
        moment = None
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds") if moment else ""


def evenings(times: Iterable[str], first: int = 1) -> Iterator[int]:
    """The number of the evening of each line: another one begins where nothing was written for some hours.

    >>> list(evenings(["2024-09-28T20:00", "", "2024-09-28T23:00", "2024-09-29T20:00"]))
    [1, 1, 1, 2]
    """
    last: datetime | None = None
    number = first
    for time in times:
        moment = moment_of(time)
        if moment and last and moment - last >= EVENING:
            number += 1
        last = moment or last
        yield number


def with_names(text: str, char: str, user: str) -> str:
    """The words with the names that their macros stand for; a macro whose name nobody knows stays.

    >>> with_names("{{Char}} nods to <USER>. {{roll:1d6}}", "Sal", "Mabel")
    'Sal nods to Mabel. {{roll:1d6}}'
    """
    return MACRO.sub(lambda found: (user if (found[1] or found[2]).casefold() == "user" else char) or found[0], text)


def _written(text: str) -> datetime | None:
    try:
        if found := IN_WORDS.fullmatch(text):
            month, hour = MONTHS[found[1].casefold()], _hour(int(found[4]), found[7])
            return datetime(int(found[3]), month, int(found[2]), hour, int(found[5]), int(found[6] or 0))
        if found := OF_A_FILE.fullmatch(text):
            year, month, day, hour, minute, second = map(int, found.groups()[:6])
            return datetime(year, month, day, hour, minute, second, int(found[7] or 0) * 1000)
        if found := IN_FIGURES.fullmatch(text):
            one, two, year = int(found[1]), int(found[2]), int(found[3])
            month, day = (two, one) if one > 12 or "." in text[:6] else (one, two)
            return datetime(year + 2000 * (year < 100), month, day, _hour(int(found[4]), found[7]), int(found[5]), int(found[6] or 0))
        if found := DAY_FIRST.fullmatch(text):
            year, month = int(found[3]), MONTHS[found[2].casefold()]
            hour = _hour(int(found[4]), found[7])
            return datetime(year + 2000 * (year < 100), month, int(found[1]), hour, int(found[5]), int(found[6] or 0))
        return datetime.fromisoformat(text)
    except (ValueError, KeyError):
        return None


def _hour(hour: int, half: str | None) -> int:
    return hour if not half else hour % 12 + 12 * (half.casefold() == "p")


def _counted(value: str | float) -> datetime | None:
    try:
        number = float(value)
        return datetime.fromtimestamp(number if number < SECONDS else number / 1000, UTC) if number > SECONDS / 1000 else None
    except (ValueError, OverflowError, OSError):
        return None


def uuid_of_words(words: str) -> str:
    """An id in the form of a random one, made of words.

    >>> uuid_of_words("Rain.")
    '3334e0ad-e84f-449c-89e0-229ddbf03c90'
    """
    form = blake2b(words.encode(), digest_size=16).hexdigest()
    return f"{form[:8]}-{form[8:12]}-4{form[13:16]}-8{form[17:20]}-{form[20:]}"


def only_there(chat: Chat, source: str) -> Iterator[Loss]:
    """What another format's chat holds that only that format can say."""
    if chat.source == source:
        return
    why = f"Only {NAMES.get(chat.source, chat.source)} has it."
    yield from (Loss(path, at(chat.raw, path), why) for path in chat.own)
    for number, message in enumerate(chat.messages):
        yield from (Loss(f"messages.{number}.{path}", at(message.raw, path), why) for path in message.own)


def unkept(chat: Chat) -> Iterator[Loss]:
    """What of a chat a campaign does not keep: what only its format can say, where no record of its messages is kept. Of many messages
    that have the same, the first is shown."""
    if any(message.line.brought for message in chat.messages):
        return
    why = f"Only {NAMES.get(chat.source, chat.source)} has it; a campaign keeps a chat's words, names, times and tellings."
    yield from (Loss(path, at(chat.raw, path), why) for path in chat.own)
    having: dict[str, list[Message]] = {}
    for message in chat.messages:
        for path in message.own:
            having.setdefault(path, []).append(message)
    for path, messages in having.items():
        value, count = at(messages[0].raw, path), len(messages)
        yield Loss(f"messages.{path}", value, f"{why} {counted(count, 'message has', 'messages have')} it.")
