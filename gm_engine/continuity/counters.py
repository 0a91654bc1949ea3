"""The engine's own numbers: money, cartridges, what is carried. Prose that says otherwise is wrong at that moment."""

import re
from collections.abc import Iterator

from gm_engine.continuity.compare import liken_numbers, unit
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, engine_fact
from gm_engine.story.claim import Claim, Value
from gm_engine.story.rule import Rule

WHOLE = 100
"""Small coins in a large one."""
ROUNDS = frozenset(("cartridge", "round", "shell", "bullet", "shot", "load"))
LOADED = re.compile(
    r"\b(?:cylinder|chambers?|magazine|(?:hand)?gun|pistol|revolver|rifle|carbine|shotgun|colt|winchester|loaded)\b"
    r"|\b(?:rounds?|shots?) (?:left|remaining)\b",
    re.IGNORECASE,
)
"""Where cartridges are told of that are in a gun, or may be."""


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
    if LOADED.search(claim.provenance.quote) and set((claim.value.unit or "").split()) & ROUNDS:
        return None  # what is in a gun is not what is carried beside it
    items = {unit(Value(kind="number", text="", unit=known.name(item)), rule.when): item for item in sorted(state.carried(subject))}
    items |= {unit(Value(kind="number", text="", unit=item.replace("_", " ")), rule.when): item for item in sorted(state.carried(subject))}
    counted = items.get(unit(claim.value, rule.when))
    return (state.has(subject, counted), claim.value.unit or counted) if counted else None
