"""A scripted server on the loopback that speaks the protocol of language models, well or badly, as it is told."""

import pytest

from gm_engine.bootstrap import games
from gm_engine.bootstrap import table_settings as tables
from gm_engine.story.table_rules import TOOLS, TableRules
from tests.endpoint.behaviour import Answers, Embeds, Fails, Sends
from tests.endpoint.server import MODELS, PIECES, Asked, Endpoint, endpoint

BY_RULES = TableRules(guard="critical", tools=TOOLS, premises=True)
"""A table at which nobody but the rules hears: a model is asked for nothing but the telling."""


def only_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let language models do nothing but tell, for tests of the telling: each line is then one request."""
    for module in (tables, games):
        monkeypatch.setattr(module, "FOR_MODELS", BY_RULES)


__all__ = [
    "BY_RULES","MODELS", "PIECES", "Answers", "Asked", "Embeds", "Endpoint", "Fails", "Sends", "endpoint", "only_tells",
]  # fmt: skip
