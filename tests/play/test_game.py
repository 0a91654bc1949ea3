"""A game: turns are whole or not at all; going back loses nothing; dice do not change by asking again."""

from collections.abc import Callable, Iterator

import pytest

from gm_engine.bootstrap import new_game, resume_game, trial, verify_game
from gm_engine.errors import GameError, ProviderError, UnknownName
from gm_engine.journal import MemoryJournal
from gm_engine.play.commands import command
from gm_engine.play.game import Game, Played
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Settlement
from gm_engine.story.prompt import Prompt
from tests.packs import LIVERY


@pytest.fixture
def game() -> Iterator[Game]:
    game = trial(LIVERY, "evening", seed=5)
    yield game
    game.close()


def dice(played: Played) -> list[tuple[int, ...]]:
    return [event.roll.faces for event in played.events if isinstance(event, happened.DiceRolled)]


class Breaking:
    """A GM that fails once, as told."""

    name = "breaking"
    version = "breaking/1"
    repeatable = False

    def __init__(self, then: BaseException | str) -> None:
        self.then = then

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        if isinstance(self.then, BaseException):
            raise self.then
        return Completion(text=self.then, model="breaking")


def test_a_turn_is_on_record_when_it_returns(game: Game) -> None:
    played = game.play("I look around.")
    kinds = [entry.event.kind for entry in game.journal.turn(1)]
    assert kinds[0] == "player_spoke"
    assert kinds[-1] == "turn_closed"
    assert kinds == [event.kind for event in played.events]
    assert played.turn.reply


@pytest.mark.parametrize(
    "failure", [ProviderError("turn 2", "silent"), KeyboardInterrupt(), RuntimeError("a fault")], ids=["silent", "ctrl-c", "fault"]
)
def test_what_fails_in_the_middle_of_a_turn_leaves_no_trace(game: Game, failure: BaseException) -> None:
    game.play("I look around.")
    before, entries = game.state.digest, len(list(game.journal.entries()))
    embedded, game.tools.provider = game.tools.provider, Breaking(failure)
    with pytest.raises(type(failure)):
        game.play("I walk to the street.")
    assert (game.state.digest, game.state.turn, game.state.here) == (before, 1, "livery")
    assert len(list(game.journal.entries())) == entries
    game.tools.provider = embedded
    assert game.play("I walk to the street.").turn.number == 2


@pytest.mark.parametrize("failure", [ProviderError("turn 2", "silent"), KeyboardInterrupt()], ids=["silent", "ctrl-c"])
@pytest.mark.parametrize("again", [Game.retry, lambda game: game.edit(1, "I wait.")], ids=["retry", "edit"])
def test_what_cannot_be_told_otherwise_stays_as_it_was_told(game: Game, again: Callable[[Game], Played], failure: BaseException) -> None:
    for said in ("I look around.", "I walk to the street."):
        game.play(said)
    before, entries = game.state.digest, [entry.hash for entry in game.journal.entries()]
    branches, remembered = game.journal.branches(), game.recall("street", 300)
    embedded, game.tools.provider = game.tools.provider, Breaking(failure)
    with pytest.raises(type(failure)):
        again(game)
    assert (game.state.digest, game.state.turn, game.journal.branch) == (before, 2, "main")
    assert ([entry.hash for entry in game.journal.entries()], game.journal.branches()) == (entries, branches)
    assert game.recall("street", 300) == remembered
    game.tools.provider = embedded
    assert again(game).turn.number == game.state.turn
    verify_game(game.journal)


def test_an_empty_reply_is_no_turn(game: Game) -> None:
    game.tools.provider = Breaking("  \n ")
    with pytest.raises(ProviderError, match="answered with nothing"):
        game.play("I look around.")
    assert game.state.turn == 0


def test_undo_gives_back_the_state_of_before(game: Game) -> None:
    game.play("I look around.")
    before = game.state.digest
    game.play("I walk to the street.")
    game.play("I wait an hour.")
    assert game.undo(2) == 1
    assert game.state.digest == before
    assert game.state.here == "livery"


def test_more_turns_than_there_are_cannot_be_undone(game: Game) -> None:
    game.play("I look around.")
    with pytest.raises(GameError, match="1 turn has been played, and 2 cannot be taken back") as raised:
        game.undo(2)
    assert raised.value.slug == "cannot-undo"
    assert game.state.turn == 1


def test_retry_changes_the_words_and_not_the_dice(game: Game) -> None:
    game.play("I look around.")
    first = game.play("I search the livery with care.")
    again = game.retry()
    assert dice(first)
    assert dice(again) == dice(first)
    assert again.turn.reply != first.turn.reply
    assert again.turn.number == first.turn.number


def test_undo_and_play_again_does_not_buy_a_better_roll(game: Game) -> None:
    game.play("I look around.")
    first = game.play("I search the livery with care.")
    game.undo()
    assert dice(game.play("I search the livery with care.")) == dice(first)


def test_a_reseeded_branch_has_dice_of_its_own_and_a_plain_one_has_not(game: Game) -> None:
    game.play("I look around.")
    first = dice(game.play("I search the livery with care."))
    game.branch("plain", turn=1)
    assert dice(game.play("I search the livery with care.")) == first
    game.switch("main")
    others = []
    for name in ("one", "two", "three"):
        game.switch("main")
        game.branch(name, turn=1, reseed=True)
        others.append(dice(game.play("I search the livery with care.")))
    assert any(faces != first for faces in others)


def test_edit_keeps_what_came_after_on_the_old_branch(game: Game) -> None:
    for line in ("I look around.", "I walk to the street.", "I walk to the marshal's office."):
        game.play(line)
    game.edit(2, "I wait here.")
    assert (game.state.turn, game.state.here) == (2, "livery")
    game.switch("main")
    assert (game.state.turn, game.state.here) == (3, "office")


def test_resuming_gives_the_same_state_with_and_without_a_snapshot() -> None:
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5)
    for line in ("I look around.", "I greet Ortega.", "I walk to the street."):
        game.play(line)
    fresh = resume_game(journal)
    assert fresh.state.digest == game.state.digest
    game._snapshot()
    assert journal.snapshot() is not None
    kept = resume_game(journal)
    assert kept.state.digest == game.state.digest
    assert kept.play("I look around.").turn.reply == game.play("I look around.").turn.reply


def test_redacted_words_are_gone_from_state_and_record(game: Game) -> None:
    game.play("I look around.")
    game.play('I say "the purple heron flies at midnight" to Ortega.')
    game.play("I wait an hour.")
    assert game.redact(2, "please") > 0
    record = "".join(entry.event.model_dump_json() for entry in game.journal.entries())
    assert "purple heron" not in record
    assert all("purple heron" not in turn.said for turn in game.state.turns.values())
    game.journal.verify()
    assert game.play("I look around.").turn.number == 4


def test_the_x_card_takes_the_turn_back_and_its_words_out(game: Game) -> None:
    game.play("I look around.")
    game.play('I say "the purple heron flies at midnight" to Ortega.')
    assert command(game, "/x") is not None
    assert game.state.turn == 1
    record = "".join(entry.event.model_dump_json() for entry in game.journal.entries())
    assert "purple heron" not in record


def test_a_second_telling_that_clashes_is_found_settled_and_stays_settled(game: Game) -> None:
    game.reply_next("Marshal Thorne's eyes are blue. He says little.")
    assert game.play("I look around.").conflicts == ()
    game.reply_next("Marshal Thorne's eyes are green.")
    found = game.play("I look around.").conflicts
    assert [(conflict.kind, conflict.subject) for conflict in found] == [("physical_trait", "thorne")]
    assert "blue" in found[0].established.quote
    assert found[0].incoming.quote == "Marshal Thorne's eyes are green."
    game.settle("last", Settlement(resolution="keep", because="they are blue"))
    game.reply_next("Marshal Thorne's eyes are green.")
    assert game.play("I look around.").conflicts == ()
    facts = game.state.lore.facts("thorne", "eyes")
    assert [fact.value.text for fact in facts] == ["blue"]


def test_an_unknown_conflict_names_the_open_ones(game: Game) -> None:
    with pytest.raises(UnknownName, match="Open conflicts: none"):
        game.settle("9.9", Settlement(resolution="keep"))


def test_an_unknown_command_names_the_known_ones(game: Game) -> None:
    with pytest.raises(UnknownName, match="/undo"):
        command(game, "/undoo")
    assert command(game, "/look") is None
    assert command(game, "I look.") is None


def test_the_same_seed_and_words_are_the_same_story() -> None:
    lines = ("I look around.", "I ask Ortega about the ford.", "I walk to the street.", "I ride to Miller's Ford.")
    one, two = trial(LIVERY, "a", seed=9), trial(LIVERY, "a", seed=9)
    assert [one.play(line).turn.reply for line in lines] == [two.play(line).turn.reply for line in lines]
    assert one.state.digest == two.state.digest


class Counting(Breaking):
    """A GM that answers, and counts how often it was asked."""

    asked = 0

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        self.asked += 1
        return super().complete(prompt, on_text)


def test_an_answer_that_was_paid_for_survives_a_turn_that_could_not_be_written(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Counting("The pump drips.")
    game.tools.provider = provider

    def full(events: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(game.journal, "append", full)
        with pytest.raises(OSError, match="No space"):
            game.play("I wait.")
    assert game.state.turn == 0
    assert game.play("I wait.").turn.reply == "The pump drips."
    assert provider.asked == 1


def test_after_the_end_nothing_more_is_played_until_it_is_taken_back(game: Game) -> None:
    game.play("I look around.")
    game.play("I walk to the street.")
    for line in ("I ride to Miller's Ford.", "I look around.", "I wait.", "I look around."):
        if not game.state.ended:
            game.play(line)
    assert game.state.ended
    with pytest.raises(GameError, match="come to its end") as raised:
        game.play("I ride on.")
    assert raised.value.slug == "story-ended"
    game.undo()
    assert not game.state.ended


def test_a_chip_makes_the_players_detail_true_and_words_alone_do_not(game: Game) -> None:
    game.play('I say "Ortega has a scar on his left cheek" to Ortega.')
    assert game.state.lore.facts("ortega", "scar") == ()
    chips = game.state.chips[game.state.pc]
    game.play("/declare Ortega has a scar on his left cheek.")
    facts = game.state.lore.facts("ortega", "scar")
    assert [(fact.value.text, fact.told_by[0].source, fact.told_by[0].voice) for fact in facts] == [("left cheek", "chip", "player")]
    assert game.state.chips[game.state.pc] == chips - 1
    verify_game(game.journal)


def test_without_a_chip_nothing_is_declared(game: Game) -> None:
    for _ in range(game.state.chips[game.state.pc]):
        game.play("/declare The pump is red.")
    game.play("/declare Ortega has a scar on his left cheek.")
    assert game.state.lore.facts("ortega", "scar") == ()
