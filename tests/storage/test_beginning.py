"""A campaign is there from its opening on: whoever is stopped before that leaves nothing, and holds no name."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlmodel import insert

from gm_engine.bootstrap import resume_game, verify_game
from gm_engine.errors import JournalError
from gm_engine.journal.branch import MAIN
from gm_engine.storage import Store
from gm_engine.storage.database_tables import BranchRow, CampaignRow
from tests.journal.evenings import OPENING, play, turn

GM = (sys.executable, "-c", "import sys; from gm_engine.interfaces.cli import main; sys.exit(main())")
posix = pytest.mark.skipif(os.name != "posix", reason="kill -9 is a posix word")


def begun(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """The real program at work, nobody at its keyboard."""
    return subprocess.Popen(
        [*GM, *words, "--home", str(home)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=home
    )


def stopped(program: subprocess.Popen[bytes], home: Path, after: float, how: int) -> None:
    """Stop it so many seconds after it has taken its name."""
    until = time.monotonic() + 60
    while not list(home.glob("*.lock")) and program.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(after)
    program.send_signal(how)
    program.communicate()


def whole(home: Path) -> tuple[str, ...]:
    """The campaigns of a home, after each of them was opened and verified."""
    store = Store(home)
    for name in store.names():
        journal = store.open(name)
        resume_game(journal)
        verify_game(journal)
        journal.close()
    found = store.names()
    store.close()
    return found


@pytest.fixture
def ride(tmp_path: Path) -> str:
    """A play of one turn."""
    (tmp_path / "ride.play").write_text("---\ntitle: A ride\ncampaign: red_mesa\n---\n> I look around.\n", encoding="utf-8")
    return str(tmp_path / "ride.play")


@posix
@pytest.mark.parametrize(
    ("command", "after", "how"), [("run", 0.0, signal.SIGKILL), ("run", 0.3, signal.SIGTERM), ("play", 0.1, signal.SIGKILL)]
)
def test_killed_while_it_opens_it_leaves_nothing_or_a_campaign_that_plays(
    command: str, after: float, how: int, ride: str, tmp_path: Path
) -> None:
    """Found by hand: the row was there before the opening, and answered [no-beginning] for ever after."""
    words, name = {"run": (("run", ride), "ride"), "play": (("play", "red_mesa"), "red_mesa")}[command]
    stopped(begun(tmp_path, *words), tmp_path, after, how)
    if not whole(tmp_path):
        again = begun(tmp_path, *words)
        _, said = again.communicate()
        assert again.returncode == 0, said
    assert whole(tmp_path) == (name,)


@posix
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_import_that_is_stopped_leaves_nothing(how: int, tmp_path: Path) -> None:
    told = [f"GM: On day {n} Boone Tully rode to the mill and paid ${n}." for n in range(1, 400)]
    (tmp_path / "evening.txt").write_text("\n\n".join(told), encoding="utf-8")
    stopped(begun(tmp_path, "import", str(tmp_path / "evening.txt")), tmp_path, 0.7, how)
    assert whole(tmp_path) == ()
    assert Store(tmp_path).free_name("evening") == "evening"


@posix
def test_three_runs_of_one_play_at_once_each_find_a_name(ride: str, tmp_path: Path) -> None:
    programs = [begun(tmp_path, "run", ride) for _ in range(3)]
    said = [program.communicate()[1] for program in programs]
    assert [program.returncode for program in programs] == [0, 0, 0], said
    assert Store(tmp_path).names() == ("ride", "ride-2", "ride-3")


def test_many_that_begin_at_once_each_find_a_name(tmp_path: Path) -> None:
    Store(tmp_path).close()
    gate, names = threading.Barrier(6), list[str]()

    def begin() -> None:
        store = Store(tmp_path)
        gate.wait()
        journal = store.create_next("ride")
        play(journal, 1)
        names.append(journal.name)
        journal.close()
        store.close()

    threads = [threading.Thread(target=begin) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names) == ["ride", *(f"ride-{n}" for n in range(2, 7))]
    assert Store(tmp_path).names() == tuple(sorted(names))


def test_a_name_that_is_just_being_taken_is_not_free(tmp_path: Path) -> None:
    one, two = Store(tmp_path), Store(tmp_path)
    journal = one.create("ride")
    assert two.names() == ()
    assert two.free_name("ride") == "ride-2"
    with pytest.raises(JournalError, match="Call this one ride-2") as caught:
        two.create("ride")
    assert caught.value.slug == "name-taken"
    journal.close()
    assert two.free_name("ride") == "ride"


def test_an_opening_that_cannot_be_written_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    journal = store.create("ride")
    with monkeypatch.context() as broken:
        broken.setattr(journal, "_move", lambda *_: (_ for _ in ()).throw(OSError(28, "no space left on device")))
        with pytest.raises(JournalError, match="disk is full"):
            journal.append([OPENING])
    assert (store.names(), journal.size, journal.head) == ((), 0, None)
    journal.append([OPENING])
    journal.append(turn(1))
    assert store.names() == ("ride",)
    journal.close()


def test_a_bare_name_that_an_earlier_program_left_is_free(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.database.writing() as connection:
        connection.execute(insert(CampaignRow).values(name="ride", branch=MAIN, created=""))
        empty = {"campaign": 1, "name": MAIN, "place": 0, "at": 0, "turn": 0, "head": 0, "label": "", "reseed": False}
        connection.execute(insert(BranchRow).values(**empty))
    assert (store.names(), store.shelf(), store.free_name("ride")) == ((), (), "ride")
    journal = store.create("ride")
    play(journal, 2)
    journal.close()
    assert [(one.name, one.turn) for one in store.shelf()] == [("ride", 2)]
    store.open("ride").verify()
