"""The words of a text, as an index wants them: lower case, stemmed, without the words that say nothing."""

import re
from collections import Counter
from functools import lru_cache

from gm_engine.stemming import stem

WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
SILENT_WORDS = """
    a about after again all also am an and any are as at be because been before being both but by can could did do does doing done
    down each even every few for from get gets getting give go goes going gone got had has have having he her here hers him his how i if
    in into is it its just let like ll made make makes many may me might more most much must my no nor not now of off on once one only or
    other our ours out over own re said say says see seem shall she should so some still such take than that the their theirs them then
    there these they thing things this those though through to too under until up upon us ve very was way we well went were what when
    where which while who whom whose why will with would yes yet you your yours
"""


SILENT = frozenset(SILENT_WORDS.split())


def plain(text: str) -> list[str]:
    """The words of ``text`` in lower case, possessives taken off.

    >>> plain("Thorne's horse, Ortega’s livery")
    ['thorne', 'horse', 'ortega', 'livery']
    """
    words = (word.lower().replace("’", "'") for word in WORD.findall(text))
    return [word[:-2] if word.endswith("'s") else word for word in words]


@lru_cache(maxsize=8192)
def stems(text: str) -> Counter[str]:
    """How often each telling stem stands in ``text``, in the order in which they come. Shared: not to be changed.

    >>> dict(stems("The marshal rode, and rides again with the marshal."))
    {'marshal': 2, 'rode': 1, 'ride': 1}
    """
    return Counter(stem(word) for word in plain(text) if word not in SILENT and len(word) > 1)
