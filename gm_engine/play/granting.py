"""What a language model may ask of the engine while it tells, and what it gets: a roll, a look-up, a clock's tick, a thing, a choice.

The table's rules say which of these it may call at all; the rules of the game check each. What is refused is said, and nothing happens.
"""

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gm_engine import rules
from gm_engine.play.tools import Tools
from gm_engine.prompting.beats_in_words import dice_line
from gm_engine.providers.messages import tokens_of
from gm_engine.state import StoryState
from gm_engine.story.condition import Effect
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import DecisionOffered, DiceRolled, Event
from gm_engine.story.table_rules import TOOLS, TableRules, Tool
from gm_engine.story.tool_call import ToolAnswer, ToolCall

TURNS, LONGEST_TURN, FACTS = 3, 700, 6
"""So many turns, of so many letters at most, and so many facts of those that are named, a look-up brings."""
ARTICLE = re.compile(r"^(?:an?|the) ")
LONGEST = 200
"""Letters that a model may put into the record by a call."""


class Asked(BaseModel):
    """The arguments of a tool: closed to unknown ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Roll(Asked):
    """Roll the dice for something whose outcome is not yet decided. You are told how it came out; tell exactly that."""

    skill: str = Field(description="a skill of this game, as it stands on the sheet")
    who: str = Field(default="", description="who tries it: the player's character, unless somebody present is named")
    difficulty: str = Field(default="fair", description="easy, fair, hard … as this game names it")
    why: str = Field(default="", max_length=LONGEST, description="what is tried, in a few words")


class Recall(Asked):
    """Look up what was told before about somebody or something, in the words in which it was told."""

    about: str = Field(min_length=1, max_length=LONGEST, description="names and key words")


class Tick(Asked):
    """Move a clock of the table by one segment, because of what has just happened."""

    clock: str = Field(description="the clock's name")
    why: str = Field(default="", max_length=LONGEST)


class Item(Asked):
    """Let a thing that is here change hands: what somebody present holds or what lies here."""

    item: str = Field(description="the thing's name")
    giver: str = Field(default="", description="who gives it; empty for what lies here")
    taker: str = Field(default="", description="who takes it; empty for putting it down")


class Decide(Asked):
    """Offer the player a choice that is kept open until it is taken."""

    question: str = Field(min_length=1, max_length=LONGEST)
    options: list[str] = Field(min_length=2, max_length=5, description="each completes: you could …")


Call = Roll | Recall | Tick | Item | Decide
SHAPES: Mapping[Tool, type[Call]] = {"roll": Roll, "recall": Recall, "tick": Tick, "item": Item, "decide": Decide}


def schemas() -> dict[str, dict[str, Any]]:
    """Every tool by its name: the JSON schema of its arguments, whose ``description`` says what it is for."""
    found: dict[str, dict[str, Any]] = {}
    for name, shape in SHAPES.items():
        form = shape.model_json_schema()
        for part in (form, *form["properties"].values()):
            part.pop("title", None)
        found[name] = form
    return found


def with_costs(table: TableRules) -> TableRules:
    """The table's rules with what its tools cost in a prompt: as the protocol has them or in words, whichever is more."""
    tools = tuple(name for name in TOOLS if name in table.tools) if table.calls else ()
    return table.model_copy(update={"tool_tokens": tokens_of(tools, schemas())})


class Refusal(Exception):
    """The rules do not allow it; the message says why, to the model."""


@dataclass(frozen=True)
class Clerk:
    """Grants or refuses the calls of one turn. ``counts`` are the turn's draws so far, by stream."""

    state: StoryState
    tools: Tools
    counts: dict[str, int]

    def grant(self, call: ToolCall) -> Generator[Event, None, ToolAnswer]:
        """What comes of a call, as events that the caller folds one by one; the generator returns the answer."""
        try:
            asked = self._read(call)
            text = yield from SERVE[call.name](self, asked)
        except Refusal as refused:
            return ToolAnswer(id=call.id, name=call.name, text=f"Not done: {refused}", granted=False)
        return ToolAnswer(id=call.id, name=call.name, text=text)

    def too_many(self, call: ToolCall) -> ToolAnswer:
        """The answer to a call that is one too many for a turn."""
        return ToolAnswer(id=call.id, name=call.name, text=f"Not done: {self.state.table.calls} calls in a turn are enough.", granted=False)

    def _read(self, call: ToolCall) -> Any:
        allowed = [name for name in TOOLS if name in self.state.table.tools]
        tool = next((name for name in allowed if name == call.name), None)
        if tool is None:
            raise Refusal(f'there is no tool "{call.name[:40]}" at this table; there are: {", ".join(allowed) or "none"}.')
        try:
            return SHAPES[tool].model_validate_json(call.arguments or "{}")
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in wrong["loc"]) or "the arguments"
            raise Refusal(f"{where}: {wrong['msg']}.") from None

    def _roll(self, asked: Roll) -> Generator[Event, None, str]:
        state, book = self.state, rules.rulebook_of(self.state.pack)
        who = self._person(asked.who)
        skill = _named(asked.skill, {name: name for name in (*book.skills, *book.attributes)}, "skill")
        difficulty = _named(asked.difficulty, {name: name for name in book.difficulty}, "difficulty")
        fallen = None
        for event in rules.check_for(state, self.counts, skill, actor=who, difficulty=difficulty, why=asked.why):
            if isinstance(event, DiceRolled):
                fallen = event.roll
            yield event
        return f"{dice_line(fallen, state)} Tell exactly this." if fallen else "Nothing was rolled."

    def _recall(self, asked: Recall) -> Generator[Event, None, str]:
        state = self.state
        found = [state.turns.get(str(turn)) for turn, _ in self.tools.memory.found_turns(asked.about, TURNS + 1) if turn != state.turn]
        shown = [state.shown(turn) for turn in found[:TURNS] if turn]
        told = [f"{_when(turn.number)}: {' '.join(turn.reply.split())[:LONGEST_TURN]}" for turn in shown if turn.reply]
        named = [entity.id for entity in state.lore.named(asked.about)]
        facts = [fact for id in named for fact in state.lore.facts(id, at=state.minute) if fact.audience == "table" and not fact.taken_out]
        quotes = dict.fromkeys(f"{_when(fact.told_by[0].turn)}: {fact.told_by[0].quote}" for fact in facts if fact.told_by[0].quote)
        yield from ()
        return "\n".join([*list(quotes)[:FACTS], *told]) or "Nothing was told of that yet. Stay vague, or let somebody not know."

    def _tick(self, asked: Tick) -> Generator[Event, None, str]:
        state = self.state
        seen = {clock.name: id for id, clock in sorted(state.pack.clocks.items()) if clock.visibility == "table"}
        id = _named(asked.clock, seen, "clock")
        clock = state.pack.clocks[id]
        if state.clock(id) >= clock.size:
            raise Refusal(f"{clock.name} is full.")
        if f"tick {id}" in self.counts:
            raise Refusal(f"{clock.name} has moved in this turn.")
        self.counts[f"tick {id}"] = 1
        yield from rules.apply_effect(Effect(verb="clock", target=id, amount=1), state, "gm")
        return f"{clock.name}: {state.clock(id)} of {clock.size}."

    def _item(self, asked: Item) -> Generator[Event, None, str]:
        state = self.state
        item = _named(asked.item, self._things(), "thing here")
        name = state.pack.items[item].name
        giver = self._person(asked.giver) if asked.giver else ""
        taker = self._person(asked.taker) if asked.taker else ""
        if giver == taker:
            raise Refusal("it changes no hands.")
        if giver and not state.has(giver, item):
            raise Refusal(f"{state.name(giver)} does not have it: {name}.")
        if not giver and state.where(item) != state.here:
            raise Refusal(f"it does not lie here: {name}.")
        yield from rules.hand_over(state, item, giver, taker, "gm")
        return f"{state.name(taker) if taker else 'Nobody'} has it now: {name}."

    def _decide(self, asked: Decide) -> Generator[Event, None, str]:
        state = self.state
        key = f"decide {state.turn}"
        if key in self.counts:
            raise Refusal("one choice in a turn is enough.")
        self.counts[key] = 1
        texts = [" ".join(text.split())[:LONGEST] for text in asked.options]
        yield DecisionOffered(
            turn=state.turn,
            decision=Decision(
                id=f"d{state.turn}.gm", question=" ".join(asked.question.split()), turn=state.turn, scene=state.scene.id,
                options=tuple(Option(id=f"way_{n}", text=text) for n, text in enumerate(texts, 1)),
                place=state.here, minute=state.minute, participants=(state.pc, *state.present()),
            ),
        )  # fmt: skip
        return "The choice lies open. Show it, and leave the answer to the player."

    def _things(self) -> dict[str, str]:
        """What lies here or is carried by somebody here, by its name, that without its article, and its id."""
        state = self.state
        here = (state.pc, *state.present())
        near = [id for id in sorted(state.pack.items) if state.where(id) == state.here or any(state.has(who, id) for who in here)]
        names = {id: state.pack.items[id].name for id in near}
        return (
            {name: id for id, name in names.items()} | {ARTICLE.sub("", name): id for id, name in names.items()} | {id: id for id in near}
        )

    def _person(self, name: str) -> str:
        """The id of the player's character or of somebody present."""
        state = self.state
        here = {state.pc: state.pc, "you": state.pc, "the player's character": state.pc, "": state.pc}
        here |= {state.name(id): id for id in (state.pc, *state.present())} | {id: id for id in state.present()}
        for entity in state.lore.named(name) if name else ():
            if entity.id in (state.pc, *state.present()):
                return entity.id
        return _named(name, here, "one here")


def _named(wanted: str, there: Mapping[str, str], what: str) -> str:
    """What is meant among what is there. Raises Refusal with what there is."""
    plain = {name.casefold(): id for name, id in there.items()}
    key = " ".join(wanted.replace("_", " ").split()).casefold()
    for found in (key, key.replace(" ", "_")):
        if found in plain:
            return plain[found]
    near = get_close_matches(key, [name for name in plain if name], 1, 0.85)
    if near:
        return plain[near[0]]
    raise Refusal(f'there is no {what} "{wanted[:40]}"; there are: {_listed(there)}.')


def _listed(there: Mapping[str, str]) -> str:
    """Each thing by its first name."""
    first: dict[str, str] = {}
    for name, id in there.items():
        if name:
            first.setdefault(id, name)
    return ", ".join(first.values()) or "none"


def _when(turn: int) -> str:
    return f"Turn {turn}" if turn else "From the start"


SERVE: Mapping[str, Callable[[Clerk, Any], Generator[Event, None, str]]] = {
    "roll": Clerk._roll, "recall": Clerk._recall, "tick": Clerk._tick, "item": Clerk._item, "decide": Clerk._decide,
}  # fmt: skip
