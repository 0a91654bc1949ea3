"""A server whose campaigns lie on a database server: more of them than connections, and an outage in the middle."""

from pathlib import Path

from gm_engine.interfaces.serve.server_limits import Limits
from tests.interfaces.serve.conftest import serving
from tests.postgres import Postgres


def test_more_campaigns_than_connections(tmp_path: Path, shared: str) -> None:
    with serving(tmp_path, database=shared, limits=Limits(rate=100_000, tables=40)) as served:
        names = [served.begin(f"table {number}") for number in range(24)]
        assert [served.post(f"/api/campaigns/{name}/turns", said="I look around.")["turn"] for name in names] == [1] * 24


def test_an_outage_is_the_servers_and_passes(tmp_path: Path, up: Postgres) -> None:
    with serving(tmp_path, database=up.fresh()) as served:
        name = served.begin("ride")
        turns = f"/api/campaigns/{name}/turns"
        served.post(turns, said="I look around.")
        up.kill()
        for _ in range(2):
            answer = served.http.post(turns, json={"said": "I wait for an hour."})
            assert answer.status_code == 503, answer.text
            assert answer.headers["retry-after"]
            assert answer.json()["error"]["slug"] == "no-answer"
            assert "gm-pg" not in answer.text
            assert "postgres" not in answer.text.lower()
        up.start()
        assert served.post(turns, said="I wait for an hour.")["turn"] == 2
        assert served.get(f"/api/campaigns/{name}")["turn"] == 2
