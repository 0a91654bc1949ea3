"""Recall over everything that was said: the turns that answer a question, whole and in their own words, within a budget."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gm_engine.memory.memory import Memory
from gm_engine.memory.talk import Told
from gm_engine.memory.words import stems
from gm_engine.story.context_element import ContextElement
from gm_engine.tokens import STANDARD, count

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

OWN, NEIGHBOUR, PASSAGE, SESSION, SPEAKER = 1.0, 0.5, 2.0, 0.3, 0.1
"""What a turn gains: by its own words, by those of the turn beside it, by its passage, by its session, by who speaks."""
BESIDE = 0.5
"""What a passage gains from each passage beside it."""
MOST_TURNS, MOST_PASSAGES = 400, 80
MISSES = 30
"""After so many turns in a row that no longer fit, no smaller one is looked for."""
NEAR = 2
"""Turns of one session that lie this close together are shown as one stretch."""


def recall(memory: Memory, state: "StoryState", query: str, budget: int, encoding: str = STANDARD) -> tuple[ContextElement, ...]:
    """What the memory brings up for ``query``, best first, in at most ``budget`` tokens.

    Each element is a stretch of one session, its turns whole and in order, under the session's date where one is known.
    An element costs its text and a line break. Turns that share no word with the question come only beside those that do.
    """
    reasons = turn_reasons(memory, query)
    scores = {turn: sum(parts.values()) for turn, parts in reasons.items()}
    chosen: set[int] = set()
    headed: set[int] = set()
    spent = misses = 0
    for number in sorted(scores, key=lambda turn: (-scores[turn], turn)):
        told = memory.talk.told(number)
        if told is None or not (line := spoken(told, state)):
            continue
        # A session's first turn pays for the header too.
        price = count(line + "\n", encoding) + (0 if told.session in headed else count(_header(told), encoding))
        if spent + price > budget:
            misses += 1
            if misses > MISSES:
                break
            continue
        misses = 0
        spent += price
        headed.add(told.session)
        chosen.add(number)
    elements = [_stretch(memory, state, run, reasons, scores, encoding) for run in _stretches(memory, chosen)]
    return tuple(sorted(elements, key=lambda element: (-element.score, element.turns)))


def turn_reasons(memory: Memory, query: str) -> dict[int, dict[str, float]]:
    """By turn, the parts of its score for ``query``. The best turn's own words count 1, as does the best passage."""
    talk, terms = memory.talk, stems(query)
    own = _shares(talk.turn_scores(terms), MOST_TURNS)
    passages = _shares(talk.passage_scores(terms), MOST_PASSAGES)
    sessions = {told.session: talk.session(told.session) for turn in (*own, *passages) if (told := talk.told(turn))}
    found: dict[int, dict[str, float]] = {turn: {"own words": OWN * score} for turn, score in own.items()}
    for turns in sessions.values():
        _add_neighbours(found, own, turns)
        _add_passages(found, passages, turns, memory)
        best = sorted((own[turn] for turn in turns if turn in own), reverse=True)[:3]
        for turn in turns:
            if turn in found and best and len(sessions) > 1:
                found[turn]["session"] = SESSION * sum(best) / 3
    for turn, parts in found.items():
        told = talk.told(turn)
        if told and told.speaker and terms.keys() & stems(told.speaker).keys():
            parts["speaker"] = SPEAKER
    return found


def _shares(scores: Mapping[int, float], most: int) -> dict[int, float]:
    """The best of ``scores``, as shares of the highest."""
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:most]
    return {key: score / best[0][1] for key, score in best}


def _add_neighbours(found: dict[int, dict[str, float]], own: Mapping[int, float], turns: Sequence[int]) -> None:
    for at, turn in enumerate(turns):
        beside = max((own.get(turns[near], 0.0) for near in (at - 1, at + 1) if 0 <= near < len(turns)), default=0.0)
        if beside:
            found.setdefault(turn, {})["neighbours"] = NEIGHBOUR * beside


def _add_passages(found: dict[int, dict[str, float]], passages: Mapping[int, float], turns: Sequence[int], memory: Memory) -> None:
    firsts = list(dict.fromkeys(memory.talk.passage_of(turn) for turn in turns))
    for at, first in enumerate(firsts):
        beside = sum(passages.get(firsts[near], 0.0) for near in (at - 1, at + 1) if 0 <= near < len(firsts))
        if score := passages.get(first, 0.0) + BESIDE * beside:
            for turn in memory.talk.in_passage(first):
                found.setdefault(turn, {})["passage"] = PASSAGE * score / (1 + 2 * BESIDE)


def spoken(told: Told, state: "StoryState") -> str:
    """A turn as it was said: each half under the name of who said it."""
    person = state.person(state.pc)
    player = told.speaker or (person.name if person else "Player")
    halves = [f"{player}: {told.said}"] if told.said else []
    if told.reply:
        halves.append(f"{'GM' if told.said or not told.speaker else told.speaker}: {told.reply}")
    return "\n".join(halves)


def _header(told: Told) -> str:
    return f"[{told.time[:10]}]\n" if told.time else ""


def _stretches(memory: Memory, chosen: Iterable[int]) -> list[list[Told]]:
    """The chosen turns: a session with a date is one stretch, else those that lie near one another."""
    runs: list[list[Told]] = []
    for number in sorted(chosen):
        told = memory.talk.told(number)
        if told is None:
            continue
        last = runs[-1][-1] if runs else None
        joins = last is not None and last.session == told.session and (bool(_header(last)) or number - last.number <= NEAR)
        if joins:
            runs[-1].append(told)
        else:
            runs.append([told])
    return runs


def _stretch(
    memory: Memory,
    state: "StoryState",
    run: list[Told],
    reasons: Mapping[int, Mapping[str, float]],
    scores: Mapping[int, float],
    encoding: str,
) -> ContextElement:
    best = max(run, key=lambda told: (scores[told.number], -told.number)).number
    text = _header(run[0]) + "\n".join(spoken(told, state) for told in run)
    return ContextElement(
        id=f"turn:{run[0].number}" if len(run) == 1 else f"turns:{run[0].number}-{run[-1].number}",
        kind="turn",
        text=text,
        source="recall",
        turns=tuple(told.number for told in run),
        about=tuple(sorted({id for told in run for id in memory.names.named(told.words)})),
        tokens=count(text + "\n", encoding),
        score=round(1000 * scores[best]),
        reasons={part: round(1000 * value) for part, value in reasons[best].items()},
    )
