"""Replay: the record is played again with today's code, and the first byte that differs is named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm_engine.bootstrap import new_game, trial, verify_game
from gm_engine.errors import ReplayDivergence
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.play.game import Game
from gm_engine.play.replay import first_difference
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.event import StateChanged
from tests.packs import LIVERY

LINES = (
    "I look around.",
    "I greet Ortega.",
    "I ask Ortega about the horses.",
    "I walk to the street.",
    "I sleep 8 hours.",
    "I look around.",
)


@pytest.fixture(scope="module")
def game() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for line in LINES:
        game.play(line)
    game.reply_next("A boy runs by. Ortega is dead, he shouts.")
    game.play("I wait.")
    return game


def test_a_story_verifies(game: Game) -> None:
    done = verify_game(game.journal)
    assert (done.turns, done.prompts, done.digests) == (7, 7, 8)
    assert done.retold == 6
    assert done.notes == []


def test_what_was_exported_and_taken_in_again_verifies(game: Game) -> None:
    copy = MemoryJournal("copy")
    read_lines("".join(write_lines(game.journal)).splitlines(keepends=True), copy, "export")
    assert verify_game(copy).turns == 7


def test_it_verifies_in_a_new_process_with_another_hash_seed(game: Game, tmp_path: Path) -> None:
    exported = tmp_path / "evening.jsonl"
    exported.write_text("".join(write_lines(game.journal)), encoding="utf-8")
    code = (
        "import sys\nfrom gm_engine.bootstrap import verify_game\nfrom gm_engine.journal import MemoryJournal, read_lines\n"
        "journal = MemoryJournal('copy')\nread_lines(open(sys.argv[1], encoding='utf-8'), journal, 'export')\n"
        "print(verify_game(journal).turns)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(exported)],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "7", done.stderr


def forged(game: Game, change: object) -> MemoryJournal:
    """A journal with one event changed before it was written, so that only the playing can tell."""
    copy = MemoryJournal("forged")
    copy.append([change(entry.event) for entry in game.journal.entries()])  # type: ignore[operator]
    return copy


def test_another_prompt_is_a_divergence_that_names_both_sides(game: Game) -> None:
    def change(event: object) -> object:
        if isinstance(event, happened.PromptAssembled) and event.turn == 3:
            sections = [
                section.model_copy(update={"text": section.text.replace("Ortega", "Ortiz")}) if section.name == "scene" else section
                for section in event.prompt.sections
            ]
            return event.model_copy(update={"prompt": event.prompt.model_copy(update={"sections": tuple(sections)})})
        return event

    with pytest.raises(ReplayDivergence, match=r"turn 3(.|\n)*Ortiz(.|\n)*Ortega") as raised:
        verify_game(forged(game, change))
    assert raised.value.slug == "replay-divergence"


def test_another_state_digest_is_a_divergence(game: Game) -> None:
    def change(event: object) -> object:
        return event.model_copy(update={"digest": "b2:0"}) if isinstance(event, happened.TurnClosed) and event.turn == 4 else event

    with pytest.raises(ReplayDivergence, match="turn 4"):
        verify_game(forged(game, change))


def test_other_words_of_the_embedded_gm_are_a_divergence(game: Game) -> None:
    def change(event: object) -> object:
        if isinstance(event, happened.CompletionReceived) and event.turn == 2:
            return event.model_copy(update={"completion": Completion(text="Nothing.", model=event.completion.model)})
        return event

    with pytest.raises(ReplayDivergence, match="turn 2"):
        verify_game(forged(game, change))


def test_another_readers_version_is_no_divergence(game: Game) -> None:
    def change(event: object) -> object:
        if isinstance(event, happened.StoryOpened):
            return event.model_copy(update={"versions": {**event.versions, "reader": "reader-0/none"}})
        return event

    done = verify_game(forged(game, change))
    assert done.turns == 7
    assert "reader-0/none" in done.notes[0]


def test_other_templates_are_no_divergence(game: Game) -> None:
    """A story keeps the templates that it was opened with: one with another wording of them verifies too."""
    templates = {name: text.replace("You are the game master", "You run the table") for name, text in opened(game).templates.items()}
    other = new_game(MemoryJournal("other"), LIVERY, seed=5)
    journal = MemoryJournal("kept")
    journal.append(
        [
            event.model_copy(update={"templates": templates}) if isinstance(event, happened.StoryOpened) else event
            for event in (entry.event for entry in other.journal.entries())
        ]
    )
    from gm_engine.bootstrap import resume_game

    kept = resume_game(journal)
    played = kept.play("I look around.")
    assert played.prompt is not None
    assert "You run the table" in played.prompt.sections[0].text
    assert verify_game(journal).turns == 1


def opened(game: Game) -> happened.StoryOpened:
    """The story's first event."""
    return next(entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.StoryOpened))


def test_a_redacted_story_still_verifies(game: Game) -> None:
    copy = MemoryJournal("copy")
    read_lines("".join(write_lines(game.journal)).splitlines(keepends=True), copy, "export")
    assert copy.redact(2, "please") > 3
    done = verify_game(copy)
    assert any("taken out" in note for note in done.notes)


def test_the_first_difference_of_long_texts_is_shown_where_it_is() -> None:
    one, two = StateChanged(what="flag", key="a", cause="x" * 300 + "left"), StateChanged(what="flag", key="a", cause="x" * 300 + "right")
    where, was, now = first_difference(one, two)
    assert where == "state_changed.cause"
    assert was.endswith("xleft")
    assert now.endswith("xright")


def test_the_order_of_an_authors_keys_means_nothing_to_play() -> None:
    """Found by replaying the long summer: a wound's severity went by the order of the rulebook's keys, which a journal sorts."""
    rulebook = {key: LIVERY.rulebook[key] for key in reversed(LIVERY.rulebook)}
    rulebook["wounds"] = {key: rulebook["wounds"][key] for key in sorted(rulebook["wounds"])}
    turned = LIVERY.model_copy(update={"rulebook": rulebook, "npcs": {id: LIVERY.npcs[id] for id in reversed(LIVERY.npcs)}})
    one, two = trial(LIVERY, "a", seed=3), trial(turned, "a", seed=3)
    for line in (
        "I walk to the street.",
        "I walk to the marshal's office.",
        "I draw my revolver and shoot Marshal Thorne.",
        "I shoot Thorne again.",
    ):
        assert one.play(line).turn.reply == two.play(line).turn.reply
    assert one.state.digest == two.state.digest
    assert verify_game(one.journal).turns == 4
