"""Continuity traps: what a careless reply would get wrong now. The dead, the lost hand, the empty gun, the sold horse, the shut door.

Only where the player's words or the people here touch them: a trap that nobody is near is no trap.
"""

import re
from collections.abc import Mapping

from gm_engine.context.focus import Focus
from gm_engine.context.shorten import sentences
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.story.claim import Fact
from gm_engine.story.context_element import ContextElement

NAMED, HERE, SAID = 1.0, 0.5, 0.8
"""How strong a trap is: about whom or what the player names, about somebody present, in a sentence that shares the player's words."""
GONE = frozenset({"condition", "destroyed", "fate", "buried_at"})
BODY = frozenset({
    "left_hand", "right_hand", "left_arm", "right_arm", "left_leg", "right_leg", "left_eye", "right_eye", "left_fingers", "right_fingers",
    "hands", "legs", "sight", "limp",
})  # fmt: skip
HOLDS = frozenset({"owner", "held_by", "has", "at", "loaded", "stock", "count", "fill", "state", "purse"})
"""Who has what, where it is, how it stands: a trap once it is otherwise than it was."""
CANNOT = frozenset({"reads", "speaks", "can"})
SHUT = frozenset({"burnt", "burned", "shut", "closed", "locked", "empty", "broken", "gone", "lost", "nailed", "sealed", "dry", "dead"})
WHOLE = frozenset({"alive", "whole", "sound", "fine", "healed", "up"})
TURNED = re.compile(
    r"\b(?:die[ds]?|dead|drown(?:s|ed)|kill(?:s|ed)|hanged|buried|lost|loses?|gone|missing|broken?|breaks|cracked|seized|burn(?:s|ed|t)"
    r"|smash(?:es|ed)|wreck(?:s|ed)|struck|sold|sells?|traded|stolen?|gave|given|belongs? to|empty|emptied|last|nailed|welded|locked"
    r"|sealed|shut|closed|blind|deaf|lame|maimed|crippled|cannot|can't|never|no longer|no more|anymore)\b",
    re.IGNORECASE,
)
"""Words by which a sentence tells that something is no longer as one would think."""


def trap(element: ContextElement, focus: Focus, state: StoryState, terms: Mapping[str, int]) -> float:
    """How badly a reply that forgot this element could go wrong now, 0 to 1. ``terms`` are its stems."""
    if element.kind == "fact":
        held = state.lore.fact(element.id.partition(":")[2])
        return _of_fact(held, focus, state) if held else 0.0
    if element.kind in ("turn", "story_point") and element.source in ("memory", "state"):
        return SAID if focus.telling & terms.keys() and _tells_of_a_turn(element.text, focus) else 0.0
    return 0.0


def _of_fact(held: Fact, focus: Focus, state: StoryState) -> float:
    if not _is_otherwise(held, state):
        return 0.0
    if held.subject in focus.spoken or _named(held.subject, focus, state):
        return NAMED
    if held.value.entity in focus.spoken and held.relation in HOLDS:
        return SAID
    return HERE if held.subject in focus.present and held.relation in BODY else 0.0


def _is_otherwise(held: Fact, state: StoryState) -> bool:
    """Whether a reply that knew nothing of it would say something else."""
    value = held.value.text.lower()
    if value in WHOLE:
        return False
    if held.relation in GONE or (held.relation in BODY and held.relation != "limp"):
        return True
    if held.relation in CANNOT:
        return not held.polarity
    if held.relation in HOLDS or held.relation == "quality":
        if SHUT & set(value.split()) or held.value.low == 0:
            return True
        return bool(held.told_by[0].turn) and any(
            fact.id != held.id and fact.status != "open" for fact in state.lore.topic(held.subject, held.relation)
        )
    return False


def _named(subject: str, focus: Focus, state: StoryState) -> bool:
    """Whether the player's words hold the thing's whole name: a thing is named by its words, not as a person is."""
    entity = state.lore.entity(subject)
    wanted = stems(entity.name if entity else subject.replace("_", " ")).keys()
    return bool(wanted) and wanted <= focus.terms.keys()


def _tells_of_a_turn(text: str, focus: Focus) -> bool:
    """Whether one of its sentences shares a telling word with the player's, and says that something is no longer so."""
    return any(not focus.telling.isdisjoint(stems(part)) and bool(TURNED.search(part)) for part in sentences(text))
