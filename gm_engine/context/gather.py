"""Gathers what might matter now. Everything is found by an index (by whom, by where, by words, by when): nothing is scanned."""

from collections.abc import Iterable, Sequence

from gm_engine.context.cards import cards
from gm_engine.context.focus import Focus, focus_on
from gm_engine.context.records import element
from gm_engine.context.salience import saturated, scored
from gm_engine.context.window import conversation
from gm_engine.memory import Memory
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent

ABOUT_EACH = 16
TIED_EACH = 2
LATELY = 12
FOUND_RECORDS = 40
FOUND_TURNS = 6
OPEN = 16


def gather(
    said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory, since: int | None = None
) -> tuple[ContextElement, ...]:
    """Every element worth a thought for this turn, scored with its reasons, the best first.

    Nothing that the table may not know is among them. The conversation ``since`` that turn (else the last of it) comes in
    halves, of source ``said`` and ``reply``; older turns that answer the player's words are whole and have the source ``memory``.
    """
    focus = focus_on(said, intents, beats, state, memory)
    weights = memory.weights
    talk = conversation(state, max(1, state.turn - weights.window) if since is None else since)
    shown = {f"turn:{half.turns[0]}" for half in talk}
    lexical = {id: saturated(score) for id, score in memory.found_records(focus.terms, FOUND_RECORDS)}
    lexical |= {f"turn:{number}": saturated(score) for number, score in memory.found_turns(said, FOUND_TURNS + len(talk) // 2)}
    threads = tuple(open_threads(state))
    found = {card.id: card for card in cards(focus, state)}
    for id in candidates(focus, lexical, threads, state, memory):
        if id not in found and id not in shown and (made := element(id, state, memory)):
            found[id] = made
    ranked = [scored(made, focus, weights, lexical.get(made.id, 0.0), open_thread=made.id in threads) for made in (*found.values(), *talk)]
    return tuple(sorted(ranked, key=lambda made: (-made.score, made.id)))


def candidates(focus: Focus, lexical: Iterable[str], threads: Iterable[str], state: StoryState, memory: Memory) -> tuple[str, ...]:
    """The ids of all records to think of, each once; the turn that is being played is not among them."""
    pinned = (f"lore:{id}" for id, entry in state.pack.lore.items() if entry.pinned)
    about = (id for who in focus.watched for id in memory.about(who, ABOUT_EACH))
    stand = (f"relation:{id}" for id in focus.spoken if id in state.attitudes and id not in focus.present)
    known = (f"about:{id}" for id in focus.spoken)
    bound = (id for who in focus.tied for id in (f"about:{who}", *memory.about(who, TIED_EACH)))
    ids = (*focus.drawn_on, *pinned, *threads, *stand, *known, *about, *bound, *lexical, *memory.recent(LATELY))
    told = {f"rumour:{id}" for id in state.rumours} | set(focus.drawn_on)
    now = f"turn:{state.turn}"
    return tuple(id for id in dict.fromkeys(ids) if id != now and (not id.startswith("rumour:") or id in told))


def open_threads(state: StoryState) -> Iterable[str]:
    """The ids of what is owed and what is unsettled, the newest first of each."""
    yield from [f"consequence:{owed.id}" for owed in state.owed() if owed.audience == "table"][-OPEN:][::-1]
    yield from [f"conflict:{conflict.id}" for conflict in state.conflicts.values() if conflict.settlement is None][-OPEN:][::-1]
    yield from (f"decision:{decision.id}" for decision in state.open_decisions()[:2])
