"""What a long campaign costs: assembling a prompt, keeping the index, opening it again. For ``benchmarks/speed.py --scale``."""

import gc
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median, quantiles

from grown import Growth

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game, resume_game
from gm_engine.extraction.reader import Reader
from gm_engine.journal import MemoryJournal
from gm_engine.memory import Memory
from gm_engine.memory.index_words import plain
from gm_engine.play.assembling import assemble
from gm_engine.state import StoryState, fold
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from tests.wanderer import Wanderer

PLAYED = 150
"""Turns of the play that the campaigns are grown from."""
ASKED = 48
"""Lines of the player's for which a prompt is assembled at each size; as many go before them, untimed."""
FOUND = 60
LEAST_OPENED = 10.0
Row = tuple[str, ...]


def play(seed: int) -> list[Event]:
    """The events of a play with the embedded GM."""
    path = find_pack("redemption")
    game = new_game(MemoryJournal("grown"), load_pack(path), pack_path=path, seed=seed)
    wanderer, played = Wanderer(seed), 0
    while played < PLAYED:
        if game.state.ended:
            game.undo(2)
            wanderer = Wanderer(wanderer.seed + 1)
            continue
        game.play(wanderer.next(game.state))
        played += 1
    return [entry.event for entry in game.journal.entries()]


def texts_of(event: Event) -> Iterator[str]:
    """What an event adds to be found again, in words."""
    if isinstance(event, happened.CompletionReceived):
        yield event.completion.text
    elif isinstance(event, happened.FactEstablished):
        yield f"{event.fact.told_by[0].quote} {event.fact.value.text} {event.fact.subject} {event.fact.relation}"
    elif isinstance(event, happened.DecisionTaken):
        yield " ".join((event.decision.question, event.decision.because, *(option.text for option in event.decision.options)))
    elif isinstance(event, happened.ConsequenceDue):
        yield event.consequence.text
    elif isinstance(event, happened.StoryPointReached):
        yield event.story_point.title


class FullText:
    """SQLite FTS5 over the same elements: one question's words joined by OR, the best by its BM25."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute("create virtual table told using fts5(text, tokenize = 'porter unicode61')")

    def add(self, texts: Iterable[str]) -> None:
        self.connection.executemany("insert into told (text) values (?)", ((text,) for text in texts))

    def ask(self, said: str) -> None:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(plain(said)))
        self.connection.execute("select rowid from told where told match ? order by rank limit ?", (words, FOUND)).fetchall()


def megabytes() -> float:
    """The largest size of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def assembling(events: Sequence[Event], sizes: Sequence[int]) -> Iterator[Row]:
    """For each size: elements, turns, milliseconds of a prompt beside those of one FTS5 query, of the index for a turn, megabytes."""
    path = find_pack("redemption")
    tools = new_game(MemoryJournal("sizes"), load_pack(path), pack_path=path, seed=3).tools
    state, memory, text = StoryState(), Memory(tools.memory.weights), FullText()
    tools.memory = memory
    asked = [event for event in events if isinstance(event, happened.PlayerSpoke)]
    asked = asked[:: max(1, len(asked) // ASKED)]
    growth, number, indexing = Growth(events, "strayhorn"), 0, 0.0
    coming: Iterable[Event] = events
    for size in sorted(sizes):
        gc.disable()
        while len(memory.talk) + memory.remembered < size:
            for event in coming:
                fold(state, event)
                before = time.process_time()
                memory.apply(event)
                indexing += time.process_time() - before
            text.add(chain.from_iterable(map(texts_of, coming)))
            number += 1
            coming = list(growth.round(number))
        gc.enable()
        gc.collect()
        gc.freeze()  # as ``gm play`` does
        ours, theirs = list[float](), list[float]()
        for timed in (False, True):
            for spoke in asked:
                before = time.process_time()
                assemble(spoke.said, spoke.intents, (), state, tools)
                between = time.process_time()
                text.ask(spoke.said)
                if timed:
                    ours.append((between - before) * 1000)
                    theirs.append((time.process_time() - between) * 1000)
        high, their_high = quantiles(ours, n=20)[-1], quantiles(theirs, n=20)[-1]
        turns = len(memory.talk)
        yield (
            f"{turns + memory.remembered:,}", f"{turns:,}", f"{median(ours):.1f}", f"{high:.1f}", f"{their_high:.2f}",
            f"{high / their_high:.1f}", f"{indexing / turns * 1000:.2f}", f"{megabytes():.0f}",
        )  # fmt: skip


def opening(events: Sequence[Event], turns: int) -> tuple[float, float, float]:
    """CPU seconds of opening so many turns: folded anew, and from a snapshot; and the megabytes of the snapshot.

    The journal holds what a played one does: its prompts, too.
    """
    growth = Growth(events, "strayhorn", whole=True)
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        journal = store.create("long")
        journal.append(events)
        prompts = [event for event in events if isinstance(event, happened.PromptAssembled)]
        for number in range(1, turns // growth.turns):
            later = (prompt.model_copy(update={"turn": prompt.turn + number * growth.turns}) for prompt in prompts)
            journal.append(sorted((*growth.round(number), *later), key=lambda event: event.turn))
        before = time.process_time()
        game = resume_game(journal)
        anew = time.process_time() - before
        game._since_snapshot = 1
        game._snapshot()
        before = time.process_time()
        again = resume_game(journal)
        kept = time.process_time() - before
        assert again.state.digest == game.state.digest
        snapshot = journal.snapshot()
        game.close()
        store.close()
    return anew, kept, len(snapshot[2]) / 1e6 if snapshot else 0.0


def reading(events: Sequence[Event]) -> tuple[float, float]:
    """CPU milliseconds a turn: reading the GM's words, and taking all that the turn brought into the memory."""
    path = find_pack("redemption")
    pack = load_pack(path)
    game = new_game(MemoryJournal("reading"), pack, pack_path=path, seed=3)
    game.tools.reader.know(game.state.lore.entities())
    spoken = [event for event in events if isinstance(event, happened.CompletionReceived)]
    for event in spoken[:10]:
        _read(event, game.tools.reader, game.state)
    before = time.process_time()
    for event in spoken[10:70]:
        _read(event, game.tools.reader, game.state)
    read = (time.process_time() - before) / 60
    memory = Memory()
    before = time.process_time()
    for told in events:
        memory.apply(told)
    return read * 1000, (time.process_time() - before) / PLAYED * 1000


def _read(event: happened.CompletionReceived, reader: Reader, state: StoryState) -> None:
    reader.read(
        event.completion.text, turn=event.turn, voice="narrator", source="extracted", minute=state.minute, place=state.here,
        present=state.present(), you=state.pc, calendar=state.pack.calendar,
    )  # fmt: skip


def scale(sizes: Sequence[int], turns: int, seed: int) -> bool:
    """Prints what a long campaign costs. False where a limit is missed."""
    events = play(seed)
    print(f"{'elements':>10}{'turns':>9}{'p50 ms':>9}{'p95 ms':>9}{'FTS5 p95':>10}{'times':>8}{'index ms/turn':>15}{'RSS MB':>9}")
    for row in assembling(events, sizes):
        print("".join(f"{cell:>{width}}" for cell, width in zip(row, (10, 9, 9, 9, 10, 8, 15, 9), strict=True)), flush=True)
    read, index = reading(events)
    print(f"\nreading a turn {read:.1f} ms, taking it into the memory {index:.2f} ms: {index / read:.1%}")
    anew, kept, size = opening(events, turns)
    good = anew / kept >= LEAST_OPENED
    print(
        f"{'ok  ' if good else 'MISS'} opening {turns:,} turns: folded anew {anew:.1f} s, from a snapshot {kept:.1f} s "
        f"({size:.0f} MB): {anew / kept:.1f} times (at least {LEAST_OPENED:.0f})"
    )
    return good
