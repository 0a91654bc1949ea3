"""Hearing: where a language model sits at the table, it hears the player's line before the rules judge it; and what is done about a reply
that was shown although it breaks something.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from gm_engine.direction.meta import command
from gm_engine.direction.options import way_named
from gm_engine.memory.nearest import nearest
from gm_engine.play.asking import Ask
from gm_engine.play.interpret import interpret_question, interpreted
from gm_engine.play.judgement import Judgement
from gm_engine.play.objections import nothing
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.intent import Intent
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt
from gm_engine.story.table_rules import TableRules
from gm_engine.tokens import count

MOST = 4
"""So many faults of a reply are put right at a time."""
ROOM = 90
"""Tokens of what was told that lies nearest to something the player takes for granted."""


@dataclass(frozen=True)
class Heard:
    """What a line was heard as: its ``intents`` (None: nobody heard it, and the grammar reads it), what it takes for granted, and what
    was ``asked`` for that.
    """

    intents: tuple[Intent, ...] | None = None
    assumes: tuple[str, ...] = ()
    asked: tuple[Event, ...] = ()


def hear(line: str, state: StoryState, table: TableRules, ask: Ask | None) -> Heard:
    """Has a model hear the player's line, where the table's rules say so. A typed command and a way's own words need no hearing."""
    if "interpret" not in table.hears or ask is None or not line.strip() or command(line) or way_named(line, state):
        return Heard()
    question = interpret_question(line, state)
    asked = ask(question)
    if asked is None:
        return Heard()
    event = happened.ModelAsked(
        turn=state.turn + 1, purpose="interpret", question_hash=asked.question_hash, completion=asked.completion,
        question=asked.question or question,
    )  # fmt: skip
    heard = interpreted(asked, state)
    return Heard(None, (), (event,)) if heard is None else Heard(heard[0], heard[1], (event,))


def assumptions(assumed: tuple[str, ...], state: StoryState, tools: Tools) -> Iterator[Beat]:
    """A beat for each thing that the player takes as known, with what was told that lies nearest to it."""
    for words in assumed:
        told = nearest(words, tools.memory.talk, state.turn, lambda one: count(one.text) + 1, ROOM, whole=False, lead=False)
        nearby = " ".join(f"Turn {turn}: {' '.join(one.text for one in lines)}" for turn, lines in groupby(told, lambda one: one.turn))
        yield Beat(kind="premise", text=words, slots={"heard": "yes"} | ({"nearest": nearby} if nearby else {}))


def marked(completion: Completion, prompt: Prompt, state: StoryState, tools: Tools, judgement: Judgement, turn: int) -> Iterator[Event]:
    """What a reply that was shown breaks, put on record for the next prompt; nothing where it breaks nothing."""
    found = [one.model_copy(update={"turn": turn}) for one in judgement.objections(completion, prompt, state, tools, nothing)]
    known = {one.quote for one in found}
    found += [
        Objection(
            kind="number" if one.established.voice == "engine" else "conflict",
            quote=one.incoming.quote,
            against=one.established.quote,
            why=one.why,
            turn=turn,
        )
        for one in state.conflicts.values()
        if one.incoming.turn == turn and one.status == "open" and one.incoming.quote not in known
    ]
    if found:
        yield happened.ReplyMarked(turn=turn, objections=tuple(found[:MOST]))


def repairs(state: StoryState) -> Iterator[Beat]:
    """A beat for each fault of the last reply: it is put right in passing, or at least not repeated. No secret is told for that."""
    for one in state.marked if state.table.guard == "after" else ():
        against = {"against": one.against} if one.against and one.kind != "secret" else {}
        yield Beat(kind="repair", text=one.quote, slots={"fault": one.kind} | against)
