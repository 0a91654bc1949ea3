"""Pairs of tellings laid beside each other, and in which ways a module says that they clash."""

from collections.abc import Callable, Iterator
from functools import cache

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Sentence
from tests.continuity.told import beside_each_other, two_tellings

Way = Callable[[Sentence, Sentence, Ground], Iterator[Candidate]]
Pair = tuple[str, str]


@cache
def laid(nominate: Way, pairs: tuple[Pair, ...]) -> dict[Pair, tuple[str, ...]]:
    """The types of all that the way nominates for each pair of texts, told by the GM in turns 1 and 3. All are read at once."""
    stories = [two_tellings(earlier, later) for earlier, later in pairs]
    found = beside_each_other(stories, lambda one: (candidate.type for candidate in nominate(*one.sentences, one.ground)))
    return {pair: tuple(sorted(set(types))) for pair, types in zip(pairs, found, strict=True)}


def families(nominate: Way, pairs: tuple[Pair, ...], pair: Pair) -> set[str]:
    """The families of what is nominated for one of the pairs."""
    return {type_.split(":")[0] for type_ in laid(nominate, pairs)[pair]}
