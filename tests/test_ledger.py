"""Prose against ledger, a small part of it: benchmarks/ledger.py plays the whole."""

from collections import Counter

import pytest

from benchmarks.ledger import CAMPAIGNS, evening
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.play.played import Played
from gm_engine.story.event import StateChanged
from tests.ledger import Ledger, spans_in, sums_in
from tests.packs import LIVERY


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_is_told_is_booked_and_what_is_booked_is_told(campaign: str) -> None:
    said: Counter[str] = Counter()
    assert [str(one) for *_, one in evening(campaign, 41, 24, said)] == []
    assert len(said) > 6


@pytest.fixture
def game() -> Game:
    return trial(LIVERY, "evening", seed=5)


def kinds(played: Played, game: Game, reply: str = "") -> set[str]:
    """What differs where the reply had been another one."""
    events = tuple(
        event.model_copy(update={"completion": event.completion.model_copy(update={"text": reply, "claims": (), "authored": ()})})
        if event.kind == "completion_received" and reply
        else event
        for event in played.events
    )
    turn = played.turn.model_copy(update={"reply": reply or played.turn.reply})
    return {one.kind for one in Ledger(Played(turn, events), game.state).differences()}


def test_the_checker_hears_a_wrong_sum_and_a_sum_that_is_not_told(game: Game) -> None:
    played = game.play("I give Ortega 2 dollars.")
    assert any(isinstance(event, StateChanged) and event.what == "money" for event in played.events)
    assert kinds(played, game) == set()
    assert kinds(played, game, "Ortega takes seven dollars.") == {"sum", "money untold"}
    assert kinds(played, game, "Ortega nods.") == {"money untold"}


def test_the_checker_hears_strangers_ids_hours_wounds_and_the_dead(game: Game) -> None:
    played = game.play("I look around.")
    assert kinds(played, game, "It is quiet, and then Barnaby nods.") == {"name"}
    assert kinds(played, game, "Somebody has moved the brass_key.") == {"id"}
    assert kinds(played, game, "It takes nineteen hours to see all of it.") == {"time"}
    assert kinds(played, game, "The ball takes you in the left leg.") == {"wound"}
    assert kinds(played, game, "Luis Ortega is dead.") == {"death"}


def test_sums_and_spans_are_read_from_words_and_figures(game: Game) -> None:
    currency = game.state.pack.currency
    assert list(sums_in("Two dollars and fifty cents, then $1,200.50, then half a dollar or ten cents.", currency)) == [250, 50, 10, 120050]
    assert list(spans_in("It takes an hour and a half, or two days, and is over one day.")) == [90, 2880]


def test_the_checker_hears_a_game_that_is_told_the_other_way_round_and_a_claim_that_nothing_bears() -> None:
    moved: set[bool] = set()
    for seed in range(1, 12):
        game = trial(LIVERY, "evening", seed=seed)
        played = game.play("I play cards for 2 dollars.")
        purse = [
            event for event in played.events if isinstance(event, StateChanged) and event.what == "money" and event.key == game.state.pc
        ]
        if not purse or not kinds(played, game).isdisjoint({"cards"}):
            continue
        won = int(purse[-1].new or 0) > int(purse[-1].old or 0)
        moved.add(won)
        turned = "You lose two dollars." if won else "You win two dollars."
        assert "cards" in kinds(played, game, turned)
    assert moved == {True, False}


def test_the_checker_hears_false_claims_and_quotes_that_are_not_there(game: Game) -> None:
    played = game.play("I look around.")
    ledger = Ledger(played, game.state)
    completions = [trial(LIVERY, "evening", seed=seed).play("I look around.").completion for seed in range(4)]
    claim = next(claim for completion in completions if completion for claim in completion.claims or ())
    wrong = claim.model_copy(
        update={"subject": "ortega", "relation": "condition", "value": claim.value.model_copy(update={"text": "dead"})}
    )
    ledger.claims = (wrong,)
    found = {one.kind for one in ledger.unborne()}
    assert "claim" in found
    ledger.claims = (claim.model_copy(update={"provenance": claim.provenance.model_copy(update={"quote": "Nobody said this."})}),)
    assert "span" in {one.kind for one in ledger.unborne()}
