"""Several things in one phrase, as prose lists them."""

from collections.abc import Iterable


def listed(things: Iterable[str]) -> str:
    """Several things in a row; empty for none.

    >>> listed(["a knife"]), listed(["a knife", "a rope", "18 cartridges"])
    ('a knife', 'a knife, a rope and 18 cartridges')
    """
    return _joined(things, " and ")


def either(things: Iterable[str]) -> str:
    """Several ways, of which one is taken; empty for none.

    >>> either(["wait for the judge", "talk to the guard"])
    'wait for the judge, or talk to the guard'
    """
    return _joined(things, ", or ")


def _joined(things: Iterable[str], last: str) -> str:
    *first, end = (*things,) or ("",)
    return f"{', '.join(first)}{last}{end}" if first else end
