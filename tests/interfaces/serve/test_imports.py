"""Files that are brought over the server: of mixed kinds, one bad among them, too large, of odd names; and what is refused."""

import asyncio
import json
import tempfile
import threading
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest

from gm_engine.bootstrap import one_by_one, settings
from gm_engine.exchange.formats.card import read_card
from gm_engine.exchange.formats.card_png import write_card_png
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.serve.doors import IMPORTS, Doors
from gm_engine.interfaces.serve.house import House
from gm_engine.interfaces.serve.server_limits import Crowded, Limits, Place
from tests.endpoint import Endpoint
from tests.interfaces.conftest import Gm
from tests.interfaces.serve.conftest import TOKEN, Served, running, serving

CARD = {
    "spec": "chara_card_v2", "spec_version": "2.0",
    "data": {"name": "Hanna Reed", "description": "{{char}} runs the ferry. {{char}} has grey eyes.", "first_mes": "The boat is tied up."},
}  # fmt: skip
PICTURE = write_card_png(read_card(CARD, "hanna.json").cards[0]).data
BOOK = json.dumps(
    {"entries": {"0": {"uid": 0, "key": ["mara"], "comment": "Mara Voss", "content": "Mara Voss has green eyes.", "order": "high"}}}
).encode()
CHAT = "\n".join(
    json.dumps(row)
    for row in (
        {"user_name": "Sam", "character_name": "Hanna Reed", "chat_metadata": {}},
        {"name": "Hanna Reed", "is_user": False, "mes": "Hanna ties up the boat at Oakford."},
        {"name": "Sam", "is_user": True, "mes": "I ask her about the old ferryman."},
        {"name": "Hanna Reed", "is_user": False, "mes": "Mara Voss waits there. Mara Voss has blue eyes."},
    )
).encode()
CUT = json.dumps(CARD).encode()[:-40]
TALK = b"GM: Rain on the shutters.\nMARA: Again.\n"


def brought(served: Served, *files: tuple[str, bytes], **fields: str) -> httpx.Response:
    return served.http.post(IMPORTS, files=[("files", file) for file in files], data=fields)


def rows(answer: httpx.Response) -> dict[str, Any]:
    """The rows of an answer, by file."""
    found = answer.json()["files"]
    assert len({row["file"] for row in found}) == len(found)
    return {row["file"]: row for row in found}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    error = answer.json()["error"]
    assert error["then"]
    assert "Traceback" not in answer.text
    return answer.status_code, error["slug"]


def names(served: Served) -> list[str]:
    return [one["name"] for one in served.get("/api/campaigns")["campaigns"]]


def zipped(**files: bytes) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return made.getvalue()


def test_files_of_mixed_kinds_become_a_campaign_that_is_played_and_one_that_is_bad_stops_none(tmp_path: Path) -> None:
    files = (("evening.jsonl", CHAT), ("hanna.png", PICTURE), ("saltfork.json", BOOK), ("cut.json", CUT))
    with serving(tmp_path) as served:
        answer = brought(served, *files)
        assert answer.status_code == 201
        found = rows(answer)
        assert {name: row["kind"] for name, row in found.items()} == {
            "evening.jsonl": "a chat (SillyTavern)", "hanna.png": found["hanna.png"]["kind"], "saltfork.json": "World Info (SillyTavern)",
            "cut.json": "",
        }  # fmt: skip
        assert "card" in found["hanna.png"]["kind"]
        assert found["evening.jsonl"]["holds"] == "3 turns"
        assert [found[name]["campaign"] for name in ("evening.jsonl", "hanna.png", "saltfork.json")] == ["evening"] * 3
        assert [loss["field"] for loss in found["saltfork.json"]["losses"]] == ["entries.0.order"]
        assert (found["cut.json"]["campaign"], found["cut.json"]["error"]["slug"]) == (None, "bad-json")
        again = brought(served, *files)
        assert again.status_code == 200
        assert {row["found"] for row in rows(again).values() if not row["error"]} == {"on record already"}
        assert names(served) == ["evening"]
        assert len(served.get("/api/campaigns/evening/turns")["turns"]) == 3
        assert served.post("/api/campaigns/evening/turns", said="I look around.")["turn"] == 4
        assert "Mara Voss" in served.get("/api/campaigns/evening/pages/lore", about="mara")["text"]


def test_a_line_that_came_in_alone_is_not_told_as_taken_out_and_one_that_was_is(tmp_path: Path, gm: Gm) -> None:
    with serving(tmp_path) as served:
        assert brought(served, ("evening.jsonl", CHAT)).status_code == 201
    assert gm("redact", "evening", "3", "--yes", "--home", tmp_path).code == 0
    with serving(tmp_path) as served:
        told = [(turn["said"], turn["reply"]) for turn in served.get("/api/campaigns/evening/turns")["turns"]]
    assert told == [
        ("", "Hanna ties up the boat at Oakford."), ("I ask her about the old ferryman.", ""), ("", "(taken out)"),
    ]  # fmt: skip


def test_the_shell_says_the_same_of_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"evening.jsonl": CHAT, "saltfork.json": BOOK, "cut.json": CUT, "all.zip": zipfile_of_two()}
    with serving(tmp_path / "server") as served:
        answer = brought(served, *files.items()).json()["files"]
    folder = tmp_path / "files"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    main(["import", *(str(folder / name) for name in files), "--home", str(tmp_path / "shell"), "--format", "json"])
    told = json.loads(capsys.readouterr().out)["files"]
    assert [{**row, "file": row["file"].removeprefix(f"{folder}/")} for row in told] == answer


def test_what_is_to_be_known_of_a_campaign_stands_with_its_first_file(tmp_path: Path) -> None:
    german = "GM: Der Regen fällt seit Stunden auf das Dach der alten Schenke.\nMARA: Ich warte noch bis zum Morgen.\n".encode()
    with serving(tmp_path) as served:
        found = rows(brought(served, ("regen.txt", german), ("saltfork.json", BOOK)))
    assert any("not in English: nothing was read out of them" in words for words in found["regen.txt"]["remarks"])
    assert found["saltfork.json"]["campaign"] == "regen"
    assert found["saltfork.json"]["remarks"] == []


def zipfile_of_two() -> bytes:
    return zipped(talk=TALK, worlds__hanna=json.dumps(CARD).encode())


@pytest.mark.parametrize(
    ("name", "data", "status", "slug"),
    [
        ("cut.json", CUT, 400, "bad-json"),
        ("planets.json", b'{"planets": []}', 415, "unknown-format"),
        ("picture.png", PICTURE[:60], 400, ""),
        ("bomb.zip", zipped(bomb=b" " * 30_000_000), 413, "too-large"),
        ("empty.zip", zipped(), 400, "empty-file"),
        ("inner.zip", zipped(inner=zipped(a=TALK)), 400, "archive-in-archive"),
        ("out.zip", zipped(**{"..__out.json": BOOK}), 400, "unsafe-path"),
        ("journal.jsonl", b'{"what": "gm_engine journal", "format": 1}\n{"number": 1', 400, "broken-lines"),
        ("nothing.txt", b"", 400, ""),
        ("-talk.txt", TALK, 400, "bad-name"),
    ],
)  # fmt: skip
def test_the_only_file_that_cannot_be_taken_in_is_the_answer(server: Served, name: str, data: bytes, status: int, slug: str) -> None:
    before = names(server)
    answer = brought(server, (name, data))
    found = refusal(answer)
    assert found == (status, slug or found[1])
    [row] = answer.json()["files"]
    assert (row["campaign"], row["error"]["slug"]) == (None, found[1])
    assert names(server) == before


def test_strict_takes_nothing_in_of_which_something_would_be_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        answer = brought(served, ("saltfork.json", BOOK), strict="true")
        assert refusal(answer) == (422, "would-lose")
        assert [loss["field"] for loss in answer.json()["files"][0]["losses"]] == ["entries.0.order"]
        both = brought(served, ("saltfork.json", BOOK), ("talk.txt", TALK), strict="true")
        assert both.status_code == 201
        assert rows(both)["saltfork.json"]["error"]["slug"] == "would-lose"
        assert "--" not in both.text
        assert names(served) == ["talk"]


def test_a_name_is_for_one_campaign_and_is_not_taken_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert brought(served, ("a.json", BOOK), ("b.png", PICTURE), name="inn").status_code == 201
        assert names(served) == ["inn"]
        taken = brought(served, ("talk.txt", TALK), name="inn")
        assert refusal(taken) == (409, "name-taken")
        assert "inn-2" in taken.json()["error"]["then"]
        assert brought(served, ("talk.txt", TALK)).json()["files"][0]["campaign"] == "talk"
        again = brought(served, ("talk.txt", TALK))
        assert (again.status_code, again.json()["files"][0]["campaign"]) == (200, "talk")
        assert again.json()["files"][0]["found"] == "on record already"
        assert brought(served, ("talk.txt", TALK + b"MARA: Hm.\n")).json()["files"][0]["campaign"] == "talk-2"
        assert brought(served, ("talk.txt", TALK), name="third").json()["files"][0]["campaign"] == "third"
        assert names(served) == ["inn", "talk", "talk-2", "third"]
        two = brought(served, ("a.txt", TALK), ("b.txt", TALK + b"MARA: Hm, hm.\n"), name="two")
        assert [row["campaign"] for row in two.json()["files"]] == ["two", "two-2"]


def test_who_is_who_is_as_the_form_says(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        answer = brought(served, ("evening.jsonl", CHAT), player_name="Old Tom")
        assert answer.status_code == 201
        assert "Old Tom" in served.get("/api/campaigns/evening/pages/sheet")["text"]


@pytest.mark.parametrize("name", ["../../talk.txt", "..\\..\\talk.txt", "/etc/talk.txt", "C:\\talk.txt", "./talk.txt", "a/../talk.txt"])
def test_a_name_leads_nowhere(tmp_path: Path, name: str) -> None:
    home = tmp_path / "inner" / "home"
    with serving(home) as served:
        answer = brought(served, (name, TALK))
        assert answer.status_code == 201
        [row] = answer.json()["files"]
        assert row["file"].split("/")[-1] == "talk.txt"
        assert ".." not in row["file"]
        assert row["campaign"] == "talk"
    assert [path.name for path in tmp_path.rglob("talk*")] == []
    assert {path.name for path in (tmp_path / "inner").iterdir()} == {"home"}


def test_a_folder_that_is_sent_with_its_paths_is_a_vault(tmp_path: Path) -> None:
    page = "---\naliases: [Sal]\ntype: person\n---\nSally Reed runs the ferry at [[Salt Fork]]. She has green eyes.\n"
    files = (
        ("vault/.obsidian/app.json", b"{}"), ("vault/.git/config", b"x"), ("vault/People/Sally Reed.md", page.encode()),
        ("vault/Salt Fork.md", b"---\ntype: place\n---\nA ford on the river.\n"),
        ("vault/GM/Heron.md", b"---\ntype: person\n---\nThe Heron is Sally Reed.\n"),
    )  # fmt: skip
    with serving(tmp_path, gm_token=f"{TOKEN}-of-the-gm") as served:
        answer = brought(served, *files)
        assert (answer.status_code, [row["file"] for row in answer.json()["files"]]) == (201, ["vault"])
        assert "ferry at Salt Fork" in served.get("/api/campaigns/vault/pages/lore", about="sal")["text"]
        assert served.http.get("/api/campaigns/vault/lore/heron").status_code == 404


def test_a_journal_comes_in_whole_and_out_of_an_archive_too(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as served:
        served.begin("evening")
        reply = served.post("/api/campaigns/evening/turns", said="I look around.")["reply"]
    file = tmp_path / "evening.jsonl"
    assert main(["export", "evening", "--to", "jsonl", "-o", str(file), "--home", str(tmp_path / "one")]) == 0
    with serving(tmp_path / "two") as served:
        [row] = brought(served, ("evening.jsonl", file.read_bytes())).json()["files"]
        assert (row["kind"], row["found"], row["campaign"]) == ("a journal", "the whole journal was taken in", "evening")
        [row] = brought(served, ("all.zip", zipped(evening=file.read_bytes()))).json()["files"]
        assert (row["kind"], row["campaign"]) == ("a journal", "evening-2")
        for name in ("evening", "evening-2"):
            assert [turn["reply"] for turn in served.get(f"/api/campaigns/{name}/turns", since=1)["turns"]] == [reply]


FORM = {"Content-Type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize(
    ("asked", "status", "slug"),
    [
        ({"json": {"files": []}}, 415, "wrong-type"),
        ({"content": b"files"}, 415, "wrong-type"),
        ({"data": {"name": "inn"}}, 415, "wrong-type"),
        ({"content": b"garbage", "headers": FORM}, 400, "bad-request"),
        ({"content": b"", "headers": FORM}, 400, "bad-request"),
        ({"content": b"--x--\r\n", "headers": FORM}, 400, "bad-request"),
        ({"content": b"--x\r\n\r\nno name\r\n--x--\r\n", "headers": FORM}, 400, "bad-request"),
        ({"content": b"--x--\r\n", "headers": {"Content-Type": "multipart/form-data"}}, 400, "bad-request"),
        ({"files": {"files": ("", b"")}, "data": {"name": "inn"}}, 400, "bad-request"),
        ({"files": {"upload": ("talk.txt", TALK)}}, 400, "bad-request"),
        ({"files": {"files": ("talk.txt", TALK)}, "data": {"path": "/etc"}}, 400, "bad-request"),
        ({"files": {"files": ("talk.txt", TALK)}, "data": {"strict": "perhaps"}}, 400, "bad-request"),
        ({"files": {"files": ("talk.txt", TALK)}, "data": {"name": "x" * 201}}, 400, "bad-request"),
        ({"files": {"files": (None, TALK)}}, 400, "bad-request"),
    ],
)  # fmt: skip
def test_what_is_no_form_of_files_is_refused(server: Served, asked: Any, status: int, slug: str) -> None:
    before = names(server)
    assert refusal(server.http.post(IMPORTS, **asked)) == (status, slug)
    assert names(server) == before


def test_more_than_may_come_is_refused_before_it_is_there_and_nowhere_else_may_so_much(tmp_path: Path) -> None:
    limits = Limits(body=1000, upload=50_000, rate=100_000)
    with serving(tmp_path, limits=limits) as served:
        assert brought(served, ("talk.txt", TALK * 1000)).status_code == 201
        assert refusal(brought(served, ("talk.txt", TALK * 2000))) == (413, "too-large")
        asked = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
        pieces = served.http.post(IMPORTS, content=iter([asked, *[b"x" * 10_000] * 9]), headers=FORM)
        assert refusal(pieces) == (413, "too-large")
        assert "50,000 bytes" in pieces.json()["error"]["what"]
        assert refusal(served.http.post("/api/campaigns", content=b"x" * 1001)) == (413, "too-large")


def test_what_is_sent_lies_on_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[Any] = []
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", rolled.append)
    with serving(tmp_path) as served:
        assert brought(served, ("talk.txt", TALK + b"\n" * 3_000_000)).status_code == 201
    assert rolled == []


def test_what_is_too_large_is_refused_while_it_comes() -> None:
    heard: list[bytes] = []
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while True:
            heard.append((await receive())["body"])

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * 600, "more_body": True}

    async def send(message: Any) -> None:
        told.append(message.get("status"))

    scope = {"type": "http", "method": "POST", "path": IMPORTS, "headers": [(b"host", b"localhost")], "client": ("me", 1)}
    asyncio.run(Doors(app, Limits(upload=1500))(scope, receive, send))
    assert (len(heard), told[0]) == (2, 413)


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_page_of_another_origin_cannot_bring_files(server: Served, origin: str) -> None:
    """A form needs no leave of the browser's to be sent elsewhere."""
    before = names(server)
    answer = server.http.post(IMPORTS, files={"files": ("talk.txt", TALK)}, headers={"Origin": origin})
    assert refusal(answer) == (403, "wrong-door")
    assert names(server) == before


def test_nobody_brings_files_without_the_token(tmp_path: Path) -> None:
    with serving(tmp_path, token=TOKEN) as served:
        answer = served.http.post(IMPORTS, files={"files": ("talk.txt", TALK)}, headers={"Authorization": ""})
        assert refusal(answer) == (401, "no-entry")
        assert brought(served, ("talk.txt", TALK)).status_code == 201


def test_turns_are_played_while_files_are_taken_in_and_what_is_too_much_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    going, begun = threading.Event(), threading.Semaphore(0)
    taking = one_by_one.take_in

    def slow(*given: Any) -> Any:
        begun.release()
        assert going.wait(30)
        return taking(*given)

    monkeypatch.setattr(one_by_one, "take_in", slow)
    with serving(tmp_path, limits=Limits(turns=1, imports=2, rate=100_000)) as served:
        served.begin("evening")
        found: list[httpx.Response] = []
        threads = [
            threading.Thread(target=lambda name=name: found.append(brought(served, (f"{name}.txt", TALK)))) for name in ("one", "two")
        ]  # fmt: skip
        for thread in threads:
            thread.start()
        for _ in threads:
            assert begun.acquire(timeout=30)
        assert served.post("/api/campaigns/evening/turns", said="I look around.")["turn"] == 1
        crowded = brought(served, ("three.txt", TALK))
        assert refusal(crowded) == (429, "crowded")
        assert crowded.headers["retry-after"]
        assert names(served) == ["evening"]
        going.set()
        for thread in threads:
            thread.join(30)
        assert [answer.status_code for answer in found] == [201, 201]
        assert names(served) == ["evening", "one", "two"]
        assert brought(served, ("three.txt", TALK + b"MARA: Hm.\n")).status_code == 201


def test_a_server_that_is_stopped_leaves_nothing_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on record by then stays; the rest is refused, and is whole when the same is sent again."""
    begun = threading.Event()
    taking = one_by_one.take_in

    def slow(journal: Any, plan: Any, on_line: Any, *given: Any) -> Any:
        if plan.name == "b":
            begun.set()
            for _ in range(3000):
                threading.Event().wait(0.01)
                on_line(0, 1)
        return taking(journal, plan, on_line, *given)

    files = [(f"{name}.txt", f"GM: Rain falls on {name}.\nMARA: Again.\n".encode()) for name in "abc"]
    monkeypatch.setattr(one_by_one, "take_in", slow)
    with serving(tmp_path, limits=Limits(grace=1, rate=100_000)) as served:
        thread = threading.Thread(target=lambda: swallowed(served, files))
        thread.start()
        assert begun.wait(30)
    thread.join(60)
    monkeypatch.setattr(one_by_one, "take_in", taking)
    with serving(tmp_path) as served:
        assert names(served) == ["a"]
        assert [row["found"] == "on record already" for row in brought(served, *files).json()["files"]] == [True, False, False]
        assert names(served) == ["a", "b", "c"]


def swallowed(served: Served, files: list[tuple[str, bytes]]) -> None:
    with suppress(httpx.TransportError):
        brought(served, *files)


def test_the_schema_names_the_form_and_what_may_come_of_it(server: Served) -> None:
    operation = server.get("/openapi.json")["paths"][IMPORTS]["post"]
    form = operation["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert set(form["properties"]) == {"files", "name", "strict", "player_name", "gm_name"}
    assert form["required"] == ["files"]
    assert {"200", "201", "400", "401", "403", "413", "415", "422", "429"} <= set(operation["responses"])


def test_any_worker_takes_files_in_and_each_campaign_is_played_by_its_own(upstream: Endpoint, tmp_path: Path) -> None:
    many = [f"talk{number}" for number in range(6)]
    place = Place(1, 2)
    assert {place.owner(name) for name in many} == {1, 2}
    with running(tmp_path, upstream, 2, gm="embedded") as (served, _):
        answer = brought(served, *((f"{name}.txt", f"GM: Rain falls on {name}.\nMARA: Again.\n".encode()) for name in many[:4]))
        assert answer.status_code == 201
        for name in many[4:]:
            assert brought(served, (f"{name}.txt", f"GM: Snow falls on {name}.\nMARA: Again.\n".encode())).status_code == 201
        for _ in range(2):
            assert names(served) == many
        for name in many:
            assert len(served.get(f"/api/campaigns/{name}/turns")["turns"]) == 2
            assert served.post(f"/api/campaigns/{name}/turns", said="I look around.")["turn"] == 3
        large = b"GM: Rain falls.\nMARA: Again.\n" + b"\n" * 3_000_000
        assert brought(served, ("large.txt", large)).status_code == 201
        assert refusal(brought(served, ("larger.txt", b"x" * Limits().upload))) == (413, "too-large")


def test_an_import_that_outlasts_a_stopped_server_is_told_so(tmp_path: Path) -> None:
    async def stopped() -> str:
        house = House(settings(tmp_path), Limits(grace=0))
        let_go = threading.Event()
        asking = asyncio.create_task(house.bring(let_go.wait))
        await asyncio.sleep(0)
        asking.cancel()
        try:
            await asking
        except Crowded as error:
            return error.what
        finally:
            let_go.set()
            await house.close()
        return ""

    assert asyncio.run(stopped()) == "the server was stopped."
