"""What the table knows: who was met or named in so many words, and nothing by a word that only looks like a name."""

import pytest

from gm_engine.bootstrap import new_game
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.state.table_lore import TableLore
from gm_engine.story.pack import LoreEntry, Pack
from tests.mesa import SECRET_ALIAS, mesa


def told(reply: str, pack: Pack | None = None) -> Game:
    """The campaign after one turn with that reply, in which nobody is met."""
    game = new_game(MemoryJournal("evening"), pack or mesa(), seed=5)
    game.reply_next(reply)
    game.play("I wait.")
    return game


def known(game: Game) -> set[str]:
    return {one.id for one in TableLore(game.state).entities()}


def test_at_first_the_table_knows_its_own_character_its_things_and_where_the_ways_lead() -> None:
    game = new_game(MemoryJournal("evening"), mesa(), seed=5)
    assert known(game) == {"cal", "revolver", "livery", "street"}


@pytest.mark.parametrize(
    ("reply", "named"),
    [
        ("Elias Thorne looks up.", {"thorne"}),
        ("You see Thorne.", {"thorne"}),
        ("It is Thorne's hat.", {"thorne"}),
        ("They speak of Temperance.", {"boone"}),
        ("That is Miss Boone’s door.", {"boone"}),
        ("Perdition Gorge lies north.", {"gorge"}),
    ],
)
def test_who_is_named_is_known(reply: str, named: set[str]) -> None:
    assert known(told(reply)) - {"cal", "revolver", "livery", "street", "ortega"} == named


@pytest.mark.parametrize(
    "reply",
    ["The marshal nods.", "There is ash in the stove.", "Temperance is a virtue.", "A perdition gorge.", f"{SECRET_ALIAS} dealt here."],
)
def test_a_word_that_only_looks_like_a_name_makes_nobody_known(reply: str) -> None:
    assert known(told(reply)) <= {"cal", "revolver", "livery", "street", "ortega"}


def test_what_the_player_says_tells_the_table_nothing() -> None:
    game = new_game(MemoryJournal("evening"), mesa(), seed=5)
    game.reply_next("Nobody answers.")
    game.play("I call for Elias Thorne.")
    assert "thorne" not in known(game)


def test_words_that_name_somebody_unknown_are_shut() -> None:
    table = TableLore(told("Nothing stirs.").state)
    assert not table.opens("He owes Elias Thorne a horse.")
    assert not table.opens("A letter to THE FARO TESS.".title())
    assert not table.places("npcs.thorne.traits")
    assert not table.places("secret:boone_past")
    assert table.opens("The marshal owes somebody a horse.", "Ash falls.") is False
    assert table.opens("The marshal owes somebody a horse.", "There is ash.")
    assert TableLore(told("Elias Thorne looks up.").state).opens("He owes Elias Thorne a horse.")


def test_facts_and_pages_that_join_somebody_to_one_unknown_are_not_known() -> None:
    pack = mesa()
    feud = LoreEntry(id="feud", text="Elias Thorne and Ash Pell have not spoken since the fire.", about=("thorne", "ash"))
    thorne = pack.npcs["thorne"].model_copy(update={"ties": ("sibling: ash",)})
    changed = mesa(npcs={**pack.npcs, "thorne": thorne}, lore={**pack.lore, "feud": feud})
    game = told("Elias Thorne looks up.", changed)
    table = TableLore(game.state)
    facts = table.facts(game.state.lore.facts("thorne"))
    assert {fact.relation for fact in facts} >= {"eyes", "left_hand"}
    assert not any(fact.value.entity == "ash" for fact in facts)
    assert [entry.id for entry in table.entries("thorne")] == ["hand"]
    later = TableLore(told("Elias Thorne nods to Ash Pell.", changed).state)
    assert {entry.id for entry in later.entries("thorne")} == {"feud", "hand"}


def test_the_gms_notes_hold_everything() -> None:
    table = TableLore(told("Nothing stirs.").state, gm_notes=True)
    [boone] = [one for one in table.entities() if one.id == "boone"]
    assert boone.secret_aliases == {SECRET_ALIAS: "boone_past"}
    assert table.opens(SECRET_ALIAS)
    assert table.places("secret:boone_past")
    assert table.knows("thorne")
