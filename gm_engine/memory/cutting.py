"""A turn in fewer words: without what says nothing, or cut to what may be spent. What is left out is marked."""

import re
from collections.abc import Callable, Collection

from gm_engine.memory.index_words import stems
from gm_engine.tokens import count

SENTENCE = re.compile(r"(?<=[.!?])[\"'”’]*\s+")
GAP = "…"
WORDS = re.compile(r"[\w']+")
NO_END = re.compile(r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Jr|Sr|No|vs)\.$")
"""A title or an initial: its full stop ends no sentence."""
TELLS = re.compile(r"\b(?:no|not|never|none|nobody|nothing|nor|neither|cannot|yes)\b|n['’]t\b|\d", re.IGNORECASE)
"""What is told without one telling word: a yes, a no, a number."""
DANGLES = re.compile(r"\W*(?:he|she|it|they|him|her|his|their|its|this|that|these|those|but|and|so|because)\b", re.IGNORECASE)
"""What begins like this leans on a sentence that is not told with it."""
STAYS = 0.71
"""At least so much of a turn's words stays."""
LITTLE = 1 / 2
"""A sentence that tells less than this for each of its words says nothing …"""
SHORT = 4
"""… and is left out where it has so many words: of a shorter one, the mark would cost as much."""


def without_courtesies(said: str, telling: Callable[[str], float], kept: Collection[str]) -> str:
    """What was said without the sentences that say nothing (greetings, thanks, exclamations), most of its words in any case.

    ``telling`` gives how much a stem tells, 0 to 1. A sentence that holds one of the stems in ``kept``, a number, a yes or a no stays.

    >>> said = "It is good to see you! I sold the gray mare to a preacher in Tucson, who paid me in eggs and one old clock."
    >>> without_courtesies(said, lambda stem: float(stem in {"mare", "sold"}), ())
    '… I sold the gray mare to a preacher in Tucson, who paid me in eggs and one old clock.'
    """
    parts = sentences(said)
    if len(parts) < 2:
        return said
    counted = [len(WORDS.findall(part)) for part in parts]
    worth = [sum(map(telling, stems(part))) / (words + 1) for part, words in zip(parts, counted, strict=True)]
    staying, left = set(range(len(parts))), sum(words for words in counted if words > 1)
    for at in sorted(staying, key=lambda at: (worth[at], at)):
        less = counted[at] if counted[at] > 1 else 0
        if worth[at] >= LITTLE or counted[at] < SHORT or left - less < STAYS * sum(counted):
            continue
        if not TELLS.search(parts[at]) and not stems(parts[at]).keys() & set(kept):
            staying.remove(at)
            left -= less
    pieces = [part if at in staying else GAP for at, part in enumerate(parts)]
    shorter = " ".join(piece for at, piece in enumerate(pieces) if piece != GAP or pieces[at - 1 : at] != [GAP])
    return shorter if len(staying) < len(parts) else said


def sentences(said: str) -> list[str]:
    """The sentences of a text, as they stand in it."""
    found: list[str] = []
    for piece in re.split(r"(?<=[.!?])\s+", said.strip()):
        if found and NO_END.search(found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


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


def last_sentences(text: str, most: int) -> str:
    """The end of a text, so many sentences of it at most.

    >>> last_sentences("Rain falls. He pays. The door bangs.", 2)
    'He pays. The door bangs.'
    """
    return " ".join(" ".join(sentences(text)[-most:]).split())
