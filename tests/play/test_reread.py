"""Rereading: what today's reader finds in the old replies goes on record once; what was found before stays as it was."""

import pytest

from gm_engine.bootstrap import resume_game, trial, verify_game
from gm_engine.extraction.reading import Reading
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from tests.packs import LIVERY

TOLD = (
    "Luis Ortega's horse is lame.",
    "Marshal Thorne's eyes are blue.",
    "Jesse Coyle waits by the pump. Marshal Thorne's eyes are green.",
)


class Deaf:
    """A reader who understands nothing."""

    version = "deaf/1"

    def know(self, entities: object) -> None:
        """Nothing."""

    def follow(self, lore: object) -> None:
        """Nobody."""

    def forget(self) -> None:
        """Nothing."""

    def read(self, text: str, **_: object) -> Reading:
        """Nothing is read."""
        return Reading()


@pytest.fixture
def deaf() -> Game:
    """A story whose replies nobody has understood, and which says so."""
    heard = trial(LIVERY, "evening", seed=5)
    journal = MemoryJournal("evening")
    for event in (entry.event for entry in heard.journal.entries()):
        if isinstance(event, happened.StoryOpened):
            event = event.model_copy(update={"versions": {**event.versions, "reader": Deaf.version}})
        journal.append([event])
    game = resume_game(journal)
    game.tools.reader = Deaf()  # type: ignore[assignment]
    for reply in TOLD:
        game.reply_next(reply)
        game.play("I wait.")
    assert game.state.conflicts.last() is None
    return resume_game(game.journal)


def test_a_better_reader_finds_what_was_missed(deaf: Game) -> None:
    assert len(deaf.state.gists) == 0
    found = deaf.reread()
    assert all(deaf.state.gists.has(turn) for turn in (1, 2, 3))
    assert (found.turns, found.conflicts, found.unread) == (3, 1, 0)
    assert found.claims >= 2
    [conflict] = deaf.state.conflicts.values()
    assert (conflict.subject, conflict.relation, conflict.incoming.turn) == ("thorne", "eyes", 3)
    assert conflict.incoming.quote == "Marshal Thorne's eyes are green."


def test_a_second_reading_finds_nothing_more(deaf: Game) -> None:
    deaf.reread()
    entries = len(list(deaf.journal.entries()))
    again = deaf.reread()
    assert (again.claims, again.facts, again.conflicts, again.unread) == (0, 0, 0, 0)
    assert len(list(deaf.journal.entries())) == entries


def test_a_reread_story_resumes_verifies_and_goes_on(deaf: Game) -> None:
    deaf.reread()
    fresh = resume_game(deaf.journal)
    assert fresh.state.digest == deaf.state.digest
    done = verify_game(fresh.journal)
    assert done.turns == 3
    assert "deaf/1" in done.notes[0]
    assert fresh.play("I look around.").turn.number == 4


def test_a_story_that_was_well_read_gains_nothing() -> None:
    game = trial(LIVERY, "evening", seed=5)
    for line in ("I look around.", "I greet Ortega.", "I walk to the street."):
        game.play(line)
    assert game.reread()[1:4] == (0, 0, 0)


def test_claims_that_are_no_longer_found_are_counted_and_stand(deaf: Game) -> None:
    deaf.reread()
    claims = len(deaf.state.lore.nouns().claims)
    deaf.tools.reader = Deaf()  # type: ignore[assignment]
    again = deaf.reread()
    told = [claim for claim in deaf.state.lore.nouns().claims if claim.provenance.voice == "narrator"]
    assert again.unread == len(told) > 0
    assert len(deaf.state.lore.nouns().claims) == claims
    assert not any(isinstance(entry.event, happened.ConflictSettled) for entry in deaf.journal.entries())
