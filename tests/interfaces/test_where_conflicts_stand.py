"""Where the two tellings of a conflict stand, where files of other programs brought them: every report names the file, or the book and
the entry's title, as a person knows them, with both quotes."""

import json
from pathlib import Path

import pytest

from tests.interfaces.conftest import Gm

GREEN, BROWN = "Hedda Crane has green eyes.", "Hedda Crane has brown eyes."
BOOK = {"0": ("Hedda Crane", ["hedda"], GREEN), "1": ("Of the Cranes", ["cranes"], BROWN)}


def lorebook(at: Path) -> Path:
    rows = {
        uid: {"uid": int(uid), "comment": title, "key": keys, "content": text, "order": 1 + int(uid)}
        for uid, (title, keys, text) in BOOK.items()
    }
    file = at / "The Fen.json"
    file.write_text(json.dumps({"name": "The Fen", "entries": rows}), encoding="utf-8")
    return file


def vault(at: Path) -> Path:
    folder = at / "The Fen"
    (folder / ".obsidian").mkdir(parents=True)
    (folder / ".obsidian" / "app.json").write_text("{}", encoding="utf-8")
    (folder / "People").mkdir()
    (folder / "People" / "Hedda Crane.md").write_text(f"---\ntype: person\n---\n{GREEN}\n", encoding="utf-8")
    (folder / "Cranes.md").write_text(f"---\ntype: faction\n---\n{BROWN} [[Hedda Crane]] is one of them.\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("made", "one", "other"),
    [(lorebook, "The Fen, “Hedda Crane”", "The Fen, “Of the Cranes”"), (vault, "People/Hedda Crane.md", "Cranes.md")],
)
def test_every_report_names_where_both_tellings_stand(gm: Gm, tmp_path: Path, made: object, one: str, other: str) -> None:
    assert callable(made)
    home = tmp_path / "home"
    assert gm("import", made(tmp_path), "--home", home).code == 0
    for form in ("text", "md", "html", "json"):
        said = gm("conflicts", "The Fen", "--format", form, "--home", home).out
        told = " ".join(said.replace("\\", "").replace("&#x27;", "'").split())
        assert all(words in told for words in (one, other, GREEN, BROWN)), (form, said)
        assert "lore." not in said
    conflicts = json.loads(gm("conflicts", "The Fen", "--format", "json", "--home", home).out)["campaigns"]["The Fen"]["conflicts"]
    assert {conflicts[0]["a"]["where"], conflicts[0]["b"]["where"]} == {one, other}
    assert gm("export", "The Fen", "--to", "vault", "-o", tmp_path / "out", "--home", home).code == 0
    page = (tmp_path / "out" / "Conflicts.md").read_text(encoding="utf-8").replace("\\", "")
    assert one in page
    assert other in page
