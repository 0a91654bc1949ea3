"""gm_engine: a game master that keeps every sentence on record, and says where two cannot both be true.

from gm_engine import open_campaign

with open_campaign("redemption", home="saved") as game:
    print(game.play("I look around.").turn.reply)
    for conflict in game.state.conflicts.values():
        print(conflict.why)

``Game`` and ``Played`` are what one plays with, ``Provider`` is what a game master of one's own must do, and the rest are the nouns
that all of them speak: frozen values. What goes wrong is a ``GameError``.
"""

from typing import TYPE_CHECKING, Any

from gm_engine.version import __version__

if TYPE_CHECKING:
    from gm_engine.bootstrap import open_campaign
    from gm_engine.errors import GameError, ProviderError
    from gm_engine.play.game import Game, Played
    from gm_engine.providers.provider import Provider
    from gm_engine.story.budget import Budget
    from gm_engine.story.claim import Claim, Fact, Value
    from gm_engine.story.completion import Completion, Usage
    from gm_engine.story.conflict import Conflict, Settlement
    from gm_engine.story.context_element import ContextElement
    from gm_engine.story.entity import Entity
    from gm_engine.story.pack import Pack
    from gm_engine.story.plug_in import Cited, Clash
    from gm_engine.story.prompt import Prompt, PromptSection
    from gm_engine.story.provenance import Provenance
    from gm_engine.story.roll import Roll
    from gm_engine.story.table_rules import TableRules
    from gm_engine.story.turn import Turn

__all__ = [
    "Budget", "Cited", "Claim", "Clash", "Completion", "Conflict", "ContextElement", "Entity", "Fact", "Game", "GameError", "Pack",
    "Played", "Prompt", "PromptSection", "Provenance", "Provider", "ProviderError", "Roll", "Settlement", "TableRules", "Turn", "Usage",
    "Value", "__version__", "open_campaign",
]  # fmt: skip

LIES_IN = {
    "Budget": "story.budget", "Cited": "story.plug_in", "Claim": "story.claim", "Clash": "story.plug_in", "Completion": "story.completion",
    "Conflict": "story.conflict", "ContextElement": "story.context_element", "Entity": "story.entity", "Fact": "story.claim",
    "Game": "play.game", "GameError": "errors", "Pack": "story.pack", "Played": "play.game", "Prompt": "story.prompt",
    "PromptSection": "story.prompt", "Provenance": "story.provenance", "Provider": "providers.provider", "ProviderError": "errors",
    "Roll": "story.roll", "Settlement": "story.conflict", "TableRules": "story.table_rules", "Turn": "story.turn",
    "Usage": "story.completion", "Value": "story.claim", "open_campaign": "bootstrap",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for, so that importing the package costs nothing."""
    if name not in LIES_IN:
        raise AttributeError(f"gm_engine has no {name!r}; there are {', '.join(__all__)}")
    from importlib import import_module

    return getattr(import_module(f"gm_engine.{LIES_IN[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return list(__all__)
