"""Labelled moments of our own plays: what a good reply needs, and what was in the budget. For tests and ``scripts/fit_weights``."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

from gm_engine import bootstrap, direction
from gm_engine.context.fit import Fitted, fit, section_of
from gm_engine.context.focus import Focus, focus_on
from gm_engine.context.gather import Gathering, must_keep
from gm_engine.context.salience import Found, scored
from gm_engine.memory import Weights
from gm_engine.play.game import Game, Played
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.context_element import ContextElement
from gm_engine.testing import run_play
from gm_engine.testing.play_runner import Nobody

ROOT = Path(__file__).resolve().parents[2]
MOMENTS = sorted((Path(__file__).parent / "moments").glob("*.yaml"))
BUDGETS = (600, 1200)
"""Tokens of knowledge for which the share of must-haves is measured."""


@dataclass(frozen=True)
class Moment:
    """The player's words after a turn of a play, and the elements that a good reply needs: of each group, any one will do."""

    play: str
    after: int
    said: str
    must: tuple[frozenset[str], ...]
    must_not: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Case:
    """A moment with everything that was thought of: each element with what its score rests on beside itself."""

    moment: Moment
    focus: Focus
    weights: Weights
    thought_of: tuple[tuple[ContextElement, Found], ...] = field(repr=False)

    def ranked(self, weights: Weights | None = None) -> list[ContextElement]:
        """The elements scored by these weights (those of the play, unless others are named)."""
        by = weights or self.weights
        return must_keep([scored(made, self.focus, by, found) for made, found in self.thought_of], by)

    def fitted(self, tokens: int, weights: Weights | None = None) -> Fitted:
        """What goes into so many tokens of knowledge. The conversation and what is pinned stand beside them."""
        ranked = [made for made in self.ranked(weights) if section_of(made) != "history"]
        pinned = fit([made for made in ranked if made.pinned], Budget(total=100_000, reply=0, shares={"knowledge": 100}))
        room = Budget(total=tokens + pinned.tokens, reply=0, shares={"knowledge": 100})
        return fit(ranked, room, said=self.moment.said, floor=(weights or self.weights).floor)

    def had(self, tokens: int, weights: Weights | None = None) -> tuple[float, int]:
        """The share of what must be in that is in, and how many of what must not be in are."""
        fitted = self.fitted(tokens, weights)
        inside = {made.id for made in fitted.elements} | self.told
        inside |= {left.id for left in fitted.left_out if left.why.startswith("told already")}
        must = self.moment.must
        return sum(bool(group & inside) for group in must) / len(must), len(self.moment.must_not & inside)

    @property
    def told(self) -> set[str]:
        """The turns that stand in the conversation anyway."""
        return {f"turn:{made.turns[0]}" for made, _ in self.thought_of if section_of(made) == "history"}


def moments(path: Path) -> tuple[str, tuple[Moment, ...]]:
    """The play of a file of moments, and the moments, in the order of their turns."""
    given = YAML(typ="safe").load(path)
    found = [
        Moment(
            play=path.stem,
            after=one["after"],
            said=one["said"],
            must=tuple(frozenset(part.strip() for part in group.split("|")) for group in one["must"]),
            must_not=frozenset(one.get("must_not", ())),
        )
        for one in given["moments"]
    ]
    return given["play"], tuple(sorted(found, key=lambda moment: moment.after))


class Watching(Nobody):
    """Listens to a play, and after each turn thinks of its moments as if the player went on with their words."""

    def __init__(self, game: Game, wanted: Iterable[Moment]) -> None:
        self.game, self.wanted = game, tuple(wanted)
        self.cases: list[Case] = []

    def played(self, played: Played, *, scripted: bool) -> None:
        for moment in self.wanted:
            if moment.after == played.turn.number:
                self.cases.append(think(self.game, moment))


def think(game: Game, moment: Moment) -> Case:
    """What comes to mind at a moment. The play goes on as if it had not been: its next turn takes the same number."""
    state, memory = game.state, game.tools.memory
    interests, turn = memory.interests, state.turn
    memory.interests = deepcopy(interests)
    intents = direction.read(moment.said, state)
    spoke = happened.PlayerSpoke(turn=turn + 1, said=moment.said, intents=intents)
    fold(state, spoke)
    memory.apply(spoke)
    focus = focus_on(moment.said, intents, (), state, memory)
    case = Case(moment, focus, memory.weights, tuple(Gathering(focus, state, memory).thought_of()))
    memory.interests = interests
    state.turn = turn
    return case


def cases(path: Path, change: Callable[[Weights], Weights] = lambda weights: weights) -> tuple[Case, ...]:
    """Plays the play of a file of moments, and gives what comes to mind at each of them."""
    play, wanted = moments(path)
    script = bootstrap.find_play(ROOT / play)
    pack, at = bootstrap.pack_for_play(script)
    game = bootstrap.trial(pack, path.stem, pack_path=at, seed=script.seed)
    game.tools.memory.weights = change(game.tools.memory.weights)
    watching = Watching(game, wanted)
    run_play(script, game, watching)
    return tuple(watching.cases)
