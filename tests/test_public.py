"""The public names: cheap to import, and enough for a program of ten lines."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import gm_engine
from gm_engine.bootstrap import verify_game
from tests.packs import LIVERY_PATH

HEAVY = ("spacy", "sqlmodel", "sqlalchemy", "networkx", "numpy", "pydantic", "tiktoken", "openai", "jinja2", "typer", "rich")
PROGRAM = """
import sys
from gm_engine import open_campaign

with open_campaign(sys.argv[1], home=sys.argv[2]) as game:
    played = game.play("I look around.")
    print(game.journal.name, played.turn.number, len(played.turn.reply) > 0)
    for conflict in game.state.conflicts.values():
        print(conflict.why)
"""


def python(code: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_nothing_heavy() -> None:
    loaded = python("import sys, gm_engine, gm_engine.errors; gm_engine.__version__; print(*sys.modules)").split()
    assert [name for name in HEAVY if name in loaded] == []
    assert [name for name in loaded if name.startswith("gm_engine.")] == ["gm_engine.version", "gm_engine.errors"]


def test_a_program_of_ten_lines_plays_a_turn_and_goes_on_with_it(tmp_path: Path) -> None:
    assert len(PROGRAM.strip().splitlines()) <= 10
    assert python(PROGRAM, str(LIVERY_PATH), str(tmp_path)).splitlines()[0] == "livery 1 True"
    with gm_engine.open_campaign("livery", home=tmp_path) as game:
        assert isinstance(game, gm_engine.Game)
        assert game.play("I wait.").turn.number == 2


def test_every_public_name_is_there_and_no_other() -> None:
    for name in gm_engine.__all__:
        assert getattr(gm_engine, name)
    with pytest.raises(AttributeError, match="open_campaign"):
        _ = gm_engine.open_campain  # type: ignore[attr-defined]


class Mine:
    """A GM of a program's own, which answers as it is told to."""

    name, version, repeatable = "mine", "mine/1", False

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def complete(self, prompt: gm_engine.Prompt, on_text: Any = None) -> Any:
        return self.answer


def opened(home: Path, provider: Any) -> gm_engine.Game:
    return gm_engine.open_campaign(LIVERY_PATH, home=home, provider=provider)


def test_an_answer_that_is_no_completion_is_said_and_leaves_no_turn(tmp_path: Path) -> None:
    with opened(tmp_path, Mine("Rain.")) as game:
        with pytest.raises(gm_engine.ProviderError, match="gave a str where a Completion belongs") as raised:
            game.play("I wait.")
        assert (raised.value.slug, game.state.turn) == ("no-completion", 0)


@pytest.mark.parametrize(("provider", "what"), [(Mine, "is a class"), (object(), "lacks name"), ("openai", "lacks name")])
def test_what_is_no_gm_is_said_before_anything_is_begun(tmp_path: Path, provider: Any, what: str) -> None:
    with pytest.raises(gm_engine.GameError, match=what) as raised:
        opened(tmp_path, provider)
    assert raised.value.slug == "no-gm"
    assert list(tmp_path.iterdir()) == []


def test_a_closed_game_takes_no_more_turns_and_may_be_closed_again(tmp_path: Path) -> None:
    game = opened(tmp_path, Mine(gm_engine.Completion(text="Rain.", model="mine/1")))
    game.play("I wait.")
    game.close()
    game.close()
    with pytest.raises(gm_engine.GameError, match="closed") as raised:
        game.play("I wait.")
    assert raised.value.slug == "game-closed"
    with gm_engine.open_campaign("livery", home=tmp_path, gm="embedded") as again:
        assert again.state.turn == 1


def test_a_closed_game_is_neither_taken_back_nor_led_elsewhere(tmp_path: Path) -> None:
    """It wrote to the record, which somebody else might have opened meanwhile."""
    game = opened(tmp_path, Mine(gm_engine.Completion(text="Rain.", model="mine/1")))
    game.play("I wait.")
    game.close()
    with gm_engine.open_campaign("livery", home=tmp_path, gm="embedded") as again:
        changes = (
            game.undo,
            game.retry,
            lambda: game.edit(1, "I look."),
            lambda: game.branch("b"),
            lambda: game.switch("main"),
            lambda: game.redact(1),
        )
        for change in changes:
            with pytest.raises(gm_engine.GameError) as raised:
                change()
            assert raised.value.slug == "game-closed"
        assert (again.play("I wait.").turn.number, len(again.journal.branches())) == (2, 1)


@pytest.mark.parametrize("change", ["play", "undo", "branch", "advance"])
def test_what_hears_a_turn_cannot_change_the_story(tmp_path: Path, change: str) -> None:
    """A turn played from within a turn left a state that was neither's."""

    class Tells(Mine):
        def complete(self, prompt: gm_engine.Prompt, on_text: Any = None) -> Any:
            if on_text:
                on_text("Rain.")
            return self.answer

    with opened(tmp_path, Tells(gm_engine.Completion(text="Rain.", model="mine/1"))) as game:
        game.play("I wait.")
        does = {
            "play": lambda: game.play("Again."),
            "undo": game.undo,
            "branch": lambda: game.branch("b"),
            "advance": lambda: game.advance(5),
        }
        with pytest.raises(gm_engine.GameError) as raised:
            game.play("I wait.", on_event=lambda _: does[change]())
        assert (raised.value.slug, game.state.turn, game.journal.branch) == ("game-busy", 1, "main")
        assert game.play("I wait.").turn.number == 2
        assert verify_game(game.journal).turns == 2


def test_two_threads_at_one_game_do_not_meddle_with_each_other(tmp_path: Path) -> None:
    """They met in one state: sets changed in size, and numbers were given twice."""
    began, goes_on = Event(), Event()

    class Waits(Mine):
        def complete(self, prompt: gm_engine.Prompt, on_text: Any = None) -> Any:
            began.set()
            assert goes_on.wait(20)
            return self.answer

    with opened(tmp_path, Waits(gm_engine.Completion(text="Rain.", model="mine/1"))) as game, ThreadPoolExecutor(1) as other:
        turn = other.submit(game.play, "I wait.")
        assert began.wait(20)
        with pytest.raises(gm_engine.GameError) as raised:
            game.play("I look around.")
        goes_on.set()
        assert raised.value.slug == "game-busy"
        assert turn.result().turn.number == 1
        assert game.play("I look around.").turn.number == 2
        assert verify_game(game.journal).turns == 2


def test_there_may_be_several_games_of_one_pack(tmp_path: Path) -> None:
    for name in ("first ride", "second ride"):
        with gm_engine.open_campaign(LIVERY_PATH, home=tmp_path, name=name) as game:
            assert (game.journal.name, game.play("I wait.").turn.number) == (name, 1)
    with gm_engine.open_campaign(LIVERY_PATH, home=tmp_path, name="first ride") as game:
        assert game.state.turn == 1


def test_a_game_may_be_played_in_another_thread(tmp_path: Path) -> None:
    with opened(tmp_path, Mine(gm_engine.Completion(text="Rain.", model="mine/1"))) as game:
        game.play("I wait.")
        with ThreadPoolExecutor(1) as other:
            assert other.submit(game.play, "I wait.").result().turn.number == 2


def test_what_is_printed_of_a_game_and_a_turn_is_short(tmp_path: Path) -> None:
    with opened(tmp_path, Mine(gm_engine.Completion(text="Rain.", model="mine/1"))) as game:
        assert repr(game.play("I wait.")) == "<Played: turn 1, 0 conflicts>"
        assert repr(game) == "<Game livery: turn 1, told by mine>"


def test_the_package_says_that_it_has_types() -> None:
    assert (Path(gm_engine.__file__).parent / "py.typed").is_file()
    assert {*gm_engine.LIES_IN, "__version__"} == set(gm_engine.__all__)
    assert dir(gm_engine) == sorted(gm_engine.__all__)
