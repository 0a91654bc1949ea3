"""Why an element was in a turn's prompt, and why something was not: data for ``gm why``."""

from collections.abc import Iterable
from typing import Literal

from gm_engine.context.lorebook_elements import kept_out
from gm_engine.context.lorebook_who import named
from gm_engine.context.lorebook_why import LorebookWhy, idle_because
from gm_engine.context.record_lines import KINDS, LOREBOOK, element
from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.state.table_lore import TableLore
from gm_engine.story.context_element import ContextElement
from gm_engine.story.event import PromptAssembled
from gm_engine.story.noun import Noun, Words

Cause = Literal[
    "there", "below the floor", "over budget", "told already", "let go", "pointed to by nothing", "hidden", "superseded", "over",
    "settled", "by hand", "kept out", "not yet", "elsewhere", "unknown",
]  # fmt: skip
SAID_SO = {
    "superseded": "another telling stands in its place",
    "over": "it no longer held",
    "settled": "it was settled",
    "by hand": "it was hidden, forgotten or put right by hand",
    "hidden": "the table does not know it",
}
LOST = ("hidden", "superseded", "over", "settled", "by hand")
"""Causes for which there is no element at all."""


class Why(Noun):
    """An element as it stood in a prompt: its rank by score (1: the highest), its section, and the parts of its score.

    ``because`` says of what acts of a lorebook which key brought it in, and from where."""

    element: ContextElement
    section: str
    rank: int
    of: int
    because: Words = ""


class Change(Noun):
    """One change that would have brought something in; it was tried. ``words`` say it.

    ``kind`` and ``value``: ``said`` (what the player says besides), ``floor`` and ``budget`` (the number), ``pin`` (the id),
    ``branch`` (its name), ``tell`` (the id that the table would have to know).
    """

    kind: Literal["said", "floor", "budget", "pin", "branch", "tell"]
    value: str
    words: Words


class WhyNot(Noun):
    """Why something was not in a prompt. ``change`` says the smallest change that would have brought it in.

    ``changes`` are all that were tried and would have, the smallest first; none for what no change brings in.
    """

    id: str
    text: Words
    why: Words
    change: Words = "None is needed."
    cause: Cause = "there"
    changes: tuple[Change, ...] = ()
    tokens: int = 0
    score: int = 0


def whole_prompt(event: PromptAssembled) -> tuple[Why, ...]:
    """Every element of a prompt, the highest score first."""
    placed = [(found, section.name) for section in event.prompt.sections for found in section.elements]
    ranked = sorted(placed, key=lambda item: (-item[0].score, item[0].id))
    return tuple(Why(element=found, section=name, rank=at + 1, of=len(ranked)) for at, (found, name) in enumerate(ranked))


def with_lorebooks(reasons: Iterable[Why], of: Iterable[LorebookWhy]) -> tuple[Why, ...]:
    """The reasons, of what acts of the lorebooks with what brought it in."""
    because = {one.id: one.why for one in of if one.acted}
    return tuple(reason.model_copy(update={"because": because.get(reason.element.id, "")}) for reason in reasons)


def lorebooks_known(reasons: Iterable[LorebookWhy], table: TableLore) -> tuple[LorebookWhy, ...]:
    """What became of the entries that the table knows."""
    return tuple(one for one in reasons if table.places(one.id) and table.opens(one.why))


def why(event: PromptAssembled, id: str) -> Why | None:
    """Why the element of that id was in the prompt, whole or in halves; None if it was not."""
    return next((reason for reason in whole_prompt(event) if reason.element.id == id or reason.element.id.startswith(f"{id}:")), None)


def why_not(text: str, event: PromptAssembled, state: StoryState, memory: Memory) -> WhyNot:
    """Why what ``text`` speaks of (an element's id, or words) was not in the prompt of a turn that found ``state`` and ``memory`` so.

    What would have changed it is not known here: it has to be tried (see ``play.what_if``).
    """
    id = meant(text, event, memory, state)
    if id is None:
        return _never_heard_of(text)
    if there := why(event, id):
        words = f"it was there, in section {there.section}, number {there.rank} of {there.of} by score"
        return WhyNot(id=id, text=there.element.text, why=words, tokens=there.element.tokens, score=there.element.score)
    left = next((left for left in event.left_out if left.id == id or left.id.startswith(f"{id}:")), None)
    found = element(id, state, memory)
    if found is None and left is None:
        lost = hidden(id, state)
        return WhyNot(id=id, text=text, why=SAID_SO[lost], cause=lost, change=_none(lost, id, state))
    told = found.text if found else text
    idle = next((named(idle_because(one, state.pack.books), one.book, state) for one in state.acted.idle if f"lore:{one.id}" == id), "")
    if left is None and id in kept_out(state):
        return WhyNot(id=id, text=told, why=idle or NOT_ITS_TIME, cause="kept out", change=NOTHING_HELPS)
    if left is None:
        into = memory.stands_for(id, state)
        if not into:
            return WhyNot(id=id, text=told, why="it was small and long ago, and was let go", cause="let go", change=NOTHING_HELPS)
        if into != id and why(event, into):
            return WhyNot(
                id=id, text=told, why=f"told already by {into}", cause="told already", change="None is needed: it was told with its like."
            )
        return WhyNot(id=id, text=told, why="nothing in that turn pointed to it", cause="pointed to by nothing", change=NOTHING_HELPS)
    change = "None is needed: what it says was in the prompt." if left.why.startswith("told already") else NOTHING_HELPS
    why_ = f"{left.why} ({idle})" if idle else left.why
    return WhyNot(id=id, text=told, why=why_, cause=cause_of(left.why), change=change, tokens=left.tokens, score=left.score)


def reasons_known(reasons: Iterable[Why], table: TableLore) -> tuple[Why, ...]:
    """The reasons of what the table knows; their ranks are those that they had among all."""
    known = ((reason, table.elements((reason.element,))) for reason in reasons)
    return tuple(
        reason.model_copy(update={"element": found[0], "because": reason.because if table.opens(reason.because) else ""})
        for reason, found in known
        if found
    )


def prompt_known(event: PromptAssembled, table: TableLore) -> PromptAssembled:
    """The record of a prompt, with those of what it left out that the table knows. What it held: see ``reasons_known``."""
    return event.model_copy(update={"left_out": tuple(left for left in event.left_out if table.places(left.id))})


def why_not_known(found: WhyNot, text: str, table: TableLore) -> WhyNot:
    """The same where it is about what the table knows; else as of something that nobody ever heard of."""
    turn = found.id.partition(":")[0] == "turn"
    said = [
        *((found.text,) if not turn else ()),
        *((found.why,) if LOREBOOK in found.why else ()),
        found.change,
        *(words for one in found.changes for words in (one.value, one.words)),
    ]
    if table.gm_notes or (table.places(found.id) and table.opens(*said) and found.cause != "hidden"):
        return found
    return _never_heard_of(text)


def _never_heard_of(text: str) -> WhyNot:
    return WhyNot(
        id="",
        text=text,
        why="nothing of the kind was remembered",
        cause="unknown",
        change="Say it at the table, or write it into the campaign's lore.",
    )


NOT_ITS_TIME = "its author's rules shut it out: its lorebook says when it acts, and it was not then"
NOTHING_HELPS = "Nothing that was tried would have brought it in."


def cause_of(why: str) -> Cause:
    """The kind of reason that the words of a ``LeftOut`` give.

    >>> cause_of("told already by lore:hand")
    'told already'
    """
    kinds: tuple[Cause, ...] = ("below the floor", "told already", "let go")
    return next((kind for kind in kinds if why.startswith(kind)), "over budget")


def meant(text: str, event: PromptAssembled, memory: Memory, state: StoryState) -> str | None:
    """The element's id: the text itself where it is one, else of what answers its words best."""
    if memory.record(text) or why(event, text) or any(left.id == text for left in event.left_out) or _is_one(text, state, memory):
        return text
    if text.partition(":")[0] in (*KINDS, "turn") and " " not in text:
        return None
    terms = stems(text)
    found: list[tuple[float, str]] = [(-score, id) for id, score in memory.found_records(terms, 1)]
    found += [(-score, f"turn:{number}") for number, score in memory.found_turns(text, 1)]
    return min(found)[1] if found else None


def _is_one(text: str, state: StoryState, memory: Memory) -> bool:
    """True for the id of something that is, though it may not be told."""
    kind, _, rest = text.partition(":")
    if kind == "turn":
        return rest.isdigit() and memory.talk.told(int(rest)) is not None
    tables = {"fact": state.lore.fact(rest), "lore": state.pack.lore.get(rest), "secret": state.pack.secrets.get(rest)}
    return tables.get(kind) is not None


def hidden(id: str, state: StoryState) -> Cause:
    """Why there is no element of that id for the table."""
    kind, _, rest = id.partition(":")
    if state.marks.unsent(id):
        return "by hand"
    if kind == "fact" and (fact := state.lore.fact(rest)):
        if fact.status != "open":
            return "superseded"
        if not fact.validity.holds_at(state.minute):
            return "over"
    if kind == "conflict":
        return "settled"
    return "hidden"


def _none(lost: Cause, id: str, state: StoryState) -> str:
    """What is to be said where no change of the prompt helps."""
    if lost == "superseded":
        fact = state.lore.fact(id.partition(":")[2])
        now = next((held for held in state.lore.facts(fact.subject, fact.relation) if held.status == "open"), None) if fact else None
        return f"None: fact:{now.id} stands now." if now else "None: it is retired."
    if lost == "by hand":
        edit = next(reversed([edit for edit in state.marks.about(id) if edit.act in ("hide", "forget", "correct")]), None)
        return f"Take that edit back: gm edits NAME --undo {edit.id}" if edit else NOTHING_HELPS
    return {"over": "None: it was no longer so.", "settled": "None: it is settled."}.get(lost, NOTHING_HELPS)
