"""Every writer of another program's format is reached by an export: what can be written can be asked for."""

import ast
from pathlib import Path

import gm_engine.bootstrap.foreign_exports as exports
import gm_engine.exchange.formats as formats

FORMATS = Path(formats.__file__).parent


def writers() -> set[str]:
    """The functions in the formats that give a whole file, by module and name."""
    found = set()
    for file in FORMATS.glob("*.py"):
        for one in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(one, ast.FunctionDef) and isinstance(one.returns, ast.Name) and one.returns.id == "Written":
                found.add(f"{file.stem}.{one.name}")
    return found


def reached() -> set[str]:
    """What the table of exports names."""
    tree = ast.parse(Path(exports.__file__).read_text(encoding="utf-8"))
    (table,) = [one.value for one in tree.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == "FOREIGN"]
    return {ast.unparse(one) for one in ast.walk(table or tree) if isinstance(one, ast.Attribute)}


def test_every_writer_is_reached_by_an_export() -> None:
    assert len(writers()) > 10
    assert writers() <= reached()
