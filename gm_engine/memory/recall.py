"""Recall over everything that was said: the turns that answer a question, whole and in their own words, within a budget."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from math import log
from typing import TYPE_CHECKING

from gm_engine.memory.cutting import cut_to_fit, without_courtesies
from gm_engine.memory.index_words import stems
from gm_engine.memory.memory import Memory
from gm_engine.memory.relevance import Relevance, relevance
from gm_engine.memory.said import Talk, Told
from gm_engine.story.context_element import ContextElement
from gm_engine.tokens import STANDARD, count

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

MISSES = 30
"""After so many turns in a row that no longer fit, no smaller one is looked for."""
LORE = "lore:"
WRITTEN, WRITTEN_FOUND = 5, 40
"""So many entries of the world's lore are recalled at most, out of so many records that answer best."""
NEAR = 2
"""Turns of one session that lie this close together are shown as one stretch."""


def recall(
    memory: Memory, state: "StoryState", query: str, budget: int, encoding: str = STANDARD, *, by_words: bool = False
) -> tuple[ContextElement, ...]:  # fmt: skip
    """What the memory brings up for ``query``, best first, in at most ``budget`` tokens.

    Each element is a stretch of one session, its turns in order and in their own words, under the session's date where one is
    known; only sentences that say nothing are left out, and marked. An element costs its text and a line break.
    Where the best turn alone is longer than the budget, what answers best in it is given, and nothing else.
    """
    found = relevance(memory.talk, query, None if by_words else memory.meanings)
    shown = _Shown(memory.talk, state, query)
    chosen: dict[int, str] = {}
    headed: set[tuple[int, str]] = set()
    spent = misses = 0
    for number, _ in found.best():
        told = memory.talk.told(number)
        if told is None or not (line := shown.line(told)):
            continue
        # A session's first turn of a day pays for the header too.
        day = told.session, _header(told)
        price = count(line + "\n", encoding) + (0 if day in headed else count(_header(told), encoding))
        if spent + price > budget:
            if not chosen and not misses and (short := cut_to_fit(spoken(told, state), query, budget, encoding)):
                return (_element(memory, [told], short, found, encoding),)
            misses += 1
            if misses > MISSES:
                break
            continue
        misses = 0
        spent += price
        headed.add(day)
        chosen[number] = line
    elements = [_stretch(memory, run, chosen, found, encoding) for run in _stretches(memory, chosen)]
    return tuple(sorted(elements, key=lambda element: (-element.score, element.turns)))


def recall_written(memory: Memory, state: "StoryState", query: str, budget: int, encoding: str = STANDARD) -> tuple[ContextElement, ...]:
    """What is written of the world, in a campaign or a lorebook, that answers ``query``, best first, in at most ``budget`` tokens: what
    answers less than half as well as the best is left out. What only the GM may know is never among it."""
    found = [(id, score) for id, score in memory.found_records(stems(query), WRITTEN_FOUND) if id.startswith(LORE)]
    elements: list[ContextElement] = []
    for id, score in found[:WRITTEN]:
        entry = state.pack.lore.get(id.removeprefix(LORE))
        if entry is None or id in state.marks.forgotten or score < found[0][1] / 2:
            continue
        tokens = count(entry.text + "\n", encoding)
        if tokens <= budget:
            budget -= tokens
            points = round(1000 * score)
            elements.append(
                ContextElement(
                    id=id, kind="lore", text=entry.text, source="pack", about=entry.about, importance=entry.importance, tokens=tokens,
                    score=points, reasons={"own words": points},
                )
            )  # fmt: skip
    return tuple(elements)


class _Shown:
    """Turns as they are shown for one question."""

    def __init__(self, talk: Talk, state: "StoryState", query: str) -> None:
        self._state = state
        self._rarity = talk.turns.rarity
        self._most = log(1.5 + len(talk))
        self._names = {stem for speaker in talk.turns.speakers for stem in stems(speaker)}
        self._asked = stems(query).keys() - self._names

    def line(self, told: Told) -> str:
        """A turn under the names of those who spoke, without what says nothing."""
        said, reply = (without_courtesies(half, self._telling, self._asked) if half else "" for half in (told.said, told.reply))
        return spoken(replace(told, said=said, reply=reply), self._state)

    def _telling(self, stem: str) -> float:
        return 0.0 if stem in self._names else min(1.0, self._rarity(stem) / self._most)


def spoken(told: Told, state: "StoryState") -> str:
    """A turn as it was said: each half under the name of who said it."""
    person = state.person(state.pc)
    player = told.speaker or (person.name if person else "Player")
    halves = [f"{player}: {told.said}"] if told.said else []
    if told.reply:
        halves.append(f"{'GM' if told.said or not told.speaker else told.speaker}: {told.reply}")
    return "\n".join(halves)


def _header(told: Told) -> str:
    """The real day of a turn, on a line of its own; as it was written where it is no date that can be read."""
    try:
        day = date.fromisoformat(told.time[:10])
    except ValueError:
        return f"{told.time[:10]}\n" if told.time else ""
    return f"{day.day} {day:%B} {day.year}\n"


def _stretches(memory: Memory, chosen: Mapping[int, str]) -> list[list[Told]]:
    """The chosen turns: a session's day is one stretch where its date is known, else those that lie near one another."""
    runs: list[list[Told]] = []
    for number in sorted(chosen):
        told = memory.talk.told(number)
        if told is None:
            continue
        last = runs[-1][-1] if runs else None
        same = last is not None and last.session == told.session and _header(last) == _header(told)
        joins = same and last is not None and (bool(_header(last)) or number - last.number <= NEAR)
        if joins:
            runs[-1].append(told)
        else:
            runs.append([told])
    return runs


def _stretch(memory: Memory, run: list[Told], lines: Mapping[int, str], found: Relevance, encoding: str) -> ContextElement:
    text = _header(run[0]) + "\n".join(lines[told.number] for told in run)
    return _element(memory, run, text, found, encoding)


def _element(memory: Memory, run: list[Told], text: str, found: Relevance, encoding: str) -> ContextElement:
    reasons = max((found.reasons(told.number) for told in run), key=lambda parts: sum(parts.values()))
    return ContextElement(
        id=f"turn:{run[0].number}" if len(run) == 1 else f"turns:{run[0].number}-{run[-1].number}",
        kind="turn",
        text=text,
        source="recall",
        turns=tuple(told.number for told in run),
        about=tuple(sorted({id for told in run for id in memory.names.named(told.words)})),
        tokens=count(text + "\n", encoding),
        score=sum(reasons.values()),
        reasons=reasons,
    )
