"""Tools by which a story is begun, goes on, or goes back a turn."""

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from gm_engine.interfaces.mcp.connected import Connected
from gm_engine.interfaces.mcp.results import Campaign, clash_text, told, turn_text
from gm_engine.interfaces.mcp.shapes import Begun, Recorded
from gm_engine.interfaces.mcp.telling import told_as_it_comes, words_in
from gm_engine.interfaces.serve.request_shapes import LONGEST_LINE
from gm_engine.interfaces.serve.shapes import Branches, Shelf, TurnTold, Undone
from gm_engine.interfaces.serve.telling import branches_json, playable, played_json, standing_json
from gm_engine.play.commands import line_to_roll
from gm_engine.play.elsewhere import told_elsewhere
from gm_engine.play.game import Game
from gm_engine.play.taking_up import take_up
from gm_engine.story import event as happened
from gm_engine.story.counting import counted

Words = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


class PlayingTools:
    """Tools by which a story goes on, or goes back."""

    def __init__(self, there: Connected) -> None:
        self._there = there

    async def campaigns(self) -> Annotated[CallToolResult, Shelf]:
        """List the saved campaigns (name, branch, last turn) and the packs from which a new one can be begun."""
        shelf = self._there.shelf()
        rows = [f"{one['name']}: {counted(one['turn'], 'turn')}, branch {one['branch']}" for one in shelf["campaigns"]]
        text = "\n".join(rows) or "No campaign is saved yet."
        return told(f"{text}\nTo begin: {', '.join(shelf['packs'])}", shelf, Shelf)

    async def begin(
        self,
        pack: Annotated[str, Field(max_length=80, description="One of the packs that `campaigns` lists.")],
        name: Annotated[str, Field(max_length=80, description="What to call it; the pack's name where it is empty.")] = "",
        seed: Annotated[int | None, Field(description="The seed of the dice; the pack's own where none is named.")] = None,
    ) -> Annotated[CallToolResult, Begun]:
        """Begin a new campaign from a pack and save it. Gives the name to play it by."""
        campaign = await self._there.house.begin(pack, name or pack, seed=seed)
        found = await self._there.house.look(campaign, standing_json)
        there = f"{found['place']}, {found['when']}. There: {', '.join(found['present']) or 'nobody else'}."
        kept = {key: found[key] for key in Begun.model_fields}
        return told(f"{found['title']} is begun as {campaign}. {there}", kept, Begun)

    async def play(
        self,
        campaign: Campaign,
        said: Annotated[Words, Field(description="What the player's character does or says, in plain words.")],
        context: Context[None, Any],
    ) -> Annotated[CallToolResult, TurnTold]:
        """Play a turn: the engine reads the player's words, rolls, and its game master tells what comes of them. It is put on record.

        Conflicts in the result are what this telling stands against; settle them with `settle`, or leave them open.
        """
        line = playable(said)
        turn = await told_as_it_comes(self._there.house, campaign, line, context)
        return told(turn_text(turn), turn, TurnTold)

    async def roll(
        self,
        campaign: Campaign,
        what: Annotated[str, Field(min_length=1, max_length=80, description="A skill of the character's (riding), or dice (2d6+1).")],
        difficulty: Annotated[str, Field(max_length=40, description="For a skill: easy, fair, hard … as this game names it.")] = "",
    ) -> Annotated[CallToolResult, TurnTold]:
        """Roll for a skill, or throw dice, as a turn of its own. Nobody can choose how they fall, and undo does not buy another roll."""

        def act(game: Game) -> dict[str, Any]:
            return played_json(game, game.play(line_to_roll(what, difficulty, game.state)))

        turn = await self._there.house.change(campaign, act)
        return told(turn_text(turn), turn, TurnTold)

    async def record(
        self,
        campaign: Campaign,
        text: Annotated[Words, Field(description="What was told or said there, word for word.")],
        said: Annotated[
            str,
            Field(
                max_length=LONGEST_LINE, description="The player's words that `text` replied to. Then the engine adjudicates them first."
            ),
        ] = "",
        role: Annotated[
            Literal["gm", "player", "npc"], Field(description="Without `said`: who spoke. Only a gm's words make facts.")
        ] = "gm",
        speaker: Annotated[str, Field(max_length=80, description="The speaker's name, where a character spoke.")] = "",
    ) -> Annotated[CallToolResult, Recorded]:
        """Put on record what happened elsewhere: an exchange that you told yourself (`said` and `text`), or a line of a conversation.

        It is read for facts and checked against all that was told before. Record each exchange once.
        """
        line, text = playable(said) if said else "", words_in(text)

        def act(game: Game) -> dict[str, Any]:
            if line:
                game.reply_next(text)
                events = game.play(line).events
            else:
                events = told_elsewhere(game, text, role, speaker)
            clashes = [event.conflict for event in events if isinstance(event, happened.ConflictFound)]
            return {
                "campaign": campaign,
                "turn": game.state.turn,
                "facts": sum(isinstance(event, happened.FactEstablished) for event in events),
                "conflicts": [self._there.matter(conflict, game) for conflict in clashes],
            }

        kept = await self._there.house.change(campaign, act)
        found = [f"On record as turn {kept['turn']}: {counted(kept['facts'], 'fact')}.", *(clash_text(one) for one in kept["conflicts"])]
        return told("\n".join(found), kept, Recorded)

    async def undo(
        self, campaign: Campaign, turns: Annotated[int, Field(ge=1, description="How many turns to go back.")] = 1
    ) -> Annotated[CallToolResult, Undone]:
        """Take back the last turns, as the people at the table have asked. The record keeps them; what they told is no longer so."""

        def act(game: Game) -> dict[str, Any]:
            last = game.undo(turns)
            return {"campaign": campaign, "branch": game.journal.branch, "turn": last, "unsettled": list(game.unsettled)}

        kept = await self._there.house.change(campaign, act)
        again = f" Open again: {', '.join(kept['unsettled'])}." if kept["unsettled"] else ""
        return told(f"The story stands at turn {kept['turn']}.{again}", kept, Undone)

    async def take_up(
        self,
        campaign: Campaign,
        telling: Annotated[str, Field(min_length=1, max_length=40, description="Which one, as `tellings` lists them: 3.2.")],
        branch: Annotated[
            str, Field(max_length=80, description="The new branch to go on along; empty: in the place of the last turn.")
        ] = "",
    ) -> Annotated[CallToolResult, Branches]:
        """Go on from another telling of a turn, as the people at the table have asked. What stood there stays on its branch."""

        def act(game: Game) -> dict[str, Any]:
            take_up(game, telling, branch)
            return branches_json(game)

        return told_branches(await self._there.house.change(campaign, act))

    async def switch(
        self, campaign: Campaign, branch: Annotated[str, Field(min_length=1, max_length=80, description="A branch that there is: main.")]
    ) -> Annotated[CallToolResult, Branches]:
        """Go on along another branch."""

        def act(game: Game) -> dict[str, Any]:
            game.switch(branch)
            return branches_json(game)

        return told_branches(await self._there.house.change(campaign, act))


def told_branches(found: dict[str, Any]) -> CallToolResult:
    """The branches, to be read and as data."""
    rows = [f"{'*' if one['name'] == found['branch'] else ' '} {one['name']}, turn {one['turn']}" for one in found["branches"]]
    return told("\n".join(rows), found, Branches)
