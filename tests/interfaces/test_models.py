"""A language model at the table, from the command line: cassettes, drafts, what it cost, and what the doctor says of it."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_engine.bootstrap import open_store, settings
from gm_engine.interfaces.cli.transcript import Transcript
from gm_engine.providers import abilities
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion, Usage
from tests.endpoint import PIECES, Answers, Endpoint, Fails, only_tells
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY_PATH

WHOLE = "".join(PIECES)
KEY = "tok-a-very-secret-key"
EVENING = f"---\ncampaign: {LIVERY_PATH}\nseed: 5\n---\n> I look around.\n> I wait.\n? at livery\n"
PLAIN = '[table]\nguard = "off"\ntools = []\npremises = false\n'


@pytest.fixture
def there(server: Endpoint, gm: Gm, monkeypatch: pytest.MonkeyPatch) -> Endpoint:
    """The endpoint, in good order, and the variables that lead to it; its model does nothing but tell."""
    abilities._known.clear()
    only_tells(monkeypatch)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return server.again()


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts lines where the player would type them."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.play"
    path.write_text(EVENING, encoding="utf-8")
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which a model tells plainly."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "settings.toml").write_text(PLAIN, encoding="utf-8")
    return folder


def test_a_play_is_recorded_once_and_played_anywhere(gm: Gm, there: Endpoint, evening: Path, tmp_path: Path) -> None:
    tape = tmp_path / "evening.jsonl"
    live = gm("run", evening, "--gm", "openai", "--model", "m", "--cassette", tape, "--home", tmp_path / "a")
    assert live.code == 0, live.err
    asked, written = len(there.bodies), tape.read_bytes()
    again = gm("run", evening, "--gm", "openai", "--model", "m", "--cassette", tape, "--home", tmp_path / "a")
    assert (again.code, len(there.bodies), tape.read_bytes()) == (0, asked, written)
    replayed = gm("run", evening, "--gm", "recorded", "--cassette", tape, "--home", tmp_path / "b")
    assert replayed.code == 0, replayed.err
    assert WHOLE in " ".join(replayed.out.split())
    assert len(there.bodies) == asked
    assert KEY not in tape.read_text(encoding="utf-8") + live.out + replayed.out
    assert gm("replay", "evening", "--verify", "--home", tmp_path / "b").code == 0


def test_an_evening_without_its_recording_is_an_error_and_no_live_call(gm: Gm, there: Endpoint, evening: Path, tmp_path: Path) -> None:
    tape = tmp_path / "empty.jsonl"
    tape.write_text("", encoding="utf-8")
    said = gm("run", evening, "--gm", "recorded", "--cassette", tape, "--home", tmp_path / "b")
    assert said.code == 2
    assert "[no-recording]" in said.err + said.out
    assert there.asked == []


def test_what_had_arrived_is_shown_by_again_and_is_no_turn(gm: Gm, there: Endpoint, home: Path, says: Callable[..., None]) -> None:
    there.script = [Answers(("Dust hangs ", "in the doorway"), breaks="cut")]
    says("I look around.", "/quit")
    first = gm("play", LIVERY_PATH, "--as", "friday", "--gm", "openai", "--model", "m", "--home", home)
    assert "[broken-stream]" in first.out
    assert "Dust hangs in the doorway" in first.out
    assert "1 answer that broke off" in gm("cost", "friday", "--home", home).out
    says("/quit")
    again = gm("play", "friday", "--again", "--home", home)
    assert "What had arrived before it broke off" in again.out
    assert again.out.index("Dust hangs in the doorway") < again.out.index(PIECES[0].strip())
    assert WHOLE in " ".join(again.out.split())
    says("/quit")
    assert "What had arrived" not in gm("play", "friday", "--again", "--home", home).out


def test_stopping_while_it_streams_writes_nothing_and_keeps_the_words(
    gm: Gm, there: Endpoint, home: Path, says: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(self: Transcript, piece: str) -> None:
        raise KeyboardInterrupt

    there.always = Answers(PIECES, between=0.05)
    says("I look around.", "/quit")
    with monkeypatch.context() as patched:
        patched.setattr(Transcript, "text", stop)
        said = gm("play", LIVERY_PATH, "--as", "friday", "--gm", "openai", "--model", "m", "--home", home)
    assert "That turn was not written" in said.out
    assert (home / "friday.unsaid").read_text(encoding="utf-8").splitlines()[0] == "I look around."
    says("/quit")
    assert WHOLE in " ".join(gm("play", "friday", "--again", "--home", home).out.split())


def test_what_the_gm_noticed_is_shown_once(gm: Gm, there: Endpoint, home: Path, says: Callable[..., None]) -> None:
    there.always = Answers(PIECES, reads=512)
    says("I look around.", "I wait.", "/quit")
    said = gm("play", LIVERY_PATH, "--as", "friday", "--gm", "openai", "--model", "m", "--home", home)
    assert said.out.count("The server read 512 of about") == 1
    assert "OLLAMA_CONTEXT_LENGTH" in said.out


def test_an_endpoint_is_named_by_gm_or_by_provider_and_not_by_both(
    gm: Gm, there: Endpoint, home: Path, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.setenv("DESK_KEY", KEY)
    desk = f'[providers.desk]\nbase_url = "{there.url}"\nkey_env = "DESK_KEY"\nmodel = "frontier-small"\nrequests_a_minute = 600\n'
    (home / "settings.toml").write_text(PLAIN + desk, encoding="utf-8")
    assert gm("run", evening, "--gm", "desk", "--home", home).code == 0
    assert gm("run", evening, "--gm", "openai", "--provider", "desk", "--home", home).code == 0
    assert {body["model"] for body in there.bodies} == {"frontier-small"}
    said = gm("run", evening, "--gm", "embedded", "--provider", "desk", "--home", home)
    assert "[bad-usage]" in said.err
    said = gm("run", evening, "--gm", "desc", "--home", home)
    assert "Did you mean desk?" in said.err
    assert KEY not in gm("doctor", "--home", home).out


def test_a_campaign_that_has_spent_its_money_stops_and_keeps_the_words(
    gm: Gm, there: Endpoint, home: Path, says: Callable[..., None]
) -> None:
    limit = "[providers.openai]\nprice = [100.0, 100.0]\ndollars_a_campaign = 0.15\n"
    (home / "settings.toml").write_text(PLAIN + limit, encoding="utf-8")
    says("I look around.", "I wait.", "I wait again.", "/quit")
    said = gm("play", LIVERY_PATH, "--as", "friday", "--gm", "openai", "--model", "m", "--home", home)
    assert "[spending-limit]" in said.out
    assert "of the $0.15 that it may" in " ".join(said.out.split())
    asked = len(there.bodies)
    says("I wait.", "/quit")
    assert "[spending-limit]" in gm("play", "friday", "--again", "--home", home).out
    assert len(there.bodies) == asked
    (row,) = json.loads(gm("cost", "friday", "--format", "json", "--home", home).out)["sessions"]
    assert row["turns"] == asked
    assert 0.05 < row["dollars"] < 0.15


def test_cost_counts_drafts_questions_caches_and_thoughts_and_what_was_undone(gm: Gm, home: Path, says: Callable[..., None]) -> None:
    says("I look around.", "/quit")
    assert gm("play", LIVERY_PATH, "--as", "friday", "--home", home).code == 0
    usage = Usage(prompt=1000, completion=100, cached=400, reasoning=30)
    completion = Completion(text="No.", model="m", usage=usage, cost=5000)
    store = open_store(settings(home))
    journal = store.open("friday")
    journal.append(
        [
            happened.DraftReceived(turn=1, completion=completion, prompt_hash="b2:1"),
            happened.ModelAsked(turn=1, purpose="recap", question_hash="b2:2", completion=completion.model_copy(update={"cost": 0})),
        ]
    )
    journal.close()
    store.close()
    (home / "settings.toml").write_text("[prices]\nm = [1.0, 10.0]\n", encoding="utf-8")
    rows = json.loads(gm("cost", "friday", "--format", "json", "--home", home).out)["sessions"]
    [row] = [row for row in rows if row["model"] == "m"]
    assert (row["turns"], row["drafts"], row["questions"]) == (0, 1, 1)
    assert (row["prompt_tokens"], row["cached_tokens"], row["reasoning_tokens"]) == (2000, 800, 60)
    assert row["dollars"] == 0.007
    shown = gm("cost", "friday", "--turns", "--home", home).out
    assert shown.splitlines()[0].split()[:3] == ["turn", "model", "session"]
    assert "800 tokens came from the server's cache" in shown
    assert "60 tokens were thought" in shown
    assert "1 draft that" in shown
    assert gm("undo", "friday", "--home", home).code == 0
    shown = gm("cost", "friday", "--home", home).out
    assert "elsewhere" in shown
    assert "$0.0070" in shown


# --- the doctor


def doctor(gm: Gm, *words: str | Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(gm("doctor", "--format", "json", *words).out).get("The language model", {})
    return found


def test_the_doctor_asks_nobody_where_no_model_is_named(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    assert doctor(gm, "--home", tmp_path) == {}
    assert there.asked == []


def test_the_doctor_says_what_a_model_can_do(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.models = [{"id": "frontier-large", "max_model_len": 8192}]

    def answer(body: dict[str, object]) -> Answers:
        if "tools" in body:
            return Answers(calls=(("1", "ready", '{"ready": true}'),))
        return Answers(('{"ready": ', "true}"))

    there.answer = answer
    found = doctor(gm, "--model", "frontier-large", "--home", tmp_path)
    assert found["model"] == "frontier-large, one of 1"
    assert found["streaming"] == "yes, in 2 pieces"
    assert "one to ten" in there.bodies[0]["messages"][0]["content"]
    assert (found["usage"], found["tools"], found["JSON"]) == ("told", "yes", "by schema")
    assert "8,192 tokens by its own word" in found["context"]
    assert "read whole" in found["context"]
    assert len(there.bodies) <= 7
    assert sum(len(str(body["messages"])) for body in there.bodies) < 40_000


def test_the_doctor_says_which_steps_down_follow(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.refuses = {"tools", "json_schema", "json_object", "stream_options"}
    there.models_fail = 404
    there.always = Answers(("I am ready.",), usage="none", streams=False)
    found = doctor(gm, "--model", "frontier-large", "--home", tmp_path)
    assert "does not list" in found["model"]
    assert found["streaming"].startswith("no")
    assert "cannot be noticed" in found["usage"]
    assert found["tools"].startswith("no; asked for in the text")
    assert "[not-json]" in found["JSON"]


def test_the_doctor_finds_a_context_that_is_too_short(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.always = Answers(PIECES, reads=4096)
    found = doctor(gm, "--model", "frontier-large", "--home", tmp_path)
    assert "read 4,096 of about 5," in found["context"]
    assert "OLLAMA_CONTEXT_LENGTH" in found["context"]


@pytest.mark.parametrize(("fails", "slug"), [(Fails(401), "key-refused"), (Fails(404), "no-such-model"), (Fails(500), "provider-silent")])
def test_the_doctor_says_why_nobody_answers(gm: Gm, there: Endpoint, tmp_path: Path, fails: Fails, slug: str) -> None:
    there.always = fails
    said = gm("doctor", "--format", "json", "--model", "frontier-large", "--home", tmp_path)
    found = json.loads(said.out)["The language model"]
    assert said.code == 1
    assert f"[{slug}]" in found["answers"]
    assert len(there.bodies) == 1
    assert KEY not in str(found)


def test_the_doctor_says_that_a_key_is_missing(gm: Gm, tmp_path: Path) -> None:
    assert "[no-key]" in doctor(gm, "--gm", "openai", "--model", "m", "--home", tmp_path)["answers"]


def test_a_line_of_a_play_that_failed_is_kept_and_said_again(
    gm: Gm, there: Endpoint, evening: Path, home: Path, says: Callable[..., None]
) -> None:
    there.script = [Answers(PIECES), Answers(("The pump ",), breaks="cut")]
    assert gm("run", evening, "--gm", "openai", "--model", "m", "--home", home).code == 2
    says("/quit")
    shown = gm("play", "evening", "--again", "--home", home).out
    assert "The pump" in shown
    assert "> I wait." in shown
    assert WHOLE in " ".join(shown.split())


def test_where_no_line_waits_again_says_so(gm: Gm, there: Endpoint, evening: Path, home: Path, says: Callable[..., None]) -> None:
    gm("run", evening, "--gm", "openai", "--model", "m", "--home", home)
    says("/quit")
    assert "No line waits to be said again" in gm("play", "evening", "--again", "--home", home).out


def test_the_doctor_stays_within_eighty_columns(gm: Gm, there: Endpoint) -> None:
    there.always = Fails(401, "Incorrect API key provided, and more than one line of it to be read")
    shown = gm("doctor", "--model", "frontier-large").out
    assert all(len(line) <= 80 or " " not in line.strip() or "/" in line for line in shown.splitlines())
    assert "Set OPENAI_API_KEY to a key" in " ".join(shown.split())
    assert "Nothing was written" not in shown


def test_what_was_never_recorded_is_told_from_no_cassette(gm: Gm, evening: Path, tmp_path: Path) -> None:
    told = gm("run", evening, "--gm", "recorded", "--home", tmp_path / "h")
    assert told.code == 2
    assert "Name a cassette" in told.err


def test_a_line_outlives_the_program_that_was_killed_in_its_turn(
    gm: Gm, there: Endpoint, home: Path, says: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gm_engine.play.game import Game

    kept: list[str] = []
    played = Game.play

    def looked_at(game: Game, *words: object, **more: object) -> object:
        kept.append((home / "friday.unsaid").read_text(encoding="utf-8").splitlines()[0])
        return played(game, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "play", looked_at)
    there.script = [Answers(("The pump ",), breaks="cut")]
    says("I look around.", "I wait.", "/undo 7", "/quit")
    gm("play", LIVERY_PATH, "--as", "friday", "--gm", "openai", "--model", "m", "--home", home)
    assert kept == ["I look around.", "I wait."]
    assert (home / "friday.unsaid").read_text(encoding="utf-8").splitlines()[0] == "I look around."
