"""The meanings of what was said: a vector for each half of a turn, each made once, kept, and compared with a question's."""

from array import array
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from gm_engine.memory.talk import Talk, Told
from gm_engine.memory.turn_index import Row

Embed = Callable[[Iterable[str]], list[bytes]]
GONE = -1
"""The owner of a text that is no longer told."""
LIKE = 0.6
"""How much the best turns' meaning adds to a question's."""
UNKNOWN = -1.0
"""Stands for the cosine of a turn that has no vector."""
SOUND = 0.3
"""Where no turn's cosine to the question is so high, meaning does not count."""


class Meanings:
    """Vectors by the texts that they stand for. ``mark`` says which model made them, ``embed`` makes them.

    ``known`` are vectors that were kept, by ``key_of`` their texts.
    """

    def __init__(self, mark: str, embed: Embed, known: dict[str, bytes] | None = None) -> None:
        self.mark = mark
        self.counts = False
        """True while prompts are chosen by meaning, too."""
        self._embed = embed
        self._known = {} if known is None else known
        self._asked: tuple[str, bytes] = ("", b"")
        self._owners = array("q")
        self._keys: list[str] = []
        self._of: dict[int, list[int]] = {}
        self._waiting: list[int] = []
        self._rows: NDArray[np.float32] = np.zeros((0, 1), dtype=np.float32)
        self._heard = 0

    def anew(self, known: dict[str, bytes] | None = None) -> "Meanings":
        """The same model with nothing told yet; with what it knows, or with ``known`` instead."""
        other = Meanings(self.mark, self._embed, self._known if known is None else known)
        other.counts = self.counts
        return other

    def missing(self, talk: Talk, but: int | None = None) -> dict[str, str]:
        """The texts that have no vector yet, by their keys, in the order in which they were told; those of turn ``but`` left out."""
        self._listen(talk)
        owners = dict.fromkeys(self._owners[at] for at in self._waiting if self._owners[at] not in (GONE, but))
        texts = (text for owner in owners if (told := talk.told(owner)) for text in texts_of(told))
        return {key: text for text in texts if (key := key_of(text)) not in self._known}

    def learn(self, texts: Mapping[str, str]) -> dict[str, bytes]:
        """The vectors of these texts by their keys, to be kept."""
        learnt = dict(zip(texts, self._embed(texts.values()), strict=True))
        self._known |= learnt
        return learnt

    def cosines(self, talk: Talk, query: str, like: Iterable[int] = ()) -> Row:
        """For each turn, in order, how near its meaning is to the question's, the better of its halves; ``UNKNOWN`` without a vector.

        With ``like``, the question is taken to mean something of what these turns mean, too.
        """
        self._listen(talk)
        found = np.full(len(talk), UNKNOWN)
        if not self._owners or not query.strip():
            return found
        if self._asked[0] != query:
            self._asked = query, self._embed([query])[0]
        asked = _unit([self._asked[1]])[0]
        self._fill(len(asked))
        if meant := [self._rows[at] for turn in like for at in self._of.get(turn, ())]:
            asked = asked + LIKE * np.mean(meant, axis=0)
            asked /= max(1e-9, float(np.linalg.norm(asked)))
        owners, rows = np.array(self._owners, dtype=np.int64), self._rows[: len(self._owners)]
        here = owners != GONE
        here[self._waiting] = False
        cosines = np.rint(rows @ asked * 10_000) / 10_000
        np.maximum.at(found, np.searchsorted(talk.turns.numbers, owners[here]), cosines[here])
        return found

    def _listen(self, talk: Talk) -> None:
        """Takes note of what was told since it listened last."""
        for number in talk.tellings(self._heard):
            self._heard += 1
            for at in self._of.pop(number, ()):
                self._owners[at] = GONE
            told = talk.told(number)
            for text in texts_of(told) if told else ():
                self._of.setdefault(number, []).append(len(self._keys))
                self._waiting.append(len(self._keys))
                self._owners.append(number)
                self._keys.append(key_of(text))

    def _fill(self, size: int) -> None:
        """Puts the vectors that have become known into rows."""
        self._waiting = [at for at in self._waiting if self._owners[at] != GONE]
        ready = [at for at in self._waiting if self._keys[at] in self._known]
        if len(self._rows) < len(self._keys):
            more = np.zeros((len(self._keys) * 5 // 4 + 64, size), dtype=np.float32)
            if len(self._rows):
                more[: len(self._rows)] = self._rows
            self._rows = more
        if ready:
            self._rows[ready] = _unit([self._known[self._keys[at]] for at in ready])
            self._waiting = [at for at in self._waiting if self._keys[at] not in self._known]


def texts_of(told: Told) -> tuple[str, ...]:
    """What is given to the model of a turn: each half with the name of who said it, where one is known."""
    halves = (told.said, told.reply)
    return tuple(f"{told.speaker}: {half}" if told.speaker else half for half in halves if half.strip())


def key_of(text: str) -> str:
    """What a text's vector is kept under."""
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _unit(vectors: list[bytes]) -> NDArray[np.float32]:
    """Vectors of one length, as rows."""
    rows = np.frombuffer(b"".join(vectors), dtype=np.int8).reshape(len(vectors), -1).astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    unit: NDArray[np.float32] = (rows / lengths).astype(np.float32)
    return unit
