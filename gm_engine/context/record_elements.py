"""Records as elements: what a decision, a debt, a story point, a fact or a conflict is to a prompt, in whatever words it is told there."""

from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.consequence import Consequence
from gm_engine.story.context_element import ContextElement
from gm_engine.story.decision import Decision
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.provenance import Provenance
from gm_engine.story.story_point import StoryPoint

_told_in: MadeOnce[tuple[Provenance, ...], tuple[int, ...]] = MadeOnce(
    lambda told_by: tuple(sorted({telling.turn for telling in told_by if telling.turn and telling.source != "ruling"})), most=8192
)
"""The turns in which a fact was told: what is so all the time is told at every turn, and few facts are told anew at each."""


def decision_element(made: Decision, text: str) -> ContextElement:
    """A decision, told in ``text``."""
    return ContextElement.trusted(
        id=f"decision:{made.id}", kind="decision", text=text, source="state", turns=(made.turn,), about=made.participants,
        place=made.place, minute=made.minute, importance=made.importance,
    )  # fmt: skip


def consequence_element(owed: Consequence, text: str, *, pinned: bool = False) -> ContextElement:
    """What is owed, told in ``text``: it matters less once it is paid."""
    return ContextElement.trusted(
        id=f"consequence:{owed.id}", kind="consequence", text=text, source="state", turns=(owed.turn,),
        about=tuple(dict.fromkeys(who for who in (owed.debtor, owed.creditor, *owed.participants) if who)), minute=owed.minute,
        audience=owed.audience, importance=4 if owed.paid is None else 3, pinned=pinned,
    )  # fmt: skip


def story_point_element(point: StoryPoint, text: str) -> ContextElement:
    """Something that happened, told in ``text``."""
    return ContextElement.trusted(
        id=f"story_point:{point.id}", kind="story_point", text=text, source="state", turns=(point.turn,), about=point.participants,
        place=point.place, minute=point.minute, importance=point.importance,
    )  # fmt: skip


def fact_element(held: Fact, text: str, *, minute: int | None, stated: bool = True) -> ContextElement:
    """A fact, told in ``text``; ``stated``: its bare content may be compared with what is told besides."""
    return ContextElement.trusted(
        id=f"fact:{held.id}", kind="fact", text=text, source="lore",
        turns=_told_in(held.told_by),
        about=tuple(id for id in (held.subject, held.value.entity) if id), minute=minute, importance=held.importance,
        statements=(held.statement,) if stated else (),
    )  # fmt: skip


def conflict_element(found: Conflict, text: str) -> ContextElement:
    """An open conflict, told in ``text``."""
    sides = (found.established, found.incoming)
    return ContextElement(
        id=f"conflict:{found.id}", kind="conflict", text=text, source="continuity",
        turns=tuple(sorted({side.turn for side in sides if side.turn})), about=(found.subject,), minute=found.incoming.minute, importance=4,
    )  # fmt: skip
