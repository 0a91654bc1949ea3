"""A table that knows its own digest, so that a turn costs the same however long the story is."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from gm_engine.story.noun import Noun, Redactable

Record = TypeVar("Record")
SPAN = 2**128


class Register(Generic[Record]):
    """A dict from readable keys to records. Its digest is the sum of its records' digests: no order, no rescan.

    Free words are left out of the digest (they stand in the chain, by their own hashes), so a redaction never changes it.

    >>> one, two = Register[int](), Register[int]()
    >>> one["a"], one["b"] = 1, 2
    >>> two["b"], two["a"] = 2, 9
    >>> one.digest == two.digest
    False
    >>> two["a"] = 1
    >>> one.digest == two.digest
    True
    """

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}
        self._sum = 0
        self._unweighed: set[str] = set()

    def __getitem__(self, key: str) -> Record:
        return self._records[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The record, or ``default``."""
        return self._records.get(key, default)

    def __setitem__(self, key: str, record: Record) -> None:
        self._take_off(key)
        self._records[key] = record
        self._unweighed.add(key)

    def drop(self, key: str) -> None:
        """Takes a record out, if it is there."""
        self._take_off(key)
        self._records.pop(key, None)
        self._unweighed.discard(key)

    def _take_off(self, key: str) -> None:
        """The share of the record that stands there, where it has been weighed, off the sum."""
        if key in self._records and key not in self._unweighed:
            self._sum = (self._sum - weight(key, self._records[key])) % SPAN

    def __contains__(self, key: object) -> bool:
        return key in self._records

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def keys(self) -> Iterable[str]:
        """Keys in the order in which they first came."""
        return self._records.keys()

    def values(self) -> Iterable[Record]:
        """Records in the order in which they first came."""
        return self._records.values()

    def items(self) -> Iterable[tuple[str, Record]]:
        """Keys and records in the order in which they first came."""
        return self._records.items()

    def newest(self) -> Iterator[Record]:
        """Records, those whose keys came last first."""
        return reversed(self._records.values())

    def last(self) -> Record | None:
        """The record whose key came last."""
        return next(reversed(self._records.values()), None)

    @property
    def digest(self) -> str:
        """The digest of what it holds: only what came since it was last asked for is weighed."""
        for key in self._unweighed:
            self._sum = (self._sum + weight(key, self._records[key])) % SPAN
        self._unweighed.clear()
        return f"{self._sum:032x}"

    def weighed(self, digest: str) -> None:
        """Takes the digest that was written beside these records for theirs, so that they need not be weighed again."""
        self._sum = int(digest, 16) % SPAN
        self._unweighed.clear()


def weight(key: str, record: object) -> int:
    """One record's share of a digest."""
    return int.from_bytes(blake2b(f"{key}={form(record)}".encode(), digest_size=16).digest(), "big")


def form(value: object) -> str:
    """A value's structure, words left out."""
    if isinstance(value, Noun):
        return "{" + ",".join(f"{name}:{form(getattr(value, name))}" for name in structural(type(value))) + "}"
    if isinstance(value, tuple | list):
        return "[" + ",".join(form(part) for part in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{name}:{form(value[name])}" for name in sorted(value)) + "}"
    return str(value)


@cache
def structural(noun: type[Noun]) -> tuple[str, ...]:
    """The fields of a noun that are not free words."""
    return tuple(name for name, field in noun.model_fields.items() if not any(isinstance(mark, Redactable) for mark in field.metadata))
