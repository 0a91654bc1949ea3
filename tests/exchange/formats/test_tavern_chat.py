"""SillyTavern's chats, read and written again to the letter."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError
from gm_engine.exchange.formats.brought import Chat, Loss, Message
from gm_engine.exchange.formats.chat_terms import Seats, evenings, is_gm_name, sent
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from gm_engine.exchange.formats.tavern_chat import FATES, read_tavern_chat, write_tavern_chat
from gm_engine.story.transcript_line import TranscriptLine
from tests.exchange.formats.chats import HEADER, LINES, VALUES, spoiled, tavern


def read(*rows: Any, seats: Seats | None = None) -> Chat:
    return read_tavern_chat(tavern(*rows), "Sal - 1.jsonl", seats or Seats()).chats[0]


def test_a_chat_is_read() -> None:
    brought = read_tavern_chat(tavern(HEADER, *LINES), "chats/Sal/Sal - 1.jsonl")
    (chat,) = brought.chats
    assert (chat.name, chat.player, chat.gm, chat.parent) == ("Sal - 1", "Mabel", "Sal Brannock", "Sal - 0")
    assert (chat.memory, chat.note, chat.books) == ("Sal has one horse.", "Keep it dry.", ("Salt Fork",))
    told = [(m.line.turn, m.line.role, m.line.speaker, m.line.session) for m in chat.told]
    assert told == [
        (1, "gm", "Sal Brannock", 1), (2, "player", "Mabel", 1), (3, "gm", "Sal Brannock", 1), (4, "gm", "", 2), (5, "player", "Mabel", 2),
    ]  # fmt: skip
    assert chat.told[0].line.text == "Shut the door, Mabel."
    assert {message.line.clock for message in chat.messages} == {"wall"}
    assert brought.losses == ()
    assert brought.remarks == (
        "1 message was hidden from the model there; here they are told like any other.",
        "2 lines are no part of the story (comments, tool calls, no words).",
    )


def test_swipes_are_alternatives_in_their_order() -> None:
    first = read(HEADER, *LINES).messages[0]
    assert (first.alternatives, first.chosen) == (("You again, Mabel.", "Out."), 1)


def test_what_is_unchanged_goes_out_to_the_letter() -> None:
    data = tavern(HEADER, *LINES)
    assert write_tavern_chat(read_tavern_chat(data, "a.jsonl").chats[0]).data == data
    assert write_tavern_chat(read_tavern_chat(tavern(*LINES), "a.jsonl").chats[0]).data == tavern(*LINES)


def test_a_group_without_a_header_has_no_gm_of_that_name() -> None:
    chat = read({"name": "Mabel", "is_user": True, "mes": "Hi."}, {"name": "Sal", "mes": "Hm."}, {"name": "Rosa", "mes": "Hello."})
    assert (chat.player, chat.gm) == ("Mabel", "")
    assert [(m.line.role, m.line.speaker) for m in chat.told[1:]] == [("gm", "Sal"), ("gm", "Rosa")]


def test_who_is_the_gm_can_be_told() -> None:
    lines = {"name": "Rosa", "mes": "It rains."}, {"name": "Sal", "mes": "Hm."}, {"name": "Ann", "mes": "I wait."}
    assert [m.line.role for m in read(*lines, seats=Seats(gm="rosa", player="Ann")).told] == ["gm", "npc", "player"]


@pytest.mark.parametrize(
    ("value", "time"),
    [
        ("September 28, 2024 1:02am", "2024-09-28T01:02:00"),
        ("September 28, 2024 12:02am", "2024-09-28T00:02:00"),
        ("Sep 28, 2024 12:02:07 PM", "2024-09-28T12:02:07"),
        ("2024-9-28 @13h 02m 11s 123ms", "2024-09-28T13:02:11.123"),
        ("2024-09-28@13h02m11s", "2024-09-28T13:02:11"),
        (1727485331123, "2024-09-28T01:02:11.123+00:00"),
        ("1727485331123", "2024-09-28T01:02:11.123+00:00"),
        (1727485331, "2024-09-28T01:02:11+00:00"),
        ("2024-09-28T01:02:11.123Z", "2024-09-28T01:02:11.123+00:00"),
        ("9/28/2024 1:02 PM", "2024-09-28T13:02:00"),
        ("28.9.2024 13:02", "2024-09-28T13:02:00"),
        ("February 30, 2024 1:02am", ""),
        (10**400, ""),
        (True, ""),
        ([], ""),
    ],
)
def test_dates_of_every_form_become_one(value: Any, time: str) -> None:
    assert sent(value) == time


def test_a_date_of_no_known_form_is_told() -> None:
    brought = read_tavern_chat(tavern({"name": "Sal", "mes": "Hm.", "send_date": "a while ago"}), "a.jsonl")
    assert brought.losses == (Loss("line 1.send_date", "a while ago", "It is no date in any known form."),)


def test_another_evening_begins_after_some_hours_and_never_before_the_first() -> None:
    assert list(evenings(["", "2024-09-28T01:00", "2024-09-28T04:59", "2024-09-28T08:59", "2024-09-01T00:00"])) == [1, 1, 1, 2, 2]


def test_a_file_that_was_cut_off_is_read_to_there_and_told() -> None:
    brought = read_tavern_chat(tavern(HEADER, *LINES)[:-10], "a.jsonl")
    (loss,) = brought.losses
    assert len(brought.chats[0].messages) == len(LINES) - 1
    assert (loss.field, loss.why) == (f"line {len(LINES) + 1}", "It is broken JSON: the file was cut off here.")


@pytest.mark.parametrize(
    ("data", "slug"),
    [
        (b"", "no-chat"),
        (b'{"chat_metadata": {}}', "no-chat"),
        (b"{\n" + tavern(*LINES), "bad-json"),
        (b"\xff" + tavern(*LINES), "not-utf-8"),
    ],
)
def test_what_is_no_chat_is_refused(data: bytes, slug: str) -> None:
    with pytest.raises(GameError) as caught:
        read_tavern_chat(data, "a.jsonl")
    assert caught.value.slug == slug


def test_what_is_changed_is_written_where_it_stood() -> None:
    chat = read(HEADER, *LINES)
    first = chat.messages[0]
    new = replace(first, line=first.line.changed(text="Shut it.", speaker="Old Sal", time="2024-09-28T01:03:00"), hidden=True)
    rows = [json.loads(row) for row in write_tavern_chat(replace(chat, messages=(new, *chat.messages[1:]), note="Wet.")).data.splitlines()]
    want = {**LINES[0], "mes": "Shut it.", "name": "Old Sal", "send_date": "2024-09-28T01:03:00", "is_system": True}
    assert rows[1] == {**want, "swipes": [LINES[0]["swipes"][0], "Shut it.", "Out."]}
    assert rows[0] == {**HEADER, "chat_metadata": {**HEADER["chat_metadata"], "note_prompt": "Wet."}}
    assert rows[2:] == list(LINES[1:])


def of_ours(**more: Any) -> Chat:
    lines = (
        TranscriptLine(turn=1, text="I ride in.", role="player", speaker="Ann", session=1),
        TranscriptLine(turn=1, text="Dust.", role="gm", session=1),
        TranscriptLine(turn=2, text="Hm.", role="npc", speaker="Sal", session=2),
    )
    messages = tuple(Message(line, ("Rain.", "Snow.") if line.text == "Dust." else (), 1) for line in lines)
    return Chat("ride", messages, player="Ann", source="journal", **more)


def test_a_chat_of_ours_is_written_with_a_header_and_read_again() -> None:
    written = write_tavern_chat(of_ours(memory="So far.", note="Dry.", books=("Salt Fork", "Other"), parent="main"))
    rows = [json.loads(row) for row in written.data.splitlines()]
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", rows[0]["chat_metadata"]["integrity"])
    assert (rows[2]["name"], rows[2]["is_user"], rows[2]["swipes"], rows[2]["swipe_id"]) == ("GM", False, ["Rain.", "Dust.", "Snow."], 1)
    assert rows[1]["extra"] == {"gm_engine": {"turn": 1, "session": 1}}
    assert written.losses == (Loss("books", ["Other"], "A chat has one lorebook of its own."),)
    assert not written.data.endswith(b"\n")
    again = read_tavern_chat(written.data, "main.jsonl").chats[0]
    assert [(m.line.role, m.line.speaker, m.line.text, m.line.session) for m in again.told] == [
        ("player", "Ann", "I ride in.", 1), ("gm", "", "Dust.", 1), ("npc", "Sal", "Hm.", 2),
    ]  # fmt: skip
    assert (again.messages[1].alternatives, again.messages[1].chosen) == (("Rain.", "Snow."), 1)
    assert (again.memory, again.note, again.books, again.parent) == ("So far.", "Dry.", ("Salt Fork",), "main")
    assert write_tavern_chat(again).data == written.data


def test_the_same_chat_gets_the_same_integrity_and_another_one_another() -> None:
    one, again, other = of_ours(), of_ours(), replace(of_ours(), messages=of_ours().messages[:2])
    assert write_tavern_chat(one) == write_tavern_chat(again)
    marks = {json.loads(write_tavern_chat(chat).data.splitlines()[0])["chat_metadata"]["integrity"] for chat in (one, other)}
    assert len(marks) == 2


@pytest.mark.parametrize(("name", "is_gm"), [("DM", True), ("Ann [DM]", True), ("gm", True), ("Admin", False), ("Imogen", False)])
def test_a_gm_is_known_by_name(name: str, is_gm: bool) -> None:
    assert is_gm_name(name) is is_gm


MESSAGES = st.fixed_dictionaries(
    {"mes": st.text(max_size=30)},
    optional={
        "name": st.sampled_from(["Sal", "Mabel", " x "]),
        "is_user": st.booleans(),
        "is_system": st.booleans(),
        "send_date": st.sampled_from(["2024-09-28T01:02:11.123Z", "September 28, 2024 1:02am", "", "soon"]),
        "swipes": st.lists(st.text(max_size=9), max_size=3),
        "swipe_id": st.integers(-2, 4),
        "extra": st.dictionaries(st.sampled_from(["memory", "type", "model", "mine"]), st.text(max_size=5), max_size=3),
        "mine": VALUES,
    },
)


@given(st.lists(MESSAGES, min_size=1, max_size=4), st.booleans())
def test_any_chat_goes_out_as_it_came_in(rows: list[Any], headed: bool) -> None:
    rows = [{"name": "Sal", "mes": "Hm."}, *rows]
    rows = [json.loads(canonical_json(row)) for row in ([HEADER, *rows] if headed else rows)]
    chat = read_tavern_chat(tavern(*rows), "a.jsonl").chats[0]
    assert [json.loads(row) for row in write_tavern_chat(chat).data.split(b"\n")] == rows


@given(st.lists(spoiled(LINES[0]) | spoiled(HEADER) | VALUES, max_size=4))
def test_a_spoiled_chat_is_read_or_refused_and_what_is_read_can_be_written(rows: list[Any]) -> None:
    try:
        chat = read_tavern_chat(tavern(*rows), "a.jsonl").chats[0]
    except GameError:
        return
    again = read_tavern_chat(write_tavern_chat(chat).data, "a.jsonl").chats[0]
    assert [(m.line, m.alternatives, m.chosen) for m in again.messages] == [(m.line, m.alternatives, m.chosen) for m in chat.messages]
    fresh = write_tavern_chat(replace(chat, source="elsewhere"))
    assert read_tavern_chat(fresh.data, "a.jsonl").chats[0].told == () or chat.told


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read_tavern_chat(data, "a.jsonl")
    except GameError as error:
        assert "a.jsonl" in error.where  # noqa: PT017


def test_every_field_has_its_fate() -> None:
    told = set(re.findall(r"[\w.]+", " ".join(fate.field for fate in FATES)))
    extra = "api model type gen_id bias token_count memory reasoning reasoning_duration tool_invocations display_text \
        bookmark_link branches media files isSmallSys swipeable"
    about = "integrity tainted main_chat scenario persona world_info variables timedWorldInfo note_prompt note_interval note_depth \
        note_position note_role"
    line = "name is_user is_system send_date mes swipe_id swipes swipe_info gen_started gen_finished force_avatar original_avatar title"
    want = {*line.split(), *(f"extra.{key}" for key in extra.split()), *(f"chat_metadata.{key}" for key in about.split())}
    assert told >= want | {"user_name", "character_name", "create_date"}


def test_json_that_is_deep_or_twice_is_told() -> None:
    brought = read_tavern_chat(b'{"name": "Sal", "mes": "One.", "mes": "Two."}', "a.jsonl")
    assert brought.losses == (Loss("line 1.mes", "One.", "It stands there twice; the last one counts."),)
    assert read_json("[]", "x") == []
