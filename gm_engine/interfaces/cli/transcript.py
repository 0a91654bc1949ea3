"""The transcript in a terminal: the player's words, the dice, the prose as it comes, and what the engine noticed."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from gm_engine.story import event as happened

if TYPE_CHECKING:
    from gm_engine.play.game import Played
    from gm_engine.state import StoryState
    from gm_engine.story.conflict import Conflict
    from gm_engine.story.event import Event
    from gm_engine.story.roll import Roll
    from gm_engine.testing import StepResult

MARGIN = 4
WIDEST = 84
BANDS = {"triumph": "bold green", "success": "green", "cost": "yellow", "failure": "red", "disaster": "bold red"}


def console() -> Console:
    """Standard output, at most 84 columns wide; plain in a pipe and where NO_COLOR is set."""
    out = Console(file=sys.stdout, highlight=False, soft_wrap=False)
    out.width = min(out.width, WIDEST)
    return out


class Prose:
    """Prose that streams: broken at the margin as it comes, word by word."""

    def __init__(self, out: Console, style: str = "") -> None:
        self.out, self.style = out, style
        self.column, self.waiting, self.started = 0, "", False

    def add(self, piece: str) -> None:
        """More of it."""
        self.waiting += piece
        while True:
            cut = next((n for n, letter in enumerate(self.waiting) if letter in " \n"), None)
            if cut is None:
                return
            self._word(self.waiting[:cut])
            if self.waiting[cut] == "\n":
                self._break()
            self.waiting = self.waiting[cut + 1 :]

    def end(self) -> None:
        """The last word, and a new line."""
        self._word(self.waiting)
        self.waiting = ""
        if self.column:
            self._break()

    def _word(self, word: str) -> None:
        if not word:
            return
        width = self.out.width - MARGIN
        if self.column and self.column + 1 + len(word) > width:
            self._break()
        lead = " " if self.column else " " * MARGIN
        self.out.print(Text(lead + word, style=self.style), end="")
        self.column += len(lead) + len(word)

    def _break(self) -> None:
        self.out.print()
        self.column = 0


class Shown(Protocol):
    """What a transcript looks at: a game, or a record that is folded as it is shown."""

    state: "StoryState"


class Transcript:
    """Prints a game as it is played."""

    def __init__(self, out: Console, game: Shown) -> None:
        self.out, self.game = out, game
        self.prose: Prose | None = None
        self.place, self.session = "", 0

    def title(self) -> None:
        """The campaign's title."""
        self.out.print()
        self.out.print(Rule(Text(self.game.state.title, style="bold"), characters="═", style="dim"))
        if summary := self.game.state.pack.summary:
            self.out.print(Text(summary, style="italic"), width=self.out.width)

    def heading(self) -> None:
        """Where and when, if that has changed: a session's number, the scene's place, the time."""
        state = self.game.state
        if state.session != self.session:
            self.session = state.session
            self.out.print()
            self.out.print(Rule(f"Session {state.session}", style="dim"))
            self.place = ""
        if state.here != self.place:
            self.place = state.here
            self.out.print()
            self.out.print(Text(f"{state.name(state.here)} · {state.say_time()}", style="bold cyan"))

    def says(self, turn: int, said: str) -> None:
        """The player's line."""
        self.heading()
        self.out.print()
        line = Text(f"{turn:>3} ", style="dim").append("> ", style="bold").append(said, style="bold")
        self.out.print(line, width=self.out.width)

    def event(self, event: "Event") -> None:
        """Dice, and changes of place, as they happen."""
        if isinstance(event, happened.DiceRolled) and event.roll.visible:
            self.out.print(dice_line(event.roll, self.game.state.name), width=self.out.width)
        elif isinstance(event, happened.PlayerSpoke):
            for intent in event.intents:
                if intent.read_as:
                    self.out.print(Text(" " * MARGIN + f"({intent.read_as})", style="dim"))
                if intent.stakes:
                    stakes = intent.stakes
                    self.out.print(
                        Text(f"{' ' * MARGIN}At stake: {stakes.success} If not: {stakes.failure}", style="dim"), width=self.out.width
                    )

    def text(self, piece: str) -> None:
        """The GM's words."""
        if self.prose is None:
            self.out.print()
            self.prose = Prose(self.out)
        self.prose.add(piece)

    def played(self, played: "Played", *, scripted: bool = False) -> None:
        """The turn is over: how it ended, what clashed."""
        if self.prose:
            self.prose.end()
            self.prose = None
        if scripted:
            self.out.print(Text(" " * MARGIN + "(this reply was given by the script)", style="dim italic"))
        completion = played.completion
        for _, _, kind in completion.sims if completion else ():
            self.out.print(Text(" " * MARGIN + f"(simulated {kind.replace(':', ': ').replace('_', ' ')})", style="magenta"))
        for conflict in played.conflicts:
            self.out.print(conflict_line(conflict), width=self.out.width)

    def shows(self, text: str) -> None:
        """A view, or a note of the harness."""
        self.out.print()
        for line in text.splitlines():
            self.out.print(Text(" " * MARGIN + line, style="dim"), width=self.out.width)

    def expected(self, result: "StepResult") -> None:
        """An expectation: shown where it failed, and where all are asked for."""
        if result.ok:
            return
        style = "yellow" if result.soft else "bold red"
        word = "hoped" if result.soft else "expected"
        self.out.print(Text(f"{' ' * MARGIN}✗ line {result.line}, {word}: {result.text}", style=style), width=self.out.width)
        self.out.print(Text(f"{' ' * MARGIN}  but: {result.seen[:300]}", style="dim"), width=self.out.width)


def dice_line(roll: "Roll", name: Callable[[str], str]) -> Text:
    """One roll, readable: who, what, the target and where it comes from, the faces, the band."""
    line = Text(" " * MARGIN + "⚄ ", style="dim")
    who = f"{name(roll.actor)}, " if roll.actor else ""
    what = roll.skill or roll.why or roll.expression
    faces = ", ".join(str(face) for face in roll.faces)
    if roll.target is not None:
        line.append(f"{who}{what}", style="").append(f" against {roll.target}: rolled ", style="dim").append(str(roll.total), style="bold")
        line.append(" · ", style="dim").append(roll.band, style=BANDS.get(roll.band, "bold"))
    else:
        line.append(f"{who}{what}", style="").append(f" {roll.expression}: ", style="dim").append(faces, style="bold")
        if str(roll.total) != faces:
            line.append(f" = {roll.total}", style="bold")
        if roll.band:
            line.append(" · ", style="dim").append(roll.band, style="bold")
    if roll.modifiers:
        parts = ", ".join(f"{mod.why} {mod.value:+d}" for mod in roll.modifiers)
        line.append(f"  ({parts})", style="dim")
    return line


def conflict_line(conflict: "Conflict") -> Text:
    """One conflict, at the turn that brought it."""
    line = Text(" " * MARGIN + "▲ ", style="bold yellow")
    line.append(f"conflict {conflict.id} ", style="yellow").append(
        f"({conflict.severity}, {conflict.kind.replace('_', ' ')}): ", style="dim"
    )
    line.append(f'turn {conflict.established.turn} "{conflict.established.quote}" — now "{conflict.incoming.quote}"', style="yellow")
    return line
