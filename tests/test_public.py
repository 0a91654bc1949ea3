"""The public names: cheap to import, and enough for a program of ten lines."""

import subprocess
import sys
from pathlib import Path

import pytest

import gm_engine
from tests.packs import LIVERY_PATH

HEAVY = ("spacy", "sqlmodel", "sqlalchemy", "networkx", "numpy", "pydantic", "tiktoken", "openai", "jinja2", "typer", "rich")
PROGRAM = """
import sys
from gm_engine import open_campaign

with open_campaign(sys.argv[1], home=sys.argv[2]) as game:
    played = game.play("I look around.")
    print(game.journal.name, played.turn.number, len(played.turn.reply) > 0)
    for conflict in game.state.conflicts.values():
        print(conflict.why)
"""


def python(code: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_nothing_heavy() -> None:
    loaded = python("import sys, gm_engine, gm_engine.errors; gm_engine.__version__; print(*sys.modules)").split()
    assert [name for name in HEAVY if name in loaded] == []
    assert [name for name in loaded if name.startswith("gm_engine.")] == ["gm_engine.errors"]


def test_a_program_of_ten_lines_plays_a_turn_and_goes_on_with_it(tmp_path: Path) -> None:
    assert len(PROGRAM.strip().splitlines()) <= 10
    assert python(PROGRAM, str(LIVERY_PATH), str(tmp_path)).splitlines()[0] == "livery 1 True"
    with gm_engine.open_campaign("livery", home=tmp_path) as game:
        assert isinstance(game, gm_engine.Game)
        assert game.play("I wait.").turn.number == 2


def test_every_public_name_is_there_and_no_other() -> None:
    for name in gm_engine.__all__:
        assert getattr(gm_engine, name)
    with pytest.raises(AttributeError, match="open_campaign"):
        _ = gm_engine.open_campain  # type: ignore[attr-defined]
