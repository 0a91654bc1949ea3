"""What a transcript's own words have to say of it in short: where its scenes begin, and the sentences that tell most of each.

Nothing is worded anew: a highlight is a sentence as it stands in its turn, so that none says what no turn said.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from gm_engine.memory.cutting import DANGLES, sentences
from gm_engine.memory.index_words import plain, stems

FEWEST, MOST = 8, 24
"""Turns of a scene that is cut where the talk turns to something else."""
BESIDE = 5
"""So many turns on each side of a cut are compared."""
EACH = 8
"""One sentence for so many turns, one at least."""
SHORTEST, LONGEST = 4, 40
"""Words of a sentence that may stand for a scene."""
TURNS = re.compile(
    r"(?:\W*)(?:the next|the following|next|that|this|later|meanwhile|at (?:dawn|dusk|noon|night)|after|by (?:morning|evening|night)|"
    r"(?:hours|days|weeks|months|years) later)\b",
    re.IGNORECASE,
)
"""How a turn begins that leads to another time."""
TURNED = 0.15
LASTING_WORDS = "promise promised swear swore vow vowed kill killed die died dead marry married betray betrayed"
WEIGHTY_WORDS = """
    owe owes owed pay pays paid buy bought sell sold steal stole stolen find finds found discover decide decided choose chose agree
    agreed refuse refused lose lost burn burned confess confessed admit admitted arrest arrested hide hid escape escaped wound wounded
"""
LASTING = frozenset(LASTING_WORDS.split())
"""What is said with these cannot be undone."""
WEIGHTY = LASTING | frozenset(WEIGHTY_WORDS.split())
ENOUGH = 4
"""A word that falls so often in a scene tells no more by falling again."""
WEIGHS = 1.2
LEANS = 0.6


class Highlight(NamedTuple):
    """A sentence of turn ``at`` (its place in the sequence); ``lasting`` where it tells of what cannot be undone."""

    at: int
    text: str
    lasting: bool


def scenes(texts: Sequence[str], breaks: Sequence[int] = ()) -> tuple[int, ...]:
    """The places at which scenes begin: at each of ``breaks``, and where in a long stretch the talk turns to something else.

    >>> scenes(["The well is dry.", "We dig."] * 3, breaks=(4,))
    (0, 4)
    """
    if not texts:
        return ()
    starts = [0, *sorted({at for at in breaks if 0 < at < len(texts)})]
    found: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True):
        found.append(start)
        while end - found[-1] > MOST:
            first = found[-1]
            found.append(min(range(first + FEWEST, min(first + MOST, end - FEWEST) + 1), key=lambda at: (_tied(texts, at), at)))
    return tuple(found)


def _tied(texts: Sequence[str], at: int) -> float:
    """How much the talk after a cut is still that of before it: the cosine of their stems, less where a turn leads to another time."""
    before, after = (_sum(texts[max(0, at - BESIDE) : at]), _sum(texts[at : at + BESIDE]))
    shared = sum(times * after[one] for one, times in before.items())
    size = sqrt(sum(times * times for times in before.values()) * sum(times * times for times in after.values()))
    return (shared / size if size else 0.0) - (TURNED if TURNS.match(texts[at]) else 0.0)


def _sum(texts: Sequence[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for text in texts:
        found.update(stems(text))
    return found


def highlights(texts: Sequence[str]) -> tuple[Highlight, ...]:
    """The sentences that tell most of one scene, in the order in which they were said; none says again what another says.

    >>> told = ["Rain fell on the ford.", "Amos Deering sold the gray mare to the preacher.", "The preacher paid for the mare in gold."]
    >>> [found.text for found in highlights(told)]
    ['Amos Deering sold the gray mare to the preacher.']
    """
    heard = _sum(texts)
    found = [(at, sentence) for at, text in enumerate(texts) for sentence in sentences(text) if _tells(sentence)]
    weights = {one: log(1 + min(times, ENOUGH)) for one, times in heard.items()}
    chosen: list[tuple[int, str]] = []
    for _ in range(max(1, len(texts) // EACH)):
        best = max(found, key=lambda one: (_worth(one[1], weights), -one[0]), default=None)
        if best is None or not _worth(best[1], weights):
            break
        chosen.append(best)
        found = [one for one in found if one[0] != best[0]]
        weights |= dict.fromkeys(stems(best[1]), 0.0)
    return tuple(Highlight(at, _whole(text), bool(LASTING & set(plain(text)))) for at, text in sorted(chosen))


def _tells(sentence: str) -> bool:
    """True for a whole sentence that states something."""
    return SHORTEST <= len(plain(sentence)) <= LONGEST and sentence.rstrip("\"'”’)* ").endswith((".", "!"))


def _worth(sentence: str, weights: dict[str, float]) -> float:
    """What a sentence tells of what its scene speaks of, for its length."""
    held = stems(sentence).keys()
    told = sum(weights.get(one, 0.0) for one in held)
    if not told:
        return 0.0
    words = plain(sentence)
    weighty = WEIGHS * (len(WEIGHTY & set(words)) + len(LASTING & set(words)))
    return (told + weighty) * (LEANS if DANGLES.match(sentence) else 1.0) / sqrt(len(words) + FEWEST)


def _whole(text: str) -> str:
    """The sentence in one line, the quotation closed that it opens, or opened that it closes."""
    text = " ".join(text.split())
    for opened, closed in (('"', '"'), ("“", "”")):
        both = text.count(opened) if opened == closed else text.count(opened) + text.count(closed)
        if both % 2:
            text = f"{text}{closed}" if text.startswith(opened) or (opened != closed and opened in text) else f"{opened}{text}"
    return text
