"""Never, always and once: the same frame told with the other polarity, where the times meet."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule

AWAY = "visit"
FROM = "leave"


@dataclass(frozen=True)
class _Frame:
    """``scope``: *ever* (at no time, or at some), *since*, *habit*, *past* (told from long ago) or *deed* (done as it is told)."""

    scope: str
    verb: str
    keys: tuple[str, ...]


def compare_frame(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for "has never killed a man" beside "the man he killed", and for "never drinks" beside "drains his whiskey"."""
    ours = _frame(claim)
    facts = known.topic(claim.subject, claim.relation)
    for fact in facts:
        theirs = _frame(fact)
        if fact.polarity == claim.polarity:
            if ours == theirs:
                yield Finding("same", fact, "told again", rule)
            continue
        denied, told = (theirs, ours) if claim.polarity else (ours, theirs)
        if not _meet(denied, told):
            continue
        later = not claim.polarity  # the denial is the later telling
        if later and claim.provenance.turn <= fact.told_by[0].turn:
            continue
        if certainty := _certainty(denied.scope, told.scope, later):
            between = [
                other for other in facts if not later and other.polarity and _frame(other).scope == "deed" and _meet(denied, _frame(other))
            ]
            if told.scope == "past" and between:
                yield Finding("near", fact, "it was done since", rule)
            else:
                yield Finding("conflict", fact, "the one denies the other", rule, certainty)
        else:
            yield Finding("near", fact, "it may have been done since", rule)


def _frame(telling: Claim | Fact) -> _Frame:
    parts = (telling.value.unit or "").split()
    if len(parts) < 3:  # told by an author, in words of their own
        return _Frame("ever" if not telling.polarity else "habit", telling.value.text.casefold(), ("-",))
    return _Frame(parts[0], parts[1], tuple(parts[2:]))


def _meet(denied: _Frame, told: _Frame) -> bool:
    """True where what is told is what was denied, or could not be but for it: who never left was nowhere else."""
    if denied.verb == told.verb:
        return denied.keys[:1] == ("*",) or denied.keys[:1] == told.keys[:1] or (bool(denied.keys) and denied.keys[0] in told.keys)
    home, away = denied.keys[:1], told.keys[:1]
    return (
        denied.verb == FROM
        and told.verb == AWAY
        and told.scope == "past"
        and home != away
        and all(key.startswith("@") for key in (*home, *away))
    )


def _certainty(denied: str, told: str, later: bool) -> int:
    """How surely the two exclude each other, in per cent; 0 where both may be so."""
    if denied == "ever":
        return 88 if later or told in ("past", "habit") else 0
    if denied == "since":
        return 80 if told == "habit" or (later and told == "deed") else 0
    return {"habit": 88, "deed": 78}.get(told, 0)
