"""Note: one question about a reply that was told: what it put on record, and what in it cannot stand beside what was told before.

Beside the whole reply lie what is certain and the nearest earlier sentences, as much as the table's room holds. Whatever the answer says
is checked by the rules; each row must quote the reply to the letter.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from gm_engine.memory.nearest import Passage
from gm_engine.play.beside import Beside, Earlier
from gm_engine.play.note_clashes import CLASH_ROWS, TO_JUDGE
from gm_engine.rules.map import ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.fence import DATA_IN_BRIEF, fenced
from gm_engine.story.pack import IMPORTED
from gm_engine.story.provenance import Provenance
from gm_engine.story.question import Question

ANSWER = 1600
MOST_NAMES, MOST_NEAR = 30, 10
LINKS = (
    "spouse", "parent", "child", "sibling", "kin", "works_for", "owner", "member_of", "lives_at", "killed_by", "friend", "enemy",
)  # fmt: skip
TOLD_AS = ("plain", "said", "rumour", "written", "plan", "dream", "joke")
ROWS = ("same", "place", "person", "thing", "group", "fact", "event", "decision", "promise", "debt", "change", "settled")
"""The kinds of rows in the order in which they are taken: what others may speak of comes first, and what is paid before what is owed."""
CHANGES = ("money", "thing", "wound", "shots", "place", "dead", "minutes")
SYSTEM = f"""You keep the record of a tabletop story. Read the reply that the game master has just told. {DATA_IN_BRIEF}

rows: what the reply puts on record for later. quote: its words, to the letter, that bear the row out. kind:
- person, place, thing, group: one not on record. name (or a description to know them by), text: what was said of them, at: where, or who
  has it, by: he, she, they; told: dead, where they are.
- same: somebody or something turns out to be one on record. name: as called before, or here; to: the name on record.
- fact: what will still hold. name: of whom; text: a short sentence; told: {", ".join(TOLD_AS)}; by: who says it; where it joins two
  names, to, and link: {", ".join(LINKS)}. No weather, moods, gestures.
- event: what a recap would tell. text: one line; name: who; weight: minor, major, milestone.
- decision: the player's character's. text; not: what was turned down.
- promise, debt: name owes to; text; amount: cents; hours until due, 0: open.
- settled: id of what was owed; text: kept, paid, broken; amount: cents, if only in part.
- change: of what the engine counts, unless booked. name: whose; what: {", ".join(CHANGES)}; to: the thing, the place (a row for
  each who goes along); amount: how many (cents), below 0 for less.
{TO_JUDGE}
look: a trait, colour, side, number, wound, kin, place, owner, skill or knowledge that lines not shown may have told otherwise. new: copied;
words: the name, and words to find those lines by. At most 3, the likeliest to differ first.
Leave out what does not apply."""


def _form() -> str:
    text, number = {"type": "string"}, {"type": "integer"}
    row: dict[str, Any] = {
        "kind": text, "quote": text, "name": text, "text": text, "at": text, "to": text,
        "link": text, "told": text, "by": text, "weight": text, "not": text, "what": text, "id": text, "amount": number, "hours": number,
    }  # fmt: skip
    sought = {"new": text, "words": text}
    lists = {
        "rows": {"type": "array", "items": {"type": "object", "properties": row, "required": ["kind", "quote"]}},
        "clashes": CLASH_ROWS,
        "look": {"type": "array", "items": {"type": "object", "properties": sought, "required": ["new", "words"]}},
    }
    return json.dumps({"type": "object", "properties": lists, "required": ["rows", "clashes"]}, separators=(",", ":"))


FORM = _form()
"""The JSON schema of the answer: what does not apply may be left out, so that an answer is short."""


def note_question(
    text: str, state: StoryState, beside: Beside, booked: Sequence[Event] = (), *, said: str = "", speaker: str = ""
) -> Question:
    """What a model is asked of a reply. ``booked`` is what the rules have put on record of this turn, ``said`` the player's line.

    ``speaker`` is the character whose words the whole reply is, in a transcript that says so.
    """
    reply = f"The reply, all of it said by {speaker}" if speaker else "The reply"
    certain = "\n".join(one.text for one in beside.certain)
    story = {"Certain": certain, "Told before": by_turn(beside.told, state), "The player": said, reply: text}
    parts = "\n\n".join(f"{head}:\n{words}" for head, words in story.items() if words)
    user = f"{_scene(text, state, booked)}\n\n{fenced('story', parts)}"
    return Question(purpose="note", system=SYSTEM, user=user, form=FORM, most=ANSWER)


def by_turn(told: Sequence[Earlier], state: StoryState) -> str:
    """The sentences, those of a turn in a row behind its number and day; what is left out between two is marked."""
    found: list[str] = []
    last: Passage | None = None
    for one in told:
        assert isinstance(one.held, Passage)
        here = one.held
        if last is None or last.turn != here.turn:
            found.append(f"[{here.turn}{_day(one.telling, state)}] {here.text}")
        else:
            found[-1] += f"{' ' if here.n == last.n + 1 else ' … '}{here.text}"
        last = here
    return "\n".join(found)


def _day(telling: Provenance, state: StoryState) -> str:
    if not state.say_when(telling.turn, telling.minute):
        return ""
    return f", {state.pack.calendar.date(telling.minute)}, {state.pack.calendar.part_of_day(telling.minute)}"


def _scene(text: str, state: StoryState, booked: Sequence[Event]) -> str:
    lines: dict[str, str] = {}
    when = state.say_when(state.turn, state.minute)
    if state.pack.id != IMPORTED:
        where = f", at {state.name(state.here)}" if state.here else ""
        lines["Now"] = f"turn {state.turn}, {when}{where}; the player's character, called you, is {state.name(state.pc)}"
        lines["Here"] = "; ".join(_called(id, state) for id in [id for id in state.present() if not hidden(id, state)][:MOST_NAMES])
        lines["Near"] = "; ".join(_called(id, state) for id in near(state))
    elif when:
        lines["Now"] = f"turn {state.turn}, {when}"
    lines["On record"] = "; ".join(on_record(text, state))
    lines["Owed"] = "; ".join(
        f"{owed.id}: {owed.text}" for owed in state.owed() if owed.turn <= state.turn and owed.audience == "table" and owed.kind != "threat"
    )
    lines["Booked"] = "; ".join(told_of(booked, state))
    return "\n".join(f"{head}: {words}" for head, words in lines.items() if words)


def near(state: StoryState) -> tuple[str, ...]:
    """Who is mostly to be found here or one way from here, and is not here now: whoever comes in may be one of them."""
    places = {state.here, *(way.to for way in ways(state, state.here))}
    there = (id for id, one in state.pack.npcs.items() if {one.at, state.where(id)} & places and one.visibility == "table")
    return tuple(id for id in there if id not in state.present() and state.alive(id))[:MOST_NEAR]


def _called(id: str, state: StoryState) -> str:
    role = state.pack.npcs[id].role
    return f"{state.name(id)} ({role})" if role else state.name(id)


def on_record(text: str, state: StoryState) -> tuple[str, ...]:
    """The names on record that stand in a text, those of whoever is present aside."""
    words = text.casefold()
    here = {state.pc, *state.present()} if state.pack.id != IMPORTED else {state.pc}
    known = (entity.name for entity in state.lore.entities() if entity.id not in here)
    return tuple(dict.fromkeys(name for name in known if name and name.casefold() in words))[:MOST_NAMES]


def told_of(booked: Sequence[Event], state: StoryState) -> Iterator[str]:
    """What the rules have put on record of a turn, in few words."""
    money = rulebook_of(state.pack).currency
    for event in booked:
        if isinstance(event, happened.StateChanged):
            who = state.name(event.key)
            by = (event.new if isinstance(event.new, int) else 0) - (event.old if isinstance(event.old, int) else 0)
            if event.what == "money":
                yield f"{who} {'+' if by > 0 else '-'}{money.figure(abs(by))}"
            elif event.what == "item":
                yield f"{who} {by:+d} {state.name(event.detail)}"
            elif event.what == "wound" and event.new:
                yield f"{who} wounded"
            elif event.what == "ammo" and by < 0:
                yield f"{who} {by} shots"
            elif event.what == "condition":
                yield f"{who} {event.new}"
            elif event.what == "place" and event.key == state.pc:
                yield f"{who} came to {state.name(str(event.new))}"
        elif isinstance(event, happened.ConsequenceDue) and event.consequence.kind != "consequence":
            yield f"{event.consequence.kind}: {event.consequence.text}"
        elif isinstance(event, happened.DecisionTaken):
            yield f"decided: {event.decision.choice}"
