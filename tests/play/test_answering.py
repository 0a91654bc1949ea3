"""A draft that breaks the story goes back once, before anybody sees it; what a model asks for is answered before it tells."""

import pytest

from gm_engine.bootstrap import verify_game
from gm_engine.errors import ProviderError
from gm_engine.play.game import Played
from gm_engine.story import event as happened
from gm_engine.story.table_rules import TableRules
from tests.endpoint import BY_RULES
from tests.mesa import mesa
from tests.play.scripted import calling, sits

MESA = mesa()
DEAD = "Peter Lund was buried this morning. He died of the fever."
WALKS = "Peter Lund walks in and sits down."
QUIET = "The chair by the stove stays empty."
PLAIN = TableRules(guard="critical")


def drafts(played: Played) -> list[happened.DraftReceived]:
    return [event for event in played.events if isinstance(event, happened.DraftReceived)]


def test_a_draft_in_which_the_dead_walk_goes_back_once_and_is_never_seen() -> None:
    game, model = sits(MESA, DEAD, WALKS, QUIET)
    game.play("I look around.")
    heard: list[str] = []
    played = game.play("I wait.", heard.append)
    assert played.turn.reply == QUIET
    assert heard == [QUIET]
    assert not played.conflicts
    [draft] = drafts(played)
    assert draft.completion.text == WALKS
    [objection] = draft.objections
    assert (objection.kind, objection.quote, objection.against) == ("conflict", WALKS, DEAD.split(". ")[0] + ".")
    told = model.asked[-1].messages
    assert told[-2] == ("assistant", WALKS)
    assert told[-1][0] == "system"
    assert WALKS in told[-1][1]
    assert objection.against in told[-1][1]


def test_a_second_draft_that_breaks_it_again_is_told_with_its_conflict_marked() -> None:
    game, model = sits(MESA, DEAD, WALKS, "Peter Lund comes in again and orders coffee.")
    game.play("I look around.")
    played = game.play("I wait.")
    assert len(drafts(played)) == 1
    assert [conflict.kind for conflict in played.conflicts] == ["life_death"]
    assert not model.answers


def test_without_the_guard_the_words_are_heard_as_they_come() -> None:
    game, model = sits(MESA, DEAD, WALKS, rules=TableRules())
    game.play("I look around.")
    heard: list[str] = []
    played = game.play("I wait.", heard.append)
    assert (heard, model.live) == ([WALKS], [False, True])
    assert not drafts(played)
    assert played.conflicts


def test_a_secret_that_is_not_out_goes_back() -> None:
    game, model = sits(MESA, "Miss Boone smiles. They called her Faro Tess in Leadville.", "Miss Boone smiles.")
    played = game.play("I look around.")
    assert played.turn.reply == "Miss Boone smiles."
    [draft] = drafts(played)
    assert {objection.kind for objection in draft.objections} == {"secret"}
    assert MESA.secrets["boone_past"].truth not in model.asked[-1].messages[-1][1]


def test_a_line_of_the_table_goes_back() -> None:
    pack = mesa(safety={"lines": ("harm to children",), "veils": ()})
    game, _ = sits(pack, "The drover beats the boy with a strap until he bleeds.", "The drover shouts at the boy and walks off.")
    played = game.play("I look around.")
    assert [objection.kind for objection in drafts(played)[0].objections] == ["line"]
    assert played.turn.reply.endswith("walks off.")


def test_what_the_engine_counts_is_told_as_it_counts_it() -> None:
    game, _ = sits(MESA, "You have four hundred dollars in your purse.", "You count your money.")
    played = game.play("I count my money.")
    assert [objection.kind for objection in drafts(played)[0].objections] == ["number"]
    assert played.turn.reply == "You count your money."


def test_a_script_is_never_sent_back() -> None:
    game, model = sits(MESA)
    for reply in (DEAD, WALKS):
        game.reply_next(reply)
        played = game.play("I wait.")
    assert played.conflicts
    assert not model.asked


def test_drafts_and_calls_replay_without_the_model() -> None:
    game, _ = sits(MESA, DEAD, calling(("roll", '{"skill": "notice"}')), WALKS, QUIET)
    game.play("I look around.")
    game.play("I wait.")
    done = verify_game(game.journal)
    assert (done.turns, done.rolls) == (2, 1)


def test_the_dice_that_a_model_asks_for_are_in_the_record_before_it_tells() -> None:
    game, model = sits(MESA, calling(("roll", '{"skill": "notice", "why": "the loose board"}')), "You hear the board give.")
    played = game.play("I wait.")
    kinds = [event.kind for event in played.events]
    assert kinds.index("draft_received") < kinds.index("dice_rolled") < kinds.index("tool_called") < kinds.index("completion_received")
    called = next(event for event in played.events if isinstance(event, happened.ToolCalled))
    assert called.answer.text in model.asked[-1].messages[-1][1]
    assert model.asked[-1].section("answers").answers == (called.answer,)
    assert played.turn.rolls[0].band in called.answer.text


def test_a_model_that_only_calls_is_stopped() -> None:
    rules = BY_RULES.model_copy(update={"calls": 2})
    recall = ("recall", '{"about": "Thorne"}')
    game, model = sits(MESA, calling(recall, recall, recall), "He nods.", rules=rules)
    played = game.play("I wait.")
    assert played.turn.reply == "He nods."
    assert model.asked[-1].tools == ()
    answers = model.asked[-1].section("answers").answers
    assert [answer.granted for answer in answers] == [True, True, False]


def test_a_model_that_has_nothing_to_say_leaves_no_trace() -> None:
    game, _ = sits(MESA, calling(("roll", '{"skill": "notice"}')), "   ")
    before = game.state.digest
    with pytest.raises(ProviderError, match="answered with nothing"):
        game.play("I wait.")
    assert game.state.turn == 0
    assert game.state.digest == before


def test_the_rules_of_the_table_are_on_record_and_change_only_when_they_do() -> None:
    game, _ = sits(MESA, "Quiet.", "Quiet.", rules=PLAIN)
    game.play("I wait.")
    game.play("I wait.")
    chosen = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.TableRulesChosen)]
    assert [event.rules for event in chosen] == [PLAIN]
    assert game.state.table == PLAIN


def test_a_prompt_that_goes_on_has_a_hash_of_its_own() -> None:
    """A copy once kept the hash of what it was copied from, and the kept draft answered its own repair."""
    game, model = sits(MESA, DEAD, WALKS, QUIET)
    game.play("I look around.")
    game.play("I wait.")
    assert len({prompt.hash for prompt in model.asked}) == len(model.asked) == 3


def test_a_draft_that_stands_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard reads a draft; told in the same words, it need not be parsed again."""
    game, _ = sits(MESA, DEAD, QUIET, rules=PLAIN)
    read: list[str] = []
    parse = game.tools.reader._read
    monkeypatch.setattr(game.tools.reader, "_read", lambda telling: read.append(telling.text) or parse(telling))
    for said in ("I look around.", "I wait."):
        game.play(said)
    assert read == [DEAD, QUIET]
    assert game.state.lore.facts("peter_lund", "condition")
