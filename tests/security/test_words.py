"""Words of a pack, a script and a model that mean harm: no page runs them and no terminal obeys them."""

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gm_engine.interfaces.cli import main
from gm_engine.interfaces.cli.harmless import Harmless, harmless
from tests.interfaces.conftest import Gm, gm, tidy  # noqa: F401
from tests.packs import LIVERY_PATH
from tests.security.evil import MARKUP, ORDERS

BAD = MARKUP + ORDERS
PLAY = f"""---
title: {json.dumps(f"An {ORDERS} evening")}
campaign: PACK
seed: 5
gm: embedded
---
> I look around. {BAD}
> I wait for ten minutes.
! reply "Luis Ortega has brown eyes. {BAD.replace('"', "'")}"
> I wait for ten minutes.
! reply "Luis Ortega has blue eyes, {BAD.replace('"', "'")} and he shrugs."
"""
PAGES = (
    ("conflicts", "evil", "--format", "html"), ("export", "evil", "--to", "html", "--gm-notes"),
    ("graph", "evil", "--format", "html", "--gm-notes"), ("replay", "evil", "--html"), ("why", "evil", "2", "--html"),
)  # fmt: skip
SHOWN = (
    ("replay", "evil"), ("conflicts", "evil"), ("conflicts", "evil", "--format", "md"), ("lore", "evil"), ("lore", "evil", "ortega"),
    ("lore", "evil", "ortega", "thorne"),
    ("recap", "evil"), ("prep", "evil"), ("sheet", "evil"), ("map", "evil"), ("timeline", "evil"), ("recall", "evil", f"eyes {ORDERS}"),
    ("why", "evil", "2"), ("export", "evil"), ("list",), ("graph", "evil", "--format", "mermaid"), ("check", "PACK"), (f"pl{ORDERS}ay",),
    ("lore", "evil", f"nobody{ORDERS}"), ("play", f"no{ORDERS}"),
)  # fmt: skip


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a campaign whose every author meant harm; the pack lies beside it."""
    root = tmp_path_factory.mktemp("evil")
    pack = shutil.copytree(LIVERY_PATH, root / "pack")
    text = (pack / "campaign.yaml").read_text(encoding="utf-8")
    for name in (
        "The Livery",
        "the livery",
        "Luis Ortega",
        "a pump that drips",
        "his loan paid",
        "A drover waits for a wagon that is late.",
    ):
        text = text.replace(name, json.dumps(f"{name} {BAD}"), 1) if name != "a pump that drips" else text
    (pack / "campaign.yaml").write_text(text, encoding="utf-8")
    play = root / "evil.play"
    play.write_text(PLAY.replace("PACK", str(pack)), encoding="utf-8")
    assert main(["run", str(play), "--home", str(root / "home")]) in (0, 1)
    return root


class Inert(HTMLParser):
    """Fails on whatever could run, fetch or lead elsewhere."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "iframe", "object", "embed", "base", "form", "foreignobject"), tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            assert name not in ("src", "srcdoc", "action", "formaction"), name
            assert not name.endswith("href") or (value or "").startswith("#"), value
            assert name != "style" or set(value or "") <= set("abcdefghijklmnopqrstuvwxyz0123456789:;.%-#()"), value


@pytest.mark.parametrize("words", PAGES, ids=lambda words: words[0])
def test_no_page_runs_fetches_or_leads_anywhere(evil: Path, gm: Gm, tmp_path: Path, words: tuple[str, ...]) -> None:  # noqa: F811
    file = tmp_path / "page.html"
    said = gm(*words, *([file] if words[-1] == "--html" else []), "--home", evil / "home")
    assert said.code in (0, 1), said.err
    html = file.read_text(encoding="utf-8") if file.exists() else said.out
    assert "alert(1)" in html
    parser = Inert()
    parser.feed(html)
    parser.close()
    assert not set(ORDERS) & set("\x1b\x07\x9b\x08") & set(html)


def test_a_picture_is_inert_and_well_formed(evil: Path, gm: Gm) -> None:  # noqa: F811
    from xml.dom.minidom import parseString

    said = gm("graph", "evil", "--format", "svg", "--gm-notes", "--home", evil / "home")
    assert said.code == 0
    parseString(said.out)
    Inert().feed(said.out)


@pytest.mark.parametrize("words", SHOWN, ids=lambda words: ascii(" ".join(words)))
def test_no_terminal_obeys_the_words_of_a_story(evil: Path, gm: Gm, words: tuple[str, ...]) -> None:  # noqa: F811
    said = gm(
        *(str(evil / "pack") if word == "PACK" else word for word in words), *(() if words[0] in ("check",) else ("--home", evil / "home"))
    )
    for sign in "\x1b\x07\x08":
        assert sign not in said.out + said.err
    if words[0] not in ("lore", "play", "check") and len(words) > 1:
        assert "\x9b" not in said.out
        assert "\u202e" not in said.out
    assert said.code in (0, 1, 2)
    assert "[fault]" not in said.err


def test_no_terminal_obeys_a_foreign_journal(evil: Path, gm: Gm, tmp_path: Path) -> None:  # noqa: F811
    """A journal of older days, or of somebody else's program, may hold anything; its hashes stand."""
    from gm_engine.bootstrap import resume_game
    from gm_engine.bootstrap.settings_file import Settings, open_store
    from gm_engine.story import event as happened

    assert gm("export", "evil", "--to", "jsonl", "-o", tmp_path / "other.jsonl", "--home", evil / "home").code == 0
    assert gm("import", tmp_path / "other.jsonl", "--home", tmp_path / "home").code == 0
    given = Settings(tmp_path / "home")
    store = open_store(given)
    with resume_game(store.open("other"), given=given) as game:
        game.take_in(
            (
                happened.PlayerSpoke(turn=game.state.turn + 1, said=f"Hear: {ORDERS}", origin="import"),
                happened.TurnClosed(turn=game.state.turn + 1, digest=""),
            )
        )
    store.close()
    for words in (("replay", "other"), ("export", "other"), ("recall", "other", "hear")):
        said = gm(*words, "--home", tmp_path / "home")
        assert said.code in (0, 1), said.err
        assert not set("\x1b\x07\x08") & set(said.out + said.err)


def test_on_a_terminal_nothing_but_line_feeds_and_tabs_gets_through() -> None:
    import io
    import sys

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    Harmless(shown).write(f"A\t{ORDERS}\r\nB é 馬")
    assert shown.getvalue() == "A\t]0;owned[2J[31m31m\nB é 馬"
    before = sys.stdout
    with harmless():
        assert isinstance(sys.stdout, Harmless)
    assert sys.stdout is before
