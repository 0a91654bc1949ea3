"""Every command that writes, as it is called when it is killed."""

from collections.abc import Mapping
from typing import NamedTuple

from gm_engine.interfaces.cli.command_index import COMMANDS


class Case(NamedTuple):
    """A command's words, and what is typed into it. ``done`` is what it shows when it has done what it is to do; ``steps`` that it
    does so in several, each on record by itself; ``home`` in which state the home is before; ``model`` that a model tells."""

    words: tuple[str, ...]
    done: str = ""
    typed: str = ""
    steps: bool = False
    home: str = ""
    model: bool = False


LINES = "I look around.\nI ask Ortega about the wagon.\nI wait for ten minutes.\n/remember The pump is red.\nI walk to the street.\n"
MODEL = ("--gm", "openai", "--model", "frontier-large")

COMMANDS_THAT_WRITE: Mapping[str, tuple[Case, ...]] = {
    "play": (
        Case(("play", "evening"), "Go on with", LINES, steps=True),
        Case(("play", "livery", "--as", "new"), "Go on with", LINES, steps=True),
        Case(("play", "evening", *MODEL), "Go on with", LINES, steps=True, model=True),
        Case(("play", "evening"), "Go on with", "I look around.\n/x\n/undo\n/retry\nI wait.\n/branch south\n", steps=True),
    ),
    "run": (
        Case(("run", "evening.play", "--as", "third"), "Try next", steps=True),
        Case(("run", "evening.play", "--seeds", "2", "--junit", "report.xml")),
    ),
    "replay": (Case(("replay", "evening", "--html", "evening.html"), "Written"),),
    "settle": (Case(("settle", "evening", "last", "keep")),),
    "lore": (Case(("lore", "evening", "ortega", "--edit"), "Remembered", "remember The pump is red.\n", steps=True),),
    "reread": (Case(("reread", "evening"), "read again"),),
    "remember": (Case(("remember", "evening", "The street is red."), "Take it back"),),
    "forget": (Case(("forget", "evening", "never lends a horse"), "Take it back"),),
    "correct": (Case(("correct", "evening", "never lends a horse", "Ben Oakes lends horses."), "Take it back"),),
    "pin": (Case(("pin", "evening", "Luis Ortega"), "Take it back"),),
    "unpin": (Case(("unpin", "evening", "never lends a horse"), "Take it back"),),
    "hide": (Case(("hide", "evening", "never lends a horse"), "Take it back"),),
    "merge": (Case(("merge", "evening", "ortega", "Ben Oakes"), "Take it back"),),
    "split": (Case(("split", "evening", "ortega", "turn:3", "--into", "Silas Oakes"), "Take it back"),),
    "edits": (Case(("edits", "evening", "--undo", "last")),),
    "why": (Case(("why", "evening", "--html", "why.html"), "Written"),),
    "map": (Case(("map", "evening", "--svg", "map.svg"), "Written"),),
    "undo": (Case(("undo", "evening"), "now ends after"),),
    "retry": (Case(("retry", "other"), steps=True),),
    "edit": (Case(("edit", "evening", "2", "I wait for an hour."), "On the branch", steps=True),),
    "branch": (Case(("branch", "evening", "west", "--turn", "1"), "* west"),),
    "switch": (Case(("switch", "evening", "north"), "On the branch north"),),
    "redact": (Case(("redact", "evening", "4", "--yes", "--because", "too much"), "taken out"),),
    "import": (
        Case(("import", "one.txt", "two.txt", "story.jsonl", "three.txt"), steps=True),
        Case(("import", "one.txt", *MODEL, "--yes"), steps=True, model=True),
    ),
    "export": (
        Case(("export", "evening", "--to", "jsonl", "--file", "evening.jsonl"), "Written"),
        Case(("export", "evening", "--to", "html", "--file", "evening.html"), "Written"),
        Case(("export", "evening", "--file", "evening.md"), "Written"),
    ),
    "backup": (Case(("backup", "copy.db"), "Written"),),
    "delete": (Case(("delete", "evening", "--yes"), "is deleted"),),
    "new": (
        Case(("new", "fresh"), "Check it"),
        Case(("new", "fresh", "--genre", "gothic", "--place", "Ashgrove Hall"), "Check it"),
    ),
    "check": (
        Case(("check", "evening.play", "--accept"), "Accepted"),
        Case(("check", "evening.play", "--junit", "report.xml")),
    ),
    "fmt": (Case(("fmt", "untidy"), "Written"),),
    "doctor": (
        Case(("doctor", "--repair"), "as it was", home="damaged"),
        Case(("doctor", "--compact"), "Compacted"),
    ),
}
SERVE = frozenset({"serve", "mcp"})
"""Those that run until they are stopped: they are killed while somebody talks with them."""
READ = frozenset({"conflicts", "graph", "recall", "cost", "recap", "prep", "sheet", "timeline", "list", "explain"})
"""Those that write nothing."""


def unknown() -> list[str]:
    """Commands of which nobody has said whether they write; and such as there are no more."""
    return sorted((COMMANDS_THAT_WRITE.keys() | SERVE | READ) ^ COMMANDS.keys())
