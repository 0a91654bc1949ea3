"""The lore conflicts report as plain data: what stands against what, said once for every door to show."""

from collections import Counter
from typing import Literal

from gm_engine.continuity.calibration import calibrated
from gm_engine.continuity.conflict_words import BOTH_TRUE, say_value
from gm_engine.continuity.pairs import SECOND_READER
from gm_engine.continuity.rechecked import look_alikes, testimony
from gm_engine.state import StoryState
from gm_engine.story.claim import Simulation, Value
from gm_engine.story.conflict import SEVERITIES, Conflict, ConflictClass, Severity
from gm_engine.story.noun import TAKEN_OUT, Noun, as_shown
from gm_engine.story.pack import BROUGHT
from gm_engine.story.provenance import OF_A_MODEL, Provenance

WORST_FIRST = SEVERITIES[::-1]
SPEAKERS = {"narrator": "gm", "player": "player", "author": "author", "engine": "engine", "oracle": "oracle"}
Show = Literal["open", "settled", "all"]


class Side(Noun):
    """One of two tellings. ``when`` is its story time in words, ``scene`` the scene's title, ``where`` an author's file and line,
    ``page`` what a person calls it: a lorebook and its entry's title, a vault's file, a card."""

    turn: int
    speaker: str
    voice: str
    quote: str
    span: tuple[int, int]
    value: str
    minute: int
    when: str
    scene: str
    where: str
    page: str = ""


class Matter(Noun):
    """One conflict, ready to be shown. ``both_true``: what would make both tellings true. ``confidence`` is in per cent."""

    id: str
    kind: ConflictClass
    severity: Severity
    confidence: int
    status: Literal["open", "settled"]
    subject: str
    name: str
    topic: str
    a: Side
    b: Side
    rule: str
    where: str
    why: str
    both_true: str
    sim: Simulation
    resolution: str | None
    because: str
    found_by: str
    """``rules``, or ``model NAME``: who saw that the two cannot both be true."""


class Look(Noun):
    """A look-alike that was not flagged, and why not."""

    subject: str
    name: str
    topic: str
    a: Side
    b: Side
    why: str


class Witness(Noun):
    """What ``who`` said (``b``) against what is so, or against their own earlier word (``own``) in ``a``. No conflict of the story's."""

    who: str
    subject: str
    name: str
    topic: str
    own: bool
    a: Side
    b: Side
    why: str


class Report(Noun):
    """A campaign's conflicts: the worst first, then in the order in which they were told. ``simulated`` are injected faults.

    ``by_class`` and ``by_severity`` count the real ones.
    """

    campaign: str
    title: str
    turns: int
    conflicts: tuple[Matter, ...]
    simulated: tuple[Matter, ...]
    by_class: dict[str, int]
    by_severity: dict[str, int]
    near: tuple[Look, ...] = ()
    testimony: tuple[Witness, ...] = ()

    @property
    def grouped(self) -> tuple[tuple[str, tuple[Matter, ...]], ...]:
        """The real conflicts by whom or what they are about, and by topic; those with the worst conflict come first."""
        found: dict[str, dict[str, list[Matter]]] = {}
        for matter in self.conflicts:
            found.setdefault(matter.name, {}).setdefault(matter.topic, []).append(matter)
        return tuple((name, tuple(matter for matters in topics.values() for matter in matters)) for name, topics in found.items())


def report_of(state: StoryState, *, show: Show = "all", min_confidence: int = 0, near: bool = False) -> Report:
    """The report of a campaign: open conflicts, settled ones or all; ``min_confidence`` in per cent.

    ``near`` adds the look-alikes, which takes a second reading of every claim.
    """
    found = [
        matter_of(conflict, state)
        for conflict in state.conflicts.values()
        if calibrated(conflict) >= min_confidence and show in ("all", conflict.status)
    ]
    found.sort(key=lambda matter: (WORST_FIRST.index(matter.severity), matter.b.turn, len(matter.id), matter.id))
    real = tuple(matter for matter in found if matter.sim == "none")
    return Report(
        campaign=state.campaign,
        title=state.title,
        turns=len(state.turns),
        conflicts=real,
        simulated=tuple(matter for matter in found if matter.sim != "none"),
        by_class=dict(sorted(Counter(matter.kind for matter in real).items(), key=lambda one: (-one[1], one[0]))),
        by_severity={severity: sum(matter.severity == severity for matter in real) for severity in WORST_FIRST},
        near=looks(state) if near else (),
        testimony=witnesses(state),
    )


def witnesses(state: StoryState) -> tuple[Witness, ...]:
    """Who said what against what, in the order in which it was said."""
    return tuple(
        Witness(
            who=state.name(against.claim.holder) if against.claim.holder else "",
            subject=against.claim.subject,
            name=state.name(against.claim.subject),
            topic=against.claim.relation.replace("_", " "),
            own=against.own,
            a=side_of(against.established, against.value, state),
            b=side_of(against.claim.provenance, against.claim.value, state),
            why=against.why,
        )
        for against in testimony(state)
    )


def looks(state: StoryState) -> tuple[Look, ...]:
    """What looked like a contradiction and was not flagged, with the reason."""
    found = (
        Look(
            subject=claim.subject,
            name=state.name(claim.subject),
            topic=claim.relation.replace("_", " "),
            a=side_of(fact.told_by[0], fact.value, state),
            b=side_of(claim.provenance, claim.value, state),
            why=why,
        )
        for claim, fact, why in look_alikes(state)
    )
    return tuple(dict.fromkeys(found))


def matter_of(conflict: Conflict, state: StoryState) -> Matter:
    """One conflict, ready to be shown."""
    declared = {rule.id: rule for rule in (SECOND_READER, *state.lore.rules())}.get(conflict.rule)
    settlement = conflict.settlement
    return Matter(
        id=conflict.id,
        kind=conflict.kind,
        severity=conflict.severity,
        confidence=calibrated(conflict),
        status=conflict.status,
        subject=conflict.subject,
        name=state.name(conflict.subject),
        topic=conflict.relation.replace("_", " "),
        a=side_of(conflict.established, conflict.established_value, state),
        b=side_of(conflict.incoming, conflict.incoming_value, state),
        rule=conflict.rule,
        where=declared.where if declared else "",
        why=as_shown(conflict.why),
        both_true=(declared.both_true if declared else "") or BOTH_TRUE[conflict.kind],
        sim=conflict.sim,
        resolution=settlement.resolution if settlement else None,
        because=settlement.because if settlement else "",
        found_by=found_by(conflict),
    )


def found_by(conflict: Conflict) -> str:
    """Who found a conflict: the engine's ``rules``, or the language model of that name."""
    if conflict.rule != SECOND_READER.id:
        return "rules"
    return f"model {conflict.incoming.reader.removeprefix(OF_A_MODEL)}"


def side_of(telling: Provenance, value: Value, state: StoryState) -> Side:
    """One telling, ready to be shown."""
    turn = state.turns.get(str(telling.turn))
    scene = state.scenes.get(turn.scene) if turn else None
    return Side(
        turn=telling.turn,
        speaker=SPEAKERS.get(telling.voice) or (state.name(telling.speaker) if telling.speaker else telling.voice),
        voice=telling.voice,
        quote=telling.quote if telling.quote.strip() else TAKEN_OUT,
        span=telling.span,
        value=say_value(value, lambda id: state.name(id) if id else "somebody"),
        minute=telling.minute,
        when=state.say_when(telling.turn, telling.minute),
        scene=scene.title if scene and scene.title != state.title else "",
        where=telling.where or "",
        page=page_of(telling.where or "", state),
    )


def page_of(where: str, state: StoryState) -> str:
    """What a person calls a page of what another program brought: a lorebook and its entry's title, a vault's file, a card;
    empty for a campaign of our own."""
    section, _, id = where.partition(".")
    entry, person = state.pack.lore.get(id), state.pack.npcs.get(id)
    if section == "lore" and entry and (BROUGHT in state.pack.x or any(id.startswith(f"{book}_") for book in state.pack.books)):
        return entry.source
    return f"the card of {person.name}" if section == "npcs" and person and person.by_card else ""
