"""Two ways in which one event came out."""

from collections.abc import Iterator

from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_outcomes(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for it."""
    yield from ()
