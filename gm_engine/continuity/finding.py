"""A finding: what one rule makes of a claim beside one fact."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

Outcome = Literal["same", "finer", "change", "earlier", "near", "conflict"]


@dataclass(frozen=True)
class Finding:
    """``same``: told again. ``finer``: more precise. ``change``: the fact ends where the claim begins. ``earlier``: what
    the claim says ended where the fact begins. ``near``: a look-alike, and why. ``conflict``: they cannot both be true.

    ``certainty`` is in per cent; ``rule`` is the rule that found it.
    """

    outcome: Outcome
    fact: Fact
    why: str
    rule: Rule
    certainty: int = 100


Comparer = Callable[[Claim, Rule, Known], Iterator[Finding]]
"""Looks at a claim by one rule and yields what it finds; it reads, and never raises for what prose may say."""
