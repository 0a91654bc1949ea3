"""Recall over everything that was said: the turns that answer a question, whole and in their own words, within a budget."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gm_engine.memory.cutting import cut_to_fit
from gm_engine.memory.memory import Memory
from gm_engine.memory.talk import Talk, Told
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
    Where the best turn alone is longer than the budget, what answers best in it is given, and nothing else.
    """
    reasons = turn_reasons(memory, query)
    scores = {turn: sum(parts.values()) for turn, parts in reasons.items()}
    chosen: set[int] = set()
    headed: set[tuple[int, str]] = set()
    spent = misses = 0
    for number in sorted(scores, key=lambda turn: (-scores[turn], turn)):
        told = memory.talk.told(number)
        if told is None or not (line := spoken(told, state)):
            continue
        # A session's first turn of a day pays for the header too.
        day = told.session, _header(told)
        price = count(line + "\n", encoding) + (0 if day in headed else count(_header(told), encoding))
        if spent + price > budget:
            if not chosen and not misses and (short := cut_to_fit(line, query, budget, encoding)):
                return (_element(memory, [told], short, reasons, scores, encoding),)
            misses += 1
            if misses > MISSES:
                break
            continue
        misses = 0
        spent += price
        headed.add(day)
        chosen.add(number)
    elements = [_stretch(memory, state, run, reasons, scores, encoding) for run in _stretches(memory, chosen)]
    return tuple(sorted(elements, key=lambda element: (-element.score, element.turns)))


def turn_reasons(memory: Memory, query: str) -> dict[int, dict[str, float]]:
    """By turn, the parts of its score for ``query``. The best turn's own words count 1, as does the best passage."""
    talk, terms = memory.talk, stems(query)
    own = _shares(talk.turn_scores(terms), MOST_TURNS)
    passages = _shares(talk.passage_scores(terms), MOST_PASSAGES)
    found: dict[int, dict[str, float]] = {turn: {"own words": OWN * score} for turn, score in own.items()}
    for turn, beside in _neighbours(own, talk).items():
        found.setdefault(turn, {})["neighbours"] = NEIGHBOUR * beside
    for first, score in _smoothed(passages, talk).items():
        for turn in talk.in_passage(first):
            found.setdefault(turn, {})["passage"] = PASSAGE * score
    priors = _sessions(own, talk)
    speakers: dict[str, float] = {}
    for turn, parts in found.items():
        told = talk.told(turn)
        if told is None:
            continue
        if prior := priors.get(told.session, 0.0):
            parts["session"] = SESSION * prior
        if told.speaker not in speakers:
            speakers[told.speaker] = SPEAKER if terms.keys() & stems(told.speaker).keys() else 0.0
        if speakers[told.speaker]:
            parts["speaker"] = SPEAKER
    return found


def _shares(scores: Mapping[int, float], most: int) -> dict[int, float]:
    """The best of ``scores``, as shares of the highest."""
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:most]
    return {key: score / best[0][1] for key, score in best}


def _neighbours(own: Mapping[int, float], talk: Talk) -> dict[int, float]:
    """By turn, the better score of the two turns beside it in its session."""
    found: dict[int, float] = {}
    for turn, score in own.items():
        for near in talk.beside(turn):
            found[near] = max(found.get(near, 0.0), score)
    return found


def _smoothed(passages: Mapping[int, float], talk: Talk) -> dict[int, float]:
    """Each passage's score with a part of those beside it, at most 1."""
    found: dict[int, float] = {}
    for first, score in passages.items():
        found[first] = found.get(first, 0.0) + score
        for near in talk.passages_beside(first):
            found[near] = found.get(near, 0.0) + BESIDE * score
    return {first: score / (1 + 2 * BESIDE) for first, score in found.items()}


def _sessions(own: Mapping[int, float], talk: Talk) -> dict[int, float]:
    """By session, the mean of its three best turns; nothing where there is but one session."""
    best: dict[int, list[float]] = {}
    for turn, score in own.items():
        if told := talk.told(turn):
            best.setdefault(told.session, []).append(score)
    return {session: sum(sorted(scores)[-3:]) / 3 for session, scores in best.items()} if len(best) > 1 else {}


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


def _stretch(
    memory: Memory,
    state: "StoryState",
    run: list[Told],
    reasons: Mapping[int, Mapping[str, float]],
    scores: Mapping[int, float],
    encoding: str,
) -> ContextElement:
    text = _header(run[0]) + "\n".join(spoken(told, state) for told in run)
    return _element(memory, run, text, reasons, scores, encoding)


def _element(
    memory: Memory, run: list[Told], text: str, reasons: Mapping[int, Mapping[str, float]], scores: Mapping[int, float], encoding: str
) -> ContextElement:
    best = max(run, key=lambda told: (scores[told.number], -told.number)).number
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
