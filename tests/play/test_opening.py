"""The opening: the pack on record, its people introduced, its canon and its lore texts known, the first evening begun."""

from contextlib import closing
from pathlib import Path

import pytest

from gm_engine.bootstrap import begin_saved, next_opening, trial, verify_game
from gm_engine.errors import UnknownName
from gm_engine.play.game import Game
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.condition import Effect
from gm_engine.story.event import Event
from gm_engine.story.pack import Advance, AuthoredOpening, AuthoredScene, Clock, LoreEntry
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


FORD = AuthoredOpening(
    name="ford", at="ford", time="1881-06-08 06:00", present=("ortega",), scene="crossing", effects=(Effect(verb="flag", target="wet"),)
)
TWO_WAYS = LIVERY.model_copy(
    update={
        "openings": (AuthoredOpening(name="usual"), FORD),
        "scenes": {**LIVERY.scenes, "crossing": AuthoredScene(id="crossing", at="ford", beat="The water is up to the hubs.")},
    }
)


def told(game: Game) -> str:
    game.play("I look around.")
    return game.state.recent_turns(1)[0].reply


def test_an_opening_sets_the_place_the_hour_the_people_and_the_first_scene() -> None:
    game = trial(TWO_WAYS, "evening", seed=5, opening="ford")
    state = game.state
    assert (state.here, state.where("ortega")) == ("ford", "ford")
    assert state.pack.calendar.moment(state.minute).isoformat() == "1881-06-08T06:00:00"
    assert (state.scene.place, state.scene.opened) == ("ford", state.minute)
    assert (state.visits.get("ford"), state.visits.get(LIVERY.start.at), state.flags.get("wet")) == (1, None, 1)
    assert "The water is up to the hubs." in told(game)
    assert state.scene.authored == "crossing"


def test_the_first_opening_is_the_one_where_none_is_named_and_changes_nothing_that_it_does_not_name() -> None:
    plain, usual = trial(LIVERY, "evening", seed=5), trial(TWO_WAYS, "evening", seed=5)
    assert usual.state.opening == "usual"
    assert (usual.state.here, usual.state.minute, usual.state.scene) == (plain.state.here, plain.state.minute, plain.state.scene)
    assert told(usual) == told(plain)


def test_an_opening_is_on_record_and_replays() -> None:
    game = trial(TWO_WAYS, "evening", seed=5, opening="ford")
    game.play("I look around.")
    first = next(iter(game.journal.entries())).event
    assert isinstance(first, happened.StoryOpened)
    assert first.opening == "ford"
    assert verify_game(game.journal).turns == 1


def test_a_day_that_passed_before_an_opening_has_moved_the_clocks_of_each_day() -> None:
    pack = TWO_WAYS.model_copy(update={"clocks": {"flood": Clock(name="The flood", size=6, advance=Advance(each_day=1))}})
    assert trial(pack, "evening", seed=5, opening="ford").state.clock("flood") == 2
    assert trial(pack, "evening", seed=5).state.clock("flood") == 0


def test_an_unknown_opening_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r'has no opening "fort".*\n?.*Nearest: ford'):
        trial(TWO_WAYS, "evening", seed=5, opening="fort")
    with pytest.raises(UnknownName, match="begins in one way only"):
        trial(LIVERY, "evening", seed=5, opening="ford")


def test_the_next_opening_in_turn_goes_by_what_is_on_the_shelf(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        found = []
        for _ in range(3):
            found.append(next_opening(store, TWO_WAYS))
            begin_saved(store, TWO_WAYS, TWO_WAYS.id).close()
        begin_saved(store, TWO_WAYS, "another").close()
        assert [*found, next_opening(store, TWO_WAYS)] == ["usual", "ford", "usual", "ford"]
        assert next_opening(store, LIVERY) == ""
