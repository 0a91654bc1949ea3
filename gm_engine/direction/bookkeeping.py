"""Bookkeeping: what is rolled, drawn or noted at the table, answered in a line. No scene follows from it, and nobody in the story hears."""

from collections.abc import Sequence

from gm_engine.rules.oracle import drawn_pair
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.intent import AT_THE_TABLE, Intent
from gm_engine.story.prompt import Prompt
from gm_engine.story.roll import Roll

ALONE = "alone"
"""The flag of a beat that is the whole of a turn's telling."""


def answer(intents: Sequence[Intent], happened: Sequence[Event], state: StoryState) -> str:
    """What is said to a command of bookkeeping; empty where the turn is none, or its dice could not be thrown."""
    if len(intents) != 1 or intents[0].mode != AT_THE_TABLE:
        return ""
    intent, rolls = intents[0], [event.roll for event in happened if isinstance(event, DiceRolled)]
    if intent.verb == "note":
        return "Noted."
    if intent.verb == "spark":
        who, verb, thing = drawn_pair(happened)
        concerns = f" It may concern {state.name(who)}." if who in state.pack.npcs else ""
        return f"{verb[:1].upper()}{verb[1:]}, {thing}.{concerns}" if verb else ""
    return say_roll(rolls[-1]) if rolls else ""


def say_roll(roll: Roll) -> str:
    """A throw, or a check with what it needed, what that was made of, and how it came out.

    >>> from gm_engine.story.roll import DrawKey, Modifier
    >>> say_roll(Roll(id="1.1", expression="2d6", faces=(3, 6), total=9, key=DrawKey(seed=1, turn=1)))
    '2d6: 3 and 6, 9 in all.'
    >>> hard = (Modifier(why="training", value=20), Modifier(why="hard", value=-20))
    >>> say_roll(Roll(id="1.1", expression="d100", faces=(81,), total=81, skill="riding", target=50, band="failure", modifiers=hard,
    ...     key=DrawKey(seed=1, turn=1)))
    'Riding at 50 in a hundred (training +20, hard -20): 81, failure.'
    """
    if roll.target is not None:
        parts = ", ".join(f"{one.why} {one.value:+d}" for one in roll.modifiers if one.value)
        skill = roll.skill.replace("_", " ")
        return f"{skill[:1].upper()}{skill[1:]} at {roll.target} in a hundred{f' ({parts})' if parts else ''}: {roll.total}, {roll.band}."
    faces = " and ".join(filter(None, (", ".join(map(str, roll.faces[:-1])), str(roll.faces[-1])))) if roll.faces else ""
    if len(roll.faces) == 1 and roll.faces[0] == roll.total:
        return f"{roll.expression}: {roll.total}."
    return f"{roll.expression}: {faces}, {roll.total} in all." if faces else f"{roll.expression}: {roll.total}."


def said_of_it(prompt: Prompt) -> str:
    """The line that answers a command of bookkeeping, in the prompt of its turn; empty where that is another turn's."""
    beats = (beat for section in prompt.sections for beat in section.beats)
    return next((beat.text for beat in beats if _is_answer(beat)), "")


def _is_answer(beat: Beat) -> bool:
    return beat.kind == "note" and ALONE in beat.slots.get("flags", "").split()
