"""Every slug that the program can print is explained, in the docs and by ``gm explain``."""

import ast
import re
from pathlib import Path

import gm_engine
from gm_engine.authoring import read_rules
from gm_engine.interfaces.cli.problems import HEADING, pages, problem, slugs
from gm_engine.shipped import shipped
from tests.interfaces.conftest import Gm

PACKAGE = Path(gm_engine.__file__).parent
DOCS = PACKAGE.parent / "docs" / "problems.md"
ERRORS = {"GameError", "PackError", "PlayError", "TranscriptError", "JournalError", "ChainBroken", "CampaignBusy", "ReplayDivergence",
          "UnknownName", "BudgetTooSmall", "ProviderError", "Unreadable", "_say", "Meaning", "_bad", "PackErrors", "Failure"}  # fmt: skip
KEBAB = re.compile(r"[a-z]+(-[a-z0-9]+)*")


def slugs_in_the_code() -> set[str]:
    """Slugs of error classes, and those given where an error is made: by name, or as an argument in its place."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found |= {
                    _text(line.value) for line in node.body if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "slug"
                }
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                found |= {_text(keyword.value) for keyword in node.keywords if keyword.arg == "slug"}
                place = 2 if name in ("_say", "Failure") else 1 if name == "Meaning" else 3
                if name in ERRORS and len(node.args) > place:
                    found.add(_text(node.args[place]))
    return {slug for slug in found if KEBAB.fullmatch(slug)}


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_every_slug_in_the_code_is_explained(gm: Gm) -> None:
    used = slugs_in_the_code()
    assert len(used) > 60
    assert sorted(used - set(pages())) == []
    for slug in sorted(used):
        assert gm("explain", slug).code == 0


def test_nothing_is_explained_that_is_never_said() -> None:
    assert sorted(set(pages()) - slugs_in_the_code()) == []


def test_the_docs_and_what_ships_are_one_text() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert text == (shipped("data") / "problems.md").read_text(encoding="utf-8")
    headings = HEADING.findall(text)
    assert headings == sorted(set(headings))


def test_each_page_says_what_it_means_and_what_to_do() -> None:
    for slug, text in pages().items():
        assert len(text.split("\n\n")) == 2, slug


def test_the_rules_of_continuity_are_explained_too() -> None:
    for rule in read_rules():
        assert rule.says in problem(f"[{rule.id}]")
    assert set(slugs()) >= {rule.id for rule in read_rules()}
