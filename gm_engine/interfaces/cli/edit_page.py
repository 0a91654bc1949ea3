"""``gm lore NAME ENTITY --edit``: what is remembered of somebody as a page, and what the changes on it come to."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import typer

from gm_engine.errors import GameError

if TYPE_CHECKING:
    from gm_engine.play.by_hand import ByHand
    from gm_engine.play.game import Game
    from gm_engine.state import StoryState
    from gm_engine.story.edit import Edit

HEADER = """\
# What is remembered of {name}. Change the first word of a line:
#   keep, pin, unpin, hide, forget; or change its words to correct them.
# A line that is taken out is forgotten. A new line is remembered: remember TEXT
"""
VERBS = ("keep", "pin", "unpin", "hide", "forget")


class Line(NamedTuple):
    """One line of the page: what is to be done, with what, and how it reads."""

    verb: str
    id: str
    text: str


def edit_by_hand(game: "Game", entity: str) -> None:
    """Let somebody edit the page of an entity, then do what its changes say, one edit after the other."""
    from gm_engine.play.edit_words import say_edit

    if not entity:
        raise GameError("gm lore --edit", "nobody is named.", "Write: gm lore NAME ENTITY --edit", "bad-usage")
    lines = lines_of(entity, game.state)
    page = page_of(entity, lines, game.state)
    edited = in_the_editor(page) if sys.stdin.isatty() else sys.stdin.read()
    if edited == page:
        typer.echo("Nothing was changed.")
        return
    for edit in done(lines, read_page(edited), game.by_hand):
        typer.echo(say_edit(edit, game.state))


def in_the_editor(page: str) -> str:
    """The page as somebody left it in their own editor (VISUAL, else EDITOR)."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if os.name == "nt" else "vi")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "remembered.txt"
        file.write_text(page, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(editor), str(file)], check=False).returncode
        except OSError as error:
            raise GameError("EDITOR", f'"{editor}" cannot be run: {error}.', "Set EDITOR to one that can.", "bad-editor") from None
        if done:
            raise GameError("EDITOR", f'"{editor}" ended with {done}: nothing was changed.', "Save the page and leave it.", "bad-editor")
        return file.read_text(encoding="utf-8")


def lines_of(entity: str, state: "StoryState") -> tuple[Line, ...]:
    """What is remembered of somebody or something and may be edited: a line for each fact, promise and story point."""
    from gm_engine.play.edit_target import text_of
    from gm_engine.story.relation import TOLD

    facts = [fact for fact in (*state.lore.facts(entity), *state.lore.facts(entity, TOLD)) if fact.told_by[0].voice != "engine"]
    shown = [fact for fact in facts if (fact.audience == "table" and not fact.taken_out) or f"fact:{fact.id}" in state.marks.hidden]
    ids = [f"fact:{fact.id}" for fact in shown if fact.relation != TOLD or fact.sentence]
    ids += [f"consequence:{owed.id}" for owed in state.owed() if owed.audience == "table" and entity in (owed.debtor, owed.creditor)]
    points = (point for point in state.story_points.values() if entity in point.participants)
    ids += [f"story_point:{point.id}" for point in points if not state.marks.forgets(f"story_point:{point.id}")]
    return tuple(
        Line("pin" if id in state.marks.pins else "hide" if id in state.marks.hidden else "keep", id, " ".join(text_of(id, state).split()))
        for id in ids
    )


def page_of(entity: str, lines: tuple[Line, ...], state: "StoryState") -> str:
    """The page to be edited."""
    return HEADER.format(name=state.name(entity)) + "".join(f"{line.verb} {line.id} {line.text}\n" for line in lines)


def read_page(page: str) -> tuple[Line, ...]:
    """The lines of an edited page. Raises GameError for one that begins with none of the words."""
    found = []
    for number, row in enumerate(page.splitlines(), 1):
        verb, _, rest = row.strip().partition(" ")
        if not verb or verb.startswith("#"):
            continue
        if verb == "remember":
            found.append(Line(verb, "", rest.strip()))
            continue
        id, _, text = rest.strip().partition(" ")
        if verb not in VERBS or not id:
            then = f"Begin a line with one of {', '.join(VERBS)} and an id, or with remember."
            raise GameError(f"line {number}", f'"{row.strip()}" cannot be read.', then, "cannot-edit")
        found.append(Line(verb, id, text.strip()))
    return tuple(found)


def done(before: tuple[Line, ...], after: tuple[Line, ...], hand: "ByHand") -> "list[Edit]":
    """The edits that lead from one page to the other, made one after the other by the author."""
    was, now = {line.id: line for line in before}, {line.id: line for line in after if line.id}
    strange = next((id for id in now if id not in was), "")
    if strange:
        raise GameError(strange, "it was not on the page.", "Write a new line as: remember TEXT", "cannot-edit")
    made: list[Edit] = []
    for id, line in was.items():
        new = now.get(id, Line("forget", id, line.text))
        if hand.knows_no_more(id):
            continue
        if new.verb != line.verb:
            made += _marked(new.verb, line.verb, id, hand)
        if new.text and new.text != line.text and new.verb != "forget":
            made.append(hand.correct(id, new.text, "author"))
    made += [hand.remember(line.text, "author") for line in after if line.verb == "remember"]
    return made


def _marked(verb: str, was: str, id: str, hand: "ByHand") -> "list[Edit]":
    """A record with another word before it."""
    made: list[Edit] = []
    if was == "pin" and verb != "forget":
        made.append(hand.unpin(id, "author"))
    if was == "hide" and verb != "forget":
        made.append(hand.undo(hand.hidden_by(id), "author"))
    if verb in ("pin", "hide", "forget"):
        made.append({"pin": hand.pin, "hide": hand.hide, "forget": hand.forget}[verb](id, "author"))
    return made
