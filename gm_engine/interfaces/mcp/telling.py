"""A turn as it is told: whoever called for it hears it piece by piece, as notifications of progress."""

from typing import Any

from mcp.server.mcpserver import Context

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.house import House, OnItem, Seat, heard
from gm_engine.interfaces.serve.telling import event_json, played_json
from gm_engine.play.game import Game
from gm_engine.story.letters import plain


async def told_as_it_comes(house: House, campaign: str, said: str, context: Context[None, Any]) -> dict[str, Any]:
    """Play a turn, and give it whole. A client that asked for progress hears the dice before that, then the prose, in pieces.

    Whoever goes away before the turn has begun is not served; one that has begun is told to its end and kept.
    """

    def act(game: Game, _: Seat, item: OnItem) -> dict[str, Any]:
        def watched(kind: str, value: Any) -> None:
            if kind == "text":
                item(kind, value)
            elif (seen := event_json(value, game.state)) and seen[0] == "dice":
                item("text", f"{dice_text(seen[1])}\n")

        return played_json(game, game.play(said, *heard(watched)))

    telling = house.tell(campaign, act)
    count = 0
    try:
        async for _, piece in telling:
            count += 1
            await context.report_progress(count, message=piece)
    except BaseException:
        telling.leave()
        raise
    return await telling.outcome()


def dice_text(dice: dict[str, Any]) -> str:
    """A roll as it stands above the prose."""
    return f"[{dice['line']}]"


def words_in(text: str) -> str:
    """A text with words in it. Raises GameError for one that has none: nothing can be put on record of it."""
    if not plain(text).strip():
        raise GameError("record.text", "there are no words in it.", "Send what was told, word for word.", "bad-request")
    return text
