"""``docs/security.md``: every line of it names a test that there is, and no test of this folder is left out."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LINES = [line for line in PAGE.split("\n") if line.startswith("| ") and not line.startswith("| what holds")]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def names_in(path: Path) -> set[str]:
    """The tests of a file."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("|")[1].strip()[:40])
def test_every_line_names_tests_that_there_are(line: str) -> None:
    _, _, held, _ = (cell.strip() for cell in line.split("|"))
    found = NAMED.findall(held)
    assert found
    assert not NAMED.sub("", held).strip(), "nothing but tests stands there"
    for file, name in found:
        assert name in names_in(ROOT / file), f"{file}::{name}"


def test_every_test_of_this_folder_holds_a_line() -> None:
    named = {name for _, name in NAMED.findall(PAGE)}
    own = {name for file in sorted(Path(__file__).parent.glob("test_*.py")) if file.name != "test_page.py" for name in names_in(file)}
    assert own - named == set()


def test_what_is_not_promised_names_no_test() -> None:
    _, promised, rest = PAGE.partition("## What is not promised")
    assert promised
    assert len(re.findall(r"^- ", rest, re.MULTILINE)) >= 5
    assert not NAMED.search(rest)
