"""Whoever is "you" in what is told: the hero by their own name, and nothing else that is called so."""

import time

import pytest

from gm_engine.narrator.addressing import addressed
from gm_engine.story.pack import UNNAMED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Sam lies. Sam has gone. Mara saw Sam, and Sam was ill.", "You lie. You have gone. Mara saw you, and you were ill."),
        ("Does Sam know? Where was Sam? So has Sam. The thief is Sam.", "Do you know? Where were you? So have you. The thief is you."),
        ("Rain. Sam and Mara are friends. Sam's mule is not Mara's: it is Sam's.",
         "Rain. You and Mara are friends. Your mule is not Mara's: it is yours."),
        ("Sam, who lies, smiles. Mara kissed Sam, who never runs.", "You, who lie, smile. Mara kissed you, who never run."),
        ("Sam, a smith, is late. Sam is rich and has a mule. Sam limps and horses run.",
         "You, a smith, are late. You are rich and have a mule. You limp and horses run."),
        ("When Sam sometimes sings, Mara weeps. Suddenly Sam falls.", "When you sometimes sing, Mara weeps. Suddenly you fall."),
        ('"Sam is late," he says. He says, "Sam is late."', '"You are late," he says. He says, "You are late."'),
        ("Mara knows the day Sam came, and that Sam stays.", "Mara knows the day you came, and that you stay."),
    ],
)  # fmt: skip
def test_whoever_is_called_so_is_you_and_every_sentence_agrees(text: str, told: str) -> None:
    assert addressed(text, "Sam") == told


@pytest.mark.parametrize(
    "text",
    [
        "Sam Hill lies north.", "Fort Sam is old. Is Fort Sam far?", "They met at Sam's Rest.", "The Sam is a river.", "Old Sam is dead.",
        "Dr. Sam is in.", "Sam & Sons sell rye.", "Sams are many in Sam-town.", "Ask at Sam Hill's mill.",
    ],
)  # fmt: skip
def test_what_has_the_name_within_its_own_is_not_the_hero(text: str) -> None:
    assert addressed(text, "Sam") == text


@pytest.mark.parametrize(
    "text",
    [
        "The Traveller's Rest is an inn. A Traveller pays well; the Traveller sleeps.", "Every weary old Traveller pays.",
        "Traveller's Rest is full. Travellers sleep there.", "No such Traveller came. Weary Traveller songs are sung.",
    ],
)  # fmt: skip
def test_the_common_word_is_never_the_hero_whom_nobody_named(text: str) -> None:
    assert addressed(text, UNNAMED) == text


def test_the_hero_whom_nobody_named_is_you() -> None:
    text = "The captain trusts Traveller. Mara owes Traveller rye. Traveller has a mule at the Traveller's Rest."
    assert addressed(text, UNNAMED) == "The captain trusts you. Mara owes you rye. You have a mule at the Traveller's Rest."


def test_a_name_that_its_text_has_as_a_word_is_a_word_behind_a_determiner() -> None:
    assert addressed("Rose weeps. A wild Rose grows where a rose was.", "Rose") == "You weep. A wild Rose grows where a rose was."


@pytest.mark.parametrize("piece", ["Sam ", "Sam, who ", "and Sam is ", "Sam a ", "a", "Sam the x", ". Sam "])
def test_no_text_takes_long(piece: str) -> None:
    began = time.perf_counter()
    addressed(piece * 20_000 + " Sam", "Sam")
    assert time.perf_counter() - began < 8
