"""The example package, installed into a folder: its modules, and what an installer writes beside them."""

import importlib
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "plug_in"


def install(target: Path) -> Path:
    """Lay the package into ``target`` as an installer would, without a network."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(PACKAGE / "frontier_almanac", target / "frontier_almanac", ignore=shutil.ignore_patterns("__pycache__"))
    info = target / f"frontier_almanac-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    groups = [[f"[{group}]", *(f"{name} = {value}" for name, value in points.items())] for group, points in project["entry-points"].items()]
    (info / "entry_points.txt").write_text("\n".join(line for lines in groups for line in lines), encoding="utf-8")
    (info / "INSTALLER").write_text("test\n", encoding="utf-8")
    return target


@pytest.fixture
def almanac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package, installed for one test."""
    target = install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(target))
    importlib.invalidate_caches()
    yield target
    sys.modules.pop("frontier_almanac", None)
