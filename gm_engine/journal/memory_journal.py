"""A journal that lives as long as the program: for tests, for replays, and for reading an export."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from gm_engine.journal.branch import Stretch
from gm_engine.journal.chain import Salter
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.row import Change, KeptCompletion, Row
from gm_engine.story.completion import Completion
from gm_engine.story.fee import NOTHING, Fee


def counting_salter() -> Salter:
    """Salts that are the same in every run. They hide nothing: for journals that nobody redacts for privacy's sake."""
    numbers = count(1)
    return lambda: f"{next(numbers):016x}"


class MemoryJournal(Ledger):
    """A ``Journal`` in lists. The default salter counts, so that two runs are alike."""

    def __init__(self, name: str = "story", salter: Salter | None = None) -> None:
        super().__init__(name, salter or counting_salter())
        self._rows: list[Row] = []
        self._completions: dict[tuple[str, int], str] = {}
        self._snapshots: dict[int, tuple[str, str, str]] = {}
        self._vectors: dict[str, dict[str, bytes]] = {}
        self._fees: dict[str, Fee] = {}

    def commit(self, change: Change) -> None:
        self._rows += list(change.rows)
        for row in change.reworded:
            self._rows[row.number - 1] = row
        self._completions.update({(kept.prompt_hash, kept.attempt): kept.text for kept in change.completions})
        for kept in change.forgotten:
            del self._completions[kept.prompt_hash, kept.attempt]
        if change.forget_snapshots:
            self._snapshots.clear()
            self._vectors.clear()

    def reload(self) -> None:
        del self._rows[self._last_number :]

    def rows(self, stretch: Stretch, after: int = 0) -> Iterator[Row]:
        return (row for row in self._rows[after : stretch.upto] if row.lane == stretch.lane)

    def turn_rows(self, stretch: Stretch, turn: int) -> Sequence[Row]:
        return [row for row in self.rows(stretch) if row.turn == turn]

    def last_in_turn(self, stretch: Stretch, turn: int) -> int:
        return max((row.number for row in self.rows(stretch) if row.turn <= turn), default=0)

    def row(self, number: int) -> Row:
        return self._rows[number - 1]

    def following(self, number: int) -> Sequence[Row]:
        return [row for row in self._rows[number:] if row.after == number]

    def every_row(self) -> Iterator[Row]:
        return iter(tuple(self._rows))

    def every_completion(self) -> Iterator[KeptCompletion]:
        return (KeptCompletion(prompt, attempt, text) for (prompt, attempt), text in sorted(self._completions.items()))

    def kept_completion(self, prompt_hash: str, attempt: int) -> Completion | None:
        """The answer kept for that prompt and attempt."""
        text = self._completions.get((prompt_hash, attempt))
        return None if text is None else Completion.model_validate_json(text)

    def snapshot(self) -> tuple[int, str, str] | None:
        """The newest snapshot on the current branch: an entry's number, a version and the text."""
        for number in sorted(self._snapshots, reverse=True):
            row, (hash, version, text) = self.row(number), self._snapshots[number]
            if row.hash == hash and any(row.lane == stretch.lane and number <= stretch.upto for stretch in self._way()):
                return number, version, text
        return None

    def keep_snapshot(self, entry_number: int, entry_hash: str, version: str, text: str) -> None:
        """Keep the story's state after an entry."""
        self._snapshots[entry_number] = (entry_hash, version, text)

    def vectors(self, mark: str) -> dict[str, bytes]:
        """The vectors that were kept of one model, by the keys of their texts."""
        return dict(self._vectors.get(mark, {}))

    def keep_vectors(self, mark: str, vectors: Mapping[str, bytes], fee: Fee = NOTHING) -> None:
        """Keep vectors of texts, and what they cost."""
        self._vectors.setdefault(mark, {}).update(vectors)
        if fee != NOTHING:
            self._fees[mark] = self._fees.get(mark, NOTHING) + fee

    def fees(self) -> dict[str, Fee]:
        """What vectors have cost in all, by the model that made them."""
        return dict(self._fees)

    def close(self) -> None:
        """Nothing is held."""
