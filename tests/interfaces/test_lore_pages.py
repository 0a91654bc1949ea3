"""What is known goes out by the terminal, REST and MCP as the table may know it: no secret by-name, nobody who is hidden."""

import json
import re
from pathlib import Path

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game, trial
from gm_engine.errors import UnknownName
from gm_engine.interfaces.cli.looks import lore_json, lore_text, whom
from gm_engine.interfaces.cli.pages import PAGES
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.story.pack import Item, LoreEntry, Person
from tests.interfaces.conftest import Gm
from tests.mesa import SECRET_ALIAS, mesa

ENTRIES = {
    "school": LoreEntry(
        id="school", text="The school has one stove.", about=("boone", "ledger"), keys=("stove", SECRET_ALIAS.lower(), "the payroll ledger")
    ),
    "deal": LoreEntry(id="deal", text="She dealt a second card at need.", about=("boone",), visibility="gm"),
}
LEDGER = Item(name="the payroll ledger", owner="boone", visibility="gm")
SILAS = Person(name="Silas Webb", pronouns="he", traits={"eyes": "amber"}, ties=("spouse: ash",), visibility="gm")


def told() -> Game:
    pack = mesa()
    boone = pack.npcs["boone"]
    boone = boone.model_copy(update={"aliases": (*boone.aliases, SECRET_ALIAS.upper()), "items": {"ledger": 1}})
    changed = mesa(npcs={**pack.npcs, "boone": boone, "webb": SILAS}, items={**pack.items, "ledger": LEDGER}, lore={**pack.lore, **ENTRIES})
    game = new_game(MemoryJournal("evening"), changed, seed=5)
    game.state.met["boone"] = 1
    return game


def shown(game: Game) -> str:
    """Everything that anybody is shown of who and what there is."""
    ids = [one["id"] for one in json.loads(lore_json(game.state, ""))["entities"]]
    return "\n".join(
        [lore_text(game.state, ""), lore_json(game.state, ""), *(show(game.state, id) for id in ids for show in (lore_text, lore_json))]
    )


def test_a_secret_by_name_stands_on_no_page() -> None:
    """Found by playing: ``secret_aliases`` left with the list of everybody as JSON."""
    words = shown(told())
    assert SECRET_ALIAS.casefold() not in words.casefold()
    assert "secret_aliases" not in words
    assert "Miss Boone" in words
    assert "The school has one stove." in words


def test_a_by_name_is_told_once_its_secret_is_out() -> None:
    game = told()
    game.state.secrets["boone_past"] = "revealed"
    [boone] = [one for one in json.loads(lore_json(game.state, ""))["entities"] if one["id"] == "boone"]
    assert SECRET_ALIAS in boone["aliases"]
    assert f"also Miss Boone, the schoolmistress, {SECRET_ALIAS}" in " ".join(lore_text(game.state, "boone").split())
    assert whom(game.state, SECRET_ALIAS) == "boone"


def test_a_secret_by_name_leads_to_nobody() -> None:
    state = told().state
    for words in (SECRET_ALIAS, "Faro"):
        with pytest.raises(UnknownName):
            whom(state, words)
    assert whom(state, "Boone") == whom(state, "the schoolmistress") == "boone"
    assert whom(state, SECRET_ALIAS, gm_notes=True) == "boone"


def test_what_is_hidden_is_on_no_page_until_it_is_told_of() -> None:
    game = told()
    words = shown(game)
    for unseen in ("ledger", "webb", "Webb", "amber", "She dealt"):
        assert unseen not in words
    with pytest.raises(UnknownName, match="nobody and nothing") as refused:
        whom(game.state, "web")
    assert "webb" not in refused.value.then
    game.reply_next("Silas Webb has amber eyes.")
    game.play("I look around.")
    assert whom(game.state, "Silas Webb") == "webb"
    assert "Silas Webb" in shown(game)


def test_what_the_terminal_prints_holds_no_secret_by_names(gm: Gm, home: Path) -> None:
    page = gm("lore", "evening", "--home", home, "--format", "json")
    assert page.code == 0
    assert "secret_aliases" not in page.out
    assert json.loads(page.out)["entities"][0]["id"]


@pytest.mark.parametrize(
    ("campaign", "names"), [("red_mesa", ("Fitch", "Tull")), ("redemption", ("Kettering",)), ("nine_tonnes", ("Hask",))]
)
def test_the_tables_page_shows_no_key_of_a_file_and_no_hidden_company(campaign: str, names: tuple[str, ...]) -> None:
    path = find_pack(campaign)
    game = trial(load_pack(path), "sitting", pack_path=path, seed=3)
    for name in names:
        game.state.met[whom(game.state, name, gm_notes=True)] = 1
    pages = [PAGES["/lore"](game, name) for name in ("", *names)]
    keys = {id for section in (game.state.pack.npcs, game.state.pack.factions, game.state.pack.lore) for id in section if "_" in id}
    for shown_page in pages:
        assert not re.search(r"\b(npcs|factions|locations|items|lore|characters)\.\w", shown_page)
        assert not any(re.search(rf"\b{key}\b", shown_page) for key in keys)
        assert "Saturday men" not in shown_page
