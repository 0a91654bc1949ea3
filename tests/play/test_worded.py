"""What a model words stands only as far as the record bears it out, and only while nothing has changed since."""

import pytest

from gm_engine.bootstrap import resume_game, verify_game
from gm_engine.errors import GameError, ProviderError
from gm_engine.memory.memory import Memory
from gm_engine.play.game import Game
from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.play.worded_when_asked import worded
from gm_engine.state import rebuild
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.mesa import mesa
from tests.play.scripted import Scripted, sits

MESA = mesa()
SUMMARIES = TableRules(reads=("summaries",))
REPLIES = ("Deering nods.", "Peter Lund is dead. You shot Peter Lund in the yard.", "Rain falls.", "Quiet.", "Still quiet.")
STANDS = "You meet Luis Ortega, and Peter Lund is dead: you shot him in the yard."
PLAIN = "Met Luis Ortega. Peter Lund is dead."


def two_evenings(**told: str | Exception) -> tuple[Game, Scripted]:
    game, model = sits(MESA, *REPLIES, rules=SUMMARIES)
    model.told = dict(told)
    game.play("I look around.")
    game.play("I wait.")
    game.open_session()
    game.play("I walk to the main street.")
    game.play("I walk to the livery.")
    return game, model


def story(game: Game) -> list[str]:
    return [page.text for page in game.tools.memory.story.so_far(game.state, 5, 400)][:1]


def test_an_evening_that_is_over_is_worded_once() -> None:
    game, model = two_evenings(summary=STANDS)
    assert [question.purpose for question in model.questions] == ["summary"]
    assert story(game) == [STANDS]
    page = game.tools.memory.story.so_far(game.state, 5, 400)[0]
    assert page.turns == (1, 2)
    asked = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.ModelAsked)]
    assert [(event.about, event.completion.cost) for event in asked] == [("session:1-2", 7)]


@pytest.mark.parametrize(
    "wording",
    [
        "You meet Luis Ortega. Wyatt Earp is dead.",
        "You meet Luis Ortega, and 3 men are dead.",
        "You meet Luis Ortega. Peter Lund is not dead.",
        "Peter Lund is dead, and you shot him in the yard. " * 30,
        "You meet Luis Ortega, and the livery burned down.",
        "Luis Ortega has murdered somebody.",
        "Here is the summary: You meet Luis Ortega.",
        '{"text": "You meet Luis Ortega."}',
        "```\nYou meet Luis Ortega.\n```",
    ],
)
def test_a_wording_that_the_record_does_not_bear_out_leaves_the_plain_summary(wording: str) -> None:
    game, _ = two_evenings(summary=wording)
    assert story(game) == [PLAIN]


def test_a_wording_stands_no_longer_where_its_record_has_changed() -> None:
    game, _ = two_evenings(summary=STANDS)
    [fact] = [fact for fact in game.state.lore.topic("peter_lund", "condition") if fact.value.text == "dead"]
    game.take_in((happened.FactEstablished(turn=4, fact=fact.model_copy(update={"status": "retired"})),))
    assert story(game) == ["Met Luis Ortega."]


def test_where_there_is_no_room_for_a_wording_the_plain_lines_stay() -> None:
    game, _ = two_evenings(summary=STANDS)
    assert [page.text for page in game.tools.memory.story.so_far(game.state, 5, 20)] == [PLAIN]


def test_what_was_worded_is_rebuilt_kept_and_verified() -> None:
    game, _ = two_evenings(summary=STANDS)
    events = [entry.event for entry in game.journal.entries()]
    assert dict(rebuild(events).worded.items()) == dict(game.state.worded.items())
    assert dict(read_snapshot(write_snapshot(game.state)).worded.items()) == dict(game.state.worded.items())
    assert Memory.of(game.state).story.so_far(game.state, 5, 400)[0].text == STANDS
    assert verify_game(game.journal).turns == 4
    assert story(resume_game(game.journal, provider=Scripted(()))) == [STANDS]


def test_a_wording_goes_with_the_words_that_were_taken_out() -> None:
    game, _ = two_evenings(summary=STANDS, recap="Calloway Reed is at Ortega's Livery.")
    assert worded(game, "recap").text
    game.redact(2)
    left = "".join(entry.event.model_dump_json() for entry in game.journal.entries())
    assert "in the yard" not in left
    assert "Peter Lund is dead: you" not in left
    assert not any(wording.text for wording in game.state.worded.values())
    assert not any("yard" in text for text in story(game))
    assert verify_game(game.journal).turns


def test_a_failure_to_word_costs_nothing_but_the_wording() -> None:
    game, _ = two_evenings(summary=ProviderError("", "the server is down.", "Start it.", "no-connection"))
    assert game.state.turn == 4
    assert story(game) == [PLAIN]


def test_a_recap_is_worded_when_asked_for_and_not_twice() -> None:
    game, model = two_evenings(recap="Calloway Reed is at Ortega's Livery.")
    model.told["summary"] = ""
    first = worded(game, "recap")
    assert (first.text, first.why) == ("Calloway Reed is at Ortega's Livery.", "")
    before = len(model.questions)
    assert worded(game, "recap") == first
    assert len(model.questions) == before
    model.told["recap"] = "Calloway Reed is in Dodge City."
    game.play("I wait.")
    page = worded(game, "recap")
    assert not page.text
    assert "Dodge City" in page.why
    assert verify_game(game.journal).turns == 5


def test_a_card_is_worded_from_what_the_table_knows() -> None:
    game, model = two_evenings(card="Luis Ortega is broad, left-handed and brown-eyed.")
    page = worded(game, "card", "ortega")
    assert page.text == "Luis Ortega is broad, left-handed and brown-eyed."
    secret = MESA.secrets["boone_past"].truth
    assert all(secret not in question.user for question in model.questions)
    assert worded(game, "card", "nobody").why


def test_nobody_is_asked_to_word_it_where_the_table_does_not_say_so() -> None:
    game, _ = sits(MESA, "Quiet.", rules=TableRules())
    with pytest.raises(GameError) as error:
        worded(game, "recap")
    assert error.value.slug == "no-second-reader"
