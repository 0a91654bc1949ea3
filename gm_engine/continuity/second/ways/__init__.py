"""The ways of contradicting: each module looks at two sentences and says in which way the later may contradict the earlier.

One type may be given more than once: ``weigh.candidates`` keeps the first of each.
"""

from collections.abc import Callable, Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.ways import (
    ability,
    aging,
    counts,
    dates,
    extents,
    holding,
    kin,
    knowledge,
    land,
    life,
    likeness,
    looks,
    names,
    opposites,
    outcomes,
    spans,
    stock,
    used_up,
    whereabouts,
)

WAYS: tuple[Callable[[Sentence, Sentence, Ground], Iterator[Candidate]], ...] = tuple(
    way.nominate
    for way in (
        ability, aging, counts, dates, extents, holding, kin, knowledge, land, life, likeness, looks, names, opposites, outcomes, spans,
        stock, used_up, whereabouts,
    )
)  # fmt: skip
