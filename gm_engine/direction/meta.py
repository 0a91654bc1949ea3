"""Commands with a slash that are played as turns."""

import re

from gm_engine.errors import GameError
from gm_engine.rules.dice import parse
from gm_engine.rules.rulebook import Rulebook
from gm_engine.story.intent import Intent

META_TURNS = frozenset(("look", "roll", "check", "ask", "oracle", "spark", "decide", "reload", "note", "wait", "sleep", "declare", "chip"))
"""Slash commands that ``read`` turns into intents."""
META_VIEWS = frozenset((
    "time", "sheet", "map", "recap", "why", "help", "journal", "conflicts", "lore", "timeline", "prep", "graph", "cost", "threads", "quit",
    "retcon", "x", "veil", "undo", "retry", "edit", "branch", "switch", "settle", "scene", "close", "save", "load",
))  # fmt: skip
"""Slash commands that the play room answers itself: ``read`` gives no intents for them."""
ODDS = ("no way", "unlikely", "even", "likely", "sure")
ALIKE = {
    "impossible": "no way",
    "noway": "no way",
    "50/50": "even",
    "fifty-fifty": "even",
    "probably": "likely",
    "certain": "sure",
    "surely": "sure",
}


def command(said: str) -> tuple[str, str] | None:
    """The name and the rest of a slash command; None where the words are none.

    >>> command("/roll riding vs hard"), command("I wait")
    (('roll', 'riding vs hard'), None)
    """
    match = re.match(r"\s*/([a-zA-Z]+)\b\s*(.*)\Z", said, re.S)
    return (match[1].lower(), match[2].strip()) if match else None


def read_roll(rest: str, book: Rulebook) -> Intent:
    """``SKILL [vs DIFFICULTY]`` is a check, anything else dice."""
    match = re.match(r"(?:an? |the )?([a-z_ ]+?)(?:\s+(?:check|roll))?(?:\s+(?:vs\.?|versus|against|at)\s+([a-z]+))?\s*\Z", rest.lower())
    if match and match[1].strip() in (*book.skills, *book.attributes):
        difficulty = match[2] or "fair"
        known = difficulty in book.difficulty
        said = "" if known else f"There is no difficulty '{difficulty}' ({', '.join(book.difficulty)}): I take it as fair."
        return Intent(verb="check", words=rest, skill=match[1].strip(), difficulty=difficulty if known else "fair", read_as=said)
    try:
        parse(rest or "d100")
    except GameError as error:
        return Intent(verb="roll", words=rest, expression=rest[:80], read_as=str(error))
    return Intent(verb="roll", words=rest, expression=rest or "d100")


def read_question(rest: str) -> Intent:
    """``[ODDS] QUESTION`` for the oracle."""
    lower = rest.lower()
    odds = next((odd for odd in (*ODDS, *ALIKE) if re.match(rf"{re.escape(odd)}(?:\b|\s|\Z)", lower)), "")
    question = rest[len(odds) :].lstrip(" :,-") if odds else rest
    return Intent(verb="oracle", words=rest, difficulty=ALIKE.get(odds, odds), about=question)


def read_choice(rest: str) -> Intent:
    """``ID note``."""
    id, _, note = rest.partition(" ")
    clean = re.sub(r"[^a-z0-9_]+", "_", id.lower()).strip("_")
    return Intent(verb="decide", words=rest, option=clean, about=note.strip())
