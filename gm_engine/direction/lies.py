"""Lies: what somebody says of a topic who wants it believed, and knows better."""

from gm_engine.chance import Draws
from gm_engine.direction.faults import Known, known_by, other_than
from gm_engine.state import StoryState
from gm_engine.story.claim import Statement, Value

TOLD_OF = ("works_for", "father", "mother", "spouse", "age", "born", "owner", "founded")
"""Relations by which one may lie of a topic: what the table may have heard otherwise, and could find out."""


def falsehood(state: StoryState, npc: str, topic: str, draws: Draws) -> Statement | None:
    """Something false about a topic that the table knows of, for ``npc`` to say; None where there is nothing to lie about.

    It is made from what the table may know, never from a secret: a lie gives nothing away.
    """
    if not topic or topic == npc or topic in state.pack.secrets:
        return None
    told = [known for relation in TOLD_OF for known in known_by(relation, state, topic) if known.polarity and known.subject != state.pc]
    page = state.pack.npcs.get(topic)
    if page is not None and page.visibility == "table" and topic not in state.present() and page.at in state.pack.locations:
        told.append(Known(topic, "at", Value(kind="entity", text=state.name(page.at), entity=page.at)))
    if not told:
        return None
    known = draws.pick(told)
    return Statement(subject=known.subject, relation=known.relation, value=other_than(known, state, draws))


def names_in(statement: Statement, state: StoryState) -> dict[str, str]:
    """The names that a sentence of the statement needs."""
    person = state.person(statement.subject)
    slots = {"subject_name": state.name(statement.subject), "subject_pronouns": person.pronouns if person else "it"}
    return slots | ({"object_name": state.name(statement.value.entity)} if statement.value.entity else {})
