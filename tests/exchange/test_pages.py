"""Pages: self-contained, escaped, the same every time; nothing on them that the table may not know."""

from html.parser import HTMLParser

import pytest

from gm_engine.bootstrap import trial
from gm_engine.continuity.report import Report, report_of
from gm_engine.exchange.book import book_of
from gm_engine.exchange.book_markdown import book_markdown
from gm_engine.exchange.chronicle import chronicle
from gm_engine.exchange.chronicle_html import chronicle_html
from gm_engine.exchange.conflict_html import conflicts_html
from gm_engine.exchange.conflict_markdown import conflicts_markdown
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.exchange.gm_notes import notes_html
from gm_engine.exchange.graph_export import graph_html, graph_svg, picture_of
from gm_engine.exchange.graph_layout import LINE, place
from gm_engine.exchange.prep import could_hold, prep_of, prep_text
from gm_engine.play.game import Game
from gm_engine.story.condition import Condition
from gm_engine.story.conflict import Settlement
from tests.packs import LIVERY

VOID = {"meta", "br", "circle", "line"}
NASTY = 'Luis Ortega has blue eyes & a <script>alert("x")</script> scar.'


class Strict(HTMLParser):
    """Fails on a tag that is closed wrongly, and on anything that is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert name not in ("src", "onclick", "onload"), name
            assert name != "href" or (value or "").startswith("#"), value

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def checked(html: str) -> str:
    """The page, after a strict look at it."""
    parser = Strict()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    assert not parser.tags & {"script", "link", "img", "iframe"}
    assert "@import" not in html
    assert "url(" not in html
    return html


@pytest.fixture(scope="module")
def game() -> Game:
    game = trial(LIVERY, "evening", seed=5)
    for reply in ("Luis Ortega has brown eyes.", "Luis Ortega has blue eyes.", NASTY):
        game.reply_next(reply)
        game.play("I wait.")
    game.play("I walk to the street.")
    return game


@pytest.fixture(scope="module")
def report(game: Game) -> Report:
    """Its report, with marks in a quote that no page may take for its own."""
    found = report_of(game.state)
    matters = tuple(matter.model_copy(update={"b": matter.b.model_copy(update={"quote": NASTY})}) for matter in found.conflicts)
    return found.model_copy(update={"conflicts": matters})


def test_the_conflicts_page_has_both_quotes_and_every_way_to_settle(report: Report) -> None:
    html = checked(conflicts_html([report], settle=".venv/bin/gm settle"))
    assert "Luis Ortega has brown eyes." in html
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in html
    assert ".venv/bin/gm settle evening 2.1 not_a_conflict" in html
    assert "settle evening 2.1 lie --by WHO" in html
    assert "@media print" in html
    assert "prefers-color-scheme:dark" in html


def test_a_settled_conflict_shows_what_it_came_to_instead() -> None:
    game = trial(LIVERY, "evening", seed=5)
    for reply in ("Luis Ortega has brown eyes.", "Luis Ortega has blue eyes."):
        game.reply_next(reply)
        game.play("I wait.")
    game.settle("2.1", Settlement(resolution="keep", because="lamp <light>"))
    html = checked(conflicts_html([report_of(game.state)]))
    assert "Settled: keep, because lamp &lt;light&gt;." in html
    assert "gm settle evening 2.1" not in html
    assert "Settled: keep, because lamp \\<light\\>" in conflicts_markdown([report_of(game.state)])


def test_several_reports_share_a_page_and_an_empty_one_says_so(game: Game) -> None:
    clean = report_of(trial(LIVERY, "clean", seed=1).state)
    html = checked(conflicts_html([report_of(game.state), clean]))
    assert "Nothing that was told in 0 turns stands against anything else." in html
    assert "Nothing that was told" in conflicts_markdown([clean])


def test_the_markdown_report_escapes_its_marks(report: Report) -> None:
    text = conflicts_markdown([report])
    assert "\\<script\\>" in text
    assert "gm settle evening 2.1 keep" in text


def test_the_text_report_keeps_to_its_columns(report: Report) -> None:
    lines = conflicts_text(report).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert any(line.startswith("     then ") for line in lines)


def test_the_transcript_page_marks_the_conflict_and_the_script(game: Game) -> None:
    told = chronicle(entry.event for entry in game.journal.entries())
    assert [turn.number for turn in told.turns] == [1, 2, 3, 4]
    assert told.turns[0].place == "The livery"
    html = checked(chronicle_html(told))
    assert "This reply was given by the script." in html
    assert 'href="#t1"' in html
    assert "<script" not in html
    assert "\\<script\\>" in "".join(book_markdown(book_of(told)))
    assert [turn.number for turn in chronicle((entry.event for entry in game.journal.entries()), since=2, until=2).turns] == [2]


def test_a_mark_over_two_lines_keeps_its_paragraphs(game: Game) -> None:
    told = chronicle(entry.event for entry in game.journal.entries())
    told.turns[0].reply = "One line.\nAnother <line>.\nA third."
    told.turns[0].simulated = ((4, 20, "fault:physical_trait"),)
    html = checked(chronicle_html(told))
    assert html.count("<mark") == 2
    assert "Simulated: fault: physical trait." in html


def test_the_gms_notes_hold_the_secret_and_the_page_without_them_does_not(game: Game) -> None:
    told = chronicle(entry.event for entry in game.journal.entries())
    truth = next(iter(LIVERY.secrets.values())).truth
    assert truth not in chronicle_html(told)
    assert truth in checked(chronicle_html(told, notes_html(told.state))).replace("&#x27;", "'")


def test_the_picture_is_drawn_alike_and_names_do_not_lie_on_one_another(game: Game) -> None:
    picture = picture_of(game.state)
    assert graph_svg(picture) == graph_svg(picture_of(game.state))
    checked(graph_html(picture))
    ids = [f"n{n}" for n in range(60)]
    spots = place(ids, [(ids[n], ids[n // 3]) for n in range(1, 60)], 1300, 1000)
    assert spots == place(ids, [(ids[n], ids[n // 3]) for n in range(1, 60)], 1300, 1000)
    assert all(0 <= x <= 1300 and 0 <= y <= 1000 for x, y in spots.values())
    crowded = [
        (a, b) for a in ids for b in ids if a < b and abs(spots[a][0] - spots[b][0]) < 60 and abs(spots[a][1] - spots[b][1]) < LINE // 2
    ]
    assert len(crowded) <= 3


def test_a_picture_around_somebody_leaves_the_rest_out(game: Game) -> None:
    near = {node.id for node in picture_of(game.state, around="ford").nodes}
    assert "ford" in near
    assert near < {node.id for node in picture_of(game.state).nodes}


def test_prep_is_looked_up_and_fits_its_columns(game: Game) -> None:
    page = prep_of(game.state)
    assert len(page.headings) == 8
    assert max(len(line) for line in prep_text(page).splitlines()) <= 80
    clues = page.headings[3].lines
    assert any(next(iter(LIVERY.secrets.values())).truth in line for line in clues)
    assert len(clues) <= 10


def test_a_scene_elsewhere_could_still_happen(game: Game) -> None:
    elsewhere = Condition(op="is", path="at", compare="==", value="office")
    flag = Condition(op="is", path="flag.never")
    assert could_hold(elsewhere, game.state)
    assert not could_hold(Condition(op="all", parts=(elsewhere, flag)), game.state)
    assert could_hold(Condition(op="any", parts=(elsewhere, flag)), game.state)
    assert could_hold(Condition(op="not", parts=(flag,)), game.state)


def test_the_pages_say_the_gm_and_the_data_say_gm(report: Report) -> None:
    assert "the GM" in conflicts_html([report])
    assert all(matter.a.speaker != "the GM" for matter in report.conflicts)


def test_prep_says_to_whom_a_promise_is_owed() -> None:
    game = trial(LIVERY, "evening", seed=5)
    game.play("I promise Ortega to bring the wagon home.")
    assert "Promise to Luis Ortega: " in prep_text(prep_of(game.state))
