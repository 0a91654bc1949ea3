"""What several people wrote at a table, line by line: who of them is the GM, what is told and what is not, words out of pages."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Brought, Chat, Loss, Message
from gm_engine.exchange.formats.chat_terms import Role, Seats, evenings, is_gm_name, same_name
from gm_engine.exchange.formats.html_page import Page
from gm_engine.story.counting import counted
from gm_engine.story.letters import plain
from gm_engine.story.listing import listed
from gm_engine.story.transcript_line import TranscriptLine

APART = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "blockquote", "ul", "ol", "table"}
UNSEEN = {"script", "style", "head", "template"}
BLANKS, GAPS = re.compile(r"[ \t\xa0]+"), re.compile(r"\s*\n\s*")


class Line(NamedTuple):
    """What somebody wrote. ``gm``: the file marks them as the GM; ``bot``: a program wrote it; ``aside``: it is no telling (dice,
    whispers); ``role`` is whose word it is, where that is known. ``who``: the name is an account's of somebody at the table, or a
    character's in the story; empty where the file does not say. ``hand`` is the number of whoever wrote it, where there is one."""

    name: str
    text: str
    time: str = ""
    gm: bool = False
    bot: bool = False
    aside: bool = False
    hidden: bool = False
    role: Role | None = None
    raw: Any = None
    who: Literal["account", "character", ""] = ""
    hand: str = ""


class _Table(NamedTuple):
    """Who sits where: the names of the GM, and the numbers of the hands that write as the GM."""

    gms: frozenset[str]
    hands: frozenset[str]
    seats: Seats

    def role(self, line: Line) -> Role:
        if line.name in self.gms or line.role == "gm":
            return "gm"
        if line.hand in self.hands:
            return "npc" if line.who == "character" else "gm"
        played = line.hand or line.who != "character"
        return self.seats.role(line.name, line.role or ("player" if played else "npc"))


def talk(kind: str, name: str, lines: Sequence[Line], file: str, seats: Seats, losses: Sequence[Loss] = ()) -> Brought:
    """The chat that these lines are. The GM is who is said to be, who is marked or named as such, else whoever wrote most."""
    told = [line for line in lines if line.text.strip() and not line.aside]
    if not told:
        raise TranscriptError(file, "nobody says anything in it.", "Export the chat again where it comes from.", "no-chat")
    gms, remarks = _gms(lines, told, seats)
    table = _Table(frozenset(gms), frozenset(line.hand for line in lines if line.hand and line.name in gms), seats)
    messages = []
    turn, session = 0, 1
    told = [line for line in told if not line.bot or line.name in gms]
    of_the_story, sessions = set(map(id, told)), evenings(line.time for line in told)
    for line in lines:
        aside = id(line) not in of_the_story
        turn += not aside
        session = session if aside else next(sessions)
        said = TranscriptLine(
            turn=turn, text=line.text.strip(), role=table.role(line), speaker=_called(line.name), session=session, time=line.time,
            clock="wall",
        )  # fmt: skip
        messages.append(Message(said, hidden=line.hidden, aside=aside, raw=line.raw or {}))
    count = sum(message.aside for message in messages)
    if count:
        what = "(dice, whispers, programs, out of character, no words)"
        remarks.append(f"{counted(count, 'line is', 'lines are')} no part of the story {what}.")
    heard = {message.line.speaker: message.line.role for message in messages if not message.aside and message.line.speaker}
    players = [name for name, role in heard.items() if role == "player"]
    characters = {_called(line.name) for line in told if line.who == "character"}
    known = {_called(line.name) for line in told if line.who == "account"} | set(map(_called, gms))
    played = [name for name in players if name not in known] or players
    remarks += _unsaid(heard, characters, known, seats)
    tellers = sorted(gms)
    chat = Chat(
        name=name,
        messages=tuple(messages),
        player=seats.player or (played[0] if len(played) == 1 else ""),
        gm=seats.gm or (_called(tellers[0]) if len(tellers) == 1 else ""),
        source=kind,
        accounts=tuple(name for name in heard if name in known and name not in characters),
    )
    return Brought(kind, chats=(chat,), losses=tuple(losses), remarks=tuple(remarks))


def _gms(lines: Sequence[Line], told: Sequence[Line], seats: Seats) -> tuple[set[str], list[str]]:
    """The names of the GM, and what is to be said of how they were found."""
    if seats.gm:
        gms = {line.name for line in lines if same_name(line.name, seats.gm)}
        return gms, [] if gms else [f"Nobody in it is called {seats.gm!r}: nobody is the GM."]
    if gms := {line.name for line in lines if line.gm or is_gm_name(line.name)}:
        return gms, []
    wrote = Counter[str]()
    for line in (line for line in told if line.role != "gm" and not line.bot):
        wrote[line.name] += len(line.text) * (line.who != "character" and (bool(line.name) or not line.hand))
    ours = [who for who, count in wrote.most_common() if count and not (seats.player and same_name(who, seats.player))]
    if len(ours) > 1 or (ours and (seats.player or len(wrote) > 1)):
        remark = f"Nobody is marked as the GM: {ours[0] or 'whoever has no name'} wrote the most, and is taken for it."
        return {ours[0]}, [remark]
    return set(), ["Nobody is marked as the GM, and nobody is taken for it."] if len(wrote) > 1 else []


def _unsaid(heard: Mapping[str, Role], characters: set[str], known: set[str], seats: Seats) -> Iterator[str]:
    """What the file does not say of those who speak."""
    masks = [name for name, role in heard.items() if role == "npc" and name in characters]
    if masks and not seats.player:
        as_whom = "speaks as a character" if len(masks) == 1 else "speak as characters"
        yield f"{listed(masks)} {as_whom}: the file does not say who plays whom."
    unclear = [name for name, role in heard.items() if role == "player" and name not in characters | known]
    if unclear:
        what = (
            "is a player or a character: taken for a character" if len(unclear) == 1 else "are players or characters: taken for characters"
        )
        yield f"The file does not say whether {listed(unclear)} {what}."
    several = [name for name, role in heard.items() if role == "player" and name in known]
    if len(several) > 1:
        yield f"{listed(several)} are players: the file does not say whom they play, so nothing is noted of what they say of themselves."


def _called(name: str) -> str:
    return " ".join(plain(name).split())


class _Words(Page):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.unseen += tag in UNSEEN
        if tag in APART:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in UNSEEN and self.unseen > 0
        if tag in APART:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.words.append(data.replace("\n", " "))


def words_of(html: str) -> str:
    """The words of a piece of a page, in lines.

    >>> words_of("<p>Sal <b>nods</b> &amp; waits.</p><p>Rain.</p>"), words_of("2 < 3")
    ('Sal nods & waits.\\nRain.', '2 < 3')
    """
    parser = _Words()
    parser.feed(html)
    parser.close()
    return GAPS.sub("\n", BLANKS.sub(" ", plain("".join(parser.words)))).strip()
