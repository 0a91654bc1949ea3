"""What a note says cannot both be true: both quotes to the letter, how sure, which class; what is certain settles itself."""

import pytest

from gm_engine.bootstrap import verify_game
from gm_engine.play.note_clashes import CLASSES
from gm_engine.story.conflict import Conflict
from tests.play.heard import Table, by

OLD = "The bakery burnt to the ground in March."
NEW = "The bakery stands white and whole on its corner."
EYES = "Miss Boone's brown eyes find yours."


def clash(new: str = NEW, old: str = OLD, **fields: object) -> dict[str, object]:
    return {"new": new, "old": old, "kind": "quantity_state", "sure": 90, "why": "it burnt in March", **fields}


def told(*clashes: object, first: str = OLD, second: str = NEW) -> Table:
    table = Table()
    table.turn(f"{first} A dog sleeps in the road.")
    table.turn(f"You walk on. {second}", clashes=clashes)
    return table


def conflicts(table: Table) -> list[Conflict]:
    return list(table.game.state.conflicts.values())


def test_both_sentences_stand_in_it_to_the_letter_with_their_turns() -> None:
    [found] = conflicts(told(clash()))
    assert (found.established.quote, found.established.turn) == (OLD, 1)
    assert (found.incoming.quote, found.incoming.turn) == (NEW, 2)
    assert (found.kind, found.confidence, found.status) == ("quantity_state", 90, "open")
    assert found.why.endswith("it burnt in March")


def test_a_part_of_a_sentence_is_enough_and_the_whole_of_it_is_shown() -> None:
    [found] = conflicts(told(clash(new="stands white and whole", old="burnt to the ground")))
    assert (found.established.quote, found.incoming.quote) == (OLD, NEW)


def test_signs_may_be_set_otherwise() -> None:
    table = told(clash(new="“It’s whole,” she says – and laughs.", old=OLD), second='"It\'s whole," she says - and laughs.')
    assert [found.incoming.quote for found in conflicts(table)] == ['"It\'s whole," she says - and laughs.']


@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_every_class_is_known(kind: str) -> None:
    assert [found.kind for found in conflicts(told(clash(kind=kind)))] == [kind]


@pytest.mark.parametrize(
    ("sure", "is_one"),
    [(75, 75), (95, 95), (100, 99), (0.9, 90), (1.0, 99), (74, 0), (60, 0), (0, 0), (-1, 0), (10**9, 0), ("90", 0), (None, 0), (True, 0)],
)
def test_how_sure_it_is_decides_whether_it_is_one(sure: object, is_one: int) -> None:
    assert [found.confidence for found in conflicts(told(clash(sure=sure)))] == ([is_one] if is_one else [])


@pytest.mark.parametrize("sure", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_ends_no_turn(sure: str) -> None:
    """A note that was "NaN" sure once ended the turn."""
    table = Table()
    table.turn(OLD)
    table.model.told["note"] = f'{{"rows": [], "clashes": [{{"new": "{NEW}", "old": "{OLD}", "kind": "life_death", "sure": {sure}}}]}}'
    table.model.answers.append(NEW)
    table.game.play("I wait.")
    assert (table.game.state.turn, conflicts(table)) == (2, [])


@pytest.mark.parametrize(
    "row",
    [
        clash(new="The bakery is whole."), clash(old="The bakery was never there."), clash(new=""), clash(old=None), clash(kind="vibes"),
        clash(kind=["life_death"]), clash(new="on"), clash(new=OLD, old=NEW), {}, [], 7,
    ],
)  # fmt: skip
def test_a_pair_that_was_not_told_is_none(row: object) -> None:
    assert conflicts(told(row)) == []


def test_the_same_pair_twice_is_one_and_ten_thousand_are_a_few() -> None:
    assert len(conflicts(told(*[clash()] * 10_000))) == 1


def test_a_reason_without_end_is_none_and_a_long_one_is_cut() -> None:
    assert len(conflicts(told(clash(why="because " * 100)))[0].why) < 400
    assert "it gives no reason" in conflicts(told(clash(why="because " * 1000)))[0].why


def against_canon(right: str) -> Table:
    """A slip against what the author wrote, and later a sentence that agrees with the author."""
    table = Table()
    table.turn("Miss Boone's gray eyes are black as coal today, and brown, too.")
    assert table.game.state.lore.facts("boone", "eyes")
    table.turn(
        "Miss Boone's gray eyes find yours.",
        clashes=[clash(new="Miss Boone's gray eyes find yours.", old="black as coal today, and brown", kind="physical_trait", right=right)],
    )
    return table


def test_what_agrees_with_the_author_settles_itself_for_canon() -> None:
    [found] = conflicts(against_canon("new"))
    assert found.status == "settled"
    assert found.settlement is not None
    assert found.settlement.resolution == "accept"


@pytest.mark.parametrize("right", ["old", "", "both", "NEW!"])
def test_anything_else_stays_open(right: str) -> None:
    assert [found.status for found in conflicts(against_canon(right))] == ["open"]


def test_what_the_author_wrote_is_a_side_of_its_own() -> None:
    table = Table()
    table.turn(EYES)
    certain = table.model.questions[-1].user.partition("Told before")[0]
    line = next(line for line in certain.splitlines() if "Boone" in line and "eyes" in line)
    table.turn(EYES, clashes=[clash(new=EYES, old=line, kind="physical_trait", right="new")])
    [found] = conflicts(table)
    assert (found.established.voice, found.established.quote, found.status) == ("author", line, "open")


def test_clashes_of_a_note_replay_without_a_model() -> None:
    table = told(clash())
    table.turn("Nothing stirs.", by("fact", "Nothing stirs.", name="you", text="Nothing stirs"))
    assert verify_game(table.game.journal).turns == 3
