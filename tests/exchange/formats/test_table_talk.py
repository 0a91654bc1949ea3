"""What was written at tables elsewhere: Discord, Foundry, Roll20. Who is the GM, what is told, what is not."""

import json
import time
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
from gm_engine.exchange.formats.table_marks import is_rolled, told_at_the_table
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
    assert brought.remarks == ("2 lines are no part of the story (dice, whispers, programs, out of character, no words).",)
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
    assert read_discord_export(value, "x", Seats(gm="Bob")).remarks[0] == "Nobody in it is called 'Bob': nobody is the GM."


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
    assert brought.losses == ()
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
        ("gm", "Ann (DM)", "Dust hangs low.\n\nSal nods at Tom. \N{HORSE}", 1), ("gm", "Ann (DM)", "Rain & wind.", 1),
        ("player", "Tom", "low\nor high?\nI wait.", 2),
    ]  # fmt: skip
    assert [message.line.time for message in brought.chats[0].told] == ["2024-09-28T20:00:00", "2024-09-28T20:01:00", "2024-09-29T20:00:00"]
    assert (brought.chats[0].name, brought.chats[0].gm, brought.chats[0].player) == ("salt-fork", "Ann (DM)", "Tom")
    assert brought.remarks == ("2 lines are no part of the story (dice, whispers, programs, out of character, no words).",)
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


# --- who is a player, who a character, and what is the story's


def webhook(name: str, text: str, **more: Any) -> dict[str, Any]:
    """What a bot posts under a name that it is given."""
    row = said(name, text, bot=True, **more)
    row["author"] |= {"discriminator": "0000", "id": "77"}
    return row


def test_marks_of_discord_become_names_and_words_or_are_told_as_lost() -> None:
    tom = {"id": "12", "name": "tom", "nickname": "Tom"}
    words = "**Sal** looks at <@12> and <@!12>, @Tom too, in <#5>. ||He _lies_.|| ~~Never.~~ <:sad:3> :horse: <@99> <t:1700000000:R>\n> So."
    value = {
        **DISCORD,
        "channel": {"id": "5", "name": "salt-fork"},
        "messages": [said("Ann", words, role="DM", mentions=[tom]), said("Tom", "I look up (( brb )) `/roll d20` and go.")],
    }
    brought = read_discord_export(value, "x")
    assert [text for _, _, text, _ in told(brought)] == [
        "Sal looks at Tom and Tom, Tom too, in salt-fork. He lies. Never.\nSo.", "I look up and go."
    ]  # fmt: skip
    assert [(loss.field, loss.value) for loss in brought.losses] == [
        ("messages.0.content", "<:sad:3>"), ("messages.0.content", "<@99>"), ("messages.0.content", "<t:1700000000:R>"),
        ("messages.0.content", ":horse:"), ("messages.1.content", "(( brb ))"), ("messages.1.content", "`/roll d20`"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words", ["((brb))", "OOC: brb", "[ooc] brb", "// brb", "!i join", "/roll 1d20", "1d20 + 4 = 13 + 4 = 17", ":tada:"]
)
def test_what_is_said_out_of_character_or_to_a_program_is_no_part_of_the_story(words: str) -> None:
    value = {**DISCORD, "messages": [said("Ann", "Dust.", role="DM"), said("Tom", words)]}
    brought = read_discord_export(value, "x")
    assert [text for _, _, text, _ in told(brought)] == ["Dust."]
    assert [message.aside for message in brought.chats[0].messages] == [False, True]


def test_an_aside_that_is_never_shut_goes_to_the_end_of_its_line() -> None:
    losses: list[Loss] = []
    text = "((a\nb)) Dust. ((rune on\nThe door opens. ((brb\nIt rains."
    assert told_at_the_table(text, "x", losses) == "Dust.\nThe door opens.\nIt rains."
    assert [loss.value for loss in losses] == ["((a\nb))", "((rune on", "((brb"]


@pytest.mark.parametrize("line", ["1d1" * 20_000 + "=" + "1" * 20_000 + "x", "1" * 50_000, "1 " * 50_000, "1d6=" * 20_000 + "x"])
def test_no_line_takes_long_to_tell_dice_by(line: str) -> None:
    began = time.process_time()
    assert not is_rolled(line)
    assert time.process_time() - began < 2


def test_whoever_writes_at_the_table_is_nobody_in_the_story_and_a_mask_is() -> None:
    rows = [said("Ann", "Dust.", role="DM"), webhook("Thorn", "Thorn sits."), said("Dicey", "4", bot=True), said("Tom", "I wait.")]
    brought = read_discord_export({**DISCORD, "messages": rows}, "x")
    assert told(brought) == [("gm", "Ann", "Dust.", 1), ("npc", "Thorn", "Thorn sits.", 1), ("player", "Tom", "I wait.", 1)]
    assert brought.chats[0].accounts == ("Ann", "Tom")
    assert "Thorn speaks as a character: the file does not say who plays whom." in brought.remarks
    played = read_discord_export({**DISCORD, "messages": rows}, "x", Seats(player="thorn"))
    assert [role for role, *_ in told(played)] == ["gm", "player", "player"]


def test_a_bot_that_posts_under_several_names_speaks_as_characters() -> None:
    rows = [said("Ann", "Dust.", role="DM"), *(said(name, "Hm.", bot=True) for name in ("Thorn", "Sal"))]
    for row in rows[1:]:
        row["author"] |= {"discriminator": "1234", "id": "77"}
    assert [name for _, name, _, _ in told(read_discord_export({**DISCORD, "messages": rows}, "x"))] == ["Ann", "Thorn", "Sal"]
    assert len(told(read_discord_export({**DISCORD, "messages": rows[:2]}, "x"))) == 1
    page = (
        "<div class=chatlog>" + "".join(
            f"<div class=chatlog__message-group><div class=chatlog__message><span class=chatlog__author data-user-id={id}>{name}</span>"
            f"{tag}<div class=chatlog__content>{words}</div></div></div>"
            for id, name, tag, words in (
                (1, "Ann (DM)", "", "Dust."), (7, "Thorn", "<span class=chatlog__author-tag>BOT</span>", "Thorn nods."),
                (7, "Sal", "<span class=chatlog__author-tag>APP</span>", "Sal <img class=chatlog__emoji alt=sad title=sad> waves."),
                (8, "Dicey", "<span class=chatlog__author-tag>BOT</span>", "14"),
            )
        ) + "</div>"
    )  # fmt: skip
    brought = read_discord_page(page.encode(), "x")
    assert told(brought) == [("gm", "Ann (DM)", "Dust.", 1), ("npc", "Thorn", "Thorn nods.", 1), ("npc", "Sal", "Sal waves.", 1)]
    assert [loss.value for loss in brought.losses] == ["sad"]


def test_a_log_of_discord_in_plain_text() -> None:
    rule = "=" * 62
    log = (
        f"{rule}\nGuild: Home\nChannel: Tables / salt-fork\n{rule}\n\n[28-Sep-24 08:00 PM] GM#1234 (pinned)\nDust.\n\n{{Attachments}}\n"
        f"https://example.org/a.png\n\n{{Reactions}}\n:x: (2)\n\n[28-Sep-24 08:01 PM] Thorn#0000\nThorn *waits*.\n\n"
        f"[28-Sep-24 08:02 PM] tom\nI wait.\n\n\n{rule}\nExported 3 message(s)\n{rule}\n"
    )
    found = format_of(given := Given("x.txt", log.encode()))
    assert found is not None
    brought = found.reads(given)
    assert told(brought) == [("gm", "GM", "Dust.", 1), ("npc", "Thorn", "Thorn waits.", 1), ("player", "tom", "I wait.", 1)]
    assert (brought.kind, brought.chats[0].name, brought.chats[0].accounts) == ("a channel (Discord)", "salt-fork", ("GM", "tom"))
    assert [(loss.field, loss.value) for loss in brought.losses] == [("messages.0.attachments", "https://example.org/a.png")]


def test_a_log_of_foundry_tells_no_rolls_and_its_gamemaster_is_nobody() -> None:
    rolled = "[9/28/2024, 8:04:03 PM] Tom\nPerception\n1d20 + 4 = 13 + 4 = 17\n---------------------------\n"
    brought = read_stamped_log((LOG + rolled).encode(), "fvtt-log.txt")
    assert brought.kind == "a log (Foundry)"
    assert [text for _, _, text, _ in told(brought)] == ["Dust hangs over Salt Fork.\nIt is late.", "I wait."]
    assert brought.chats[0].accounts == ("Gamemaster",)
    assert brought.remarks[1:] == ("The file does not say whether Tom is a player or a character: taken for a character.",)


def test_whose_hand_it_is_tells_the_characters_of_foundrys_gm() -> None:
    def row(id: str, user: str, alias: str, content: str, actor: str = "", **more: Any) -> dict[str, Any]:
        return {"_id": id, "timestamp": 1727485331000 + len(content), "author": user, "content": content, "style": 2,
                "speaker": {"alias": alias, "actor": actor or None}, **more}  # fmt: skip

    rows = [
        row("a", "u1", "Gamemaster", "Dust hangs low over it."),
        row("b", "u1", "Sal", '"No," says Sal to @UUID[Actor.x]{Thorn}.', "n1"),
        row("c", "u2", "Thorn", "I wait for [[/r 1d20]] it.", "n2"),
        row("d", "u2", "Tom", "brb", style=1),
        row("e", "u2", "Thorn", '<div class="chat-card"><button>Attack</button></div>', "n2"),
        row("f", "u1", "Gamemaster", "He lies about it.", whisper=["u3"]),
    ]
    brought = read_foundry_log(json.dumps(rows).encode(), "messages.db")
    lines = [(role, name, text) for role, name, text, _ in told(brought)]
    assert sorted(lines) == [
        ("gm", "Gamemaster", "Dust hangs low over it."), ("npc", "Sal", '"No," says Sal to Thorn.'), ("player", "Thorn", "I wait for it.")
    ]  # fmt: skip
    assert (brought.chats[0].accounts, brought.chats[0].player, brought.chats[0].gm) == (("Gamemaster",), "Thorn", "Gamemaster")
    assert [loss.value for loss in brought.losses] == ["[[/r 1d20]]"]


def test_what_a_program_sets_in_foundry_is_no_part_of_the_story_and_nobody_is_guessed_to_be_the_gm() -> None:
    def row(id: str, user: str, content: str, style: int, at: int, **more: Any) -> dict[str, Any]:
        speaker = {"alias": f"N{user}", "actor": "a"} if style == 2 else {"alias": ""}
        return {
            "_id": id,
            "timestamp": 1727485331000 + at * 36_000_000,
            "user": user,
            "content": content,
            "type": style,
            "speaker": speaker,
            **more,
        }

    rows = [
        row("a", "1", "<p>Wounded - applied to Sal</p>", 0, 0, flavor="Round 4"), row("b", "1", "I wait.", 2, 1),
        row("c", "2", "So do I.", 2, 2),         row("d", "2", "It rains.", 0, 3),
        row("e", "3", "Is it late? I think so.", 1, 4), row("f", "3", "", 1, 5, flavor="Round 5"),
    ]  # fmt: skip
    brought = read_foundry_log(json.dumps(rows).encode(), "messages.db")
    assert told(brought) == [
        ("player", "N1", "I wait.", 1), ("player", "N2", "So do I.", 2), ("player", "", "It rains.", 3),
        ("player", "", "Is it late? I think so.", 4),
    ]  # fmt: skip
    assert brought.remarks[0] == "Nobody is marked as the GM, and nobody is taken for it."
    assert brought.losses == ()


def test_an_archive_of_roll20_with_emotes_whispers_programs_and_sheets() -> None:
    def block(kind: str, by: str, words: str, hand: str = "") -> str:
        name = f'<span class="by">{by}:</span>' if by else ""
        return (
            f'<div class="message {kind}" data-playerid="{hand}"><span class="tstamp">September 28, 2024 8:00PM</span>{name}{words}</div>'
        )

    page = "<html><body>" + "".join((
        block("general", "Ann (GM)", "Dust.", "p1"), block("general", "Sal", "Hm.", "p1"), block("general", "Thorn", "I wait.", "p2"),
        block("emote", "", "Sal spits.", "p1"), block("emote", "", "Thorn nods.", "p2"), block("general", "", "Again."),
        block("whisper", "(To GM)", "I lie."), block("general", "Dicey", "Rolled.", "API"),
        block("general", "Thorn", '<div class="sheet-rolltemplate-atk">Bow 17</div>', "p2"),
    )) + "</body></html>"  # fmt: skip
    brought = read_roll20_archive(page.encode(), "x")
    assert [(role, name, text) for role, name, text, _ in told(brought)] == [
        ("gm", "Ann", "Dust."), ("npc", "Sal", "Hm."), ("player", "Thorn", "I wait."), ("npc", "Sal", "Sal spits."),
        ("player", "Thorn", "Thorn nods."), ("player", "Thorn", "Again."),
    ]  # fmt: skip
    assert brought.chats[0].accounts == ("Ann",)


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
