"""Plays for tests: a few lines of script, run at the livery."""

from dataclasses import dataclass, field

from gm_engine.authoring import parse_play
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game, Played
from gm_engine.story.event import Event
from gm_engine.testing import PlayRun, StepResult, run_play
from tests.packs import LIVERY


@dataclass
class Notes:
    """A listener who writes everything down."""

    said: list[tuple[int, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    turns: list[tuple[int, bool]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    results: list[StepResult] = field(default_factory=list)

    def says(self, turn: int, said: str) -> None:
        self.said.append((turn, said))

    def event(self, event: Event) -> None:
        self.events.append(event)

    def text(self, piece: str) -> None:
        self.told.append(piece)

    def played(self, played: Played, *, scripted: bool) -> None:
        self.turns.append((played.turn.number, scripted))

    def shows(self, text: str) -> None:
        self.shown.append(text)

    def expected(self, result: StepResult) -> None:
        self.results.append(result)


def table(**options: object) -> Game:
    """A new game at the livery."""
    return trial(LIVERY, "play", **{"seed": 5, **options})


def run(script: str, game: Game | None = None) -> tuple[PlayRun, Notes, Game]:
    """A script, run: how it came out, what was heard, and the game after it."""
    game = game or table()
    notes = Notes()
    return run_play(parse_play(script, "a.play"), game, notes), notes, game
