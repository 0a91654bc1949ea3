"""The transcript in a terminal: the player's words, the dice, the prose as it comes, and what the engine noticed."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gm_engine.continuity.report_known import quote_known
from gm_engine.interfaces.cli.screen import Screen
from gm_engine.play.unread import is_unread
from gm_engine.play.ways import numbered, ways_open, without_ways
from gm_engine.state.table_lore import TableLore
from gm_engine.story import event as happened
from gm_engine.story.intent import AT_THE_TABLE
from gm_engine.story.letters import in_marks
from gm_engine.story.noun import as_shown

if TYPE_CHECKING:
    from rich.status import Status

    from gm_engine.play.game import Played
    from gm_engine.state import StoryState
    from gm_engine.story.conflict import Conflict
    from gm_engine.story.event import Event
    from gm_engine.story.roll import Roll
    from gm_engine.testing import StepResult

MARGIN = 4
ASIDE = 2
"""The margin of what is looked up: its lines are made for 78 columns."""
WIDEST = 84
BANDS = {"triumph": "bold green", "success": "green", "cost": "yellow", "failure": "red", "disaster": "bold red"}

BROKEN = {"conflict": "it broke what is established", "number": "the engine counts otherwise", "secret": "it told too much",
          "line": "it crossed a line of the table"}  # fmt: skip
"""What may be said to the table of a draft that went back: nothing of what stood in it."""


def console() -> Console:
    """Standard output, at most 84 columns wide; plain in a pipe and where NO_COLOR is set."""
    return Screen(WIDEST)


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


class Teller(Protocol):
    """A GM, as far as a transcript minds: one that is ``repeatable`` answers at once."""

    repeatable: bool


class Transcript:
    """Prints a game as it is played."""

    def __init__(self, out: Console, game: Shown) -> None:
        self.out, self.game = out, game
        self.prose: Prose | None = None
        self.rolls: list[Roll] = []
        self.said = ""
        """The player's last line, until its turn is on record."""
        self.place, self.session = "", 0
        self._foreign = False
        self._bookkeeping = False
        """Dice are thrown at the table, and the answer names them."""
        self.numbers_ways = False
        """The ways that lie open are shown as a column, with the numbers that take them, and not as a sentence of the telling."""
        self._offered: tuple[str, ...] = ()
        self._slow, self._at_work = False, cast("Status | None", None)

    def title(self) -> None:
        """The campaign's title."""
        self.out.print()
        self.out.print(Rule(Text(self.game.state.title, style="bold"), characters="═", style="dim"))
        if summary := self.game.state.pack.summary:
            self._indented(Text(summary, style="italic"))
        text = self.game.state.pack.opens_with(self.game.state.opening)
        if text and not self.game.state.turn:
            self.out.print()
            self._indented(Text(text))

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
            where = state.name(state.here)
            when = f" · {state.say_time()}" if state.pack.calendar.kept else ""
            self.out.print(Text(f"{where[:1].upper()}{where[1:]}{when}", style="bold cyan"))

    def says(self, turn: int, said: str, speaker: str = "") -> None:
        """The player's line."""
        self.said = said
        self.heading()
        self.out.print()
        words = Text(f"{speaker}: {said}" if speaker else said, style="bold")
        number = Text(f"{turn:>3} > ", style="dim")
        table = Table.grid(padding=0)
        table.add_column(width=len(number), no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row(number, words)
        self.out.print(table)

    def command(self, said: str) -> None:
        """A command of the player's, which is no turn."""
        self.out.print()
        self.out.print(Text("    > ", style="dim").append(said, style="bold"))

    def tells(self, turn: int, speaker: str) -> None:
        """Somebody in an imported story is about to speak."""
        self.heading()
        self.out.print()
        self.out.print(Text(f"{turn:>3} ", style="dim").append(f"{speaker or 'GM'}:", style="bold"))

    def event(self, event: "Event") -> None:
        """Dice, and how the player was understood, as they happen."""
        if isinstance(event, happened.PromptAssembled) and self._slow:
            self._at_work = self.out.status("The GM considers …", spinner="dots")
            self._at_work.start()
        elif isinstance(event, happened.CompletionReceived) and self._slow:
            self._pause()
            self._at_work = self.out.status("What was told is being noted …", spinner="dots")
            self._at_work.start()
        elif isinstance(event, happened.DiceRolled) and event.roll.visible and not self._bookkeeping:
            self.rolls.append(event.roll)
        elif isinstance(event, happened.DraftReceived) and event.objections:
            self._settle_down()
            self._dice()
            self._pause()
            kinds = ", ".join(dict.fromkeys(BROKEN[objection.kind] for objection in event.objections))
            self._indented(Text(f"(a draft went back: {kinds})", style="dim"))
        elif isinstance(event, happened.PlugInFailed):
            self._pause()
            what = "failed and is left out" if event.left_out else "gave what cannot be used"
            self._indented(Text(f"({event.plug_in.id} {what}: {as_shown(event.why)})", style="yellow"))
        elif isinstance(event, happened.PlayerSpoke):
            self._bookkeeping = any(intent.mode == AT_THE_TABLE for intent in event.intents)
            for intent in event.intents:
                if intent.read_as:
                    self._indented(Text(f"({intent.read_as})", style="dim"))
                if intent.stakes:
                    self._indented(Text(f"At stake: {intent.stakes.success} If not: {intent.stakes.failure}", style="dim"))

    def text(self, piece: str) -> None:
        """The GM's words."""
        self._settle_down()
        if self.numbers_ways:
            told, piece = piece, without_ways(piece, self.game.state)
            self._offered = () if piece != told else self._offered
        if self.prose is None:
            self._dice()
            self.out.print()
            self.prose = Prose(self.out)
        self.prose.add(piece)

    def _pause(self) -> None:
        """Something stands between what was told and what is told next: it gets a line of its own."""
        if self.prose:
            self.prose.end()

    def played(self, played: "Played", *, scripted: bool = False) -> None:
        """The turn is over: how it ended, what clashed."""
        self._settle_down()
        self._dice()
        if self.prose:
            self.prose.end()
            self.prose = None
        if scripted:
            self._indented(Text("(this reply was given by the script)", style="dim italic"))
        completion = played.completion
        for note in (note for event in played.events if isinstance(event, happened.ANSWERED) for note in event.completion.notes):
            self._indented(Text(f"({note})", style="yellow"))
        for remark in played.remarks:
            self._indented(Text(f"({remark})", style="yellow"))
        if not self._foreign and is_unread(played.turn):
            self._foreign = True
            self._indented(Text("(this reply is not in English: nothing is read out of it, so nothing of it is checked)", style="yellow"))
        for _, _, kind in completion.sims if completion else ():
            self._indented(Text(f"(simulated {kind.replace(':', ': ').replace('_', ' ')})", style="magenta"))
        for conflict in played.conflicts:
            self.out.print()
            self._indented(conflict_text(conflict, TableLore(self.game.state)))

    def ways(self, *, anew: bool = False) -> None:
        """The ways that lie open, where they are others than were shown last. Before the first line no telling has named them, and none
        has where one has gone back (``anew``)."""
        state = self.game.state
        offered = ways_open(state) if (self.numbers_ways or anew or not state.turn) and not state.ended else ()
        if offered and offered != self._offered:
            self.out.print()
            for line in numbered(offered, self.out.width - MARGIN):
                self.out.print(Text(line))
        self._offered = offered

    def takes(self, way: str) -> None:
        """The way whose number was typed."""
        self._indented(Text(f"({way})", style="dim"))

    def page(self, text: str) -> None:
        """A page as the shell prints it: its lines are made for 80 columns."""
        self.interrupted()
        self.out.print()
        self.out.print(Text(text), soft_wrap=True)

    def hear(self, provider: Teller) -> None:
        """Say what this GM waits for, if it is one that may have to; on a terminal, that it is at work."""
        self._slow = self.out.is_terminal and not provider.repeatable
        if hasattr(provider, "on_wait"):
            provider.on_wait = self.waits

    def waits(self, why: str) -> None:
        """The GM has to wait."""
        self._settle_down()
        self._indented(Text(f"({why})", style="dim"))

    def interrupted(self) -> None:
        """The turn came to nothing: what was begun is ended, so that the next thing stands on a line of its own."""
        self._settle_down()
        self.rolls.clear()
        if self.prose:
            self.prose.end()
            self.prose = None

    def _settle_down(self) -> None:
        """Nothing more is waited for."""
        if self._at_work:
            self._at_work.stop()
            self._at_work = None

    def _dice(self) -> None:
        rolls, self.rolls = self.rolls, []
        for line in dice_lines(rolls, self.game.state.name):
            self._indented(line, hang=2)

    def _indented(self, text: Text, hang: int = 0) -> None:
        """Text within the margins; its later lines ``hang`` columns further in."""
        width = max(self.out.width - MARGIN - hang, 20)
        for n, line in enumerate(text.wrap(self.out, width)):
            line.rstrip()
            self.out.print(Text(" " * (MARGIN + (hang if n else 0))).append_text(line))

    def shows(self, text: str) -> None:
        """A view, or a note of the harness."""
        self.interrupted()
        self.out.print()
        width = max(self.out.width - ASIDE, 20)
        for line in text.splitlines():
            lead = " " * (ASIDE + len(line) - len(line.lstrip()))
            if len(line) <= width:
                self.out.print(Text(" " * ASIDE + line, style="dim"))
                continue
            for n, piece in enumerate(Text(line.strip(), style="dim").wrap(self.out, max(self.out.width - len(lead) - 2, 20))):
                piece.rstrip()
                self.out.print(Text(lead + ("  " if n else "")).append_text(piece))

    def expected(self, result: "StepResult") -> None:
        """An expectation that did not hold: what was expected, and what was so."""
        if result.ok:
            return
        style = "yellow" if result.soft else "bold red"
        word = "hoped" if result.soft else "expected"
        self._indented(Text(f"✗ line {result.line}, {word}: {result.text}", style=style), hang=2)
        self._indented(Text(f"  but: {result.seen[:300]}", style="dim"), hang=2)


def dice_lines(rolls: "Sequence[Roll]", name: Callable[[str], str]) -> list[Text]:
    """The rolls of a turn, a line for each check: where it hit, and how hard, stand in its line.

    Throws of one kind in a row (who is quickest) share a line.
    """
    lines: list[Text] = []
    last: Roll | None = None
    checked = False
    for roll in rolls:
        same = last is not None and last.target is None and (last.why, last.skill) == (roll.why, roll.skill)
        if roll.target is not None:
            lines.append(Text("⚄ ", style="dim").append_text(check_text(roll, name)))
            checked = True
        elif checked and roll.why != "speed":
            came = roll.skill if roll.why == "hit place" else f"{roll.why} {roll.total}"
            lines[-1].append(" → " if roll.why == "hit place" else ", ", style="dim").append(came, style="bold")
        elif same:
            lines[-1].append(", ", style="dim").append_text(throw_text(roll, name, again=True))
        else:
            lines.append(Text("⚄ ", style="dim").append_text(throw_text(roll, name)))
            checked = False
        last = roll
    return lines


def check_text(roll: "Roll", name: Callable[[str], str]) -> Text:
    """A check: who, what, against whom, the face against the target, the band, and what the target was made of."""
    who = f"{name(roll.actor)}, " if roll.actor else ""
    against = f" ({name(roll.against)})" if roll.against and roll.why in ("shooting", "fighting") else ""
    line = Text(f"{who}{roll.skill or roll.why}{against}: ").append(str(roll.total), style="bold")
    line.append(f" against {roll.target}, ", style="dim").append(roll.band, style=BANDS.get(roll.band, "bold"))
    parts = ", ".join(f"{mod.why} {mod.value:+d}" for mod in roll.modifiers if mod.value)
    return line.append(f" ({parts})", style="dim") if parts else line


def throw_text(roll: "Roll", name: Callable[[str], str], *, again: bool = False) -> Text:
    """A throw without a target: whose, for what, the faces and their sum. ``again``: only whose and the sum."""
    faces = "+".join(str(face) for face in roll.faces)
    who = name(roll.actor) if roll.actor else ""
    if again or roll.why == "speed":
        return Text("" if again else "speed: ").append(f"{who} " if who else "").append(str(roll.total), style="bold")
    line = Text(f"{who}, " if who else "").append(f"{roll.skill or roll.why or roll.expression} ")
    line.append(f"{roll.expression} ", style="dim").append(faces, style="bold")
    if str(roll.total) != faces:
        line.append(" = ", style="dim").append(str(roll.total), style="bold")
    return line.append(": ", style="dim").append(roll.band, style=BANDS.get(roll.band, "bold")) if roll.band else line


def conflict_text(conflict: "Conflict", table: TableLore) -> Text:
    """One conflict, at the turn that brought it."""
    told = f"turn {conflict.established.turn}" if conflict.established.turn else "before play"
    old, new = as_shown(quote_known(conflict.established, table)), as_shown(conflict.incoming.quote)
    line = Text("▲ ", style="bold yellow").append(f"Conflict {conflict.id} ", style="yellow")
    line.append(f"({conflict.severity}, {conflict.kind.replace('_', ' ')}): ", style="dim")
    return line.append(f"{in_marks(new)} stands against {told}: {in_marks(old)}", style="yellow")
