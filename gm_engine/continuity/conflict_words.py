"""Conflicts in words: the reason in one plain sentence, and the whole matter with both quotes."""

from collections.abc import Callable
from shlex import quote
from typing import get_args

from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.conflict import Conflict, Resolution
from gm_engine.story.letters import in_marks
from gm_engine.story.noun import TAKEN_OUT, as_shown
from gm_engine.story.provenance import Provenance
from gm_engine.story.rule import Rule

OTHERS = ", ".join(way for way in get_args(Resolution) if way != "keep")
"""The resolutions as a person may type them, but for the first."""

BOTH_TRUE = {
    "numeric_date": "Both are true if one was a guess, or if something was added or taken between.",
    "life_death": "Both are true if one of them was a dream, a namesake, a ghost, or told of an earlier time.",
    "whereabouts": "Both are true if more time passed than the story says, or if one of them was another person.",
    "possession": "Both are true if it changed hands, was mended, or if there are two of the kind.",
    "kinship_role": "Both are true if the one ended before the other began, or if one of them was a pretence.",
    "physical_trait": "Both are true if it was dyed, disguised or healed, or if one of them was another person.",
    "name_identity": "Both are true if one of the names is a by-name.",
    "event_outcome": "Both are true if they speak of two events.",
    "knowledge": "Both are true if somebody told them, off the page.",
    "geography": "Both are true if there are two ways, or two places of one name.",
    "ability": "Both are true if it was learned since, or was a pretence.",
    "quantity_state": "Both are true if something was bought, loaded or spent that the record does not know.",
}
"""What would make both tellings true, by class; a rule may say it better."""

WAYS: dict[Resolution, str] = {
    "keep": "the first telling stands; the second was an error",
    "accept": "the second telling replaces the first",
    "changed": "both were true, one after the other",
    "lie": "somebody lied, and is believed by nobody at this table",
    "rumour": "the second is only talk",
    "different": "they speak of two persons, places or things",
    "precise": "the second says the first more exactly",
    "dream": "the second was no waking fact",
    "retcon": "the second holds, and always did, from that turn on",
    "mystery": "both stand, open on purpose",
    "not_a_conflict": "they agree; it was misread",
}
"""What each resolution says of the two tellings."""

NEEDS: dict[str, str] = {"lie": " --by WHO", "retcon": " --turn N"}
"""What a resolution must be told besides."""


def say_value(value: Value, name: Callable[[str | None], str]) -> str:
    """A value as a person reads it.

    >>> say_value(Value(kind="entity", text="Faro Tess", entity="boone"), lambda id: "Temperance Boone")
    'Temperance Boone'
    """
    if value.kind == "entity" and value.entity:
        return name(value.entity)
    if value.text.strip():
        return value.text.strip()
    if value.low is None:
        return TAKEN_OUT
    return f"{value.low}" if value.low == value.high else f"{value.low} to {value.high}"


def say_telling(telling: Claim | Fact, name: Callable[[str | None], str]) -> str:
    """What a telling says of its subject, in few words ("not" where it denies)."""
    words = say_value(telling.value, name)
    if telling.polarity:
        return words
    return "no" if words == "yes" else f"not {words}"


def say_why(claim: Claim, fact: Fact, reason: str, rule: Rule, name: Callable[[str | None], str]) -> str:
    """Why the two cannot stand together: the rule, both values, the reason."""
    old, new = say_telling(fact, name), say_telling(claim, name)
    if fact.subject == claim.subject and fact.relation == claim.relation and old != new:
        topic = claim.relation.replace("_", " ")
        return f"{rule.says}: {name(claim.subject)} ({topic}) was told as {old}, and now as {new}; {reason}"
    return f"{rule.says}: {reason}"


def say_conflict(conflict: Conflict, state: StoryState, where: str = "", settle: str = "") -> str:
    """The whole matter as the doors print it: both tellings, the rule, the time in the story, how to settle it.

    ``where`` is the rule's file and line, where the caller knows it; ``settle`` how a command that settles begins.
    """
    why = as_shown(conflict.why)
    rule = f"{why} ({where})" if where else why
    one, two = conflict.established, conflict.incoming
    lines = [
        f"{say_turn(two)}: {in_marks(as_shown(two.quote))} cannot stand beside {say_turn(one)}: {in_marks(as_shown(one.quote))}. "
        f"[{conflict.rule}]",
        f"  The rule: {rule.rstrip('.')}. I may have misread one of them.",
    ]
    told, again = state.say_when(one.turn, one.minute), state.say_when(two.turn, two.minute)
    if one.turn and told and again:
        lines.append(f"  Told {told}; and again {again}.")
    settlement = conflict.settlement
    if settlement is None:
        lines.append(f"  Settle it: {settle or f'gm settle {quote(state.campaign)}'} {conflict.id} keep  (or {OTHERS})")
    else:
        lines.append(f"  Settled: {settlement.resolution}{f', because {settlement.because}' if settlement.because else ''}.")
    return "\n".join(lines)


SECTIONS = {
    "lore": "lore", "npcs": "people", "characters": "people", "locations": "places", "items": "things", "factions": "groups",
    "secrets": "secrets", "rumours": "rumours", "notes": "notes",
}  # fmt: skip
"""What the sections of a campaign hold."""


def say_turn(telling: Provenance) -> str:
    """Where a telling stands: its turn, the pages of the campaign, or the engine's record. No page is named by what its author called it.

    >>> say_turn(Provenance(source="pack", turn=0, voice="author", quote="It rained.", where="lore.the_flood"))
    "the campaign's lore"
    """
    if telling.voice == "engine":
        return f"the record at turn {telling.turn}"
    if telling.turn == 0:
        section = SECTIONS.get((telling.where or "").partition(".")[0], "")
        return f"the campaign's {section}" if section else "the campaign"
    return f"turn {telling.turn}"
