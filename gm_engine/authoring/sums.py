"""Sums in a rulebook: what a campaign writes in words of money (``1 dollar 50 cents``) is kept in its small unit, as bare numbers are."""

from collections.abc import Iterator
from typing import Any

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.written import Written
from gm_engine.story.currency import Currency

SUMS = (
    ("prices", "*"), ("services", "*", "price"), ("made", "*"), ("law", "fines", "*"), ("law", "bounties", "*"), ("fallen", "care"),
    ("unwritten", "purse"),
)  # fmt: skip
"""Where a rulebook says what something costs or is worth; ``*`` is any key."""


def with_sums(book: dict[str, Any], own: Written, money: Currency, desk: Desk) -> dict[str, Any]:
    """The rulebook with every sum that is written in words as a number; what is none is found where it stands."""
    for path in SUMS:
        for holder, key, keys in tuple(_held(book, path, ())):
            said = holder[key]
            if not isinstance(said, str):
                continue
            amount = money.read(said)
            if amount is None:
                like = f"{money.say(350)}, or 350"
                message = f"rulebook.{'.'.join(keys)} is {said!r}, and wants a sum of {money.units}, such as {like}"
                desk.find("E005", _written(own, keys), message, f"write it as {like}")
                amount = 0
            holder[key] = amount
    return book


def _held(at: Any, path: tuple[str, ...], keys: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Any, tuple[str, ...]]]:
    """The mappings that hold what a path leads to, each with the key in it."""
    if not isinstance(at, dict):
        return
    for key in tuple(at) if path[0] == "*" else (path[0],):
        if key in at and len(path) == 1:
            yield at, key, (*keys, str(key))
        elif key in at:
            yield from _held(at[key], path[1:], (*keys, str(key)))


def _written(own: Written, keys: tuple[str, ...]) -> Written:
    """Where the campaign wrote it, or the nearest that it wrote."""
    for key in keys:
        own = own.entries.get(key, own)
    return own
