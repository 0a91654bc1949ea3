"""The loop: what happens first stands first, and nothing that was put in on purpose passes for the GM's own."""

import pytest

from gm_engine import direction
from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game, Played
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.condition import Effect
from gm_engine.story.event import Event
from tests.packs import LIVERY

ORDER = ("player_spoke", "prompt_assembled", "completion_received", "story_point_reached", "turn_closed")


@pytest.fixture(scope="module")
def game() -> Game:
    return trial(LIVERY, "evening", seed=5, simulation=True)


@pytest.fixture(scope="module")
def searched(game: Game) -> Played:
    """A turn with dice, a new place and so a story point, and a scripted reply that says something."""
    game.play("I look around.")
    game.reply_next("Ortega's hair is black. He shrugs.")
    return game.play("I search the livery with care, and then I walk to the street.")


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def test_a_turns_events_stand_in_the_order_in_which_they_happen(searched: Played) -> None:
    seen = kinds(searched.events)
    places = [seen.index(kind) for kind in ORDER]
    assert places == sorted(places)
    assert seen.index("dice_rolled") < seen.index("prompt_assembled")
    assert seen[-1] == "turn_closed"
    assert seen.count("prompt_assembled") == seen.count("completion_received") == 1


def test_what_the_engine_did_is_lore_before_the_prose_is_read() -> None:
    """A death that a choice brings is established by the rules; a reply that has him walk in later clashes with it."""
    arrival = LIVERY.scenes["arrival"]
    choices = tuple(choice.model_copy(update={"effects": (Effect(verb="kill", target="pete"),)}) for choice in arrival.choices)
    scenes = {**LIVERY.scenes, "arrival": arrival.model_copy(update={"choices": choices})}
    game = trial(LIVERY.model_copy(update={"scenes": scenes}), "evening", seed=5)
    game.play("I look around.")
    game.reply_next("Nobody says a word.")
    played = game.play("/decide truth")
    early = heard(played.events[: kinds(played.events).index("prompt_assembled")])
    assert [(claim.subject, claim.relation, claim.value.text, claim.provenance.voice) for claim in early] == [
        ("pete", "condition", "dead", "engine")
    ]
    game.reply_next("Peter Lund walks in and sits down.")
    [conflict] = game.play("I wait.").conflicts
    assert (conflict.kind, conflict.subject, conflict.fact) == ("life_death", "pete", early_fact(played))


def heard(events: tuple[Event, ...]) -> list[Claim]:
    return [event.claim for event in events if isinstance(event, happened.ClaimHeard)]


def early_fact(played: Played) -> str:
    return next(event.fact.id for event in played.events if isinstance(event, happened.FactEstablished) and event.fact.subject == "pete")


def test_claims_of_an_injected_sentence_are_marked_and_the_others_are_not(game: Game) -> None:
    """Told in several ways, since no reader understands every wording: what it does understand bears the mark."""
    game.reply_next("Marshal Thorne's eyes are blue.")
    game.play("I wait.")
    understood = []
    for _ in range(6):
        game.inject(direction.inject("physical_trait", game.state, game.state.draw(game.state.turn + 1), "thorne", "eyes", "green"))
        played = game.play("I look around.")
        assert played.completion is not None
        [(start, end, kind)] = played.completion.sims
        assert kind == "fault:physical_trait"
        claims = [claim for claim in heard(played.events) if claim.provenance.voice == "narrator"]
        inside = [claim for claim in claims if start <= claim.provenance.span[0] < end]
        assert {claim.sim for claim in inside} <= {"fault"}
        assert {claim.sim for claim in claims if claim not in inside} <= {"none"}
        understood += [(conflict.subject, conflict.relation, conflict.sim) for conflict in played.conflicts if inside]
    assert ("thorne", "eyes", "fault") in understood


def test_the_claims_words_are_the_replys_own(game: Game) -> None:
    for event in (entry.event for entry in game.journal.entries()):
        if isinstance(event, happened.ClaimHeard) and event.claim.provenance.voice == "narrator":
            told = event.claim.provenance
            start, end = told.span
            assert game.state.turns[str(told.turn)].reply[start:end] == told.quote


def test_somebody_new_in_a_declared_detail_is_introduced_before_anything_is_said_of_them() -> None:
    game = trial(LIVERY, "evening", seed=5)
    played = game.play("/declare Jesse Coyle, a freighter, has a scar on his left cheek.")
    introduced = [event.entity.id for event in played.events if isinstance(event, happened.EntityIntroduced)]
    said = [
        event.claim.subject for event in played.events if isinstance(event, happened.ClaimHeard) and event.claim.provenance.source == "chip"
    ]
    assert said
    assert set(said) <= {*introduced, *LIVERY.npcs, *LIVERY.characters}
    game.reply_next("Jesse Coyle waits by the pump.")
    game.play("I look around.")
    assert verify_game(game.journal).notes == []
