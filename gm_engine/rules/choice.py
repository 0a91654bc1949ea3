"""Choices: an open decision is taken, its effects happen, what it brings is owed."""

import re
from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change
from gm_engine.rules.coming import coming_ids, owe
from gm_engine.rules.effects import apply_effects, pass_time
from gm_engine.rules.law import answered_for
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.rules.talk import skill_of
from gm_engine.state.hearsay import evidence
from gm_engine.state.story_state import StoryState
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import DecisionTaken, Event
from gm_engine.story.pack import Choice
from gm_engine.story.roll import Roll

TRIED = "choice"
"""Why the dice fall for a way that may fail."""
EVIDENCE = ("easy", "fair", "hard", "brutal")
"""How hard it is to be believed, by how many swear against one."""


def standing(state: StoryState) -> tuple[Decision, ...]:
    """The decisions that can be taken here and now, the newest first."""
    return tuple(made for made in state.open_decisions() if made.scene == state.scene.id or made.place in ("", state.here))


def meant(state: StoryState, typed: str, decision: str = "") -> tuple[Decision, Option] | None:
    """The open decision and the option that an id names: exactly, or by one of its words (``refuse_cards`` is ``refuse``)."""
    words = set(re.split(r"\W|_", typed))
    for exact in (True, False):
        for made in standing(state):
            if decision and made.id != decision:
                continue
            for option in made.options:
                if option.id == typed or (not exact and (option.id in words or typed in option.id.split("_"))):
                    return made, option
    return None


YOURS = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "i'm": "you're", "i'll": "you'll", "i've": "you've",
    "i'd": "you'd", "am": "are", "was": "were",
}  # fmt: skip


def of_you(words: str) -> str:
    """First person, as it is told to whoever said it.

    >>> of_you("that I'm done, and my gun is mine")
    "that you're done, and your gun is yours"
    """

    def told(match: re.Match[str]) -> str:
        word = match[0].lower()
        if word in ("am", "was") and not re.search(r"\bi $", words[: match.start()].lower()):
            return match[0]
        return YOURS.get(word, match[0])

    return re.sub(r"[A-Za-z]+(?:'[a-z]+)?", told, words)


def decide(ruling: Ruling) -> Iterator[Event]:
    """Takes a decision. ``intent.option`` is an option's id, ``about`` the player's own words, ``target`` the decision's id.

    An id typed with ``/decide`` (``target`` empty) also sets the flag of that name; where it is no option of an open
    decision, it is a decision of the player's own.
    """
    state, intent = ruling.state, ruling.intent
    if not intent.option:
        yield ruling.refuse("no-option")
        return
    found = meant(state, intent.option, intent.target)
    if found:
        made, option = found
        chosen = next((choice for choice in _choices(state, made) if choice.id == option.id), Choice(id=option.id, text=option.text))
        if state.purse(state.pc) < -sum(effect.amount for effect in chosen.effects if effect.verb == "money"):
            yield ruling.refuse("no-money")
            return
        if intent.target:
            yield from pass_time(state, ruling.book.takes("decide"), f"decision:{made.id}")
        worked_out = not chosen.skill or worked((yield from _tried(ruling, chosen)).band)
        yield DecisionTaken(
            turn=state.turn,
            decision=made.model_copy(
                update={
                    "taken": option.id,
                    "note": intent.about,
                    "turn": state.turn,
                    "minute": state.minute,
                    "because": chosen.because or made.because,
                    "consequences": coming_ids(state, len(chosen.owes)),
                }
            ),
        )
        for owed in chosen.owes if worked_out else ():
            yield owe(state, owed, made.id)
        yield from apply_effects(chosen.effects if worked_out else chosen.otherwise, state, f"decision:{made.id}")
    elif not intent.target:
        own = Option(id=intent.option, text=of_you(intent.about) or intent.option.replace("_", " "))
        made = Decision(
            id=f"d{state.turn}.{intent.option}",
            question="",
            options=(own,),
            taken=own.id,
            note=intent.about,
            turn=state.turn,
            scene=state.scene.id,
            place=state.here,
            minute=state.minute,
            participants=(state.pc,),
        )
        yield DecisionTaken(turn=state.turn, decision=made)
    else:
        yield ruling.refuse(f"no-option:{intent.option}")
        return
    if not intent.target:
        yield change(state, "flag", intent.option, 1, int(state.flags.get(intent.option, 0)), f"decided:{intent.option}")


def _tried(ruling: Ruling, chosen: Choice) -> Generator[Event, None, Roll]:
    """The roll of a way that may fail. Before the law, what is sworn against one makes it harder."""
    state, difficulty = ruling.state, chosen.difficulty
    if difficulty == "evidence":
        proof = max((evidence(state, wrong) for wrong in answered_for(state)), default=0)
        difficulty = EVIDENCE[min(proof, len(EVIDENCE) - 1)]
    skill = chosen.skill if chosen.skill in (*ruling.book.skills, *ruling.book.attributes) else skill_of(ruling, "persuade")
    return (yield from ruling.check(skill, why=TRIED, difficulty=difficulty))


def _choices(state: StoryState, made: Decision) -> tuple[Choice, ...]:
    """The authored choices behind a decision: its id is the scene's, or begins with it."""
    scene = state.pack.scene(made.id) or state.pack.scene(re.split(r"[.#@]", made.id)[0])
    return scene.choices if scene else ()
