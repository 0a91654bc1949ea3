"""Why an element was in a turn's prompt, and why something was not: data for ``gm why``."""

from gm_engine.context.cards import name_of
from gm_engine.context.fit import section_of
from gm_engine.context.records import element
from gm_engine.memory import Memory
from gm_engine.memory.words import stems
from gm_engine.state import StoryState
from gm_engine.story.context_element import ContextElement, LeftOut
from gm_engine.story.event import PromptAssembled
from gm_engine.story.noun import Noun, Words


class Why(Noun):
    """An element as it stood in a prompt: its rank by score (1: the highest), its section, and the parts of its score."""

    element: ContextElement
    section: str
    rank: int
    of: int


class WhyNot(Noun):
    """Why something was not in a prompt. ``change`` is the smallest change that would have brought it in."""

    id: str
    text: Words
    why: Words
    change: Words
    tokens: int = 0
    score: int = 0


def whole_prompt(event: PromptAssembled) -> tuple[Why, ...]:
    """Every element of a prompt, the highest score first."""
    placed = [(found, section.name) for section in event.prompt.sections for found in section.elements]
    ranked = sorted(placed, key=lambda item: (-item[0].score, item[0].id))
    return tuple(Why(element=found, section=name, rank=at + 1, of=len(ranked)) for at, (found, name) in enumerate(ranked))


def why(event: PromptAssembled, id: str) -> Why | None:
    """Why the element of that id was in the prompt; None if it was not."""
    return next((reason for reason in whole_prompt(event) if reason.element.id == id), None)


def why_not(text: str, event: PromptAssembled, state: StoryState, memory: Memory) -> WhyNot:
    """Why what ``text`` speaks of (an element's id, or words) was not in the prompt."""
    id = _meant(text, event, memory)
    if id is None:
        return WhyNot(
            id="", text=text, why="nothing of the kind is remembered", change="Say it at the table, or write it into the campaign's lore."
        )
    if there := why(event, id):
        words = f"it was there, in section {there.section}, number {there.rank} of {there.of} by score"
        return WhyNot(
            id=id, text=there.element.text, why=words, change="None is needed.", tokens=there.element.tokens, score=there.element.score
        )
    found = element(id, state, memory)
    if found is None:
        return WhyNot(id=id, text=text, why=_hidden(id, state), change="None: the table does not know it, or it no longer holds.")
    left = next((left for left in event.left_out if left.id == id), None)
    if left is None:
        named = next((name for name in found.about), "")
        change = f"Name {name_of(named, state)}, or use its words." if named else "Use its words, or pin it."
        return WhyNot(id=id, text=found.text, why="nothing in that turn pointed to it", change=change)
    return WhyNot(id=id, text=found.text, why=left.why, change=_change(left, event), tokens=left.tokens, score=left.score)


def _meant(text: str, event: PromptAssembled, memory: Memory) -> str | None:
    """The element's id: the text itself where it is one, else of what answers its words best."""
    if memory.record(text) or why(event, text) or any(left.id == text for left in event.left_out) or text.startswith("turn:"):
        return text
    terms = stems(text)
    found: list[tuple[float, str]] = [(-score, id) for id, score in memory.found_records(terms, 1)]
    found += [(-score, f"turn:{number}") for number, score in memory.found_turns(text, 1)]
    return min(found)[1] if found else None


def _hidden(id: str, state: StoryState) -> str:
    kind, _, rest = id.partition(":")
    if kind == "fact" and (fact := state.lore.fact(rest)):
        if fact.status != "open":
            return f"it is {fact.status}"
        if not fact.validity.holds_at(state.minute):
            return "it no longer holds"
    if kind == "conflict":
        return "it is settled"
    return "it is hidden from the table"


def _change(left: LeftOut, event: PromptAssembled) -> str:
    if left.why == "below the floor":
        return "Name it or somebody whom it concerns: that alone lifts it over the floor."
    if left.why.startswith("told already"):
        return "None: what it says was in the prompt."
    rivals = [found for found in whole_prompt(event) if not found.element.pinned and section_of(found.element) == "memory"]
    weaker = [rival for rival in rivals if rival.element.tokens >= left.tokens]
    if weaker:
        last = min(weaker, key=lambda rival: (rival.element.score, rival.element.id)).element
        return f"Raise budget.total by at least {left.tokens}, or its score by {max(1, last.score - left.score + 1)} (past {last.id})."
    return f"Raise budget.total by at least {left.tokens}."
