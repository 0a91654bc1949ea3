"""Other tellings of a turn: listed in their order, gone on from, and on record before and after."""

import json
from pathlib import Path

import pytest

from gm_engine.bootstrap import open_campaign, resume_game, verify_game
from gm_engine.bootstrap.chat_export import chat_on
from gm_engine.errors import GameError
from gm_engine.exchange.formats.tavern_chat import write_tavern_chat
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.play.commands import command
from gm_engine.play.game import Game
from gm_engine.play.taking_up import take_up, tellings_of
from gm_engine.story.conflict import Settlement
from tests.test_chats import ANSWER, GREETING, begun, tree


@pytest.fixture
def game() -> Game:
    """A chat that was taken in, with swipes of its first and its third line, and a branch."""
    journal = MemoryJournal("sal")
    begun(journal, tree())
    return resume_game(journal, gm="embedded")


def told(game: Game, turn: int | None = None) -> list[tuple[str, str, bool]]:
    return [(one.id, one.said or one.reply, one.other is None) for one in tellings_of(game, turn)]


def swipes(game: Game, turn: int) -> tuple[list[str], int]:
    """What SillyTavern would show of a turn of the current branch."""
    assert isinstance(game.journal, MemoryJournal)
    chat = chat_on(game.journal)
    header, *rows = [json.loads(row) for row in write_tavern_chat(chat).data.splitlines()]
    assert header["character_name"] == "Sal"
    told = [message.line.turn for message in chat.messages]
    row = next(row for row, number in zip(rows, told, strict=True) if number == turn and not row["is_user"])
    return row["swipes"], row["swipe_id"]


def test_every_telling_is_listed_in_its_order_with_the_one_that_stands(game: Game) -> None:
    assert told(game) == [
        ("1.1", "Go away.", False), ("1.2", GREETING["mes"], True), ("1.3", "Shut the door.", False),
        ("3.1", ANSWER["mes"], True), ("3.2", "None.", False),
    ]  # fmt: skip
    assert [id for id, _, _ in told(game, 3)] == ["3.1", "3.2"]
    assert told(game, 2) == []
    with pytest.raises(GameError, match="no-such-turn"):
        tellings_of(game, 9)


def test_another_telling_is_gone_on_from_along_a_branch_and_is_read_like_any_line(game: Game) -> None:
    before = list(write_lines(game.journal))
    assert game.state.conflicts
    assert take_up(game, "3.2", "none") == ()
    assert (game.journal.branch, game.state.turn) == ("none", 3)
    assert [turn.said or turn.reply for turn in game.state.turns.values()][2] == "None."
    assert [(turn.minute, turn.speaker) for turn in game.state.turns.values()][2] == (30, "Sal")
    assert not game.state.conflicts, "what the other telling said of her eyes was not said here"
    assert game.play("I wait.").turn.number == 4
    points = {point.name: (point.forked_from, point.turn) for point in game.journal.branches()}
    assert points["none"] == ("main", 2)
    game.journal.verify()
    assert verify_game(game.journal).turns == 4
    entries = [row for row in before if '"hash"' in row]
    after = list(write_lines(game.journal))
    assert [row for row in after if row in set(entries)] == entries, "nothing that was on record was changed"
    game.switch("main")
    assert game.state.turn == 4
    assert told(game, 3) == [("3.1", ANSWER["mes"], True), ("3.2", "None.", False)]


def test_the_branch_has_the_others_at_their_places_and_leaves_as_swipes(game: Game) -> None:
    assert swipes(game, 1) == (GREETING["swipes"], 1)
    take_up(game, "1.3", "shut")
    assert told(game, 1) == [("1.1", "Go away.", False), ("1.2", GREETING["mes"], False), ("1.3", "Shut the door.", True)]
    game.play("I knock.")
    assert swipes(game, 1) == (GREETING["swipes"], 2)
    take_up(game, "1.1", "away")
    assert swipes(game, 1) == (GREETING["swipes"], 0)
    game.switch("main")
    assert swipes(game, 1) == (GREETING["swipes"], 1)


def test_the_last_turn_is_told_so_in_its_place_and_back_again(game: Game) -> None:
    game.undo()
    for id, chosen in (("3.2", 1), ("3.1", 0), ("3.2", 1), ("3.1", 0)):
        size = game.journal.size
        assert isinstance(game.journal, MemoryJournal)
        take_up(game, id)
        assert swipes(game, 3) == (ANSWER["swipes"], chosen)
        assert game.journal.branch == "main"
    assert game.journal.size == size, "what is a whole turn on record is no turn once more"
    assert verify_game(game.journal).turns == 3
    copy = MemoryJournal("copy")
    read_lines(list(write_lines(game.journal)), copy, "sal.jsonl")
    assert told(resume_game(copy), 3) == told(game, 3)


def test_what_was_retried_or_undone_at_the_table_comes_back_whole(tmp_path: Path) -> None:
    with open_campaign("redemption", home=tmp_path, seed=7) as game:
        game.play("I look around.")
        first = game.state.digest, game.state.turns["1"].reply
        game.retry()
        second = game.state.digest
        game.undo()
        game.play("I wait for an hour.")
        assert [one.said for one in tellings_of(game, 1)] == ["I look around.", "I look around.", "I wait for an hour."]
        take_up(game, "1.1", "first")
        assert (game.state.digest, game.state.turns["1"].reply) == first
        assert game.play("I look around once more.").turn.number == 2
        game.switch("main")
        assert [one.other is None for one in tellings_of(game, 1)] == [False, True], "what stands on a branch is found there"
        assert take_up(game, "1.1") == ()
        assert game.state.digest == second
        assert game.journal.branch == "main"
        game.play("I look around once more.")
        assert verify_game(game.journal).turns == 2


def test_what_was_decided_about_the_turns_before_holds_on(game: Game) -> None:
    game.undo()
    (conflict,) = game.state.conflicts
    game.settle(conflict, Settlement(resolution="keep"))
    game.by_hand.remember("Ben Oakes is poor.")
    lost = (f"Decided about what is told otherwise now, and no longer in force: conflict {conflict} (keep).",)
    assert take_up(game, "3.2") == lost
    for id in ("3.1", "3.2"):
        assert [edit.words for edit in game.state.marks.standing] == ["Ben Oakes is poor."]
        assert resume_game(game.journal).state.digest == game.state.digest
        assert take_up(game, id) == ()
    assert verify_game(game.journal).turns == 3


def test_what_cannot_be_gone_on_from_is_told(game: Game) -> None:
    before = game.journal.size, game.journal.branch
    for id, branch, slug in (
        ("3.9", "x", "no-such-telling"), ("3.1", "x", "no-such-telling"), ("x", "x", "no-such-telling"), ("", "x", "no-such-telling"),
        ("2.1", "x", "no-such-telling"), ("9.1", "x", "no-such-turn"), ("3.2", "", "not-the-last"), ("3.2", "main", "branch-exists"),
        ("3.2", "-x", "bad-name"), ("9" * 5000, "x", "no-such-telling"),
    ):  # fmt: skip
        with pytest.raises(GameError, match=slug):
            take_up(game, id, branch)
    assert (game.journal.size, game.journal.branch) == before
    assert game.state.turn == 4


def test_words_that_were_taken_out_are_no_telling(game: Game) -> None:
    game.redact(1, "personal")
    assert told(game, 1) == []
    assert told(game, 3)


def test_at_the_table(game: Game) -> None:
    assert command(game, "/tellings 3") == (
        f"3.1     * Sal: {ANSWER['mes']}\n3.2       Sal: None.\nGo on from one: /branch NAME --telling 3.2"
    )
    assert command(game, "/tellings 2") == "It was told once, and never otherwise."
    assert command(game, "/branch none --telling 3.2") == "On the branch none, as it was told in 3.2."
    assert command(game, "/retry 1") == "The last turn stands as it was told in 3.1 now."
    assert game.state.turns["3"].reply == ANSWER["mes"]
    with pytest.raises(GameError, match="bad-usage"):
        command(game, "/branch --telling 3.2")
