"""What a turn's lorebooks are looked at with: messages as they were said, counted once, and whoever is there."""

from typing import Any

import pytest

from gm_engine.context.lorebook_around import Line
from gm_engine.context.lorebook_talk import around, counted
from gm_engine.state import StoryState, rebuild
from gm_engine.state.fold import fold
from gm_engine.story import event as happened
from gm_engine.story.activation import Activation
from gm_engine.story.completion import Completion
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.pack import AuthoredOpening, Location, LoreEntry, Pack, Person, Start

ANA = Person(name="Ana", aliases=("Annie",), at="inn", tags=("Elf",), summary="An innkeeper.", x={"creator_notes": "Be kind."})
BO = Person(name="Bo", summary="A sailor.")
BOOK = Lorebook(id="b", entries=(LorebookEntry(id="a", keys=("x",)),))


def pack(*openings: AuthoredOpening, book: Lorebook = BOOK, **more: Any) -> Pack:
    fields: dict[str, Any] = {
        "start": Start(at="inn", pc="bo"), "characters": {"bo": BO}, "npcs": {"ana": ANA}, "locations": {"inn": Location(name="the inn")},
        "books": {"b": book}, "openings": openings, "summary": "A night at the inn.",
    }  # fmt: skip
    return Pack(id="inn", title="The Inn", **{**fields, **more})


def state(of: Pack, *turns: tuple[str, str], opening: str = "") -> StoryState:
    """The story in the turn that the last of the player's lines begins."""
    found = rebuild([happened.StoryOpened(campaign="inn", title="", seed=1, gm="", opening=opening), happened.PackOpened(pack=of)])
    for number, (said, reply) in enumerate(turns, 1):
        fold(found, happened.PlayerSpoke(turn=number, said=said))
        if reply:
            fold(found, happened.CompletionReceived(turn=number, completion=Completion(text=reply, model="m")))
    return found


def test_messages_are_the_newest_first_as_many_as_are_looked_through() -> None:
    found = around(state(pack(), ("one", "two"), ("three", "")))
    assert found.lines == (Line("Bo", "three", "said", 2), Line("", "two", "reply", 1))
    assert (found.messages, found.replies, found.turn) == (3, 1, 2)


@pytest.mark.parametrize(
    ("book", "lines"),
    [
        (BOOK, 2), (BOOK.changed(scan_depth=1), 1), (BOOK.changed(min_entries=1), 5),
        (BOOK.changed(entries=(LorebookEntry(id="a", scan_depth=4),)), 4),
        (BOOK.changed(entries=(LorebookEntry(id="a", decorators=(("scan_depth", "3"),)),)), 3),
        (BOOK.changed(entries=(LorebookEntry(id="a", scan_letters=14),)), 4),
    ],
)  # fmt: skip
def test_so_many_messages_as_any_entry_looks_through(book: Lorebook, lines: int) -> None:
    assert len(around(state(pack(book=book), ("one", "two"), ("three", "four"), ("five", ""))).lines) == lines


def test_the_opening_is_a_message() -> None:
    found = around(state(pack(AuthoredOpening(name="night", text="It is late.")), ("one", "")))
    assert found.lines == (Line("Bo", "one", "said", 1), Line("", "It is late.", "opening", 0))
    assert (found.messages, found.replies, found.greeting) == (2, 1, 0)


def test_which_beginning_was_chosen_is_known_by_its_place() -> None:
    openings = (AuthoredOpening(name="night"), AuthoredOpening(name="day"))
    assert around(state(pack(*openings), ("one", ""), opening="day")).greeting == 1
    assert around(state(pack(), ("one", ""))).greeting is None


def test_messages_are_counted_on_from_the_last_scan() -> None:
    story = state(pack(), ("one", "two"), ("three", ""))
    assert counted(story) == (3, 1)
    fold(story, happened.LorebooksActed(turn=2, activation=Activation(turn=2, messages=30, replies=10)))
    assert counted(story) == (30, 10)
    fold(story, happened.CompletionReceived(turn=2, completion=Completion(text="four", model="m")))
    fold(story, happened.PlayerSpoke(turn=3, said="five"))
    assert counted(story) == (32, 11)


def test_an_imported_line_has_the_name_of_whoever_said_it() -> None:
    story = state(pack())
    fold(story, happened.PlayerSpoke(turn=3, said="one", speaker="Cal", origin="import"))
    told = happened.CompletionReceived(turn=4, completion=Completion(text="two", model="gm", given_by="import"), speaker="Ana")
    fold(story, told)
    assert around(story).lines == (Line("Ana", "two", "reply", 4), Line("Cal", "one", "said", 3))


def test_who_is_there_has_names_and_tags_and_texts() -> None:
    found = around(state(pack(), ("one", "")))
    assert {"ana", "annie", "bo"} <= found.names
    assert found.tags == {"elf"}
    assert (found.user, found.char.name) == ("Bo", "Ana")
    assert found.char.sources["persona"] == "A sailor."
    assert found.char.sources["description"] == "An innkeeper."
    assert found.char.sources["creator_notes"] == "Be kind."
    assert found.char.sources["scenario"] == "A night at the inn."


def test_char_is_whose_book_it_is_else_who_was_spoken_with_else_nobody() -> None:
    others = {"ana": ANA.changed(at="yard"), "cal": Person(name="Cal", at="yard")}
    book = BOOK.changed(of="cal")
    found = around(state(pack(book=book, npcs=others), ("one", "")))
    assert (found.who(book).name, found.who(BOOK).name) == ("Cal", "the narrator")


def test_a_turn_that_is_told_again_is_of_another_kind() -> None:
    story = state(pack(), ("one", ""))
    assert around(story).triggers == {"normal"}
    fold(story, happened.PlayerSpoke(turn=1, said="one", attempt=1))
    assert around(story).triggers == {"swipe", "regenerate"}


def test_what_is_the_gms_or_does_not_hold_yet_is_hidden() -> None:
    lore = {"b_a": LoreEntry(id="b_a", text="Later.", valid_from="2400")}
    assert around(state(pack(lore=lore), ("one", ""))).hidden == {"b/a"}
    lore = {"b_a": LoreEntry(id="b_a", text="Secret.", visibility="gm")}
    assert around(state(pack(lore=lore), ("one", ""))).hidden == {"b/a"}
    assert around(state(pack(lore={"b_a": LoreEntry(id="b_a", text="Open.")}), ("one", ""))).hidden == frozenset()
