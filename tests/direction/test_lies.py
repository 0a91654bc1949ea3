"""Lies: a false thing said by somebody who knows better, kept as testimony and never as canon."""

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import trial
from gm_engine.chance import Draws
from gm_engine.direction.lies import falsehood, names_in
from gm_engine.play.game import Game
from gm_engine.shipped import shipped
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement


def redemption() -> Game:
    return trial(load_pack(shipped("campaigns") / "redemption"), "lies", seed=1)


def lie_about(game: Game, topic: str, turn: int = 1) -> Statement:
    lie = falsehood(game.state, "oakes", topic, Draws(game.state.draw(turn), "lie"))
    assert lie is not None
    return lie


def test_a_lie_is_false_and_made_of_what_the_table_may_know() -> None:
    game = redemption()
    for turn in range(1, 12):
        lie = lie_about(game, "tolliver", turn)
        told = [fact for fact in game.state.lore.topic(lie.subject, lie.relation) if fact.audience == "table"]
        assert told or lie.relation == "at"
        assert lie.value not in [fact.value for fact in told]


def test_nobody_lies_of_a_secret_or_of_themselves() -> None:
    state = redemption().state
    assert falsehood(state, "oakes", "who_fired", Draws(state.draw(1), "lie")) is None
    assert falsehood(state, "oakes", "oakes", Draws(state.draw(1), "lie")) is None
    assert falsehood(state, "oakes", "", Draws(state.draw(1), "lie")) is None


def test_a_lie_is_kept_as_testimony_and_the_truth_is_no_conflict_with_it() -> None:
    game = redemption()
    lie = next(lie for turn in range(1, 30) if (lie := lie_about(game, "tolliver", turn)).relation == "works_for")
    before = game.state.lore.topic("tolliver", "works_for")
    slots = {"target_name": "Ben Oakes", **names_in(lie, game.state)}
    game.inject(Beat(kind="lie", target="oakes", statement=lie, slots=slots))
    told = game.play("I look around.")
    assert " works for " in told.turn.reply
    (claim,) = [claim for claim in game.state.lore.heard("tolliver") if claim.value.entity == lie.value.entity]
    assert (claim.holder, claim.modality, claim.provenance.voice) == ("oakes", "speech", "character")
    assert not told.conflicts
    assert game.state.lore.topic("tolliver", "works_for") == before
    game.reply_next("Isom Tolliver works for Hollis Cade.")
    assert not game.play("I look around.").conflicts
