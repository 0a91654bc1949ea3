"""Finds where a front-end's history stands in what is recorded: the longest run of exchanges that both have.

Front-ends trim old messages, add names and markdown, delete, edit and reroll; what is recorded stays as it was told.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from gm_engine.journal import Journal
from gm_engine.play.first_page import HEAD
from gm_engine.story.event import PlayerSpoke
from gm_engine.story.turn import Turn

FOOTNOTE = re.compile(r"\s*\n\s*-{3,}\s*\n\s*\W*▲ Conflict \d.*\Z", re.DOTALL)
"""What is put behind a reply where conflict notes are switched on: it comes back with the history, and is nobody's words."""
NAMED = re.compile(r"\A\s*[^\W\d_][\w .'’-]{0,40}:\s+")
MARKS = re.compile(r"[*_~`#>]+|<[^<>\n]{1,80}>")
ALIKE = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-"})
ENDED = re.compile(r"[.!?][\"')\]]*\Z")
LAST_END = re.compile(r"\A.*[.!?][\"')\]]*(?=\s)", re.DOTALL)
MOST_PLACES = 12
"""So many places where a history may lie are looked at closely."""
Did = Literal["new turn", "reroll", "branch", "told again"]


@dataclass(frozen=True)
class Exchange:
    """A turn as it is recorded, or as a front-end has it (``turn`` 0). Empty words were taken out of the record."""

    said: str
    reply: str
    turn: int = 0


@dataclass(frozen=True)
class History:
    """What a front-end sends: whole exchanges, the oldest first, then the player's newest words.

    ``lead`` is a reply that came before the first words of the player's: a greeting, or what trimming has left of a turn.
    """

    exchanges: tuple[Exchange, ...]
    said: str
    lead: str = ""


@dataclass(frozen=True)
class Place:
    """Where a history stands: on ``branch``, after ``turn``. ``given`` are its exchanges that are recorded nowhere on that branch.

    ``did`` says what its last words are: a new turn; another telling of the turn after ``turn``; a way off the recorded story.
    ``known`` is False where the history and the record have nothing in common.
    """

    branch: str
    turn: int
    given: tuple[Exchange, ...] = ()
    did: Did = "new turn"
    known: bool = True


class Lines:
    """What was said on every branch of a journal. A lane is read once, and then only what is new in it."""

    def __init__(self) -> None:
        self._lanes: dict[int, list[tuple[int, Turn]]] = {}
        self._read: dict[int, int] = {}

    def along(self, journal: Journal, branch: str) -> tuple[Exchange, ...]:
        """The exchanges of a branch, which need not be the current one."""
        found: dict[int, Turn] = {}
        for stretch in journal.way(branch):
            for entry in journal.spoken(stretch, self._read.get(stretch.lane, 0)):
                event = entry.event
                half = (
                    {"said": event.said, "given_by": event.origin}
                    if isinstance(event, PlayerSpoke)
                    else {"reply": event.completion.text, "given_by": event.completion.given_by}  # type: ignore[union-attr]
                )
                told = Turn(number=entry.turn, scene="").model_copy(update=half)
                self._lanes.setdefault(stretch.lane, []).append((entry.number, told))
                self._read[stretch.lane] = entry.number
            for number, told in self._lanes.get(stretch.lane, ()):
                if number <= stretch.upto:
                    before = found.get(told.number)
                    found[told.number] = told.model_copy(update={"said": before.said}) if before and told.reply else told
        return exchanges(found.values())


def exchanges(turns: Iterable[Turn]) -> tuple[Exchange, ...]:
    """The turns as exchanges. Of an imported story, lines of the player's and the reply that follows them are one."""
    found: list[Exchange] = []
    waiting: list[str] = []
    for turn in turns:
        if turn.said and not turn.reply:
            waiting.append(turn.said)
        elif turn.given_by != "import":
            found.append(Exchange(turn.said, turn.reply, turn.number))
        elif waiting:
            found.append(Exchange("\n\n".join(waiting), turn.reply, turn.number))
            waiting = []
        elif found:
            found[-1] = Exchange(found[-1].said, f"{found[-1].reply}\n\n{turn.reply}", turn.number)
    return tuple(found)


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Words as two programs can agree on them: without markdown, kinds of quotes and dashes, capitals and white space.

    >>> plain("*You  look.* — “Well?”") == plain('you look. - "Well?"')
    True
    """
    text = unicodedata.normalize("NFKC", bare(text)).translate(ALIKE)
    return " ".join(MARKS.sub("", text).casefold().split())


def bare(reply: str) -> str:
    """A reply without what is put around it on its way to a front-end: the first page, notes of conflicts.

    >>> bare("Red Mesa\\n\\n⁂\\n\\nYou look around.")
    'You look around.'
    """
    return FOOTNOTE.sub("", HEAD.sub("", reply).lstrip("\n") if "⁂" in reply else reply)


def unnamed(text: str) -> str:
    """Words without the name that a front-end puts before them.

    >>> unnamed("Cal: I look around."), unnamed("I look: nothing.")
    ('I look around.', 'nothing.')
    """
    return NAMED.sub("", text, count=1)


@lru_cache(maxsize=65_536)
def same(recorded: str, sent: str, *, reply: bool = False) -> bool:
    """Whether a front-end's words are those on record; a reply may have lost its unfinished last sentence.

    >>> same("You look. A ma", "You look.", reply=True), same("I wait.", "Cal: I wait."), same("I wait.", "I walk.")
    (True, True, False)
    """
    if not recorded.strip():
        return True
    was, now = plain(recorded), plain(sent)
    if now == was or plain(unnamed(sent)) == was:
        return True
    if reply and not ENDED.search(was) and (whole := LAST_END.search(was)):
        return whole[0].rstrip() in (now, plain(unnamed(sent)))
    return False


@dataclass(frozen=True)
class _Fit:
    """How a history lies on a branch: ``off`` recorded exchanges stand before its first, and ``run`` of its own are on record there.

    Those that a front-end has put before all that is on record count in ``run``, too; ``off`` is less than nothing where the story
    begins with what comes after them.
    """

    off: int
    run: int
    score: int


def place(history: History, lines: Mapping[str, Sequence[Exchange]], current: str) -> Place:
    """Where a history stands. ``lines`` are the exchanges by branch; branches are asked in order, the current one first.

    A history that shares nothing with a story that has begun goes on at its end, and what it brings along is not recorded.
    """
    best: tuple[tuple[int, int, int, int], str, _Fit] | None = None
    for branch in (current, *(name for name in lines if name != current)):
        told = lines[branch]
        fit = _fit(history, told)
        at = fit.off + fit.run
        whole = fit.run == len(history.exchanges)
        again = whole and at < len(told) and same(told[at].said, history.said)
        fits = 2 if (branch == current and again) or (whole and at == len(told)) else int(again)
        rank = (fit.run, fit.score, fits, int(branch == current))
        if best is None or rank > best[0]:
            best = (rank, branch, fit)
        if branch == current and whole and fit.score and (at == len(told) or (again and at == len(told) - 1)):
            break
    assert best is not None
    return _placed(history, lines[best[1]], best[1], best[2])


def goes_on(history: History, told: Sequence[Exchange]) -> bool:
    """True where a history simply goes on at the end of these exchanges, or tells the last of them again: no other need be looked at."""
    fit = _fit(history, told)
    at, whole = fit.off + fit.run, fit.run == len(history.exchanges)
    again = at == len(told) - 1 and same(told[at].said, history.said)
    return not told or (whole and bool(fit.score or not history.exchanges) and (at == len(told) or again))


def _placed(history: History, told: Sequence[Exchange], branch: str, fit: _Fit) -> Place:
    first = told[0].turn - 1 if told else 0
    if history.exchanges and told and not fit.score:
        return Place(branch, told[-1].turn, known=False)
    at = fit.off + fit.run
    turn = told[at - 1].turn if at else first
    given = history.exchanges[fit.run :]
    if given:
        return Place(branch, turn, given, "branch" if at < len(told) else "new turn")
    if at == len(told):
        return Place(branch, turn)
    return Place(branch, turn, (), "reroll" if same(told[at].said, history.said) else "branch")


def _fit(history: History, told: Sequence[Exchange]) -> _Fit:
    sent = history.exchanges
    if not sent:
        return _fit_of_one_line(history, told)
    best = _Fit(0, 0, 0)
    ends = len(told) - len(sent)
    whole = _halves(sent, told[ends:]) if ends >= 0 else []
    if whole and all(map(all, whole)):
        return _Fit(ends, len(sent), 2 * len(sent))
    if strangers := _strangers(sent, told):
        rest = _fit(History(sent[strangers:], history.said), told)
        if rest.run and rest.off != strangers:
            return _Fit(rest.off - strangers, rest.run + strangers, rest.score)
    for off in _offsets(sent, told):
        halves = _halves(sent, told[off:])
        score = sum(map(sum, halves))
        run = next((n for n, both in enumerate(halves) if not all(both)), len(halves))
        rank = (run > 0, score, off in (ends, ends - 1), off)
        if score >= min(2, len(sent)) and rank > (best.run > 0, best.score, best.off in (ends, ends - 1), best.off):
            best = _Fit(off, run, score)
    return best


def _strangers(sent: Sequence[Exchange], told: Sequence[Exchange]) -> int:
    """How many exchanges stand first that are recorded nowhere, neither what was said nor the reply: a summary of what was left out,
    a greeting with an answer, what was talked of before the story was. None where all are, or none.
    """
    known = {plain(half) for one in told for half in (one.said, one.reply)} - {""}
    halves = ({plain(half) for half in (one.said, unnamed(one.said), one.reply, unnamed(one.reply))} for one in sent)
    return next((before for before, one in enumerate(halves) if known & one), 0)


def _halves(sent: Sequence[Exchange], told: Sequence[Exchange]) -> list[tuple[bool, bool]]:
    """Exchange by exchange, whether the player's words and the reply are the same."""
    return [(same(was.said, one.said), same(was.reply, one.reply, reply=True)) for was, one in zip(told, sent, strict=False)]


def _offsets(sent: Sequence[Exchange], told: Sequence[Exchange]) -> list[int]:
    """Where a history may lie: the likeliest places first, by how many of its halves stand in the record at just that distance."""
    found: dict[str, list[int]] = {}
    for at, one in enumerate(told):
        for text in {plain(one.said), plain(one.reply)} - {""}:
            found.setdefault(text, []).append(at)
    votes: Counter[int] = Counter()
    for at, one in enumerate(sent):
        for text in {plain(half) for half in (one.said, unnamed(one.said), one.reply, unnamed(one.reply))}:
            votes.update(where - at for where in found.get(text, ()) if where >= at)
    return sorted(votes, key=lambda off: (-votes[off], -off))[:MOST_PLACES]


def _fit_of_one_line(history: History, told: Sequence[Exchange]) -> _Fit:
    """Where a history has no whole exchange: it was trimmed, its first line is told again, or it begins in the middle of a story."""
    if history.lead:
        for n in range(len(told) - 1, -1, -1):
            if told[n].reply.strip() and same(told[n].reply, history.lead, reply=True):
                return _Fit(n + 1, 0, 1)
    if told and same(told[-1].said, history.said):
        return _Fit(len(told) - 1, 0, 1)
    # The only turn of a story, said otherwise, is that turn edited; else a new window goes on where the story stands.
    return _Fit(0, 0, 1) if len(told) == 1 else _Fit(len(told), 0, 0)
