"""A language model's numbers beside the engine's own: money, cartridges, wounds. A mismatch is a conflict."""

from collections.abc import Iterable

from gm_engine import continuity, rules
from gm_engine.continuity.overlay import Finding, Known, engine_fact
from gm_engine.rules.weapons import loaded, weapons_of
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Value
from gm_engine.story.completion import Completion
from gm_engine.story.counting import counted
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

COUNTER = "counter"
"""How the rule compares by which such conflicts are raised; a story that has none raises none."""
COUNTED = ("money", "loaded", "wounds", "condition")
"""What the engine keeps count of."""
COINS, ROUGH = 99, 6
"""Small coins go unsaid; what is told roughly may be off by a sixth part."""
IN_A_GUN = frozenset(("cylinder", "chamber", "chambers", "magazine", "gun", "revolver", "pistol", "rifle", "carbine", "shotgun"))
BESIDE_IT = frozenset(
    ("belt", "bandolier", "pouch", "pocket", "pockets", "saddlebag", "saddlebags", "box", "bag", "coat", "loops", "loose")
)
"""Words of a sentence by which cartridges are in a gun, or beside it."""


def miscounts(told: Completion, claims: Iterable[Claim], state: StoryState, verdict: Verdict, used: tuple[Rule, ...]) -> Verdict:
    """What is to be added to the verdict on a language model's words: a conflict for each of the engine's numbers that their ``claims``
    tell otherwise. The state is only read.
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
    for claim in claims:
        span = claim.provenance.span
        value = against(claim, state) if span not in heard and _is_plain(claim, state) else None
        if value is not None:
            heard.add(span)
            fact = engine_fact(known, state.pc, claim.relation, value, f"{known.name(state.pc)}: {value.text}, by the record.")
            # another number of the record is another matter: what was told wrong before may be told wrong again
            fact = fact.model_copy(update={"id": f"{fact.id}.{value.low}"})
            found.append((claim, Finding("conflict", fact, f"the story's own record has {value.text} at that moment", rule)))
    return continuity.raise_all(found, state, verdict, turn=state.turn)


def _is_plain(claim: Claim, state: StoryState) -> bool:
    """True for what the narrator tells as so, here and now, of the player's character."""
    now = claim.validity.until is None and claim.provenance.minute == state.minute
    return now and claim.subject == state.pc and claim.modality == "asserted" and claim.polarity and claim.provenance.voice == "narrator"


def against(claim: Claim, state: StoryState) -> Value | None:
    """What the engine's record says instead; None where it agrees, or does not count such a thing."""
    match claim.relation:
        case "money":
            return _money(claim.value, state)
        case "loaded":
            return _cartridges(claim, state)
        case "wounds" | "condition":
            return _wounds(claim.value, state)
    return None


def _money(told: Value, state: StoryState) -> Value | None:
    person, purse, said = state.person(state.pc), state.purse(state.pc), told.low or 0
    off = max(said // ROUGH if told.approximate else 0, COINS if said % (COINS + 1) == 0 else 0)
    counts = state.pc in state.money or (person is not None and person.money)
    return _value(purse, state.pack.currency.figure(purse), "cent") if counts and abs(purse - said) > off else None


def _cartridges(claim: Claim, state: StoryState) -> Value | None:
    book, words = rules.rulebook_of(state.pack), set(_words(claim.provenance.quote))
    guns = {item: weapon for item, weapon in weapons_of(state, book, state.pc).items() if weapon.chambers}
    if not guns:
        return None
    named = {item: weapon for item, weapon in guns.items() if set(_words(state.name(item))) & words} or guns
    inside = {item: loaded(state, state.pc, item, weapon) for item, weapon in named.items()}
    loose = {weapon.cartridge: state.has(state.pc, weapon.cartridge) for weapon in named.values() if weapon.cartridge}
    in_gun, beside = bool(words & IN_A_GUN), bool(words & BESIDE_IT)
    right = {*inside.values()} if in_gun else {*loose.values()} if beside else set[int]()
    if not (in_gun or beside):
        right = {*inside.values(), *loose.values(), sum(inside.values()), sum(inside.values()) + sum(loose.values())}
    if claim.value.low in right:
        return None
    shown = [f"{counted(count, 'cartridge')} in {state.name(item)}" for item, count in sorted(inside.items()) if in_gun or not beside]
    shown += [f"{counted(count, 'loose cartridge')}" for _, count in sorted(loose.items()) if not in_gun]
    return _value(sum(inside.values()) if in_gun else sum(loose.values()), ", ".join(shown), "cartridge")


def _wounds(told: Value, state: StoryState) -> Value | None:
    open_ = [wound for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    down = state.condition(state.pc) != "alive"
    shown = _value(len(open_), counted(len(open_), "wound") if open_ else "no wound", "wound")
    if told.low == 0 or told.text == "well":
        places = ", ".join(wound.place for wound in open_)
        return shown.model_copy(update={"text": f"{shown.text} ({places})"}) if open_ else None
    if told.text == "wounded":
        return None if state.wounds.get(state.pc, ()) or down else shown
    return None if told.low in (None, len(open_)) or down else shown


def _value(number: int, text: str, unit: str) -> Value:
    return Value(kind="number", text=text, low=number, high=number, unit=unit)


def _words(text: str) -> list[str]:
    return [word.strip(".,;:!?") for word in text.lower().replace("-", " ").split() if word not in ("a", "an", "the", "your")]
