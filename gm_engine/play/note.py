"""Note: one question about a reply that was told: what it put on record, and what in it cannot stand beside what was told before.

Beside the whole reply lie what is known for certain of everybody named or present, and the nearest earlier sentences, as much as the
table's room holds. Whatever the answer says is checked by the rules; each row must quote the reply to the letter.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gm_engine.continuity.check import heard_at_the_table
from gm_engine.memory.nearest import Passage, nearest, passages
from gm_engine.memory.words import plain, stems
from gm_engine.play.tools import Tools
from gm_engine.rules.journey import ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import Event
from gm_engine.story.fence import DATA_IN_BRIEF, fenced
from gm_engine.story.gist import Gist
from gm_engine.story.noted import NOTED
from gm_engine.story.pack import IMPORTED
from gm_engine.story.provenance import Provenance
from gm_engine.story.question import Question
from gm_engine.story.relation import TOLD
from gm_engine.tokens import count

ANSWER = 1600
CERTAIN = 4
"""One part in so many of the room goes to what is known for certain."""
OF_EACH, OF_OTHERS = 4, 2
NOTED_SHARE = 2
"""One part in so many of what is left goes to what was noted of those who are named or here."""
"""So many certain things of each who is named, and of each who is only present."""
SURE_VOICES = ("author", "engine")
FORBIDDEN = (TOLD, "at", "name", "met", "bearing", "distance")
MOST_NAMES, MOST_NEAR = 30, 10
MOST_OWED, NEWEST_OWED = 6, 2
LINKS = (
    "spouse", "parent", "child", "sibling", "kin", "works_for", "owner", "member_of", "lives_at", "killed_by", "friend", "enemy",
)  # fmt: skip
TOLD_AS = ("plain", "said", "rumour", "written", "plan", "dream", "joke")
ROWS = ("same", "place", "person", "thing", "group", "fact", "event", "decision", "promise", "debt", "change", "settled")
"""The kinds of rows in the order in which they are taken: what others may speak of comes first, and what is paid before what is owed."""
CHANGES = ("money", "thing", "wound", "shots", "place", "dead", "minutes")
CLASSES: dict[ConflictClass, str] = {
    "numeric_date": "numbers, dates, ages, hours",
    "life_death": "alive or dead",
    "whereabouts": "where who or what is",
    "possession": "who has it",
    "kinship_role": "kin, office, side",
    "physical_trait": "body, look, make",
    "name_identity": "names, who is who",
    "event_outcome": "what happened, how, by whom",
    "knowledge": "who knows or has met whom, what",
    "geography": "where places lie, what they have",
    "ability": "what somebody can do",
    "quantity_state": "how many are left; whole, broken, open, shut",
}
SYSTEM = f"""You keep the record of a tabletop story. You read the reply that the game master has just told. {DATA_IN_BRIEF}

rows: what the reply puts on record for later. quote: its words, to the letter, that bear the row out. kind:
- person, place, thing, group: one not on record. name (or a description to know them by), text: what was said of them, at: where they
  are, or who has it, by: he, she, they; told: dead, where they are.
- same: somebody or something turns out to be one on record. name: as called before, or here; to: the name on record.
- fact: what will still hold. name: of whom; text: a short sentence; told: {", ".join(TOLD_AS)}; by: who says it; where it joins two
  names, to, and link: {", ".join(LINKS)}. No weather, moods, gestures.
- event: what a recap would tell. text: one line; name: who; weight: minor, major, milestone.
- decision: the player's character's. text; not: what was turned down.
- promise, debt: name owes to; text; amount: cents; hours until due, 0: open.
- settled: id of what was owed; text: kept, paid, broken; amount: cents, if only in part.
- change: of what the engine counts, unless booked. name: whose; what: {", ".join(CHANGES)}; to: the thing, the place (a row for
  each who goes along); amount: how many (cents), below 0 for less.
clashes: each passage of the reply that cannot be true of the story beside an earlier one. new, old: copied to the letter, each from one
sentence. Weigh who "he" and "it" are, and what follows: times, distances, what was used up, who was there. No clash: what may have
changed since; what somebody says, believes, guesses, lies, plans, dreams, acts on a stage, reads aloud or means as a figure; the more
exact; another of the kind or name; what is explained.
- kind: {"; ".join(f"{kind} ({says})" for kind, says in CLASSES.items())}
- sure: 95: never both true; 80: only by something untold that nobody would think of; 60: likelier a slip than not; below: leave out.
- right: new or old, where what is certain bears it out. why: a short sentence.
Leave out what does not apply."""


@dataclass(frozen=True)
class Earlier:
    """One thing that lies beside a reply: a sentence that was told, or a fact that is certain."""

    held: Passage | Fact
    telling: Provenance

    @property
    def text(self) -> str:
        """Its words."""
        return self.telling.quote

    @property
    def side(self) -> Gist | Fact:
        """It as one side of a conflict."""
        if isinstance(self.held, Fact):
            return self.held
        one = self.held
        return Gist(turn=one.turn, n=one.n, span=self.telling.span, quote=one.text, minute=self.telling.minute, source=self.telling.source)


@dataclass(frozen=True)
class Beside:
    """What lies beside a reply in a question: what is ``certain``, and what was ``told`` before, in its order."""

    certain: tuple[Earlier, ...]
    told: tuple[Earlier, ...]


def _form() -> str:
    text, number = {"type": "string"}, {"type": "integer"}
    row: dict[str, Any] = {
        "kind": text, "quote": text, "name": text, "text": text, "at": text, "to": text,
        "link": text, "told": text, "by": text, "weight": text, "not": text, "what": text, "id": text, "amount": number, "hours": number,
    }  # fmt: skip
    clash: dict[str, Any] = {
        "new": text, "old": text, "kind": text, "sure": number, "right": text,
        "why": text,
    }  # fmt: skip
    lists = {
        "rows": {"type": "array", "items": {"type": "object", "properties": row, "required": ["kind", "quote"]}},
        "clashes": {"type": "array", "items": {"type": "object", "properties": clash, "required": ["new", "old", "kind", "sure"]}},
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
    story = {"Certain": certain, "Told before": _by_turn(beside.told, state), "The player": said, reply: text}
    parts = "\n\n".join(f"{head}:\n{words}" for head, words in story.items() if words)
    user = f"{_scene(text, state, booked)}\n\n{fenced('story', parts)}"
    return Question(purpose="note", system=SYSTEM, user=user, form=FORM, most=ANSWER)


def beside(text: str, state: StoryState, tools: Tools) -> Beside:
    """What lies beside a text in a question: as much as the table's room holds."""
    room = state.table.room
    sure: list[Earlier] = []
    left = room // CERTAIN
    for fact in _certain(text, state, tools):
        telling = heard_at_the_table(fact.told_by)
        price = count(telling.quote) + 1
        if price <= left and all(telling.quote != one.text for one in sure):
            left -= price
            sure.append(Earlier(fact, telling))
    room -= room // CERTAIN - left

    def price_of(one: Passage) -> int:
        return count(one.text) + 1

    told = nearest(text, tools.memory.talk, state.turn, price_of, room)
    if len(told) < _all_told(state):
        kept: dict[Passage, None] = {}
        left = room // NOTED_SHARE
        for one in _noted_of_them(text, state, tools):
            if one not in kept and price_of(one) <= left:
                left -= price_of(one)
                kept[one] = None
        rest = room - sum(map(price_of, kept))
        told = tuple(sorted({*kept, *nearest(text, tools.memory.talk, state.turn, price_of, rest)}))
    return Beside(tuple(sure), tuple(Earlier(one, telling_of(one, state)) for one in told))


def _all_told(state: StoryState) -> int:
    """How many sentences were told before this turn."""
    return sum(len(passages(turn.number, turn.reply)) for turn in state.turns.values() if 0 < turn.number < state.turn)


def _noted_of_them(text: str, state: StoryState, tools: Tools) -> Iterator[Passage]:
    """The sentences in which something was noted of whoever is named in a text, or is here: of each the closest to it first."""
    said = stems(text).keys()
    words = set(plain(text))
    named = dict.fromkeys(tools.memory.names.named(text))
    named |= dict.fromkeys(id for id, one in state.newcomers.items() if one.name and plain(one.name)[-1:] and plain(one.name)[-1] in words)
    here = dict.fromkeys((*state.present(), *state.carried(state.pc))) if state.pack.id != IMPORTED else {}
    for id, most in (*((id, OF_EACH) for id in named), *((id, OF_OTHERS) for id in here if id not in named)):
        facts = [fact for fact in state.lore.facts(id, NOTED.id) if 0 < fact.told_by[0].turn < state.turn]
        facts.sort(key=lambda fact: (-len(said & stems(fact.told_by[0].quote).keys()), -fact.told_by[0].turn, fact.id))
        for fact in facts[:most]:
            telling = fact.told_by[0]
            turn = state.turns.get(str(telling.turn))
            for one in passages(telling.turn, turn.reply) if turn else ():
                if one.span[0] < telling.span[1] and telling.span[0] < one.span[1]:
                    yield one


def telling_of(one: Passage, state: StoryState) -> Provenance:
    """A sentence of an earlier reply as a telling."""
    """A sentence that was told, where it stands in its turn; the words of one that was put right by hand are whoever's put it right."""
    turn = state.turns.get(str(one.turn))
    minute, span = turn.minute if turn else 0, one.span
    if turn and one.turn in state.marks.turns:
        at = turn.reply.find(one.text)
        edit = next((edit for edit in state.marks.standing if edit.act == "correct" and edit.words and edit.words in one.text), None)
        if at < 0 and edit:
            return Provenance(source="ruling", turn=one.turn, voice=edit.by, quote=one.text, minute=minute)
        span = (at, at + len(one.text)) if at >= 0 else span
    source = "import" if turn and turn.given_by == "import" else "extracted"
    return Provenance(source=source, turn=one.turn, voice="narrator", quote=one.text, span=span, minute=minute)


def _certain(text: str, state: StoryState, tools: Tools) -> Iterator[Fact]:
    """What the author wrote and the engine counts of whoever is named in a text, then of whoever is present."""
    named = tools.memory.names.named(text)
    here = (state.pc, *state.present()) if state.pack.id != IMPORTED else ()
    seen: set[str] = set()
    for id, most in (*((id, OF_EACH) for id in named), *((id, OF_OTHERS) for id in here)):
        if id in seen:
            continue
        seen.add(id)
        facts = [fact for fact in state.lore.facts(id) if _is_certain(fact) and fact.told_by[0].turn <= state.turn]
        yield from sorted(facts, key=lambda fact: (-fact.importance, fact.id))[:most]
    for entry in sorted(state.pack.lore.values(), key=lambda entry: (-entry.importance, entry.id)):
        if entry.visibility == "table" and entry.canon == "canon" and seen & set(entry.about):
            yield authored_fact(entry.id, entry.text, next(id for id in entry.about if id in seen))


def _is_certain(fact: Fact) -> bool:
    voiced = any(telling.voice in SURE_VOICES for telling in fact.told_by)
    return voiced and fact.audience == "table" and fact.relation not in FORBIDDEN and not fact.taken_out


def authored_fact(id: str, text: str, subject: str) -> Fact:
    """A page of the campaign's lore as a fact, so that it can be one side of a conflict."""
    telling = Provenance(source="pack", turn=0, voice="author", quote=text, span=(0, len(text)), where=f"lore.{id}")
    return Fact(id=f"lore.{id}", subject=subject, relation=TOLD, value=Value(kind="text", text=text), told_by=(telling,), confidence=100)


def _by_turn(told: Sequence[Earlier], state: StoryState) -> str:
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
    moment = state.pack.calendar.moment(telling.minute)
    return f", {moment:%B} {moment.day}, {state.pack.calendar.part_of_day(telling.minute)}"


def _scene(text: str, state: StoryState, booked: Sequence[Event]) -> str:
    lines: dict[str, str] = {}
    when = state.say_when(state.turn, state.minute)
    if state.pack.id != IMPORTED:
        lines["Now"] = (
            f"turn {state.turn}, {when}, at {state.name(state.here)}; the player's character, called you, is {state.name(state.pc)}"
        )
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


def owed_beside(text: str, state: StoryState) -> tuple[Consequence, ...]:
    """The open promises and debts that a reply may be about: of those who are here or named, and the newest."""
    words = text.casefold()
    here = set(state.present()) if state.pack.id != IMPORTED else set()

    def concerned(owed: Consequence) -> bool:
        others = [who for who in (owed.debtor, owed.creditor) if who and who != state.pc]
        return any(who in here or state.name(who).rpartition(" ")[2].casefold() in words for who in others)

    open_ones = [owed for owed in state.owed() if owed.audience == "table" and owed.kind != "threat"]
    kept = [owed for owed in open_ones if concerned(owed)][-MOST_OWED:]
    return tuple(owed for owed in open_ones if owed in kept or owed in open_ones[-NEWEST_OWED:])


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


def sentence_of(quote: str, text: str, as_written: Any) -> Passage | None:
    """The sentence of a text in which a quote stands whole; None where it stands in none."""
    words = as_written(quote).strip()
    return next((one for one in passages(0, text) if words and words in as_written(one.text)), None)
