"""The opening: the pack on record, its people introduced, its canon and its lore texts known, the first evening begun."""

import pytest

from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.pack import LoreEntry
from tests.packs import LIVERY


@pytest.fixture(scope="module")
def game() -> Game:
    return trial(LIVERY, "evening", seed=5)


@pytest.fixture(scope="module")
def events(game: Game) -> list[Event]:
    return [entry.event for entry in game.journal.entries()]


def test_everybody_and_everything_of_the_pack_can_be_spoken_of(game: Game) -> None:
    known = {entity.id: entity for entity in game.state.lore.entities()}
    assert {*LIVERY.characters, *LIVERY.npcs, *LIVERY.locations} <= known.keys()
    assert (known["ortega"].kind, known["ortega"].name, known["ortega"].pronouns) == ("character", "Luis Ortega", "he")
    assert (known["ford"].kind, known["ford"].introduced) == ("place", 0)


def test_the_story_the_pack_and_the_rules_come_before_anything_is_said(events: list[Event]) -> None:
    assert [event.kind for event in events[:2]] == ["story_opened", "pack_opened"]
    kinds = [event.kind for event in events]
    last_rule = max(n for n, kind in enumerate(kinds) if kind in ("relation_declared", "rule_declared"))
    assert last_rule < kinds.index("entity_introduced") < kinds.index("claim_heard") < kinds.index("session_opened")
    assert {event.turn for event in events} == {0}


def test_what_the_pack_says_of_people_is_canon_with_its_place_in_the_files(game: Game) -> None:
    [eyes] = game.state.lore.facts("thorne", "eyes")
    assert (eyes.value.text, eyes.told_by[0].voice, eyes.told_by[0].source) == ("blue", "author", "pack")
    assert "thorne" in (eyes.told_by[0].where or "")


def test_the_lore_texts_are_read_with_the_sentence_kept(game: Game) -> None:
    told = [telling for fact in game.state.lore.facts(status=None) for telling in fact.told_by if (telling.where or "").startswith("lore.")]
    assert told
    for telling in told:
        entry = LIVERY.lore[str(telling.where).removeprefix("lore.")]
        assert entry.text[telling.span[0] : telling.span[1]] == telling.quote


def test_lore_that_the_table_may_not_know_or_that_is_only_believed_is_not_read() -> None:
    lore = {
        "hidden": LoreEntry(id="hidden", text="Luis Ortega has a limp in his left leg.", visibility="gm"),
        "belief": LoreEntry(id="belief", text="Elias Thorne has a scar on his right cheek.", canon="legend"),
    }
    state = trial(LIVERY.model_copy(update={"lore": lore}), "evening", seed=5).state
    assert state.lore.facts("ortega", "limp", status=None) == ()
    assert state.lore.facts("thorne", "scar", status=None) == ()


def test_each_evening_deals_the_chips_anew(game: Game) -> None:
    full = game.state.chips[game.state.pc]
    assert full > 0
    game.play("/declare The pump is red.")
    assert game.state.chips[game.state.pc] == full - 1
    assert game.open_session() == 2
    assert game.state.chips[game.state.pc] == full


def test_what_later_code_cannot_be_asked_for_is_on_record(events: list[Event]) -> None:
    opened = events[0]
    assert isinstance(opened, happened.StoryOpened)
    assert set(opened.versions) >= {"gm_engine", "gm", "reader"}
    assert all(text.strip() for text in opened.templates.values())
    assert "budget" in opened.weights
