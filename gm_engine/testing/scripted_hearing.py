"""The ear of a play: what a language model would hear in the coming turn, written down by the play's author."""

import json
from typing import Any

from gm_engine.play.game import Game
from gm_engine.story.table_rules import TableRules


class Ear:
    """Collects what is heard in the player's line (``interpret``) and in the reply (``note``), for one turn.

    A table at which somebody hears is laid as for a language model: lines and replies are heard, and a reply that breaks something
    is shown, marked, and put right by the next prompt.
    """

    def __init__(self) -> None:
        self._heard: dict[str, dict[str, list[Any]]] = {}

    def interpret(self, told: Any, game: Game) -> None:
        """One act, a list of them, or a whole answer: ``{"acts": […], "assumes": […]}``."""
        self._add("interpret", _whole(told, "acts") if "verb" in told or isinstance(told, list) else told, game, ("acts", "assumes"))

    def note(self, told: Any, game: Game) -> None:
        """One row, one clash (it has ``new`` and ``old``), a list of rows, or a whole answer: ``{"rows": […], "clashes": […]}``.

        A whole answer may also have ``look``, what is to be looked up; ``check`` answers the question that comes of it.
        """
        clash = isinstance(told, dict) and "old" in told
        row = isinstance(told, list) or "kind" in told
        self._add("note", _whole(told, "clashes" if clash else "rows") if clash or row else told, game, ("rows", "clashes", "look"))

    def check(self, told: Any, game: Game) -> None:
        """One clash, a list of them, or a whole answer: ``{"clashes": […]}``."""
        self._add("check", told if isinstance(told, dict) and "clashes" in told else _whole(told, "clashes"), game, ("clashes",))

    def lay(self, game: Game) -> None:
        """Let the game hear what was collected in its next turn: anew, where that turn failed."""
        for purpose, heard in self._heard.items():
            game.answer_next(purpose, json.dumps(heard, ensure_ascii=False))

    def forget(self) -> None:
        """The turn is over."""
        self._heard.clear()

    def _add(self, purpose: str, told: dict[str, Any], game: Game, lists: tuple[str, ...]) -> None:
        heard = self._heard.setdefault(purpose, {name: [] for name in lists})
        for name in lists:
            heard[name] += told.get(name, [])
        self.lay(game)
        laid = game.tools.table or game.state.table
        guard = "after" if laid.guard == "off" else laid.guard
        game.tools.table = TableRules.model_validate(laid.model_dump() | {"guard": guard, "hears": ("interpret", "note")})


def _whole(told: Any, name: str) -> dict[str, Any]:
    return {name: told if isinstance(told, list) else [told]}
