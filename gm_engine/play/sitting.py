"""A session, looked into: what it is anchored to, what it is about, what its prompts were made of and what they had to do without."""

from collections import Counter

from gm_engine.context.explain import whole_prompt
from gm_engine.direction import CHANGE
from gm_engine.errors import GameError
from gm_engine.journal import Journal
from gm_engine.memory.memory import Memory
from gm_engine.state import StoryState
from gm_engine.state.table_lore import TableLore
from gm_engine.story.event import PromptAssembled
from gm_engine.story.noun import Noun, Words

MOST_TOPICS = 12


class Anchor(Noun):
    """What the talk holds on to: the scene, where and when it is, who is there, and since which turn."""

    scene: str
    title: Words
    place: str
    time: Words
    present: tuple[str, ...] = ()
    since: int = 0


class Spent(Noun):
    """What one turn's prompt cost, in tokens by section."""

    turn: int
    tokens: int
    sections: dict[str, int]
    elements: int


class Used(Noun):
    """An element over a session: in which turns' prompts it stood, how high it scored at most, what it cost in all."""

    id: str
    kind: str
    text: Words
    turns: tuple[int, ...]
    best: int
    tokens: int


class Missed(Noun):
    """An element that was left out: in which turns, why most often, and how high it scored at most."""

    id: str
    kind: str
    turns: tuple[int, ...]
    why: str
    best: int


class Sitting(Noun):
    """One session. Strengths are thousandths, 1,000 the most; ``pending`` are the player's words that wait for a yes or a no."""

    id: str
    campaign: str
    branch: str
    number: int
    anchor: Anchor
    topics: dict[str, int] = {}
    words: dict[str, int] = {}
    interests: dict[str, int] = {}
    pinned: tuple[str, ...] = ()
    pending: Words = ""
    prompts: tuple[Spent, ...] = ()
    used: tuple[Used, ...] = ()
    missed: tuple[Missed, ...] = ()


def session_id(campaign: str, number: int) -> str:
    """What a session is called, for good.

    >>> session_id("first_ride", 3)
    'first_ride/3'
    """
    return f"{campaign}/{number}"


def sitting(journal: Journal, state: StoryState, memory: Memory, number: int = 0) -> Sitting:
    """A session of the current branch as it stands (0: the last). Raises GameError where there is none of that number."""
    number = number or state.session
    if not 1 <= number <= state.session:
        raise GameError(journal.name, f"there is no session {number}.", f"Sessions run from 1 to {state.session}.", "no-such-session")
    turns = [turn.number for turn in state.turns.values() if turn.session == number and turn.given_by != "import"]
    prompts = [event for turn in turns if (event := _prompt(journal, turn))]
    topics = memory.attention()
    last = prompts[-1] if prompts else None
    return Sitting(
        id=session_id(journal.name, number),
        campaign=journal.name,
        branch=journal.branch,
        number=number,
        anchor=anchor_of(state),
        topics=_thousandths(dict(topics.names)),
        words=_thousandths(topics.words()),
        interests=_thousandths(memory.interested()),
        pinned=tuple(found.element.id for found in whole_prompt(last) if found.element.pinned) if last else (),
        pending=state.pending.get(CHANGE, ""),
        prompts=tuple(_spent(event) for event in prompts),
        used=_used(prompts),
        missed=_missed(prompts),
    )


def sitting_known(session: Sitting, table: TableLore) -> Sitting:
    """A session as far as the table knows what is in it."""
    if table.gm_notes:
        return session
    anchor = session.anchor
    return session.model_copy(
        update={
            "anchor": anchor.model_copy(update={"present": tuple(filter(table.knows, anchor.present))}),
            "topics": {id: strength for id, strength in session.topics.items() if table.places(id)},
            "interests": {id: strength for id, strength in session.interests.items() if table.places(id)},
            "pinned": tuple(filter(table.places, session.pinned)),
            "used": tuple(one for one in session.used if table.places(one.id) and (one.kind == "turn" or table.opens(one.text))),
            "missed": tuple(one for one in session.missed if table.places(one.id)),
        }
    )


def anchor_of(state: StoryState) -> Anchor:
    """What the talk holds on to now."""
    scene = state.scene
    return Anchor(
        scene=scene.id,
        title=scene.title,
        place=state.here,
        time=state.say_time() if state.pack.calendar.kept else "",
        present=state.present(),
        since=scene.turn,
    )


def _prompt(journal: Journal, turn: int) -> PromptAssembled | None:
    return next((entry.event for entry in journal.turn(turn) if isinstance(entry.event, PromptAssembled)), None)


def _thousandths(strengths: dict[str, float]) -> dict[str, int]:
    ranked = sorted(strengths.items(), key=lambda item: (-item[1], item[0]))[:MOST_TOPICS]
    return {key: round(1000 * strength) for key, strength in ranked}


def _spent(event: PromptAssembled) -> Spent:
    elements = sum(len(section.elements) for section in event.prompt.sections)
    return Spent(turn=event.turn, tokens=event.tokens, sections=event.by_section, elements=elements)


def _used(prompts: list[PromptAssembled]) -> tuple[Used, ...]:
    rows: dict[str, Used] = {}
    for event in prompts:
        for reason in whole_prompt(event):
            found = reason.element
            row = rows.get(found.id) or Used(id=found.id, kind=found.kind, text=found.text, turns=(), best=0, tokens=0)
            now = {"turns": (*row.turns, event.turn), "best": max(row.best, found.score), "tokens": row.tokens + found.tokens}
            rows[found.id] = row.model_copy(update=now)
    return tuple(sorted(rows.values(), key=lambda row: (-len(row.turns), -row.best, row.id)))


def _missed(prompts: list[PromptAssembled]) -> tuple[Missed, ...]:
    rows: dict[str, Missed] = {}
    whys: dict[str, Counter[str]] = {}
    for event in prompts:
        for left in event.left_out:
            row = rows.get(left.id) or Missed(id=left.id, kind=left.kind, turns=(), why="", best=0)
            whys.setdefault(left.id, Counter())[left.why.partition(" by ")[0]] += 1
            why = min(whys[left.id].items(), key=lambda item: (-item[1], item[0]))[0]
            rows[left.id] = row.model_copy(update={"turns": (*row.turns, event.turn), "best": max(row.best, left.score), "why": why})
    return tuple(sorted(rows.values(), key=lambda row: (-len(row.turns), -row.best, row.id)))
