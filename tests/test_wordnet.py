"""The table of word meanings: whole, in order, read by halves."""

import gzip

import pytest

from gm_engine import wordnet
from gm_engine.shipped import shipped


def lines() -> list[str]:
    return gzip.decompress((shipped("data") / "wordnet.tsv.gz").read_bytes()).decode("ascii").splitlines()


def test_the_table_is_in_the_order_that_the_search_needs_and_small() -> None:
    told = lines()
    assert told == sorted(told)
    assert all(line.count("\t") == 3 for line in told)
    assert (shipped("data") / "wordnet.tsv.gz").stat().st_size < 640_000


def test_every_word_is_found_the_first_and_the_last_too() -> None:
    told = lines()
    for line in (*told[:3], *told[:: len(told) // 200], *told[-3:]):
        key, kinds, alike, _ = line.split("\t")
        pos, word = key.split(" ")
        if pos == "n":
            assert wordnet.categories(word) == tuple(kinds.split())
        assert wordnet.synonyms(word, pos) == tuple(alike.split())  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["", "a", "zzzz", "n", "\n", "ünder", "two words"])
def test_what_the_table_does_not_know_means_nothing(word: str) -> None:
    assert wordnet.categories("qq" + word) == ()
    assert wordnet.opposites("qq" + word, "a", near=True) == ()
    assert wordnet.verb_class("qq" + word) == ""


def test_opposites_come_from_the_words_and_from_their_like() -> None:
    assert wordnet.opposed("dead", "alive", "a")
    assert wordnet.opposed("win", "lose", "v")
    assert not wordnet.opposed("tall", "grey", "a", near=True)
    assert not wordnet.opposed("huge", "tiny", "a")
    assert wordnet.opposed("huge", "tiny", "a", near=True)


@pytest.mark.parametrize(
    ("kind", "nouns"),
    [
        ("faction", "band guild clan company cult family militia gang tribe council coven syndicate federation"),
        ("place", "quarter village city country lighthouse school church forest colony farm moon harbour"),
        ("character", "smuggler goddess dragon mare knight brother"), ("item", "brig sword letter robot throne"),
        ("", "festival war spell disease order species xyzzy 12"),
    ],
)  # fmt: skip
def test_a_noun_says_what_is_called_so(kind: str, nouns: str) -> None:
    assert {noun: wordnet.called_so(noun) for noun in nouns.split()} == dict.fromkeys(nouns.split(), kind)
