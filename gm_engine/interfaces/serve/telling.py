"""Turns as plain data, whole and as they come."""

import json
from collections.abc import Iterable
from typing import Any

from gm_engine.continuity.report import matter_of
from gm_engine.continuity.report_json import matter_json
from gm_engine.continuity.report_known import matter_known
from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.cli.transcript import check_text, throw_text
from gm_engine.play.commands import TURNS
from gm_engine.play.ending import ending_text
from gm_engine.play.game import Game, Played
from gm_engine.play.views import VIEWS
from gm_engine.state import StoryState
from gm_engine.state.seen import hidden
from gm_engine.state.table_lore import TableLore
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict
from gm_engine.story.event import Event
from gm_engine.story.noun import TAKEN_OUT
from gm_engine.story.roll import Roll
from gm_engine.story.turn import Turn

NOTHING = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def turn_json(game: Game, turn: Turn, conflicts: Iterable[Conflict], usage: dict[str, int] | None = None) -> dict[str, Any]:
    """A turn as it is on record."""
    state = game.state
    said, reply = _words(game, turn)
    return {
        "campaign": game.journal.name,
        "branch": game.journal.branch,
        "turn": turn.number,
        "session": turn.session,
        "said": said,
        "reply": reply,
        "dice": [dice_json(roll, state) for roll in turn.rolls if roll.visible],
        "place": state.name(turn.place) if turn.place else "",
        "when": state.say_when(turn.number, turn.minute),
        "given_by": turn.given_by,
        "conflicts": [matter_json(matter_known(matter_of(conflict, state), TableLore(state))) for conflict in conflicts],
        "usage": usage or NOTHING,
        "notes": [],
    }


def _words(game: Game, turn: Turn) -> tuple[str, str]:
    """What was said and told in a turn; where words of it were taken out of the record, it says so. A line that came in is one of both."""
    if turn.said and turn.reply:
        return turn.said, turn.reply
    spoken = {entry.event.kind for entry in game.journal.turn(turn.number)}
    said = turn.said or (TAKEN_OUT if "player_spoke" in spoken else "")
    return said, turn.reply or (TAKEN_OUT if "completion_received" in spoken else "")


def played_json(game: Game, played: Played) -> dict[str, Any]:
    """A turn that has just been played."""
    return turn_json(game, played.turn, played.conflicts, usage_of(played)) | {"notes": notes_of(played)}


def notes_of(played: Played) -> list[str]:
    """What whoever plays should know of how the turn came about: what the GM's provider noticed, and how it was remembered."""
    return [*(note for event in played.events if isinstance(event, happened.ANSWERED) for note in event.completion.notes), *played.remarks]


def standing_json(game: Game) -> dict[str, Any]:
    """A campaign as it stands."""
    state = game.state
    return {
        "campaign": game.journal.name,
        "title": state.title,
        "branch": game.journal.branch,
        "turn": state.turn,
        "session": state.session,
        "place": state.name(state.here),
        "when": state.say_time(),
        "present": present_json(state),
        "gm": game.tools.provider.name,
        "ended": state.ended,
        "ending": ending_text(state) if state.ended else "",
        "open_conflicts": sum(one.status == "open" and one.sim == "none" for one in state.conflicts.values()),
    }


def present_json(state: StoryState) -> list[str]:
    """Who is there, by name as far as the table knows them; whoever else can be seen is somebody."""
    table, there = TableLore(state), state.present()
    unmet = any(not table.knows(id) and not hidden(id, state) for id in there)
    return [*(state.name(id) for id in there if table.knows(id)), *(["somebody"] if unmet else [])]


def dice_json(roll: Roll, state: StoryState) -> dict[str, Any]:
    """A roll as the table sees it."""
    line = check_text(roll, state.name) if roll.target is not None else throw_text(roll, state.name)
    return {
        "line": line.plain, "who": state.name(roll.actor) if roll.actor else "", "expression": roll.expression, "faces": list(roll.faces),
        "total": roll.total, "target": roll.target, "band": roll.band,
    }  # fmt: skip


def usage_of(played: Played | None) -> dict[str, int]:
    """What a turn cost in tokens: every answer that a model gave for it, drafts that were sent back included."""
    used = [event.completion for event in (played.events if played else ()) if isinstance(event, happened.ANSWERED)]
    told = [completion for completion in used if completion.given_by == "provider"]
    read = sum(one.usage.prompt for one in told) or (played.prompt.tokens if told and played and played.prompt else 0)
    written = sum(one.usage.completion for one in told)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def event_json(event: Event, state: StoryState) -> tuple[str, dict[str, Any]] | None:
    """What of an event the table sees as it happens: its kind and its data; None for what shows in the prose."""
    if isinstance(event, happened.DiceRolled) and event.roll.visible:
        return "dice", dice_json(event.roll, state)
    if isinstance(event, happened.PlayerSpoke) and (read := [intent.read_as for intent in event.intents if intent.read_as]):
        return "read", {"read_as": read}
    return None


def sse(kind: str, data: Any) -> str:
    """A server-sent event."""
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def playable(said: str) -> str:
    """The player's line, if it can be played. Raises GameError for an empty one, and for commands that are no turn."""
    if not said.strip() or "\x00" in said:
        raise GameError("", "there are no words to play.", "Say what you do.", "bad-request")
    word = said.split()[0]
    if word.startswith("/") and word not in TURNS:
        then = f"As turns there are: {' '.join(sorted(TURNS))}. What is looked up or taken back has an address of its own: /openapi.json"
        raise UnknownName("", f'"{word[:40]}" is no turn.', then, "unknown-command")
    return said


def shown(game: Game, said: str) -> str | None:
    """What a looking command shows; None for anything else."""
    return game.view(said) if said.strip().split(" ")[0].casefold() in VIEWS else None


def branches_json(game: Game) -> dict[str, Any]:
    """All branches of a campaign and the current one."""
    points = [point._asdict() for point in game.journal.branches()]
    return {"campaign": game.journal.name, "branch": game.journal.branch, "branches": points}
