"""The line at a terminal: numbers that take a way, completion, history, Ctrl-C, and what is typed while the table tells."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from gm_engine.bootstrap import open_store, resume_game, settings, trial
from gm_engine.interfaces.cli.line import PipedLine, line_for
from gm_engine.interfaces.cli.pages import PAGES
from gm_engine.interfaces.cli.past_lines import PastLines
from gm_engine.interfaces.cli.typed_line import TableCompleter, TypedLine
from gm_engine.play.game import Game
from gm_engine.play.ways import ways_open
from tests.endpoint import Answers, endpoint
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY

ASKS_WHERE = b"\x1b[6n"
"""A program asks its terminal where the cursor is."""
PATIENCE = 30
"""Seconds without a sign of life after which a terminal is given up."""
AT_A_TERMINAL = pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
ONLY_TELLS = '[table]\nguard = "off"\ntools = []\npremises = false\n[hearing]\ninterpret = false\nnote = false\n'
"""Settings by which a model does nothing but tell: a line is one request."""


@pytest.fixture
def game() -> Iterator[Game]:
    game = trial(LIVERY, "evening", seed=5)
    game.play("I look around.")
    yield game
    game.close()


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


@pytest.fixture
def line(game: Game, keys: PipeInput, tmp_path: Path) -> TypedLine:
    return TypedLine(game, tmp_path, Console(quiet=True), tuple(PAGES))


def test_a_line_is_typed_and_kept_for_the_next_evening(game: Game, line: TypedLine, keys: PipeInput, tmp_path: Path) -> None:
    keys.send_text("I wait.\r")
    assert line.ask() == "I wait."
    assert PastLines(tmp_path, "evening").read() == ["I wait."]
    again = TypedLine(game, tmp_path, Console(quiet=True), ())
    keys.send_text("\x1b[A\r")
    assert again.ask() == "I wait."


def test_an_earlier_line_is_found_by_its_words(line: TypedLine, keys: PipeInput) -> None:
    for said in ("I walk to the street.", "I wait."):
        keys.send_text(f"{said}\r")
        line.ask()
    keys.send_text("\x12walk\r\r")
    assert line.ask() == "I walk to the street."


def test_ctrl_c_clears_the_line_and_twice_in_an_empty_one_leaves(line: TypedLine, keys: PipeInput) -> None:
    keys.send_text("I shoot Ortega\x03I wait.\r")
    assert line.ask() == "I wait."
    keys.send_text("\x03I wait.\r")
    assert line.ask() == "I wait."
    keys.send_text("x\x03\x03\x03")
    with pytest.raises(EOFError):
        line.ask()


def test_keys_that_came_with_the_last_line_are_not_the_next_one(line: TypedLine, keys: PipeInput) -> None:
    keys.send_text("I wait.\rjunk")
    assert line.ask() == "I wait."
    keys.send_text("I look.\r")
    assert line.ask() == "I look."


def test_the_foot_of_the_screen_says_how_it_stands(game: Game, line: TypedLine) -> None:
    shown = line.status()
    assert game.state.pack.calendar.brief(game.state.minute) in shown
    assert game.state.pack.currency.figure(game.state.purse(game.state.pc)) in shown
    assert len(shown) < 80


def completed(game: Game, text: str) -> list[str]:
    completer = TableCompleter(game, tuple(PAGES))
    return [text[: len(text) + found.start_position] + found.text for found in completer.get_completions(Document(text), None)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("/lo", "/lore"),
        ("/wh", "/why"),
        ("/roll rid", "/roll riding"),
        ("/roll riding vs h", "/roll riding vs hard"),
        ("/lore Ort", "/lore Ortega"),
        ("I ask Ort", "I ask Ortega"),
        ("I ask luis or", "I ask Luis Ortega"),
        ("/ask unl", "/ask unlikely"),
    ],
)
def test_what_is_begun_is_completed(game: Game, text: str, becomes: str) -> None:
    assert becomes in completed(game, text)


def test_nobody_is_completed_whom_the_table_does_not_know(game: Game) -> None:
    hid = game.state.pack.npcs["ortega"].model_copy(update={"visibility": "gm"})
    pack = game.state.pack.model_copy(update={"npcs": {**game.state.pack.npcs, "ortega": hid}})
    with_nobody = trial(pack, "hidden", seed=5)
    assert not completed(with_nobody, "/lore Ort")
    assert not completed(with_nobody, "I ask luis or")


def test_a_pipe_and_a_dumb_terminal_are_read_as_they_come(game: Game, tmp_path: Path) -> None:
    assert isinstance(line_for(game, tmp_path, Console(), ()), PipedLine)


def test_words_that_were_taken_out_are_not_brought_back(line: TypedLine, keys: PipeInput, tmp_path: Path) -> None:
    keys.send_text("I name it.\r")
    line.ask()
    line.forget("I name it.")
    assert PastLines(tmp_path, "evening").read() == []
    keys.send_text("\x1b[A\r")
    assert line.ask() == ""


class Terminal:
    """``gm play`` at a terminal of 80 columns."""

    def __init__(self, near: int) -> None:
        self.near = near
        self.shown = bytearray()

    def types(self, keys: str) -> None:
        os.write(self.near, keys.encode())

    def until(self, words: str) -> str:
        """What is shown up to these words, which are then over."""
        while words.encode() not in self.shown:
            ready, _, _ = select.select([self.near], [], [], PATIENCE)
            assert ready, f"{words} never came: {self.shown.decode('utf-8', 'replace')[-600:]}"
            try:
                came = os.read(self.near, 4096)
            except OSError:
                break
            if ASKS_WHERE in came:
                os.write(self.near, b"\x1b[1;1R")
            self.shown.extend(came)
        over = self.shown.find(words.encode()) + len(words.encode())
        seen = bytes(self.shown[:over]).decode("utf-8", "replace")
        del self.shown[:over]
        return seen


@contextmanager
def at_a_terminal(home: Path, *more: str) -> Iterator[Terminal]:
    import fcntl
    import pty
    import termios

    near, far = pty.openpty()
    termios.tcsetwinsize(far, (24, 80))
    called = [sys.executable, "-m", "gm_engine", "play", "redemption", "--home", str(home), "--as", "mesa", *more]
    looks = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "NO_COLOR": "1"}

    def sit_down() -> None:
        """The terminal is this process's own, so that its Ctrl-C comes as a signal."""
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    played = subprocess.Popen(called, stdin=far, stdout=far, stderr=far, env={**os.environ, **looks}, preexec_fn=sit_down)
    os.close(far)
    try:
        yield Terminal(near)
    finally:
        os.close(near)
        played.kill()
        played.wait()


@AT_A_TERMINAL
def test_an_evening_at_a_real_terminal(tmp_path: Path) -> None:
    """What is typed while the table tells is neither shown nor said; a number takes its way; Ctrl-C twice leaves."""
    with at_a_terminal(tmp_path) as table:
        table.until("chips")
        table.types("I look around.\r")
        table.until("I look around.\x1b")
        table.types("/junk\n")
        table.until("  1  ")
        table.until("chips")
        table.types("1\r")
        table.until("(tell Ben")
        rest = table.until("chips")
        table.types("\x03\x03")
        table.until("Go on with")
        assert "nobody knows the command" not in rest
    assert PastLines(tmp_path, "mesa").read() == ["I look around.", "1"]


@AT_A_TERMINAL
def test_ctrl_c_while_the_table_tells_stops_that_turn_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The telling stops, nothing of it is written, and the next line is played as if it had never been begun."""
    (tmp_path / "settings.toml").write_text(ONLY_TELLS, encoding="utf-8")
    with endpoint() as server:
        server.script[:] = [Answers(("The first board creaks. ", "The second creaks."), between=600), Answers(("A mule looks at you.",))]
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "tok-a-very-secret-key")
        with at_a_terminal(tmp_path, "--gm", "openai", "--model", "m") as table:
            table.until("chips")
            table.types("I listen.\r")
            table.until("The first board")
            sleep(1)  # what is stopped is the wait for more words, and not their being shown
            table.types("\x03")
            table.until("That turn was not written")
            table.until("chips")
            table.types("I wait.\r")
            table.until("A mule looks at you")
            table.until("chips")
            table.types("/quit\r")
            table.until("Go on with")
    store = open_store(settings(str(tmp_path)))
    game = resume_game(store.open("mesa"))
    assert [turn.said for turn in game.state.turns.values()] == ["I wait."]
    game.close()
    store.close()


def test_a_number_takes_its_way_in_the_ways_own_words(gm: Gm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("I look around.\n/ways\n9\n2\n"))
    said = gm("play", "redemption", "--home", tmp_path, "--as", "mesa").out
    assert "[no-such-way]" in said
    store = open_store(settings(str(tmp_path)))
    game = resume_game(store.open("mesa"))
    turn = game.state.turns.last()
    game.close()
    store.close()
    assert turn is not None
    assert f"2 {turn.said}" in " ".join(said.split())
    assert [made for made in game.state.decisions.values() if made.taken and made.note == turn.said]
    assert gm("replay", "mesa", "--verify", "--home", tmp_path).code == 0


def test_pages_are_the_shells_at_the_table_too(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    lore, why = gm("lore", "evening", "Ortega", "--home", home).out, gm("why", "evening", "2", "--home", home).out
    report = gm("conflicts", "evening", "--home", home).out
    monkeypatch.setattr("sys.stdin", io.StringIO("/lore Ortega\n/why 2 all\n/why 2\n/conflicts\n/settle last keep it stands\n/conflicts\n"))
    said = gm("play", "evening", "--home", home).out
    assert lore.strip() in said
    assert why.strip() in said
    short = said.partition("Turn 2 was told from these")[2].partition("All of it: /why all")[0].strip().splitlines()[1:]
    assert 1 <= len(short) <= 5
    assert all(len(line) <= 80 and line.endswith(")") and not re.search(r"\d\.\d\d|[a-z]_[a-z]|token", line) for line in short)
    assert report.replace(f"gm settle --home {home} evening", "/settle").strip() in said
    assert "is settled: keep.\nNothing is left open." in said


def test_the_ways_of_every_campaign_are_taken_by_their_own_words() -> None:
    """So that a number is recorded as words that mean the same when they are read again."""
    from gm_engine.authoring import find_pack, load_pack
    from gm_engine.direction.options import way_named
    from gm_engine.state import fold
    from gm_engine.story import event as happened
    from gm_engine.story.decision import Decision, Option

    for name in ("redemption", "red_mesa", "nine_tonnes"):
        game = trial(load_pack(find_pack(name)), "evening", seed=5)
        for id, scene in game.state.pack.scenes.items():
            options = tuple(Option(id=choice.id, text=choice.text) for choice in scene.choices)
            fold(
                game.state,
                happened.DecisionOffered(
                    turn=1,
                    decision=Decision(
                        id=id, question="?", options=options, place=game.state.here, turn=1, scene=game.state.scene.id, minute=0
                    ),
                ),
            )
            for way, option in zip(ways_open(game.state), options, strict=False):
                taken = way_named(way, game.state)
                assert taken is not None
                assert (taken.target, taken.option) == (id, option.id)
        game.close()
