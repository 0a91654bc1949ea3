"""What was decided about earlier turns holds on where a later turn is told otherwise; what cannot is said."""

import pytest

from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.errors import ProviderError
from gm_engine.journal import MemoryJournal
from gm_engine.play.commands import command
from gm_engine.play.following import follow
from gm_engine.play.game import Game
from gm_engine.play.placing import History, Lines
from gm_engine.play.same_words import Exchange
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Settlement
from gm_engine.story.prompt import Prompt
from tests.packs import LIVERY

LIMP = "Jesse Coyle limps on the left leg."
HERON = "The purple heron stands on the marsh."


@pytest.fixture
def game() -> Game:
    """Three turns, and a clash in the second."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next(f"Jesse Coyle's eyes are gray. {LIMP} {HERON}")
    game.play("I look around.")
    game.reply_next("Jesse Coyle's eyes are green.")
    game.play("I look at Jesse Coyle.")
    game.play("I wait for ten minutes.")
    assert [conflict.id for conflict in game.state.conflicts.values()] == ["2.1"]
    return game


def history(game: Game, upto: int) -> tuple[Exchange, ...]:
    return tuple(Exchange(turn.said, turn.reply) for turn in game.state.turns.values())[:upto]


def holds(game: Game) -> None:
    assert resume_game(game.journal).state.digest == game.state.digest
    assert verify_game(game.journal).digests > 0


def test_a_settlement_of_an_earlier_turn_survives_another_telling(game: Game) -> None:
    game.settle("2.1", Settlement(resolution="accept", because="green they are"))
    retold = [game.retry() for _ in range(3)]
    assert game.conflict("2.1").settlement == Settlement(resolution="accept", because="green they are")
    assert [fact.value.text for fact in game.state.lore.facts("jesse_coyle", "eyes")] == ["green"]
    assert all(not played.remarks for played in retold)
    assert len({played.turn.reply for played in retold}) == 3
    assert "Unsettled about Jesse Coyle" not in str(game.prompt_of(3).prompt)
    holds(game)


def test_it_survives_an_edit_and_a_front_ends_reroll_and_swipe(game: Game) -> None:
    told, last = history(game, 2), history(game, 3)[2]
    lines = Lines()
    game.settle("2.1", Settlement(resolution="keep"))
    again = follow(game, History(told, last.said), lines)
    assert (again.place.did, game.conflict("2.1").status) == ("reroll", "settled")
    game.by_hand.remember("Ben Oakes never lends a horse.")
    game.reopen("2.1")
    back = follow(game, History((*told, last), "I walk to the street."), lines)
    assert (back.branch, back.turn, game.conflict("2.1").status) == ("main", 4, "open")
    assert [edit.words for edit in game.by_hand.edits] == ["Ben Oakes never lends a horse."]
    game.settle("2.1", Settlement(resolution="keep"))
    game.edit(3, "I wait for an hour.")
    assert game.conflict("2.1").status == "settled"
    assert [edit.words for edit in game.by_hand.edits] == ["Ben Oakes never lends a horse."]
    holds(game)


def test_swiping_to_and_fro_decides_nothing_twice(game: Game) -> None:
    told, first = history(game, 2), history(game, 3)[2]
    lines = Lines()
    game.by_hand.remember("Ben Oakes never lends a horse.")
    game.settle("2.1", Settlement(resolution="keep"))
    other = Exchange(first.said, follow(game, History(told, first.said), lines).reply)
    size = [len(list(game.journal.entries()))]
    for n, one in enumerate((first, other, first, other)):
        follow(game, History((*told, one), f"I wait for {n + 2} minutes."), lines)
        assert len(game.state.marks.standing) == 1
        assert game.conflict("2.1").status == "settled"
        size.append(sum(entry.event.kind == "memory_edited" for entry in game.journal.entries()))
    assert size[-1] == 1


def test_edits_by_hand_of_earlier_turns_survive(game: Game) -> None:
    hand = game.by_hand
    hand.forget("limps on the left leg")
    hand.pin("purple heron on the marsh")
    made = hand.remember("Ben Oakes never lends a horse.")
    hand.pin(made.made[0])
    hand.remember("The well is dry.")
    hand.undo("last")
    game.retry()
    assert [edit.act for edit in game.by_hand.edits] == ["forget", "pin", "remember", "pin"]
    prompt = str(game.prompt_of(3).prompt)
    assert LIMP not in prompt
    assert HERON in prompt
    assert "Ben Oakes never lends a horse." in prompt
    assert game.by_hand.edits[-1].what == (game.by_hand.edits[-2].made[0],)
    holds(game)


def test_what_was_taken_back_since_stays_taken_back(game: Game) -> None:
    game.by_hand.forget("limps on the left leg")
    game.settle("2.1", Settlement(resolution="keep"))
    game.play("I wait for an hour.")
    game.by_hand.undo("last")
    game.reopen("2.1")
    game.retry()
    assert not game.state.marks.standing
    assert game.conflict("2.1").status == "open"
    holds(game)


def test_what_was_decided_about_the_older_telling_is_said_to_be_gone(game: Game) -> None:
    game.reply_next("Jesse Coyle's eyes are blue. A comet crosses the sky.")
    game.play("I look again.")
    newest = list(game.state.conflicts)[-1]
    game.settle(newest, Settlement(resolution="keep"))
    game.by_hand.forget("A comet crosses the sky.")
    said: list[str] = []
    command(game, "/retry", on_played=lambda played: said.extend(played.remarks))
    assert said == [f"Decided about what is told otherwise now, and no longer in force: conflict {newest} (keep), e4.1 (forget)."]
    holds(game)


def test_what_a_corrected_reply_is_told_again_with_keeps_its_settlements(game: Game) -> None:
    first, *rest = history(game, 3)
    game.settle("2.1", Settlement(resolution="accept"))
    changed = Exchange(first.said, f"{first.reply} A dog barks.")
    found = follow(game, History((changed, *rest), "I walk to the street."), Lines())
    assert (found.place.did, found.branch, game.conflict("2.1").settlement) == ("branch", "edit-1", Settlement(resolution="accept"))
    holds(game)


def test_where_no_other_words_come_nothing_was_decided_twice(game: Game) -> None:
    class Away:
        name, version, repeatable = "away", "away", False

        def complete(self, prompt: Prompt, on_text: object = None) -> Completion:
            raise ProviderError("away", "nobody answers.", "Wait.", "model-away")

    game.settle("2.1", Settlement(resolution="keep"))
    told = history(game, 2)
    before = [entry.hash for entry in game.journal.entries()]
    digest, branches = game.state.digest, game.journal.branches()
    game.tools.provider = Away()  # type: ignore[assignment]
    for attempt in (game.retry, lambda: follow(game, History(told, "I wait for ten minutes."), Lines())):
        with pytest.raises(ProviderError):
            attempt()
        assert [entry.hash for entry in game.journal.entries()] == before
        assert (game.state.digest, game.journal.branches(), game.conflict("2.1").status) == (digest, branches, "settled")


def test_a_turn_played_again_behind_a_settlement_counts_its_attempts(game: Game) -> None:
    game.undo()
    game.settle("2.1", Settlement(resolution="keep"))
    assert game.journal.attempts() == 1
