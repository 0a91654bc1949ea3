"""What ``gm why --not`` promises is true: every change that it names is made, and brings the thing in."""

from collections.abc import Iterator

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.context import WhyNot, why
from gm_engine.context.explain import NOTHING_HELPS, whole_prompt
from gm_engine.errors import GameError
from gm_engine.play.game import Game
from gm_engine.play.what_if import Moment
from gm_engine.story.budget import Budget

PACK = load_pack(find_pack("redemption"))
LINES = ("I greet whoever is here.", "I search the place.", "I look around.")
LAST = len(LINES)


def played(budget: Budget | None = None) -> Game:
    game = trial(PACK, "evening", seed=7, **({"budget": budget} if budget else {}))
    for line in LINES:
        game.play(line)
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


@pytest.fixture(scope="module")
def tight() -> Game:
    return played(Budget(total=2000, reply=300))


def left(game: Game, why_: str, most: int = 2) -> Iterator[str]:
    ids = [left.id for left in game.prompt_of(LAST).left_out if left.why == why_]
    yield from ids[:: max(1, len(ids) // most)][:most]


def is_in(game: Game, reason: WhyNot) -> bool:
    return why(game.prompt_of(game.state.turn), reason.id) is not None


def test_what_the_player_would_have_had_to_say_brings_it_in(game: Game) -> None:
    tried = [f"lore:{id}" for id, entry in PACK.lore.items() if entry.visibility == "table"][:5]
    reasons = [game.why_not(LAST, id) for id in tried]
    said = [(reason, change) for reason in reasons for change in reason.changes if change.kind == "said"]
    assert len(said) >= 2
    for reason, change in said[:2]:
        again = played()
        again.undo()
        again.play(f"{LINES[-1]} {change.value}")
        assert is_in(again, reason), (reason.id, change.words)


def test_the_budget_that_is_named_is_enough_and_the_smallest(tight: Game) -> None:
    ids = list(left(tight, "over budget"))
    assert ids
    for id in ids:
        reason = tight.why_not(LAST, id)
        budget = next(int(change.value) for change in reason.changes if change.kind == "budget")
        moment = Moment(tight.journal, tight.tools, LAST)
        assert why(moment.assembled(budget=budget), reason.id), reason.change
        assert not why(moment.assembled(budget=budget - 1), reason.id), reason.change
        assert why(tight.prompt_of(LAST), reason.id) is None


def test_the_floor_that_is_named_lets_it_in(game: Game) -> None:
    tried = 0
    for id in left(game, "below the floor", 3):
        reason = game.why_not(LAST, id)
        for change in reason.changes:
            if change.kind == "floor":
                tried += 1
                assert int(change.value) == reason.score < game.tools.memory.weights.floor
                assert why(Moment(game.journal, game.tools, LAST).assembled(floor=int(change.value)), id)
    assert tried


def test_a_prompt_assembled_again_is_the_prompt_that_was_sent(game: Game) -> None:
    for turn in range(1, LAST + 1):
        assert Moment(game.journal, game.tools, turn).assembled() == game.prompt_of(turn)


def test_the_parts_of_every_score_sum_to_it(game: Game) -> None:
    for turn in range(1, LAST + 1):
        for reason in whole_prompt(game.prompt_of(turn)):
            assert reason.element.score == sum(reason.element.reasons.values())


def test_what_is_hidden_would_have_to_be_told_and_then_it_would_be_there(game: Game) -> None:
    hidden = [id for id, entry in PACK.lore.items() if entry.visibility == "gm"][:4]
    reasons = [game.why_not(LAST, f"lore:{id}") for id in hidden]
    assert {reason.cause for reason in reasons} <= {"hidden"}
    for reason in reasons:
        told = [change for change in reason.changes if change.kind == "tell"]
        assert bool(told) == (reason.change != NOTHING_HELPS)
        if told:
            moment = Moment(game.journal, game.tools, LAST)
            assert why(moment.assembled(state=moment.opened(reason.id)), reason.id)


def test_what_was_told_later_is_said_to_be_later(game: Game) -> None:
    reason = game.why_not(LAST - 1, f"turn:{LAST}")
    assert (reason.cause, reason.why) == ("not yet", f"it was told only later, in turn {LAST}")


def test_what_was_told_on_another_branch_is_named_with_the_branch() -> None:
    with trial(PACK, "forked", seed=7) as game:
        game.play("I look around.")
        game.branch("other")
        game.play("I sing the ballad of the purple kangaroo.")
        game.switch("main")
        game.play("I wait.")
        reason = game.why_not(2, "the ballad of the purple kangaroo")
        assert (reason.cause, reason.change) == ("elsewhere", 'Go on along that branch: gm switch NAME "other"')
        game.switch("other")
        game.play("I hum.")
        assert game.why_not(3, "the ballad of the purple kangaroo").cause == "there"


def test_what_was_undone_is_said_to_be_taken_back() -> None:
    with trial(PACK, "undone", seed=7) as game:
        game.play("I look around.")
        game.play("I sing the ballad of the purple kangaroo.")
        game.undo()
        game.play("I wait.")
        reason = game.why_not(2, "the ballad of the purple kangaroo")
        assert (reason.cause, reason.changes) == ("elsewhere", ())


def test_a_turn_that_is_not_there_has_no_reasons(game: Game) -> None:
    with pytest.raises(GameError, match="has no prompt"):
        game.why_not(99, "anything")


def test_asking_why_changes_nothing(game: Game) -> None:
    digest, entries = game.state.digest, len(list(game.journal.entries()))
    game.why_not(LAST, "lore:lamp")
    assert (game.state.digest, len(list(game.journal.entries()))) == (digest, entries)
