"""The player's line at a terminal: arrows, history, completion, and at the foot of the screen how it stands."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import History
from prompt_toolkit.input.base import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.base import Output
from prompt_toolkit.styles import Style

from gm_engine.interfaces.cli.echo import PROMPT, unheard
from gm_engine.interfaces.cli.past_lines import PastLines, says
from gm_engine.play.known_words import completions
from gm_engine.play.status import status
from gm_engine.play.ways import ways_open

if TYPE_CHECKING:
    from rich.console import Console

    from gm_engine.play.game import Game

LEAVE = "Ctrl-C once more leaves. Everything is saved."
COLOURS = Style.from_dict({"bottom-toolbar": "noreverse bg:#3a3a3a #d0d0d0", "prompt": "bold"})
PLAIN = Style.from_dict({"bottom-toolbar": "noreverse"})


class TypedLine:
    """Lines that are typed. Ctrl-C clears the line; in an empty one, a second Ctrl-C leaves."""

    shown = True

    def __init__(
        self, game: "Game", home: Path, out: "Console", commands: tuple[str, ...], *,
        input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        self.game, self.out = game, out
        self.history = TableHistory(PastLines(home, game.journal.name))
        self._leaving = False
        self._session: PromptSession[str] = PromptSession(
            [("class:prompt", PROMPT)],
            history=self.history,
            completer=TableCompleter(game, commands),
            complete_while_typing=False,
            bottom_toolbar=self.status,
            key_bindings=self._keys(),
            style=PLAIN if out.no_color else COLOURS,
            color_depth=ColorDepth.DEPTH_1_BIT if out.no_color else None,
            enable_suspend=True,
            input=input,
            output=output,
        )
        self._session.default_buffer.on_text_changed += lambda _: self._stay()

    def ask(self) -> str:
        """The next line. Raises EOFError where the player leaves."""
        self._leaving = False
        clear_typeahead(self._session.input)
        self.out.print()
        return " ".join(self._session.prompt().split())

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What is typed while the table tells is not shown, and dropped."""
        with unheard():
            yield

    def forget(self, said: str) -> None:
        """Words that were taken out of the record are not brought back by an arrow key."""
        self.history.forget(said)

    def status(self) -> str:
        """How it stands, cut to the width of the screen."""
        return LEAVE if self._leaving else status(self.game.state, self._session.output.get_size().columns - 1)

    def _stay(self) -> None:
        self._leaving = False

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            buffer = event.app.current_buffer
            if buffer.text or buffer is not self._session.default_buffer:
                event.app.layout.focus(self._session.default_buffer)
                self._session.default_buffer.reset()
            elif self._leaving:
                event.app.exit(exception=EOFError, style="class:exiting")
            else:
                self._leaving = True

        return keys


class TableCompleter(Completer):
    """Completes ways that lie open, names that the table knows, commands and what may follow them. Nothing that is hidden."""

    def __init__(self, game: "Game", commands: tuple[str, ...]) -> None:
        self.game, self.commands = game, commands

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The ways whose beginning the line is, with their numbers, then the words that its end may become."""
        line = document.text_before_cursor.lstrip()
        for number, way in enumerate(ways_open(self.game.state), 1):
            if way.casefold().startswith(line.casefold()) and way != line:
                yield Completion(way, start_position=-len(line), display=f"{number}  {way}")
        for words, taken in completions(line, self.game, self.commands):
            yield Completion(words, start_position=-taken)


class TableHistory(History):
    """The lines of this evening and of those before."""

    def __init__(self, past: PastLines) -> None:
        super().__init__()
        self.past = past

    def load_history_strings(self) -> Iterable[str]:
        """The newest first."""
        yield from reversed(self.past.read())

    def store_string(self, string: str) -> None:
        """Keep a line that was typed."""
        self.past.add(string)

    def forget(self, said: str) -> None:
        """Keep a line no longer, here and in the file."""
        self.past.forget(said)
        self._loaded_strings = [one for one in self._loaded_strings if not says(one, said)]
