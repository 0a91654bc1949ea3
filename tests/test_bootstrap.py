"""Bootstrap: which settings hold, which GM answers, and that what cannot begin leaves nothing behind."""

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.bootstrap import (
    begin_saved,
    diagnose,
    import_file,
    make_provider,
    new_game,
    open_campaign,
    open_store,
    reader,
    resume_game,
    settings,
    verify_game,
)
from gm_engine.errors import GameError, ProviderError, UnknownName
from gm_engine.extraction.reader import Reader
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.providers.recorded import RecordedGM
from gm_engine.storage import Store
from gm_engine.story.completion import Completion
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import Prompt
from tests.packs import LIVERY, LIVERY_PATH


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the variables of this machine."""
    for name in ("GM_HOME", "GM_DATABASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


class Plain:
    """A GM that somebody else wrote."""

    version = "plain/1"
    repeatable = False
    name = "plain"

    def __init__(self, pack: Pack, model: str) -> None:
        self.pack, self.model = pack, model

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        return Completion(text="Rain falls.", model=self.version)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings a GM called plain."""
    points = EntryPoints([EntryPoint(name="plain", value=f"{__name__}:Plain", group="gm_engine.providers")])
    monkeypatch.setattr("gm_engine.bootstrap.installed_plug_ins.entry_points", lambda group: points.select(group=group))


# --- settings


def test_with_nothing_said_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.settings_file._user_folder", lambda: str(tmp_path))
    given = settings()
    assert (given.home, given.database, given.gm, given.model) == (tmp_path, "", "embedded", "")
    assert given.where is not None
    assert {given.where[name] for name in ("home", "database", "gm", "model")} == {"default"}


def test_a_flag_goes_before_the_environment_and_that_before_the_file_and_that_before_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text('gm = "openai"\nmodel = "frontier"\ndatabase = "/of/the/file.db"\n', encoding="utf-8")
    monkeypatch.setenv("GM_HOME", str(tmp_path))
    given = settings()
    assert (given.home, given.database, given.gm, given.model) == (tmp_path, "/of/the/file.db", "openai", "frontier")
    assert given.where is not None
    assert (given.where["home"], given.where["database"], given.where["gm"]) == ("GM_HOME", "settings.toml", "settings.toml")
    monkeypatch.setenv("GM_DATABASE_URL", "sqlite:////of/the/environment.db")
    given = settings()
    assert given.database == "sqlite:////of/the/environment.db"
    assert given.where is not None
    assert given.where["database"] == "GM_DATABASE_URL"
    other = settings(tmp_path / "other")
    assert (other.home, other.gm) == (tmp_path / "other", "embedded")
    assert other.where is not None
    assert other.where["home"] == "flag"


@pytest.mark.parametrize("written", ["gm = ", "prices = 3", "[prices]\nfrontier = 2", '[prices]\nfrontier = ["a", "b"]'])
def test_settings_that_cannot_be_read_name_the_file(tmp_path: Path, written: str) -> None:
    (tmp_path / "settings.toml").write_text(written, encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert raised.value.slug == "bad-settings"
    assert raised.value.where == str(tmp_path / "settings.toml")


def test_prices_are_dollars_for_a_million_tokens(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[prices]\nfrontier = [2.5, 10]\n", encoding="utf-8")
    assert settings(tmp_path).prices == {"frontier": (2.5, 10.0)}


def test_the_doctor_shows_where_each_setting_comes_from_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret-key")
    monkeypatch.setenv("GM_DATABASE_URL", f"sqlite:///{tmp_path}/x.db")
    found = diagnose(tmp_path)
    assert found["Settings"]["home"] == f"{tmp_path} (flag)"
    assert found["Settings"]["database"].endswith("(GM_DATABASE_URL)")
    assert "key set" in found["The GM"]["openai"]
    assert "a-secret-key" not in str(found)


# --- which GM


@pytest.mark.parametrize(("gm", "near"), [("embeded", "embedded"), ("open-ai", "openai"), ("recorder", "recorded")])
def test_an_unknown_gm_names_the_nearest_and_all(gm: str, near: str) -> None:
    with pytest.raises(UnknownName, match=f"Did you mean {near}") as raised:
        make_provider(gm, LIVERY)
    assert raised.value.slug == "unknown-gm"
    assert "embedded, openai, recorded" in raised.value.then


def test_a_language_model_must_be_named() -> None:
    with pytest.raises(GameError, match="--model") as raised:
        make_provider("openai", LIVERY)
    assert raised.value.slug == "no-model"


@pytest.mark.usefixtures("plain")
def test_an_installed_package_may_bring_a_gm() -> None:
    made = make_provider("plain", LIVERY, model="x")
    assert isinstance(made, Plain)
    assert (made.pack, made.model) == (LIVERY, "x")
    with pytest.raises(UnknownName, match="embedded, openai, plain, recorded"):
        make_provider("plane", LIVERY)


@pytest.mark.usefixtures("plain")
def test_a_built_in_gm_cannot_be_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint(name="embedded", value=f"{__name__}:Plain", group="gm_engine.providers")])
    monkeypatch.setattr("gm_engine.bootstrap.installed_plug_ins.entry_points", lambda group: points)
    assert make_provider("embedded", LIVERY).name == "embedded"


# --- beginning and going on


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one campaign in it, two turns old."""
    home = tmp_path_factory.mktemp("home")
    with open_campaign(LIVERY_PATH, home=home, seed=5) as game:
        game.play("I look around.")
        game.play("I walk to the street.")
    return home


def names(home: Path) -> tuple[str, ...]:
    store = open_store(settings(home))
    try:
        return store.names()
    finally:
        store.close()


def test_a_saved_campaign_goes_on_under_its_name(home: Path) -> None:
    with open_campaign("livery", home=home) as game:
        assert (game.state.turn, game.state.here, game.state.seed) == (2, "street", 5)
    assert names(home) == ("livery",)


def test_an_opening_that_fails_leaves_no_campaign_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game, opening: object) -> None:
        raise RuntimeError("a fault in the opening")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "begin", broken)
        with pytest.raises(RuntimeError):
            open_campaign(LIVERY, home=tmp_path)
    assert names(tmp_path) == ()
    with open_campaign(LIVERY, home=tmp_path) as game:
        assert game.journal.name == "livery"


@pytest.mark.parametrize("gm", ["openai", "plane"])
def test_a_gm_that_cannot_be_had_begins_nothing(tmp_path: Path, gm: str) -> None:
    with pytest.raises(GameError):
        open_campaign(LIVERY, home=tmp_path, gm=gm, model="frontier")
    assert names(tmp_path) == ()


def test_a_campaign_that_nobody_knows_begins_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        open_campaign("livory", home=tmp_path)
    assert names(tmp_path) == ()


def test_the_settings_name_the_gm_of_a_new_campaign(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('gm = "openai"\nmodel = "frontier"\n', encoding="utf-8")
    with pytest.raises(ProviderError, match="OPENAI_API_KEY"):
        open_campaign(LIVERY, home=tmp_path)
    with open_campaign(LIVERY, home=tmp_path, gm="embedded") as game:
        assert game.state.gm == "embedded"
    with open_campaign("livery", home=tmp_path) as game:
        assert game.tools.provider.name == "embedded"


def test_a_name_that_is_taken_gets_a_number(home: Path) -> None:
    store = open_store(settings(home))
    try:
        game = begin_saved(store, LIVERY, "livery", seed=7)
        assert game.journal.name == "livery-2"
        game.close()
        store.delete("livery-2")
    finally:
        store.close()


@pytest.mark.usefixtures("plain")
def test_a_story_goes_on_with_another_gm_and_back_with_its_own() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look around.")
    other = resume_game(game.journal, gm="plain")
    assert other.play("I wait.").turn.reply == "Rain falls."
    own = resume_game(game.journal)
    assert own.tools.provider.name == "embedded"
    own.play("I walk to the street.")
    done = verify_game(game.journal)
    assert (done.turns, done.retold) == (3, 2)
    assert done.notes == ["What plain/1 told was taken from the record."]


def test_a_story_whose_gm_is_not_installed_says_so_when_it_is_asked() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=Plain(LIVERY, ""))
    game.play("I look around.")
    fresh = resume_game(game.journal)
    with pytest.raises(ProviderError, match='no GM called "plain"') as raised:
        fresh.play("I wait.")
    assert (raised.value.slug, fresh.state.turn) == ("unknown-gm", 1)
    assert resume_game(game.journal, gm="embedded").play("I wait.").turn.number == 2


def test_a_story_of_another_grammar_keeps_its_words() -> None:
    """A pack with other word lists, as an older version of the program had: its replies are inputs, and all else verifies."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5, provider=OlderGM(LIVERY))
    for line in ("I look around.", "I greet Ortega."):
        game.play(line)
    done = verify_game(game.journal)
    assert (done.turns, done.retold, done.prompts) == (2, 0, 2)
    assert done.notes == ["What embedded-0/00000000 told was taken from the record."]


class OlderGM(Plain):
    """The embedded GM of an older version."""

    name = "embedded"
    version = "embedded-0/00000000"

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, "")


def test_the_reader_is_another_with_other_tables() -> None:
    tables = read_data("extraction")
    name = next(name for name, table in tables.items() if isinstance(table, list))
    other = Reader(read_relations(), {**tables, name: [*tables[name], "gruntle"]}, read_patterns())
    fewer = Reader(read_relations()[1:], tables, read_patterns())
    assert len({reader().version, other.version, fewer.version}) == 3
    assert reader().version == Reader(read_relations(), tables, read_patterns()).version


def test_what_was_taken_back_is_forgotten_by_the_reader() -> None:
    """A name of an undone turn is news again: else today's telling would find it known and the replay would not."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    told = "Jesse Coyle waits. Jesse Coyle's eyes are gray."
    for _ in range(2):
        game.reply_next(told)
        game.play("I look around.")
    game.undo(2)
    game.reply_next(told)
    game.play("I wait.")
    assert verify_game(game.journal).turns == 1


def test_a_recording_of_nothing_is_empty() -> None:
    made = make_provider("recorded", LIVERY)
    assert isinstance(made, RecordedGM)
    assert made.completions == {}


def test_turns_in_another_language_are_told_of_once(tmp_path: Path) -> None:
    german = "Calder betritt den Saloon und setzt sich ans Fenster. Man sagt, Kip sei in der Nacht gestorben und nicht begraben."
    lines = [json.dumps({"turn": turn, "role": "gm", "text": text}) for turn, text in enumerate((german, "Ada Bell is dead.", german), 1)]
    (tmp_path / "told.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = import_file(Store(tmp_path / "gm.db"), tmp_path / "told.jsonl", "told")
    assert [remark for remark in done.remarks if "English" in remark] == ["2 turns are not in English: nothing was read out of them."]
