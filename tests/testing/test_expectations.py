"""Expectations: every verb once where it holds and once where it does not."""

import pytest

from gm_engine.authoring.play_words import EXPECTATIONS as WORDS
from gm_engine.errors import PlayError
from gm_engine.play.game import Game
from gm_engine.story.play_script import Expectation
from gm_engine.testing.expectations import CHECKS, Table, compared, judge
from tests.testing.table import table

REPLY = "Marshal Thorne's eyes are green. You decide to wait. Somebody says the ford's guide rope on Saturday night was cut."


@pytest.fixture(scope="module")
def game() -> Game:
    game = table()
    for line in ("I look around.", "/decide truth", "I promise Ortega to bring the wagon home.", "I walk to the street."):
        game.play(line)
    return game


@pytest.fixture(scope="module")
def clashing(game: Game) -> Table:
    """After a turn whose reply goes wrong in every way."""
    game.reply_next(REPLY)
    return Table(game, game.play("I search the street with care."), {"now": game.state.digest, "then": "b2:0"})


SEEN: list[tuple[str, str, str]] = [
    ("at", "street", "livery"),
    ("said", "YOU DECIDE", "the sea"),
    ("said", "/eyes are (green|blue)/", "/EYES are/"),
    ("said", "/EYES are/i", "/^eyes/"),
    ("fact", "thorne.eyes == blue", "thorne.eyes == green"),
    ("fact", "thorne.eyes known", "thorne.hair known"),
    ("fact", "thorne.hair unknown", "thorne.eyes unknown"),
    ("fact", "thorne.eyes != green", "thorne.eyes != blue"),
    ("knows", "ortega late_wagon", "thorne late_wagon"),
    ("knows", "ortega late_wagon", "cal late_wagon"),
    ("secret", "late_wagon hidden", "late_wagon revealed"),
    ("secret", "late_wagon == hidden", "late_wagon == hinted"),
    ("clock", "wagon == 0", "wagon >= 1"),
    ("item", "cartridges == 12", "cartridges < 12"),
    ("item", "revolver", "saddle"),
    ("attitude", "ortega == 2", "ortega == -1"),
    ("flag", "truth", "nothing_of_the_kind"),
    ("met", "ortega", "pete"),
    ("condition", "pete == alive", "pete == dead"),
    ("party", "thorne == 0", "thorne"),
    ("tag", "outlaw == 0", "outlaw"),
    ("decision", "arrival == truth", "arrival == wait"),
    ("decision", "arrival", "crossing"),
    ("wound", "== 0", ">= 1"),
    ("money", "== 2350", "< 2350"),
    ("money", "2350", "2351"),
    ("loaded", "<= 6", "> 6"),
    ("session", "1", "2"),
    ("date", "1881-06-06", "1881-06-07"),
    ("date", "< 1881-06-07", "> 1881-06-06"),
    ("weekday", "monday", "Tuesday"),
    ("time", ">= 8:00", "< 08:00"),
    ("roll", "notice", "riding"),
    ("roll", "notice in triumph success cost failure disaster", "notice in yes no"),
    ("scene", "s3", "crossing"),
    ("conflict", "physical_trait", "life_death"),
    ("conflict", "physical_trait about thorne", "physical_trait about ortega"),
    ("conflict", "about thorne", "about pete"),
    ("conflict", "about thorne severity >= minor", "about pete severity >= minor"),
    ("no", "conflict life_death", "conflict"),
    ("conflicts", ">= 1", "== 0"),
    ("prompt", "has street", "has submarine"),
    ("recap", "has Calloway Reed", "has submarine"),
    ("same", "state as now", "state as then"),
    ("owed", "promise", "debt"),
    ("owed", "promise to ortega", "promise to pete"),
    ("owed", "promise by cal", "promise by pete"),
    ("words", "<= 140", "> 140"),
    ("intent", "search street", "search livery"),
    ("intent", "search", "give"),
    ("intents", "== 1", "> 1"),
]


def holds(verb: str, words: str, at: Table, *, negated: bool = False) -> bool:
    return judge(Expectation(verb=verb, words=tuple(words.split()), negated=negated), at).ok


@pytest.mark.parametrize(("verb", "so", "not_so"), SEEN, ids=[f"{verb} {so}" for verb, so, _ in SEEN])
def test_each_verb_tells_what_is_so_from_what_is_not(verb: str, so: str, not_so: str, clashing: Table) -> None:
    assert holds(verb, so, clashing)
    assert not holds(verb, not_so, clashing)
    assert not holds(verb, so, clashing, negated=True)
    assert holds(verb, not_so, clashing, negated=True)


def test_every_verb_is_tried_here_and_known_to_the_reader_of_plays() -> None:
    assert {verb for verb, _, _ in SEEN} | {"leak", "agency", "remembered"} == {*CHECKS, "no"} == set(WORDS)


def test_leaks_and_oversteps_of_the_reply(clashing: Table, game: Game) -> None:
    assert holds("leak", "", clashing)
    assert not holds("no", "leak", clashing)
    assert not holds("agency", "ok", clashing)
    quiet = Table(game, None, {})
    assert holds("no", "leak", quiet)
    assert holds("agency", "ok", quiet)


def test_what_the_prompt_remembered_and_why(clashing: Table) -> None:
    assert clashing.played is not None
    assert clashing.played.prompt is not None
    elements = [element for section in clashing.played.prompt.sections for element in section.elements if element.reasons]
    assert elements
    reason = next(iter(elements[0].reasons))
    assert holds("remembered", elements[0].id, clashing)
    assert holds("remembered", f"{elements[0].id} because {reason}", clashing)
    assert not holds("remembered", f"{elements[0].id} because whim", clashing)
    assert not holds("remembered", "lore:nothing", clashing)


def test_what_was_so_instead_is_told(clashing: Table) -> None:
    assert judge(Expectation(verb="at", words=("livery",)), clashing).seen == "street"
    assert judge(Expectation(verb="fact", words=("thorne.eyes", "==", "green")), clashing).seen == "blue"
    assert judge(Expectation(verb="fact", words=("thorne.hair", "==", "red")), clashing).seen == "nothing known"
    assert "physical_trait about thorne" in judge(Expectation(verb="conflict"), clashing).seen


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("dance", ""), ("clock", "wagon => 1"), ("weekday", "< Monday"), ("same", "state as nowhere"), ("conflict", "about"),
        ("conflict", "severity dreadful"), ("scene", ""), ("at", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_says_so(verb: str, words: str, clashing: Table) -> None:
    with pytest.raises(PlayError):
        holds(verb, words, clashing)


@pytest.mark.parametrize(
    ("value", "words", "ok"),
    [
        (3, "== 3", True),
        (10, "> 9", True),
        ("09:30", "< 10:00", True),
        ("18:05", ">= 9:00", True),
        ("18:05", "< 9:00", False),
        ("", "", False),
    ],
)
def test_numbers_are_compared_as_numbers_and_times_as_times(value: int | str, words: str, ok: bool) -> None:
    assert compared(value, words.split()).ok is ok
