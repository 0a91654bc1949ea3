"""Campaigns of one world: what a new one knows of those before it, and what it never learns."""

from pathlib import Path

import pytest

from gm_engine.bootstrap import begin_saved, resume_game, verify_game
from gm_engine.bootstrap.worlds import memoirs_of
from gm_engine.context.record_lines import element
from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.play.game import Game
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.pack import LoreEntry, Pack
from tests.memory.tale import PACK, Tale
from tests.packs import LIVERY

SHARED = LIVERY.model_copy(update={"shares": "the_basin"})
OPEN = LoreEntry(id="flood", text="The flood of 1871 took the old bridge.", about=("ortega",), importance=4)


def first(store: Store, pack: Pack = SHARED) -> None:
    """A campaign is played, and leaves a decision and some lore behind."""
    pack = pack.model_copy(update={"id": "first", "title": "The First Evening", "lore": {**pack.lore, "flood": OPEN}})
    game = begin_saved(store, pack, "first", seed=5)
    game.play("I look around.")
    game.play("/decide wait")
    assert any(made.taken for made in game.state.decisions.values())
    game.close()


def second(store: Store, pack: Pack = SHARED) -> Game:
    return begin_saved(store, pack.model_copy(update={"id": "second"}), "second", seed=6)


def test_a_new_campaign_begins_with_what_its_world_remembers(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first(store)
    game = second(store)
    kinds = [memoir.kind for memoir in game.state.elsewhere.values()]
    assert {"decision", "lore"} <= set(kinds)
    [flood] = [id for id, _ in game.tools.memory.found_records(stems("the flood and the bridge"), 1)]
    found = element(flood, game.state, game.tools.memory)
    assert found is not None
    assert found.text == 'From another campaign in this world ("The First Evening"): The flood of 1871 took the old bridge.'
    assert (found.id, found.about) == ("elsewhere:first/lore:flood", ("ortega",))
    game.play("I ask Ortega about the flood and the old bridge.")
    assert any("The flood of 1871" in section.text for section in game.prompt_of(1).prompt.sections)
    game.close()
    store.close()


def test_the_journal_needs_no_other_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first(store)
    game = second(store)
    game.play("I ask Ortega about the flood and the old bridge.")
    known = dict(game.state.elsewhere.items())
    game.close()
    store.delete("first")
    journal = store.open("second")
    again = resume_game(journal)
    assert dict(again.state.elsewhere.items()) == known
    assert Memory.of(again.state).record("elsewhere:first/lore:flood")
    assert verify_game(journal).turns == 1
    again.undo()
    assert dict(again.state.elsewhere.items()) == known
    again.close()
    store.close()


@pytest.mark.parametrize(("one", "other"), [("", ""), ("the_basin", ""), ("", "the_basin"), ("the_basin", "the_flats")])
def test_nothing_is_shared_unless_both_packs_name_the_world(one: str, other: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    first(store, LIVERY.model_copy(update={"shares": one}))
    game = second(store, LIVERY.model_copy(update={"shares": other}))
    assert not len(game.state.elsewhere)
    assert not any(isinstance(entry.event, happened.WorldRemembered) for entry in game.journal.entries())
    game.close()
    store.close()


def told_elsewhere() -> Tale:
    """A story in which a truth came out, somebody died, and a few things were decided and promised."""
    tale = Tale()
    tale.play("I wait.", "Nothing stirs.")
    tale.mark("p1.1", "Pete Lund died", significance="milestone", participants=("thorne",))
    tale.mark("p1.2", "The truth came out: She dealt faro in Leadville", kind="revelation", significance="milestone")
    tale.mark("p1.3", "Met Luis Ortega", significance="character")
    tale.mark("p1.4", "Faro Tess went down", significance="major")
    tale.decide("d1", "Well?", "spare him", "shoot him", weight="critical", participants=("ortega",))
    tale.decide("d2", "And then?", "tell of the faro she dealt in Leadville", "keep silent")
    tale.owe("c1", "two brothers come", kind="consequence")
    return tale


def test_nothing_that_is_secret_in_either_is_left_behind() -> None:
    tale = told_elsewhere()
    tale.change("secret", "boone_past", "revealed")
    told = [memoir.text for memoir in memoirs_of(tale.state, PACK)]
    assert "Pete Lund died." in told
    assert "Calloway Reed chose to spare him, and did not shoot him." in told
    assert not [text for text in told if "faro" in text.lower() or "brothers" in text or "Ortega" in text]


def test_the_campaign_and_the_day_it_comes_from_are_told() -> None:
    [died] = [memoir for memoir in memoirs_of(told_elsewhere().state, PACK) if memoir.text == "Pete Lund died."]
    assert (died.id, died.title, died.when, died.about) == (
        "mesa/story_point:p1.1", "The Red Mesa Payroll", "Tuesday, May 7, 1878", ("thorne",)
    )  # fmt: skip


def test_words_that_were_taken_out_are_not_left_behind() -> None:
    tale = Tale()
    tale.play("I wait.", "Nothing stirs.")
    tale.mark("p1.1", "", significance="milestone")
    tale.decide("d1", "", "", "")
    assert not [memoir for memoir in memoirs_of(tale.state, PACK) if memoir.kind != "lore"]
