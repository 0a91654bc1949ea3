"""Finds the command that was named, and lets it run. Only its own module is imported."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import cast

import typer

from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.cli.command_index import COMMANDS, Command
from gm_engine.interfaces.cli.suggestion import called_with

NEAR = 60
"""How alike two names are, of 100, before one is taken for the other."""
OPTION = re.compile(r"--[a-z][a-z-]*")
USAGE = cast("type[Exception]", typer.BadParameter.__bases__[0])
"""What Typer raises where a command was called wrongly."""


def obey(words: Sequence[str]) -> int:
    """Run the command that ``words`` name; its exit code. Raises GameError where there is none, or it is called wrongly."""
    called_with(words)
    if words[0] == "--version":
        from gm_engine import __version__

        typer.echo(f"gm {__version__}")
        return 0
    command = COMMANDS.get(words[0])
    if command is None:
        kind = "option" if words[0].startswith("-") else "command"
        known = ["--help", "--version"] if kind == "option" else list(COMMANDS)
        raise UnknownName("gm", f'there is no {kind} "{words[0]}".', f"{nearest(words[0], known)}gm --help lists them.", f"unknown-{kind}")
    return run(command, list(words[1:]))


def run(command: Command, words: list[str]) -> int:
    """Run one command with its own words."""
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    function = getattr(import_module(f"gm_engine.interfaces.cli.{command.module}"), command.function)
    app.command(command.name, context_settings={"help_option_names": ["-h", "--help"]})(function)
    built = typer.main.get_command(app)
    try:
        with built.make_context(f"gm {command.name}", list(words)) as context:
            built.invoke(context)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except USAGE as error:
        raise wrongly(command, words, error) from None
    return 0


def wrongly(command: Command, words: Sequence[str], error: Exception) -> GameError:
    """A usage error as we say it: the value quoted, the nearest option named, and where help is to be had."""
    what = str(error.format_message() if hasattr(error, "format_message") else error).strip()
    then = f"Help: gm {command.name} --help"
    option = getattr(error, "option_name", "")
    if option and hasattr(error, "possibilities"):
        context = getattr(error, "ctx", None)
        known = [name for param in context.command.params for name in param.opts if name.startswith("--")] if context else []
        return UnknownName(f"gm {command.name}", f'there is no option "{option}".', f"{nearest(option, known)}{then}", "unknown-option")
    names = OPTION.findall(what)
    given = next((f' (not "{words[at + 1]}")' for at, word in enumerate(words[:-1]) if word in names), "")
    return GameError(f"gm {command.name}", what[:1].lower() + what[1:].rstrip(".") + given, then, "bad-usage")


def nearest(word: str, known: Sequence[str]) -> str:
    """``Nearest: NAME. `` where one is near enough, else nothing: a wholly different word is no slip of the finger."""
    from rapidfuzz import fuzz

    ranked = sorted((-fuzz.ratio(word.lower(), name.lower()), name) for name in known)
    return f"Nearest: {ranked[0][1]}. " if ranked and -ranked[0][0] >= NEAR else ""
