"""A GM that says again what was said before: to the very prompt and attempt, or not at all."""

from collections.abc import Callable

import pytest

from gm_engine.bootstrap import new_game, recordings, resume_game, trial
from gm_engine.errors import ProviderError
from gm_engine.journal import MemoryJournal
from gm_engine.providers.recorded import RecordedGM
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.testing.contracts import a_prompt
from tests.packs import LIVERY

SAID = Completion(text="The pump drips.", model="m")
AGAIN = Completion(text="The pump drips still.", model="m")


class Told:
    """A GM that tells something else each time."""

    name = "told"
    version = "told/1"
    repeatable = False

    def __init__(self) -> None:
        self.count = 0

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        self.count += 1
        return Completion(text=f"Rain falls for the {self.count}th time.", model=self.version)


def test_it_answers_by_prompt_and_attempt() -> None:
    prompt = a_prompt()
    second = prompt.model_copy(update={"draw": prompt.draw.model_copy(update={"attempt": 1})})
    gm = RecordedGM({(prompt.hash, 0): SAID, (second.hash, 1): AGAIN})
    pieces: list[str] = []
    assert gm.complete(prompt, pieces.append) == SAID
    assert gm.complete(second, pieces.append) == AGAIN
    assert pieces == [SAID.text, AGAIN.text]


@pytest.mark.parametrize("key", [("b2:0", 0), (a_prompt().hash, 1)])
def test_what_was_not_recorded_is_not_made_up(key: tuple[str, int]) -> None:
    with pytest.raises(ProviderError, match="among 1 recorded") as raised:
        RecordedGM({key: SAID}).complete(a_prompt())
    assert raised.value.slug == "no-recording"
    assert a_prompt().hash in raised.value.what


def test_every_answer_along_the_branch_is_found_again() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=Told())
    for line in ("I look around.", "I wait.", "I look around."):
        game.play(line)
    found = recordings(game.journal)
    assert sorted(completion.text for completion in found.values()) == [turn.reply for turn in game.state.turns.values()]
    assert recordings(None) == {}


def test_attempts_at_the_same_turn_are_kept_apart() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=Told())
    game.play("I look around.")
    game.branch("other", turn=0)
    game.play("I look around.")
    [(_, attempt)] = recordings(game.journal)
    assert attempt == 1
    game.switch("main")
    [(_, attempt)] = recordings(game.journal)
    assert attempt == 0


def test_a_recorded_evening_is_played_again_word_for_word() -> None:
    """The same lines to a fresh table with the recording: the same replies, and no live call."""
    live = trial(LIVERY, "evening", seed=5, provider=Told())
    lines = ("I look around.", "I greet Ortega.", "I walk to the street.")
    told = [live.play(line).turn.reply for line in lines]
    again = trial(LIVERY, "evening", seed=5, provider=RecordedGM(recordings(live.journal)))
    assert [again.play(line).turn.reply for line in lines] == told
    with pytest.raises(ProviderError) as raised:
        again.play("I dance on the roof.")
    assert raised.value.slug == "no-recording"


def test_a_saved_story_that_is_resumed_with_its_recording_has_no_answer_to_new_lines() -> None:
    game = trial(LIVERY, "evening", seed=5)
    game.play("I look around.")
    fresh = resume_game(game.journal, gm="recorded")
    with pytest.raises(ProviderError) as raised:
        fresh.play("I wait.")
    assert (raised.value.slug, fresh.state.turn) == ("no-recording", 1)
