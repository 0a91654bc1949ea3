"""What was written at tables elsewhere: Discord, Foundry, Roll20. Who is the GM, what is told, what is not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError
from gm_engine.exchange.formats.brought import Brought, Loss
from gm_engine.exchange.formats.chat_terms import Seats
from gm_engine.exchange.formats.discord_export import is_stamped_log, read_discord_export, read_discord_table, read_stamped_log
from gm_engine.exchange.formats.discord_page import FATES, read_discord_page
from gm_engine.exchange.formats.foundry_log import read_foundry_log
from gm_engine.exchange.formats.roll20_archive import read_roll20_archive
from gm_engine.exchange.known_formats import Given, format_of
from tests.exchange.formats.chats import VALUES, spoiled


def said(name: str, text: str, at: str = "2024-09-28T20:00:00+02:00", **more: Any) -> dict[str, Any]:
    author = {"name": name.casefold(), "nickname": name, "isBot": more.pop("bot", False), "roles": [{"name": more.pop("role", "all")}]}
    return {"id": "1", "type": "Default", "timestamp": at, "content": text, "author": author, "attachments": [], **more}


DISCORD: dict[str, Any] = {
    "guild": {"name": "Home"},
    "channel": {"name": "salt-fork"},
    "messages": [
        said("Ann", "Dust hangs over Salt Fork.", role="DM"),
        said("Tom", "I wait."),
        said("Dicey", "Tom rolled 4", bot=True),
        said("Tom", "joined", type="GuildMemberJoin"),
        said("Ann", "Sal nods.", "2024-09-29T20:00:00+02:00"),
    ],
}
FOUNDRY: list[dict[str, Any]] = [
    {"_id": "b", "type": 2, "timestamp": 1727485400000, "speaker": {"alias": "Tom"}, "content": "I <i>wait</i>."},
    {
        "_id": "a",
        "type": 1,
        "timestamp": 1727485331123,
        "speaker": {"alias": "Gamemaster"},
        "content": "<p>Dust.</p><p>Rain &amp; wind.</p>",
    },
    {"_id": "c", "type": 5, "timestamp": 1727485500000, "speaker": {"alias": "Tom"}, "content": "14", "flavor": "Shooting"},
    {"_id": "d", "type": 2, "timestamp": 1727485600000, "speaker": {"alias": "Gamemaster"}, "content": "He lies.", "whisper": ["x"]},
]
ROLL20 = """<html><body><div class="textchatcontainer"><div class="content">
<div class="message general" data-messageid="-a"><div class="spacer"></div><div class="avatar"><img src="x.png"></div>
<span class="tstamp">September 28, 2024 8:00PM</span><span class="by">Ann (GM):</span>Dust hangs <b>low</b>.<br>Sal nods.</div>
<div class="message general"><div class="spacer"></div>Rain.</div>
<div class="message desc">Night falls.</div>
<div class="message rollresult you"><span class="by">Tom:</span><div class="formula">rolling 1d20</div></div>
<div class="message general you"><span class="tstamp">September 29, 2024 9:00PM</span><span class="by">Tom:</span>I wait.</div>
</div></div></body></html>"""
HERE = Path(__file__).parent
DISCORD_PAGE = (HERE / "discord_page.html").read_text(encoding="utf-8")
OLDER_PAGE = (HERE / "discord_page_older.html").read_text(encoding="utf-8")
LOG = """[9/28/2024, 8:02:03 PM] Gamemaster
Dust hangs over Salt Fork.
It is late.
---------------------------
[9/28/2024, 8:03:03 PM] Tom
I wait.
---------------------------
"""


def told(brought: Brought) -> list[tuple[str, str, str, int]]:
    lines = [message.line for message in brought.chats[0].told]
    return [(line.role, line.speaker, line.text, line.session) for line in lines]


def test_a_channel_of_discord() -> None:
    brought = read_discord_export(DISCORD, "x.json")
    assert told(brought) == [("gm", "Ann", "Dust hangs over Salt Fork.", 1), ("player", "Tom", "I wait.", 1), ("gm", "Ann", "Sal nods.", 2)]
    assert (brought.chats[0].name, brought.chats[0].gm, brought.chats[0].player) == ("salt-fork", "Ann", "Tom")
    assert brought.remarks == ("2 lines are no part of the story (dice, whispers, programs, no words).",)
    assert brought.losses == ()


def test_what_a_channel_loses_is_told() -> None:
    value = {**DISCORD, "messages": [said("GM", "Look.", attachments=[{"url": "x"}])]}
    assert read_discord_export(value, "x").losses == (
        Loss("messages.0.attachments", [{"url": "x"}], "Pictures and files are not taken over."),
    )


def test_where_nobody_is_marked_whoever_wrote_most_is_the_gm_and_that_is_said() -> None:
    value = {**DISCORD, "messages": [said("Ann", "Dust hangs over Salt Fork."), said("Tom", "I wait.")]}
    brought = read_discord_export(value, "x")
    assert [role for role, *_ in told(brought)] == ["gm", "player"]
    assert brought.remarks == ("Nobody is marked as the GM: Ann wrote the most, and is taken for it.",)
    assert [role for role, *_ in told(read_discord_export(value, "x", Seats(gm="tom")))] == ["player", "gm"]
    assert read_discord_export(value, "x", Seats(player="Ann")).chats[0].gm == "Tom"
    assert read_discord_export(value, "x", Seats(gm="Bob")).remarks == ("Nobody in it is called 'Bob': nobody is the GM.",)


def test_a_table_of_discord() -> None:
    rows = '1,GM#1234,2024-09-28T20:00:00Z,"Dust, and\nrain.",,\n2,Tom,2024-09-28T20:01:00Z,I wait.,x.png,\n'
    data = f"AuthorID,Author,Date,Content,Attachments,Reactions\n{rows}".encode()
    brought = read_discord_table(data, "channel.csv")
    assert told(brought) == [("gm", "GM", "Dust, and\nrain.", 1), ("player", "Tom", "I wait.", 1)]
    assert [loss.field for loss in brought.losses] == ["3.Attachments"]


@pytest.mark.parametrize("whole", [True, False])
def test_a_chat_of_foundry_as_a_list_and_as_lines(whole: bool) -> None:
    rows = [*FOUNDRY, {"_id": "b", "$$deleted": True}, FOUNDRY[0]]
    data = json.dumps(FOUNDRY) if whole else "\n".join(map(json.dumps, rows))
    brought = read_foundry_log(data.encode(), "messages.db")
    assert told(brought) == [("gm", "Gamemaster", "Dust.\nRain & wind.", 1), ("player", "Tom", "I wait.", 1)]
    assert [loss.field for loss in brought.losses] == ["c.flavor"]
    assert [message.hidden for message in brought.chats[0].messages] == [False, False, False, True]


def test_an_archive_of_roll20() -> None:
    brought = read_roll20_archive(ROLL20.encode(), "archive.html")
    assert told(brought) == [
        ("gm", "Ann", "Dust hangs low.\nSal nods.", 1), ("gm", "Ann", "Rain.", 1), ("gm", "", "Night falls.", 1),
        ("player", "Tom", "I wait.", 2),
    ]  # fmt: skip
    assert (brought.chats[0].gm, brought.chats[0].player) == ("Ann", "Tom")


def test_a_channel_of_discord_as_a_page() -> None:
    brought = read_discord_page(DISCORD_PAGE.encode(), "x.html")
    assert told(brought) == [
        ("gm", "Ann (DM)", "Dust hangs low.\n\nSal nods at @Tom. \N{HORSE}", 1), ("gm", "Ann (DM)", "Rain & wind.", 1),
        ("player", "Tom", "low\nor high?\nI wait.", 2),
    ]  # fmt: skip
    assert [message.line.time for message in brought.chats[0].told] == ["2024-09-28T20:00:00", "2024-09-28T20:01:00", "2024-09-29T20:00:00"]
    assert (brought.chats[0].name, brought.chats[0].gm, brought.chats[0].player) == ("salt-fork", "Ann (DM)", "Tom")
    assert brought.remarks == ("2 lines are no part of the story (dice, whispers, programs, no words).",)
    why = "Pictures and files are not taken over."
    assert brought.losses == (
        Loss("messages.0.attachments", ["map.png"], why), Loss("messages.4.embeds", ["https://example.org/"], why)
    )  # fmt: skip


def test_a_page_of_an_older_exporter_with_names_over_several_messages() -> None:
    brought = read_discord_page(OLDER_PAGE.encode(), "rides.html")
    assert told(brought) == [
        ("gm", "Ann", "Dust.\nRain.", 1), ("gm", "Ann", "Night falls over all of it.", 1), ("player", "Tom", "I wait.\nSo.", 1)
    ]  # fmt: skip
    assert brought.chats[0].name == "rides"
    assert brought.losses == (Loss("messages.2.timestamp", "gestern um acht", "It is no date in any known form."),)


def test_every_part_of_a_message_on_a_page_has_a_fate() -> None:
    fated = " ".join(fate.field for fate in FATES)
    parts = (
        "author timestamp content attachment embed sticker reactions reply forwarded system-notification edited-timestamp avatar preamble"
    )
    assert set(parts.split()) == set(fated.replace(",", "").split())


def test_a_log_with_stamps() -> None:
    brought = read_stamped_log(LOG.encode(), "fvtt-log.txt")
    assert told(brought) == [("gm", "Gamemaster", "Dust hangs over Salt Fork.\nIt is late.", 1), ("player", "Tom", "I wait.", 1)]
    assert not is_stamped_log("[2023-05-08 13:56] Ann: I wait.\n[2023-05-08 13:57] Tom: So do I.")
    assert not is_stamped_log("[Enter Ann] who\nsits.\n[Exit Tom] who\nweeps.")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("discord_export", json.dumps(DISCORD)),
        ("discord_table", "AuthorID,Author,Date,Content,Attachments,Reactions\n1,GM,,Rain.,,"),
        ("foundry_log", json.dumps(FOUNDRY)),
        ("foundry_log", "\n".join(map(json.dumps, FOUNDRY))),
        ("discord_page", DISCORD_PAGE),
        ("discord_page", OLDER_PAGE),
        ("roll20_archive", ROLL20),
        ("stamped_log", LOG),
    ],
)
def test_each_is_known_by_its_content(name: str, data: str) -> None:
    found = format_of(given := Given("x", data.encode()))
    assert found is not None
    assert found.name == name
    assert found.reads(given).chats


def test_where_nobody_says_anything_it_is_refused() -> None:
    for data in (b"[]", b"{}", b'[{"_id": "a", "speaker": {}, "timestamp": 1, "content": " "}]'):
        with pytest.raises(GameError) as caught:
            read_foundry_log(data, "x.db")
        assert caught.value.slug == "no-chat"


@given(spoiled(DISCORD) | VALUES)
def test_a_spoiled_channel_is_read_or_refused(value: Any) -> None:
    try:
        assert read_discord_export(value, "x").chats[0].told
    except GameError as error:
        assert error.slug == "no-chat"  # noqa: PT017


@given(spoiled(FOUNDRY) | VALUES)
def test_a_spoiled_chat_of_foundry_is_read_or_refused(value: Any) -> None:
    try:
        assert read_foundry_log(json.dumps(value).encode(), "x").chats[0].told
    except GameError as error:
        assert error.slug == "no-chat"  # noqa: PT017


@pytest.mark.parametrize("page", [ROLL20, DISCORD_PAGE, OLDER_PAGE])
@given(noise=st.text(alphabet="<>![]-/=\"' divclasmegby()GM:&;#x0\n", max_size=200), at=st.integers(0, 4000), gone=st.integers(0, 40))
def test_a_spoiled_page_is_read_or_refused(page: str, noise: str, at: int, gone: int) -> None:
    spoilt = page[:at] + noise + page[at + gone :]
    read = read_roll20_archive if page is ROLL20 else read_discord_page
    try:
        assert read(spoilt.encode(), "x").chats[0].told
    except GameError as error:
        assert error.slug == "no-chat"  # noqa: PT017


def test_a_declaration_that_is_none_stops_no_page() -> None:
    page = ROLL20.replace("Rain.", "<![endless[ Rain.")
    assert [text for _, _, text, _ in told(read_roll20_archive(page.encode(), "x"))][-1] == "I wait."
    message = {**FOUNDRY[1], "content": "<![endless[ <p>Dust.</p>"}
    assert told(read_foundry_log(json.dumps([message]).encode(), "x"))[0][2] == "Dust."
