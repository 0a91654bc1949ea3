"""Joins a reply that was cut by length with its continuation, so that no seam is seen."""

LOOKED_AT = 160
"""So many letters of a continuation are held back until it is known whether they repeat what was there."""
LEAST = 2
GO_ON = (
    "Your reply was cut off. Go on with it from exactly where it stops, in the same sentence, without a remark and without telling "
    "anything anew. It stops with: {tail}"
)
TAIL = 60


def go_on(before: str) -> str:
    """What a model is told that is to finish its reply."""
    return GO_ON.format(tail=before.rstrip()[-TAIL:])


class Seam:
    """Takes the continuation of ``before`` in pieces, and gives them so that they fit behind it."""

    def __init__(self, before: str) -> None:
        self.before = before
        self._waiting = ""
        self._begun = False

    def add(self, piece: str) -> str:
        """What may be said of it now."""
        if self._begun:
            return piece
        self._waiting += piece
        return self._begin() if len(self._waiting) >= LOOKED_AT else ""

    def end(self) -> str:
        """What was held back."""
        return "" if self._begun else self._begin()

    def _begin(self) -> str:
        self._begun = True
        return fitted(self.before, self._waiting)


def fitted(before: str, more: str) -> str:
    """``more`` as it must follow ``before``: without what it repeats, with a blank where one is missing.

    >>> fitted("He opens the sal", "saloon door."), fitted("He opens the", "door."), fitted("He opens the door", ", and waits.")
    ('oon door.', ' door.', ', and waits.')
    """
    if not before:
        return more
    plain = more.lstrip("…. \n\t") if more.lstrip().startswith(("…", "...")) else more.lstrip()
    for size in range(min(len(plain), len(before)), LEAST - 1, -1):
        begins = len(before) - size
        whole = begins == 0 or not (before[begins - 1].isalnum() and before[begins].isalnum())
        if whole and before.endswith(plain[:size]):
            return plain[size:]
    if before[-1].isspace():
        return plain
    if more[:1].isspace():
        return more
    return plain if plain[:1] in ",.;:!?)’'”\"…" else f" {plain}" if plain else ""
