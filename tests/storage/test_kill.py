"""``kill -9`` at twenty moments: nothing that was shown as done is lost, and the chain holds."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_engine.storage import Store
from tests.storage.kill import command, function, killed_at_random
from tests.storage.player import play_on

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a posix word")


def finds_all(database: Path, found: list[int]) -> Callable[[int], None]:
    """A check that opens the campaign as a player would, and notes its last turn."""

    def check(last: int) -> None:
        store = Store(database)
        if "ride" not in store.names():
            assert last == 0
            return
        journal = store.open("ride")
        journal.verify()
        entries = list(journal.entries())
        found.append(entries[-1].turn if entries else 0)
        assert found[-1] >= last
        assert [entry.event.kind for entry in entries[1:]] == ["player_spoke", "completion_received", "turn_closed"] * found[-1]
        journal.close()
        store.close()

    return check


def test_what_was_shown_as_done_is_there(tmp_path: Path) -> None:
    found: list[int] = []
    deaths = killed_at_random(function(play_on, tmp_path / "gm.db"), finds_all(tmp_path / "gm.db", found), times=20, seed=1)
    assert all(death.alive for death in deaths)
    assert found == sorted(found)
    assert found[-1] >= max(death.shown for death in deaths) > 20


def test_a_command_is_killed_too(tmp_path: Path) -> None:
    database, found = tmp_path / "gm.db", list[int]()
    script = f"from pathlib import Path; from tests.storage.player import play_on; play_on(Path({str(database)!r}), 1)"
    deaths = killed_at_random(command([sys.executable, "-c", script]), finds_all(database, found), times=2, seed=3)
    assert [death.alive for death in deaths] == [True, True]
    assert found[-1] >= deaths[-1].shown > 0
