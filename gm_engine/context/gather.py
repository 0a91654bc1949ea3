"""Gathers what might matter now. Everything is found by an index (by whom, by where, by words, by when): nothing is scanned."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gm_engine.context.anchor import anchor
from gm_engine.context.focus import Focus, focus_on
from gm_engine.context.lorebook_elements import kept_by_key, kept_out, lorebook_elements
from gm_engine.context.meant import Meant
from gm_engine.context.npc_knowledge import knowledge
from gm_engine.context.perceived import cards, every_name
from gm_engine.context.plain_cards import plain_cards
from gm_engine.context.record_lines import element
from gm_engine.context.salience import BY_HAND, NOTHING, Found, saturated, scored
from gm_engine.context.sources import found_in
from gm_engine.context.told_records import at_hand, between_those_here, told_once
from gm_engine.context.traps import trap
from gm_engine.context.window import FURTHEST, conversation
from gm_engine.memory import Memory, Weights
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement
from gm_engine.story.context_element import ContextElement
from gm_engine.story.intent import Intent

ABOUT_EACH = 16
TIED_EACH = 2
TIED_NEAR = 8
"""So many of those whom the lore ties nearest to somebody here or spoken of are thought of, each with its ties and a little of its own."""
LATELY = 12
FOUND_RECORDS = 40
FOUND_TURNS = 12
FOUND_LATELY = 6
FOUND_OFTEN = 6
FOUND_MEANINGS = 40
DWELT_ON = 8
POINTS = 2
"""With fewer telling words than this, a line of the player's leans on what was said before it."""
OPEN = 16
PINNED = 1000
"""What it adds to a score, in thousandths, that somebody pinned the element by hand."""


def gather(
    said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory, since: int | None = None
) -> tuple[ContextElement, ...]:
    """Every element worth a thought for this turn, scored with its reasons, the best first.

    Nothing that the table may not know is among them. The conversation ``since`` that turn (else the last of it) comes in
    halves, of source ``said`` and ``reply``; older turns that answer the player's words are whole and have the source ``memory``.
    """
    return Gathering(focus_on(said, intents, beats, state, memory), state, memory).since(since)


class Gathering:
    """One turn's search: what it finds may be asked for with a longer conversation and again with a shorter one."""

    def __init__(self, focus: Focus, state: StoryState, memory: Memory, brought: Sequence[ContextElement] = ()) -> None:
        self.focus, self.state, self.memory = focus, state, memory
        self._brought = brought
        self._answering = answering(focus, state, memory)
        self._turns = memory.found_turns(focus.said, FOUND_TURNS + FURTHEST)
        if state.table.hears:
            meant = Meant(focus, memory)
            self._answering = meant.weighed(self._answering)
            self._turns = [(turn, score * meant.share(f"turn:{turn}")) for turn, score in self._turns]
        self._meaning = memory.meaning(focus.said, FOUND_MEANINGS)
        self._threads = tuple(open_threads(state))
        if state.table.hears:
            owed = (f"consequence:{id}" for id in between_those_here(state))
            self._threads = tuple(dict.fromkeys((*owed, *(id for id in self._threads if _is_here(id, state)))))
        here = plain_cards(focus, state) if state.table.hears else (anchor(focus, state), *cards(focus, state))
        self._cards = [card for card in (*here, *knowledge(focus, state, memory)) if card]
        self._acting = {made.id: made for made in lorebook_elements(state, memory)}
        self._kept_out = kept_out(state) - {*focus.drawn_on, *state.marks.pins}
        self._made: dict[str, ContextElement | None] = {}
        self._scored: dict[tuple[str, float], ContextElement] = {}

    def since(self, since: int | None) -> tuple[ContextElement, ...]:
        """Every element, scored, the best first, with the conversation since that turn (else the last of it): see ``gather``."""
        ranked = [self._score(made, found) for made, found in self.thought_of(since)]
        kept = (pinned_by_hand(kept_by_key(made), self.state) for made in must_keep(ranked, self.memory.weights))
        return tuple(sorted(kept, key=lambda made: (-made.score, made.id)))

    def _score(self, made: ContextElement, found: Found) -> ContextElement:
        key = (made.id, found.lexical)
        if key not in self._scored:
            self._scored[key] = scored(made, self.focus, self.memory.weights, found)
        return self._scored[key]

    def thought_of(self, since: int | None = None) -> Iterator[tuple[ContextElement, Found]]:
        """Every element worth a thought, with what its score rests on beside itself."""
        focus, state, memory, meaning = self.focus, self.state, self.memory, self._meaning
        talk = conversation(state, max(1, state.turn - memory.weights.window) if since is None else since)
        shown = {f"turn:{half.turns[0]}" for half in talk}
        turns = self._turns[: FOUND_TURNS + len(talk) // 2]
        lexical = self._answering | {f"turn:{number}": saturated(score) for number, score in turns}
        found = {card.id: card for card in self._cards}
        thought = candidates(focus, lexical, self._threads, state, memory)
        if state.table.hears:
            thought = tuple(dict.fromkeys(told for id in thought if (told := at_hand(id, state))))
        for id in thought:
            if id not in found and id not in shown and id not in self._kept_out and (made := self._element(id)):
                found[id] = made
        if state.table.hears:
            found = told_once(found, shown) | {id: found[id] for id in state.marks.pins if id in found}
        found |= self._acting
        for made in found.values():
            open_thread, terms = made.id in self._threads, memory.terms(made.id)
            yield (
                made,
                Found(
                    lexical=lexical.get(made.id, 0.0),
                    meaning=max((meaning.get(turn, 0.0) for turn in made.turns), default=0.0) if meaning else 0.0,
                    trap=trap(made, focus, state, terms),
                    open_thread=open_thread,
                    due=_due(made.id, state) if open_thread else None,
                    terms=terms,
                ),
            )
        yield from ((made, found_in(made, focus)) for made in self._brought)
        yield from ((half, NOTHING) for half in talk)

    def _element(self, id: str) -> ContextElement | None:
        if id not in self._made:
            self._made[id] = element(id, self.state, self.memory)
        return self._made[id]


def pinned_by_hand(made: ContextElement, state: StoryState) -> ContextElement:
    """An element that somebody pinned or unpinned by hand, as they want it: one that is pinned says so among its reasons."""
    if made.id in state.marks.unpinned:
        return made.changed(pinned=False)
    if made.id not in state.marks.pins:
        return made
    return made.changed(pinned=True, score=made.score + PINNED, reasons=made.reasons | {BY_HAND: PINNED})


def _is_here(id: str, state: StoryState) -> bool:
    """False for a choice that was left open somewhere else."""
    kind, _, rest = id.partition(":")
    made = state.decisions.get(rest) if kind == "decision" else None
    return made is None or made.place in ("", state.here)


def _due(id: str, state: StoryState) -> int | None:
    kind, _, rest = id.partition(":")
    owed = state.consequences.get(rest) if kind == "consequence" else None
    return owed.due if owed else None


def must_keep(ranked: Sequence[ContextElement], weights: Weights) -> list[ContextElement]:
    """The elements, of which the worst traps about those whom the player names stand outside the ranking, ``kept`` at most.

    What a card of somebody spoken of says already needs no place of its own.
    """
    told = {_statement(statement) for made in ranked if made.kind == "person" for statement in made.statements}
    named = [made for made in ranked if made.kind == "fact" and made.reasons.get("trap", 0) >= max(1, weights.trap)]
    untold = [made for made in named if not all(_statement(statement) in told for statement in made.statements)]
    worst = sorted(untold, key=lambda made: (-made.score, made.id))
    kept = {made.id for made in worst[: weights.kept]}
    return [made.changed(pinned=True) if made.id in kept else made for made in ranked]


def _statement(statement: Statement) -> tuple[str, str, str]:
    return statement.subject, statement.relation, statement.value.text.lower()


def candidates(focus: Focus, lexical: Iterable[str], threads: Iterable[str], state: StoryState, memory: Memory) -> tuple[str, ...]:
    """The ids of all records to think of, each once; the turn that is being played is not among them.

    What was let go comes only where somebody's words ask for it; small events come together in one line.
    """
    pinned = (*state.marks.pins, *(f"lore:{id}" for id, entry in state.pack.lore.items() if entry.pinned))
    about = (id for who in focus.watched for id in minded(memory.about(who, 2 * ABOUT_EACH), state, memory)[:ABOUT_EACH])
    stand = (f"relation:{id}" for id in focus.spoken if id in state.attitudes and id not in focus.present)
    known = (f"about:{id}" for id in focus.spoken)
    near = list(focus.ties)[:TIED_NEAR]
    ties = minded((by.id for who in near for by in focus.ties[who].by), state, memory)
    tied = dict.fromkeys((*focus.tied, *near))
    bound = (id for who in tied for id in (f"about:{who}", *minded(memory.about(who, 2 * TIED_EACH), state, memory)[:TIED_EACH]))
    lately = minded((*_dwelt_on(focus, memory), *_asked_often(focus, memory), *memory.recent(LATELY)), state, memory)
    named = (*minded(threads, state, memory), *stand, *known, *about, *bound, *ties)
    ids = (*focus.drawn_on, *pinned, *named, *lexical, *lately)
    told = {f"rumour:{id}" for id in state.rumours} | set(focus.drawn_on)
    now = f"turn:{state.turn}"
    return tuple(id for id in dict.fromkeys(ids) if id != now and (not id.startswith("rumour:") or id in told))


def answering(focus: Focus, state: StoryState, memory: Memory) -> dict[str, float]:
    """The records that answer the player's words, and how well. A name alone asks for nothing that was let go or has merged."""
    named = {term for id in focus.spoken for name in every_name(id, state) for term in stems(name)}
    asked = focus.terms.keys() - named
    found: dict[str, float] = {}
    for id, score in memory.found_records(focus.terms, FOUND_RECORDS):
        told = memory.stands_for(id, state)
        if told != id and asked & memory.terms(id).keys():
            told = id
        if told:
            found.setdefault(told, saturated(score))
    return found


def minded(ids: Iterable[str], state: StoryState, memory: Memory) -> tuple[str, ...]:
    """What comes to mind for these records, each once: themselves, what they merged into, nothing for those that were let go."""
    return tuple(dict.fromkeys(told for id in ids if (told := memory.stands_for(id, state))))


def _dwelt_on(focus: Focus, memory: Memory) -> Iterator[str]:
    """Records of what the table's attention is on; turns too, where the player's own words point to hardly anything ("and then?")."""
    lately = list(focus.dwelt_on)[:DWELT_ON]
    yield from (id for id, _ in memory.found_records(dict.fromkeys(lately, 1), FOUND_LATELY))
    if len(focus.telling) < POINTS:
        yield from (f"turn:{number}" for number, _ in memory.found_turns(" ".join(lately), FOUND_LATELY, by_words=True))


def _asked_often(focus: Focus, memory: Memory) -> Iterator[str]:
    """Records of what the player asks about again and again, session after session."""
    often = dict.fromkeys(list(focus.interests)[:DWELT_ON], 1)
    yield from (id for id, _ in memory.found_records(often, FOUND_OFTEN))


def open_threads(state: StoryState) -> Iterable[str]:
    """The ids of what is owed and what is unsettled, the newest first of each."""
    owed = (f"consequence:{owed.id}" for owed in state.consequences.newest() if owed.paid is None and owed.audience == "table")
    yield from islice(owed, OPEN)
    unsettled = (f"conflict:{conflict.id}" for conflict in state.conflicts.newest() if conflict.settlement is None)
    yield from islice(unsettled, OPEN)
    yield from (f"decision:{decision.id}" for decision in state.open_decisions()[:2])
