"""The meanings of what was said: a vector for each half of a turn, each made once, kept, and compared with a question's."""

from array import array
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gm_engine.errors import ProviderError
from gm_engine.memory.said import Talk, Told
from gm_engine.memory.turn_index import Row
from gm_engine.story.fee import Fee

Rows = NDArray[Any]
Embed = Callable[[Iterable[str]], list[bytes]]
ASKED = "?"
"""Stands before the key of a question, so that what was asked is not taken for what was told."""
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

    ``known`` are vectors that were kept, by ``key_of`` their texts. ``remote``: they are made elsewhere, so that they may not be had
    just now, cost something (``spent`` says what, since it was last asked), and may come out otherwise another time. Then the
    vectors of questions are kept, too, and whatever was chosen by vectors says by which.
    """

    def __init__(
        self, mark: str, embed: Embed, known: dict[str, bytes] | None = None, *, remote: bool = False, spent: Callable[[], Fee] = Fee
    ) -> None:
        self.mark = mark
        self.remote = remote
        self.spent = spent
        self.counts = False
        """True while prompts are chosen by meaning, too."""
        self.until: int | None = None
        """The last turn that is over, while another is being played: what is told in that one is not compared yet. None: all are."""
        self.away = ""
        """Why vectors cannot be had just now; empty where the last that were asked for were."""
        self.lacked = False
        """True where a question had no vector: what was found was found by words."""
        self._embed = embed
        self._known = {} if known is None else _of_one_size(known)
        self._fresh: dict[str, bytes] = {}
        self._prints: dict[str, int] = {}
        self._asked: tuple[str, bytes] = ("", b"")
        self._owners = array("q")
        self._keys: list[str] = []
        self._of: dict[int, list[int]] = {}
        self._waiting: list[int] = []
        self._rows: Rows = np.zeros((0, 1), dtype=np.float32)
        self._lengths: NDArray[np.float64] = np.ones(0)
        self._heard = 0

    @classmethod
    def of_record(cls, mark: str, known: dict[str, bytes]) -> "Meanings":
        """Vectors that were made elsewhere and kept; nobody is asked for more."""
        return cls(mark, _nobody, known, remote=True)

    def anew(self, known: dict[str, bytes] | None = None) -> "Meanings":
        """The same model with nothing told yet; with what it knows, or with ``known`` instead."""
        other = Meanings(self.mark, self._embed, self._known if known is None else known, remote=self.remote, spent=self.spent)
        other.counts, other.until = self.counts, self.until
        return other

    def kept_only(self) -> "Meanings":
        """The same with what it knows, of which nobody is asked for more: elsewhere a question costs money."""
        other = self.anew()
        if self.remote:
            other._embed = _nobody
        return other

    def ready(self, talk: Talk, said: str, until: int) -> bool:
        """True where all that was told up to that turn has a vector, and so have these words."""
        self.until = until
        if self.missing(talk):
            return False
        return not self.remote or not self._owners or not said.strip() or self._vector(said) is not None

    def stamp(self, talk: Talk, said: str) -> str:
        """By what the turns for these words are found: the model, and where another one of its vectors may differ, a print of them."""
        if not self.remote:
            return self.mark
        self._listen(talk)
        owners = zip(self._owners, self._keys, strict=True)
        keys = [key for owner, key in owners if owner != GONE and (self.until is None or owner <= self.until) and key in self._known]
        asked = self._vector(said) if keys and said.strip() else None
        total = sum(self._print(key) for key in keys) + (_print_of("", asked) if asked else 0)
        return f"{self.mark}#{total % (1 << 64):016x}"

    def questions(self) -> dict[str, bytes]:
        """The vectors of questions that are not kept yet, by their keys; they are handed out once."""
        fresh, self._fresh = self._fresh, {}
        return fresh

    def missing(self, talk: Talk, but: int | None = None) -> dict[str, str]:
        """The texts that have no vector yet, by their keys, in the order in which they were told; those of turn ``but`` left out."""
        self._listen(talk)
        owners = dict.fromkeys(self._owners[at] for at in self._waiting if self._owners[at] not in (GONE, but))
        texts = (text for owner in owners if (told := talk.told(owner)) for text in texts_of(told))
        return {key: text for text in texts if (key := key_of(text)) not in self._known}

    def learn(self, texts: Mapping[str, str]) -> dict[str, bytes]:
        """The vectors of these texts by their keys, to be kept."""
        learnt = {key: self._known[asked] for key, text in texts.items() if (asked := key_of(text, ASKED)) in self._known}
        rest = {key: text for key, text in texts.items() if key not in learnt}
        if rest:
            learnt |= dict(zip(rest, self._made(rest.values()), strict=True))
        self._known |= learnt
        return learnt

    def _made(self, texts: Iterable[str]) -> list[bytes]:
        """Vectors, asked of the model. Raises ProviderError where there are none, or none that go with those that are known."""
        try:
            made = self._embed(texts)
            size = len(next(iter(self._known.values()), made[0] if made else b""))
            if any(len(vector) != size for vector in made):
                what = f"{self.mark} gives vectors of {len(made[0])} numbers, and those that were kept have {size}."
                then = "It is another model under the same name: name it otherwise, or set dimensions, under [memory] in settings.toml."
                raise ProviderError("memory", what, then, "other-vectors")
        except ProviderError as error:
            self.away = f"{error.what.rstrip('.')}. {error.then}"
            raise
        self.away = ""
        return made

    def _vector(self, query: str) -> bytes | None:
        """The vector of a question: a kept one, else a new one; None where none can be had."""
        key = key_of(query, ASKED)
        found = self._known.get(key) or self._known.get(key_of(query))
        if found is None and self._asked[0] == query:
            found = self._asked[1]
        if found is None:
            try:
                [found] = self._made([query])
            except ProviderError:
                self.lacked = True
                return None
            if self.remote:
                self._known[key] = self._fresh[key] = found
        self._asked = query, found
        return found

    def _print(self, key: str) -> int:
        if key not in self._prints:
            self._prints[key] = _print_of(key, self._known[key])
        return self._prints[key]

    def cosines(self, talk: Talk, query: str, like: Iterable[int] = ()) -> Row:
        """For each turn, in order, how near its meaning is to the question's, the better of its halves; ``UNKNOWN`` without a vector.

        With ``like``, the question is taken to mean something of what these turns mean, too. The same texts give the same numbers to the
        last digit, in whatever order they became known.
        """
        self._listen(talk)
        found = np.full(len(talk), UNKNOWN)
        owners = np.array(self._owners, dtype=np.int64)
        here = owners != GONE
        if self.until is not None:
            here &= owners <= self.until
        vector = self._vector(query) if here.any() and query.strip() else None
        if vector is None:
            return found
        self._fill(len(vector))
        rows, lengths = self._rows[: len(owners)], self._lengths[: len(owners)]
        here[self._waiting] = False
        meant = [at for turn in like for at in self._of.get(turn, ()) if here[at]]
        beside = np.vstack([_numbers([vector]), rows[meant]])
        sizes = _lengths(beside)
        near = (rows @ beside.T).astype(np.float64) / (lengths[:, np.newaxis] * sizes)
        cosines = near[:, 0]
        if meant:
            among = (beside @ beside.T).astype(np.float64) / (sizes[:, np.newaxis] * sizes)
            share = LIKE / len(meant)
            for at in range(1, len(beside)):
                cosines = cosines + share * near[:, at]
            cosines = cosines / np.sqrt(1 + 2 * share * among[0, 1:].sum() + share**2 * among[1:, 1:].sum())
        cosines = np.rint(cosines * 10_000) / 10_000
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
            room = len(self._keys) * 5 // 4 + 64
            more, lengths = np.zeros((room, size), dtype=_exact(size)), np.ones(room)
            if len(self._rows):
                more[: len(self._rows)], lengths[: len(self._lengths)] = self._rows, self._lengths
            self._rows, self._lengths = more, lengths
        if ready:
            self._rows[ready] = _numbers([self._known[self._keys[at]] for at in ready])
            self._lengths[ready] = _lengths(self._rows[ready])
            self._waiting = [at for at in self._waiting if self._keys[at] not in self._known]


def texts_of(told: Told) -> tuple[str, ...]:
    """What is given to the model of a turn: each half with the name of who said it, where one is known."""
    halves = (told.said, told.reply)
    return tuple(f"{told.speaker}: {half}" if told.speaker else half for half in halves if half.strip())


def key_of(text: str, of: str = "") -> str:
    """What a text's vector is kept under; ``of`` is ``ASKED`` for a question's."""
    return of + blake2b(text.encode(), digest_size=12).hexdigest()


def _print_of(key: str, vector: bytes) -> int:
    return int.from_bytes(blake2b(key.encode() + vector, digest_size=8).digest(), "big")


def _of_one_size(known: dict[str, bytes]) -> dict[str, bytes]:
    """The vectors that are as long as the first; the others are of no use beside them."""
    size = len(next(iter(known.values()), b""))
    return known if all(len(vector) == size for vector in known.values()) else {k: v for k, v in known.items() if len(v) == size}


def _nobody(_: Iterable[str]) -> list[bytes]:
    raise ProviderError("memory", "nobody is asked for vectors here.")


def _exact(size: int) -> type[np.float32] | type[np.float64]:
    """Numbers in which sums of products of so many bytes are exact: then it is all the same in which order they are added up."""
    return np.float32 if size * 128 * 128 < 1 << 24 else np.float64


def _numbers(vectors: list[bytes]) -> Rows:
    """Vectors of one length, as rows of whole numbers."""
    rows = np.frombuffer(b"".join(vectors), dtype=np.int8).reshape(len(vectors), -1)
    numbers: Rows = rows.astype(_exact(rows.shape[1]))
    return numbers


def _lengths(rows: Rows) -> NDArray[np.float64]:
    """The lengths of rows; 1 for a row of zeros."""
    lengths: NDArray[np.float64] = np.sqrt(np.sum(rows.astype(np.float64) ** 2, axis=1))
    lengths[lengths == 0] = 1
    return lengths
