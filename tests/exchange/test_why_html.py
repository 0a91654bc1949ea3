"""The page that draws a prompt: the budget as a bar, scores as their parts, nothing from elsewhere."""

import re

from gm_engine.bootstrap import trial
from gm_engine.exchange.why_html import Drawn, why_html
from gm_engine.story.budget import Budget
from tests.packs import LIVERY


def drawn(*lines: str) -> list[Drawn]:
    with trial(LIVERY, "evening", seed=5) as game:
        for line in lines:
            game.play(line)
        return [Drawn(game.prompt_of(turn), line, game.why(turn)) for turn, line in enumerate(lines, 1)]


def test_the_budget_bar_is_as_wide_as_the_window() -> None:
    (one,) = drawn("I greet Ortega.")
    budget = Budget()
    html = why_html("A turn", [one], budget)
    bar = html.partition('<div class="bar"')[2].partition("</div>")[0]
    assert sum(map(int, re.findall(r"flex:(\d+)", bar))) == budget.total


def test_each_score_is_drawn_as_the_parts_that_make_it() -> None:
    (one,) = drawn("I greet Ortega.")
    bars = re.findall(r'<div class="bar thin" style[^>]*>(.*?)</div>', why_html("A turn", [one], Budget()))
    scores = [sum(map(int, re.findall(r"flex:(\d+)", bar))) for bar in bars]
    assert scores == [reason.element.score for reason in one.ranked if reason.element.reasons]


def test_words_of_the_player_cannot_break_the_page() -> None:
    html = why_html("<x>", drawn('I shout "</style><script>alert(1)</script>".'), Budget())
    assert "<script" not in html
    assert "&lt;x&gt;" in html


def test_several_turns_are_drawn_one_under_another() -> None:
    html = why_html("An evening", drawn("I greet Ortega.", "I look around."), Budget())
    assert html.count("<details id=") == 2
    assert why_html("Nothing", [], Budget())
