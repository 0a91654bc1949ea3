"""The families of relations: each reads a token with what hangs on it and gives rough claims."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.relations import (frames, makers, qualities, sole, 
    abilities,
    ages,
    christening,
    bodies,
    counts,
    deaths,
    events,
    hands,
    happenings,
    keeping,
    kin,
    lay,
    lacks,
    knowing,
    life,
    lineage,
    looks,
    naming,
    needs,
    parts,
    places,
    presence,
    results,
    purse,
    roles,
    ruin,
    senses,
    stocks,
    stumps,
    things,
)
from gm_engine.extraction.scope import Found, Scope

if TYPE_CHECKING:
    from spacy.tokens import Token

FAMILIES: "tuple[Callable[[Token, Scope], Iterator[Found]], ...]" = (
    bodies.read, looks.read, parts.read, life.read, deaths.read, ages.read, places.read, lay.read, presence.read, roles.read, things.read, hands.read, keeping.read, ruin.read, purse.read, counts.read, stocks.read, kin.read, lineage.read, christening.read, results.read, knowing.read, abilities.read, lacks.read, stumps.read, needs.read, senses.read,
    naming.read, events.read, happenings.read,
    sole.read, qualities.read, makers.read, frames.read,
)  # fmt: skip
