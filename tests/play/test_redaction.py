"""Words that were taken out: the story goes on, resumes, verifies and is read again without them."""

import pytest

from gm_engine.bootstrap import find_play, new_game, pack_for_play, resume_game, trial, verify_game
from gm_engine.context.record_lines import element
from gm_engine.errors import ReplayDivergence
from gm_engine.journal import MemoryJournal, write_lines
from gm_engine.play.game import Game
from gm_engine.play.snapshot import write_snapshot
from gm_engine.shipped import shipped
from gm_engine.story import event as happened
from gm_engine.testing import run_play
from tests.packs import LIVERY
from tests.play.scripted import sits

HERON = "The purple heron flies at midnight over the marsh."


@pytest.fixture
def game() -> Game:
    """Three turns, the words of the second taken out."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next(f"{HERON} Jesse Coyle's eyes are gray. Jesse Coyle oils the pump.")
    game.play(f'I say "{HERON}" to Ortega.')
    game.play("I wait an hour.")
    assert game.redact(2, "please") > 0
    return game


def record(game: Game) -> str:
    return "".join(entry.event.model_dump_json() for entry in game.journal.entries())


def test_the_words_are_nowhere_and_the_numbers_stand(game: Game) -> None:
    assert "purple heron" not in record(game)
    assert "purple heron" not in str(game.tools.memory.__dict__)
    assert (game.state.turn, game.state.turns["2"].reply) == (3, "")
    assert [fact.value.text for fact in game.state.lore.facts("jesse_coyle", "eyes")] in (["gray"], [""])


def test_the_gists_of_the_turn_are_gone(game: Game) -> None:
    assert not game.state.gists.has(2)
    assert "pump" not in str(game.state.gists.written())
    assert [event.gists for entry in game.turn_events(2) if isinstance(event := entry.event, happened.GistsHeard)] == [()]


def test_a_sentence_that_is_told_again_loses_its_gist_too() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    for reply in (
        "Jesse Coyle oils the rusty pump.",
        "Nobody stirs. Jesse Coyle oils the rusty\npump. The marshal yawns over the ledger.",
    ):
        game.reply_next(reply)
        game.play("I wait.")
    game.redact(1)
    assert "rusty" not in record(game)
    [event] = [event for entry in game.turn_events(2) if isinstance(event := entry.event, happened.GistsHeard)]
    assert [gist.quote for gist in event.gists] == ["Nobody stirs.", "The marshal yawns over the ledger."]


def test_the_next_prompt_does_not_bring_them_back(game: Game) -> None:
    played = game.play("I ask Ortega about the purple bird.")
    assert played.turn.number == 4
    assert played.prompt is not None
    assert "heron" not in played.prompt.model_dump_json()


def test_played_on_it_resumes_and_verifies(game: Game) -> None:
    for line in ("I walk to the street.", "I look around."):
        game.play(line)
    fresh = resume_game(game.journal)
    assert fresh.state.digest == game.state.digest
    done = verify_game(game.journal)
    assert (done.turns, done.unknown, done.partly, done.digests) == (4, 1, 0, 6)
    assert done.prompts + done.unlike == 4
    assert any("taken out" in note for note in done.notes)


def test_a_state_that_was_forged_is_found_where_words_were_taken_out_too(game: Game) -> None:
    copy = MemoryJournal("forged")
    for entry in game.journal.entries():
        forged = isinstance(entry.event, happened.TurnClosed) and entry.turn == 2
        copy.append([entry.event.model_copy(update={"digest": "b2:0"}) if forged else entry.event])
    copy.redact(2, "please")
    with pytest.raises(ReplayDivergence, match="turn 2"):
        verify_game(copy)


def test_a_clash_with_what_was_taken_out_is_told_without_its_words(game: Game) -> None:
    game.reply_next("Jesse Coyle's eyes are green.")
    for conflict in game.play("I wait.").conflicts:
        assert conflict.established.quote == ""


def test_it_can_be_read_again_and_taken_back(game: Game) -> None:
    found = game.reread()
    assert found.conflicts == 0
    assert "purple heron" not in record(game)
    assert game.undo(2) == 1
    assert game.play("I wait.").turn.number == 2
    verify_game(game.journal)


def test_a_snapshot_from_before_does_not_bring_them_back() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next(HERON)
    game.play("I wait.")
    game._snapshot()
    game.redact(2, "please")
    assert all("heron" not in turn.reply for turn in resume_game(game.journal).state.turns.values())
    kept = game.journal.snapshot()
    assert kept is None or "heron" not in kept[2]


@pytest.mark.parametrize("turn", [1, 5])
def test_a_whole_evening_verifies_without_the_words_of_one_turn(turn: int) -> None:
    """Found on first_ride: what a redacted sentence had weighed in later prompts read as a divergence, and a fact lost its value."""
    script = find_play(shipped("campaigns") / "redemption" / "plays" / "first_ride.play")
    pack, path = pack_for_play(script)
    evening = trial(pack, "evening", pack_path=path, seed=script.seed)
    run_play(script.model_copy(update={"steps": script.steps[:40]}), evening)
    before = {fact.id: fact.value.text for fact in evening.state.lore.facts() if fact.told_by[0].turn == 0}
    evening.redact(turn)
    assert {fact.id: fact.value.text for fact in evening.state.lore.facts() if fact.id in before} == before
    done = verify_game(evening.journal)
    assert done.digests == evening.state.turn + 1


def test_a_promise_is_gone_from_every_record_that_rewords_it() -> None:
    """Found by hand: a promise's text stood on in story points, in beats' slots and in later prompts' copies."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I promise Ortega to bring the speckled mare back.")
    game.play("I look around.")
    game.play("I keep my promise to Ortega.")
    game.play("I wait.")
    assert sum("speckled mare" in entry.event.model_dump_json() for entry in game.journal.entries()) > 3
    game.redact(1)
    assert "speckled" not in "".join(write_lines(game.journal))
    assert "speckled" not in write_snapshot(game.state)
    assert next(iter(game.state.consequences.values())).text == ""
    assert verify_game(game.journal).digests == 5


def test_a_short_sentence_goes_with_what_remembers_its_turn() -> None:
    """Found by hand: sentences of fewer than four words stood on in the history of later prompts."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Velma lied.")
    game.play("Ask Velma.")
    game.play("I look around.")
    game.play("I wait.")
    game.redact(1)
    record = "".join(write_lines(game.journal))
    assert "Velma lied" not in record
    assert "Ask Velma" not in record


def test_the_same_turn_of_another_branch_keeps_its_words() -> None:
    """The two replies share no sentence of the stock, which would be taken out of both."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.reply_next("Nobody hurries you, and nobody comes.")
    game.play("I wait.")
    game.branch("other", turn=0)
    game.play("I walk to the street.")
    game.play("Ask Velma.")
    game.play("I wait an hour.")
    game.switch("main")
    game.redact(2)
    game.switch("other")
    assert [turn.said for turn in game.state.turns.values()] == ["I walk to the street.", "Ask Velma.", "I wait an hour."]
    prompt = game.prompt_of(3).prompt
    assert all(section.text for section in prompt.sections if section.name == "history")
    assert verify_game(game.journal).turns == 3


def test_an_authors_text_stays_where_it_was_read_aloud() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    before = [entry.event for entry in game.journal.turn(0)]
    game.reply_next(next(iter(LIVERY.lore.values())).text)
    game.play("I look around.")
    game.redact(1)
    assert [entry.event for entry in game.journal.turn(0)] == before


def test_replay_does_not_go_blind_after_a_redaction(game: Game) -> None:
    """Found by hand: from a redacted turn on nothing was played again, and a forged roll passed."""
    game.play("I search the street.")
    game.play("I look around.")
    done = verify_game(game.journal)
    assert done.rolls == sum(isinstance(entry.event, happened.DiceRolled) for entry in game.journal.entries()) > 0
    assert "1 turn could not be played again" in done.notes[0]
    assert f"{done.unlike} prompt" in done.notes[0]


def test_a_roll_that_was_forged_after_a_redacted_turn_is_found() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    game.play("I search the street.")
    copy = MemoryJournal("evening")
    for entry in game.journal.entries():
        event = entry.event
        if isinstance(event, happened.DiceRolled):
            faces = tuple(face % 100 + 1 for face in event.roll.faces)
            event = event.model_copy(update={"roll": event.roll.model_copy(update={"faces": faces})})
        copy.append([event])
    copy.redact(1, "please")
    with pytest.raises(ReplayDivergence, match="faces"):
        verify_game(copy)


def test_a_fact_whose_words_were_taken_out_is_no_longer_thought_of() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Old Zebulon Quill's eyes are gray.")
    game.play("I wait.")
    [fact] = [fact for fact in game.state.lore.facts(relation="eyes") if fact.told_by[0].turn == 1]
    assert element(f"fact:{fact.id}", game.state, game.tools.memory)
    game.redact(1)
    kept = game.state.lore.fact(fact.id)
    assert kept is not None
    assert kept.taken_out
    assert element(f"fact:{fact.id}", game.state, game.tools.memory) is None
    assert game.tools.memory.record(f"fact:{fact.id}") is None
    assert game.tools.memory.found_records({"quill": 1}, 5) == []


def test_a_campaign_goes_on_though_the_name_of_somebody_was_taken_out() -> None:
    told = ("Wick Hale pours a coffee, and his watch is gone.", "Nobody stirs.", "Wick Hale waves.", "The wind drops.")
    game, _ = sits(LIVERY, *told)
    game.play("I look around.")
    game.play("I wait.")
    game.redact(1)
    assert "" in {entity.name for entity in game.state.lore.entities()}
    for _ in range(2):
        game.play("I wait.")
    assert game.state.turn == 4
    assert verify_game(game.journal).digests == 5
