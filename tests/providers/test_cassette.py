"""Cassettes: answers by the hash of what was asked, written once, played anywhere, and never with a key in them."""

import json
from pathlib import Path

import pytest

from gm_engine.bootstrap import make_provider, new_game, open_campaign, recordings, resume_game, settings, verify_game
from gm_engine.errors import GameError, ProviderError
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.journal.unused import unused
from gm_engine.narrator import EmbeddedGM
from gm_engine.providers.cassette import line_of, read_cassette, taped
from gm_engine.providers.provider import Advisor
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules
from gm_engine.testing.contracts import a_prompt
from tests.endpoint import PIECES, Answers, Endpoint, Fails
from tests.packs import LIVERY
from tests.providers.quick import KEY, quick

WHOLE = "".join(PIECES)
QUESTION = Question(purpose="recap", system="", user="What was?")


def test_an_evening_is_recorded_and_played_to_another_home_without_a_network(there: Endpoint, tmp_path: Path) -> None:
    tape = tmp_path / "deep" / "evening.jsonl"
    said = ("I look around.", "I wait.", "I walk to the street.")
    live = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=taped(quick(there), tape))
    told = [live.play(line).turn.reply for line in said]
    asked = len(there.bodies)
    again = new_game(MemoryJournal("other"), LIVERY, seed=5, gm="recorded", cassette=tape)
    heard: list[str] = []
    assert [again.play(line, heard.append).turn.reply for line in said] == told == heard
    assert len(there.bodies) == asked == 3
    with pytest.raises(ProviderError) as raised:
        again.play("I dance on the roof.")
    assert raised.value.slug == "no-recording"


def test_only_what_is_new_is_asked_and_appended(there: Endpoint, tmp_path: Path) -> None:
    tape = tmp_path / "t.jsonl"
    taped(quick(there), tape).complete(a_prompt())
    before = tape.read_bytes()
    gm = taped(quick(there), tape)
    assert gm.complete(a_prompt()).text == WHOLE
    assert tape.read_bytes() == before
    assert isinstance(gm, Advisor)
    gm.ask(QUESTION)
    gm.ask(QUESTION)
    assert tape.read_bytes().startswith(before)
    assert len(tape.read_text(encoding="utf-8").splitlines()) == len(there.bodies) == 2


def test_another_model_is_asked_itself(there: Endpoint, tmp_path: Path) -> None:
    tape = tmp_path / "t.jsonl"
    taped(quick(there), tape).complete(a_prompt())
    there.always = Answers(("Rain.",))
    assert taped(quick(there, model="frontier-small"), tape).complete(a_prompt()).text == "Rain."
    assert read_cassette(tape)[a_prompt().hash, 0].model == "frontier-small"


def test_no_key_comes_onto_a_cassette(there: Endpoint, tmp_path: Path) -> None:
    tape = tmp_path / "t.jsonl"
    there.always = Answers((f"Your key is {KEY}, Authorization: Bearer abcdefgh1234, sk-0123456789abcdef.",), reasoning=(KEY,))
    taped(quick(there), tape).complete(a_prompt())
    text = tape.read_text(encoding="utf-8")
    assert "(key)" in text
    for secret in (KEY, "abcdefgh1234", "sk-0123456789abcdef", there.url):
        assert secret not in text


def test_the_same_answer_is_the_same_line() -> None:
    completion = Completion(text="Ä pump.", model="m")
    line = line_of("b2:0", 1, completion)
    assert line == line_of("b2:0", 1, completion.model_copy())
    assert list(json.loads(line)) == ["attempt", "completion", "hash"]


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"hash": "b2:0"}', '{"hash": "b2:0", "attempt": 0, "completion": {"text": 3}}'])
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    tape = tmp_path / "t.jsonl"
    tape.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(GameError) as raised:
        read_cassette(tape)
    assert (raised.value.slug, raised.value.where) == ("broken-cassette", f"{tape}:2")


def test_a_cassette_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GameError) as raised:
        make_provider("recorded", LIVERY, cassette=tmp_path / "none.jsonl")
    assert raised.value.slug == "broken-cassette"


def test_a_gm_that_cannot_be_asked_cannot_be_asked_on_tape(tmp_path: Path) -> None:
    assert not isinstance(taped(EmbeddedGM({}), tmp_path / "t.jsonl"), Advisor)


def test_drafts_and_questions_are_among_the_recordings(there: Endpoint) -> None:
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5, provider=quick(there))
    game.play("I look around.")
    draft, answer = Completion(text="No.", model="m", cost=5), Completion(text="{}", model="m", cost=7)
    journal.append(
        [
            happened.DraftReceived(turn=1, completion=draft, prompt_hash="b2:1"),
            happened.ModelAsked(turn=1, purpose="recap", question_hash=QUESTION.hash, completion=answer),
        ]
    )
    found = recordings(journal)
    assert (found["b2:1", 0], found[QUESTION.hash, 0]) == (draft, answer)
    again = make_provider("recorded", LIVERY, journal=journal)
    assert isinstance(again, Advisor)
    assert again.ask(QUESTION) == answer
    with pytest.raises(ProviderError) as raised:
        again.ask(QUESTION.model_copy(update={"user": "What else?"}))
    assert raised.value.slug == "no-recording"


# --- a broken stream, seen from the table


def test_what_had_arrived_is_kept_as_a_draft_until_its_prompt_is_answered(there: Endpoint) -> None:
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5, provider=quick(there))
    there.script = [Answers(PIECES, breaks="cut")]
    before = (game.state.digest, journal.head)
    with pytest.raises(ProviderError) as raised:
        game.play("I look around.")
    assert (raised.value.heard, journal.draft()) == (WHOLE, WHOLE)
    assert (game.state.digest, journal.head) == before
    there.script = [Answers(("It rains.",), breaks="cut")]
    with pytest.raises(ProviderError):
        game.play("I wait.")
    assert journal.draft() == "It rains."
    assert game.play("I wait.").turn.reply == WHOLE
    assert journal.draft() == ""
    assert WHOLE not in [kept for kept in journal.every_completion() if kept.prompt_hash.startswith("draft:")]


def test_a_redaction_takes_the_draft_along(there: Endpoint) -> None:
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5, provider=quick(there))
    game.play("I look around.")
    journal.keep_draft("b2:0", 0, f"Again: {WHOLE}")
    game.redact(1)
    assert journal.draft() == ""


def test_stopping_in_the_middle_writes_no_turn_and_is_paid_for(there: Endpoint) -> None:
    journal = MemoryJournal("evening")
    game = new_game(journal, LIVERY, seed=5, provider=quick(there))
    game.tools.table = TableRules()  # unguarded: the words are heard as they come
    there.always = Answers(PIECES, between=0.05)
    before = (game.state.digest, journal.head)

    def stop(piece: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        game.play("I look around.", stop)
    assert (game.state.digest, journal.head, journal.draft()) == (*before, "")
    [lost] = unused(journal)
    assert (lost.text, lost.usage.prompt > 0) == ("", True)
    assert game.play("I look around.").turn.reply == WHOLE


# --- endpoints of the settings


ENDPOINTS = """
model = "of-the-settings"
[providers.desk]
base_url = "URL"
key_env = "DESK_KEY"
model = "frontier-small"
window = 4096
price = [2.0, 8.0]
dollars_a_campaign = 1.5
[prices]
cheap = [0.1, 0.2]
"""


@pytest.fixture
def home(there: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DESK_KEY", KEY)
    (tmp_path / "settings.toml").write_text(ENDPOINTS.replace("URL", there.url), encoding="utf-8")
    return tmp_path


def test_an_endpoint_of_the_settings_is_a_gm_by_its_name(there: Endpoint, home: Path) -> None:
    given = settings(home)
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, gm="desk", given=given)
    assert (game.state.gm, game.tools.provider.version) == ("desk", "desk/frontier-small")
    assert game.budget.window == 4096
    completion = game.play("I look around.").completion
    assert completion is not None
    assert there.keys == [f"Bearer {KEY}"]
    assert completion.cost == completion.usage.prompt * 2 + completion.usage.completion * 8
    again = resume_game(game.journal, given=given)
    assert again.tools.provider.version == "desk/frontier-small"
    assert vars(again.tools.provider)["purse"].spent == completion.cost
    lost = resume_game(game.journal)
    with pytest.raises(ProviderError) as raised:
        lost.play("I wait.")
    assert raised.value.slug == "unknown-gm"


def test_the_price_of_a_model_may_stand_under_prices(home: Path) -> None:
    made = make_provider("desk", LIVERY, model="cheap", given=settings(home))
    assert vars(made)["endpoint"].price == (2.0, 8.0)
    (home / "settings.toml").write_text('[providers.desk]\nbase_url = "http://x/v1"\nkey_env = ""\n[prices]\ncheap = [0.1, 0.2]\n')
    assert vars(make_provider("desk", LIVERY, model="cheap", given=settings(home)))["endpoint"].price == (0.1, 0.2)


def test_a_limit_without_a_price_cannot_be_kept_and_says_so(home: Path) -> None:
    (home / "settings.toml").write_text('[providers.desk]\nmodel = "m"\ndollars_a_campaign = 1\n')
    with pytest.raises(GameError) as raised:
        make_provider("desk", LIVERY, given=settings(home))
    assert raised.value.slug == "no-price"


def test_a_variable_that_is_not_set_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DESK_KEY")
    with pytest.raises(ProviderError, match="DESK_KEY") as raised:
        make_provider("desk", LIVERY, given=settings(home))
    assert raised.value.slug == "no-key"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('api_key = "sk-0123456789abcdef"', "no key may stand"),
        ('key_env = "sk-0123456789abcdef"', "never the key itself"),
        ('base_ur = "x"', "Did you mean base_url"),
        ("retries = -1", "retries"),
        ("price = [1.0]", "two or three dollars"),
        ('max_tokens_name = "tokens"', "max_tokens_name"),
    ],
)
def test_a_table_that_cannot_be_read_says_what_is_wrong_and_shows_no_key(tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[providers.desk]\n{line}\n", encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert raised.value.slug == "bad-settings"
    assert says in str(raised.value)
    assert "sk-0123" not in str(raised.value)


@pytest.mark.parametrize("text", ['[providers.embedded]\nmodel = "x"', "providers = 3", '[providers]\ndesk = "x"', '[providers."a b"]\n'])
def test_names_that_cannot_be_used_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert raised.value.slug == "bad-settings"


def test_a_copy_of_a_prompt_or_a_question_has_a_hash_of_its_own() -> None:
    """Found here: a copy took the hash of its model along, so that another prompt got the first one's answer."""
    prompt = a_prompt()
    assert prompt.model_copy(update={"template": "other"}).hash != prompt.hash
    assert prompt.model_copy().hash == prompt.hash
    assert QUESTION.model_copy(update={"user": "What else?"}).hash != QUESTION.hash


def test_a_program_records_a_campaign_and_plays_it_from_the_cassette(there: Endpoint, home: Path) -> None:
    tape = home / "evening.jsonl"
    with open_campaign(LIVERY, home=home, gm="desk", seed=5, cassette=tape) as live:
        told = live.play("I look around.").turn.reply
    with open_campaign(LIVERY, home=home / "other", gm="recorded", seed=5, cassette=str(tape)) as again:
        assert again.play("I look around.").turn.reply == told
    assert len(there.bodies) == 1


def test_an_export_takes_the_draft_along(there: Endpoint, tmp_path: Path) -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=quick(there))
    there.script = [Answers(PIECES, breaks="cut")]
    with pytest.raises(ProviderError):
        game.play("I look around.")
    other = MemoryJournal("other")
    read_lines(list(write_lines(game.journal)), other, "an export")
    assert other.draft() == WHOLE


def test_a_strangers_cassette_cannot_command_a_terminal(tmp_path: Path) -> None:
    tape = tmp_path / "t.jsonl"
    tape.write_text(line_of("b2:0", 0, Completion(text="\x1b[2Jpump", model="m")) + "\n", encoding="utf-8")
    assert read_cassette(tape)["b2:0", 0].text == "[2Jpump"


def test_a_retry_that_fails_leaves_the_turn_as_it_was_told(there: Endpoint) -> None:
    """It had been taken back, and the story was a turn shorter."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=quick(there, retries=0))
    game.play("I look around.")
    before = (game.state.digest, game.journal.head)
    there.script = [Fails(500)]
    with pytest.raises(ProviderError):
        game.retry()
    assert (game.state.digest, game.journal.head) == before
    there.script = [Answers(("Rain.",))]
    assert game.retry().turn.reply == "Rain."
    assert game.state.turn == 1
    game.journal.verify()
    verify_game(game.journal)


def test_an_edit_that_fails_goes_back_to_where_it_was(there: Endpoint) -> None:
    """The story had been left on an empty branch."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=quick(there, retries=0))
    game.play("I look around.")
    before = (game.state.digest, game.journal.head, game.journal.branch)
    there.script = [Fails(500)]
    with pytest.raises(ProviderError):
        game.edit(1, "I wait.")
    assert (game.state.digest, game.journal.head, game.journal.branch) == before
