"""Commands that the program suggests, written so that they can be typed as they stand: as it was called, with the home that was named."""

import os
import re
import sys
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from gm_engine.interfaces.cli.command_index import COMMANDS

if TYPE_CHECKING:
    from gm_engine.errors import GameError

HOMELESS = {"new", "check", "fmt", "explain"}
PLAIN = re.compile(rf"(?<![\w./-])gm (?:({'|'.join(COMMANDS)})\b(?! --home)(?: (--help)|( NAME)\b)?|(?=--(?:help|version)\b))")
"""A command as the rooms write it: ``gm recap NAME``. What ``suggest`` wrote with a home is left as it is."""
_home = ContextVar("home", default="")
_campaign = ContextVar("campaign", default="")
_words: ContextVar[tuple[str, ...]] = ContextVar("words", default=())


def program() -> str:
    """How ``gm`` was called, so that a suggested command can be typed as it stands from where one is."""
    called = sys.argv[0] if sys.argv else "gm"
    if "/" not in called or not called.endswith("/gm") or str(Path(called).parent) in os.environ.get("PATH", "").split(os.pathsep):
        return "gm"
    relative = os.path.relpath(called)
    path = relative if len(relative) < len(called) else called
    return quote(path if "/" in path else f"./{path}")


def called_with(words: Sequence[str]) -> None:
    """Remember this command and the home that was named for it; no campaign is open yet."""
    home = ""
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == "--home" and at + 1 < len(words):
            home = words[at + 1]
        elif word.startswith("--home="):
            home = word.removeprefix("--home=")
    _words.set(tuple(words))
    _home.set(home)
    _campaign.set("")


def about(campaign: str) -> None:
    """Remember which campaign is open: it stands where a message of the rooms says NAME."""
    _campaign.set(campaign)


def suggest(*words: str) -> str:
    """A command as it can be typed, with the home that was named for this one."""
    home = _home.get()
    at_home = ["--home", home] if home and words[0] not in HOMELESS and "--home" not in words else []
    return " ".join([program(), *(quote(word) for word in (words[0], *at_home, *words[1:]))])


def again(*more: str) -> str:
    """This very command as it was typed, with ``more``; an option that is given anew takes the place of the old one."""
    replaced = {"--home", *(word for word in more if word.startswith("--"))}
    kept: list[str] = []
    words = iter(_words.get())
    for word in words:
        if word in replaced:
            next(words, None)
        elif word.partition("=")[0] not in replaced:
            kept.append(word)
    return suggest(*kept, *more)


def going_on() -> str:
    """The command that goes on with the open campaign, as a sentence; empty where none is open."""
    campaign = _campaign.get()
    return f" Go on with: {suggest('play', campaign)}" if campaign else ""


def typed(text: str) -> str:
    """A text of the rooms, its commands written as they can be typed here."""

    def written(found: re.Match[str]) -> str:
        name, asked, placeholder = found.groups()
        if not name:
            return f"{program()} "
        if asked:
            return f"{program()} {name} --help"
        campaign = _campaign.get()
        if placeholder and campaign:
            return suggest(name, campaign)
        return suggest(name) + (placeholder or "")

    return PLAIN.sub(written, text)


def say_error(error: "GameError") -> str:
    """An error as a person sees it: where, what, the slug, and what to type next."""
    text = str(error)
    return text.removesuffix(error.then) + typed(error.then) if error.then else text
