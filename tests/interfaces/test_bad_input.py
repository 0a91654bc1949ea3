"""Whatever is wrong with the input: what, where and what to do next, a slug, exit 2, nothing lost, never a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.interfaces.cli import failing, main
from gm_engine.interfaces.cli.problems import problem
from gm_engine.storage.database import Database
from tests.interfaces.conftest import Gm, Said
from tests.packs import LIVERY_PATH

SLUG = re.compile(r"\[([a-z0-9-]+)\]")


def refused(said: Said, slug: str) -> None:
    """It could not run, and says why in the house's form."""
    assert said.code == 2, said.out + said.err
    assert f"[{slug}]" in said.err, said.err
    lines = said.err.strip().splitlines()
    assert len(lines) >= 2, "it does not say what to do next"
    assert problem(slug)


@pytest.mark.parametrize(
    ("words", "slug", "near"),
    [
        (["conflcts", "x"], "unknown-command", "conflicts"),
        (["--vershun"], "unknown-option", "--version"),
        (["run", "a.play", "--sead", "3"], "unknown-option", "--seed"),
        (["undo"], "bad-usage", "NAME"),
        (["run", "a.play", "--seed", "three"], "bad-usage", "three"),
        (["list", "--format", "jsn"], "bad-option", "json"),
        (["export", "evening", "--to", "markdwn"], "bad-option", "markdown"),
        (["conflicts", "evening", "--status", "opn"], "bad-option", "open"),
        (["conflicts", "evening", "--fail-on", "majr"], "bad-option", "major"),
        (["conflicts", "evening", "--min-confidence", "7"], "bad-option", "0 to 1"),
        (["graph", "evening", "--format", "svgg"], "bad-option", "svg"),
        (["conflicts", "evenin"], "unknown-campaign", "evening"),
        (["replay", "evening", "--from", "9"], "no-such-turn", "1 to 5"),
        (["why", "evening", "99"], "no-such-turn", "1 to 5"),
        (["lore", "evening", "ortego"], "unknown-entity", "ortega"),
        (["settle", "evening", "4.1", "kep"], "bad-option", "keep"),
        (["settle", "evening", "99.1", "keep"], "unknown-conflict", "4.1"),
        (["settle", "evening", "4.1", "changed", "--since", "yesterday"], "bad-time", "1882"),
        (["settle", "evening", "4.1", "lie"], "bad-resolution", "--by"),
        (["undo", "evening", "99"], "cannot-undo", "5 turns"),
        (["edit", "evening", "99", "x"], "no-such-turn", "1 to 5"),
        (["switch", "evening", "nowhere"], "unknown-branch", "main"),
        (["branch", "evening", "main"], "branch-exists", "main"),
        (["branch", "evening", "--reseed"], "bad-usage", "gm branch evening"),
        (["retry", "evening", "--gm", "chatty"], "unknown-gm", "embedded"),
        (["retry", "evening", "--gm", "openai"], "no-model", "--model"),
        (["retry", "evening", "--gm", "openai", "--model", "m"], "no-key", "OPENAI_API_KEY"),
        (["recall", "evening"], "no-query", "gm recall"),
        (["recall", "evening", "x", "--budget", "0"], "bad-option", "above 0"),
        (["import", "a.txt", "b.txt", "--as", "c", "--model", "m"], "one-name", "--as"),
        (["import", "nothing.txt"], "no-such-file", "nothing.txt"),
        (["run", "nothing.play"], "broken-play", "nothing.play"),
        (["play", "redemptoin"], "unknown-campaign", "redemption"),
        (["explain", "campaign-bussy"], "unknown-slug", "campaign-busy"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_nobody_knows_is_named_with_the_nearest(
    gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], slug: str, near: str
) -> None:
    monkeypatch.setenv("GM_HOME", str(home))
    said = gm(*words)
    refused(said, slug)
    assert near in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        (b"", "empty-file"),
        (b"   \n\n", "empty-file"),
        (b'{"text": "caf\xe9"}', "not-utf-8"),
        (b'{"text": "a"}\n{"text": 7}\n', "broken-transcript"),
        (b'{"text": "a"}\nno json\n', "broken-transcript"),
        (b"[" * 100_000, "broken-transcript"),
        (b'{"turn": 2, "text": "a"}\n{"turn": 2, "text": "b"}', "turns-out-of-order"),
        (b'{"text": "' + b"x" * 1_000_001 + b'"}', "too-large"),
        (b'{"what": "gm_engine journal", "format": 1}\n', "broken-lines"),
        (b'{"what": "gm_engine journal", "format": 99, "branch": "main", "branches": [], "entries": 0}\n', "newer-journal"),
    ],
)
def test_a_transcript_that_cannot_be_read_leaves_nothing_behind(gm: Gm, tmp_path: Path, text: bytes, slug: str) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_bytes(text)
    said = gm("import", file, "--home", tmp_path / "home")
    refused(said, slug)
    assert "talk.jsonl" in said.err
    assert json.loads(gm("list", "--format", "json", "--home", tmp_path / "home").out) == {"campaigns": []}


def test_a_folder_and_a_huge_file_are_no_transcripts(gm: Gm, tmp_path: Path) -> None:
    refused(gm("import", tmp_path), "no-such-file")
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(300_000_000)
    refused(gm("import", huge), "too-large")


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"---\ntitle: x\n", b"---\ncampaign: livery\n---\nhello\n", b"> I look.\n"])
def test_a_play_that_cannot_be_read(gm: Gm, tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "bad.play"
    file.write_bytes(text)
    said = gm("run", file, "--home", tmp_path / "home")
    assert said.code == 2
    assert SLUG.search(said.err)
    assert "bad.play" in said.err


def test_a_pack_with_errors_lists_them_with_their_lines(gm: Gm, tmp_path: Path) -> None:
    pack = tmp_path / "bad"
    pack.mkdir()
    text = (LIVERY_PATH / "campaign.yaml").read_text(encoding="utf-8").replace("id: livery", "id: bad").replace("at: livery", "at: liverey")
    (pack / "campaign.yaml").write_text(text, encoding="utf-8")
    refused(gm("play", pack), "broken-pack")
    said = gm("check", pack)
    assert said.code == 2
    assert re.search(r"campaign\.yaml:\d+: error E010", said.out)
    (pack / "campaign.yaml").write_bytes(b"\xff\x00")
    assert gm("check", pack).code == 2
    assert gm("fmt", pack).code == 2


def test_a_file_that_is_no_database(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "campaigns.db").write_bytes(b"once upon a time " * 500)
    refused(gm("list", "--home", tmp_path), "not-a-journal")
    assert "cannot be opened" in gm("doctor", "--home", tmp_path).out


def test_a_record_that_was_tampered_with_is_shown_as_broken(gm: Gm, home: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(home / "campaigns.db")
    connection.execute("UPDATE entries SET hash = 'b2:0' WHERE number = 3") if _has(connection, "entries") else _forge(connection)
    connection.commit()
    connection.close()
    said = gm("replay", "evening", "--verify", "--home", home)
    refused(said, "chain-broken")


def _has(connection: object, table: str) -> bool:
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()  # type: ignore[attr-defined]
    return found is not None


def _forge(connection: object) -> None:
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]  # type: ignore[attr-defined]
    table = next(name for name in names if "entr" in name.lower())
    connection.execute(f"UPDATE {table} SET hash = 'b2:0' WHERE number = 3")  # type: ignore[attr-defined]


def test_settings_that_cannot_be_read(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("gm = [", encoding="utf-8")
    refused(gm("list", "--home", tmp_path), "bad-settings")


def test_a_full_disk_loses_nothing(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = gm("export", "evening", "--to", "jsonl", "--home", home).out
    writing = Database.writing

    def full(database: Database) -> object:
        with writing(database) as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
        return writing(database)

    monkeypatch.setattr(Database, "writing", full)
    refused(gm("edit", "evening", "5", "I look around.", "--home", home), "disk-full")
    monkeypatch.undo()
    monkeypatch.setattr("sys.argv", ["gm"])
    after = [json.loads(line) for line in gm("export", "evening", "--to", "jsonl", "--home", home).out.splitlines()]
    assert after[1:] == [json.loads(line) for line in before.splitlines()][1:]
    assert gm("replay", "evening", "--verify", "--home", home).code == 0


def test_a_file_that_cannot_be_written_leaves_what_was_there(gm: Gm, played: Path, tmp_path: Path) -> None:
    refused(gm("export", "evening", "-o", tmp_path / "no" / "such" / "place.md", "--home", played), "cannot-write")
    refused(gm("replay", "evening", "--html", tmp_path, "--home", played), "cannot-write")
    refused(gm("backup", played / "campaigns.db", "--home", played), "file-exists")


@pytest.mark.skipif(os.name != "posix", reason="needs a folder that may not be written")
def test_a_home_that_may_only_be_read_can_be_read(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode, **options: False if mode == os.W_OK else real(path, mode, **options))
    for file in home.glob("campaigns.db-*"):
        file.unlink()
    assert gm("conflicts", "evening", "--home", home).code == 0
    refused(gm("undo", "evening", "--home", home), "read-only")


def test_two_processes_cannot_play_one_campaign_and_reports_may_be_read(gm: Gm, home: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom gm_engine.storage import Store\n"
        "journal = Store(Path(sys.argv[1])).open('evening')\nprint('open', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        refused(gm("undo", "evening", "--home", home), "campaign-busy")
        assert gm("conflicts", "evening", "--home", home).code == 0
        other.communicate(b"")
    assert gm("undo", "evening", "--home", home).code == 0


def test_ctrl_c_in_the_middle_of_a_turn_leaves_the_turn_out(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_engine.narrator import EmbeddedGM

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(EmbeddedGM, "complete", stopped)
    said = gm("edit", "evening", "5", "I look around.", "--home", home)
    refused(said, "interrupted")
    monkeypatch.undo()
    gm("switch", "evening", "main", "--home", home)
    assert gm("replay", "evening", "--verify", "--home", home).code == 0


def test_an_import_that_is_stopped_says_how_it_goes_on(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, home = tmp_path / "evening.txt", tmp_path / "home"
    file.write_text("GM: Rain on the shutters.\nMARA: Again.\n", encoding="utf-8")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gm_engine.bootstrap.one_by_one.take_in", stopped)
    said = gm("import", file, "--home", home)
    refused(said, "interrupted")
    assert "Give the same call again" in said.err
    assert "turn" not in said.err
    monkeypatch.undo()
    assert gm("import", file, "--home", home).code == 0


def test_a_signal_stops_the_program_at_once(play: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.play"
    long.write_text(play.read_text(encoding="utf-8") + "> I look around.\n" * 400, encoding="utf-8")
    words = [sys.executable, "-c", "import sys; from gm_engine.interfaces.cli import main; sys.exit(main())", "run", str(long)]
    with subprocess.Popen([*words, "--home", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        for line in other.stdout:
            if "  6 > " in line:
                break
        other.send_signal(signal.SIGINT)
        _, err = other.communicate(timeout=30)
    assert other.returncode == 2
    assert "[interrupted]" in err
    assert "Traceback" not in err
    assert main(["replay", "long", "--verify", "--home", str(tmp_path)]) == 0


@pytest.mark.parametrize(("words", "code", "slug"), [(["list"], 0, ""), (["run", "x.play"], 2, "closed-pipe")])
def test_a_closed_pipe_is_no_fault(capsys: pytest.CaptureFixture[str], words: list[str], code: int, slug: str) -> None:
    def closed() -> int:
        raise BrokenPipeError

    saved = os.dup(1)
    try:
        assert failing.told(closed, words) == code
    finally:
        os.dup2(saved, 1)
        os.close(saved)
    assert slug in capsys.readouterr().err


def test_a_fault_of_the_program_is_told_as_such(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GM_DEBUG", raising=False)

    def faulty() -> int:
        raise KeyError("x")

    assert failing.told(faulty, ["list"]) == 2
    assert "[fault]" in capsys.readouterr().err
    monkeypatch.setenv("GM_DEBUG", "1")
    with pytest.raises(KeyError):
        failing.told(faulty, ["list"])


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300), st.sampled_from(["t.jsonl", "t.txt", "t.md", "t.play", "campaign.yaml"]))
def test_any_bytes_are_read_or_refused_in_words(gm: Gm, tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    file = folder / name
    file.write_bytes(data)
    words = {"t.play": ["run", file], "campaign.yaml": ["check", folder]}.get(name, ["import", file])
    said = gm(*words) if words[0] == "check" else gm(*words, "--home", folder / "home")
    assert said.code in (0, 1, 2)
    assert "[fault]" not in said.err
    if said.code == 2 and words[0] != "check":
        assert SLUG.search(said.err)
