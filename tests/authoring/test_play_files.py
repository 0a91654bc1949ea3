"""Plays: what is said, expected and directed, and every line that cannot be read."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.authoring import parse_play, read_play
from gm_engine.authoring.play_file import split_words
from gm_engine.authoring.play_words import DIRECTIVES, EXPECTATIONS
from gm_engine.errors import PlayError
from gm_engine.story.play_script import Expectation, Step
from gm_engine.testing.directives import DIRECTIVES as RUN
from gm_engine.testing.expectations import CHECKS

PLAY = """\
---
title: A short one
campaign: dry_fork
seed: 1878
runs: 5
min_pass: 4
allow_faults: true
---
# a comment
== top
> I hand my reins to "Red", and wait.
? at depot
?? not said "gold, silver"
? roll oracle in yes, "yes, and"
? recap has /mon(ey|ies)/i
! save here
! reply "She said \\"no\\"."
! session
! fork top | bottom
-> if flag spared goto bottom else top
-> goto bottom
== bottom
! load here
? same state as here
? no leak
"""


def test_a_play_is_read_line_by_line() -> None:
    play = parse_play(PLAY, "one.play")
    assert (play.title, play.campaign, play.seed, play.runs, play.min_pass, play.allow_faults) == (
        "A short one",
        "dry_fork",
        1878,
        5,
        4,
        True,
    )
    steps = {step.line: step for step in play.steps}
    assert steps[11] == Step(kind="say", line=11, text='I hand my reins to "Red", and wait.')
    assert steps[12].expectation == Expectation(verb="at", words=("depot",), text="at depot")
    soft = Expectation(verb="said", words=("gold, silver",), negated=True, soft=True, text='not said "gold, silver"')
    assert steps[13].expectation == soft
    assert steps[14].expectation is not None
    assert steps[14].expectation.words == ("oracle", "in", "yes", "yes, and")
    assert steps[15].expectation is not None
    assert steps[15].expectation.words == ("has", "/mon(ey|ies)/i")
    assert (steps[16].name, steps[16].words) == ("save", ("here",))
    assert steps[17].words == ('She said "no".',)
    assert (steps[18].name, steps[18].words) == ("session", ())
    assert steps[19].words == ("top", "bottom")
    branch = steps[20]
    assert (branch.label, branch.otherwise) == ("bottom", "top")
    assert branch.expectation is not None
    assert branch.expectation.verb == "flag"
    assert (steps[21].expectation, steps[21].label) == (None, "bottom")
    assert [step.label for step in play.steps if step.kind == "label"] == ["top", "bottom"]


def test_a_play_needs_no_front_matter() -> None:
    play = parse_play("> I wait.\n", "plays/first_ride.play")
    assert (play.title, play.campaign, play.seed, play.gm) == ("First ride", "", None, "embedded")


@pytest.mark.parametrize(
    ("line", "what", "then"),
    [
        ("I wait.", "no sigil", "begins with >"),
        (">", "nothing is said", "after >"),
        ("? att depot", "'att' is no expectation", "did you mean 'at'?"),
        ("?", "an empty expectation", "write one of"),
        ("? at", "at wants more words", "at PLACE"),
        ("? clock audit", "compared with nothing", "clock ID >= 2"),
        ("? no luck", "'no luck'", "no conflict"),
        ('? said "open', "a quote is not closed", '"'),
        ("? said /(/", "no regular expression", "/words/"),
        ("! sav here", "'sav' is no directive", "did you mean 'save'?"),
        ("! save", "save wants more words", "save NAME"),
        ("! load midnight", "nothing was saved as 'midnight'", "! save midnight"),
        ("? same state as hare", "nothing was saved as 'hare'", "did you mean 'here'?"),
        ("-> goto botom", "no label is called 'botom'", "did you mean 'bottom'?"),
        ("-> if flag spared goto bottom else tip", "no label is called 'tip'", "did you mean 'top'?"),
        ("! fork top | tup", "no label is called 'tup'", "did you mean 'top'?"),
        ("-> bottom", "cannot be read", "goto LABEL"),
        ("-> if luck goto bottom", "'luck' is no expectation", ""),
        ("== two words", "one word", "letters"),
        ("== top", "stands here twice", "rename"),
    ],
)
def test_a_line_that_cannot_be_read_is_quoted(line: str, what: str, then: str) -> None:
    with pytest.raises(PlayError) as stop:
        parse_play(PLAY + line + "\n", "one.play")
    assert stop.value.where == "one.play:26"
    assert what in stop.value.what
    assert then in stop.value.then
    shown = line.removeprefix("-> ").removeprefix("! ") if "label is" in what or "saved" in what else line
    assert shown.removeprefix("? ") in stop.value.what
    assert stop.value.slug == "broken-play"


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("title: A short one", "tittle: A short one", 2, "no key 'tittle'"),
        ("seed: 1878", "seed: many", 4, "whole number"),
        ("min_pass: 4", "min_pass: 6", 6, "more than runs"),
        ("allow_faults: true", "allow_faults: maybe", 7, "true or false"),
        ("allow_faults: true\n---\n", "allow_faults: true\n", 1, "not closed"),
        ("title: A short one", "title: A: short", 2, "second ': '"),
    ],
)
def test_front_matter_that_is_wrong(old: str, new: str, line: int, what: str) -> None:
    with pytest.raises(PlayError) as stop:
        parse_play(PLAY.replace(old, new), "one.play")
    assert stop.value.where == f"one.play:{line}"
    assert what in stop.value.what


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\ntitle: x\n---\n"])
def test_a_play_in_which_nothing_happens(text: str) -> None:
    with pytest.raises(PlayError):
        parse_play(text)


def test_several_wrong_lines_are_counted() -> None:
    with pytest.raises(PlayError, match="and 2 more: 2, 3"):
        parse_play("a\nb\nc\n")


def test_the_form_for_tools_is_the_same_play(tmp_path: Path) -> None:
    lined = "---\ntitle: T\ncampaign: c\n---\n== top\n! session Two\n> I wait.\n? at depot\n? no leak\n?? words <= 40\n-> goto top\n"
    tools = """\
title: T
campaign: c
steps:
  - {label: top, do: session Two, say: I wait., expect: [at depot, no leak], soft: words <= 40}
  - branch: goto top
"""
    (tmp_path / "t.yaml").write_text(tools, encoding="utf-8")
    one = [step.model_copy(update={"line": 0}) for step in parse_play(lined).steps]
    assert one == [step.model_copy(update={"line": 0}) for step in read_play(tmp_path / "t.yaml").steps]
    (tmp_path / "t.yaml").write_text(tools.replace("say:", "sey:"), encoding="utf-8")
    with pytest.raises(PlayError, match="did you mean 'say'"):
        read_play(tmp_path / "t.yaml")


def test_a_file_that_is_no_play(tmp_path: Path) -> None:
    with pytest.raises(PlayError, match="no such file"):
        read_play(tmp_path / "none.play")
    (tmp_path / "bad.play").write_bytes(b"> caf\xe9\n")
    with pytest.raises(PlayError, match="not UTF-8"):
        read_play(tmp_path / "bad.play")


@given(st.text(max_size=120))
def test_any_text_is_a_play_or_refused(text: str) -> None:
    with contextlib.suppress(PlayError):
        assert parse_play(text).steps


@given(
    st.lists(
        st.text(st.characters(codec="ascii", exclude_characters='"\\\n', exclude_categories=("Cc",)), min_size=1, max_size=9), max_size=4
    )
)
def test_quoted_words_are_kept_whole(words: list[str]) -> None:
    assert split_words(" ".join(f'"{word}"' for word in words)) == tuple(words)


def test_the_reader_knows_what_the_runner_knows() -> None:
    assert set(EXPECTATIONS) - {"no"} == set(CHECKS)
    assert set(RUN) <= set(DIRECTIVES)
