"""Money as people write it, in the campaign's own words, and said back by them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.authoring import load_pack, new_pack, read_pack
from gm_engine.direction.amounts import money
from gm_engine.rules.rulebook import Rulebook
from gm_engine.story.currency import Currency

MARKS = Currency(sign="", unit="mark", units="marks", minor="penny", minors="pence")
POUNDS = Currency(sign="£", unit="pound", units="pounds", minor="penny", minors="pence")


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        ("1 dollar", Currency(), 100), ("two dollars", Currency(), 200), ("5 bits", Currency(), 62), ("$1.50", Currency(), 150),
        ("1.50", Currency(), 150), ("12 cents", Currency(), 12), ("3 marks 20", MARKS, 320), ("3 marks and 20 pence", MARKS, 320),
        ("one penny", MARKS, 1), ("£4", POUNDS, 400), ("twenty-five pounds", POUNDS, 2500), ("half a pound", POUNDS, 50),
        ("1,200 dollars", Currency(), 120000), ("-2.50", Currency(), -250), ("lots", Currency(), None), ("2 marks", Currency(), None),
        ("", Currency(), None), ("3 marks 200", MARKS, None),
    ],
)  # fmt: skip
def test_a_sum_is_read_in_the_campaigns_words(text: str, currency: Currency, amount: int | None) -> None:
    assert currency.read(text) == amount


@given(st.integers(min_value=0, max_value=10_000_000), st.sampled_from([Currency(), MARKS, POUNDS]))
def test_what_is_said_is_read_again(amount: int, currency: Currency) -> None:
    if amount:
        assert currency.read(currency.say(amount)) == amount
        assert currency.read(currency.figure(amount)) == amount
        assert money(f"I offer {currency.say(amount)} for it.", currency) == amount


def test_a_purse_and_a_price_are_written_in_words() -> None:
    pack = load_pack(Path(__file__).parents[1] / "packs" / "ash_hall")
    assert (pack.characters["imogen"].money, pack.npcs["dorcas"].money, pack.items["snuffbox"].price) == (350, 75, 200)
    assert pack.currency.figure(350) == "£3.50"


RULEBOOK = """\
currency: {sign: "", unit: mark, units: marks, minor: penny, minors: pence}
prices: {horse: 45 marks, rope: 1 mark 20 pence, oats: 10}
services: {bath: {price: half a mark, minutes: 45}}
law: {fines: {2: twenty-five marks}, bounties: {3: 100 marks}}
fallen: {care: 3 marks}
"""


def written(folder: Path, rulebook: str) -> Path:
    new_pack(folder)
    (folder / "rulebook.yaml").write_text(rulebook, encoding="utf-8")
    return folder


def test_what_the_rulebook_costs_is_written_in_words(tmp_path: Path) -> None:
    pack = load_pack(written(tmp_path / "p", RULEBOOK))
    book = Rulebook.of(pack.rulebook)
    assert (book.prices["horse"], book.prices["rope"], book.prices["oats"]) == (4500, 120, 10)
    assert book.services["bath"].price == 50
    assert (book.law.fines[2], book.law.bounties[3], book.fallen.care) == (2500, 10000, 300)


def test_a_price_that_is_no_sum_is_found_where_it_stands(tmp_path: Path) -> None:
    reading = read_pack(written(tmp_path / "p", "prices:\n  horse: 4500\n  rope: a great deal\n"))
    (finding,) = [finding for finding in reading.findings if finding.code == "E005"]
    assert finding.where.endswith("rulebook.yaml:3")
    assert "rulebook.prices.rope" in finding.message
    assert "'a great deal'" in finding.message
    assert "350" in finding.fix
