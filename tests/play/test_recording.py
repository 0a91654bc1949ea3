"""One evening, recorded: a decision and what was refused, what it brought, a promise kept, a debt repaid, a friend made."""

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.play.game import Game
from gm_engine.state import rebuild
from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from tests.packs import LIVERY

LINES = (
    "I look around.",
    "/decide wait",
    "I promise Ortega to bring the wagon home.",
    "I walk to the street.",
    "I walk to the livery.",
    "I keep my promise to Ortega.",
    "I borrow 2 dollars from Ortega.",
    "I repay Ortega.",
    "I sleep 24 hours.",
)
RICH = LIVERY.model_copy(update={"npcs": {**LIVERY.npcs, "ortega": LIVERY.npcs["ortega"].model_copy(update={"money": 900})}})


@pytest.fixture(scope="module")
def game() -> Game:
    game = trial(RICH, "evening", seed=5)
    for line in LINES:
        game.play(line)
    return game


def owed(game: Game, kind: str) -> Consequence:
    [found] = [one for one in game.state.consequences.values() if one.kind == kind]
    return found


def linked(game: Game, node: str) -> set[tuple[str, str]]:
    return {(relation, other) for _, other, relation in game.state.lore.graph.out_edges(node, keys=True)}


def test_a_decision_says_what_was_chosen_what_was_refused_and_why_it_mattered(game: Game) -> None:
    [made] = [decision for decision in game.state.decisions.values() if decision.taken]
    assert (made.id, made.taken, made.choice) == ("arrival", "wait", "say that it will come")
    assert [option.text for option in made.refused] == ["tell him that it is late"]
    assert made.because == "It bought a day."
    assert (made.turn, made.scene, made.place, made.participants) == (2, game.state.turns["2"].scene, "livery", ("cal", "ortega"))
    assert made.minute == game.state.turns["2"].minute
    [brought] = made.consequences
    assert {
        ("participants", "ortega"),
        ("told_in", "turn 2"),
        ("in_scene", f"scene {made.scene}"),
        ("caused", f"consequence {brought}"),
    } <= linked(game, "decision arrival")


def test_what_it_brought_waited_for_its_day_and_came(game: Game) -> None:
    came = owed(game, "consequence")
    assert (came.cause, came.turn, came.text) == ("arrival", 2, "Ortega has waited long enough.")
    assert came.due == came.minute + 1440
    assert (came.paid, came.outcome) == (9, "came")
    assert game.state.minute >= came.due
    assert {("paid_in", "turn 9"), ("told_in", "turn 2"), ("follows", "decision arrival")} <= linked(game, f"consequence {came.id}")


def test_a_promise_was_made_and_kept(game: Game) -> None:
    promise = owed(game, "promise")
    assert (promise.debtor, promise.creditor, promise.text) == ("cal", "ortega", "to bring the wagon home")
    assert (promise.turn, promise.paid, promise.outcome) == (3, 6, "kept")
    assert {("owes", "cal"), ("owed_to", "ortega"), ("paid_in", "turn 6")} <= linked(game, f"consequence {promise.id}")


def test_a_debt_was_made_and_repaid_to_the_cent(game: Game) -> None:
    debt = owed(game, "debt")
    assert (debt.amount, debt.turn, debt.paid, debt.outcome) == (200, 7, 8, "paid")
    assert (game.state.purse("cal"), game.state.purse("ortega")) == (2350, 900)


def test_a_relation_changed_and_both_of_them_are_in_it(game: Game) -> None:
    changes = [
        entry.event
        for entry in game.journal.entries()
        if isinstance(entry.event, happened.StateChanged) and entry.event.what == "attitude" and entry.event.key == "ortega"
    ]
    assert [(change.turn, change.old, change.new) for change in changes] == [(6, 1, 2)]
    assert changes[0].cause == f"kept:{owed(game, 'promise').id}"
    assert "relation ortega" in game.state.lore.records("ortega")
    friend = next(point for point in game.state.story_points.values() if point.title == "Luis Ortega is now a friend")
    assert friend.participants == ("cal", "ortega")


def test_every_record_has_its_turn_scene_time_and_people_and_is_joined_to_them(game: Game) -> None:
    state, graph = game.state, game.state.lore.graph
    records = [(f"decision {one.id}", one) for one in state.decisions.values()]
    records += [(f"consequence {one.id}", one) for one in state.consequences.values()]
    records += [(f"story_point {one.id}", one) for one in state.story_points.values()]
    assert len(records) >= 10
    for node, record in records:
        assert record.participants, node
        assert record.scene in {scene.removeprefix("scene ") for scene in graph.nodes}, node
        assert 0 <= record.minute <= state.minute
        assert {("told_in", f"turn {record.turn}"), ("in_scene", f"scene {record.scene}")} <= linked(game, node)
        assert {("participants", person) for person in record.participants} <= linked(game, node)
        for person in record.participants:
            assert node in state.lore.records(person)
            assert graph.has_edge(node, person, "participants")


def test_from_the_decision_to_what_it_brought_is_one_step(game: Game) -> None:
    came = owed(game, "consequence")
    assert game.state.lore.graph.has_edge("decision arrival", f"consequence {came.id}", "caused")


def test_the_ties_of_a_played_evening_are_those_of_a_rebuild(game: Game) -> None:
    """Who promised, who owed, who was there with whom: kept up in play as a rebuild has it."""
    ties = game.state.lore.web.ties()
    assert {"promise", "owing", "together", "was_at"} <= {tie.relation for tie in ties}
    assert rebuild(entry.event for entry in game.journal.entries()).lore.web.ties() == ties


def test_story_points_follow_one_another_back_to_the_first(game: Game) -> None:
    points = dict(game.state.story_points.items())
    first = next(iter(points))
    for id in points:
        steps = 0
        while points[id].follows and steps < len(points):
            id, steps = points[id].follows[0], steps + 1
        assert id == first


def test_the_evening_verifies(game: Game) -> None:
    assert verify_game(game.journal).turns == len(LINES)


def test_what_was_not_promised_cannot_be_kept(game: Game) -> None:
    before = game.state.attitude("ortega")
    game.play("I keep my promise to Ortega.")
    assert [one.kind for one in game.state.owed()] == []
    assert game.state.attitude("ortega") == before
    game.undo()
