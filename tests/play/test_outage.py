"""A journal that cannot be read for a while: the game is not played on from nothing."""

from collections.abc import Iterator

import pytest

from gm_engine.bootstrap.games import new_game
from gm_engine.errors import JournalError
from gm_engine.journal import Entry, MemoryJournal
from gm_engine.journal.row import Change
from tests.packs import LIVERY


class Away(MemoryJournal):
    """A journal whose server goes away and comes back."""

    away = False

    def _answers(self) -> None:
        if self.away:
            raise JournalError("the database server", "it does not answer", "", "no-answer")

    def commit(self, change: Change) -> None:
        self._answers()
        super().commit(change)

    def snapshot(self) -> tuple[int, str, str] | None:
        self._answers()
        return super().snapshot()

    def entries(self, *, after: int = 0) -> Iterator[Entry]:
        self._answers()
        return super().entries(after=after)


def test_a_story_goes_on_where_it_was_when_the_server_is_back() -> None:
    journal = Away("livery")
    game = new_game(journal, LIVERY, seed=3)
    other = new_game(MemoryJournal("livery"), LIVERY, seed=3)
    for table in (game, other):
        table.play("I look around.")
    journal.away = True
    for _ in range(2):
        with pytest.raises(JournalError, match="does not answer"):
            game.play("I wait for an hour.")
    with pytest.raises(JournalError, match="does not answer"):
        game.advance(10)
    journal.away = False
    for table in (game, other):
        assert table.play("I wait for an hour.").turn.number == 2
    assert game.state.digest == other.state.digest
    assert [entry.event for entry in journal.entries()] == [entry.event for entry in other.journal.entries()]


def test_nothing_is_written_that_was_thought_of_in_the_meantime() -> None:
    journal = Away("livery")
    game = new_game(journal, LIVERY, seed=3)
    game.play("I look around.")
    journal.away = True
    with pytest.raises(JournalError):
        game.play("I wait for an hour.")
    journal.away = False
    size = journal.size
    with pytest.raises(JournalError) as caught:
        game.advance(10)
    assert caught.value.slug == "gone-on"
    assert journal.size == size
    game.advance(10)
    assert journal.size > size
    assert not game.adrift
