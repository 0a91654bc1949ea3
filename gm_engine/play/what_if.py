"""What would have brought something into a turn's prompt: each change is tried on the story as it stood then."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from heapq import nsmallest

from gm_engine import context
from gm_engine.context.explain import LOST, Change, WhyNot
from gm_engine.context.lorebook_who import book_of
from gm_engine.context.record_lines import element
from gm_engine.errors import GameError
from gm_engine.journal import Entry, Journal
from gm_engine.memory.index_words import SILENT, plain, stems
from gm_engine.memory.memory import Memory
from gm_engine.play.assembling import assemble
from gm_engine.play.entries_acting import acting_on
from gm_engine.play.loop import take_turn
from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion
from gm_engine.story.context_element import ContextElement
from gm_engine.story.counting import turns_run
from gm_engine.story.event import Event, PromptAssembled

NAMES, WORDS, PHRASE = 3, 5, 8
"""So many names, single words, and words in a row of what is missing are tried on the player's lips."""
WIDEST = 1 << 20
"""No budget is raised beyond this."""


class Moment:
    """The story just before a turn's prompt was assembled, and the turn itself, to be played otherwise."""

    def __init__(self, journal: Journal, tools: Tools, turn: int) -> None:
        self.tools = tools
        self.event: PromptAssembled | None = None
        self.spoke = happened.PlayerSpoke(turn=turn, said="")
        self._labels = {point.name: point.label for point in journal.branches()}
        state = StoryState()
        self._before = ""
        for entry in journal.entries():
            if isinstance(entry.event, happened.PlayerSpoke) and entry.turn == turn:
                self._before, self._branch = write_snapshot(state), self._labels.get(entry.branch, "")
                self.spoke = entry.event
            if isinstance(entry.event, PromptAssembled) and entry.turn == turn:
                self.event = entry.event
                break
            self._fold(state, entry)
        self.state = state
        meanings = tools.memory.meanings.kept_only() if tools.memory.meanings else None
        self.memory = Memory.of(state, tools.memory.weights, meanings)
        if self.memory.meanings and self.event:
            self.memory.meanings.until, self.memory.meanings.counts = turn - 1, True
            self.memory.meanings.counts = self.memory.chosen_for(self.spoke.said) == self.event.meaning

    def _fold(self, state: StoryState, entry: Entry) -> None:
        state.branch = self._labels.get(entry.branch, "")
        fold(state, entry.event)

    @property
    def beats(self) -> tuple[Beat, ...]:
        """What the turn's telling was to do."""
        return tuple(beat for section in self.event.prompt.sections for beat in section.beats) if self.event else ()

    @property
    def brought(self) -> tuple[ContextElement, ...]:
        """What plug-ins had brought to the prompt: it is on record, and they are not asked again."""
        marks = {mark.id for mark in self.state.plug_ins}
        sections = self.event.prompt.sections if self.event else ()
        return tuple(element for section in sections for element in section.elements if element.source in marks)

    def assembled(self, *, said: str = "", budget: int = 0, floor: int | None = None, state: StoryState | None = None) -> PromptAssembled:
        """The prompt with other words (added to the player's, and taken for no other deed), another budget or floor."""
        tools = replace(self.tools, memory=self.memory if state is None else Memory.of(state, self.memory.weights, self.memory.meanings))
        words = f"{self.spoke.said} {said}".strip()
        room = self.tools.budget.model_copy(update={"total": budget}) if budget else None
        then = acting_on(words, self.state, tools) if said and state is None else state or self.state
        return assemble(words, self.spoke.intents, self.beats, then, tools, budget=room, floor=floor, brought=self.brought)

    def played(self, said: str) -> PromptAssembled | None:
        """The prompt, had the player said this besides: the whole turn is played to it, its dice and deeds too."""
        state = read_snapshot(self._before)
        state.branch = self._branch
        tools = replace(self.tools, memory=Memory.of(state, self.memory.weights, self.memory.meanings))
        extra = tuple(beat for beat in self.beats if beat.sim != "none")
        words = f"{self.spoke.said} {said}".strip()
        events = take_turn(words, state, tools, lambda _: Completion(text="", model="none"), attempt=self.spoke.attempt, extra=extra)
        return next((event for event in _folding(events, state, tools.memory) if isinstance(event, PromptAssembled)), None)

    def opened(self, id: str) -> StoryState:
        """The story, if the table knew a thing that is hidden from it."""
        state = read_snapshot(write_snapshot(self.state))
        state.branch = self.state.branch
        kind, _, rest = id.partition(":")
        if kind == "lore" and rest in state.pack.lore:
            entry = state.pack.lore[rest].model_copy(update={"visibility": "table"})
            state.pack = state.pack.model_copy(update={"lore": {**state.pack.lore, rest: entry}})
        elif kind == "fact" and (fact := state.lore.fact(rest)):
            fold(state, happened.FactEstablished(turn=state.turn, fact=fact.model_copy(update={"audience": "table"})))
        return state


def _folding(events: Iterable[Event], state: StoryState, memory: Memory) -> Iterator[Event]:
    for event in events:
        if not isinstance(event, PromptAssembled):
            fold(state, event)
            memory.apply(event)
        yield event


def why_not(text: str, turn: int, journal: Journal, tools: Tools) -> WhyNot:
    """Why what ``text`` speaks of was not in a turn's prompt, and what would have brought it in. Raises GameError for no such turn."""
    moment = Moment(journal, tools, turn)
    event = moment.event
    if event is None:
        last = journal.head.turn if journal.head else 0
        raise GameError(journal.name, f"turn {turn} has no prompt.", turns_run(last), "no-such-turn")
    found = context.why_not(text, event, moment.state, moment.memory)
    if not found.id or (found.id != text and not _speaks_of(found.text, text)):
        other = later(text, turn, journal, tools) or elsewhere(text, journal)
        if other or found.cause == "unknown":
            return other or found
    changes = () if found.cause in ("there", "told already") else tuple(tried(found, moment))
    if not changes:
        return found
    return found.model_copy(update={"change": changes[0].words, "changes": changes})


def tried(missing: WhyNot, moment: Moment) -> Iterator[Change]:
    """The changes that bring in what is missing, the smallest first."""
    if missing.cause in LOST:
        if missing.cause == "hidden":
            yield from _if_told(missing.id, moment)
        return
    ways: tuple[Callable[[WhyNot, Moment], Change | None], ...] = (_by_words, _by_floor, _by_budget)
    if missing.cause == "over budget":
        ways = (_by_budget, _by_words)
    yield from (change for way in ways if (change := way(missing, moment)))


def _if_told(id: str, moment: Moment) -> Iterator[Change]:
    state = moment.opened(id)
    if context.why(moment.assembled(state=state), id):
        yield Change(kind="tell", value=id, words=f"The table would have to know it: then {id} would have been there.")


def _by_words(missing: WhyNot, moment: Moment) -> Change | None:
    """The fewest words that the player would have had to say besides: a name, a word, a few in a row."""
    for said in _sayings(missing, moment):
        guess = moment.assembled(said=f"{said}.")
        if not context.why(guess, missing.id):
            continue
        played = moment.played(f"{said}.")
        if played and context.why(played, missing.id):
            return Change(kind="said", value=f"{said}.", words=f'Say besides: "{said}."')
    return None


def _sayings(missing: WhyNot, moment: Moment) -> Iterator[str]:
    made = element(missing.id, moment.state, moment.memory)
    text = made.text if made else missing.text
    said = moment.spoke.said.lower()
    yield from _keys(missing.id, moment.state)
    names = dict.fromkeys(moment.state.name(id) for id in (made.about if made else ()) if id != moment.state.pc)
    yield from [_upper(name) for name in names if name.lower() not in said][:NAMES]
    words = [word for word in dict.fromkeys(plain(text)) if word not in SILENT and len(word) > 2 and not word.isdigit()]
    rare = nsmallest(WORDS, words, key=lambda word: (_commonness(word, moment.memory), -len(word), word))
    yield from (_upper(word) for word in rare)
    if len(rare) > 1:
        yield _upper(" ".join(rare[:2]))
    yield _upper(" ".join(text.split()[:PHRASE]).strip(" .,;:"))


def _keys(id: str, state: StoryState) -> Iterator[str]:
    """The keys of a lorebook's entry, as far as they are words."""
    book = book_of(id.removeprefix("lore:"), state)
    entries = [entry for entry in book.entries if f"lore:{book.id}_{entry.id}" == id] if book else []
    yield from [key.strip() for entry in entries for key in entry.keys if key.strip() and not key.strip().startswith("/")][:NAMES]


def _commonness(word: str, memory: Memory) -> int:
    """In how many records and turns a word stands, as far as it matters."""
    terms = stems(word)
    return len(memory.found_records(terms, WORDS * 4)) + len(memory.found_turns(word, WORDS * 4))


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _by_floor(missing: WhyNot, moment: Moment) -> Change | None:
    """The floor, let down to what it scores."""
    floor = moment.memory.weights.floor
    if not missing.score or missing.score >= floor:
        return None
    if not context.why(moment.assembled(floor=missing.score), missing.id):
        return None
    words = f"Let the floor down from {floor} to {missing.score} (floor in weights.yaml)."
    return Change(kind="floor", value=str(missing.score), words=words)


def _by_budget(missing: WhyNot, moment: Moment) -> Change | None:
    """The smallest budget in which it has room; no more than it takes is asked for."""
    total = moment.tools.budget.total
    enough = total + max(1, missing.tokens)
    while not context.why(moment.assembled(budget=enough), missing.id):
        enough = total + (enough - total) * 2
        if enough > min(WIDEST, total * 4 + missing.tokens):
            return None
    low = total
    while enough - low > 1:
        middle = (low + enough) // 2
        if context.why(moment.assembled(budget=middle), missing.id):
            enough = middle
        else:
            low = middle
    return Change(kind="budget", value=str(enough), words=f"Raise budget.total by {enough - total}, to {enough:,}.")


def later(text: str, turn: int, journal: Journal, tools: Tools) -> WhyNot | None:
    """What was first told after the turn: it could not be in its prompt."""
    state = StoryState()
    for entry in journal.entries():
        fold(state, entry.event)
    memory = Memory.of(state, tools.memory.weights)
    record = memory.record(text)
    first = record.turn if record else 0
    kind, _, number = text.partition(":")
    if kind == "turn" and number.isdigit():
        first = int(number) if memory.talk.told(int(number)) else 0
    elif record is None and (" " in text or not number):
        ids = [id for id, _ in memory.found_records(stems(text), 1)]
        hits = [hit for hit, _ in memory.found_turns(text, 1)]
        known = memory.record(ids[0]) if ids else None
        first = min([hit for hit in (known.turn if known else 0, *hits) if hit], default=0)
        record = known
    if first <= turn:
        return None
    id = record.id if record else f"turn:{first}"
    made = element(id, state, memory)
    words = f"it was told only later, in turn {first}"
    return WhyNot(id=id, text=made.text if made else text, why=words, cause="not yet", change=f"None: ask of turn {first + 1} or later.")


def elsewhere(text: str, journal: Journal) -> WhyNot | None:
    """What was told on another branch, or taken back: nothing of it is remembered here."""
    heads = {point.name for point in journal.branches()}
    for entry in journal.elsewhere():
        event = entry.event
        told = _told(event)
        if not (text == _id(event) or (told and _speaks_of(told, text))):
            continue
        away = entry.branch in heads and entry.branch != journal.branch
        why = (
            f'it was told on the branch "{entry.branch}", in turn {entry.turn}'
            if away
            else f"it was taken back: turn {entry.turn} was undone"
        )
        change = f'Go on along that branch: gm switch NAME "{entry.branch}"' if away else "None: what was undone is not remembered."
        kept = (Change(kind="branch", value=entry.branch, words=change),) if away else ()
        return WhyNot(id=_id(event) or f"turn:{entry.turn}", text=told or text, why=why, cause="elsewhere", change=change, changes=kept)
    return None


def _id(event: Event) -> str:
    match event:
        case happened.FactEstablished():
            return f"fact:{event.fact.id}"
        case happened.StoryPointReached():
            return f"story_point:{event.story_point.id}"
        case happened.DecisionTaken():
            return f"decision:{event.decision.id}"
        case _:
            return ""


def _told(event: Event) -> str:
    match event:
        case happened.PlayerSpoke():
            return event.said
        case happened.CompletionReceived():
            return event.completion.text
        case _:
            return ""


def _speaks_of(told: str, text: str) -> bool:
    """True where most of the telling words of ``text`` stand in ``told``."""
    asked, there = stems(text).keys(), stems(told).keys()
    return bool(asked) and len(asked & there) * 3 >= len(asked) * 2
