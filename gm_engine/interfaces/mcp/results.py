"""What a tool gives: a text to be read, and the same as data of a known shape."""

from typing import Annotated, Any

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from gm_engine.interfaces.mcp.telling import dice_text
from gm_engine.play.game import Game

Campaign = Annotated[str, Field(max_length=80, description="The name of a saved campaign, as `campaigns` lists them.")]
"""What most tools ask for first."""


def told(text: str, data: Any, shape: type[BaseModel]) -> CallToolResult:
    """A result in two forms: to be read, and as data of a known shape."""
    checked = shape.model_validate(data, by_alias=True, by_name=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=checked.model_dump(mode="json", by_alias=True))


def still_open(game: Game) -> int:
    """How many conflicts nobody has settled, injected faults aside."""
    return sum(conflict.status == "open" and conflict.sim == "none" for conflict in game.state.conflicts.values())


def turn_text(turn: dict[str, Any]) -> str:
    """A turn to be read: the dice, the prose, what it stands against."""
    dice = [dice_text(one) for one in turn["dice"]]
    return "\n".join([*dice, turn["reply"], *(clash_text(one) for one in turn["conflicts"])])


def clash_text(matter: dict[str, Any]) -> str:
    """A conflict in a line, with both quotes."""
    a, b = matter["a"], matter["b"]
    where, then = (f"turn {side['turn']}" if side["turn"] else side["where"] or "before play" for side in (a, b))
    return f'Conflict {matter["id"]}: "{b["quote"]}" ({then}) cannot stand beside "{a["quote"]}" ({where}).'
