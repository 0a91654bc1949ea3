"""Words of a sentence that tell of change, of insistence, of pretence, of what was and what will be: general cues for every pair."""

from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.words import S

CUES = {
    "change": S(
        "now new another second replaced replacement repaired mended rebuilt fixed borrowed bought since again healed recovered regrown "
        "resurrected revived changed grown become became turned promoted later spare copy restored retrieved fetched returned back different "
        "other former until yet already meanwhile fresh hired elected sold traded dyed shaved"
    ),
    "insistence": S(
        "still always same very only ever never once all along own itself himself herself nobody none exactly just truth real actual alone "
        "entire whole every since"
    ),
    "pretence": S(
        "like as if ghost dream dreamt dreamed portrait painting photograph picture statue memory imagine imagined pretend pretended namesake "
        "named called story tale legend said says claims claimed swears swore told believed rumor rumour supposed call calls"
    ),
    "past": S("had been once remember remembered recall ago before back then earlier yesterday"),
    "future": S("will would tomorrow next if might may could should plan plans planned intend"),
}
"""The words of each cue."""


def cues(sentence: Sentence) -> tuple[float, ...]:
    """How strong each cue is in a sentence: 0 for none of its words, a half for one, 1 for two or more."""
    words = set(sentence.words)
    return tuple(min(2, len(words & cue)) / 2 for cue in CUES.values())
