"""What is told when a story has come to its end: its epilogue, what became of people and of what was owed, the evening in short."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.memory.recap import pledged
from gm_engine.play.ticking import how_far, seen_clocks
from gm_engine.state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.counting import counted, in_words
from gm_engine.story.noun import as_shown
from gm_engine.story.numbers import below_a_hundred

MOST_PEOPLE, MOST_OWED, MOST_CHOICES = 8, 6, 40
STANDING = {-3: "will not forgive you", -2: "wants no more of you", -1: "is cool to you", 1: "thinks well of you", 2: "is your friend"}


@dataclass(frozen=True)
class Ending:
    """The words of an ending: ``epilogue`` is the author's, ``became`` is read off the state, ``evening`` sums the story up."""

    epilogue: tuple[str, ...]
    became: tuple[str, ...]
    evening: tuple[str, ...]


def ending_of(state: StoryState) -> Ending | None:
    """How the story ended; None while it has not."""
    if not state.ended:
        return None
    told = tuple(part.text for part in state.pack.epilogue if holds(part.when, state))
    return Ending(told, (*_people(state), *_owed(state), *_clocks(state)), tuple(_evening(state)))


def _people(state: StoryState) -> Iterator[str]:
    """The dead, and those whose mind about the player's character was changed, of those who were met."""
    if not state.alive(state.pc):
        yield f"{state.name(state.pc)} is dead."
    met = [id for id in sorted(state.pack.npcs) if state.met.get(id, 0)]
    dead = [id for id in met if not state.alive(id)]
    turned = [
        id for id in met if id not in dead and state.attitude(id) in range(-3, 4) and state.attitude(id) != state.pack.npcs[id].attitude
    ]
    for id in dead[:MOST_PEOPLE]:
        yield f"{state.name(id)} is dead."
    for id in turned[: MOST_PEOPLE - len(dead[:MOST_PEOPLE])]:
        standing = "would do anything for you" if state.attitude(id) > 2 else STANDING.get(state.attitude(id), "")
        if standing:
            yield f"{state.name(id)} {standing}."


def _owed(state: StoryState) -> Iterator[str]:
    """What was promised and owed, and whether it came to anything."""
    known = [owed for owed in state.consequences.values() if owed.audience == "table" and owed.kind in ("promise", "debt", "threat")]
    shown = [owed for owed in known if not state.marks.unsent(f"consequence:{owed.id}")]
    for owed in sorted(shown, key=lambda one: (one.turn, one.id))[:MOST_OWED]:
        yield f"{pledged(state, owed)} ({'settled' if owed.paid is not None else 'still open'})."


def _clocks(state: StoryState) -> Iterator[str]:
    yield from (how_far(state, id) for id in seen_clocks(state))


def _evening(state: StoryState) -> Iterator[str]:
    """The story in short: how long it was, what was chosen, what came out, what is left in the purse."""
    sessions = f", in {in_words(state.session)} sessions" if state.session > 1 else ""
    where = f", at {state.name(state.here)}" if state.here else ""
    when = f" It is {state.say_time()}{where}." if state.pack.calendar.kept else ""
    yield f"{counted(len(state.turns), 'turn')}{sessions}.{when}"
    chosen = [one for one in state.chosen if not state.marks.unsent(f"decision:{one.id}")]
    if len(chosen) > MOST_CHOICES:
        yield f"You chose {counted(len(chosen), 'time')}; the last {MOST_CHOICES} were these."
    for decision in sorted(chosen, key=lambda one: (one.turn, one.id))[-MOST_CHOICES:]:
        yield f"You chose to {as_shown(decision.choice).rstrip('.')} (turn {decision.turn})."
    secrets = [id for id in state.pack.secrets if state.pack.secrets[id].visibility != "table"]
    out = sum(state.secret(id) == "revealed" for id in secrets)
    if secrets:
        count = below_a_hundred(out).capitalize() if out else "None"
        yield f"{count} of {below_a_hundred(len(secrets))} {'secrets' if len(secrets) > 1 else 'secret'} came out."
    if state.counts_money():
        yield f"{state.name(state.pc)} has {state.pack.currency.figure(state.purse(state.pc))}."


def ending_text(state: StoryState) -> str:
    """The ending as it is shown: a part a paragraph, each under its heading; a line to say that there is none yet."""
    ending = ending_of(state)
    if ending is None:
        return "The story has not come to its end."
    parts = [("Epilogue", ending.epilogue), ("What became of it", ending.became), ("The story in short", ending.evening)]
    return "\n\n".join("\n".join([heading, *(f"  {line}" for line in lines)]) for heading, lines in parts if lines)
