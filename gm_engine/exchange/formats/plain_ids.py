"""Ids for what other programs call by names: small letters, digits and underscores, no two alike."""

import re
import unicodedata
from collections.abc import Container

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
