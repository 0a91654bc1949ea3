"""The ways of contradicting: each module looks at two sentences and says in which way the later may contradict the earlier.

One type may be given more than once: ``weigh.candidates`` keeps the first of each.
"""

from gm_engine.continuity.second.openings import Dispatch, Nominate, Opening
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

WAYS: tuple[tuple[Nominate, tuple[Opening, ...]], ...] = tuple(
    (way.nominate, way.OPENINGS)
    for way in (
        ability, aging, counts, dates, extents, holding, kin, knowledge, land, life, likeness, looks, names, opposites, outcomes, spans,
        stock, used_up, whereabouts,
    )
)  # fmt: skip
"""Every way, with its openings."""
asked = Dispatch(WAYS)
"""The ways to ask of two sentences."""
