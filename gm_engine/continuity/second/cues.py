"""Words of a sentence that tell of change, of insistence, of pretence, of what was and what will be: general cues for every pair."""

from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists

CUES = {name: frozenset[str](words) for name, words in lists("cues").items()}
"""The words of each cue."""


def cues(sentence: Sentence) -> tuple[float, ...]:
    """How strong each cue is in a sentence: 0 for none of its words, a half for one, 1 for two or more."""
    words = set(sentence.words)
    return tuple(min(2, len(words & cue)) / 2 for cue in CUES.values())
