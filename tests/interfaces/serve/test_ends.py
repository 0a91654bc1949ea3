"""How a server ends: told to stop, it lets a turn come to its end; killed in the middle of one, it leaves no half of it."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from gm_engine.bootstrap.settings_file import Settings, open_store
from tests.endpoint import Answers, Endpoint
from tests.interfaces.serve.conftest import Served, processes_of, running, starting, until, up

SLOW = Answers(("The pump ", *("drips and " for _ in range(40)), "stops."), between=0.1)


WORKERS = pytest.mark.parametrize("workers", [1, 2])


def begun_to_stream(served: Served, upstream: Endpoint) -> Any:
    """A turn whose first words have come."""
    upstream.always = SLOW
    stream = served.http.stream("POST", "/api/campaigns/livery/turns", json={"said": "I wait for ten minutes.", "stream": True})
    lines = stream.__enter__().iter_lines()
    assert any("drips" in line for line in lines)
    return stream, lines


@WORKERS
def test_killed_in_the_middle_of_a_stream_no_half_turn_is_recorded(tmp_path: Path, upstream: Endpoint, workers: int) -> None:
    upstream.always = Answers(("The pump drips.",))
    with running(tmp_path, upstream, workers) as (served, process):
        served.begin("livery")
        assert served.post("/api/campaigns/livery/turns", said="I look around.")["turn"] == 1
        stream, _ = begun_to_stream(served, upstream)
        begun = processes_of(process)
        assert len(begun) == (workers if workers > 1 else 0)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(30)
        with suppress(httpx.TransportError):
            stream.__exit__(None, None, None)
        assert not up(served)
        until(lambda: not [pid for pid in begun if alive(pid)])
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


@WORKERS
def test_told_to_stop_a_turn_comes_to_its_end_and_is_on_record(tmp_path: Path, upstream: Endpoint, workers: int) -> None:
    with running(tmp_path, upstream, workers) as (served, process):
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
@WORKERS
def test_whoever_stops_a_server_on_purpose_gets_no_error_for_it(
    tmp_path: Path, upstream: Endpoint, how: signal.Signals, workers: int
) -> None:
    with running(tmp_path, upstream, workers) as (_, process):
        begun = processes_of(process)
        process.send_signal(how)
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")
        assert not [pid for pid in begun if alive(pid)]


def test_whoever_stops_it_before_it_listens_leaves_nothing_behind(tmp_path: Path, upstream: Endpoint) -> None:
    with starting(tmp_path, upstream, 2) as process:
        until(lambda: processes_of(process))
        begun = processes_of(process)
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=30)
        assert (process.returncode, out, errors) == (0, "", "")
        until(lambda: not [pid for pid in begun if alive(pid)])


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
