"""``gm import FILE --model M`` and ``gm reread NAME --model M``: the price, the notes, what is broken off, and who found what."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from gm_engine.providers import abilities
from tests.endpoint import Answers, Endpoint, Fails
from tests.interfaces.conftest import Gm
from tests.play.clerk import note
from tests.play.test_noted_import import KNOWN, LINES

SETTINGS = """[providers.reader]
base_url = "{url}"
model = "m"
retries = 0
price = [2.0, 8.0]
"""


@pytest.fixture
def reader(server: Endpoint, tmp_path: Path) -> Endpoint:
    """An endpoint that notes what the tests of the import have as data."""
    abilities._known.clear()
    there = server.again()

    def answer(body: dict[str, Any]) -> Answers:
        reply = body["messages"][-1]["content"].rsplit("The reply", 1)[1]
        return Answers((next((told for words, told in KNOWN.items() if words in reply), note()),))

    there.answer = answer
    (tmp_path / "settings.toml").write_text(SETTINGS.format(url=there.url), encoding="utf-8")
    return there


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ferry.jsonl"
    path.write_text("".join(json.dumps(line.model_dump()) + "\n" for line in LINES), encoding="utf-8")
    return path


def test_a_transcript_is_noted_its_price_is_said_first_and_its_cost_is_counted(
    gm: Gm, reader: Endpoint, file: Path, tmp_path: Path
) -> None:
    done = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert done.code == 0, done.err
    assert "4 questions to m: about " in done.err
    assert "about $0.0" in done.err
    assert "6 turns, 4 of 4 replies noted" in done.out
    assert len(reader.bodies) == 4
    (row,) = json.loads(gm("cost", "ferry", "--format", "json", "--home", tmp_path).out)["sessions"]
    assert (row["model"], row["questions"], row["unused"]) == ("m", 4, 0)
    assert gm("replay", "ferry", "--verify", "--home", tmp_path).code == 0
    assert "raised by Friday" in gm("recap", "ferry", "--home", tmp_path).out


def test_the_report_says_who_found_what(gm: Gm, reader: Endpoint, file: Path, tmp_path: Path) -> None:
    gm("import", file, "--provider", "reader", "--home", tmp_path)
    (found,) = json.loads(gm("conflicts", "ferry", "--format", "json", "--home", tmp_path).out)["campaigns"]["ferry"]["conflicts"]
    assert found["found_by"] == "model m"
    for format, says in (("text", "90 % sure · model m"), ("md", "Found by: model m."), ("html", "found by model m")):
        assert says in gm("conflicts", "ferry", "--format", format, "--home", tmp_path).out
    two = tmp_path / "two.txt"
    two.write_text("Jesse Coyle's eyes are gray.\n\nJesse Coyle's eyes are blue.\n", encoding="utf-8")
    gm("import", two, "--home", tmp_path)
    (ruled,) = json.loads(gm("conflicts", "two", "--format", "json", "--home", tmp_path).out)["campaigns"]["two"]["conflicts"]
    assert ruled["found_by"] == "rules"


def test_an_endpoint_that_goes_away_leaves_what_was_done_and_the_command_to_go_on(
    gm: Gm, reader: Endpoint, file: Path, tmp_path: Path
) -> None:
    answer, reader.answer = reader.answer, None
    reader.script = [Answers((KNOWN[LINES[0].text],))]
    reader.always = Fails(401, "bad key")
    broken = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert broken.code == 2
    assert "2 of 6 lines done and on record" in broken.err
    assert f"import --home {tmp_path} {file} --provider reader" in broken.err
    reader.answer, before = answer, len(reader.bodies)
    done = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert done.code == 0, done.err
    assert '"ferry" goes on behind 2 of 6 lines' in done.err
    assert "3 questions to m" in done.err
    assert len(reader.bodies) == before + 3
    again = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert again.code == 0
    assert '"ferry" holds all of it' in again.out
    assert len(reader.bodies) == before + 3
    assert [one["name"] for one in json.loads(gm("list", "--format", "json", "--home", tmp_path).out)["campaigns"]] == ["ferry"]


def test_another_transcript_of_the_same_name_is_another_campaign(gm: Gm, reader: Endpoint, file: Path, tmp_path: Path) -> None:
    gm("import", file, "--home", tmp_path)
    done = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert 'saved as "ferry-2"' in done.out, "one that was read by rule is not gone on with"
    taken = gm("import", file, "--provider", "reader", "--as", "ferry", "--home", tmp_path)
    assert (taken.code, "name-taken" in taken.err) == (2, True)


def test_a_reply_whose_question_failed_is_said_and_noted_later(gm: Gm, reader: Endpoint, file: Path, tmp_path: Path) -> None:
    assert reader.answer
    answer, ferry = reader.answer, LINES[0].text

    def joke(body: dict[str, Any]) -> Any:
        return Answers(("I would rather tell a joke.",)) if ferry in str(body).rsplit("The reply", 1)[1] else answer(body)

    reader.answer = joke
    done = gm("import", file, "--provider", "reader", "--home", tmp_path)
    assert done.code == 0, done.err
    assert "3 of 4 replies noted" in done.out
    assert done.out.count("Not noted:") == 1
    assert "reread --home" in done.out
    reader.answer = answer
    later = gm("reread", "ferry", "--provider", "reader", "--format", "json", "--home", tmp_path)
    found = json.loads(later.out)
    assert (found["noted"], found["unnoted"]) == (1, 0)
    assert "1 question to m" in later.err
    assert gm("replay", "ferry", "--verify", "--home", tmp_path).code == 0
    none = gm("reread", "ferry", "--provider", "reader", "--home", tmp_path)
    assert none.out.startswith("0 of 4 replies noted now")
    assert "question" not in none.err


def test_on_a_terminal_the_price_is_asked_about(
    gm: Gm, reader: Endpoint, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def no(question: str, **_: Any) -> bool:
        asked.append(question)
        raise typer.Abort

    monkeypatch.setattr(typer, "confirm", no)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert gm("import", file, "--provider", "reader", "--home", tmp_path).code != 0
    assert asked
    assert not reader.bodies
    assert gm("import", file, "--provider", "reader", "--yes", "--home", tmp_path).code == 0
    assert len(asked) == 1


def test_who_cannot_be_asked_notes_nothing(gm: Gm, file: Path, tmp_path: Path) -> None:
    refused = gm("import", file, "--gm", "embedded", "--home", tmp_path)
    assert (refused.code, "no-second-reader" in refused.err) == (2, True)
    assert json.loads(gm("list", "--format", "json", "--home", tmp_path).out)["campaigns"] == []


def test_no_price_is_made_up(gm: Gm, reader: Endpoint, file: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(SETTINGS.format(url=reader.url).replace("price = [2.0, 8.0]\n", ""), encoding="utf-8")
    assert "no price is known" in gm("import", file, "--provider", "reader", "--home", tmp_path).err


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """The same evening as a chat of another program, with swipes of two lines, and a branch that leaves it."""
    rows: list[dict[str, Any]] = [{"user_name": "Ann", "character_name": "Narrator", "chat_metadata": {}}]
    rows += [{"name": line.speaker or "Narrator", "is_user": line.role == "player", "mes": line.text} for line in LINES]
    rows[1] |= {"swipes": ["Nobody is at the ferry.", LINES[0].text, "The ferry burns."], "swipe_id": 1}
    rows[6] |= {"swipes": [LINES[5].text, "Jesse Coyle sits down."], "swipe_id": 0}
    path = tmp_path / "river.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    left = [
        {**rows[0], "chat_metadata": {"main_chat": "river"}},
        *rows[1:3],
        {"name": "Narrator", "is_user": False, "mes": "He is asleep."},
    ]
    (tmp_path / "Branch #1.jsonl").write_text("".join(json.dumps(row) + "\n" for row in left), encoding="utf-8")
    return path


def other_tellings(gm: Gm, name: str, home: Path) -> list[tuple[str, str, bool]]:
    told = json.loads(gm("branch", name, "--tellings", "--format", "json", "--home", home).out)["tellings"]
    return [(one["telling"], one["reply"], one["stands"]) for one in told]


def test_a_chats_swipes_are_on_record_and_nobody_is_asked_about_them(gm: Gm, reader: Endpoint, chat: Path, tmp_path: Path) -> None:
    done = gm("import", chat, "--provider", "reader", "--home", tmp_path)
    assert done.code == 0, done.err
    assert "4 questions to m: about " in done.err
    assert "6 turns, 4 of 4 replies noted" in done.out
    asked = [body["messages"][-1]["content"] for body in reader.bodies]
    assert len(asked) == 4
    assert not any("The ferry burns." in text or "Jesse Coyle sits down." in text for text in asked)
    swiped = [
        ("1.1", "Nobody is at the ferry.", False), ("1.2", LINES[0].text, True), ("1.3", "The ferry burns.", False),
        ("6.1", LINES[5].text, True), ("6.2", "Jesse Coyle sits down.", False),
    ]  # fmt: skip
    assert other_tellings(gm, "river", tmp_path) == swiped
    assert gm("replay", "river", "--verify", "--home", tmp_path).code == 0
    assert len(json.loads(gm("conflicts", "river", "--format", "json", "--home", tmp_path).out)["campaigns"]["river"]["conflicts"]) == 1
    assert gm("retry", "river", "--telling", "2", "--home", tmp_path).code == 0
    assert json.loads(gm("conflicts", "river", "--format", "json", "--home", tmp_path).out)["campaigns"]["river"]["conflicts"] == []
    assert gm("replay", "river", "--verify", "--home", tmp_path).code == 0
    later = json.loads(gm("reread", "river", "--provider", "reader", "--format", "json", "--home", tmp_path).out)
    assert (later["noted"], later["unnoted"]) == (1, 0), "the telling that was gone on from has no note until it is asked for"


def test_a_chat_that_broke_off_goes_on_with_each_swipe_once(gm: Gm, reader: Endpoint, chat: Path, tmp_path: Path) -> None:
    answer, reader.answer = reader.answer, None
    reader.script = [Answers((KNOWN[LINES[0].text],)), Answers((KNOWN["Amos Bell"],)), Answers((KNOWN[LINES[4].text],))]
    reader.always = Fails(401, "bad key")
    assert "5 of 6 lines done and on record" in gm("import", chat, "--provider", "reader", "--home", tmp_path).err
    reader.answer = answer
    done = gm("import", chat, "--provider", "reader", "--home", tmp_path)
    assert '"river" goes on behind 5 of 6 lines' in done.err
    assert [id for id, _, _ in other_tellings(gm, "river", tmp_path)] == ["1.1", "1.2", "1.3", "6.1", "6.2"]
    assert '"river" holds all of it' in gm("import", chat, "--provider", "reader", "--home", tmp_path).out


def test_a_branch_that_a_model_notes_is_a_campaign_of_its_own_and_that_is_said(
    gm: Gm, reader: Endpoint, chat: Path, tmp_path: Path
) -> None:
    done = gm("import", chat, tmp_path / "Branch #1.jsonl", "--provider", "reader", "--home", tmp_path)
    assert done.code == 0, done.err
    assert "6 questions to m" in done.err
    assert "It is a branch of 'river'; noted by a model" in done.out
    assert "3 turns, 2 of 2 replies noted" in done.out
    assert {one["name"] for one in json.loads(gm("list", "--format", "json", "--home", tmp_path).out)["campaigns"]} == {
        "river",
        "Branch #1",
    }


def test_who_is_who_is_heard_with_a_model_too(gm: Gm, reader: Endpoint, chat: Path, tmp_path: Path) -> None:
    done = gm("import", chat, "--provider", "reader", "--gm-name", "Ann", "--player-name", "Narrator", "--home", tmp_path)
    assert done.code == 0, done.err
    assert "3 of 3 replies noted" in done.out, "two lines of the GM's and one of somebody who has a name"
