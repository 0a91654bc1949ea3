"""The gist of a sentence that the narrator tells as so: what is kept of it to be laid beside later ones."""

from gm_engine.extraction.reading import Telling
from gm_engine.extraction.sentence import Sentence
from gm_engine.story.gist import Gist

LONGEST = 400
"""Letters: a longer sentence tells too much at once to be laid beside another."""


def gist_of(sentence: Sentence, telling: Telling, saying: frozenset[str]) -> Gist | None:
    """None for a sentence that only tells who speaks (``saying``: verbs that do), or with nothing in it that a later one could share."""
    start, end = sentence.span
    if end - start > LONGEST or sentence.lemmas <= saying:
        return None
    gist = Gist(
        turn=telling.turn, n=sentence.number, span=sentence.span, quote=sentence.quote, minute=telling.minute, source=telling.source,
        ids=sentence.ids, lemmas=tuple(sorted(sentence.lemmas)), about=sentence.about, unknown=sentence.unknown,
        supposed=sentence.supposed, recalled=sentence.standing.recalled,
    )  # fmt: skip
    return gist if gist.keys(telling.you) else None
