"""A fault of a reader's own in one file: that file is named, and the others come in."""

import json
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import taking_in
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.reader_faults import as_fault_of
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.known_formats import Format, Given, format_of
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.cli.problems import problem
from gm_engine.interfaces.serve.doors import IMPORTS
from tests.interfaces.serve.conftest import serving

BOOK = {"entries": {"0": {"uid": 0, "key": ["Mara Voss"], "content": "Mara Voss keeps the mill at Oakford."}}}
TALK = "GM: Rain on the shutters.\nMARA: Again.\n"


def stumbles(given: Given) -> Brought:
    raise ZeroDivisionError(given.file)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A good chat, a good book, and a book over which its reader falls."""

    def found(given: Given) -> Format | None:
        one = format_of(given)
        return one._replace(reads=stumbles) if one and Path(given.file).name == "odd.json" else one

    monkeypatch.setattr(taking_in, "format_of", found)
    monkeypatch.delenv("GM_DEBUG", raising=False)
    made = tmp_path / "files"
    made.mkdir()
    (made / "odd.json").write_text(json.dumps(BOOK), encoding="utf-8")
    (made / "town.json").write_text(json.dumps(BOOK | {"name": "Town"}), encoding="utf-8")
    (made / "talk.txt").write_text(TALK, encoding="utf-8")
    return made


def test_a_fault_of_the_reader_in_one_file_stops_no_other(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["import", str(folder), "--home", str(tmp_path / "home"), "--format", "json"])
    shown = capsys.readouterr()
    rows = {Path(row["file"]).name: row for row in json.loads(shown.out)["files"]}
    assert code == 1
    assert rows["talk.txt"]["campaign"] == "talk"
    assert rows["town.json"]["campaign"]
    error = rows["odd.json"]["error"]
    assert error["slug"] == "reader-fault"
    assert "the program itself" in error["what"]
    assert "Nothing was saved of it" in error["then"]
    assert f"{folder / 'odd.json'}: " in shown.err
    assert problem("reader-fault") is not None


def test_a_fault_of_the_reader_is_the_answer_where_it_is_the_only_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(folder / "odd.json"), "--home", str(tmp_path / "home")]) == 2
    assert "[reader-fault]" in capsys.readouterr().err


def test_a_campaign_made_of_files_names_the_one_that_the_reader_fell_over(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(TranscriptError) as found:
        campaign_of_files(tmp_path / "world", [folder / "town.json", folder / "odd.json"])
    assert (found.value.slug, Path(found.value.where).name) == ("reader-fault", "odd.json")
    assert not (tmp_path / "world").exists()


def test_the_server_takes_in_the_others_and_says_what_became_of_each(folder: Path, tmp_path: Path) -> None:
    files = [("files", (path.name, path.read_bytes())) for path in sorted(folder.iterdir())]
    with serving(tmp_path) as served:
        answer = served.http.post(IMPORTS, files=files)
        alone = served.http.post(IMPORTS, files=files[:1])
    rows = {row["file"]: row for row in answer.json()["files"]}
    assert answer.status_code == 201
    assert rows["talk.txt"]["campaign"] == "talk"
    assert rows["town.json"]["campaign"]
    assert rows["odd.json"]["error"]["slug"] == "reader-fault"
    assert (alone.status_code, alone.json()["error"]["slug"]) == (500, "reader-fault")


def test_a_fault_as_a_campaign_is_made_leaves_nothing_behind_and_stops_no_other(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = taking_in.world_of

    def falls(title: str, *given: Any, **more: Any) -> Any:
        if title == "talk":
            raise KeyError(title)
        return made(title, *given, **more)

    monkeypatch.setattr(taking_in, "world_of", falls)
    home = ["--home", str(tmp_path / "home")]
    (folder / "rain.txt").write_text(TALK, encoding="utf-8")
    assert main(["import", str(folder / "talk.txt"), str(folder / "rain.txt"), *home, "--format", "json"]) == 1
    rows = json.loads(capsys.readouterr().out)["files"]
    assert {Path(row["file"]).name: (row["campaign"], row["error"] and row["error"]["slug"]) for row in rows} == {
        "talk.txt": (None, "reader-fault"), "rain.txt": ("rain", None),
    }  # fmt: skip
    assert main(["list", *home]) == 0
    assert "talk" not in capsys.readouterr().out


@pytest.mark.parametrize(("fault", "slug"), [(RecursionError(), "too-deep"), (MemoryError(), "too-large"), (KeyError("a"), "reader-fault")])
def test_what_goes_wrong_is_told_for_what_it_is(fault: Exception, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GM_DEBUG", raising=False)
    with pytest.raises(GameError) as found, as_fault_of("town.json"):
        raise fault
    assert (found.value.slug, found.value.where) == (slug, "town.json")


def test_whoever_looks_for_a_fault_is_shown_where_it_happened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        campaign_of_files(folder / "world", [folder / "odd.json"])
