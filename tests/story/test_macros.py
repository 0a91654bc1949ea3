"""Macros of other programs: what they stand for here, and that no hole is left where nobody knows."""

import time
from typing import Any

import pytest

from gm_engine.story.calendar import Calendar
from gm_engine.story.macros import filled, names_of, outlets_in

CLOCK = Calendar(start="1878-05-07 17:30").clock(0)


def told(text: str, **more: Any) -> str:
    return filled(text, "Ana", "Bo", **more).text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{Char}}, <BOT>, <CHAR>, {{group}} and {{charIfNotGroup}}; {{user}}, <USER>, {{notChar}}.",
         "Ana, Ana, Ana, Ana and Ana; Bo, Bo, Bo."),
        ("It is {{time}} on {{weekday}}, {{date}}.", "It is 5.30 in the evening on Tuesday, May 7, 1878."),
        ("{{isotime}} {{isodate}} {{time_UTC-4}}", "17:30 1878-05-07 5.30 in the evening"),
        ("{{random:a,b}}{{random::c::d}}{{pick: e , f}}", "ace"),
        ("{{roll:d6}} {{roll 6}} {{roll:2d6+3}} {{roll:1d20-1}}", "1 1 5 0"),
        ("a{{// no}}b{{comment: no}}c{{hidden_key:no}}d{{original}}e{{noop}}", "abcde"),
        ("Rain.\n\n{{trim}}\n\nWind.{{newline}}So.", "Rain.Wind.\nSo."),
        ("{{setvar::way::{{random:north,south}}}}They go {{getvar::way}}.", "They go north."),
        ("{{setvar::n::2}}{{addvar::n::3}}{{incvar::n}} {{decvar::n}} {{getvar::n}}", "6 5 5"),
        ("{{if user}}{{user}} waits.{{else}}Nobody does.{{/if}}", "Bo waits."),
        ("{{if getvar::x}}A{{if user}}B{{/if}}{{else}}C{{if !user}}D{{else}}E{{/if}}{{/if}}", "CE"),
        ("{{#if 0}}No.{{/if}}Yes.", "Yes."),
        ("{{reverse:live}}", "evil"),
        ("{{if user}}open", "open"),
        ("{{open {{char}}", "{{open Ana"),
        ("{} {a} }} {{", "{} {a} }} {{"),
        ("You are ${name[Cy]}, of ${1#town[Gao]:Where?}; ${Town} is far. %{name[Cy]:Who?}${character.name} waits.",
         "You are Cy, of Gao; Gao is far. Bo waits."),
    ],
)  # fmt: skip
def test_what_is_known_is_filled_in(text: str, words: str) -> None:
    assert filled(text, "Ana", "Bo", clock=CLOCK) == (words, (), ())


@pytest.mark.parametrize(
    ("text", "words", "unknown"),
    [
        ("It is {{time}} on {{date}}. Rain falls.", "Rain falls.", ("{{time}}", "{{date}}")),
        ("Rain falls. {{idle_duration}} have gone by!", "Rain falls.", ("{{idle_duration}}",)),
        ("She said {{lastMessage}}\nRain falls.", "Rain falls.", ("{{lastMessage}}",)),
        ('"It is {{time}}. Come in," she says. Rain.', '"Come in," she says. Rain.', ("{{time}}",)),
        ('He says, "Come. It is {{time}}." Rain.', 'He says, "Come." Rain.', ("{{time}}",)),
        ("Dr. {{zz}} Vane is here. He stays.", "He stays.", ("{{zz}}",)),
        ("{{zz}} waits. She hates Dr. Vane.", "She hates Dr. Vane.", ("{{zz}}",)),
        ("{{persona}} {{getvar::x}}", "", ("{{persona}}", "{{getvar::x}}")),
        ("{{unknown::{{char}}}} Rain.", "", ("{{unknown::Ana}}",)),
        ("Your ${beast} waits.", "Your somebody waits.", ("${beast}",)),
    ],
)
def test_a_sentence_that_needs_what_nobody_knows_is_left_out_whole_and_told(text: str, words: str, unknown: tuple[str, ...]) -> None:
    assert filled(text, "Ana", "Bo") == (words, unknown, ())


def test_a_story_without_dates_tells_its_day_and_the_part_of_it() -> None:
    assert filled("It is {{time}} on {{date}}. It is {{weekday}}.", "", "", clock=Calendar(start="08:00").clock(0)) == (
        "It is morning on day 1.", ("{{weekday}}",), ()
    )  # fmt: skip


def test_other_texts_stand_where_they_are_asked_for_and_not_for_ever() -> None:
    texts = {"description": "{{char}} is tall."}
    assert told("{{description}} So.", texts=texts) == "{{char}} is tall. So."
    assert len(told("{{description}}\n" * 100, texts=texts).split("\n")) == 4


@pytest.mark.parametrize(
    ("text", "macro", "more"),
    [
        ("{{setvar::a::" + "x" * 9_000 + "}}Rain. " + "{{getvar::a}}. " * 20_000, "{{getvar::a}}", {}),
        ("Rain. " + "{{outlet::a}}. " * 100, "{{outlet::a}}", {"outlets": {"a": "{{outlet::a}}" * 30 + "x"}}),
        ("Rain. " + "{{char}}. " * 20_000, "{{char}}", {}), ("Rain. " + "<CHAR>. " * 20_000, "<CHAR>", {}),
    ],
    ids=["variable", "outlet", "name", "old_name"],
)  # fmt: skip
def test_what_macros_make_of_a_text_has_an_end_and_what_is_left_out_is_told(text: str, macro: str, more: dict[str, Any]) -> None:
    began = time.process_time()
    made = filled(text, "Ana" * 3_000, "Bo", **more)
    assert time.process_time() - began < 5
    assert made.text.startswith("Rain.")
    assert len(made.text) < len(text) + 600_000
    assert (made.unknown, made.endless) == ((), (macro,))


def test_a_condition_does_once_what_it_asks() -> None:
    assert told("{{#if incvar::x}}a{{/if}}{{getvar::x}}") == "a1"


def test_outlets_stay_until_they_are_known() -> None:
    assert told("{{outlet::A}}") == "{{outlet::A}}"
    assert outlets_in("{{outlet::A}}") == ("A",)
    assert told("{{outlet::A}}", outlets={"A": "x {{outlet::B}}", "B": "y"}) == "x y"


def test_a_title_loses_only_what_nobody_knows() -> None:
    assert names_of("{{char}}'s {{mood}} {{time}} bell", "Ana", "Bo") == "Ana's bell"


@pytest.mark.parametrize(
    "text",
    [
        "{{" * 50_000, "{{" * 20_000 + "}}" * 20_000, "{{if a}}" * 20_000 + "x" * 50_000 + "{{/if}}" * 20_000,
        "{{reverse:" * 20_000 + "}}" * 20_000, "{{x}}. " * 20_000, "." * 100_000 + "{{x}}", '"' * 50_000 + "{{x}}", "{{trim}}\n" * 30_000,
        "{{setvar::a::xx}}" + "{{setvar::a::{{getvar::a}}{{getvar::a}}}}" * 200 + "{{getvar::a}}",
    ],
)  # fmt: skip
def test_no_text_takes_long_or_grows_without_end(text: str) -> None:
    began = time.process_time()
    assert len(told(text)) <= len(text) + 20_000
    assert time.process_time() - began < 5
