"""Words by which two sentences may stand together: what a way finds in them is let pass."""

import pytest

from gm_engine.continuity.second.guards import untold
from gm_engine.continuity.second.weigh import candidates
from tests.continuity.second.laid import Pair
from tests.continuity.told import beside_each_other, two_tellings

KEPT: tuple[Pair, ...] = (
    ("Judith Orr is blind.", "Judith Orr sees the rider first and points him out."),
    ("Joseph Demir is deaf.", "Joseph Demir hears the latch and reaches for the gun."),
    ("Rafe Nolan is illiterate.", "Rafe Nolan reads the letter aloud."),
    ("Silas Boone never married.", "Silas Boone's wife pours the coffee."),
    ("There is only one well in Carver Springs.", "Carver Springs's other well is the sweeter."),
    ("You pawn the gold watch at Feldman's.", "You pull the gold watch from your waistcoat."),
    ("Jack Mullen is a thin man.", "Jack Mullen is a fat man."),
    ("Marshal Coy has green eyes.", "Marshal Coy has blue eyes."),
)
"""Earlier and later: nothing lets this clash pass."""

PASSED: tuple[Pair, ...] = (
    ("Judith Orr is blind in one eye.", "Judith Orr sees the rider first and points him out."),
    ("Joseph Demir is deaf to all advice.", "Joseph Demir hears the latch and reaches for the gun."),
    ("Moira Keane is blind.", "Moira Keane sees what you mean and laughs."),
    ("Rafe Nolan is illiterate.", "Rafe Nolan reads the tracks like a book."),
    ("Gideon Fell never had a child.", "Gideon Fell's adopted daughter holds the lantern."),
    ("There is only one well in Carver Springs.", "They could use a second well in Carver Springs."),
    ("You pawn the gold watch at Feldman's.", "You redeem the gold watch. You pull the gold watch from your waistcoat."),
    ("Jack Mullen is a thin man.", "Five years on, Jack Mullen has grown fat on hotel cooking."),
    ("Marshal Coy has green eyes.", "In a better light Marshal Coy might have blue eyes."),
    ("Hob Carver is seventy years old.", "Hob Carver claims that he is forty years old."),
)
"""Earlier and later: what looks like a clash may stand together."""

ALL = (*KEPT, *PASSED)


@pytest.fixture(scope="module")
def found() -> dict[Pair, list[str]]:
    told = beside_each_other([two_tellings(*pair) for pair in ALL], lambda one: (c.type for c in candidates(*one.sentences, one.ground)))
    return dict(zip(ALL, told, strict=True))


@pytest.mark.parametrize("pair", KEPT, ids=" // ".join)
def test_a_clash_is_not_let_pass(pair: Pair, found: dict[Pair, list[str]]) -> None:
    assert found[pair]


@pytest.mark.parametrize("pair", PASSED, ids=" // ".join)
def test_what_may_stand_together_is_let_pass(pair: Pair, found: dict[Pair, list[str]]) -> None:
    assert not found[pair]


def test_only_what_is_claimed_or_supposed_is_untold() -> None:
    later = (
        "He claims that he is forty.",
        "Ada Pruitt might have blue eyes.",
        "Ada Pruitt has blue eyes.",
        "She must still ask Ada Pruitt.",
    )
    told = beside_each_other([two_tellings("Ada Pruitt waits.", text) for text in later], lambda one: [untold(one.sentences[1])])
    assert [set(one) for one in told][1:] == [{True}, {False}, {False}]
