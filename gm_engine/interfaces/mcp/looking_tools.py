"""Tools that look something up, and change nothing."""

import json
from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import Field

from gm_engine.context.explain import reasons_known
from gm_engine.interfaces.cli.looks import lore_json, lore_text, recall_line, recall_text, recap_text, sheet_data
from gm_engine.interfaces.cli.ties import ties_json, ties_text
from gm_engine.interfaces.mcp.connected import Connected
from gm_engine.interfaces.mcp.results import Campaign, told
from gm_engine.interfaces.mcp.shapes import LoreFound, Reasons, Sheet
from gm_engine.interfaces.serve.shapes import Recalled, Recap, Tellings, TiesPage
from gm_engine.memory.recap import recap as recap_lines
from gm_engine.play.game import Game
from gm_engine.play.taking_up import tellings_json, tellings_of, tellings_text
from gm_engine.play.views import VIEWS


class LookingTools:
    """Tools that change nothing."""

    def __init__(self, there: Connected) -> None:
        self._there = there

    async def recall(
        self,
        campaign: Campaign,
        query: Annotated[str, Field(min_length=1, max_length=2000, description="Names and key words, or a question.")],
        budget: Annotated[int, Field(ge=1, le=32_000, description="Tokens of the answer at most.")] = 1000,
    ) -> Annotated[CallToolResult, Recalled]:
        """What the story's memory brings up for these words: earlier turns in their own words and facts, best first, with their turns."""

        def ask(game: Game) -> tuple[str, str]:
            found = self._there.table(game).elements(game.recall(query, budget))
            return recall_text(found), recall_line("q1", found)

        text, line = await self._there.house.look(campaign, ask)
        return told(text, json.loads(line), Recalled)

    async def lore(
        self,
        campaign: Campaign,
        entity: Annotated[str, Field(max_length=200, description="A name or an id; empty: list everyone and everything.")] = "",
    ) -> Annotated[CallToolResult, LoreFound]:
        """What the table knows of a person, place, thing or group: facts, since when, told by whom in which turn. No secrets."""

        def ask(game: Game) -> tuple[str, str]:
            whole = self._there.gm_notes
            return lore_text(game.state, entity, gm_notes=whole), lore_json(game.state, entity, gm_notes=whole)

        text, page = await self._there.house.look(campaign, ask)
        return told(text, json.loads(page), LoreFound)

    async def ties(
        self,
        campaign: Campaign,
        one: Annotated[str, Field(min_length=1, max_length=200, description="A name or an id.")],
        other: Annotated[str, Field(min_length=1, max_length=200, description="Another.")],
    ) -> Annotated[CallToolResult, TiesPage]:
        """How two are tied, as far as the table knows: kin, debts, belongings, groups, who told whom; the shortest ways, with quotes."""

        def ask(game: Game) -> tuple[str, str]:
            whole = self._there.gm_notes
            return ties_text(game.state, one, other, gm_notes=whole), ties_json(game.state, one, other, gm_notes=whole)

        text, page = await self._there.house.look(campaign, ask)
        return told(text, json.loads(page), TiesPage)

    async def recap(self, campaign: Campaign) -> Annotated[CallToolResult, Recap]:
        """Previously on this story: where it stopped, what cannot be undone, what is owed; each line with its turn."""
        lines = await self._there.house.look(campaign, lambda game: recap_lines(game.state))
        data = {"campaign": campaign, "lines": [line.model_dump(mode="json") for line in lines]}
        return told(recap_text(lines) if lines else "Nothing has happened yet.", data, Recap)

    async def why(
        self,
        campaign: Campaign,
        turn: Annotated[int | None, Field(ge=0, description="Which turn's prompt; the last where none is named.")] = None,
    ) -> Annotated[CallToolResult, Reasons]:
        """What was remembered for a turn's reply, and why: each thing in its prompt with the parts of its score, the highest first."""

        def ask(game: Game) -> tuple[str, dict[str, Any]]:
            number = game.state.turn if turn is None else turn
            reasons = reasons_known(game.why(number), self._there.table(game))
            rows = [one.model_dump(mode="json") for one in reasons]
            return recall_text(tuple(one.element for one in reasons)), {"campaign": campaign, "turn": number, "reasons": rows}

        text, data = await self._there.house.look(campaign, ask)
        return told(text, data, Reasons)

    async def tellings(
        self,
        campaign: Campaign,
        turn: Annotated[int | None, Field(ge=1, description="All tellings of this turn, whole; of every turn where none is named.")] = None,
    ) -> Annotated[CallToolResult, Tellings]:
        """What was told in the place of a turn: retried, undone, or brought with a chat (swipes). `take_up` goes on from one."""

        def ask(game: Game) -> tuple[str, dict[str, Any]]:
            found = tellings_of(game, turn)
            return tellings_text(found, whole=turn is not None) or "Every turn was told once.", tellings_json(game, turn)

        text, data = await self._there.house.look(campaign, ask)
        return told(text, data, Tellings)

    async def sheet(self, campaign: Campaign) -> Annotated[CallToolResult, Sheet]:
        """The player's character: attributes, skills, wounds, what is carried, money (in the smallest coin), chips."""

        def ask(game: Game) -> tuple[str, dict[str, Any]]:
            return VIEWS["/sheet"](game.state, ""), {"campaign": campaign, **sheet_data(game.state)}

        text, data = await self._there.house.look(campaign, ask)
        return told(text, data, Sheet)
