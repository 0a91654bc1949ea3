"""Faults and decoys on purpose: a beat that clashes with what was told, or one that only looks as if it did.

Both are marked for good: in the beat, in the completion's spans, in every claim that comes of them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gm_engine.chance import Draws
from gm_engine.errors import UnknownName
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Fact, Modality, Statement, Value
from gm_engine.story.numbers import miles_in_words
from gm_engine.story.roll import DrawKey
from gm_engine.story.travel import OPPOSITE

FAULTS: dict[str, tuple[str, ...]] = {
    "physical_trait": ("eyes", "hair", "left_hand", "right_hand", "handed", "height", "build", "beard", "limp"),
    "life_death": ("condition",),
    "whereabouts": ("at",),
    "possession": ("owner",),
    "kinship_role": ("spouse", "father", "mother", "works_for"),
    "numeric_date": ("founded", "born", "age"),
    "name_identity": ("name", "named_for"),
    "event_outcome": ("killed_by", "outcome"),
    "knowledge": ("met",),
    "geography": ("bearing", "distance", "within"),
    "ability": ("reads", "speaks"),
    "quantity_state": ("loaded", "money"),
}
"""The classes that the grammar can make, with the relations by which it makes them. *Knowledge* is an acquaintance that
there was not: a secret told out of turn it cannot be, for the narrator is never given one."""

DENIED = ("ability", "knowledge")
"""Classes whose fault says that what is so is not, or the other way round, and names no other value."""

OTHERS: dict[str, tuple[str, ...]] = {
    "eyes": ("brown", "blue", "green", "black"),
    "hair": ("black", "red", "white", "blond"),
    "left_hand": ("missing", "whole"),
    "right_hand": ("missing", "whole"),
    "handed": ("left-handed", "right-handed"),
    "height": ("tall", "short"),
    "build": ("stout", "lean"),
    "beard": ("black", "red", "white"),
    "limp": ("left", "right"),
    "outcome": ("won", "lost"),
    "named_for": ("a mule", "a railroad director", "a drowned surveyor"),
    "name": ("Josiah Tull", "Harriet Vance", "Amos Pell"),
}
DECOYS: dict[str, tuple[Modality, tuple[str, ...]]] = {
    "rumour": ("rumour", ()),
    "character_lie": ("speech", ()),
    "hypothetical": ("hypothetical", ()),
    "dream_vision": ("dream", ()),
    "quoted_text": ("quoted", ()),
    "sarcasm": ("sarcasm", ()),
    "negated": ("asserted", ()),
    "plan_not_done": ("plan", ("at", "owner")),
    "simile_pretence": ("asserted", ("eyes", "hair")),
    "same_name": ("asserted", ("eyes", "hair", "handed", "spouse")),
    "dialogue_correction": ("speech", ("eyes", "hair", "handed")),
    "change_over_time": ("asserted", ("hair", "beard", "at", "owner", "works_for")),
    "alias_title": ("asserted", ()),
    "paraphrase": ("asserted", ()),
    "refinement": ("asserted", ("eyes", "hair", "founded", "born")),
}
"""The near misses that the grammar can make: how each is said, and the relations that suit it (none named: any)."""

SHORT = {"lie": "character_lie", "dream": "dream_vision", "plan": "plan_not_done", "simile": "simile_pretence", "quoted": "quoted_text"}
TRUE = ("alias_title", "paraphrase", "refinement")
ALIKE = (
    ("fair", "blond", "blonde", "sandy", "yellow", "golden"),
    ("gray", "grey", "white", "silver"),
    ("gray", "grey", "black"),
    ("stout", "broad", "burly", "stocky", "heavy"),
    ("lean", "gaunt", "thin", "slim", "tall"),
)
"""Looks that do not exclude each other: the one is no fault where the other is known."""
UNCOLOURED = ("beard", "moustache", "goatee", "whiskers", "sideburns")
PARENTS = {"father": "he", "mother": "she"}
MILE = 1760
"""Yards."""
UP_AND_DOWN = ("up", "down")
"""Directions that no sentence says of a place."""
ANY = ("eyes", "hair", "left_hand", "handed", "owner", "founded", "spouse", "at")


@dataclass(frozen=True)
class Known:
    """Something that the table has been told or the pack says, and who holds it. ``polarity`` is false for what is not so."""

    subject: str
    relation: str
    value: Value
    polarity: bool = True


def inject(kind: str, state: StoryState, draw: DrawKey, entity: str = "", attribute: str = "", value: str = "") -> Beat:
    """A beat whose statement clashes with what is known. ``entity``, ``attribute`` and ``value`` narrow the choice.

    Raises UnknownName for a class that the embedded GM cannot make, and where nothing known can be clashed with.
    """
    if kind not in FAULTS:
        raise UnknownName(f"fault {kind}", f'the embedded GM makes no "{kind}"', f"It makes: {', '.join(FAULTS)}.", slug="unknown-fault")
    draws = Draws(draw, "fault")
    known = choose(kind, FAULTS[kind], state, draws, entity, attribute)
    denied = kind in DENIED and not value
    clash = read_as(value, known.value, state) if value else known.value if denied else other_than(known, state, draws)
    statement = Statement(subject=known.subject, relation=known.relation, value=clash, polarity=not (denied and known.polarity))
    return beat(state, statement, "asserted", "fault", kind, draws)


def decoy(kind: str, state: StoryState, draw: DrawKey, entity: str = "", attribute: str = "", value: str = "") -> Beat:
    """A beat that looks like a clash and is none: a rumour, a lie, a dream … Raises UnknownName as ``inject`` does."""
    kind = SHORT.get(kind, kind)
    if kind not in DECOYS:
        raise UnknownName(f"decoy {kind}", f'the embedded GM makes no "{kind}"', f"It makes: {', '.join(DECOYS)}.", slug="unknown-decoy")
    draws = Draws(draw, "fault")
    modality, suited = DECOYS[kind]
    known = choose(kind, suited or ANY, state, draws, entity, attribute)
    said = known.value if kind in TRUE and not value else read_as(value, known.value, state) if value else other_than(known, state, draws)
    statement = Statement(subject=known.subject, relation=known.relation, value=said, polarity=kind != "negated")
    made = beat(state, statement, modality, "decoy", kind, draws)
    return made.model_copy(update={"slots": made.slots | {"true_value": known.value.text}})


def beat(state: StoryState, statement: Statement, modality: Modality, sim: str, kind: str, draws: Draws) -> Beat:
    """A statement beat, with the names that its sentence needs and somebody to say it."""
    speakers = [id for id in state.present() if id != statement.subject and state.condition(id) == "alive"]
    speaker = draws.pick(speakers) if speakers and modality in ("speech", "sarcasm") else ""
    person = state.person(statement.subject)
    slots = {"subject_name": state.name(statement.subject), "class": kind, "flags": "simulated"}
    if person:
        slots["subject_pronouns"] = person.pronouns
        if statement.subject != state.pc and person.aliases:
            slots["subject_alias"] = draws.pick(person.aliases)
    if statement.value.entity:
        slots["object_name"] = state.name(statement.value.entity)
    form = {
        "statement": statement,
        "modality": modality,
        "sim": sim,
        "slots": slots,
        "actor": speaker,
        "decoy": kind if sim == "decoy" else "",
    }
    if speaker:
        slots["actor_name"] = state.name(speaker)
    return Beat.model_validate({"kind": "statement", **form})


def choose(kind: str, relations: Iterable[str], state: StoryState, draws: Draws, entity: str, attribute: str) -> Known:
    """One known thing of the relations wanted: of the entity named, else of those here, else of anybody but the player's own."""
    wanted = (attribute,) if attribute else tuple(relations)
    found = [known for relation in wanted for known in known_by(relation, state, entity) if known.value.text not in UP_AND_DOWN]
    if kind == "whereabouts":
        found = [known for known in found if state.person(known.subject) is None or known.subject in state.present()]
    if kind == "knowledge":
        found = [known for known in found if known.value.entity]
    if kind in FAULTS:
        found = [known for known in found if known.relation != "beard" or known.value.text not in UNCOLOURED]
    if kind in FAULTS and not entity:
        raised = {(conflict.subject, conflict.relation) for conflict in state.conflicts.values()}
        found = [known for known in found if (known.subject, known.relation) not in raised]
    if not found:
        about = f" about {state.name(entity)}" if entity else ""
        then = f"Name an attribute that has been told; for {kind} it may be {', '.join(wanted)}."
        raise UnknownName(kind, f"nothing is known{about} that this could clash with", then, slug="nothing-to-clash")
    found = [known for known in found if known.subject != state.pc] or found
    near = {*state.present(), state.here}
    close = [known for known in found if known.subject in near]
    return draws.pick(close or found)


def known_by(relation: str, state: StoryState, entity: str = "") -> list[Known]:
    """What is known by a relation: of one entity, or of everybody; the lore's facts first, then what the engine itself keeps."""
    own_too = relation in FAULTS["quantity_state"] or entity == state.pc
    facts = [
        fact
        for fact in state.lore.facts(subject=entity or None, relation=relation)
        if usable(fact, state) and (own_too or fact.subject != state.pc)
    ]
    found = [Known(fact.subject, relation, fact.value, fact.polarity) for fact in facts]
    held = {one.subject for one in found}
    own = KEPT.get(relation)
    return found + [one for one in (own(state) if own else []) if one.subject not in held and entity in ("", one.subject)]


def usable(fact: Fact, state: StoryState) -> bool:
    """True for what the table may know of what it may see, as things are now."""
    page = state.person(fact.subject) or state.pack.locations.get(fact.subject) or state.pack.items.get(fact.subject)
    said = fact.polarity or fact.relation in FAULTS["knowledge"]
    return fact.audience == "table" and said and fact.validity.holds_at(state.minute) and (page is None or page.visibility == "table")


def people(state: StoryState) -> list[str]:
    """The NPCs whom the table may know."""
    return [id for id, npc in state.pack.npcs.items() if npc.visibility == "table"]


def traits(relation: str) -> Callable[[StoryState], list[Known]]:
    """The pack's own word on a trait."""

    def find(state: StoryState) -> list[Known]:
        npcs = ((id, state.pack.npcs[id]) for id in people(state))
        return [Known(id, relation, Value(kind="enum", text=npc.traits[relation])) for id, npc in npcs if relation in npc.traits]

    return find


def conditions(state: StoryState) -> list[Known]:
    """Who is dead; where nobody is, who is here and alive."""
    dead = [id for id in people(state) if not state.alive(id)]
    return [Known(id, "condition", Value(kind="enum", text=state.condition(id))) for id in dead or state.present()]


def whereabouts(state: StoryState) -> list[Known]:
    """Who is here, where everybody can see them."""
    here = Value(kind="entity", text=state.name(state.here), entity=state.here)
    return [Known(id, "at", here) for id in state.present()]


def owners(state: StoryState) -> list[Known]:
    """Whose things are."""
    items = ((id, item.owner) for id, item in state.pack.items.items() if item.owner and item.visibility == "table")
    return [Known(id, "owner", Value(kind="entity", text=state.name(owner), entity=owner)) for id, owner in items]


def names(state: StoryState) -> list[Known]:
    """What people are called."""
    return [Known(id, "name", Value(kind="text", text=state.pack.npcs[id].name)) for id in people(state)]


def bearings(state: StoryState) -> list[Known]:
    """Which way places lie from one another; those that lie next to this one, where there are any."""
    ways = [
        (id, way)
        for id, place in state.pack.locations.items()
        for way in place.exits
        if way.dir in OPPOSITE and way.dir not in ("up", "down")
    ]
    beside = [(id, way) for id, way in ways if id == state.here]
    return [Known(way.to, "bearing", Value(kind="enum", text=way.dir or "", entity=id)) for id, way in beside or ways]


def loads(state: StoryState) -> list[Known]:
    """How many cartridges are in the player's character's gun."""
    held = ((key.partition("/"), count) for key, count in sorted(state.ammo.items()))
    return [
        Known(owner, "loaded", Value(kind="number", text=str(count), low=count, high=count, unit=weapon))
        for (owner, _, weapon), count in held
        if owner == state.pc
    ]


def purse(state: StoryState) -> list[Known]:
    """What the player's character has in money, in cents."""
    cents = state.purse(state.pc)
    return [Known(state.pc, "money", Value(kind="number", text=f"{cents // 100} dollars", low=cents, high=cents, unit="cents"))]


KEPT: dict[str, Callable[[StoryState], list[Known]]] = {
    "condition": conditions, "at": whereabouts, "owner": owners, "name": names, "bearing": bearings, "loaded": loads, "money": purse,
    **{relation: traits(relation) for relation in FAULTS["physical_trait"]},
}  # fmt: skip


def other_than(known: Known, state: StoryState, draws: Draws) -> Value:
    """A value that cannot be true beside the known one."""
    value, relation = known.value, known.relation
    if relation == "condition":
        text = "alive" if value.text == "dead" else "dead"
        return Value(kind="enum", text=text)
    if relation == "bearing":
        return value.model_copy(update={"text": OPPOSITE.get(value.text, "north")})
    if value.kind == "entity" and value.entity:
        return other_entity(value.entity, known, state, draws)
    if relation == "outcome" and value.entity:
        other = other_entity(value.entity, known, state, draws)
        return value.model_copy(update={"text": f"won by {other.text}", "entity": other.entity})
    if relation == "distance" and value.low is not None:
        return other_distance(value, draws)
    if value.kind in ("number", "date") and value.low is not None:
        return other_number(value, draws)
    said = value.text.lower()
    others = OTHERS.get(relation, ("otherwise",))
    free = [text for text in others if text.lower() not in said and said not in text.lower() and not alike(text, said)]
    if relation == "handed":
        free = ["right-handed" if "left" in said else "left-handed"]
    elif relation.endswith(("_hand", "_arm", "_leg", "_eye")):
        free = ["whole"] if said in ("missing", "lost", "gone", "maimed") else ["missing"]
    return value.model_copy(update={"text": draws.pick(free or ["otherwise"]), "kind": "enum" if value.kind == "enum" else value.kind})


def alike(one: str, other: str) -> bool:
    """True for two looks that may be one and the same.

    >>> alike("blond", "fair"), alike("red", "fair")
    (True, False)
    """
    return any(one in line and set(other.split()) & set(line) for line in ALIKE)


def other_entity(id: str, known: Known, state: StoryState, draws: Draws) -> Value:
    """Another of the same kind, neither the one nor the subject. What is owned is given to a person, whoever owned it."""
    pack, subject = state.pack, known.subject
    pool: list[str] = [*pack.locations] if id in pack.locations else [*pack.factions] if id in pack.factions else people(state)
    if known.relation == "owner":
        pool = people(state)
    if known.relation in PARENTS:
        pool = [other for other in pool if (person := state.person(other)) and person.pronouns == PARENTS[known.relation]]
    if pool == [*pack.locations]:
        pool = [other for other in pool if pack.locations[other].visibility == "table" and other != pack.locations[id].within]
    visible = [other for other in pool if other not in (id, subject)]
    chosen = draws.pick(visible or [id])
    return Value(kind="entity", text=state.name(chosen), entity=chosen)


def other_distance(value: Value, draws: Draws) -> Value:
    """A way that is longer by half or more, in whole miles; a short one in hundreds of yards. In words, as the narrator says it."""
    low = value.high if value.high is not None else value.low or 0
    if low < MILE:
        hundreds = low // 100 + 3 + draws.roll(4)
        yards, text = hundreds * 100, f"{hundreds * 100} yards"
    else:
        miles = low // MILE
        miles += max(4, miles // 2) + draws.roll(max(4, miles // 3))
        yards, text = miles * MILE, miles_in_words(miles * 10)
    return value.model_copy(update={"text": text, "low": yards, "high": yards, "unit": "yard", "approximate": False})


def other_number(value: Value, draws: Draws) -> Value:
    """A number or a date well outside the known one. A date is moved by whole years."""
    low, high = value.low or 0, value.high if value.high is not None else value.low or 0
    if value.kind == "date":
        years = 4 + draws.roll(5)
        days = round(years * 365.2425)
        year = value.text[-4:]
        text = str(int(year) + years) if year.isdigit() else f"{years} years later"
        return value.model_copy(update={"text": text, "low": low + days, "high": high + days})
    if value.unit == "cents":
        moved = low + (2 + draws.roll(5)) * 1000
        moved -= moved % 100
        return value.model_copy(update={"text": f"{moved // 100} dollars", "low": moved, "high": moved})
    if value.unit and value.text.isdigit() and high <= 6:
        moved = (low + 1 + draws.roll(4)) % 7
        moved = moved if moved != low else (low + 3) % 7
        return value.model_copy(update={"text": str(moved), "low": moved, "high": moved})
    step = max(5, low // 3)
    moved = high + step + draws.roll(step)
    return value.model_copy(update={"text": str(moved), "low": moved, "high": moved, "approximate": False})


def read_as(written: str, like: Value, state: StoryState) -> Value:
    """A value as a script writes it, of the kind of the known one."""
    if written in state.pack.locations or written in state.pack.items or written in state.pack.factions or state.person(written):
        return Value(kind="entity", text=state.name(written), entity=written)
    if like.kind == "number" and like.unit == "yard" and written.isdigit():
        yards = int(written) * MILE
        return like.model_copy(update={"text": miles_in_words(int(written) * 10), "low": yards, "high": yards})
    if like.kind == "number" and written.isdigit():
        return like.model_copy(update={"text": written, "low": int(written), "high": int(written)})
    return Value(kind=like.kind if like.kind in ("enum", "text") else "text", text=written)
