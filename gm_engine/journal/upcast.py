"""Older forms of events, lifted one format at a time to today's. What is written is never rewritten: it is lifted while it is read."""

from collections.abc import Callable, Mapping
from typing import Any

from gm_engine.errors import JournalError

FORMAT = 1
"""The format that is written today."""

Lift = Callable[[dict[str, Any]], dict[str, Any]]
LIFTS: Mapping[int, Lift] = {}
"""From a format to the next: ``LIFTS[1]`` takes an event of format 1 and gives it in format 2."""


def upcast(form: dict[str, Any], format: int, lifts: Mapping[int, Lift] = LIFTS, today: int = FORMAT) -> dict[str, Any]:
    """An event's JSON form in today's format.

    >>> upcast({"kind": "wind_rose"}, 1, {1: lambda form: {**form, "miles": 0}}, today=2)
    {'kind': 'wind_rose', 'miles': 0}
    """
    for step in range(format, today):
        form = lifts[step](form)
    return form


def refuse_newer(where: str, format: int) -> None:
    """Raise where a record was written by a later version of the program."""
    if format > FORMAT:
        raise JournalError(
            where,
            f"this record is in format {format}, and this version of the program reads up to {FORMAT}",
            "Update the program: pip install --upgrade gm-engine. Nothing was changed.",
            "newer-journal",
        )
