"""Money, spans and dates as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.authoring.dice_text import is_dice
from gm_engine.authoring.measures import cents, is_date, minutes, moment, tenths


@given(st.integers(0, 10**8))
def test_money_is_read_back(amount: int) -> None:
    assert cents(f"{amount // 100}.{amount % 100:02d}") == amount
    assert cents(f"${amount // 100:,}.{amount % 100:02d}") == amount


@pytest.mark.parametrize("text", ["", "lots", "2.5", "1,00", "1.234", "--2", "٣", "2.50 dollars and change"])
def test_what_is_no_money(text: str) -> None:
    assert cents(text) is None


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("3 min", 3),
        ("2 h", 120),
        ("2h", 120),
        ("1 h 30 min", 90),
        ("1 day, 2 hours and 5 minutes", 1565),
        ("1.5 h", 90),
        ("2 weeks", 20160),
        ("7", 7),
    ],
)
def test_spans_of_time(text: str, span: int) -> None:
    assert minutes(text) == span


@pytest.mark.parametrize("text", ["", "soon", "3 furlongs", "9 miles", "-3 min", "h"])
def test_what_is_no_span(text: str) -> None:
    assert minutes(text) is None


@pytest.mark.parametrize(("text", "length"), [("9 miles", 90), ("1 mile", 10), ("2.5 mi", 25), ("half a mile", 5), ("9", 90)])
def test_lengths(text: str, length: int) -> None:
    assert tenths(text) == length


def test_dates() -> None:
    assert moment("1880-02-29") == "1880-02-29 08:00"
    assert moment("1879-02-29") is None
    assert moment("1878-05-07 24:00") is None
    assert not is_date("last winter")


@pytest.mark.parametrize("text", ["2d6", "d6", "d100", "d%", "4d6kh3", "2d20kl1", "1d8+2", "2d6 - 1 + d4"])
def test_dice(text: str) -> None:
    assert is_dice(text)


@pytest.mark.parametrize("text", ["", "6", "d", "2d", "d0", "2d6+", "2x6", "roll d6"])
def test_no_dice(text: str) -> None:
    assert not is_dice(text)
