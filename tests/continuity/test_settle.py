"""The eleven resolutions: each is an event, each sticks, each leaves the lore as it says."""

from typing import get_args

import pytest

from gm_engine.continuity import reopen, settle, settled_before
from gm_engine.continuity.settle import REPLACES
from gm_engine.errors import GameError
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict, Resolution, Settlement
from tests.continuity.county import Table

NEEDS = {"lie": {"by": "bram"}, "retcon": {"turn": 1}}


def clash() -> tuple[Table, Conflict]:
    """A table with one conflict: grey eyes at minute 10, green at 20."""
    table = Table()
    table.tell("ada eyes grey")
    (conflict,) = table.tell("ada eyes green").conflicts
    return table, conflict


def settled(resolution: Resolution, **how: object) -> Table:
    table, conflict = clash()
    settlement = Settlement(resolution=resolution, **{**NEEDS.get(resolution, {}), **how})
    for event in settle(conflict, settlement, table.state, turn=2):
        fold(table.state, event)
    return table


STANDING = {
    "keep": [("grey", "open")],
    "accept": [("grey", "retired"), ("green", "open")],
    "changed": [("grey", "superseded"), ("green", "open")],
    "lie": [("grey", "open")],
    "rumour": [("grey", "open")],
    "different": [("grey", "open")],
    "precise": [("green", "open")],
    "dream": [("grey", "open")],
    "retcon": [("grey", "retired"), ("green", "open")],
    "mystery": [("grey", "mystery"), ("green", "mystery")],
    "not_a_conflict": [("grey", "open"), ("green", "open")],
}


@pytest.mark.parametrize("resolution", get_args(Resolution))
def test_what_each_resolution_leaves(resolution: Resolution) -> None:
    table = settled(resolution)
    assert [(fact.value.text, fact.status) for fact in table.state.lore.topic("ada", "eyes")] == STANDING[resolution]
    assert table.state.conflicts["2.1"].status == "settled"


@pytest.mark.parametrize("resolution", get_args(Resolution))
def test_a_settled_matter_is_not_raised_again(resolution: Resolution) -> None:
    table = settled(resolution)
    assert table.tell("ada eyes green").conflicts == ()
    assert len(table.tell("ada eyes grey").conflicts) == (1 if resolution in REPLACES else 0)
    assert table.tell("ada eyes grey").conflicts == ()
    assert len(table.tell("ada eyes blue").conflicts) == (0 if resolution == "mystery" else 1)


@pytest.mark.parametrize("resolution", REPLACES)
def test_a_death_that_was_told_and_accepted_is_a_death_by_the_record(resolution: Resolution) -> None:
    table = Table()
    (conflict,) = table.tell("ada condition dead").conflicts
    for event in settle(conflict, Settlement(resolution=resolution, **NEEDS.get(resolution, {})), table.state, turn=1):
        fold(table.state, event)
    assert table.state.condition("ada") == "dead"
    assert not table.state.present("saloon")
    (acting,) = table.tell("ada condition alive; act").conflicts
    assert (acting.kind, acting.subject) == ("life_death", "ada")


def test_a_death_whose_settlement_is_taken_back_is_no_death() -> None:
    table, before = Table(), Table()
    (conflict,) = table.tell("ada condition dead").conflicts
    events = settle(conflict, Settlement(resolution="accept"), table.state, turn=1)
    for event in events:
        fold(table.state, event)
    changed = [event.fact for event in events if isinstance(event, happened.FactEstablished)]
    for event in reopen(table.state.conflicts[conflict.id], changed, before.state, table.state, turn=1):
        fold(table.state, event)
    assert table.state.condition("ada") == "alive"


@pytest.mark.parametrize("resolution", ["keep", "rumour", "dream", "mystery"])
def test_a_death_that_was_told_and_not_accepted_leaves_them_alive(resolution: Resolution) -> None:
    table = Table()
    (conflict,) = table.tell("ada condition dead").conflicts
    for event in settle(conflict, Settlement(resolution=resolution), table.state, turn=1):
        fold(table.state, event)
    assert table.state.condition("ada") == "alive"
    assert table.state.present("saloon") == ("ada",)
    assert table.tell("ada condition alive; act").conflicts == ()


def test_one_who_lives_after_all_lives_by_the_record() -> None:
    table = Table()
    fold(table.state, happened.StateChanged(turn=1, what="condition", key="ada", old="alive", new="dead"))
    table.tell("ada condition dead; engine")
    (conflict,) = table.tell("ada condition alive; act").conflicts
    for event in settle(conflict, Settlement(resolution="accept"), table.state, turn=2):
        fold(table.state, event)
    assert table.state.condition("ada") == "alive"
    assert table.tell("ada condition alive; act").conflicts == ()


def test_changed_moves_the_border() -> None:
    old, new = settled("changed", since=15).state.lore.topic("ada", "eyes")
    assert (old.validity.until, new.validity.since, new.supersedes) == (15, 15, old.id)


def test_a_retcon_holds_as_long_as_the_old_one_did() -> None:
    old, new = settled("retcon").state.lore.topic("ada", "eyes")
    assert new.validity == old.validity


def test_different_makes_another_person() -> None:
    table = settled("different")
    assert [fact.value.text for fact in table.state.lore.topic("ada_of_2_1", "eyes")] == ["green"]
    other = table.state.lore.entity("ada_of_2_1")
    assert other is not None
    assert (other.name, other.introduced) == ("another Ada Pruitt", 2)


def test_settling_can_be_found_again() -> None:
    table = settled("keep", because="a slip")
    conflict = table.state.conflicts["2.1"]
    assert settled_before(conflict.model_copy(update={"id": "9.1", "settlement": None}), table.state.conflicts.values()) == conflict
    assert settled_before(conflict, table.state.conflicts.values()) is None


@pytest.mark.parametrize(
    ("settlement", "message"),
    [
        (Settlement(resolution="lie"), 'conflict 2.1: "lie" needs --by [bad-resolution]\n  Type: gm settle NAME 2.1 lie --by WHO'),
        (
            Settlement(resolution="retcon"),
            'conflict 2.1: "retcon" needs --turn [bad-resolution]\n  Type: gm settle NAME 2.1 retcon --turn TURN',
        ),
        (Settlement(resolution="keep", since=4), 'conflict 2.1: "keep" takes no --since [bad-resolution]\n  Type: gm settle NAME 2.1 keep'),
        (
            Settlement(resolution="dream", by="ada"),
            'conflict 2.1: "dream" takes no --by [bad-resolution]\n  Type: gm settle NAME 2.1 dream',
        ),
        (
            Settlement(resolution="retcon", turn=40),
            "conflict 2.1: turn 40 has not been played; the last is turn 2 [bad-resolution]\n  Type: gm settle NAME 2.1 retcon --turn 2",
        ),
        (
            Settlement(resolution="retcon", turn=-1),
            "conflict 2.1: turn -1 has not been played; the last is turn 2 [bad-resolution]\n  Type: gm settle NAME 2.1 retcon --turn 2",
        ),
    ],
)
def test_a_resolution_that_lacks_something_says_what_to_type(settlement: Settlement, message: str) -> None:
    table, conflict = clash()
    with pytest.raises(GameError) as error:
        settle(conflict, settlement, table.state, turn=2)
    assert str(error.value) == message


def test_a_settled_conflict_is_not_settled_twice() -> None:
    table = settled("keep")
    with pytest.raises(GameError, match='it is settled already: "keep", and not "accept"'):
        settle(table.state.conflicts["2.1"], Settlement(resolution="accept"), table.state, turn=3)
    with pytest.raises(GameError, match='it is settled already: "keep" '):
        settle(table.state.conflicts["2.1"], Settlement(resolution="keep"), table.state, turn=3)


def test_a_clash_with_the_record_can_be_settled() -> None:
    table = Table()
    (conflict,) = table.tell("cal money 4000 cent").conflicts
    events = settle(conflict, Settlement(resolution="accept"), table.state, turn=1)
    assert [type(event) for event in events] == [happened.ConflictSettled, happened.FactEstablished]
