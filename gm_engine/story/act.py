"""An act: one thing that the player's character does, as a language model heard it in the player's words."""

from typing import Literal, get_args

from gm_engine.story.intent import Verb
from gm_engine.story.noun import Noun, Words

NOT_HEARD: frozenset[str] = frozenset(("check", "roll", "oracle", "spark", "note", "declare", "decide", "rob", "burn"))
"""Verbs that are no act of a character's, or that the engine chooses itself."""
HEARD: tuple[Verb, ...] = tuple(verb for verb in get_args(Verb) if verb not in NOT_HEARD)
"""The verbs that a hearer may name, ``free`` among them."""


class Act(Noun):
    """``verb`` is one of the rulebook's, ``free`` for any other act, or ``aside`` for words about the game.

    ``whom``, ``thing`` and ``place`` are names as the scene lists them, or the player's own words. ``words`` say what is done,
    ``about`` what is asked, told or promised, ``speech`` what is said aloud. ``amount`` is in cents or pieces, ``minutes`` how long is
    waited, or until a promise falls due, ``until`` the hour of the clock at which that ends ("20:00"). ``skill``, and what is won or lost
    by it, stand where the outcome is open; ``option`` is the letter of an open way.
    """

    verb: Verb | Literal["aside"]
    whom: Words = ""
    thing: Words = ""
    place: Words = ""
    words: Words = ""
    about: Words = ""
    speech: Words = ""
    amount: int = 0
    minutes: int = 0
    until: str = ""
    skill: str = ""
    win: Words = ""
    lose: Words = ""
    option: str = ""


class Heard(Noun):
    """What was heard in a player's line: its ``acts`` in their order, and what it takes for granted of the story so far."""

    acts: tuple[Act, ...] = ()
    assumes: tuple[Words, ...] = ()
