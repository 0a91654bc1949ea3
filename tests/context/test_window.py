"""The conversation's window: it grows and keeps its prefix, is cut at scenes' ends, leans back where the player does."""

from itertools import pairwise

import pytest

from gm_engine.authoring import find_pack, load_pack, read_data
from gm_engine.bootstrap import budget_of, trial
from gm_engine.context.window import lacks, leans
from gm_engine.memory.weights import Weights
from gm_engine.play.game import Game, Played
from gm_engine.story import event as happened
from gm_engine.story.prompt import Prompt

TALK = Weights.model_validate(read_data("weights")).conversing
LINES = ("I look around.", "I greet Ben Oakes.", "I ask Ben Oakes about the Long Rail.", "I wait an hour.", "I look Ben Oakes over.")
STABLE = ("standing", "history", "known")


def table(asked: str = "") -> Game:
    pack = load_pack(find_pack("redemption"))
    return trial(pack, "window", seed=3, budget=budget_of(pack, asked=asked))


def prompt_of(played: Played) -> Prompt:
    assert played.prompt is not None
    return played.prompt


def stable(prompt: Prompt) -> list[str]:
    """What stands before the volatile tail."""
    return [section.text for section in prompt.sections if section.name in ("rules", "campaign", *STABLE)]


def shown(prompt: Prompt) -> list[int]:
    """The turns of the conversation."""
    return sorted({half.turns[0] for section in prompt.sections if section.name == "history" for half in section.elements})


@pytest.fixture(scope="module")
def evening() -> Game:
    """Twelve turns without a change of scene or place."""
    game = table()
    for at in range(12):
        game.play(LINES[at % len(LINES)])
    return game


def spreads(game: Game) -> list[happened.PromptAssembled]:
    return [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.PromptAssembled)]


def test_between_cuts_a_prompt_only_grows(evening: Game) -> None:
    grown = 0
    for one, other in pairwise(spreads(evening)):
        assert other.spread is not None
        if not other.spread.cut:
            grown += 1
            before, now = stable(one.prompt), stable(other.prompt)
            assert now[: len(before)] == before
    assert grown >= 8


def test_three_exchanges_at_least_are_shown_without_a_gap_in_their_roles(evening: Game) -> None:
    for event in spreads(evening):
        turns = shown(event.prompt)
        assert turns == list(range(turns[0], event.turn)) if turns else event.turn == 1
        assert len(turns) >= min(3, event.turn - 1)
        roles = [section.role for section in event.prompt.sections if section.name == "history"]
        assert roles == ["user", "assistant"] * len(turns)


def test_what_stands_already_is_not_sent_again(evening: Game) -> None:
    for event in spreads(evening):
        ids = [(found.id, found.text) for section in event.prompt.sections for found in section.elements]
        assert len(ids) == len(set(ids))
        cards = [found for section in event.prompt.sections if section.name == "known" for found in section.elements]
        assert any(card.id == "card:place:livery" for card in cards)


def test_a_narrow_budget_cuts_the_conversation_back_and_says_why() -> None:
    game = table("2600")
    for at in range(10):
        prompt = prompt_of(game.play(LINES[at % len(LINES)]))
        assert game.state.spread is not None
        assert prompt.tokens <= game.state.spread.room
    assert any(event.spread and event.spread.cut for event in spreads(game))


def test_a_line_that_leans_shows_more_of_what_was_said() -> None:
    game = table("2600")
    for at in range(9):
        game.play(LINES[at % len(LINES)])
    wide = table("2600")
    for at in range(9):
        wide.play(LINES[at % len(LINES)])
    plain, leaning = prompt_of(game.play("I whistle a slow tune.")), prompt_of(wide.play("And then?"))
    assert len(shown(leaning)) >= max(6, len(shown(plain)))


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("Continue.", "continue"),
        ("What about that?", "what about"),
        ("I ask him about the horse.", "him"),
        ("Why?", "why"),
        ("I give it back.", "it"),
        ("I walk to the saloon.", ""),
        ("I look around the room with care.", ""),
    ],
)
def test_leaning_is_told_by_words_that_are_data(said: str, word: str) -> None:
    assert leans(said, TALK) == word


def test_a_pronoun_beside_a_name_does_not_lean() -> None:
    assert leans("I ask Ben Oakes about his horse.", TALK, thing=True, person=True) == ""


def test_only_the_gms_own_words_own_up_to_not_knowing() -> None:
    assert lacks("I don't recall any such letter.", TALK) == "i don't recall"
    assert lacks('"I don\'t recall," Oakes says, and looks away.', TALK) == ""


def test_undo_and_a_branch_take_the_window_along() -> None:
    game = table()
    for line in LINES:
        game.play(line)
    before = game.state.spread
    game.play("I hum.")
    game.undo()
    assert game.state.spread == before
    game.branch("other", turn=2)
    prompt = prompt_of(game.play("I sit down."))
    assert shown(prompt) == [1, 2]


def test_after_a_redaction_nothing_of_the_old_prompt_is_taken_over() -> None:
    game = table()
    game.play("I sing of Zanzibar.")
    game.play("I look around.")
    game.redact(1)
    prompt = prompt_of(game.play("I wait an hour."))
    assert "Zanzibar" not in "\n".join(section.text for section in prompt.sections)


def test_what_stands_and_reads_otherwise_is_told_again() -> None:
    game = table()
    stood: dict[str, str] = {}
    for line in ("I look around.", "I greet Ben Oakes.", "I promise Ben Oakes to pay him in five days.", "I look around.", "I hum."):
        game.play(line)
    assert game.state.prompt is not None
    stood |= {found.id: found.text for section in game.state.prompt.sections if section.name == "known" for found in section.elements}
    promise = next(id for id in stood if id.startswith("consequence:"))
    owed = game.state.consequences[promise.partition(":")[2]]
    paid = owed.model_copy(update={"paid": game.state.minute, "outcome": "Kept, to the cent."})
    game._keep((happened.ConsequencePaid(turn=game.state.turn, consequence=paid),))
    prompt = prompt_of(game.play("I whistle."))
    told = [found for section in prompt.sections for found in section.elements if found.id == promise]
    assert "Kept, to the cent." in told[-1].text
