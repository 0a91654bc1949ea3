"""Guards that mark and that send back: what a reply breaks is put right once, by the next prompt or before anybody hears it."""

import pytest

from gm_engine.bootstrap import verify_game
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.mesa import SECRET_ALIAS
from tests.play.heard import HEARS, MESA, Table, of
from tests.play.test_noted_clashes import NEW, OLD, clash

STRICT = HEARS.model_copy(update={"guard": "strict"})
TRUTH = MESA.secrets["boone_past"].truth


def marked(table: Table, turns: int = 1) -> list[str]:
    """How often the passage stands in the beats of the prompts to come."""
    found = []
    for _ in range(turns):
        table.turn("Nothing stirs.")
        beats = [beat for section in table.model.asked[-1].sections for beat in section.beats]
        found += [beat.text for beat in beats if beat.kind == "repair"]
    return found


# --- after


def test_a_reply_that_clashes_is_shown_marked_and_put_right_once() -> None:
    table = Table()
    table.turn(OLD)
    played = table.turn(NEW, clashes=[clash()])
    assert played.turn.reply == NEW
    assert of(happened.DraftReceived, played) == []
    [event] = of(happened.ReplyMarked, played)
    assert [(one.kind, one.quote, one.against) for one in event.objections] == [("conflict", NEW, OLD)]
    assert marked(table, 3) == [NEW]


def test_the_repair_stands_in_the_words_of_the_prompt() -> None:
    table = Table()
    table.turn(OLD)
    table.turn(NEW, clashes=[clash()])
    table.turn("The corner is black and empty.")
    assert NEW in table.prompt
    assert OLD in table.prompt


def test_the_words_are_heard_as_they_come() -> None:
    table = Table()
    table.model.told |= {"interpret": '{"acts": []}', "note": "{}"}
    table.model.answers.append(NEW)
    heard: list[str] = []
    table.game.play("I wait.", heard.append)
    assert (heard, table.model.live) == ([NEW], [True])


def test_a_reply_that_breaks_nothing_is_not_marked() -> None:
    table = Table()
    played = table.turn("The wind drops, and a shutter knocks.")
    assert of(happened.ReplyMarked, played) == []
    assert marked(table) == []


def test_a_clash_that_settles_itself_needs_no_repair() -> None:
    table = Table()
    table.turn(OLD)
    played = table.turn(NEW, clashes=[clash(right="new")])
    assert [one.status for one in table.game.state.conflicts.values()] == ["settled"]
    assert of(happened.ReplyMarked, played) == []


def test_undo_takes_a_mark_back() -> None:
    table = Table()
    table.turn(OLD)
    table.turn(NEW, clashes=[clash()])
    table.game.undo()
    assert marked(table) == []


def test_marks_replay_without_a_model() -> None:
    table = Table()
    table.turn(OLD)
    table.turn(NEW, clashes=[clash()])
    marked(table, 2)
    assert verify_game(table.game.journal).turns == 4


def test_a_secret_is_given_away_by_its_content_and_never_by_empty_words() -> None:
    """Four words in a row that say nothing ("that he was in the") once made a leak."""
    table = Table()
    told = of(happened.ReplyMarked, table.turn(f"They called her {SECRET_ALIAS} in Leadville."))
    assert [one.kind for event in told for one in event.objections] == ["secret"]
    for words in ("She was in the one that it was for.", "It was the one that she had been to.", "You know what that is to her."):
        assert of(happened.ReplyMarked, Table().turn(words)) == []


def test_a_secret_that_was_half_told_is_marked_and_the_repair_does_not_tell_the_rest() -> None:
    """What the half was a half of once stood in the next prompt."""
    table = Table()
    played = table.turn("Miss Boone has dealt cards in Leadville.")
    assert [(one.kind, one.against) for event in of(happened.ReplyMarked, played) for one in event.objections] == [("secret", TRUTH)]
    table.turn("Nothing stirs.")
    assert "Miss Boone has dealt cards in Leadville." in table.prompt
    assert TRUTH not in table.prompt
    assert SECRET_ALIAS not in table.prompt


def test_numbers_of_the_engine_are_marked_too() -> None:
    table = Table()
    played = table.turn("You have four hundred dollars in your purse.")
    assert [one.kind for event in of(happened.ReplyMarked, played) for one in event.objections] == ["number"]


# --- strict


def test_under_a_strict_guard_the_draft_is_noted_first_and_goes_back_once_unheard() -> None:
    table = Table(rules=STRICT)
    table.turn(OLD)
    asked = len(table.model.questions)
    heard: list[str] = []
    table.model.told["note"] = f'{{"rows": [], "clashes": [{{"new": "{NEW}", "old": "{OLD}", "kind": "quantity_state", "sure": 90}}]}}'
    table.model.answers += [NEW, "The corner is black and empty."]
    played = table.game.play("I wait.", heard.append)
    assert played.turn.reply == "The corner is black and empty."
    assert heard == ["The corner is black and empty."]
    [draft] = of(happened.DraftReceived, played)
    assert (draft.completion.text, [one.quote for one in draft.objections]) == (NEW, [NEW])
    assert [question.purpose for question in table.model.questions[asked:]] == ["interpret", "note", "note"]
    assert NEW in table.prompt
    assert OLD in table.prompt
    assert not table.game.state.conflicts


def test_a_draft_that_stands_under_a_strict_guard_is_noted_once() -> None:
    table = Table(rules=STRICT)
    table.turn("The wind drops, and a shutter knocks.")
    assert [question.purpose for question in table.model.questions] == ["interpret", "note"]


def test_a_second_draft_that_clashes_again_is_told_and_its_conflict_stands() -> None:
    table = Table(rules=STRICT)
    table.turn(OLD)
    again = "The bakery stands white and whole, as ever."
    played = table.turn([NEW, again], clashes=[clash(), clash(new=again)])
    assert played.turn.reply == again
    assert len(of(happened.DraftReceived, played)) == 1
    assert [one.incoming.quote for one in table.game.state.conflicts.values()] == [again]
    assert marked(table) == []


def test_a_strict_evening_replays_without_a_model() -> None:
    table = Table(rules=STRICT)
    table.turn(OLD)
    table.turn([NEW, "The corner is black and empty."], clashes=[clash()])
    table.turn("Nothing stirs.")
    assert verify_game(table.game.journal).turns == 3


@pytest.mark.parametrize("rules", [HEARS, STRICT], ids=["after", "strict"])
def test_a_hearer_that_fails_leaves_the_reply_as_it_is(rules: TableRules) -> None:
    table = Table(rules=rules)
    table.model.told = {"interpret": OSError("gone"), "note": OSError("gone")}
    table.model.answers.append("The wind drops.")
    played = table.game.play("I wait.")
    assert played.turn.reply == "The wind drops."
    assert of(happened.ReplyMarked, played) == []


def test_marks_stand_where_another_reader_had_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an evening of another version was marked for once made its replay diverge."""
    with monkeypatch.context() as patched:
        patched.setattr("gm_engine.extraction.reader.Reader.version", "reader/of-another-year")
        table = Table()
        table.turn(OLD)
        played = table.turn(f"{NEW} They called her {SECRET_ALIAS} in Leadville.", clashes=[clash()])
        assert {one.kind for event in of(happened.ReplyMarked, played) for one in event.objections} == {"secret", "conflict"}
        table.turn("You have four hundred dollars in your purse.")
        table.turn("Nothing stirs.")
    assert verify_game(table.game.journal).turns == 4
