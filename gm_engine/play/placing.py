"""Finds where a front-end's history stands in what is recorded.

Front-ends trim old messages, clip the middle, delete, edit and reroll; what is recorded stays as it was told.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gm_engine.journal import Journal
from gm_engine.play.aligning import Fit, fitted
from gm_engine.play.same_words import Exchange, same
from gm_engine.story.event import PlayerSpoke
from gm_engine.story.turn import Turn

Did = Literal["new turn", "reroll", "branch", "told again"]


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
    ``known`` is False where the history and the record have nothing in common. ``changed`` are exchanges that read otherwise than the turn
    of that number does, though what comes after them is as it was told. ``reworded`` of its replies are on record in other words.
    """

    branch: str
    turn: int
    given: tuple[Exchange, ...] = ()
    did: Did = "new turn"
    known: bool = True
    changed: tuple[tuple[int, Exchange], ...] = ()
    reworded: int = 0


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


def place(history: History, lines: Mapping[str, Sequence[Exchange]], current: str) -> Place:
    """Where a history stands. ``lines`` are the exchanges by branch; branches are asked in order, the current one first.

    A history that shares nothing with a story that has begun goes on at its end, and what it brings along is not recorded.
    """
    best: tuple[tuple[int, int, int, int], str, Fit] | None = None
    for branch in (current, *(name for name in lines if name != current)):
        told = lines[branch]
        fit = _fit(history, told)
        again = fit.whole and fit.at < len(told) and same(told[fit.at].said, history.said)
        fits = 2 if (branch == current and again) or (fit.whole and fit.at == len(told)) else int(again)
        rank = (fit.full, fit.score, fits, int(branch == current))
        if best is None or rank > best[0]:
            best = (rank, branch, fit)
        if branch == current and _clear(fit) and (fit.at == len(told) or (again and fit.at == len(told) - 1)):
            break
    assert best is not None
    return _placed(history, lines[best[1]], best[1], best[2])


def goes_on(history: History, told: Sequence[Exchange]) -> bool:
    """True where a history simply goes on at the end of these exchanges, or tells the last of them again: no other need be looked at."""
    fit = _fit(history, told)
    again = fit.at == len(told) - 1 and same(told[fit.at].said, history.said)
    return not told or ((_clear(fit) or not history.exchanges) and (fit.at == len(told) or again))


def _clear(fit: Fit) -> bool:
    """True where nothing in a history reads otherwise than on record."""
    return fit.whole and bool(fit.score) and not fit.changed and not fit.reworded


def _placed(history: History, told: Sequence[Exchange], branch: str, fit: Fit) -> Place:
    if history.exchanges and told and not fit.score:
        return Place(branch, told[-1].turn, known=False)
    at = fit.at
    turn = told[at - 1].turn if at else told[0].turn - 1 if told else 0
    changed = tuple((told[at].turn, one) for at, one in fit.changed)
    if fit.given:
        return Place(branch, turn, fit.given, "branch" if at < len(told) else "new turn", changed=changed)
    if at == len(told):
        return Place(branch, turn, changed=changed, reworded=fit.reworded)
    did: Did = "reroll" if same(told[at].said, history.said) else "branch"
    return Place(branch, turn, (), did, changed=changed, reworded=fit.reworded)


def _fit(history: History, told: Sequence[Exchange]) -> Fit:
    return fitted(history.exchanges, told) if history.exchanges else _fit_of_one_line(history, told)


def _fit_of_one_line(history: History, told: Sequence[Exchange]) -> Fit:
    """Where a history has no whole exchange: it was trimmed, its first line is told again, or it begins in the middle of a story."""
    if history.lead:
        for n in range(len(told) - 1, -1, -1):
            if told[n].reply.strip() and same(told[n].reply, history.lead, reply=True):
                return Fit(n + 1, score=1)
    if told and same(told[-1].said, history.said):
        return Fit(len(told) - 1, score=1)
    # The only turn of a story, said otherwise, is that turn edited; else a new window goes on where the story stands.
    return Fit(0, score=1) if len(told) == 1 else Fit(len(told))
