"""A turn that is longer than what may be spent: the part of it that answers best."""

import re

from gm_engine.memory.words import stems
from gm_engine.tokens import count

SENTENCE = re.compile(r"(?<=[.!?])[\"'”’]*\s+")
GAP = "…"


def cut_to_fit(spoken: str, query: str, room: int, encoding: str) -> str:
    """As much of a turn as ``room`` tokens hold, its line break too: from the sentence on that shares most with ``query``.

    What is left out is marked. Empty where not even one word fits.

    >>> cut_to_fit("GM: Rain falls. The gray mare is sold to a preacher. He pays.", "the mare", 12, "o200k_base")
    'GM: … The gray mare is sold to a …'
    """
    wanted = stems(query).keys()
    best, lead, rest = -1, "", ""
    for line in spoken.splitlines():
        who, colon, said = line.partition(": ")
        starts = [0, *(found.end() for found in SENTENCE.finditer(said))]
        for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
            shared = len(wanted & stems(said[start:end]).keys())
            if shared > best:
                best, rest = shared, said[start:]
                lead = f"{who}{colon}{f'{GAP} ' if start else ''}"
    words = rest.split()
    low, high = 0, len(words)
    while low < high:
        most = (low + high + 1) // 2
        low, high = (most, high) if count(_piece(lead, words, most), encoding) <= room else (low, most - 1)
    return _piece(lead, words, low).rstrip("\n") if low else ""


def _piece(lead: str, words: list[str], most: int) -> str:
    return f"{lead}{' '.join(words[:most])}{f' {GAP}' if most < len(words) else ''}\n"
