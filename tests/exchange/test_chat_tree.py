"""Chats that share a beginning become one story with branches."""

from dataclasses import replace

from gm_engine.exchange.chat_tree import shared, trees
from gm_engine.exchange.formats.brought import Chat, Message
from gm_engine.story.transcript_line import TranscriptLine


def chat(name: str, words: str, parent: str = "", dated: bool = True) -> Chat:
    """A chat whose messages are these letters, told in turns."""
    lines = (
        TranscriptLine(turn=n, text=word, role="player" if n % 2 == 0 else "gm", time="2024-09-28T01:02" if dated else "", clock="wall")
        for n, word in enumerate(words, 1)
    )
    return Chat(name, tuple(map(Message, lines)), parent=parent)


def joined(*chats: Chat) -> list[tuple[str, list[tuple[str, str, int]]]]:
    return [(tree.trunk.name, [(limb.name, limb.of, limb.shared) for limb in tree.limbs]) for tree in trees(chats)]


def test_branches_leave_the_branch_that_they_share_most_with() -> None:
    main, one, two = chat("sal", "abcdef"), chat("Branch #1", "abcxyz", "sal"), chat("Branch #2", "abcxyq", "Branch #1")
    assert joined(two, main, one) == [("sal", [("Branch #1", "main", 3), ("Branch #2", "Branch #1", 5)])]


def test_without_a_parent_the_longest_is_the_main_one() -> None:
    assert joined(chat("a", "abx"), chat("b", "abcde")) == [("b", [("a", "main", 2)])]


def test_a_checkpoint_is_a_branch_that_nothing_follows() -> None:
    assert joined(chat("sal", "abcd"), chat("camp", "ab", "sal")) == [("sal", [("camp", "main", 2)])]


def test_the_same_greeting_alone_makes_no_story() -> None:
    assert joined(chat("a", "abc", dated=False), chat("b", "ade", dated=False)) == [("a", []), ("b", [])]
    assert joined(chat("a", "abc"), chat("b", "ade")) == [("a", [("b", "main", 1)])]


def test_a_parent_that_was_told_otherwise_since_is_left_at_its_beginning() -> None:
    assert joined(chat("a", "xyz"), chat("b", "abc", "a")) == [("a", [("b", "main", 0)])]


def test_branches_of_a_chat_that_is_not_there_belong_together() -> None:
    assert joined(chat("b", "ab", "gone", dated=False), chat("c", "acd", "gone", dated=False)) == [("c", [("b", "main", 1)])]


def test_two_branches_of_one_name_are_told_apart_and_no_name_begins_with_a_dash() -> None:
    limbs = joined(chat("a", "abcd"), chat("main", "abx", "a"), chat("-main", "aby", "a"), chat("\x07--", "abz", "a"))[0][1]
    assert [name for name, *_ in limbs] == ["main (2)", "main (3)", "branch"]


def test_what_is_no_part_of_the_story_is_not_compared() -> None:
    one, two = chat("a", "abcd"), chat("b", "abxy")
    aside = replace(one.messages[0], line=one.messages[0].line.changed(text="!"), aside=True)
    assert shared(replace(one, messages=(aside, *one.messages)), two) == 2


def test_a_chat_that_names_itself_as_its_parent_is_the_main_one() -> None:
    assert joined(chat("a", "ab", "a"), chat("b", "abc", "a"))[0][0] == "a"


def test_a_hundred_branches_of_a_thousand_messages_are_joined_at_once() -> None:
    words = "ab" * 500
    many = [chat("main", words), *(chat(str(n), words[: 5 * n] + "x" * 20, "main") for n in range(1, 100))]
    limbs = joined(*many)[0][1]
    assert {(name, of, count) for name, of, count in limbs} == {(str(n), "main", 5 * n) for n in range(1, 100)}
