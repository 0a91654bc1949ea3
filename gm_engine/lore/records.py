"""What each event adds to the graph: a record, and its bonds to turn, scene, time, people, places and other records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.event import Event
from gm_engine.story.relation import TOLD
from gm_engine.story.validity import ValidityInterval

ALWAYS = ValidityInterval()
EDGES = frozenset({"about", "participants", "happened_at", "says", "owes", "owed_to", "held_by"})
"""The edges by which a record belongs to an entity."""


@dataclass(frozen=True)
class Bond:
    """A node and its edges: ``(relation, other nodes)``. ``span`` is when what it records was so, in story minutes."""

    node: str
    kind: str
    label: str
    edges: tuple[tuple[str, tuple[str, ...]], ...] = ()
    span: ValidityInterval = ALWAYS


class Setting(NamedTuple):
    """What is known when an event comes: the story minute, and who is there to hear what is said."""

    minute: int = 0
    company: tuple[str, ...] = ()


NOWHERE = Setting()


def bonds(event: Event, setting: Setting = NOWHERE) -> Iterator[Bond]:
    """The records that an event adds or changes."""
    build = BUILD.get(type(event))
    if isinstance(event, happened.ClaimHeard | happened.FactEstablished) and _told(event) == TOLD:
        return
    if isinstance(event, happened.ClaimHeard):
        yield _claim(event, setting)
    elif isinstance(event, happened.ConsequenceDue | happened.ConsequencePaid):
        yield _consequence(event, setting)
    elif build:
        yield build(event)
    elif isinstance(event, happened.StateChanged) and event.what in ("attitude", "secret"):
        yield _change(event)


def _told(event: happened.ClaimHeard | happened.FactEstablished) -> str:
    """The relation that an event's claim or fact is of."""
    return (event.claim if isinstance(event, happened.ClaimHeard) else event.fact).relation


def speaker_of(claim: Claim) -> str:
    """Who says it in the story; empty where it is the teller's own word."""
    said = claim.provenance.voice == "character" or claim.modality in ("speech", "rumour")
    return (claim.provenance.speaker or claim.holder or "") if said else ""


def _some(*ids: str | None) -> tuple[str, ...]:
    return tuple(id for id in ids if id)


def _turn(turn: int) -> tuple[str, tuple[str, ...]]:
    return ("told_in", (f"turn {turn}",))


def _claim(event: happened.ClaimHeard, setting: Setting) -> Bond:
    claim = event.claim
    speaker = speaker_of(claim)
    hearers = tuple(id for id in setting.company if id != speaker) if speaker else ()
    edges = (
        ("about", (claim.subject,)),
        ("says", _some(claim.value.entity)),
        ("held_by", _some(claim.holder)),
        ("heard_by", hearers),
        _turn(claim.provenance.turn),
    )
    return Bond(f"claim {claim.id}", "claim", f"{claim.relation} ({claim.modality})", edges)


def _fact(event: happened.FactEstablished) -> Bond:
    fact = event.fact
    turns = tuple(dict.fromkeys(f"turn {telling.turn}" for telling in fact.told_by))
    edges = (
        ("about", (fact.subject,)),
        ("says", _some(fact.value.entity)),
        ("told_in", turns),
        ("supersedes", _some(f"fact {fact.supersedes}" if fact.supersedes else None)),
    )
    return Bond(f"fact {fact.id}", "fact", fact.relation, edges)


def _conflict(event: happened.ConflictFound) -> Bond:
    conflict = event.conflict
    edges = (
        ("about", _some(conflict.subject)),
        ("conflicts_with", () if conflict.relation == TOLD else (f"fact {conflict.fact}", f"claim {conflict.claim}")),
        _turn(event.turn),
    )
    return Bond(f"conflict {conflict.id}", "conflict", conflict.kind, edges)


def _settled(event: happened.ConflictSettled) -> Bond:
    return Bond(
        f"conflict {event.conflict}",
        "conflict",
        event.settlement.resolution if event.settlement else "open",
        (("settled_in", (f"turn {event.turn}",)),),
    )


def _scene(event: happened.SceneOpened) -> Bond:
    scene = event.scene
    edges = (("happened_at", _some(scene.place)), ("participants", scene.present), _turn(event.turn))
    return Bond(f"scene {scene.id}", "scene", scene.title, edges, ValidityInterval(since=scene.opened))


def _point(event: happened.StoryPointReached) -> Bond:
    point = event.story_point
    edges = (
        ("participants", point.participants),
        ("happened_at", _some(point.place)),
        ("in_scene", (f"scene {point.scene}",)),
        ("follows", tuple(f"story_point {id}" for id in point.follows)),
        _turn(point.turn),
    )
    return Bond(f"story_point {point.id}", "story_point", point.title, edges, ValidityInterval(since=point.minute))


def _decision(event: happened.DecisionOffered | happened.DecisionTaken) -> Bond:
    decision = event.decision
    edges = (
        ("participants", decision.participants),
        ("happened_at", _some(decision.place)),
        ("in_scene", (f"scene {decision.scene}",)),
        ("caused", tuple(f"consequence {id}" for id in decision.consequences)),
        _turn(decision.turn),
    )
    return Bond(f"decision {decision.id}", "decision", decision.question or decision.choice, edges, ValidityInterval(since=decision.minute))


def _consequence(event: happened.ConsequenceDue | happened.ConsequencePaid, setting: Setting) -> Bond:
    owed = event.consequence
    until = None if owed.paid is None else max(owed.minute, setting.minute)
    edges = (
        ("participants", owed.participants),
        ("owes", _some(owed.debtor)),
        ("owed_to", _some(owed.creditor)),
        ("in_scene", (f"scene {owed.scene}",)),
        ("follows", _some(owed.cause and (owed.cause if owed.cause.startswith("turn ") else f"decision {owed.cause}"))),
        _turn(owed.turn),
        ("paid_in", _some(f"turn {owed.paid}" if owed.paid is not None else None)),
    )
    return Bond(f"consequence {owed.id}", owed.kind, owed.text, edges, ValidityInterval(since=owed.minute, until=until))


def _change(event: happened.StateChanged) -> Bond:
    """Secrets revealed and attitudes moved are records; other changes of the state are not."""
    kind = "relation" if event.what == "attitude" else "secret"
    node = f"{kind} {event.key} {event.new}" if kind == "secret" else f"relation {event.key}"
    return Bond(node, kind, f"{event.what} {event.new}", (("about", (event.key,)), _turn(event.turn)))


def _closed(event: happened.TurnClosed) -> Bond:
    return Bond(
        f"turn {event.turn}", "turn", f"turn {event.turn}", (("follows", _some(f"turn {event.turn - 1}" if event.turn > 1 else None)),)
    )


BUILD: dict[type, Callable[[Any], Bond]] = {
    happened.FactEstablished: _fact,
    happened.ConflictFound: _conflict,
    happened.ConflictSettled: _settled,
    happened.SceneOpened: _scene,
    happened.StoryPointReached: _point,
    happened.DecisionOffered: _decision,
    happened.DecisionTaken: _decision,
    happened.TurnClosed: _closed,
}
