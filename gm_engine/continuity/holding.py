"""Possession: what was destroyed cannot be used, and a thing of which there is one has one holder."""

from collections.abc import Iterator

from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, engine_fact, tells_change, told_at
from gm_engine.story.claim import Claim, Value
from gm_engine.story.rule import Rule


def compare_holding(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for somebody who is told to have something: is it destroyed, has another the only one, does the engine count it?"""
    item = claim.value.entity
    if item is None or not claim.polarity:
        return
    finals = {plain(word) for word in rule.when.get("final", ())}
    for fact in known.topic(item, "destroyed"):
        if is_final(fact, finals) and claim.provenance.minute >= told_at(fact):
            yield Finding("conflict", fact, f"{known.name(item)} was told to be {fact.value.text} before", rule, 85)
    held = known.state.pack.items.get(item)
    if held is None or not held.unique:
        return
    for fact in known.naming("has", item):
        if fact.polarity and not known.same(fact.subject, claim.subject):
            if tells_change(claim) or _gave_away(fact.subject, item, known):
                yield Finding("change", fact, "it has changed hands", rule)
            else:
                yield Finding("conflict", fact, f"there is one {known.name(item)}, and no telling of how it changed hands", rule, 85)
    yield from _by_the_engine(claim, item, rule, known)


def _gave_away(holder: str, item: str, known: Known) -> bool:
    """True where the engine saw it leave the holder's hands."""
    return f"{holder}/{item}" in known.state.items and not known.state.items[f"{holder}/{item}"]


def _by_the_engine(claim: Claim, item: str, rule: Rule, known: Known) -> Iterator[Finding]:
    """A clash with the engine's count of a unique thing, where it knows who carries it."""
    state = known.state
    now = claim.validity.until is None and claim.provenance.voice == "narrator" and claim.provenance.minute == state.minute
    if not now or not state.person(claim.subject) or state.has(claim.subject, item):
        return
    carriers = [id for id in sorted({**state.pack.characters, **state.pack.npcs}) if state.has(id, item)]
    if carriers:
        value = Value(kind="entity", text=known.name(item), entity=item)
        fact = engine_fact(known, carriers[0], "has", value, f"{known.name(carriers[0])} carries {known.name(item)}.")
        yield Finding("conflict", fact, f"{known.name(carriers[0])} carries it at that moment", rule, 90)
