"""One home of saved campaigns for all of these tests, and ``gm`` as a function."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from gm_engine.interfaces.cli import main
from tests.journal.evenings import databases_closed
from tests.packs import LIVERY_PATH

PLAY = f"""---
title: An evening at the livery
campaign: {LIVERY_PATH}
seed: 5
gm: embedded
---
> I look around.
? at livery
> I ask Ortega about the wagon.
! reply "Luis Ortega has brown eyes. <b>He</b> waits."
> I wait for ten minutes.
! reply "Luis Ortega has blue eyes, and he shrugs."
> I wait for ten minutes.
? conflict physical_trait about ortega
> I walk to the street.
? at street
"""


class Said(NamedTuple):
    """How a command came out."""

    code: int
    out: str
    err: str


Gm = Callable[..., Said]


@pytest.fixture(autouse=True)
def tidy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from databases_closed(monkeypatch)


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plays") / "evening.play"
    path.write_text(PLAY, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, play: Path) -> Path:
    """A home with one campaign, ``evening``. It is only read: what writes takes a copy of it."""
    home = tmp_path_factory.mktemp("home")
    assert main(["run", str(play), "--home", str(home)]) == 0
    return home


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    """A copy of that home."""
    return Path(shutil.copytree(played, tmp_path / "home"))


@pytest.fixture
def gm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Gm:
    """Calls ``gm`` in this process, with no home of the user's and 80 columns."""
    for name in [name for name in os.environ if name.startswith(("GM_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("GM_HOME", str(tmp_path / "nobody"))
    monkeypatch.setattr("sys.argv", ["gm"])

    def call(*words: str | Path) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Said(code, out, err)

    return call
