"""Ids for what other programs call by names: small letters, digits and underscores, no two alike."""

import re
import unicodedata
from collections.abc import Container, Iterable

LONGEST = 60


def plain_id(name: str, otherwise: str) -> str:
    """A readable id for a name.

    >>> plain_id("Dr. Imogen O'Hale", "page"), plain_id("Tomás Vela", "page"), plain_id("夜", "page")
    ('dr_imogen_ohale', 'tomas_vela', 'page')
    """
    plain = unicodedata.normalize("NFKD", re.sub(r"['’]", "", name.lower())).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST].strip("_") or otherwise


def free_id(id: str, taken: Container[str]) -> str:
    """The id, or the first of ``ID_2``, ``ID_3`` … that is not taken.

    >>> free_id("hall", {"hall", "hall_2"})
    'hall_3'
    """
    if id not in taken:
        return id
    count = 2
    while f"{id}_{count}" in taken:
        count += 1
    return f"{id}_{count}"


class FreeIds:
    """Ids, of which each is given once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._last = dict.fromkeys(taken, 1)
        """The ids that are given, each with the last number that was put behind it."""

    def take(self, id: str) -> str:
        """The id, or the first of ``ID_2``, ``ID_3`` … that was not given before; it is given now.

        >>> ids = FreeIds(("hall", "hall_2"))
        >>> ids.take("hall"), ids.take("hall"), ids.take("yard")
        ('hall_3', 'hall_4', 'yard')
        """
        free = id
        while free in self._last:
            self._last[id] += 1
            free = f"{id}_{self._last[id]}"
        self._last[free] = 1
        return free
