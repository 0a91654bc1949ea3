"""Words without the marks in which other programs set them."""

import time

import pytest

from gm_engine.story.bare_words import bare, pictures_in, without_notes


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("*He nods.* **Rain** falls, __all__ _day_.", "He nods. Rain falls, all day."),
        ('***"Come."*** *He goes.', '"Come." He goes.'),
        ("*One day\n\nin May* it rains.", "One day\n\nin May it rains."),
        ("* smiles *\nSo.", "smiles\nSo."),
        ("He waits.<br>She <b>goes</b>.<br/>Rain &amp; wind.", "He waits.\nShe goes.\nRain & wind."),
        ("<p>Dust.</p><p>Rain.</p><!-- unseen --><style>p{}</style>", "Dust.\n\nRain."),
        ("# Night\n## Day #\n---\nRain.\n* * *\nWind.", "Night\nDay #\nRain.\nWind."),
        ("```\nA letter.\n```", "A letter."),
        ("~~~x\nOne.\n``` y\nTwo.\n ~~~\nThree.", "One.\n``` y\nTwo.\n\nThree."),
        ("~~Never~~ ||always|| `now`.", "Never always now."),
        ("> He said so.\n>> Twice.", "He said so.\nTwice."),
        ("See ![a map](map.png) the [ferry](https://example.org/a).", "See the ferry."),
        (r"\*Not\* \_this\_.", "*Not* _this_."),
    ],
)
def test_marks_are_taken_off_and_the_words_stay(marked: str, told: str) -> None:
    assert bare(marked) == told


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4", "salt* is dear", "M*A*S*H and s**t", "a_file_name", "He wrote ____ on it.", "| a || b |", "a <3 b", "R&D; x & y",
        "<START> <Sal>",
        "* one\n* two", "He is [tall] (very).", "C# and #1", "1 - 2 - 3", "x~~y", "-- no --", "10 > 9",
    ],
)  # fmt: skip
def test_what_is_no_mark_stays(text: str) -> None:
    assert bare(text) == text


def test_a_line_of_the_players_keeps_its_mark_where_quotations_have_none() -> None:
    assert bare("> *I go.*\nDust.", quotes=False) == "> I go.\nDust."


def test_pictures_are_found_as_they_are_written() -> None:
    assert pictures_in('A ![](a.png) and <img src="b.png">.') == ("![](a.png)", '<img src="b.png">')


@pytest.mark.parametrize(
    "piece",
    [
        "~~a ",
        "<!--",
        "<style>",
        "# a \t",
        "a* ",
        "**",
        "`a",
        "[a](/",
        "![a](",
        " \t<",
        "- ",
        "||",
        "```\n",
        "```x\n",
        "~~~x\n",
        "&#",
        "<img ",
        "\\*",
    ],
)
def test_no_text_takes_long(piece: str) -> None:
    began = time.process_time()
    bare(piece * 20_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("piece", ["[", "{", "[{", " ", "[ ", "]["])
def test_no_brackets_take_long(piece: str) -> None:
    began = time.process_time()
    without_notes(piece * 50_000, "[]{}", gap=True)
    assert time.process_time() - began < 5
