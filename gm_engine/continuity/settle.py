"""Settling a conflict: what each of the eleven resolutions does to the lore. Everything is an event, so it can be undone."""

from collections.abc import Iterable, Iterator
from typing import NoReturn

from gm_engine.continuity.compare import plain
from gm_engine.errors import GameError
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact, FactStatus, Statement, Value
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.event import Event
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval

Key = tuple[str, str, tuple[str, str]]
REPLACES = ("accept", "changed", "retcon")
"""Resolutions by which the new telling holds from now on: the old one, told again, is then a new matter."""
DEAD = ("dead", "deceased", "lifeless")


def key_of(subject: str, relation: str, one: Value, two: Value) -> Key:
    """What makes a matter the same matter: who, which relation, which two values, in either order."""
    first, second = sorted((normal(one), normal(two)))
    return (subject, relation, (first, second))


def matter(conflict: Conflict) -> Key:
    """The key of a conflict."""
    return key_of(conflict.subject, conflict.relation, conflict.incoming_value, conflict.established_value)


def normal(value: Value) -> str:
    """A value without its wording: an id, a span with its unit, or plain words."""
    if value.kind == "entity" and value.entity:
        return value.entity
    if value.low is not None:
        return f"{value.low}..{value.high} {value.unit or ''} {value.entity or ''}".strip()
    return plain(value.text)


def raised_before(statement: Statement, established: Fact, conflicts: Iterable[Conflict]) -> Conflict | None:
    """The conflict, open or settled, that already holds this matter, so that it is not raised again.

    The same value against the same fact is the same matter, also where the fact has been told more precisely since.
    What a settlement put away is a new matter where it is told again.
    """
    key = key_of(statement.subject, statement.relation, statement.value, established.value)
    for held in conflicts:
        if held.relation != statement.relation:
            continue
        replaced = held.settlement is not None and held.settlement.resolution in REPLACES
        if replaced and matter(held) == key and normal(statement.value) == normal(held.established_value):
            continue
        known = held.fact == established.id and normal(held.incoming_value) == normal(statement.value)
        if known or matter(held) == key:
            return held
    return None


def settled_before(conflict: Conflict, conflicts: Iterable[Conflict]) -> Conflict | None:
    """The settled conflict over the same matter as ``conflict``, if there is one."""
    return next((held for held in conflicts if held.settlement and held.id != conflict.id and matter(held) == matter(conflict)), None)


def settle(conflict: Conflict, settlement: Settlement, state: StoryState, *, turn: int) -> tuple[Event, ...]:
    """The events that settle a conflict: ``ConflictSettled`` first, then what becomes of the facts.

    Raises ``GameError`` (``bad-resolution``) where the resolution needs something that was not said, or the conflict is settled.

    keep            the old telling stands, the new one is an error of the telling
    accept          the new telling replaces the old; a death that is accepted is one by the record too
    changed         both were true, the new one from ``since`` on (else from when it was told)
    lie, rumour     the new telling is only somebody's word (``lie`` needs ``by``)
    different       they speak of two persons or things
    precise         the new telling is the old one, said more exactly
    dream           the new telling was no waking fact
    retcon          the new telling holds from ``turn`` on, and always did; needs ``turn``
    mystery         both are kept, and left open on purpose
    not_a_conflict  they agree; the new telling is kept beside the old
    """
    _refuse(conflict, settlement, turn)
    changes = tuple(_changes(conflict, settlement, state))
    events: list[Event] = [happened.ConflictSettled(turn=turn, conflict=conflict.id, settlement=settlement)]
    known = state.lore.entity(conflict.subject)
    if known and settlement.resolution == "different":
        news = {"id": other_id(conflict), "name": f"another {known.name}", "aliases": (), "secret_aliases": {}, "introduced": turn}
        events.append(happened.EntityIntroduced(turn=turn, entity=known.model_copy(update=news)))
    events += [happened.FactEstablished(turn=turn, fact=fact) for fact in changes]
    return (*events, *_by_the_record(conflict, settlement, state, turn))


def _by_the_record(conflict: Conflict, settlement: Settlement, state: StoryState, turn: int) -> Iterator[Event]:
    """Where a settlement says that somebody of the campaign is dead, or lives after all, the record says so too."""
    who = conflict.subject
    if conflict.relation != "condition" or settlement.resolution not in REPLACES or who not in state.pack.npcs:
        return
    if (plain(conflict.incoming_value.text) in DEAD) == state.alive(who):
        old, new = state.condition(who), "dead" if state.alive(who) else "alive"
        yield happened.StateChanged(turn=turn, what="condition", key=who, old=old, new=new, cause="settled")


def reopen(conflict: Conflict, changed: Iterable[Fact], before: StoryState, state: StoryState, *, turn: int) -> tuple[Event, ...]:
    """The events that take a settlement back. ``changed`` are the facts as it left them; ``before`` is the state that it found.

    A fact that has moved on since is left as it is; one that was told again keeps its new tellings.
    """
    if conflict.settlement is None:
        _bad(conflict, "it is open", f"To settle it: gm settle NAME {conflict.id} keep")
    events: list[Event] = [happened.ConflictSettled(turn=turn, conflict=conflict.id, settlement=None)]
    for fact in changed:
        old, now = before.lore.fact(fact.id), state.lore.fact(fact.id)
        if now is None or (now.status, now.validity) != (fact.status, fact.validity):
            continue
        news = old.model_copy(update={"told_by": _tellings(old, fact, now)}) if old else now.model_copy(update={"status": "retired"})
        events.append(happened.FactEstablished(turn=turn, fact=news))
    who = conflict.subject
    recorded = conflict.relation == "condition" and conflict.settlement.resolution in REPLACES and who in state.pack.npcs
    if recorded and state.condition(who) != before.condition(who):
        news_of = {"what": "condition", "key": who, "old": state.condition(who), "new": before.condition(who)}
        events.append(happened.StateChanged.model_validate({"turn": turn, "cause": "reopened", **news_of}))
    return tuple(events)


def _tellings(old: Fact, settled: Fact, now: Fact) -> tuple[Provenance, ...]:
    """Who told a fact before the settlement, and who has told it since."""
    return old.told_by + tuple(telling for telling in now.told_by if telling not in settled.told_by)


def other_id(conflict: Conflict) -> str:
    """The id of the other person or thing, where a settlement says that there are two."""
    return f"{conflict.subject}_of_{conflict.id.replace('.', '_')}"


def _refuse(conflict: Conflict, settlement: Settlement, turn: int) -> None:
    resolution, typed = settlement.resolution, f"Type: gm settle NAME {conflict.id} {settlement.resolution}"
    if conflict.settlement is not None:
        was = conflict.settlement.resolution
        _bad(
            conflict,
            f'it is settled already: "{was}"' + (f', and not "{resolution}"' if was != resolution else ""),
            f"Take that back first: gm settle NAME {conflict.id} reopen",
        )
    flags = (
        ("--by", "WHO", settlement.by is not None, resolution == "lie", resolution in ("lie", "rumour")),
        ("--since", "TIME", settlement.since is not None, False, resolution == "changed"),
        ("--turn", "TURN", settlement.turn is not None, resolution == "retcon", resolution == "retcon"),
    )
    for flag, word, given, needed, allowed in flags:
        if needed and not given:
            _bad(conflict, f'"{resolution}" needs {flag}', f"{typed} {flag} {word}")
        if given and not allowed:
            _bad(conflict, f'"{resolution}" takes no {flag}', typed)
    if settlement.turn is not None and not 0 <= settlement.turn <= turn:
        _bad(conflict, f"turn {settlement.turn} has not been played; the last is turn {turn}", f"{typed} --turn {turn}")


def _bad(conflict: Conflict, what: str, then: str) -> NoReturn:
    raise GameError(f"conflict {conflict.id}", what, then, slug="bad-resolution")


def _changes(conflict: Conflict, settlement: Settlement, state: StoryState) -> Iterator[Fact]:
    old = state.lore.fact(conflict.fact)
    new = _incoming(conflict, state)
    minute = conflict.incoming.minute
    match settlement.resolution:
        case "keep" | "lie" | "rumour" | "dream":
            return
        case "different":
            yield new.model_copy(update={"subject": other_id(conflict)})
        case "accept":
            yield from _end(old, old.told_by[-1].minute if old else minute, "retired")
            yield new.model_copy(update={"supersedes": conflict.fact if old else None})
        case "changed":
            since = minute if settlement.since is None else settlement.since
            yield from _end(old, since, "superseded")
            yield new.model_copy(update={"validity": ValidityInterval(since=since), "supersedes": conflict.fact if old else None})
        case "retcon":
            if old:
                yield old.model_copy(update={"status": "retired"})
            yield new.model_copy(update={"validity": old.validity if old else new.validity, "supersedes": conflict.fact if old else None})
        case "precise":
            yield old.model_copy(update={"value": conflict.incoming_value, "told_by": (*old.told_by, conflict.incoming)}) if old else new
        case "mystery":
            if old:
                yield old.model_copy(update={"status": "mystery"})
            yield new.model_copy(update={"status": "mystery"})
        case "not_a_conflict":
            yield new


def _end(old: Fact | None, minute: int, status: FactStatus) -> Iterator[Fact]:
    if old:
        yield old.model_copy(update={"validity": old.validity.closed_at(minute), "status": status})


def _incoming(conflict: Conflict, state: StoryState) -> Fact:
    """The fact that the incoming telling would be."""
    claim: Claim | None = state.lore.claim(conflict.claim)
    same = claim is not None and claim.topic == (conflict.subject, conflict.relation)
    return Fact(
        id=f"f{conflict.claim}" if same else f"f{conflict.claim}.{conflict.subject}.{conflict.relation}",
        subject=conflict.subject,
        relation=conflict.relation,
        value=conflict.incoming_value,
        polarity=claim.polarity if claim and same else True,
        audience=claim.audience if claim else "table",
        validity=claim.validity if claim else ValidityInterval(),
        told_by=(conflict.incoming,),
        importance=claim.importance if claim else 3,
        confidence=claim.confidence if claim else conflict.confidence,
        sim=conflict.sim,
    )
