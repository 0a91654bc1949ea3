"""``[hearing]`` of the settings: who hears at a table, what the doctor says of it, and what it costs."""

import json
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from gm_engine.bootstrap import lay_table, make_provider, open_campaign, open_store, settings, trial
from gm_engine.bootstrap.hearers import hearer_for
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.errors import GameError
from gm_engine.interfaces.cli.seams import by_seam, seams_text
from gm_engine.journal import MemoryJournal
from gm_engine.providers import abilities
from gm_engine.providers.openai import OpenAIGM
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.fee import Fee
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules
from tests.endpoint import Answers, Endpoint, Fails, endpoint
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY
from tests.play.scripted import Scripted

DESK = '[providers.desk]\nbase_url = "{url}"\nkey_env = ""\nmodel = "frontier-large"\nretries = 0\n'
PLAIN = '[table]\nguard = "off"\ntools = []\npremises = false\n'
QUESTION = Question(purpose="note", system="Note.", user="Rain.")


@pytest.fixture
def there(server: Endpoint, gm: Gm) -> Endpoint:
    abilities._known.clear()
    return server.again()


def written(tmp_path: Path, text: str, url: str = "http://127.0.0.1:9/v1") -> Path:
    (tmp_path / "settings.toml").write_text(text + "\n" + DESK.format(url=url), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("hearing = false", "Write [hearing], and under it: on = false"),
        ("[hearing]\nprovider = 'dusk'", "or name one that there is: openai, desk"),
        ("[hearing]\nprovider = 'openai'", "model is not named"),
        ("[hearing]\nbase_url = 'http://localhost:1/v1'", "model is not named"),
        ("[hearing]\nbase_url = 'localhost'\nmodel = 'm'", "no address of an endpoint"),
        ("[hearing]\nprovider = 'desk'\nbase_url = 'http://localhost:1/v1'", "two endpoints are named"),
        ("[hearing]\nkey_env = 'EAR_KEY'", "key_env is named, and no base_url"),
        ("[hearing]\nbase_url = 'http://localhost:1/v1'\nmodel = 'm'\nkey_env = 'no name'", "never the key itself"),
        ("[hearing]\ninterprets = true", "Did you mean interpret?"),
        ("[hearing]\nnote = 'no'", "note: "),
        ("[hearing]\nroom = 10", "room: "),
        ("[hearing]\ntime_out = 0", "time_out: "),
        ("[hearing]\napi_key = 'tok-very-secret'", "no key may stand in the settings"),
    ],
)
def test_what_cannot_be_says_what_there_is(tmp_path: Path, wrong: str, said: str) -> None:
    with pytest.raises(GameError) as raised:
        settings(written(tmp_path, wrong))
    assert raised.value.slug == "bad-settings"
    assert said in f"{raised.value.what} {raised.value.then}"
    assert "tok-very-secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "hears", "room"),
    [
        ("[hearing]\ninterpret = true\nnote = true\nroom = 1200", ("interpret", "note"), 1200),
        ("[hearing]\nnote = true\ninterpret = false", ("note",), 0),
        ("[hearing]\non = false\nnote = true", (), 0),
        ("[table]\nhears = ['interpret']\nroom = 400\n[hearing]\nnote = true", ("interpret", "note"), 400),
        ("[table]\nhears = ['interpret', 'note']\n[hearing]\non = false", (), 0),
    ],
)
def test_what_is_heard_is_on_record_with_the_tables_rules(tmp_path: Path, text: str, hears: tuple[str, ...], room: int) -> None:
    game = trial(LIVERY, "evening", provider=Scripted(["The pump drips."]))
    given = settings(written(tmp_path, text))
    lay_table(game, given.table, given.hearing)
    played = game.play("I wait.")
    [rules] = [event.rules for event in played.events if isinstance(event, happened.TableRulesChosen)]
    assert (rules.hears, rules.room) == (hears, room or FOR_MODELS.room)


def test_no_model_hears_where_none_tells(tmp_path: Path) -> None:
    given = settings(written(tmp_path, "[hearing]\nprovider = 'desk'\ninterpret = true\nnote = true"))
    game = trial(LIVERY, "evening")
    lay_table(game, given.table, given.hearing)
    assert game.tools.table == TableRules()
    assert not hasattr(make_provider("embedded", LIVERY, given=given), "hearer")


def test_the_hearing_goes_where_the_settings_say(there: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "tok-of-the-gm-alone")
    for text, model in (
        ("", "frontier-large"),
        ("[hearing]\nmodel = 'frontier-small'", "frontier-small"),
        ("[hearing]\nprovider = 'desk'", "frontier-large"),
        (f"[hearing]\nbase_url = '{there.url}'\nmodel = 'other'\ntime_out = 7", "other"),
    ):
        made = make_provider("desk", LIVERY, given=settings(written(tmp_path, text, there.url)))
        assert isinstance(made, OpenAIGM)
        made.ask(QUESTION)
        assert there.bodies[-1]["model"] == model
    assert made.hearer is not None
    slow = settings(written(tmp_path, "[providers.slow]\nbase_url = 'http://127.0.0.1:9/v1'\nmodel = 'm'\nfirst_word = 900")).providers[
        "slow"
    ]
    unset = hearer_for(settings(tmp_path), slow)
    assert unset is not None
    assert (unset.endpoint.whole, unset.endpoint.first_word) == (450, 450)
    assert (made.hearer.endpoint.whole, made.hearer.endpoint.first_word) == (7, 7)
    assert "tok-of-the-gm-alone" not in str(there.keys)


def test_a_hearer_that_is_late_costs_no_turn_and_is_named_once(there: Endpoint, tmp_path: Path) -> None:
    there.answer = lambda body: Answers(('{"acts": []}',), first=20.0) if body["model"] == "quick" else Answers(("The pump drips.",))
    home = written(tmp_path, f"{PLAIN}[hearing]\nmodel = 'quick'\ntime_out = 0.3", there.url)
    began = monotonic()
    with open_campaign(LIVERY, home=home, gm="desk") as game:
        events = [event for line in ("I wait.", "I look around.") for event in game.play(line).events]
    assert monotonic() - began < 15.0
    asked = [event for event in events if isinstance(event, happened.ModelAsked)]
    assert [(one.purpose, one.completion.text) for one in asked] == [("interpret", ""), ("note", "")] * 2
    notes = [note for one in asked for note in one.completion.notes]
    assert len(notes) == 2
    assert all('"quick" at' in note for note in notes)
    told = [event.completion for event in events if isinstance(event, happened.CompletionReceived)]
    assert [one.text for one in told] == ["The pump drips."] * 2


def test_a_transcript_is_noted_by_the_model_that_is_named_for_it(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.always = Answers(('{"rows": [], "clashes": []}',))
    home = written(tmp_path, "[hearing]\nmodel = 'quick'\nroom = 300\ntime_out = 0.1", there.url)
    chat = tmp_path / "chat.txt"
    chat.write_text("Ann: I look around.\nGM: The pump drips, and Luis Ortega counts the slow hours.\n", encoding="utf-8")
    done = gm("import", chat, "--provider", "desk", "--model", "careful", "--home", home)
    assert done.code == 0, done.err
    store = open_store(settings(home))
    rules = [entry.event.rules for entry in store.open("chat").entries() if isinstance(entry.event, happened.TableRulesChosen)]
    store.close()
    assert {body["model"] for body in there.bodies} == {"careful"}
    assert [(one.hears, one.room) for one in rules] == [(("note",), 300)]


def test_the_hearing_counts_in_the_campaigns_limit(there: Endpoint, tmp_path: Path) -> None:
    text = "[hearing]\nprovider = 'desk'\nmodel = 'm'\n[prices]\nm = [1000, 1000]"
    given = settings(written(tmp_path, text, there.url))
    limited = given.providers["desk"].model_copy(update={"dollars_a_campaign": 3.0, "price": (1.0, 1.0)})
    given.providers["desk"] = limited
    made = make_provider("desk", LIVERY, given=given)
    assert isinstance(made, OpenAIGM)
    completion = made.ask(QUESTION)
    assert completion.cost == made.purse.spent > 1000
    given.providers["desk"] = limited.model_copy(update={"model": "n"})
    with pytest.raises(GameError) as raised:
        hearer_for(settings(written(tmp_path, "[hearing]\nmodel = 'nobody'", there.url)), limited)
    assert (raised.value.slug, "[prices]" in raised.value.then) == ("no-price", True)


# --- the doctor


def answers(body: dict[str, Any]) -> Answers:
    if "tools" in body:
        return Answers(calls=(("1", "ready", '{"ready": true}'),))
    form = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    if "acts" in form:
        return Answers(('{"acts": [{"verb": "free", "words": "wave"}]}',))
    if "rows" in form:
        return Answers(('{"rows": [{"kind": "person", "quote": "A drover called Dolly Marsh"}], "clashes": []}',))
    return Answers(('{"ready": true}',)) if "ready" in form else Answers(("one ", "two"))


def examined(gm: Gm, *words: str | Path) -> tuple[int, dict[str, dict[str, str]]]:
    said = gm("doctor", "--format", "json", *words)
    found: dict[str, dict[str, str]] = json.loads(said.out)
    return said.code, found


def test_the_doctor_says_who_hears(gm: Gm, tmp_path: Path) -> None:
    text = "[hearing]\nprovider = 'desk'\nmodel = 'small'\nnote = true\ninterpret = false\nroom = 900\ntime_out = 12"
    code, found = examined(gm, "--home", written(tmp_path, text))
    assert code == 0
    assert found["Hearing"]["note"] == "asked of small at http://127.0.0.1:9/v1, where a language model tells"
    assert found["Hearing"]["interpret"].startswith("not asked")
    assert found["Hearing"]["room"].startswith("900 tokens")
    assert found["Hearing"]["time-out"].startswith("12 seconds")
    shown = gm("doctor", "--home", tmp_path).out
    assert "asked of small at" in " ".join(shown.split())


def test_the_doctor_tries_both_questions_of_hearing(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.answer = answers
    code, found = examined(gm, "--provider", "desk", "--home", written(tmp_path, "", there.url))
    tried = found["The language model"]
    assert code == 0
    for seam in ("interpret", "note"):
        assert tried[seam].startswith("yes, by schema, in ")
        assert "frontier-large read " in tried[seam]


def test_the_doctor_says_what_a_hearer_cannot_do(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    def answer(body: dict[str, Any]) -> Answers:
        words = str(body["messages"])
        if "You keep the record" in words:
            return Answers(('{"rows": [{"kind": "person", "quote": "the drover Dolly"}], "clashes": []}',))
        return Answers(("Gladly.",)) if "You hear what" in words else Answers(("one ", "two"))

    there.answer, there.refuses = answer, {"json_schema"}
    code, found = examined(gm, "--provider", "desk", "--home", written(tmp_path, "", there.url))
    tried = found["The language model"]
    assert "[not-json]" in tried["interpret"]
    assert 'but not what was asked: it quotes "the drover Dolly", which was not told' in tried["note"]
    assert code == 0


def test_a_hearer_elsewhere_that_is_silent_is_found_by_the_doctor(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    with endpoint() as other:
        there.answer, other.always = answers, Fails(401, "no")
        home = written(tmp_path, f"[hearing]\nbase_url = '{other.url}'\nmodel = 'ear'", there.url)
        code, found = examined(gm, "--provider", "desk", "--home", home)
        assert (code, found["The language model"]["answers"]) == (1, "yes")
        assert found["The language model"]["note"].startswith('no: "ear" at')
        there.answer, other.always = None, Answers(("{}",))
        there.always = Fails(401, "no")
        code, found = examined(gm, "--provider", "desk", "--home", home)
        assert code == 1
        assert "but not what was asked: it noted nothing; ear read" in found["The language model"]["note"]
        assert "but not what was asked: it holds no acts" in found["The language model"]["interpret"]


def test_the_doctor_says_that_the_key_of_a_hearer_is_missing(gm: Gm, there: Endpoint, tmp_path: Path) -> None:
    there.answer = answers
    text = f"[hearing]\nbase_url = '{there.url}'\nmodel = 'ear'\nkey_env = 'NO_SUCH_KEY'"
    code, found = examined(gm, "--provider", "desk", "--home", written(tmp_path, text, there.url))
    assert (code, found["The language model"]["answers"]) == (1, "yes")
    assert "[no-key]" in found["The language model"]["interpret"]


# --- the account


def answer(read: int, written: int, cost: int, model: str = "m") -> Completion:
    return Completion(text="x", model=model, usage=Usage(prompt=read, completion=written), cost=cost)


def test_what_it_cost_is_told_by_what_was_asked_for() -> None:
    journal = MemoryJournal("evening")
    asked = [
        ("interpret", answer(600, 40, 700)),
        ("note", answer(1500, 200, 1700)),
        ("interpret", answer(700, 60, 900)),
        ("card", answer(9, 1, 1)),
    ]
    journal.append(
        [
            happened.PlayerSpoke(turn=1, said="I wait.", intents=()),
            happened.DraftReceived(turn=1, completion=answer(3000, 50, 3000), prompt_hash="b2:1"),
            happened.CompletionReceived(turn=1, completion=answer(3200, 300, 4000), prompt_hash="b2:2"),
            *(happened.ModelAsked(turn=1, purpose=name, question_hash=f"b2:{n}", completion=one) for n, (name, one) in enumerate(asked, 3)),
        ]
    )
    journal.keep_spent("b2:9", answer(100, 0, 50))
    rows = {row.seam: row for row in by_seam(journal, {})}
    assert list(rows) == ["telling", "interpret", "note", "other questions", "came to nothing"]
    assert (rows["telling"].asked, rows["telling"].prompt_tokens, rows["telling"].dollars) == (2, 6200, 0.007)
    assert (rows["interpret"].asked, rows["interpret"].each, rows["interpret"].reply_tokens) == (2, 650, 100)
    assert (rows["note"].asked, rows["note"].dollars) == (1, 0.0017)
    shown = seams_text(tuple(rows.values())).splitlines()
    assert shown[2].split() == ["interpret", "2", "650", "1,300", "100", "$0.0016"]
    assert len({len(line) for line in shown}) == 1
    assert len(shown[0]) <= 80


def test_where_there_was_only_telling_one_table_is_enough(gm: Gm, tmp_path: Path, home: Path) -> None:
    assert "asked for" not in gm("cost", "evening", "--home", home).out
    [row] = json.loads(gm("cost", "evening", "--format", "json", "--home", home).out)["seams"]
    assert row["seam"] == "telling"


def test_a_price_that_is_not_known_is_said_of_its_seam_alone(gm: Gm, home: Path) -> None:
    store = open_store(settings(home))
    journal = store.open("evening")
    journal.append([happened.ModelAsked(turn=5, purpose="note", question_hash="b2:1", completion=answer(1500, 200, 0, "ear"))])
    journal.keep_vectors("desk/nomic", {"b2:1": b"1"}, Fee(3, 60, 5))
    journal.close()
    store.close()
    shown = gm("cost", "evening", "--home", home).out
    rows = {line.split()[0]: line.split()[1:] for line in shown.partition("asked for")[2].splitlines()[1:]}
    assert rows["note"] == ["1", "1,500", "1,500", "200", "no", "price"]
    assert rows["memory"][:3] == ["3", "20", "60"]
    (home / "settings.toml").write_text("[prices]\near = [1.0, 10.0]\n", encoding="utf-8")
    assert "$0.0035" in gm("cost", "evening", "--home", home).out
