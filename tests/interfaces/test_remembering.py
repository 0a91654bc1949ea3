"""``[memory]`` of the settings: who says what a text means, what that costs, and what the command line says of it."""

import json
from pathlib import Path

import pytest

from gm_engine.bootstrap import diagnose, open_campaign, settings
from gm_engine.bootstrap.gms import spent
from gm_engine.bootstrap.vectors import meanings_for
from gm_engine.errors import GameError
from gm_engine.interfaces.cli.spending import spending
from gm_engine.interfaces.serve.shapes import TurnTold
from gm_engine.interfaces.serve.telling import played_json
from gm_engine.journal import MemoryJournal
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from tests.endpoint import Endpoint, Fails
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY

DESK = '[providers.desk]\nbase_url = "{url}"\nkey_env = ""\nretries = 0\n'
MEMORY = '[memory]\nendpoint = "desk"\nmodel = "nomic"\nprice = 100\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("memory = 3", "no table"),
        ("[memory]\nendpoint = 'dusk'\nmodel = 'm'", "or name one that there is: openai, desk"),
        ("[memory]\nendpoint = 'desk'", "model is not named"),
        ("[memory]\nmodel = 'm'", "endpoint is not named"),
        ("[memory]\nendpoint = 'desk'\nmodle = 'm'", "Did you mean model?"),
        ("[memory]\nendpoint = 'desk'\nmodel = 'm'\nwait = -1", "wait:"),
        ("[memory]\nendpoint = 'desk'\nmodel = 'm'\ndimensions = 'many'", "dimensions:"),
    ],
)
def test_what_cannot_be_says_what_there_is(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "settings.toml").write_text(f"{written}\n{DESK}", encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert raised.value.slug == "bad-settings"
    assert said in f"{raised.value.what} {raised.value.then}"


def test_nothing_is_sent_where_no_endpoint_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(DESK, encoding="utf-8")
    found = meanings_for(settings(tmp_path))
    assert found is None or not found.remote


@pytest.fixture
def home(tmp_path: Path, server: Endpoint) -> Path:
    server.again()
    (tmp_path / "settings.toml").write_text(MEMORY + DESK.format(url=server.url), encoding="utf-8")
    with open_campaign(LIVERY, home=tmp_path) as game:
        game.play("I look at the gray mare.")
        game.play("I wait.")
    return tmp_path


def test_the_doctor_says_where_the_words_go(home: Path, server: Endpoint) -> None:
    told = diagnose(home)["Memory"]["meaning"]
    assert told.startswith(f"by nomic at {server.url}")
    assert "vectors of 2 numbers" in told
    server.embedding = [Fails(404, "no such model")]
    assert diagnose(home)["Memory"]["meaning"].startswith("no answer, and words do: ")


def test_what_it_costs_stands_in_the_bill_and_in_the_limit(home: Path, gm: Gm) -> None:
    told = json.loads(gm("cost", "livery", "--home", str(home), "--format", "json").out)
    [row] = [row for row in told["sessions"] if row["session"] == -1]
    assert (row["model"], row["texts"], row["dollars"]) == ("desk/nomic", 4, row["prompt_tokens"] / 10_000)
    shown = gm("cost", "livery", "--home", str(home)).out
    assert "memory    desk/nomic" in shown
    assert "4 texts read for their meaning" in shown
    with open_campaign("livery", home=home) as game:
        assert spent(game.journal) == row["prompt_tokens"] * 100


def test_recall_goes_by_words_where_the_endpoint_is_away_and_says_so_on_the_other_side(home: Path, server: Endpoint, gm: Gm) -> None:
    server.embedding = [Fails(500)] * 9
    ran = gm("recall", "livery", "the gray mare", "--home", str(home))
    assert ran.code == 0
    assert ran.err.count("by words alone") == 1
    assert "by words" not in ran.out
    plain = gm("recall", "livery", "the gray mare", "--home", str(home), "--no-embeddings")
    assert (plain.out, plain.err) == (ran.out, "")


def test_a_transcript_is_read_for_its_meaning_when_it_is_taken_in(home: Path, server: Endpoint, gm: Gm) -> None:
    (home / "tale.txt").write_text("The gray mare ran.\n\nHe owes me six dollars.\n", encoding="utf-8")
    before = len(server.embedded)
    assert gm("import", str(home / "tale.txt"), "--home", str(home)).code == 0
    assert [text.split(": ")[-1] for body in server.embedded[before:] for text in body["input"]] == [
        "The gray mare ran.", "He owes me six dollars.",
    ]  # fmt: skip
    server.embedding = [Fails(500)] * 9
    (home / "other.txt").write_text("A storm came.\n", encoding="utf-8")
    told = gm("import", str(home / "other.txt"), "--home", str(home)).out
    assert "by words alone" in " ".join(told.split())


def test_a_question_that_was_not_sent_leaves_the_sum_known(tmp_path: Path) -> None:
    failed = Completion(text="", model="m")
    journal = MemoryJournal("evening")
    journal.append([happened.ModelAsked(turn=1, purpose="claims", question_hash="b2:0", completion=failed)])
    [row] = spending(journal, {})
    assert (row.model, row.dollars, row.questions) == ("m", 0.0, 1)


def test_a_server_says_with_the_turn_that_the_endpoint_is_away(home: Path, server: Endpoint) -> None:
    server.embedding = [Fails(500)] * 9
    with open_campaign("livery", home=home) as game:
        first, then = (played_json(game, game.play(said)) for said in ("I look at the door.", "I wait."))
    assert ["by words alone" in note for note in first["notes"]] == [True]
    assert then["notes"] == []
    assert set(TurnTold.model_fields) == set(first)
