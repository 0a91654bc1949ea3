"""What a play may tell the harness, each directive a function of the stage and its words."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, get_args

from gm_engine import direction
from gm_engine.errors import PlayError, ProviderError
from gm_engine.play.game import Game
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Resolution, Settlement
from gm_engine.story.prompt import Prompt
from gm_engine.testing.expectations import Table
from gm_engine.testing.scripted_hearing import Ear

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


class Stage(Protocol):
    """What a directive may touch: the game, what expectations look at, the turns saved by name, the drill to come, what is heard."""

    game: Game
    table: Table
    saved: dict[str, int]
    drill: Drill
    ear: Ear


def _reply(stage: Stage, words: tuple[str, ...]) -> str:
    stage.game.reply_next(" ".join(words))
    return ""


def _hears(stage: Stage, words: tuple[str, ...]) -> str:
    stage.ear.interpret(json.loads(words[0]), stage.game)
    return ""


def _notes(stage: Stage, words: tuple[str, ...]) -> str:
    stage.ear.note(json.loads(words[0]), stage.game)
    return ""


def _checks(stage: Stage, words: tuple[str, ...]) -> str:
    stage.ear.check(json.loads(words[0]), stage.game)
    return ""


def _session(stage: Stage, words: tuple[str, ...]) -> str:  # noqa: ARG001
    return f"Session {stage.game.open_session()}"


def _save(stage: Stage, words: tuple[str, ...]) -> str:
    stage.saved[words[0]] = stage.game.state.turn
    stage.table.digests[words[0]] = stage.game.state.digest
    return ""


def _load(stage: Stage, words: tuple[str, ...]) -> str:
    if words[0] not in stage.saved:
        raise PlayError("", f'no state was saved as "{words[0]}".', f'Put "! save {words[0]}" before it.', slug="unknown-save")
    back = stage.game.state.turn - stage.saved[words[0]]
    if back:
        stage.game.undo(back)
    return f"Back to {words[0]}, turn {stage.game.state.turn}"


def _settle(stage: Stage, words: tuple[str, ...]) -> str:
    conflict, resolution = (words[0], words[1]) if len(words) > 1 else ("last", words[0])
    if resolution not in get_args(Resolution):
        raise PlayError("", f'"{resolution}" settles nothing.', f"Use one of {', '.join(get_args(Resolution))}.", slug="bad-resolution")
    options = dict(zip(words[2::2], words[3::2], strict=False))
    settled = stage.game.settle(conflict, Settlement(resolution=resolution, because=options.get("because", ""), by=options.get("by")))
    return f"Conflict {settled.id} settled: {resolution}"


def _advance(stage: Stage, words: tuple[str, ...]) -> str:
    try:
        count, unit = int(words[0]), words[1].rstrip("s")
        stage.game.advance(count * SPANS[unit])
    except (KeyError, ValueError, IndexError) as error:
        raise PlayError("", f'"{" ".join(words)}" is no span of time.', "Write it like: ! advance 2 days", slug="bad-span") from error
    return f"{' '.join(words)} pass"


def _fault(stage: Stage, words: tuple[str, ...]) -> str:
    """``fault CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``."""
    kind, entity, attribute, value = _claim(words)
    stage.game.inject(direction.inject(kind, stage.game.state, stage.game.state.draw(stage.game.state.turn + 1), entity, attribute, value))
    return ""


def _decoy(stage: Stage, words: tuple[str, ...]) -> str:
    """``decoy CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``."""
    kind, entity, attribute, value = _claim(words)
    stage.game.inject(direction.decoy(kind, stage.game.state, stage.game.state.draw(stage.game.state.turn + 1), entity, attribute, value))
    return ""


def _claim(words: tuple[str, ...]) -> tuple[str, str, str, str]:
    """``CLASS [ENTITY [ATTRIBUTE [VALUE…]]]``, each empty where it is not named."""
    padded = (*words, "", "", "", "")
    return padded[0], padded[1], padded[2], " ".join(words[3:])


def _tell(stage: Stage, words: tuple[str, ...]) -> str:
    stage.game.tell(words[0], words[1])
    return f"{stage.game.state.name(words[0])} is told of {words[1]}"


def _endpoint(stage: Stage, words: tuple[str, ...]) -> str:
    if words[0] not in ("down", "slow", "garbage"):
        raise PlayError("", f'an endpoint cannot be "{words[0]}".', "Use down, slow or garbage.", slug="bad-drill")
    stage.drill.kind = words[0]
    return f"Drill: the GM is {words[0]}"


def _ask(stage: Stage, words: tuple[str, ...]) -> str:
    """``ask first``, ``ask nothing``: whether a change of everything waits for a yes."""
    if words[0] not in ("first", "nothing"):
        raise PlayError("", f'"{words[0]}" is nothing to ask.', "Write: ! ask first, or: ! ask nothing", slug="bad-ask")
    stage.game.ask_first(words[0] == "first")
    return "Great changes are asked about first" if words[0] == "first" else "Nothing is asked about first"


def _seed(stage: Stage, words: tuple[str, ...]) -> str:
    """Other dice from here on: a branch with dice of its own, the same for the same number."""
    if not words[0].isdigit():
        raise PlayError("", f'"{words[0]}" is no seed.', "Write a whole number: ! seed 7", slug="bad-seed")
    stage.game.branch(f"seed-{words[0]}", reseed=True)
    return f"Other dice from here on: seed {words[0]}"


def _gm(stage: Stage, words: tuple[str, ...]) -> str:
    """The play is meant for this GM. One story has one GM, else it could not be replayed; another is a PlayError."""
    if words[0] != stage.game.tools.provider.name:
        what = f"the GM here is {stage.game.tools.provider.name}, and one story has one GM."
        then = f"Write gm: {words[0]} between the --- lines at the top, or run it with --gm {words[0]}."
        raise PlayError("", what, then, slug="other-gm")
    return ""


DIRECTIVES: dict[str, Callable[[Stage, tuple[str, ...]], str]] = {
    "reply": _reply,
    "hears": _hears,
    "notes": _notes,
    "checks": _checks,
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
    "ask": _ask,
    "gm": _gm,
}
