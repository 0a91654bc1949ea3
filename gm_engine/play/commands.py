"""Commands at the table that change the record: going back, branching, settling, editing what is remembered, taking out."""

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, get_args

from gm_engine.continuity.conflict_words import say_conflict
from gm_engine.direction.meta import META_TURNS, read_roll
from gm_engine.errors import GameError, UnknownName
from gm_engine.play.by_hand import ByHand
from gm_engine.play.edit_words import edits_text, say_edit
from gm_engine.play.game import Game, Played
from gm_engine.play.taking_up import take_up, tellings_of, tellings_text
from gm_engine.play.ways import where_it_stands
from gm_engine.rules.dice import parse
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.story.conflict import Resolution, Settlement, resolution_of
from gm_engine.story.edit import Edit
from gm_engine.story.event import Event

OnPlayed = Callable[[Played], None]
Streams = tuple[Callable[[str], None] | None, Callable[[Event], None] | None, OnPlayed | None]
REOPEN: Final = "reopen"
"""What is written for a resolution to take one back."""
TURNS = frozenset(f"/{name}" for name in META_TURNS)


def command(
    game: Game,
    said: str,
    *,
    on_text: Callable[[str], None] | None = None,
    on_event: Callable[[Event], None] | None = None,
    on_played: OnPlayed | None = None,
    also: Sequence[str] = ("/help", "/quit"),
) -> str | None:
    """What a command has done, in words; None where ``said`` is no such command but a line to play.

    ``also`` are the commands that whoever asks answers, to be named with the others where there is none such.
    """
    if not said.startswith("/"):
        return None
    name, _, words = said.partition(" ")
    if name in TURNS:
        _whole(name, words, game.state)
        return None
    act = COMMANDS.get(name)
    if act is None:
        from gm_engine.play.views import VIEWS

        known = sorted({*COMMANDS, *VIEWS, *TURNS, *also})
        raise UnknownName("", f'nobody knows the command "{name}".', f"There are: {' '.join(known)}.", slug="unknown-command")
    return act(game, words.strip(), (on_text, on_event, on_played))


WORDED = {
    "/note": ("a note needs words.", "Write: /note and what is to be kept in the record."),
    "/declare": ("nothing was declared.", "Write: /declare and a small true detail; it costs a chip."),
    "/chip": ("nothing was declared.", "Write: /chip and a small true detail; it costs a chip."),
    "/ask": ("nothing was asked.", "Write: /ask and a question with a yes or a no to it; or first the odds: /ask likely QUESTION."),
    "/oracle": (
        "nothing was asked.",
        "Write: /oracle and a question with a yes or a no to it; or first the odds: /oracle likely QUESTION.",
    ),
    "/decide": ("nothing was decided.", "Write: /decide and the way, or say it in your own words."),
}
"""Commands that are nothing without words: what is wrong then, and what to write."""


def _whole(name: str, words: str, state: StoryState) -> None:
    """Raises GameError where a command that is played as a turn lacks its words, or what it rolls is neither a skill nor dice."""
    if name in WORDED and not re.search(r"\w", words):
        raise GameError("", *WORDED[name], slug="no-words")
    if name in ("/roll", "/check") and read_roll(words, rulebook_of(state.pack)).verb == "roll":
        line_to_roll(words or "d100", "", state)


def line_to_roll(what: str, difficulty: str, state: StoryState) -> str:
    """The line that rolls for a skill, or throws dice. Raises GameError for what is neither."""
    line = f"{what} vs {difficulty}" if difficulty else what
    book = rulebook_of(state.pack)
    try:
        intent = read_roll(line, book)
        if intent.verb == "roll":
            parse(line)
    except GameError as error:
        then = f"Name dice, such as 2d6+1, or one of {', '.join((*book.skills, *book.attributes))}."
        raise UnknownName("", f'"{line}" is neither a skill nor dice.', then, slug="bad-roll") from error
    if intent.read_as:
        raise UnknownName("", f'there is no difficulty "{difficulty}".', f"There are: {', '.join(book.difficulty)}.", slug="bad-roll")
    return f"/roll {line}"


def _number(words: str, otherwise: int) -> int:
    try:
        return int(words) if words else otherwise
    except ValueError:
        raise GameError("", f'"{words}" is no number.', "Name a number of turns.", slug="bad-number") from None


def _undo(game: Game, words: str, _: Streams) -> str:
    last = game.undo(_number(words, 1))
    back = (f"Back to the end of turn {last}." if last else "Back to the beginning.") + unsettled(game)
    return "\n\n".join(filter(None, (back, where_it_stands(game.state))))


def _anew(game: Game, _: str, __: Streams) -> str:
    """From the beginning, along a branch of its own: what was played is kept."""
    if not game.state.turn:
        raise GameError("", "the story is at its beginning.", "Play on.", slug="cannot-undo")
    taken, old = {point.name for point in game.journal.branches()}, game.journal.branch
    name = next(name for number in range(1, len(taken) + 2) if (name := "anew" if number < 2 else f"anew_{number}") not in taken)
    game.branch(name, turn=0)
    begun = f"At the beginning, on the branch {name}. What was played is kept: /switch {old} goes back to it."
    return "\n\n".join(filter(None, (begun, where_it_stands(game.state))))


def unsettled(game: Game) -> str:
    """What going back has unsettled and what was edited by hand since, in words; nothing where it has not."""
    ids, edited = game.unsettled, game.unedited
    one = len(ids) == 1
    what = f"the settlement that was made since: {ids[0]} is" if one else f"{len(ids)} settlements made since: {', '.join(ids)} are"
    settled = f" It took back {what} open again." if ids else ""
    return settled + (f" What was edited by hand since holds no more: {', '.join(edited)}." if edited else "")


def _retry(game: Game, words: str, streams: Streams) -> str:
    """In other words; with a number in those of another telling that is on record."""
    if words:
        id = words if "." in words else f"{game.state.turn}.{words}"
        return "\n".join((f"The last turn stands as it was told in {id} now.", *take_up(game, id)))
    _played(game.retry(*streams[:2]), streams)
    return "The same again, in other words; the dice fell as before."


def _edit(game: Game, words: str, streams: Streams) -> str:
    turn, _, said = words.partition(" ")
    if not said.strip():
        raise GameError("", "an edit needs a turn and the new words.", "Write: /edit 12 I stay in the saloon.", slug="bad-edit")
    _played(game.edit(_number(turn, 0), said.strip(), *streams[:2]), streams)
    return f"On the branch {game.journal.branch}; the old one is kept."


def _played(played: Played, streams: Streams) -> None:
    if streams[2]:
        streams[2](played)


def _tellings(game: Game, words: str, _: Streams) -> str:
    """The turns that were told more than once, or all tellings of one."""
    found = tellings_of(game, _number(words, 0) if words else None)
    if not found:
        return "It was told once, and never otherwise."
    return f"{tellings_text(found, whole=bool(words))}\nGo on from one: /branch NAME --telling {next(one.id for one in found if one.other)}"


def _branch(game: Game, words: str, _: Streams) -> str:
    name, from_one, telling = (part.strip() for part in words.partition("--telling "))
    if from_one and not name:
        raise GameError("", "the new branch has no name.", f"Write: /branch NAME --telling {telling}", slug="bad-usage")
    if from_one:
        remarks = take_up(game, telling, name)
        return "\n".join((f"On the branch {name}, as it was told in {telling}.", *remarks))
    name = words.replace("--reseed", "").strip()
    if not name:
        return "Branches: " + ", ".join(
            point.name + ("*" if point.name == game.journal.branch else "") for point in game.journal.branches()
        )
    game.branch(name, reseed="--reseed" in words)
    return f"On the branch {name}" + (", with dice of its own." if "--reseed" in words else ".")


def _switch(game: Game, words: str, _: Streams) -> str:
    game.switch(words)
    return f"On the branch {words}, after turn {game.state.turn}."


def _x(game: Game, words: str, _: Streams) -> str:
    """The X-card: no reason needed. The turn is undone and its words are taken out."""
    turn = game.state.turn
    if not turn:
        raise GameError("", "nothing has been told yet.", "Play on.", slug="cannot-undo")
    game.undo()
    game.redact(turn, words)
    return "It did not happen, and its words are gone. Play on from before it."


def _conflicts(game: Game, _: str, __: Streams) -> str:
    found = [conflict for conflict in game.state.conflicts.values() if conflict.status == "open"]
    return (
        "\n".join(say_conflict(conflict, game.state, settle="/settle") for conflict in found)
        or "Nothing that was told stands against anything else."
    )


def resolution_in(words: str, typed: str) -> Resolution | Literal["reopen"]:
    """The resolution that was typed, by its name or its key, or ``reopen``. Raises GameError where it is none of them."""
    resolution = REOPEN if typed == REOPEN else resolution_of(typed)
    if resolution is None:
        then = f"Write: /settle ID, and one of {', '.join((*get_args(Resolution), REOPEN))}."
        raise GameError("", f'"{words}" settles nothing.', then, slug="bad-resolution")
    return resolution


def _settle(game: Game, words: str, _: Streams) -> str:
    parts = words.split()
    resolution = resolution_in(words, parts[1] if len(parts) > 1 else "")
    if resolution == REOPEN:
        return f"Conflict {game.reopen(parts[0]).id} is open again."
    settled = game.settle(parts[0], Settlement(resolution=resolution, because=" ".join(parts[2:])))
    return f"Conflict {settled.id}: {resolution}."


def _by_hand(act: Callable[[ByHand, str], Edit]) -> Callable[[Game, str, Streams], str]:
    def edit(game: Game, words: str, _: Streams) -> str:
        done = say_edit(act(game.by_hand, words), game.state)
        newest = game.by_hand.edits[-1]
        return f"{done} Take it back: /edits undo {newest.id}" if newest.act != "undo" else done

    return edit


def _correct(hand: ByHand, words: str) -> Edit:
    what, colon, new = words.partition(": ")
    if not colon or not new.strip():
        raise GameError("", f'"{words}" does not say what stands in its place.', "Write: /correct WHAT: NEW", slug="cannot-edit")
    return hand.correct(what, new)


def _merge(hand: ByHand, words: str) -> Edit:
    who, sign, other = words.partition("=")
    if not sign or not who.strip() or not other.strip():
        raise GameError("", f'"{words}" does not say who is who.', "Write: /merge WHO = OTHER", slug="cannot-edit")
    return hand.merge(who.strip(), other.strip())


def _split(hand: ByHand, words: str) -> Edit:
    who, sign, rest = words.partition("=")
    name, colon, ids = rest.partition(":")
    if not sign or not colon or not name.strip() or not ids.split():
        then = "Write: /split WHO = NEW NAME: f3.1 c4.1 turn:5"
        raise GameError("", f'"{words}" does not say who is another, and what is theirs.', then, slug="cannot-edit")
    return hand.split(who.strip(), name.strip(), ids.replace(",", " ").split())


def _edits(game: Game, words: str, _: Streams) -> str:
    """The edits by hand; ``undo ID`` takes one back."""
    verb, *ids = words.split()[:2] or [""]
    if verb == "undo":
        return say_edit(game.by_hand.undo(ids[0] if ids else "last"), game.state)
    if verb:
        raise GameError("", f'"{words}" is nothing to do with edits.', "Write: /edits, or: /edits undo ID", slug="cannot-edit")
    return edits_text(game.state)


COMMANDS: dict[str, Callable[[Game, str, Streams], str]] = {
    "/undo": _undo,
    "/anew": _anew,
    "/retry": _retry,
    "/edit": _edit,
    "/tellings": _tellings,
    "/branch": _branch,
    "/switch": _switch,
    "/x": _x,
    "/conflicts": _conflicts,
    "/settle": _settle,
    "/remember": _by_hand(ByHand.remember),
    "/forget": _by_hand(ByHand.forget),
    "/pin": _by_hand(ByHand.pin),
    "/unpin": _by_hand(ByHand.unpin),
    "/hide": _by_hand(ByHand.hide),
    "/correct": _by_hand(_correct),
    "/merge": _by_hand(_merge),
    "/split": _by_hand(_split),
    "/edits": _edits,
}
