"""The inverted index against a plain reading of the same formula."""

from collections import Counter
from math import isclose, log

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.memory.lexical import K1, B, Lexicon

TERMS = st.sampled_from(["gun", "horse", "well", "rope", "hand"])
TEXTS = st.dictionaries(st.sampled_from("abcdefgh"), st.lists(TERMS, min_size=1, max_size=8).map(Counter), min_size=1, max_size=8)


def by_hand(texts: dict[str, Counter[str]], asked: dict[str, int]) -> dict[str, float]:
    mean = sum(text.total() for text in texts.values()) / len(texts)
    scores = {}
    for id, text in texts.items():
        score = 0.0
        for term, times in asked.items():
            holding = sum(term in other for other in texts.values())
            rarity = log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
            score += times * rarity * text[term] * (K1 + 1) / (text[term] + K1 * (1 - B + B * text.total() / mean)) if text[term] else 0
        if score:
            scores[id] = score
    return scores


def filled(texts: dict[str, Counter[str]]) -> Lexicon[str]:
    lexicon = Lexicon[str]()
    for id, text in texts.items():
        lexicon.put(id, text)
    return lexicon


@given(TEXTS, st.dictionaries(TERMS, st.integers(1, 3), max_size=4))
def test_scores_are_bm25(texts: dict[str, Counter[str]], asked: dict[str, int]) -> None:
    found, expected = filled(texts).scores(asked), by_hand(texts, asked)
    assert found.keys() == expected.keys()
    assert all(isclose(found[id], expected[id]) for id in found)


@given(TEXTS, TEXTS, st.dictionaries(TERMS, st.just(1), max_size=4))
def test_what_was_replaced_or_dropped_leaves_no_trace(
    old: dict[str, Counter[str]], new: dict[str, Counter[str]], asked: dict[str, int]
) -> None:
    lexicon = filled(old)
    for id in old:
        if id not in new:
            lexicon.drop(id)
    for id, text in new.items():
        lexicon.put(id, text)
    assert lexicon.best(asked, 9) == filled(new).best(asked, 9)
    assert len(lexicon) == len(new)


def test_rare_words_tell_more() -> None:
    lexicon = filled({"a": Counter(["gun", "well"]), "b": Counter(["gun"]), "c": Counter(["gun"])})
    assert lexicon.rarity("well") > lexicon.rarity("gun") > lexicon.rarity("rope") == 0.0


def test_ties_are_broken_by_id() -> None:
    lexicon = filled({"b": Counter(["gun"]), "a": Counter(["gun"])})
    assert [id for id, _ in lexicon.best({"gun": 1}, 2)] == ["a", "b"]


@given(TEXTS, st.dictionaries(TERMS, st.just(1), max_size=4), st.integers(1, 8))
def test_the_best_few_are_the_first_of_all(texts: dict[str, Counter[str]], asked: dict[str, int], most: int) -> None:
    lexicon = filled(texts)
    assert lexicon.best(asked, most) == sorted(lexicon.scores(asked).items(), key=lambda hit: (-hit[1], hit[0]))[:most]


def test_an_empty_index_finds_nothing() -> None:
    assert Lexicon[str]().scores({"gun": 1}) == {}
