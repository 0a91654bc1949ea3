"""Runs a play: says its lines, follows its directives and branches, and checks what it expects."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from gm_engine.errors import GameError, PlayError, ProviderError
from gm_engine.play.commands import command
from gm_engine.play.game import Game, Played
from gm_engine.story.event import Event
from gm_engine.story.play_script import PlayScript, Step
from gm_engine.testing.directives import DIRECTIVES, Drill, Stage
from gm_engine.testing.expectations import Outcome, Table, judge
from gm_engine.testing.scripted_hearing import Ear

MOST_STEPS = 20_000
"""A play that jumps back for ever is stopped here."""


@dataclass(frozen=True)
class StepResult:
    """One expectation: whether it held, and what was so."""

    line: int
    text: str
    ok: bool
    soft: bool
    seen: str = ""


@dataclass
class PlayRun:
    """How a play came out."""

    title: str
    seed: int
    results: list[StepResult] = field(default_factory=list)
    turns: int = 0
    path: str = ""
    """Where the play lies."""

    @property
    def failed(self) -> tuple[StepResult, ...]:
        """The hard expectations that did not hold."""
        return tuple(result for result in self.results if not result.ok and not result.soft)

    @property
    def ok(self) -> bool:
        """True when no hard expectation failed."""
        return not self.failed


class Listener(Protocol):
    """Who watches a play as it goes."""

    def says(self, turn: int, said: str) -> None:
        """The player is about to speak."""

    def event(self, event: Event) -> None:
        """Something happened (dice, changes), before the prose."""

    def text(self, piece: str) -> None:
        """The GM's words, as they come."""

    def played(self, played: Played, *, scripted: bool) -> None:
        """A turn is on record."""

    def shows(self, text: str) -> None:
        """A view (/sheet, /map …) or a note of the harness."""

    def expected(self, result: StepResult) -> None:
        """An expectation was checked."""


class Nobody:
    """A listener who does not listen."""

    def says(self, turn: int, said: str) -> None:
        """Nothing."""

    def event(self, event: Event) -> None:
        """Nothing."""

    def text(self, piece: str) -> None:
        """Nothing."""

    def played(self, played: Played, *, scripted: bool) -> None:
        """Nothing."""

    def shows(self, text: str) -> None:
        """Nothing."""

    def expected(self, result: StepResult) -> None:
        """Nothing."""


def run_play(script: PlayScript, game: Game, listener: Listener | None = None) -> PlayRun:
    """Play ``script`` in ``game``. What fails is a result; what cannot be run is a PlayError that names the line."""
    run = Run(script, game, listener or Nobody())
    run.go(0)
    return run.outcome


class Run:
    """A play under way."""

    def __init__(self, script: PlayScript, game: Game, listener: Listener) -> None:
        self.script, self.game, self.listener = script, game, listener
        self.outcome = PlayRun(script.title, game.state.seed, path=script.path)
        self.table = Table(game, None, {})
        self.saved: dict[str, int] = {}
        self.drill = Drill()
        self.ear = Ear()
        self.labels = {step.label: number for number, step in enumerate(script.steps) if step.kind == "label"}
        self.steps = 0

    def go(self, position: int) -> None:
        """Play on from a step to the end."""
        for forks in self._walk(position):
            here, home = self.game.state.turn, self.game.journal.branch
            for label in forks:
                self.game.journal.switch(home)
                self.game.branch(label, turn=here)
                self.go(self._label(label, 0))

    def _walk(self, position: int) -> Iterator[list[str]]:
        """Steps one after the other; a fork is handed up with its labels and ends the walk."""
        while position < len(self.script.steps):
            step = self.script.steps[position]
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise PlayError(
                    self._where(step), f"{MOST_STEPS:,} steps were played, and there is no end.", "Does a branch jump back for ever?"
                )
            position += 1
            try:
                if step.kind == "say":
                    self._say(step)
                elif step.kind == "expect":
                    self._expect(step)
                elif step.kind == "label":
                    self.saved[step.label] = self.game.state.turn
                    self.table.digests[step.label] = self.game.state.digest
                elif step.kind == "branch":
                    position = self._jump(step, position)
                elif step.kind == "directive" and step.name == "fork":
                    yield [word for word in step.words if word != "|"]
                    return
                elif step.kind == "directive":
                    self._direct(step)
            except PlayError as error:
                raise (
                    error if error.where else PlayError(self._where(step), f'"{step.text}": {error.what}', error.then, error.slug)
                ) from error

    def _say(self, step: Step) -> None:
        self.listener.says(self.game.state.turn + 1, step.text)
        shown = self.game.view(step.text)
        if shown is None:
            shown = command(self.game, step.text, on_text=self.listener.text, on_event=self.listener.event, on_played=self._played)
        if shown is not None:
            self.listener.shows(shown)
            return
        scripted = self.game.has_reply
        try:
            with self.drill.at(self.game):
                played = self.game.play(step.text, self.listener.text, self.listener.event)
        except ProviderError as error:
            if not self.drill.fired:
                raise
            self.listener.shows(str(error))
            self.drill.fired = False
            self.ear.lay(self.game)
            played = self.game.play(step.text, self.listener.text, self.listener.event)
        self._played(played, scripted=scripted)

    def _played(self, played: Played, *, scripted: bool = False) -> None:
        self.table.played = played
        self.ear.forget()
        self.outcome.turns += 1
        self.listener.played(played, scripted=scripted)

    def _expect(self, step: Step) -> None:
        if step.expectation is None:
            raise PlayError(self._where(step), f'"{step.text}" expects nothing.', "Say what should hold.")
        outcome: Outcome = judge(step.expectation, self.table)
        result = StepResult(step.line, step.text, outcome.ok, step.expectation.soft, outcome.seen)
        self.outcome.results.append(result)
        self.listener.expected(result)

    def _jump(self, step: Step, position: int) -> int:
        if step.expectation is None or judge(step.expectation, self.table).ok:
            return self._label(step.label, step.line)
        return self._label(step.otherwise, step.line) if step.otherwise else position

    def _label(self, label: str, line: int) -> int:
        if label not in self.labels:
            known = ", ".join(sorted(self.labels)) or "none"
            raise PlayError(f"{self.script.path}:{line}", f'there is no label "{label}".', f"Labels: {known}.", slug="unknown-label")
        return self.labels[label]

    def _direct(self, step: Step) -> None:
        directive: Callable[[Stage, tuple[str, ...]], str] | None = DIRECTIVES.get(step.name)
        if directive is None:
            raise PlayError(self._where(step), f'nobody knows the directive "{step.name}".', f"Known: {', '.join(sorted(DIRECTIVES))}.")
        try:
            shown = directive(self, step.words)
        except PlayError:
            raise
        except GameError as error:
            raise PlayError(self._where(step), f'"! {step.text}": {error.what}', error.then, error.slug) from error
        if shown:
            self.listener.shows(shown)

    def _where(self, step: Step) -> str:
        return f"{self.script.path}:{step.line}"
