"""Tools by which the people at the table decide what holds: conflicts and how they are settled, and what is remembered."""

from typing import Annotated, Any, Literal

from mcp.types import CallToolResult
from pydantic import Field

from gm_engine.continuity.report_json import matter_json
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.interfaces.cli.conflicts import minute_of
from gm_engine.interfaces.cli.looks import whom
from gm_engine.interfaces.mcp.connected import Connected
from gm_engine.interfaces.mcp.results import Campaign, still_open, told
from gm_engine.interfaces.mcp.shapes import Matters, Settled
from gm_engine.interfaces.serve.rest import dumped, edited
from gm_engine.interfaces.serve.shapes import Edited, Edits
from gm_engine.play.commands import REOPEN
from gm_engine.play.edit_words import edits_text
from gm_engine.play.game import Game
from gm_engine.story.conflict import Resolution, Settlement
from gm_engine.story.edit import EditAct

WIDTH = 100


class DecidingTools:
    """Tools by which the people at the table decide what holds."""

    def __init__(self, there: Connected) -> None:
        self._there = there

    async def conflicts(
        self,
        campaign: Campaign,
        status: Annotated[Literal["open", "settled", "all"], Field(description="Which ones.")] = "open",
    ) -> Annotated[CallToolResult, Matters]:
        """What was told twice and cannot both be true: both quotes, their turns, the rule, and how sure it is."""

        def ask(game: Game) -> tuple[str, dict[str, Any]]:
            report = self._there.report(game, status, campaign)
            rows = [matter_json(matter) for matter in report.conflicts]
            return conflicts_text(report, width=WIDTH), {"campaign": campaign, "open": still_open(game), "conflicts": rows}

        text, data = await self._there.house.look(campaign, ask)
        return told(text, data, Matters)

    async def settle(
        self,
        campaign: Campaign,
        conflict: Annotated[str, Field(max_length=40, description="The conflict's id, such as 8.1; or last.")],
        resolution: Annotated[
            Resolution | Literal["reopen"],
            Field(description="keep: the first holds. accept: the second does. changed: both, one after the other. reopen: take it back."),
        ],
        because: Annotated[str, Field(max_length=2000, description="Why; it goes on record.")] = "",
        since: Annotated[str, Field(max_length=40, description="For changed: since when, a date such as 1882-06-03.")] = "",
        by: Annotated[str, Field(max_length=80, description="For lie and rumour: who told it.")] = "",
        turn: Annotated[int | None, Field(ge=0, description="For retcon: from which turn on.")] = None,
    ) -> Annotated[CallToolResult, Settled]:
        """Settle a conflict as the people at the table have decided. Ask them first: it changes what the story holds for true."""

        def act(game: Game) -> dict[str, Any]:
            if resolution == REOPEN:
                stands = game.reopen(conflict)
            else:
                minute = minute_of(since, game.state.pack.calendar) if since else None
                teller = whom(game.state, by) if by else None
                stands = game.settle(conflict, Settlement(resolution=resolution, because=because, since=minute, by=teller, turn=turn))
            return {"campaign": campaign, "conflict": self._there.matter(stands, game), "open": still_open(game)}

        kept = await self._there.house.change(campaign, act)
        words = "is open again" if resolution == REOPEN else f"is settled: {resolution}"
        return told(f"Conflict {kept['conflict']['id']} {words}. {kept['open']} left open.", kept, Settled)

    async def edits(self, campaign: Campaign) -> Annotated[CallToolResult, Edits]:
        """What was edited by hand of what the story remembers: by whom, when, and the id by which `edit_memory` takes it back."""

        def ask(game: Game) -> tuple[str, dict[str, Any]]:
            return edits_text(game.state), {"campaign": campaign, "edits": dumped(game.by_hand.edits)}

        text, data = await self._there.house.look(campaign, ask)
        return told(text, data, Edits)

    async def edit_memory(
        self,
        campaign: Campaign,
        act: Annotated[
            EditAct,
            Field(
                description="remember: a sentence. forget: no prompt, recall or check knows of it. correct: other words in its place. "
                "pin, unpin: in every prompt, or no more. hide: in no prompt. merge: two who are one. split: one who is two. undo: take "
                "an edit back."
            ),
        ],
        what: Annotated[
            str,
            Field(max_length=2000, description="An id (f3.1, c3.1, a person's) or words: the nearest is meant. For undo: an edit's id."),
        ] = "",
        words: Annotated[str, Field(max_length=2000, description="What is remembered; the new wording; the second person's name.")] = "",
        other: Annotated[str, Field(max_length=200, description="For merge: who is the same as `what`.")] = "",
        records: Annotated[list[str] | None, Field(description="For split: ids, or turns (turn:5), that are the second person's.")] = None,
        because: Annotated[str, Field(max_length=2000, description="Why; it goes on record.")] = "",
    ) -> Annotated[CallToolResult, Edited]:
        """Edit what the story remembers, as the people at the table have asked. It is on record, sticks, and can be taken back."""

        def change(game: Game) -> dict[str, Any]:
            return edited(game, game.by_hand.do(act, what, words, other, records or (), "player", because))

        kept = await self._there.house.change(campaign, change)
        return told(kept["text"], kept, Edited)
