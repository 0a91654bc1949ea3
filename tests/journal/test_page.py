"""The page about journals tells what the program does."""

import doctest
from pathlib import Path

from gm_engine.storage.database_tables import TABLES

PAGE = Path(__file__).parents[2] / "docs" / "journal.md"


def test_its_examples_run() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 15
    assert done.failed == 0


def test_it_names_every_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in TABLES if f"`{name}`" not in page] == []
