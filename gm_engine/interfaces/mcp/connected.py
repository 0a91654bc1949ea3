"""Who is connected: the house behind a server while somebody is there, and what they may see of a campaign."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from gm_engine.bootstrap.settings_file import Settings
from gm_engine.continuity.report import Report, matter_of, report_of
from gm_engine.continuity.report_json import matter_json
from gm_engine.continuity.report_known import matter_known, report_known
from gm_engine.interfaces.serve.house import House
from gm_engine.interfaces.serve.server_limits import Limits
from gm_engine.play.game import Game
from gm_engine.state.table_lore import TableLore
from gm_engine.story.conflict import Conflict


class Connected:
    """The house, open for as long as somebody is connected. They see what the table knows; with ``gm_notes`` all that there is."""

    def __init__(self, given: Settings, limits: Limits, packs: dict[str, Path], *, gm_notes: bool = False) -> None:
        self._given, self._limits, self._packs, self.gm_notes = given, limits, packs, gm_notes
        self.house: House

    @asynccontextmanager
    async def open(self, _: object) -> AsyncIterator[None]:
        """The house is open within, and every campaign closed behind."""
        self.house = House(self._given, self._limits, self._packs)
        await self.house.open()
        try:
            yield
        finally:
            await self.house.close()

    def table(self, game: Game) -> TableLore:
        """What whoever is connected may see of the lore."""
        return TableLore(game.state, gm_notes=self.gm_notes)

    def report(self, game: Game, status: Literal["open", "settled", "all"], campaign: str) -> Report:
        """The conflicts of a campaign, with what may be seen of each."""
        report = report_of(game.state, show=status, min_confidence=round(self._given.min_confidence * 100))
        return report_known(report.model_copy(update={"campaign": campaign}), self.table(game))

    def matter(self, conflict: Conflict, game: Game) -> dict[str, Any]:
        """A conflict as plain data, with what may be seen of it."""
        return matter_json(matter_known(matter_of(conflict, game.state), self.table(game)))

    def shelf(self) -> dict[str, Any]:
        """The saved campaigns, and the packs from which new ones can be begun."""
        return {"campaigns": [one._asdict() for one in self.house.store.shelf()], "packs": list(self.house.beginnings())}
