"""``record`` over MCP at a table where a model hears: a line or an exchange from elsewhere is noted by it, and not read by rule."""

from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from gm_engine.bootstrap import open_campaign, open_store, settings, verify_game
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.interfaces.mcp.server import make_server
from gm_engine.providers import abilities
from gm_engine.story.event import ClaimHeard
from gm_engine.story.table_rules import TableRules
from tests.endpoint import Endpoint
from tests.interfaces.mcp.conftest import data_of
from tests.interfaces.serve.test_noted import ABEL, CRANE, answer
from tests.packs import LIVERY_PATH

HEARS = TableRules(guard="after", hears=("note",))


def test_what_was_told_elsewhere_is_noted(server: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    abilities._known.clear()
    monkeypatch.setenv("OPENAI_BASE_URL", server.again().url)
    monkeypatch.setenv("OPENAI_API_KEY", "tok-a-very-secret-key")
    server.answer = answer
    given = Settings(tmp_path, gm="openai", model="m", table=HEARS)

    async def act() -> None:
        async with Client(make_server(given, packs={"livery": LIVERY_PATH})) as client:
            await data_of(client, "begin", pack="livery", name="livery", seed=3)
            await data_of(client, "record", campaign="livery", text=CRANE)
            await data_of(client, "record", campaign="livery", text="I ask him for a hammer.", role="player")
            await data_of(client, "record", campaign="livery", said="I go to the smith.", text=ABEL)
            await data_of(client, "record", campaign="livery", text="I owe you nothing.", role="npc", speaker="Silas Crane")

    anyio.run(act)
    asked = [str(body["messages"][-1]["content"]) for body in server.bodies]
    assert len(asked) == 3
    assert "all of it said by Silas Crane" in asked[-1]
    with open_campaign("livery", home=tmp_path) as game:
        assert {"silas_crane", "abel_stone"} <= set(game.state.pack.npcs)
        claims = [entry.event.claim for entry in game.journal.entries() if isinstance(entry.event, ClaimHeard) and entry.event.turn]
        assert {claim.provenance.reader for claim in claims} <= {"model:m", ""}
    store = open_store(settings(tmp_path))
    try:
        journal: Any = store.open("livery", readonly=True)
        assert verify_game(journal).turns == 4
    finally:
        store.close()
