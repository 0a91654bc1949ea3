"""What several people wrote at a table, line by line: who of them is the GM, what is told and what is not, words out of pages."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Brought, Chat, Loss, Message
from gm_engine.exchange.formats.chat_terms import Role, Seats, evenings, is_gm_name, same_name
from gm_engine.exchange.formats.html_page import Page
from gm_engine.story.counting import counted
from gm_engine.story.letters import plain
from gm_engine.story.transcript_line import TranscriptLine

APART = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "blockquote", "ul", "ol", "table"}
UNSEEN = {"script", "style", "head", "template"}
BLANKS, GAPS = re.compile(r"[ \t\xa0]+"), re.compile(r"\s*\n\s*")


class Line(NamedTuple):
    """What somebody wrote. ``gm``: the file marks them as the GM; ``bot``: a program wrote it; ``aside``: it is no telling (dice,
    whispers); ``role`` is whose word it is, where that is known."""

    name: str
    text: str
    time: str = ""
    gm: bool = False
    bot: bool = False
    aside: bool = False
    hidden: bool = False
    role: Role | None = None
    raw: Any = None


def talk(kind: str, name: str, lines: Sequence[Line], file: str, seats: Seats, losses: Sequence[Loss] = ()) -> Brought:
    """The chat that these lines are. The GM is who is said to be, who is marked or named as such, else whoever wrote most."""
    told = [line for line in lines if line.text.strip() and not line.aside]
    if not told:
        raise TranscriptError(file, "nobody says anything in it.", "Export the chat again where it comes from.", "no-chat")
    remarks = []
    gms = {line.name for line in told if line.gm or is_gm_name(line.name)}
    if seats.gm:
        gms = {line.name for line in told if same_name(line.name, seats.gm)}
        if not gms:
            remarks.append(f"Nobody in it is called {seats.gm!r}: nobody is the GM.")
    elif not gms:
        wrote = Counter[str]()
        for line in (line for line in told if line.role != "gm"):
            wrote[line.name] += len(line.text)
        ours = [who for who, _ in wrote.most_common() if not (seats.player and same_name(who, seats.player))]
        if len(ours) > 1 or (ours and seats.player):
            gms = {ours[0]}
            remarks.append(f"Nobody is marked as the GM: {ours[0] or 'whoever has no name'} wrote the most, and is taken for it.")
    messages = []
    turn = 0
    for line, session in zip(lines, evenings(line.time for line in lines), strict=True):
        aside = line.aside or not line.text.strip() or (line.bot and line.name not in gms)
        turn += not aside
        role: Role = "gm" if line.name in gms or line.role == "gm" else seats.role(line.name, line.role or "player")
        said = TranscriptLine(
            turn=turn, text=line.text.strip(), role=role, speaker=" ".join(plain(line.name).split()), session=session, time=line.time,
            clock="wall",
        )  # fmt: skip
        messages.append(Message(said, hidden=line.hidden, aside=aside, raw=line.raw or {}))
    count = sum(message.aside for message in messages)
    if count:
        remarks.append(f"{counted(count, 'line is', 'lines are')} no part of the story (dice, whispers, programs, no words).")
    players = list(dict.fromkeys(message.line.speaker for message in messages if message.line.role == "player" and not message.aside))
    tellers = sorted(gms)
    chat = Chat(
        name=name,
        messages=tuple(messages),
        player=seats.player or (players[0] if len(players) == 1 else ""),
        gm=seats.gm or (" ".join(plain(tellers[0]).split()) if len(tellers) == 1 else ""),
        source=kind,
    )
    return Brought(kind, chats=(chat,), losses=tuple(losses), remarks=tuple(remarks))


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
