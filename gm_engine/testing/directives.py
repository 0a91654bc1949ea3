"""What a play may tell the harness, each directive a function of the run and its words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, get_args

from gm_engine import direction
from gm_engine.errors import PlayError, ProviderError
from gm_engine.play.game import Game
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Resolution, Settlement
from gm_engine.story.prompt import Prompt

if TYPE_CHECKING:
    from gm_engine.testing.play_runner import Run

SPANS = {"minute": 1, "hour": 60, "day": 24 * 60, "week": 7 * 24 * 60}


class Drill:
    """A failure of the GM, declared by the play: the next turn meets it."""

    def __init__(self) -> None:
        self.kind = ""
        self.fired = False

    @contextmanager
    def at(self, game: Game) -> Iterator[None]:
        """The game with its GM failing as declared, once."""
        provider = game.tools.provider
        if self.kind:
            game.tools.provider = Failing(self.kind)
            self.fired, self.kind = True, ""
        try:
            yield
        finally:
            game.tools.provider = provider


class Failing:
    """A GM that fails: ``down`` and ``slow`` do not answer, ``garbage`` answers with what is no prose."""

    name = "failing"
    version = "failing/1"
    repeatable = False

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:  # noqa: ARG002
        """Garbage, or no answer at all."""
        if self.kind == "garbage":
            return Completion(text="}{ 0x00 <|end|> null null", model="garbage")
        then = "Nothing was written and your words are kept. The line is played again."
        raise ProviderError(f"turn {prompt.draw.turn}", f"the GM did not answer (drill: {self.kind}).", then)


def _reply(run: "Run", words: tuple[str, ...]) -> str:
    run.game.reply_next(" ".join(words))
    return ""


def _session(run: "Run", words: tuple[str, ...]) -> str:  # noqa: ARG001
    return f"Session {run.game.open_session()}"


def _save(run: "Run", words: tuple[str, ...]) -> str:
    run.saved[words[0]] = run.game.state.turn
    run.table.digests[words[0]] = run.game.state.digest
    return ""


def _load(run: "Run", words: tuple[str, ...]) -> str:
    if words[0] not in run.saved:
        raise PlayError("", f'no state was saved as "{words[0]}".', f'Put "! save {words[0]}" before it.', slug="unknown-save")
    back = run.game.state.turn - run.saved[words[0]]
    if back:
        run.game.undo(back)
    return f"Back to {words[0]}, turn {run.game.state.turn}"


def _settle(run: "Run", words: tuple[str, ...]) -> str:
    conflict, resolution = (words[0], words[1]) if len(words) > 1 else ("last", words[0])
    if resolution not in get_args(Resolution):
        raise PlayError("", f'"{resolution}" settles nothing.', f"Use one of {', '.join(get_args(Resolution))}.", slug="bad-resolution")
    options = dict(zip(words[2::2], words[3::2], strict=False))
    settled = run.game.settle(conflict, Settlement(resolution=resolution, because=options.get("because", ""), by=options.get("by")))
    return f"Conflict {settled.id} settled: {resolution}"


def _advance(run: "Run", words: tuple[str, ...]) -> str:
    try:
        count, unit = int(words[0]), words[1].rstrip("s")
        run.game.advance(count * SPANS[unit])
    except (KeyError, ValueError, IndexError) as error:
        raise PlayError("", f'"{" ".join(words)}" is no span of time.', "Write it like: ! advance 2 days", slug="bad-span") from error
    return f"{' '.join(words)} pass"


def _fault(run: "Run", words: tuple[str, ...]) -> str:
    """``fault CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``."""
    kind, entity, attribute, value = _claim(words)
    run.game.inject(direction.inject(kind, run.game.state, run.game.state.draw(run.game.state.turn + 1), entity, attribute, value))
    return ""


def _decoy(run: "Run", words: tuple[str, ...]) -> str:
    """``decoy CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``."""
    kind, entity, attribute, value = _claim(words)
    run.game.inject(direction.decoy(kind, run.game.state, run.game.state.draw(run.game.state.turn + 1), entity, attribute, value))
    return ""


def _claim(words: tuple[str, ...]) -> tuple[str, str, str, str]:
    """``CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``, each empty where it is not named."""
    padded = (*words, "", "", "", "")
    return padded[0], padded[1], padded[2], " ".join(words[3:])


def _tell(run: "Run", words: tuple[str, ...]) -> str:
    run.game.tell(words[0], words[1])
    return f"{run.game.state.name(words[0])} is told of {words[1]}"


def _endpoint(run: "Run", words: tuple[str, ...]) -> str:
    if words[0] not in ("down", "slow", "garbage"):
        raise PlayError("", f'an endpoint cannot be "{words[0]}".', "Use down, slow or garbage.", slug="bad-drill")
    run.drill.kind = words[0]
    return f"Drill: the GM is {words[0]}"


def _seed(run: "Run", words: tuple[str, ...]) -> str:
    """Other dice from here on: a branch with dice of its own, the same for the same number."""
    if not words[0].isdigit():
        raise PlayError("", f'"{words[0]}" is no seed.', "Write a whole number: ! seed 7", slug="bad-seed")
    run.game.branch(f"seed-{words[0]}", reseed=True)
    return f"Other dice from here on: seed {words[0]}"


def _gm(run: "Run", words: tuple[str, ...]) -> str:
    """The play is meant for this GM. One story has one GM, else it could not be replayed; another is a PlayError."""
    if words[0] != run.game.tools.provider.name:
        what = f"the GM here is {run.game.tools.provider.name}, and one story has one GM."
        then = f"Write gm: {words[0]} between the --- lines at the top, or run it with --gm {words[0]}."
        raise PlayError("", what, then, slug="other-gm")
    return ""


DIRECTIVES: dict[str, Callable[["Run", tuple[str, ...]], str]] = {
    "reply": _reply,
    "session": _session,
    "save": _save,
    "load": _load,
    "settle": _settle,
    "advance": _advance,
    "fault": _fault,
    "decoy": _decoy,
    "tell": _tell,
    "endpoint": _endpoint,
    "seed": _seed,
    "gm": _gm,
}
