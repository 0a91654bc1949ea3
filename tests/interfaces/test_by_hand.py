"""Editing what is remembered from outside: the commands, and the page that an editor shows."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from gm_engine.bootstrap import new_game, open_campaign
from gm_engine.bootstrap.settings_file import Settings, open_store
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY

LIMP = "Jesse Coyle limps on the left leg."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    store = open_store(Settings(tmp_path))
    game = new_game(store.create("evening"), LIVERY, seed=5)
    game.reply_next(f"The purple heron stands on the marsh. {LIMP} Abel Finch sings.")
    game.play("I look around.")
    game.close()
    store.close()
    return tmp_path


def test_each_command_makes_one_edit_that_says_who_and_why(gm: Gm, home: Path) -> None:
    at = ("--home", str(home))
    said = gm("remember", "evening", "The", "mill", "burnt.", "--because", "we agreed", *at)
    assert said.out.startswith('Remembered: "The mill burnt." (e1.1).')
    assert "evening --undo e1.1" in said.out
    assert gm("pin", "evening", "mill burnt", *at).code == 0
    assert gm("unpin", "evening", "fe1.1", *at).code == 0
    assert gm("hide", "evening", "purple heron", *at).code == 0
    assert "stands in the place of" in gm("correct", "evening", "limps on the left leg", "Jesse Coyle walks well.", *at).out
    assert gm("merge", "evening", "Jesse Coyle", "Abel Finch", *at).code == 0
    assert gm("split", "evening", "Jesse Coyle", "fe1.5", "--into", "Silas Coyle", *at).code == 0
    assert gm("forget", "evening", "mill burnt", "--by", "player", *at).code == 0
    listed = gm("edits", "evening", *at).out
    assert 'e1.1  Remembered: "The mill burnt.", by the author, by hand, in turn 1. Because: we agreed' in listed
    assert "by the player, by hand, in turn 1" in listed.splitlines()[-1]
    data = json.loads(gm("edits", "evening", "--format", "json", *at).out)
    acts = [edit["act"] for edit in data["edits"]]
    assert acts == ["remember", "pin", "unpin", "hide", "correct", "merge", "split", "forget"]
    taken = json.loads(gm("edits", "evening", "--undo", "last", "--format", "json", *at).out)
    assert taken["edit"]["takes_back"] == "e1.8"
    assert gm("replay", "evening", "--verify", *at).code == 0


def test_what_cannot_be_edited_ends_with_2_and_says_why(gm: Gm, home: Path) -> None:
    for words, slug in (
        (("forget", "evening", "zeppelins over Vienna"), "nothing-meant"),
        (("forget", "evening", "Ortega"), "cannot-edit"),
        (("edits", "evening", "--undo", "e9.9"), "unknown-edit"),
        (("merge", "evening", "Jesse Coyle", "nobody at all"), "unknown-entity"),
        (("pin", "evening", "purple heron", "--by", "ghost"), "bad-option"),
    ):
        said = gm(*words, "--home", str(home))
        assert (said.code, f"[{slug}]" in said.err) == (2, True), said.err


def edited(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> str:
    monkeypatch.setattr(sys, "stdin", StringIO(page))
    said = gm("lore", "evening", "Jesse Coyle", "--edit", "--home", str(home))
    assert said.code == 0, said.err
    return said.out


def test_a_page_of_somebody_is_edited_line_by_line(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (
        "# kept\nremember Jesse Coyle owns a gray mule.\nremember Jesse Coyle hums.\nkeep fact:f1.1 Jesse Coyle limps on the right leg.\n"
    )
    with open_campaign("evening", home=home) as game:
        (fact,) = [one for one in game.state.lore.facts("jesse_coyle") if one.told_by[0].turn]
    said = edited(gm, home, monkeypatch, page.replace("f1.1", fact.id))
    assert said.count("Remembered:") == 2
    assert 'Corrected: "Jesse Coyle limps on the right leg."' in said
    said = edited(
        gm, home, monkeypatch, "pin fact:fe1.2 Jesse Coyle owns a gray mule.\nhide fact:fe1.1 Jesse Coyle limps on the right leg.\n"
    )
    assert ("Pinned:" in said, "Hidden:" in said, 'Forgotten: "Jesse Coyle hums."' in said) == (True, True, True)
    with open_campaign("evening", home=home) as game:
        marks = game.state.marks
        assert (list(marks.pins), next(iter(marks.hidden))) == (["fact:fe1.2"], "fact:fe1.1")
    said = edited(
        gm, home, monkeypatch, "keep fact:fe1.2 Jesse Coyle owns a gray mule.\nkeep fact:fe1.1 Jesse Coyle limps on the right leg.\n"
    )
    assert ("Unpinned:" in said, "Taken back:" in said) == (True, True)
    assert "Nothing was changed" not in said


@pytest.mark.parametrize(("row", "slug"), [("burn fact:f1.1", "cannot-edit"), ("keep fact:f9.9 x", "cannot-edit")])
def test_a_page_that_cannot_be_read_changes_nothing(row: str, slug: str, gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(f"remember The mill burnt.\n{row}\n"))
    said = gm("lore", "evening", "Jesse Coyle", "--edit", "--home", str(home))
    assert (said.code, f"[{slug}]" in said.err) == (2, True)
    with open_campaign("evening", home=home) as game:
        assert not game.by_hand.edits


def test_the_page_is_shown_in_the_editor_that_is_set(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_engine.errors import GameError
    from gm_engine.interfaces.cli.edit_page import in_the_editor

    editor = tmp_path / "editor.py"
    editor.write_text("import sys; p = sys.argv[1]; t = open(p).read(); open(p, 'w').write(t + 'remember it')", encoding="utf-8")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    assert in_the_editor("# page\n") == "# page\nremember it"
    monkeypatch.setenv("EDITOR", str(tmp_path / "none"))
    with pytest.raises(GameError, match="cannot be run") as caught:
        in_the_editor("")
    assert caught.value.slug == "bad-editor"
