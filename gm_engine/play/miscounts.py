"""A language model's numbers beside the engine's own: money, cartridges, wounds. A mismatch is a conflict."""

from collections.abc import Callable

from gm_engine import continuity, rules
from gm_engine.continuity.overlay import Finding, Known, engine_fact
from gm_engine.extraction.plain_counts import Said, plain_counts
from gm_engine.rules.weapons import loaded, weapons_of
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Value
from gm_engine.story.completion import Completion
from gm_engine.story.counting import counted
from gm_engine.story.provenance import Provenance
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

COUNTER = "counter"
"""How the rule compares by which such conflicts are raised; a story that has none raises none."""
UNITS = {"money": "cent", "gun": "cartridge", "loose": "cartridge", "shots": "cartridge"}
RELATIONS = {"money": "money", "gun": "loaded", "loose": "count", "shots": "count"}
SURE = 88
"""How sure a plain statement is understood, in per cent."""


def miscounts(
    told: Completion, state: StoryState, verdict: Verdict, used: tuple[Rule, ...], mark: Callable[[Claim], Claim] = lambda claim: claim
) -> Verdict:
    """What is to be added to the verdict on a language model's words: a conflict for each of the engine's numbers that they tell
    otherwise, with the claim that it was told. ``mark`` marks a claim whose sentence was injected. The state is only read.
    """
    rule = next((rule for rule in used if rule.compare == COUNTER), None)
    if rule is None or told.given_by != "provider" or told.model.startswith("embedded"):
        return Verdict()
    known = Known(state, state.turn)
    heard = {
        conflict.incoming.span
        for conflict in (*state.conflicts.values(), *verdict.conflicts)
        if conflict.incoming.turn == state.turn and conflict.established.voice == "engine"
    }
    found: list[tuple[Claim, Finding]] = []
    for number, said in enumerate(plain_counts(told.text, state.pack.currency), 1):
        value = against(said, state) if said.span not in heard else None
        if value is not None:
            heard.add(said.span)
            claim = mark(_claim(said, number, state))
            fact = engine_fact(known, state.pc, claim.relation, value, f"{known.name(state.pc)}: {value.text}, by the record.")
            # another number of the record is another matter: what was told wrong before may be told wrong again
            fact = fact.model_copy(update={"id": f"{fact.id}.{value.low if value.low is not None else said.kind}"})
            found.append((claim, Finding("conflict", fact, f"the story's own record has {value.text} at that moment", rule)))
    return continuity.raise_all(found, state, verdict, turn=state.turn)


def against(said: Said, state: StoryState) -> Value | None:
    """What the engine's record says instead; None where it agrees, or does not count such a thing."""
    if said.kind == "money":
        return _money(said, state)
    if said.kind in ("gun", "loose", "shots"):
        return _cartridges(said, state)
    return _wounds(said, state)


def _money(said: Said, state: StoryState) -> Value | None:
    person, purse = state.person(state.pc), state.purse(state.pc)
    counts = state.pc in state.money or (person is not None and person.money)
    return _value(purse, state.pack.currency.figure(purse), "cent") if counts and abs(purse - said.number) > said.off else None


def _cartridges(said: Said, state: StoryState) -> Value | None:
    book = rules.rulebook_of(state.pack)
    guns = {item: weapon for item, weapon in weapons_of(state, book, state.pc).items() if weapon.chambers}
    if not guns:
        return None
    named = {item: weapon for item, weapon in guns.items() if set(_words(state.name(item))) & set(_words(said.words))} or guns
    inside = {item: loaded(state, state.pc, item, weapon) for item, weapon in named.items()}
    loose = {weapon.cartridge: state.has(state.pc, weapon.cartridge) for weapon in named.values() if weapon.cartridge}
    right = {"gun": set(inside.values()), "loose": set(loose.values())}.get(said.kind, set())
    if said.kind == "shots":
        right = {*inside.values(), *loose.values(), sum(inside.values()), sum(inside.values()) + sum(loose.values())}
    if any(abs(said.number - one) <= said.off for one in right):
        return None
    shown = [f"{counted(count, 'cartridge')} in {state.name(item)}" for item, count in sorted(inside.items()) if said.kind != "loose"]
    shown += [f"{counted(count, 'loose cartridge')}" for _, count in sorted(loose.items()) if said.kind != "gun"]
    return _value(sum(inside.values()) if said.kind == "gun" else sum(loose.values()), ", ".join(shown), "cartridge")


def _wounds(said: Said, state: StoryState) -> Value | None:
    open_ = [wound for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    down = state.condition(state.pc) != "alive"
    shown = _value(len(open_), counted(len(open_), "wound") if open_ else "no wound", "wound")
    if said.kind == "unhurt":
        places = ", ".join(wound.place for wound in open_)
        return shown.model_copy(update={"text": f"{shown.text} ({places})"}) if open_ else None
    if said.kind in ("hurt", "hit"):
        ever = state.wounds.get(state.pc, ()) if said.kind == "hurt" else open_
        return None if ever or down else shown
    return None if said.number == len(open_) or down else shown


def _value(number: int, text: str, unit: str) -> Value:
    return Value(kind="number", text=text, low=number, high=number, unit=unit)


def _claim(said: Said, number: int, state: StoryState) -> Claim:
    telling = Provenance(source="extracted", turn=state.turn, voice="narrator", quote=said.quote, span=said.span, minute=state.minute)
    text, unit = " ".join(said.words.split()), UNITS.get(said.kind, "wound")
    value = Value(kind="number", text=text, low=said.number, high=said.number, unit=unit, approximate=bool(said.off))
    relation = RELATIONS.get(said.kind, "wounds")
    return Claim(id=f"{state.turn}.n{number}", subject=state.pc, relation=relation, value=value, provenance=telling, confidence=SURE)


def _words(text: str) -> list[str]:
    return [word for word in text.lower().replace("-", " ").split() if word not in ("a", "an", "the", "your")]
