"""A snapshot is the fold of the same events: every field, every answer of the lore, and the next turn."""

from collections.abc import Callable
from dataclasses import fields

import pytest

from gm_engine.bootstrap import new_game, resume_game, trial
from gm_engine.journal import MemoryJournal
from gm_engine.memory.memory import Memory
from gm_engine.play.game import Game
from gm_engine.play.snapshot import SNAPSHOT, read_kept, read_snapshot, write_snapshot
from gm_engine.state import StoryState, fold, rebuild
from gm_engine.story import register
from gm_engine.story.register import Register
from tests.packs import LIVERY

LINES = (
    "I look around.",
    "/decide wait",
    "I promise Ortega to bring the wagon home.",
    "I borrow 2 dollars from Ortega.",
    "I search the livery with care.",
    "I walk to the street.",
    "I sleep 8 hours.",
    "I walk to the marshal's office.",
)


@pytest.fixture(scope="module")
def game() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for line in LINES:
        game.play(line)
    evening = "Jesse Coyle buys a mule. Jesse Coyle sells the mule. Ortega feeds the mule. Ortega mends a saddle. Ortega burns the saddle."
    told_next = (evening, "Jesse Coyle waits. Jesse Coyle's eyes are gray.", "Jesse Coyle's eyes are green.")
    for told in told_next:
        game.reply_next(told)
        game.play("I wait.")
    return game


@pytest.fixture(scope="module")
def kept(game: Game) -> StoryState:
    return read_snapshot(write_snapshot(game.state))


def test_every_field_of_the_state_comes_back(game: Game, kept: StoryState) -> None:
    for field in fields(StoryState):
        one, two = getattr(game.state, field.name), getattr(kept, field.name)
        if isinstance(one, Register):
            assert list(one.items()) == list(two.items()), field.name
            assert one.digest == two.digest, field.name
        elif field.name != "lore":
            assert one == two, field.name
    assert kept.digest == game.state.digest
    assert len(kept.gists) == len(game.state.gists) > 5


def test_the_lore_answers_every_question_alike(game: Game, kept: StoryState) -> None:
    one, two = game.state.lore, kept.lore
    assert one.nouns() == two.nouns()
    assert one.facts(status=None) == two.facts(status=None)
    assert sorted(one.graph.nodes(data=True)) == sorted(two.graph.nodes(data=True))
    assert sorted(one.graph.edges(keys=True)) == sorted(two.graph.edges(keys=True))
    assert one.web.ties() == two.web.ties()
    for entity in one.entities():
        assert one.records(entity.id) == two.records(entity.id)
        assert one.heard(entity.id) == two.heard(entity.id)
        assert one.ties(entity.id) == two.ties(entity.id)
        assert one.named(entity.name) == two.named(entity.name)
    for fact in one.facts(status=None):
        assert one.topic(*fact.topic) == two.topic(*fact.topic)
        assert one.standing(*fact.topic) == two.standing(*fact.topic)


def test_written_twice_it_is_the_same(game: Game, kept: StoryState) -> None:
    assert write_snapshot(kept) == write_snapshot(game.state)


def test_folding_on_from_it_is_folding_on(game: Game) -> None:
    events = [entry.event for entry in game.journal.entries()]
    for cut in (len(events) // 3, len(events) * 2 // 3):
        early = rebuild(events[:cut])
        state = read_snapshot(write_snapshot(early))
        for event in events[cut:]:
            fold(state, event)
        assert state.digest == game.state.digest
        assert state.lore.digest == game.state.lore.digest


def test_the_memory_is_alike_whatever_the_state_was_read_from(game: Game, kept: StoryState) -> None:
    weights = game.tools.memory.weights
    one, two = Memory.of(game.state, weights), Memory.of(kept, weights)
    game.tools.memory, saved = one, game.tools.memory
    first = game.recall("the wagon and the ford", 400)
    game.tools.memory = two
    assert game.recall("the wagon and the ford", 400) == first
    game.tools.memory = saved


def test_the_next_turn_is_the_same_to_the_byte() -> None:
    one, two = (new_game(MemoryJournal("evening"), LIVERY, seed=5) for _ in range(2))
    for line in LINES[:5]:
        one.play(line)
        two.play(line)
    two._snapshot()
    kept = two.journal.snapshot()
    assert kept is not None
    assert kept[1] == SNAPSHOT
    again = resume_game(two.journal)
    assert again.play("I look around.").events == one.play("I look around.").events


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("livery", "saloon"),
        lambda text: "",
        lambda text: "not JSON at all",
        lambda text: "[" * 100_000,
        lambda text: text.partition("\n")[0] + "\n{}",
    ],
    ids=["cut", "changed", "empty", "not json", "deep", "another"],
)
def test_a_damaged_snapshot_is_made_anew_and_said_once(harm: Callable[[str], str]) -> None:
    game = trial(LIVERY, "evening", seed=5)
    for line in LINES[:3]:
        game.play(line)
    game._snapshot()
    kept = game.journal.snapshot()
    assert kept is not None
    number, version, text = kept
    head = game.journal.head
    assert head is not None
    game.journal.keep_snapshot(number, head.hash, version, harm(text))
    again = resume_game(game.journal)
    assert "made anew" in again.mended
    assert again.state.digest == game.state.digest
    assert resume_game(game.journal).mended == ""
    assert again.play(LINES[3]).turn.number == 4


def test_a_sound_snapshot_is_not_spoken_of(game: Game) -> None:
    assert game.mended == ""


def test_the_memory_comes_back_with_the_state(game: Game) -> None:
    state, memory = read_kept(write_snapshot(game.state, game.tools.memory))
    assert state.digest == game.state.digest
    assert memory is not None
    asked = game.recall("the wagon and the ford", 400)
    game.tools.memory, saved = memory, game.tools.memory
    assert game.recall("the wagon and the ford", 400) == asked
    game.tools.memory = saved


def test_a_snapshot_without_a_memory_still_opens(game: Game) -> None:
    state, memory = read_kept(write_snapshot(game.state))
    assert (state.digest, memory) == (game.state.digest, None)


def test_what_was_played_after_the_snapshot_is_remembered() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    for line in LINES[:3]:
        game.play(line)
    game._snapshot()
    game.play("I borrow 2 dollars from Ortega.")
    again = resume_game(game.journal)
    assert len(again.tools.memory.talk) == 4
    assert again.recall("borrow dollars", 400) == game.recall("borrow dollars", 400)


def test_a_graph_drawn_early_and_kept_up_is_the_graph_drawn_late(game: Game) -> None:
    events = [entry.event for entry in game.journal.entries()]
    early, late = StoryState(), StoryState()
    early.lore.graph  # noqa: B018  (drawn while nothing is in it)
    for event in events:
        fold(early, event)
        fold(late, event)
    assert early.lore.graph.number_of_edges() > 20
    assert sorted(early.lore.graph.nodes(data=True)) == sorted(late.lore.graph.nodes(data=True))
    assert sorted(early.lore.graph.edges(keys=True)) == sorted(late.lore.graph.edges(keys=True))


def test_a_long_story_that_hardly_grew_is_closed_as_it_is() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game._snapshot()
    kept = game.journal.snapshot()
    game.play("I wait.")
    for number in range(3, 300):
        game.state.turns[str(number)] = game.state.turns["2"]
    game.close()
    assert game.journal.snapshot() == kept


def test_what_a_snapshot_brings_is_not_weighed_again_and_a_later_change_is(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_snapshot(game.state)
    weighed: list[str] = []
    monkeypatch.setattr(register, "weight", lambda key, record, weight=register.weight: weighed.append(key) or weight(key, record))
    again = read_snapshot(text)
    assert again.digest == game.state.digest
    assert not weighed
    again.money["cal"] = 12_345
    assert again.digest != game.state.digest
    assert set(weighed) == {"cal"}
