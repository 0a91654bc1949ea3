"""The oracle: a yes or no by odds, with its *and* and *but*; twists and sparks drawn from what has been played."""

from collections.abc import Iterable, Iterator
from typing import get_args

from gm_engine.rules.rulebook import Oracle
from gm_engine.rules.ruling import Ruling
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event, StateChanged
from gm_engine.story.roll import Band

ANSWERS = tuple(band for band in get_args(Band) if band.startswith(("yes", "no")))


def answer(face: int, chance: int, rules: Oracle) -> Band:
    """What a d100 face answers at a chance of yes. The far end of a side says *and*, the end near the line *but*.

    >>> answer(10, 50, Oracle()), answer(11, 50, Oracle()), answer(43, 50, Oracle()), answer(51, 50, Oracle()), answer(91, 50, Oracle())
    ('yes, and', 'yes', 'yes, but', 'no, but', 'no, and')
    """
    if face <= chance:
        return "yes, and" if face <= chance // rules.extreme else "yes, but" if face > chance - chance // rules.near else "yes"
    side = 100 - chance
    return "no, and" if face > 100 - side // rules.extreme else "no, but" if face <= chance + side // rules.near else "no"


def twisted(face: int, strain: int) -> bool:
    """True when the face is a double of a digit up to ``strain`` (100 reads as 00).

    >>> [face for face in range(1, 101) if twisted(face, 3)]
    [11, 22, 33, 100]
    """
    tens, ones = divmod(face % 100, 10)
    return tens == ones and tens <= strain


def subjects(state: StoryState) -> tuple[str, ...]:
    """What a twist may concern: what is owed, who has been met, clocks that the table can see. Ids, in a settled order."""
    owed = [owed.id for owed in state.owed() if owed.audience == "table"]
    met = [npc for npc in sorted(state.met) if state.met[npc] and state.alive(npc)]
    clocks = [
        id
        for id in sorted(state.pack.clocks)
        if state.pack.clocks[id].visibility == "table" and state.clock(id) < state.pack.clocks[id].size
    ]
    return (*owed, *met, *clocks)


def known_answer(ruling: Ruling) -> Band:
    """The answer that the table can see for itself: whether somebody who is meant is here. Empty where it cannot."""
    state, intent = ruling.state, ruling.intent
    if intent.target in state.pack.npcs and intent.place:
        there = intent.place == state.here
        seen = state.where(intent.target) == state.here and state.alive(intent.target)
        if there or seen:
            return "yes" if there and seen else "no"
    return ""


def odds_of(ruling: Ruling) -> str:
    """The odds as given; else by where the one who is meant was last known to be; else even."""
    intent, state = ruling.intent, ruling.state
    if intent.difficulty in ruling.book.oracle.odds:
        return intent.difficulty
    if intent.target in state.pack.npcs and intent.place:
        return "likely" if state.pack.npcs[intent.target].at == intent.place else "unlikely"
    return "even"


def ask(ruling: Ruling) -> Iterator[Event]:
    """Answers a question. Where the table can see the answer, it is said (``used`` with cause ``known:yes``) and nobody rolls."""
    state, rules = ruling.state, ruling.book.oracle
    seen = known_answer(ruling)
    if seen:
        yield ruling.change("used", "oracle", state.turn, cause=f"known:{seen}")
        return
    odds = odds_of(ruling)
    chance = rules.odds.get(odds, 50)
    fell = ruling.roll("d100", "oracle", state.pc, "oracle")
    yield DiceRolled(
        turn=state.turn,
        roll=fell.model_copy(update={"skill": "oracle", "difficulty": odds, "target": chance, "band": answer(fell.total, chance, rules)}),
    )
    if twisted(fell.total, state.strain):
        yield from draw_words(ruling, "twist")


def spark(ruling: Ruling) -> Iterator[Event]:
    """A word pair to think with, and somebody it may concern."""
    yield from draw_words(ruling, "spark")


def draw_words(ruling: Ruling, cause: str) -> Iterator[Event]:
    """Draws a subject from the story and two words. They stand in one ``used`` change: ``detail`` is ``SUBJECT; VERB; THING``."""
    state, words = ruling.state, ruling.state.pack.words
    verbs = words.get("spark_verbs") or ruling.book.oracle.verbs
    things = words.get("spark_things") or ruling.book.oracle.things
    pools = [pool for pool in (subjects(state), verbs, things) if pool]
    drawn = []
    for pool in pools:
        fell = ruling.roll(f"d{min(1000, len(pool))}", cause, stream="oracle")
        yield DiceRolled(turn=state.turn, roll=fell)
        drawn.append(pool[fell.total - 1])
    detail = "; ".join(drawn if len(pools) == 3 else ["", *drawn])
    yield ruling.change("used", f"{cause}.{state.turn}", state.turn, detail=detail, cause=cause)


def drawn_pair(events: Iterable[Event]) -> tuple[str, str, str]:
    """Whom or what drawn words may concern, and the two words; all empty where none were drawn."""
    changes = (event for event in events if isinstance(event, StateChanged) and event.what == "used")
    drawn = next((change.detail.split("; ") for change in changes if change.cause in ("spark", "twist")), [])
    return (drawn[0], drawn[1], drawn[2]) if len(drawn) == 3 else ("", "", "")
