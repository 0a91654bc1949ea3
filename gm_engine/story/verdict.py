"""What continuity has to say of a turn's claims."""

from gm_engine.story.claim import Claim, Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.noun import Noun, Words


class NearMiss(Noun):
    """A look-alike that was not flagged, and why."""

    fact: str
    claim: str
    why: Words


class Verdict(Noun):
    """``facts`` are new or changed facts (a changed one keeps its id), ``conflicts`` what cannot be, ``near`` the look-alikes."""

    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    near: tuple[NearMiss, ...] = ()

    def with_more(self, seen: "Verdict") -> "Verdict":
        """This verdict with what is to be added to it."""
        return Verdict(
            claims=(*self.claims, *seen.claims),
            facts=(*self.facts, *seen.facts),
            conflicts=(*self.conflicts, *seen.conflicts),
            near=(*self.near, *seen.near),
        )
