"""Looking up: where the note of a reply asks what the story told of something before, the lines are found and laid beside the passage.

What lies beside a reply is chosen before anybody has read it. Whoever reads it knows better what to look for, and says so in a few
words; a second, small question then asks whether the passages can stand beside the lines that were found.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gm_engine.memory.index_words import stems
from gm_engine.memory.nearest import Passage, passages, sought, weights_of
from gm_engine.play.asking import verbatim, words
from gm_engine.play.beside import Beside, Earlier, certain_of, telling_of, written_of
from gm_engine.play.note import by_turn
from gm_engine.play.note_clashes import CLASH_ROWS, TO_JUDGE, sentence_of
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.story.fence import DATA_IN_BRIEF, fenced
from gm_engine.story.noted import NOTED
from gm_engine.story.pack import IMPORTED
from gm_engine.story.question import Question
from gm_engine.tokens import count

MOST = 3
"""So many things are looked up for one reply."""
LONGEST = 200
ROOM_OF_EACH = 80
"""Tokens of earlier lines for each of them."""
MOST_TURNS = 48
"""So many earlier turns are searched sentence by sentence, those that answer the words best."""
ANSWER = 600
SYSTEM = f"""You keep the record of a tabletop story. You have read a reply of the game master, and asked what was told before of what
stands in these passages of it. The lines that were found lie below each. {DATA_IN_BRIEF}

{TO_JUDGE}
Most passages will agree with what was told: then leave them out."""
FORM = json.dumps({"type": "object", "properties": {"clashes": CLASH_ROWS}, "required": ["clashes"]}, separators=(",", ":"))


@dataclass(frozen=True)
class Look:
    """A sentence of a reply about which somebody asks what was told before, and the words to find that by."""

    new: Passage
    words: str


def looks(told: Sequence[Mapping[str, Any]], text: str) -> tuple[Look, ...]:
    """What the rows of a note ask for, as far as each quotes the reply to the letter."""
    found: dict[Look, None] = {}
    for row in told:
        new, asked = sentence_of(verbatim(row, "new"), passages(0, text)), words(row, "words", LONGEST)
        if new is not None and stems(asked):
            found[Look(new, asked)] = None
    return tuple(found)[:MOST]


def looked_up(asked: Sequence[Look], lying: Beside, state: StoryState, tools: Tools) -> tuple[tuple[Look, Beside], ...]:
    """What was told of each, the closest to what was asked first, as much as there is room for; nothing that lay beside the reply."""
    shown = {one.text for one in (*lying.certain, *lying.told)}
    found: list[tuple[Look, Beside]] = []
    for look in asked:
        left = ROOM_OF_EACH
        chosen: list[Earlier] = []
        for one in sought(look.words, look.new.text, list(_candidates(look, state, tools))):
            price = count(one.text) + 1
            if one.text not in shown and price <= left:
                left -= price
                shown.add(one.text)
                chosen.append(one)
        if chosen:
            told = sorted((one for one in chosen if isinstance(one.held, Passage)), key=lambda one: (one.telling.turn, one.telling.span))
            found.append((look, Beside(tuple(one for one in chosen if one not in told), tuple(told))))
    return tuple(found)


def _candidates(look: Look, state: StoryState, tools: Tools) -> Iterator[tuple[Earlier, Mapping[str, float]]]:
    """The earlier sentences and the author's in which an answer may stand, with what each is found by: its own words, those of the
    sentence before it, and what was noted of it, which says whom it is about."""
    named = tools.memory.names.named(f"{look.words}. {look.new.text}")
    noted = _noted(state)
    for turn in _turns(look, named, state, tools):
        row = passages(turn, state.turns[str(turn)].reply)
        for at, one in enumerate(row):
            more = " ".join(words for span, words in noted[turn] if span[0] < one.span[1] and one.span[0] < span[1])
            yield Earlier(one, telling_of(one, state)), weights_of(one.text, row[at - 1].text if at else "", more)
    if state.pack.id == IMPORTED:
        return
    for entity in state.lore.entities():
        if hidden(entity.id, state):
            continue
        for known in certain_of(entity.id, state) if entity.id in named else written_of(entity.id, state):
            yield known, weights_of(known.text)


def _turns(look: Look, named: Sequence[str], state: StoryState, tools: Tools) -> list[int]:
    """The earlier turns that answer the words best, and those in which something was noted of whoever is named, in order."""
    index = tools.memory.talk.turns
    values = zip(index.numbers.tolist(), index.bm25(stems(f"{look.words} {look.new.text}")).tolist(), strict=True)
    best = [number for number, value in sorted(values, key=lambda pair: (-pair[1], -pair[0])) if value > 0]
    of_them = (claim.provenance.turn for id in named for claim in reversed(state.lore.heard(id)) if claim.relation == NOTED.id)
    wanted = dict.fromkeys((*best[:MOST_TURNS], *list(dict.fromkeys(of_them))[:MOST_TURNS]))
    return sorted(number for number in wanted if 0 < number < state.turn and str(number) in state.turns)


def _noted(state: StoryState) -> Mapping[int, list[tuple[tuple[int, int], str]]]:
    """By turn, where something was noted, and of whom what, be it told as so or only said."""
    found: defaultdict[int, list[tuple[tuple[int, int], str]]] = defaultdict(list)
    for entity in state.lore.entities():
        for claim in state.lore.heard(entity.id):
            if claim.relation == NOTED.id:
                found[claim.provenance.turn].append((claim.provenance.span, f"{entity.name} {claim.value.text}"))
    for one in state.newcomers.values():
        turn = state.turns.get(str(one.turn))
        start = turn.reply.find(one.quote) if turn and one.quote else -1
        if start >= 0:
            found[one.turn].append(((start, start + len(one.quote)), f"{one.name} {one.summary}"))
    return found


def check_question(found: Sequence[tuple[Look, Beside]], text: str, state: StoryState) -> Question:
    """What a model is asked of passages beside the lines that were found for them."""
    row = passages(0, text)
    parts: list[str] = []
    for look, beside in found:
        before = f"{row[look.new.n - 2].text} " if look.new.n > 1 else ""
        certain = "\n".join(one.text for one in beside.certain)
        below = {"Certain": certain, "Told before": by_turn(beside.told, state)}
        parts.append("\n".join((f"In the reply: {before}{look.new.text}", *(f"{head}:\n{told}" for head, told in below.items() if told))))
    return Question(purpose="check", system=SYSTEM, user=fenced("story", "\n\n".join(parts)), form=FORM, most=ANSWER)


def together(lying: Beside, found: Sequence[tuple[Look, Beside]]) -> Beside:
    """All that lay beside a reply: what was laid there at first, and what was looked up."""
    certain = [one for _, more in found for one in more.certain]
    told = [one for _, more in found for one in more.told]
    return Beside((*lying.certain, *certain), (*lying.told, *told))
