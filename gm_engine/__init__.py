"""gm_engine: a game master that never forgets and never contradicts itself.

from gm_engine import open_campaign

with open_campaign("redemption", home="saved") as game:
    print(game.play("I look around.").turn.reply)
    for conflict in game.state.conflicts.values():
        print(conflict.why)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gm_engine.bootstrap import open_campaign
    from gm_engine.play.game import Game

__version__ = "0.1.0"
__all__ = ["Game", "__version__", "open_campaign"]

LIES_IN = {"Game": "gm_engine.play.game", "open_campaign": "gm_engine.bootstrap"}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for, so that importing the package costs nothing."""
    if name not in LIES_IN:
        raise AttributeError(f"gm_engine has no {name!r}; there are {', '.join(__all__)}")
    from importlib import import_module

    return getattr(import_module(LIES_IN[name]), name)
