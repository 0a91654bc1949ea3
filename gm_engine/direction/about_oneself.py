"""About oneself: what is put up a sleeve or into a pocket of one's own is kept there, and carried."""

import re

WORN = frozenset((
    "sleeve", "pocket", "coat", "shirt", "boot", "hat", "glove", "belt", "vest", "waistcoat", "jacket", "dress", "skirt", "apron", "cloak",
    "robe", "suit", "cuff", "shawl", "bag", "satchel", "saddlebag", "pouch", "pack", "purse", "arm", "bodice",
))  # fmt: skip
"""Where one keeps things on oneself."""
INTO = ("up", "into", "in", "inside", "under", "underneath", "beneath", "down", "behind", "back")
KEPT = re.compile(rf"\b(?:{'|'.join(INTO)}) my (?:own )?(?:\w+ )?(?:{'|'.join(sorted(WORN))})(?:e?s)?\b", re.I)


def kept_about_oneself(words: str) -> bool:
    """True where something goes up one's own sleeve, or into a pocket.

    >>> kept_about_oneself("tuck the packet inside my shirt"), kept_about_oneself("hide it under my left boot")
    (True, True)
    >>> kept_about_oneself("hide it under the floor")
    False
    """
    return KEPT.search(words) is not None
