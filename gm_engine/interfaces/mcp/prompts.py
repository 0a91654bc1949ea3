"""Prompts: how a person may begin, or go on with, a campaign in another program."""

from typing import Annotated

from pydantic import Field

from gm_engine.interfaces.cli.looks import recap_text
from gm_engine.interfaces.mcp.connected import Connected
from gm_engine.memory.recap import recap as recap_lines
from gm_engine.play.first_page import first_page
from gm_engine.play.game import Game


class Prompts:
    """What a person's program may say to a model on their behalf."""

    def __init__(self, there: Connected) -> None:
        self._there = there

    async def go_on(self, campaign: Annotated[str, Field(description="A saved campaign.")]) -> str:
        """Go on with a campaign: where it stands and what was before, and that the player is to be asked what they do."""

        def ask(game: Game) -> str:
            lines = recap_lines(game.state)
            return recap_text(lines) if game.state.turn and lines else first_page(game.state).words

        before = await self._there.house.look(campaign, ask)
        return (
            f"Let us go on with the campaign `{campaign}`. Tell me where we stand, then ask me what I do. Call `play` with my "
            f"words, and give me its prose as it is.\n\n{before}"
        )

    async def tell_it_yourself(self, campaign: Annotated[str, Field(description="A saved campaign.")]) -> str:
        """Be the game master of a campaign: what to look up before telling, and how to keep it on record."""
        now = await self._there.house.look(campaign, lambda game: first_page(game.state).words)
        return (
            f"Be my game master for the campaign `{campaign}`. Before you tell something, ask `recall` and `lore`; roll with `roll`; put "
            "every exchange on record with `record`, and where it names a conflict, ask me whether to settle it. Never speak for my "
            f"character.\n\n{now}"
        )
