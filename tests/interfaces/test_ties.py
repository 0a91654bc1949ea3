"""How two are tied, by the terminal, as JSON and on the graph: in sentences, with what they come from, and no secrets."""

import html
import json
from pathlib import Path

import pytest

from gm_engine.bootstrap import new_game, verify_game
from gm_engine.errors import UnknownName
from gm_engine.exchange.graph_export import graph_data, graph_html, graph_mermaid, graph_svg, picture_of
from gm_engine.exchange.why_html import Drawn, why_html
from gm_engine.interfaces.cli.reasons import why_text
from gm_engine.interfaces.cli.ties import ties_data, ties_json, ties_text
from gm_engine.interfaces.serve.shapes import TiesPage
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.story.pack import Item, Person
from tests.interfaces.conftest import Gm
from tests.mesa import SECRET_ALIAS, mesa

SPY = Person(name="Silas Webb", pronouns="he", ties=("spouse: ash",), visibility="gm")
VERA = Person(name="Vera Pell", pronouns="she", ties=("sibling: ash", "works_for: thorne"), at="saloon")
KEYS = {
    "one", "other", "kind", "relation", "says", "when", "stands", "since", "until", "record", "turn", "quote", "where", "reader",
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    """Vera is Ash's sister and works for Thorne; Boone is married to a spy whom nobody knows; three have a revolver each."""
    pack = mesa()
    boone = pack.npcs["boone"].model_copy(update={"ties": ("sibling: webb", "spouse: webb"), "items": {"revolver": 1}})
    thorne = pack.npcs["thorne"].model_copy(update={"items": {"revolver": 1}})
    items = {**pack.items, "revolver": Item(name="the revolver", weapon="revolver")}
    changed = mesa(npcs={**pack.npcs, "boone": boone, "thorne": thorne, "webb": SPY, "vera": VERA}, items=items)
    played = new_game(MemoryJournal("evening"), changed, seed=5)
    played.reply_next("Luis Ortega is Vera Pell's cousin.")
    played.play("I wait.")
    for met in ("ash", "boone", "thorne"):
        played.state.met[met] = 1
    return played


def test_how_two_are_tied_is_told_step_by_step_with_what_it_comes_from(game: Game) -> None:
    assert ties_text(game.state, "Ash", "Elias Thorne").splitlines() == [
        "1. Ash Pell to Elias Thorne, 2.3 steps:",
        "   Vera Pell is Ash Pell's sister.",
        '       npcs.vera: "Vera Pell: sibling Ash Pell."',
        "   Vera Pell works for Elias Thorne.",
        '       npcs.vera: "Vera Pell: works for Elias Thorne."',
    ]


def test_what_a_reply_told_is_quoted_with_its_turn(game: Game) -> None:
    text = ties_text(game.state, "ortega", "vera")
    assert "1. Luis Ortega to Vera Pell, 1 step:" in text
    assert "cousin" in text
    assert 'turn 1: "Luis Ortega is Vera Pell\'s cousin."' in text


def test_as_json_the_keys_are_stable_and_fit_the_schema(game: Game) -> None:
    data = json.loads(ties_json(game.state, "ash", "thorne"))
    assert list(data) == ["one", "other", "tied", "ways"]
    assert (data["one"], data["other"], data["tied"]) == ("ash", "thorne", True)
    assert all(set(tie) == KEYS for way in data["ways"] for tie in way["ties"])
    TiesPage.model_validate(data)
    back = ties_data(game.state, "thorne", "ash")
    assert [tie["record"] for tie in back["ways"][0]["ties"]] == [tie["record"] for tie in data["ways"][0]["ties"]][::-1]


def test_that_nothing_ties_them_is_said(game: Game) -> None:
    assert ties_text(game.state, "ortega", "boone") == "Nothing on record ties Luis Ortega to Temperance Boone."
    assert json.loads(ties_json(game.state, "ortega", "boone")) == {"one": "ortega", "other": "boone", "tied": False, "ways": []}
    assert ties_text(game.state, "ash", "Ash Pell") == "Both are Ash Pell."


def test_two_who_each_have_a_revolver_are_not_tied_by_it(game: Game) -> None:
    assert not ties_data(game.state, "boone", "thorne")["tied"]


def test_no_secret_leaves_by_a_tie(game: Game) -> None:
    """A spy is married into two families: no way goes through him, and no export of the table's names him."""
    assert not ties_data(game.state, "boone", "ash")["tied"]
    for name in ("webb", "Silas Webb", SECRET_ALIAS):
        with pytest.raises(UnknownName):
            ties_data(game.state, name, "ash")
    picture = picture_of(game.state)
    shown = [
        graph_data(game.state, "json"),
        graph_data(game.state, "graphml"),
        graph_html(picture),
        graph_svg(picture),
        graph_mermaid(picture),
    ]
    assert not any("webb" in text.casefold() or SECRET_ALIAS.casefold() in text.casefold() for text in shown)
    assert "Silas Webb" in graph_html(picture_of(game.state, gm_notes=True))
    assert '"webb"' in graph_data(game.state, "json", gm_notes=True)


def test_the_ties_stand_in_every_form_of_the_graph(game: Game) -> None:
    rows = json.loads(graph_data(game.state, "json"))["ties"]
    (works,) = [row for row in rows if row["relation"] == "works_for"]
    assert (works["from"], works["to"], works["kind"], works["quote"]) == (
        "vera", "thorne", "membership", "Vera Pell: works for Elias Thorne.",
    )  # fmt: skip
    assert '<data key="kind">membership</data>' in graph_data(game.state, "graphml")
    picture = picture_of(game.state)
    assert "Vera Pell works for Elias Thorne" in graph_svg(picture)
    assert "<td>Vera Pell works for Elias Thorne</td><td>membership</td>" in graph_html(picture)
    assert "-- works for -->" in graph_mermaid(picture)


def test_gm_why_says_by_which_ties_something_came_to_mind(game: Game) -> None:
    """In play: Ortega is here, his cousin Vera is not; what concerns her is near, the prompt's record says why, and a replay agrees."""
    again = new_game(MemoryJournal("again"), game.state.pack, seed=5)
    again.reply_next("Luis Ortega is Vera Pell's cousin. Vera Pell has green eyes and a silver watch.")
    again.play("I wait.")
    again.play("What now?")
    tied = {by.text for reason in again.why(2) for by in reason.element.tied}
    assert "Vera Pell is Luis Ortega's cousin" in tied
    assert "tied by: Vera Pell is Luis Ortega's cousin" in " ".join(why_text(again, 2, gm_notes=True).split())
    page = why_html("Turn 2", [Drawn(again.prompt_of(2), "What now?", again.why(2))], again.tools.budget)
    assert "tied by: Vera Pell is Luis Ortega's cousin" in html.unescape(page)
    assert verify_game(again.journal).turns == 2


def test_the_words_of_a_tie_go_with_the_turn_that_told_it(game: Game) -> None:
    """A later prompt quotes no turn that was taken out of the record, in its ties neither."""
    again = new_game(MemoryJournal("again"), game.state.pack, seed=5)
    again.reply_next("Luis Ortega is Vera Pell's cousin. Vera Pell has green eyes and a silver watch.")
    again.play("I wait.")
    again.play("What now?")
    assert "Luis Ortega's cousin" in str(again.why(2))
    again.redact(1)
    assert "Luis Ortega's cousin" not in str(again.why(2))
    later = "".join(entry.event.model_dump_json() for entry in again.journal.entries() if entry.event.turn == 2)
    assert "Luis Ortega's cousin" not in later
    assert not ties_data(again.state, "ortega", "vera", gm_notes=True)["tied"]


def test_undo_takes_back_what_a_turn_tied(game: Game) -> None:
    again = new_game(MemoryJournal("again"), mesa(npcs={**mesa().npcs, "vera": VERA}), seed=5)
    again.reply_next("Luis Ortega is Vera Pell's cousin.")
    again.play("I wait.")
    assert ties_data(again.state, "ortega", "vera")["tied"]
    again.undo()
    with pytest.raises(UnknownName):
        ties_data(again.state, "ortega", "vera")
    assert not ties_data(again.state, "ortega", "vera", gm_notes=True)["tied"]


def test_the_terminal_takes_two_names(gm: Gm, played: Path) -> None:
    said = gm("lore", "evening", "Ortega", "Cal", "--home", played)
    assert said.code == 0, said.err
    assert "1. Luis Ortega to" in said.out or "Nothing on record ties" in said.out
    data = json.loads(gm("lore", "evening", "Ortega", "Cal", "--format", "json", "--home", played).out)
    assert set(data) == {"one", "other", "tied", "ways"}
    wrong = gm("lore", "evening", "Ortega", "Zebulon", "--home", played)
    assert wrong.code != 0
    assert "Zebulon" in wrong.err
