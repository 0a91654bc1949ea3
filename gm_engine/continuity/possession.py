"""What is had: things that are destroyed or another's, and the engine's own numbers of money, cartridges and things carried."""

from collections.abc import Iterator

from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import WORD, liken_numbers, unit
from gm_engine.continuity.overlay import Finding, Known, engine_fact, tells_change, told_at
from gm_engine.story.claim import Claim, Value
from gm_engine.story.rule import Rule

WHOLE = 100
"""Small coins in a large one."""
CARTRIDGE = Value(kind="number", text="", unit="cartridge")
IN_A_GUN = frozenset({"cylinder", "chamber", "chambers", "magazine", "gun", "pistol", "revolver", "rifle", "loaded", "left", "remaining"})
"""Words by which cartridges are told of that are in a gun, or may be."""


def compare_holding(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for somebody who is told to have something: is it destroyed, has another the only one, does the engine count it?"""
    item = claim.value.entity
    if item is None or not claim.polarity:
        return
    for fact in known.topic(item, "destroyed"):
        if is_final(fact, rule) and claim.provenance.minute >= told_at(fact):
            yield Finding("conflict", fact, f"{known.name(item)} was told to be {fact.value.text} before", rule, 85)
    held = known.state.pack.items.get(item)
    if held is None or not held.unique:
        return
    for fact in known.naming("has", item):
        if fact.polarity and not known.same(fact.subject, claim.subject):
            gave_away = known.state.items.get(f"{fact.subject}/{item}", 1) == 0  # the engine saw it leave their hands
            if tells_change(claim) or gave_away:
                yield Finding("change", fact, "it has changed hands", rule)
            else:
                yield Finding("conflict", fact, f"there is one {known.name(item)}, and no telling of how it changed hands", rule, 85)
    yield from _carried(claim, item, rule, known)


def _carried(claim: Claim, item: str, rule: Rule, known: Known) -> Iterator[Finding]:
    """A clash with the engine's count of a unique thing, where it knows who carries it."""
    state = known.state
    now = claim.validity.until is None and claim.provenance.voice == "narrator" and claim.provenance.minute == state.minute
    if not now or not state.person(claim.subject) or state.has(claim.subject, item):
        return
    if carrier := next((id for id in sorted({**state.pack.characters, **state.pack.npcs}) if state.has(id, item)), None):
        value = Value(kind="entity", text=known.name(item), entity=item)
        fact = engine_fact(known, carrier, "has", value, f"{known.name(carrier)} carries {known.name(item)}.")
        yield Finding("conflict", fact, f"{known.name(carrier)} carries it at that moment", rule, 90)


def compare_counter(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A finding where the engine counts what the claim counts, and its number is another."""
    state, telling = known.state, claim.provenance
    now = claim.validity.until is None and telling.minute == state.minute and telling.voice in ("narrator", "oracle", "player")
    counted = _count(claim, rule, known) if now and claim.value.low is not None else None
    if counted is None:
        return
    number, what = counted
    said = claim.value.model_copy(update={"unit": what})
    held = Value(kind="number", text=str(number), low=number, high=number, unit=what)
    clash = liken_numbers(said, held, rule.when) == "apart" and not (what == "cent" and _coins_unsaid(said, number))
    if clash == claim.polarity:
        ending = "" if number == 1 or what.endswith("s") else "s"
        shown = state.pack.currency.figure(number) if what == "cent" else f"{number} {what}{ending}"
        held = held.model_copy(update={"text": shown})
        fact = engine_fact(known, claim.subject, claim.relation, held, f"{known.name(claim.subject)}: {shown}, by the record.")
        yield Finding("conflict", fact, f"the story's own record counts {shown} at that moment", rule)


def _coins_unsaid(said: Value, number: int) -> bool:
    """True where a whole sum is told and only the small coins beside it are not."""
    return said.low is not None and said.low % WHOLE == 0 and abs(said.low - number) < WHOLE


def _count(claim: Claim, rule: Rule, known: Known) -> tuple[int, str] | None:
    """The engine's number for what is claimed, and its unit; None where the engine does not count it."""
    state, subject = known.state, claim.subject
    if claim.relation == "money":
        person = state.person(subject)
        return (state.purse(subject), "cent") if subject in state.money or (person and person.money) else None
    if claim.relation == "loaded":
        weapon = claim.value.entity or subject
        keys = [key for key in (f"{subject}/{weapon}", f"{state.pc}/{weapon}") if key in state.ammo]
        own = [key for key in state.ammo if key.startswith(f"{subject}/")]
        keys = keys or (own if len(own) == 1 else [])
        return (int(state.ammo[keys[0]]), "cartridge") if keys else None
    if state.person(subject) is None:
        return None
    what = unit(claim.value, rule.when)
    if what == unit(CARTRIDGE, rule.when) and set(WORD.findall(claim.provenance.quote.casefold())) & IN_A_GUN:
        return None  # what is in a gun is not what is carried beside it
    for item in sorted(state.carried(subject)):
        called = (CARTRIDGE.model_copy(update={"unit": name}) for name in (known.name(item), item.replace("_", " ")))
        if what in {unit(value, rule.when) for value in called}:
            return (state.has(subject, item), claim.value.unit or item)
    return None
