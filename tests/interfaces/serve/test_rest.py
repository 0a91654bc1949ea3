"""The REST API: what it says is what the terminal says."""

from tests.interfaces.serve.conftest import Served


def test_a_turn_is_played_and_looked_up(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    told = server.post(f"{at}/turns", said="I look around.")
    assert told["turn"] == 1
    assert told["reply"]
    assert server.get(f"{at}/turns")["turns"][0]["reply"] == told["reply"]
