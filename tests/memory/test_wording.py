"""The check of a worded summary: what its sources do not bear out never stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.memory.chapters import Summary, SummaryLine
from gm_engine.memory.wording_check import unsupported, untraced, worded

SOURCES = (
    "You chose to sit in at the faro table, and did not stay standing.",
    "Nine fast horses were hired out to three men.",
    'You promised Luis Ortega: "bring the horse back by May 9".',
    "Marshal Thorne shot Pete Lund at the well.",
    "Temperance Boone refused to name the dealer.",
    "The Silver Spur owes $1,250 to the bank.",
    "Ortega paid twenty-three dollars for the gray mare.",
)


def a_summary(*sentences: str) -> Summary:
    lines = tuple(SummaryLine(text=text, turns=(n,), sources=(f"story_point:p{n}",), rank=1) for n, text in enumerate(sentences, 1))
    return Summary(id="chapter:s1", level="chapter", title="", place="", minute=0, first=1, last=len(sentences), lines=lines)


@pytest.mark.parametrize(
    "words",
    [
        "You sat in at the faro table rather than standing by, and promised Ortega the horse by May 9.",
        "Pete Lund was shot by Marshal Thorne at the well.",
        "Three men hired nine fast horses.",
        "Later, you promised Luis Ortega that you would bring the horse back.",
        "Temperance Boone would not name the dealer.",
        "The bank is owed 1,250 dollars by the Silver Spur.",
        "For the gray mare Ortega paid 23 dollars.",
        "Horses were hired out: nine of them.",
    ],
)
def test_another_wording_of_the_same_stands(words: str) -> None:
    assert unsupported(words, SOURCES) == ()


@pytest.mark.parametrize(
    ("words", "kind", "piece"),
    [
        ("Elias Thorne shot Pete Lund at the well.", "name", "Elias Thorne"),
        ("Marshal Thorne shot Pete Boone at the well.", "name", "Pete Boone"),
        ("You rode to Glorieta and sat in at the faro table.", "name", "Glorieta"),
        ("Three fast horses were hired out to nine men.", "number", "3 fast"),
        ("A dozen horses were hired out.", "number", "12 horses"),
        ("The Silver Spur owes $1,300 to the bank.", "number", "1300 dollars"),
        ("Ortega paid twenty-four dollars for the gray mare.", "number", "24 dollars"),
        ("Marshal Thorne did not shoot Pete Lund at the well.", "negation", "Marshal Thorne did not shoot Pete Lund at the well"),
        ("Nobody paid Ortega for the gray mare.", "negation", "Nobody paid Ortega for the gray mare"),
        ("Temperance Boone named the dealer.", "negation", "Temperance Boone named the dealer"),
        ("You sat in at the faro table and stayed standing.", "negation", "stayed standing"),
        ("You never promised Ortega to bring the horse back.", "negation", "You never promised Ortega to bring the horse back"),
    ],
)
def test_what_no_source_bears_out_is_found(words: str, kind: str, piece: str) -> None:
    assert (kind, piece) in {(found.kind, found.words) for found in unsupported(words, SOURCES)}


def test_the_plain_summary_stands_where_the_wording_does_not() -> None:
    summary = a_summary(*SOURCES[:2])
    assert worded(summary, SOURCES, "Nine  horses went out to three men.\n") == "Nine horses went out to three men."
    assert worded(summary, SOURCES, "Ten horses went out to three men.") == summary.text
    assert worded(summary, SOURCES, "  ") == summary.text


def test_a_wording_that_is_too_long_does_not_stand() -> None:
    summary = a_summary(SOURCES[1])
    assert worded(summary, (), SOURCES[1], size=5) == summary.text
    assert [found.kind for found in untraced(summary, (), SOURCES[1], size=5)] == ["length"]


def test_the_turns_own_words_bear_a_wording_out_too() -> None:
    summary = a_summary("Met Luis Ortega.")
    assert worded(summary, (), "Luis Ortega has four mules.") == summary.text
    assert worded(summary, ("Luis Ortega keeps four mules in the corral.",), "Luis Ortega has four mules.") == "Luis Ortega has four mules."


@given(st.lists(st.sampled_from(SOURCES), min_size=1, unique=True))
def test_sentences_of_the_sources_always_stand(sentences: list[str]) -> None:
    assert unsupported(" ".join(sentences), SOURCES) == ()


@given(
    st.sampled_from(SOURCES),
    st.from_regex(r"[A-Z][b-y]{4,9}", fullmatch=True).filter(lambda name: name.lower() not in " ".join(SOURCES).lower()),
)
def test_a_name_that_nobody_knows_never_stands(sentence: str, name: str) -> None:
    assert (("name", name)) in {(found.kind, found.words) for found in unsupported(f"{sentence} Then came {name}.", SOURCES)}


@given(st.sampled_from(SOURCES), st.integers(min_value=30, max_value=999))
def test_a_number_that_nobody_said_never_stands(sentence: str, number: int) -> None:
    found = unsupported(f"{sentence} There were {number} of them.", SOURCES)
    assert any(one.kind == "number" and one.words.startswith(str(number)) for one in found)


@given(st.text(max_size=300))
def test_no_text_breaks_it(words: str) -> None:
    unsupported(words, SOURCES)
    unsupported(SOURCES[0], (words,))
