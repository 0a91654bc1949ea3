"""How a server ends: told to stop, it lets a turn come to its end; killed in the middle of one, it leaves no half of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from gm_engine.bootstrap.settings_file import Settings, open_store
from tests.endpoint import Answers, Endpoint
from tests.interfaces.serve.conftest import Served, until
from tests.packs import LIVERY_PATH

SLOW = Answers(("The pump ", *("drips and " for _ in range(40)), "stops."), between=0.1)


@contextmanager
def running(home: Path, upstream: Endpoint) -> Iterator[tuple[Served, subprocess.Popen[str]]]:
    """``gm serve`` in a process of its own."""
    words = ["serve", "--port", "0", "--home", str(home), "--pack", str(LIVERY_PATH)]
    program = "import sys; from gm_engine.interfaces.cli import main; sys.exit(main(sys.argv[1:]))"
    (home / "settings.toml").write_text('gm = "openai"\nmodel = "frontier-large"\n[table]\nguard = "off"\ntools = []\n', encoding="utf-8")
    known = {**os.environ, "OPENAI_BASE_URL": upstream.url, "OPENAI_API_KEY": "tok-a-very-secret-key", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=known,
        start_new_session=True,
    )
    assert process.stdout
    served = None
    try:
        served = Served(process.stdout.readline().split()[-1], home)
        until(lambda: up(served))
        yield served, process
    finally:
        if served:
            served.http.close()
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=30)


def up(served: Served) -> bool:
    try:
        return served.http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def begun_to_stream(served: Served, upstream: Endpoint) -> Any:
    """A turn whose first words have come."""
    upstream.always = SLOW
    stream = served.http.stream("POST", "/api/campaigns/livery/turns", json={"said": "I wait for ten minutes.", "stream": True})
    lines = stream.__enter__().iter_lines()
    assert any("drips" in line for line in lines)
    return stream, lines


def test_killed_in_the_middle_of_a_stream_no_half_turn_is_recorded(tmp_path: Path, upstream: Endpoint) -> None:
    upstream.always = Answers(("The pump drips.",))
    with running(tmp_path, upstream) as (served, process):
        served.begin("livery")
        assert served.post("/api/campaigns/livery/turns", said="I look around.")["turn"] == 1
        stream, _ = begun_to_stream(served, upstream)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(30)
        with suppress(httpx.TransportError):
            stream.__exit__(None, None, None)
        assert not up(served)
    store = open_store(Settings(tmp_path))
    journal = store.open("livery")
    journal.verify()
    assert [entry.turn for entry in journal.entries() if entry.event.kind == "turn_closed"][-1] == 1
    assert journal.head
    assert journal.head.turn == 1
    journal.close()
    store.close()
    upstream.always = Answers(("The pump drips still.",))
    with running(tmp_path, upstream) as (served, _):
        assert served.post("/api/campaigns/livery/turns", said="I wait for ten minutes.")["turn"] == 2


def test_told_to_stop_a_turn_comes_to_its_end_and_is_on_record(tmp_path: Path, upstream: Endpoint) -> None:
    with running(tmp_path, upstream) as (served, process):
        served.begin("livery")
        stream, lines = begun_to_stream(served, upstream)
        process.send_signal(signal.SIGTERM)
        rest = list(lines)
        assert any(line.startswith("event: turn") for line in rest)
        stream.__exit__(None, None, None)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")
        assert "tok-a-very-secret-key" not in errors
    store = open_store(Settings(tmp_path))
    journal = store.open("livery")
    assert journal.head
    assert (journal.head.turn, journal.head.event.kind) == (1, "turn_closed")
    journal.close()
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_a_server_on_purpose_gets_no_error_for_it(tmp_path: Path, upstream: Endpoint, how: signal.Signals) -> None:
    with running(tmp_path, upstream) as (_, process):
        process.send_signal(how)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")
