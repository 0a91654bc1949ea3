"""Recall over everything that was said: the turns that answer a question, whole and in their own words, within a budget."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gm_engine.memory.memory import Memory, Told
from gm_engine.memory.words import stems
from gm_engine.story.context_element import ContextElement
from gm_engine.tokens import STANDARD, count

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

NEIGHBOUR = 0.5
"""What a turn gains from each turn beside it: an answer seldom stands in the sentence that was asked for."""
SESSION = 0.3
SPEAKER = 0.1
NEAR = 2
"""Turns of one session that lie this close together are shown as one stretch."""


def recall(memory: Memory, state: "StoryState", query: str, budget: int, encoding: str = STANDARD) -> tuple[ContextElement, ...]:
    """What the memory brings up for ``query``, best first, in at most ``budget`` tokens.

    Each element is a stretch of one session, its turns whole and in order, under the session's date where one is known.
    An element costs its text and a line break. Turns that share no word with the question come only beside those that do.
    """
    reasons = turn_reasons(memory, query)
    scores = {turn: sum(parts.values()) for turn, parts in reasons.items()}
    ranked = sorted(scores, key=lambda turn: (-scores[turn], turn))
    chosen: set[int] = set()
    headed: set[int] = set()
    spent = 0
    for number in ranked:
        told = memory.told(number)
        if told is None or not (line := spoken(told, state)):
            continue
        # Each stretch may need a header of its own, so every first turn of a session pays for one; later ones may stand alone.
        price = count(line + "\n", encoding) + (0 if told.session in headed else count(_header(told), encoding))
        if spent + price > budget:
            continue
        spent += price
        headed.add(told.session)
        chosen.add(number)
    elements = [_stretch(memory, state, run, reasons, scores, encoding) for run in _stretches(memory, chosen)]
    return tuple(sorted(elements, key=lambda element: (-element.score, element.turns)))


def turn_reasons(memory: Memory, query: str) -> dict[int, dict[str, float]]:
    """By turn, the parts of its score for ``query``: its own words, those beside it, its session, who is named as speaking.

    The best turn's own words count 1.
    """
    terms = stems(query)
    own = memory.turn_scores(terms)
    if not own:
        return {}
    best = max(own.values())
    own = {turn: score / best for turn, score in own.items()}
    found = {turn: {"lexical": score} for turn, score in own.items()}
    for session, turns in _by_session(memory, own).items():
        for at, turn in enumerate(turns):
            beside = max((own.get(turns[near], 0.0) for near in (at - 1, at + 1) if 0 <= near < len(turns)), default=0.0)
            if beside and (turn in own or beside):
                found.setdefault(turn, {})["neighbours"] = NEIGHBOUR * beside
        top = sorted((own[turn] for turn in turns if turn in own), reverse=True)[:3]
        prior = SESSION * sum(top) / 3 if session else 0.0
        for turn in turns:
            if turn in found and prior:
                found[turn]["session"] = prior
    named = set(stems(query))
    for turn, parts in found.items():
        told = memory.told(turn)
        if told and told.speaker and named & set(stems(told.speaker)):
            parts["speaker"] = SPEAKER
    return found


def _by_session(memory: Memory, own: Mapping[int, float]) -> dict[int, tuple[int, ...]]:
    sessions = {told.session for turn in own if (told := memory.told(turn))}
    return {session: memory.session_turns(session) for session in sorted(sessions)}


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
        told = memory.told(number)
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
