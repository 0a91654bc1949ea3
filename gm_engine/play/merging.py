"""Who is who, put right by hand: two that are one, and one that is two. All that is known of them goes along."""

import re
from collections.abc import Callable, Iterable, Iterator

from gm_engine.errors import GameError, UnknownName
from gm_engine.extraction.names import snake
from gm_engine.play.edit_target import by_id
from gm_engine.state import StoryState
from gm_engine.state.seen import known_by
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.consequence import Consequence
from gm_engine.story.edit import Edit
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.relation import TOLD

TURNS = re.compile(r"turn:?(\d+)(?:-(\d+))?")
HELD = (("place", "places"), ("met", "met"), ("attitude", "attitudes"), ("condition", "conditions"), ("party", "party"))
"""What the state holds of somebody, that goes to whoever they are merged into where nothing of the kind is held of those."""
Made = tuple[Edit, Iterable[Event]]


def merged(who: str, other: str, state: StoryState, new: Callable[..., Edit]) -> Made:
    """The edit by which two are one, and what comes of it. Raises GameError where they are one already, or both the campaign's own."""
    keeps, goes = (who, other) if not _authored(other, state) else (other, who)
    one, two = state.lore.entity(keeps), state.lore.entity(goes)
    if one is None or two is None or one.id == two.id:
        raise GameError(state.campaign, f'"{who}" and "{other}" are one already.', "Name two.", "cannot-edit")
    if _authored(goes, state):
        what = f'"{one.name}" and "{two.name}" are both in the campaign\'s own files.'
        raise GameError(state.campaign, what, "Make them one there, or split what was told of them: gm split", "cannot-edit")
    edit = new("merge", what=(f"entity:{goes}",), into=keeps, before=two.name, words=one.name)
    return edit, merging(one, two, state)


def _authored(id: str, state: StoryState) -> bool:
    pack = state.pack
    sections = (pack.characters, pack.npcs, pack.locations, pack.items, pack.factions)
    return id not in state.newcomers and any(id in section for section in sections)


def merging(one: Entity, two: Entity, state: StoryState) -> Iterator[Event]:
    """What makes two one: the second's names, records, and what is held of them, go to the first."""
    keeps, goes, turn = one.id, two.id, state.turn
    names = tuple(dict.fromkeys(name for name in (*one.aliases, two.name, *two.aliases) if name != one.name))
    both = one.model_copy(update={"aliases": names, "secret_aliases": {**two.secret_aliases, **one.secret_aliases}})
    yield happened.EntityIntroduced(turn=turn, entity=both)
    yield from _handed_over(_records_of(goes, state), goes, keeps, state)
    for what, table in HELD:
        old = getattr(state, table).get(goes)
        if old is not None:
            if getattr(state, table).get(keeps) is None:
                yield happened.StateChanged.model_validate(
                    {"turn": turn, "what": what, "key": keeps, "old": None, "new": old, "cause": "merged"}
                )
            yield happened.StateChanged.model_validate(
                {"turn": turn, "what": what, "key": goes, "old": old, "new": None, "cause": "merged"}
            )
    if money := int(state.money.get(goes, 0)):
        had = state.purse(keeps)
        yield happened.StateChanged(turn=turn, what="money", key=keeps, old=state.money.get(keeps), new=had + money, cause="merged")
        yield happened.StateChanged(turn=turn, what="money", key=goes, old=money, new=None, cause="merged")
    for key, count in [(key, count) for key, count in state.items.items() if key.startswith(f"{goes}/") and count]:
        item = key.partition("/")[2]
        old = state.items.get(f"{keeps}/{item}")
        yield happened.StateChanged(
            turn=turn, what="item", key=keeps, detail=item, old=old, new=state.has(keeps, item) + count, cause="merged"
        )
        yield happened.StateChanged(turn=turn, what="item", key=goes, detail=item, old=count, new=None, cause="merged")


def split(who: str, name: str, records: tuple[str, ...], state: StoryState, new: Callable[..., Edit]) -> Made:
    """The edit by which one is two, and what comes of it. ``name`` is what the other is called, or the id of one who is on record.

    Raises GameError where nothing of theirs is named, or the other is themselves.
    """
    one = state.lore.entity(who)
    called = " ".join(name.split())
    if one is None or not called:
        raise GameError(
            state.campaign, "a split needs somebody, and a name for the other.", "Write: gm split NAME WHO ID… --into NEW", "cannot-edit"
        )
    known = state.lore.entity(called) or next((found for found in known_by(called, state) if found.id != one.id), None)
    if called.casefold() == one.name.casefold() or (known is not None and known.id == one.id):
        raise GameError(state.campaign, f'"{called}" is {one.name}.', "Call the other something else.", "cannot-edit")
    other = known or Entity(id=_free(called, state), kind=one.kind, name=called, pronouns=one.pronouns, introduced=state.turn)
    ids = tuple(dict.fromkeys(id for record in records for id in _named(record, one, state)))
    if not ids:
        raise GameError(
            state.campaign, f"nothing of {one.name} is named that the other has.", "Name ids of records, or turns (turn:5).", "cannot-edit"
        )
    made = () if known else (f"entity:{other.id}",)
    edit = new("split", what=ids, into=other.id, before=one.name, words=other.name, made=made)
    return edit, _splitting(one, other, ids, state)


def _splitting(one: Entity, other: Entity, ids: tuple[str, ...], state: StoryState) -> Iterator[Event]:
    if state.lore.entity(other.id) is None:
        yield happened.EntityIntroduced(turn=state.turn, entity=other)
    if other.name in one.aliases:
        left = tuple(alias for alias in one.aliases if alias != other.name)
        yield happened.EntityIntroduced(turn=state.turn, entity=one.model_copy(update={"aliases": left}))
    yield from _handed_over(ids, one.id, other.id, state)


def stands(event: happened.StateChanged, state: StoryState) -> bool:
    """True while what an event made of the state is so."""
    tables = {"money": "money", "item": "items", **dict(HELD)}
    key = f"{event.key}/{event.detail}" if event.what == "item" else event.key
    return bool(getattr(state, tables[event.what]).get(key) == event.new)


def _free(name: str, state: StoryState) -> str:
    """A readable id that nobody has had."""
    id, n = snake(name), 2
    while state.lore.known_as(id) is not None:
        id, n = f"{snake(name)}_{n}", n + 1
    return id


def _named(record: str, one: Entity, state: StoryState) -> Iterator[str]:
    """The ids that a record's id or a turn means: of a turn, everything of theirs that was told in it."""
    if turns := TURNS.fullmatch(record.strip()):
        first, last = int(turns[1]), int(turns[2] or turns[1])
        yield from (id for id in _records_of(one.id, state) if first <= _turn_of(id, state) <= last)
        return
    found = by_id(record, state)
    if found is None:
        raise UnknownName(state.campaign, f'"{record}" is no record and no turn.', "gm lore NAME WHO --edit shows ids.", "nothing-meant")
    theirs = set(_records_of(one.id, state))
    strange = next((id for id in found.ids if id not in theirs), "")
    if strange:
        raise GameError(state.campaign, f'"{record}" is not about {one.name}.', "Name what is told of them.", "cannot-edit")
    yield from found.ids
    yield from (id for id in (f"claim:{found.id.removeprefix('f')}",) if id in theirs)


def _turn_of(id: str, state: StoryState) -> int:
    kind, _, rest = id.partition(":")
    if kind == "fact":
        fact = state.lore.fact(rest)
        return fact.told_by[0].turn if fact else -1
    if kind == "conflict":
        return int(state.conflicts[rest].incoming.turn)
    if kind == "claim":
        claim = state.lore.claim(rest)
        return claim.provenance.turn if claim else -1
    if kind == "consequence":
        return int(state.consequences[rest].turn)
    return int(state.story_points[rest].turn if kind == "story_point" else state.decisions[rest].turn)


def _records_of(id: str, state: StoryState) -> tuple[str, ...]:
    """The ids of all records about somebody."""
    facts = (*state.lore.facts(status=None), *state.lore.facts(relation=TOLD, status=None))
    found = [f"fact:{fact.id}" for fact in facts if id in (fact.subject, fact.value.entity)]
    found += [f"consequence:{owed.id}" for owed in state.consequences.values() if id in (owed.debtor, owed.creditor, *owed.participants)]
    found += [f"story_point:{point.id}" for point in state.story_points.values() if id in point.participants]
    found += [f"decision:{made.id}" for made in state.decisions.values() if id in made.participants]
    found += [f"claim:{claim.id}" for claim in state.lore.nouns().claims if id in (claim.subject, claim.holder, claim.value.entity)]
    found += [f"conflict:{conflict.id}" for conflict in state.conflicts.values() if conflict.subject == id]
    return tuple(found)


def _handed_over(ids: Iterable[str], old: str, new: str, state: StoryState) -> Iterator[Event]:
    """Records with one in the place of another."""
    turn = state.turn

    def now(id: str) -> str:
        return new if id == old else id

    for record in ids:
        kind, _, rest = record.partition(":")
        if kind == "fact" and (fact := state.lore.fact(rest)):
            yield happened.FactEstablished(turn=turn, fact=_of(fact, now))
        elif kind == "claim" and (claim := state.lore.claim(rest)):
            holder = now(claim.holder) if claim.holder else None
            heard = claim.model_copy(update={"subject": now(claim.subject), "value": _named_now(claim.value, now), "holder": holder})
            yield happened.ClaimHeard(turn=turn, claim=heard)
        elif kind == "consequence":
            owed = state.consequences[rest]
            event = happened.ConsequenceDue if owed.paid is None else happened.ConsequencePaid
            yield event(turn=turn, consequence=_owed(owed, now))
        elif kind == "story_point":
            point = state.story_points[rest]
            people = tuple(dict.fromkeys(now(id) for id in point.participants))
            yield happened.StoryPointReached(turn=turn, story_point=point.model_copy(update={"participants": people}))
        elif kind == "decision":
            made = state.decisions[rest]
            people = tuple(dict.fromkeys(now(id) for id in made.participants))
            taken = happened.DecisionOffered if made.taken is None else happened.DecisionTaken
            yield taken(turn=turn, decision=made.model_copy(update={"participants": people}))
        elif kind == "conflict":
            yield happened.ConflictFound(turn=turn, conflict=state.conflicts[rest].model_copy(update={"subject": new}))


def _of(fact: Fact, now: Callable[[str], str]) -> Fact:
    return fact.model_copy(update={"subject": now(fact.subject), "value": _named_now(fact.value, now)})


def _named_now(value: Value, now: Callable[[str], str]) -> Value:
    return value.changed(entity=now(value.entity)) if value.entity else value


def _owed(owed: Consequence, now: Callable[[str], str]) -> Consequence:
    people = tuple(dict.fromkeys(now(id) for id in owed.participants))
    return owed.model_copy(update={"debtor": now(owed.debtor), "creditor": now(owed.creditor), "participants": people})
