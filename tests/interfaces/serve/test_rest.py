"""The REST API: each route says what the terminal says, and the schema describes what it says."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import find_play, new_game, pack_for_play
from gm_engine.bootstrap.settings_file import Settings, open_store
from gm_engine.interfaces.serve import shapes
from gm_engine.story.conflict import Conflict
from gm_engine.testing import run_play
from tests.interfaces.conftest import PLAY, Gm
from tests.interfaces.serve.conftest import Served, serving
from tests.packs import LIVERY


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the campaign ``evening``, which has an open conflict."""
    home = tmp_path_factory.mktemp("told")
    play = home / "evening.play"
    play.write_text(PLAY, encoding="utf-8")
    script = find_play(play)
    pack, path = pack_for_play(script)
    store = open_store(Settings(home))
    game = new_game(store.create("evening"), pack, pack_path=path, seed=script.seed)
    run_play(script, game)
    game.close()
    store.close()
    with serving(home) as served:
        yield served


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("lore", ("lore", "evening")),
        ("lore/ortega", ("lore", "evening", "ortega")),
        ("lore/Luis%20Ortega", ("lore", "evening", "ortega")),
        ("lore/ortega/ties/street", ("lore", "evening", "ortega", "street")),
        ("conflicts", ("conflicts", "evening")),
        ("conflicts?status=all&near=true", ("conflicts", "evening", "--status", "all", "--near")),
        ("why/2", ("why", "evening", "2")),
        ("why/2/not?text=the%20padlock", ("why", "evening", "2", "--not", "the padlock")),
        ("sessions/1", ("why", "evening", "--session")),
        ("recap", ("recap", "evening")),
        ("branches", ("branch", "evening")),
        ("tellings", ("branch", "evening", "--tellings")),
        ("edits", ("edits", "evening")),
        ("cost", ("cost", "evening")),
    ],
)
def test_a_route_says_what_the_terminal_says(told: Served, gm: Gm, path: str, words: tuple[str, ...]) -> None:
    said = gm(*words, "--home", told.home, "--format", "json")
    assert said.code == 0, said.err
    assert told.get(f"/api/campaigns/evening/{path}") == json.loads(said.out)


def test_recall_says_what_the_terminal_says(told: Served, gm: Gm) -> None:
    said = gm("recall", "evening", "the wagon", "--budget", "300", "--format", "jsonl", "--home", told.home)
    assert told.get("/api/campaigns/evening/recall", query="the wagon", budget=300) == json.loads(said.out)


def test_a_session_is_inspected_by_its_id(told: Served) -> None:
    by_number = told.get("/api/campaigns/evening/sessions/1")
    assert by_number["id"] == "evening/1"
    assert told.get("/debug/session/evening/1") == by_number == told.get("/debug/session/evening")
    assert {"anchor", "topics", "words", "pinned", "pending", "prompts", "used", "missed"} <= set(by_number)
    assert told.get("/api/campaigns/evening/sessions")["sessions"] == [{"id": "evening/1", "number": 1, "first": 1, "last": 5}]


def test_the_schema_describes_every_route_and_every_answer_fits_it(told: Served) -> None:
    schema = told.get("/openapi.json")
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            assert route.get("description"), (path, method)
            assert any(status.startswith("2") for status in route["responses"])
    assert len(schema["paths"]) > 20
    at = "/api/campaigns/evening"
    fits: list[tuple[str, Any]] = [
        ("", shapes.Standing), ("/turns", shapes.Transcript), ("/branches", shapes.Branches), ("/lore", shapes.LoreList),
        ("/lore/ortega", shapes.LorePage), ("/conflicts", shapes.Conflicts), ("/recall?query=wagon", shapes.Recalled),
        ("/recap", shapes.Recap), ("/lore/ortega/ties/street", shapes.TiesPage),
        ("/pages/sheet", shapes.Shown), ("/tellings", shapes.Tellings), ("/sessions", shapes.Sessions), ("/cost", shapes.Cost),
    ]  # fmt: skip
    for path, shape in fits:
        shape.model_validate(told.get(at + path))
    shapes.Shelf.model_validate(told.get("/api/campaigns"))
    shapes.Health.model_validate(told.get("/healthz"))


def test_a_turn_brings_its_conflicts_with_both_quotes(told: Served) -> None:
    turns = told.get("/api/campaigns/evening/turns")["turns"]
    (clash,) = [clash for turn in turns for clash in turn["conflicts"]]
    assert ("brown" in clash["a"]["quote"], "blue" in clash["b"]["quote"]) == (True, True)
    assert clash in told.get("/api/campaigns/evening/conflicts")["campaigns"]["evening"]["conflicts"]


def test_a_conflict_is_settled_and_opened_again(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    chat: Any = lambda said, reply: [{"role": "user", "content": said}, {"role": "assistant", "content": reply}]  # noqa: E731
    messages = [*chat("I look.", "Luis Ortega has brown eyes."), *chat("I wait.", "Luis Ortega has blue eyes."), *chat("Go on.", "")[:1]]
    server.post("/v1/chat/completions", model=alone, messages=messages)
    (found,) = server.get(f"{at}/conflicts")["campaigns"][alone]["conflicts"]
    assert (
        server.post(f"{at}/conflicts/{found['id']}", resolution="keep", because="the first stands")["campaigns"][alone]["conflicts"] == []
    )
    (settled,) = server.get(f"{at}/conflicts", status="settled")["campaigns"][alone]["conflicts"]
    assert settled["resolution"] == "keep"
    assert len(server.post(f"{at}/conflicts/{found['id']}", resolution="reopen")["campaigns"][alone]["conflicts"]) == 1
    assert Conflict.model_fields


def test_what_is_remembered_is_edited_over_http(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    server.post(f"{at}/turns", said="I look around.")
    edit: Any = lambda **given: shapes.Edited.model_validate(server.post(f"{at}/edits", **given)).edit  # noqa: E731
    assert edit(act="remember", words="Abel Finch owns the mill.", by="author").by == "author"
    assert edit(act="pin", what="owns the mill").what == ("fact:fe1.1",)
    assert edit(act="unpin", what="fe1.1").act == "unpin"
    assert edit(act="correct", what="owns the mill", words="Abel Finch sold the mill.").before == "Abel Finch owns the mill."
    assert edit(act="hide", what="sold the mill").act == "hide"
    assert edit(act="forget", what="fe1.4", because="never mind").because == "never mind"
    assert edit(act="remember", words="Bartholomew Crane is fifty years old.").act == "remember"
    page = shapes.LorePage.model_validate(server.get(f"{at}/lore/bartholomew_crane"))
    assert [one.act for one in page.edits] == ["remember"]
    merged = edit(act="merge", what="abel_finch", other="bartholomew_crane")
    assert (merged.what, merged.into) == (("entity:bartholomew_crane",), "abel_finch")
    assert edit(act="split", what="abel_finch", words="Silas Crane", records=["fe1.7"]).into == "silas_crane"
    taken = shapes.Edited.model_validate(server.delete(f"{at}/edits/last"))
    assert (taken.edit.act, taken.text[:10]) == ("undo", "Taken back")
    edits = shapes.Edits.model_validate(server.get(f"{at}/edits")).edits
    assert [one.act for one in edits] == [
        "remember", "pin", "unpin", "correct", "hide", "forget", "remember", "merge", "split", "undo",
    ]  # fmt: skip


def test_going_back_and_branching(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    first = server.post(f"{at}/turns", said="I look around.")
    server.post(f"{at}/turns", said="I wait for ten minutes.")
    assert first["usage"]["prompt_tokens"] > 500
    again = server.post(f"{at}/retry")
    assert again["turn"] == 2
    assert server.post(f"{at}/undo", turns=1)["turn"] == 1
    assert server.post(f"{at}/edit", turn=1, said="I wait for an hour.")["branch"] == "edit-1"
    assert server.post(f"{at}/switch", branch="main")["branch"] == "main"
    branches = server.post(f"{at}/branches", name="what_if", turn=1, reseed=True)
    assert branches["branch"] == "what_if"
    assert [point["name"] for point in branches["branches"]] == ["main", "edit-1", "what_if"]


def test_what_was_undone_is_listed_and_gone_on_from(server: Served, alone: str) -> None:
    at = f"/api/campaigns/{alone}"
    said = "I look around."
    reply = server.post(f"{at}/turns", said=said)["reply"]
    server.post(f"{at}/undo", turns=1)
    server.post(f"{at}/turns", said="I wait for an hour.")
    other, stands = server.get(f"{at}/tellings", turn=1)["tellings"]
    assert (other["telling"], other["said"], other["reply"], other["stands"]) == ("1.1", said, reply, False)
    assert (stands["telling"], stands["stands"]) == ("1.2", True)
    assert server.post(f"{at}/branches", name="looked", telling="1.1")["branch"] == "looked"
    assert [turn["reply"] for turn in server.get(f"{at}/turns")["turns"]] == [reply]
    for asked, status in (({"name": "x", "telling": "1.1"}, 404), ({"name": "x", "telling": "1.1", "turn": 1}, 400)):
        assert server.http.post(f"{at}/branches", json=asked).status_code == status


def test_a_streamed_turn_ends_with_the_whole_of_it(server: Served, alone: str) -> None:
    events = server.events(f"/api/campaigns/{alone}/turns", said="I search the place.")
    kinds = [kind for kind, _ in events]
    assert "dice" in kinds
    assert kinds.index("dice") < kinds.index("text")
    assert events[-1] == ("turn", server.get(f"/api/campaigns/{alone}/turns")["turns"][0] | {"usage": events[-1][1]["usage"]})
    assert "".join(data["text"] for kind, data in events if kind == "text").strip() == events[-1][1]["reply"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "slug"),
    [
        ("GET", "/api/campaigns/nobody", None, 404, "unknown-campaign"),
        ("GET", "/api/campaigns/..%2f..%2fetc", None, 404, "not-found"),
        ("POST", "/api/campaigns", {"pack": "/etc"}, 404, "unknown-campaign"),
        ("POST", "/api/campaigns", {"pack": "../livery"}, 404, "unknown-campaign"),
        ("POST", "/api/campaigns", {"pack": "livery", "name": "../x"}, 400, "bad-name"),
        ("POST", "/api/campaigns", {"pack": "livery", "gm": "nobody"}, 404, "unknown-gm"),
        ("POST", "/api/campaigns", {"pack": "livery", "colour": "red"}, 400, "bad-request"),
        ("POST", "/api/campaigns/evening/turns", {"said": " "}, 400, "bad-request"),
        ("POST", "/api/campaigns/evening/turns", {"said": "x" * 20_001}, 400, "bad-request"),
        ("POST", "/api/campaigns/evening/turns", {"said": "/undo"}, 404, "unknown-command"),
        ("POST", "/api/campaigns/evening/undo", {"turns": 99}, 409, "cannot-undo"),
        ("POST", "/api/campaigns/evening/switch", {"branch": "nowhere"}, 404, "unknown-branch"),
        ("GET", "/api/campaigns/evening/why/99", None, 404, "no-such-turn"),
        ("GET", "/api/campaigns/evening/lore/ortegga", None, 404, "unknown-entity"),
        ("GET", "/api/campaigns/evening/pages/secrets", None, 400, "bad-request"),
        ("POST", "/api/campaigns/evening/conflicts/99.9", {"resolution": "keep"}, 404, "unknown-conflict"),
        ("GET", "/debug/session/evening/9", None, 404, "no-such-session"),
        ("GET", "/debug/session/evening/x", None, 404, "no-such-session"),
        ("DELETE", "/api/campaigns/evening", None, 405, "not-allowed"),
        ("GET", "/page/../app.py", None, 404, "not-found"),
        ("GET", "/nowhere", None, 404, "not-found"),
    ],
)
def test_what_cannot_be_done_says_where_what_and_what_then(told: Served, method: str, path: str, body: Any, status: int, slug: str) -> None:
    answer = told.http.request(method, path, json=body)
    assert (answer.status_code, answer.json()["error"]["slug"]) == (status, slug), answer.text
    assert set(answer.json()["error"]) == {"where", "what", "then", "slug"}
    assert "Traceback" not in answer.text
    assert str(Path.home()) not in answer.text


def test_a_campaign_that_somebody_else_plays_can_be_read_and_not_played(tmp_path: Path) -> None:
    store = open_store(Settings(tmp_path))
    with new_game(store.create("held"), LIVERY) as game, serving(tmp_path) as served:
        game.play("I look around.")
        answer = served.http.post("/api/campaigns/held/turns", json={"said": "I look around."})
        assert (answer.status_code, answer.json()["error"]["slug"]) == (423, "campaign-busy")
        assert answer.headers["retry-after"] == "5"
        assert served.get("/api/campaigns/held")["turn"] == 1
    store.close()


def test_campaigns_played_at_the_same_time_come_out_as_if_each_were_alone(server: Served) -> None:
    lines = ("I look around.", "I search the livery carefully.", "I ask Ortega about the wagon.", "I walk to the street.")
    names = [server.begin("side by side", seed=7) for _ in range(4)]

    def play(name: str) -> list[str]:
        return [server.post(f"/api/campaigns/{name}/turns", said=said)["reply"] for said in lines]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(play, names))
    alone = play(server.begin("side by side", seed=7))
    assert together == [alone] * 4


def test_an_error_names_no_folder_of_the_servers_machine(server: Served) -> None:
    """An unknown campaign once told where the database lies."""
    answer = server.http.get("/api/campaigns/nobody")
    assert answer.json()["error"]["where"] == "campaigns.db"
    assert str(server.home) not in answer.text


def test_the_schema_names_the_errors_that_are_really_sent(server: Served, alone: str) -> None:
    schema = server.get("/openapi.json")
    assert "HTTPValidationError" not in str(schema)
    for path, form in (("/api/campaigns/{name}/turns", "Failed"), ("/v1/chat/completions", "OpenAIFailed")):
        answers = schema["paths"][path]["post"]["responses"]
        for status in ("400", "401", "404", "409", "413", "415", "422", "429", "502"):
            assert answers[status]["content"]["application/json"]["schema"]["$ref"].endswith(f"/{form}")
    shapes.Failed.model_validate(server.http.post(f"/api/campaigns/{alone}/turns", json={}).json())
    shapes.OpenAIFailed.model_validate(server.http.post("/v1/chat/completions", json={}).json())
