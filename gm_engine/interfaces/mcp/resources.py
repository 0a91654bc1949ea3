"""What of a campaign stands at an address of its own, for programs that read rather than call."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from gm_engine.exchange.conflict_markdown import conflicts_markdown
from gm_engine.interfaces.cli.looks import lore_json
from gm_engine.interfaces.mcp.connected import Connected
from gm_engine.interfaces.serve.telling import standing_json


class Resources:
    """What stands at an address of its own."""

    def __init__(self, there: Connected) -> None:
        self._there = there

    async def shelf(self) -> str:
        """The saved campaigns, and the packs that can be begun."""
        return plain(self._there.shelf())

    async def campaign(self, name: str) -> str:
        """A campaign as it stands: where, when, who is there, what is unsettled."""
        return plain(await self._there.house.look(name, standing_json))

    async def all_lore(self, name: str) -> str:
        """Everyone and everything of a campaign."""
        return await self._there.house.look(name, lambda game: lore_json(game.state, "", gm_notes=self._there.gm_notes))

    async def page(self, name: str, entity: str) -> str:
        """What is known of one, with who told it and since when."""
        return await self._there.house.look(name, lambda game: lore_json(game.state, entity, gm_notes=self._there.gm_notes))

    async def report(self, name: str) -> str:
        """The lore conflicts report of a campaign."""
        return await self._there.house.look(name, lambda game: conflicts_markdown([self._there.report(game, "all", name)]))

    @property
    def offered(self) -> tuple[tuple[str, str, Callable[..., Any], str], ...]:
        """Each with its address, its name, what reads it, and the kind of what is read."""
        return (
            ("gm://campaigns", "campaigns", self.shelf, "application/json"),
            ("gm://campaigns/{name}", "campaign", self.campaign, "application/json"),
            ("gm://campaigns/{name}/lore", "lore", self.all_lore, "application/json"),
            ("gm://campaigns/{name}/lore/{entity}", "lore of one", self.page, "application/json"),
            ("gm://campaigns/{name}/report", "report", self.report, "text/markdown"),
        )


def uri_of(campaign: str, *parts: str) -> str:
    """The address of a campaign, or of a part of it.

    >>> uri_of("first ride", "report")
    'gm://campaigns/first%20ride/report'
    """
    return "/".join(("gm://campaigns", *(quote(part, safe="") for part in (campaign, *parts))))


def plain(data: Any) -> str:
    """Plain data as JSON."""
    return json.dumps(data, ensure_ascii=False)
