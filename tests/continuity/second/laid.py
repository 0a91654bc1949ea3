"""Pairs of tellings laid beside each other, and in which ways a module says that they clash: a table of them is one test."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import pytest

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Sentence
from tests.continuity.told import beside_each_other, two_tellings

Way = Callable[[Sentence, Sentence, Ground], Iterator[Candidate]]
Pair = tuple[str, str]
Clash = tuple[str, str, str]
"""The family that must be nominated (of several, with spaces between them, one of them), what is told first and what is told later."""


@cache
def laid(nominate: Way, pairs: tuple[Pair, ...]) -> dict[Pair, tuple[str, ...]]:
    """The types of all that the way nominates for each pair of texts, told by the GM in turns 1 and 3. All are read at once."""
    stories = [two_tellings(earlier, later) for earlier, later in pairs]
    found = beside_each_other(stories, lambda one: (candidate.type for candidate in nominate(*one.sentences, one.ground)))
    return {pair: tuple(sorted(set(types))) for pair, types in zip(pairs, found, strict=True)}


def families(nominate: Way, pairs: tuple[Pair, ...], pair: Pair) -> set[str]:
    """The families of what is nominated for one of the pairs."""
    return {type_.split(":")[0] for type_ in laid(nominate, pairs)[pair]}


def together(*ways: Way) -> Way:
    """Several ways as one."""

    def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
        for way in ways:
            yield from way(earlier, later, ground)

    return nominate


def told_as(families: str, pairs: Iterable[Pair]) -> tuple[Clash, ...]:
    """Rows of a table that are all of the same families."""
    return tuple((families, earlier, later) for earlier, later in pairs)


def table(
    nominate: Way, clash: Sequence[Clash], apart: Sequence[Pair], missed: Sequence[Pair] = (), alarms: Sequence[Pair] = ()
) -> Callable[..., None]:
    """A test with one case a row. For each row of ``clash`` its family is nominated, and for one of ``apart`` nothing.

    ``missed`` are clashes that are known not to be seen, ``alarms`` look-alikes that are known to be nominated:
    a row that is judged rightly at last fails, and moves to the list where it belongs.
    """
    wanted: dict[tuple[str, Pair], str] = {("clash", row[1:]): row[0] for row in clash}
    cases = [*wanted, *(("apart", row) for row in apart), *(("missed", row) for row in missed), *(("alarm", row) for row in alarms)]
    pairs = tuple(dict.fromkeys(pair for _, pair in cases))

    @pytest.mark.parametrize(("kind", "pair"), cases, ids=[f"{kind}: {' // '.join(pair)}" for kind, pair in cases])
    def holds(kind: str, pair: Pair) -> None:
        found = families(nominate, pairs, pair)
        if kind == "clash":
            assert found & set(wanted[kind, pair].split())
        elif kind == "alarm":
            assert found
        else:
            assert found == set()

    return holds
