"""A cassette: a file of answers by the hashes of what was asked, a JSON object a line. It holds no keys and no addresses."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from gm_engine.errors import GameError
from gm_engine.providers.hidden_keys import scrubbed
from gm_engine.providers.provider import Advisor, Provider
from gm_engine.story.completion import Completion
from gm_engine.story.letters import plain
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import OF_HEARING

Answers = dict[tuple[str, int], Completion]


def read_cassette(path: Path) -> Answers:
    """The answers in a cassette; where one was recorded twice, the last. Raises GameError where the file cannot be read."""
    found: Answers = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        then = "Record one: gm run PLAY --gm openai --model MODEL --cassette FILE.jsonl"
        raise GameError(str(path), f"the cassette cannot be read: {said}.", then, "broken-cassette") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            kept = json.loads(line)
            if "vector" in kept:
                continue
            completion = Completion.model_validate(kept["completion"])
            found[str(kept["hash"]), int(kept["attempt"])] = completion.model_copy(update={"text": plain(completion.text)})
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            then = "Take the line out, or record the cassette anew."
            raise GameError(f"{path}:{number}", "this line holds no recorded answer.", then, "broken-cassette") from error
    return found


def line_of(hash: str, attempt: int, completion: Completion, *keys: str) -> str:
    """An answer as a cassette holds it: the same answer is always the same line."""
    form = {"attempt": attempt, "completion": completion.model_dump(mode="json"), "hash": hash}
    return json.dumps(_without_keys(form, keys), sort_keys=True, ensure_ascii=False)


def write_on(path: Path, lines: Iterable[str]) -> None:
    """Put lines behind those of a cassette. Raises GameError where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in lines)
    except OSError as error:
        then = "Name another place, or make room there."
        raise GameError(str(path), f"the cassette cannot be written: {error.strerror}.", then, "cannot-write") from error


def _without_keys(value: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return scrubbed(value, *keys)
    if isinstance(value, dict):
        return {name: _without_keys(item, keys) for name, item in value.items()}
    return [_without_keys(item, keys) for item in value] if isinstance(value, list) else value


class TapedGM:
    """A GM whose answers are written to a cassette as they come. What the cassette holds of the same model is not asked again."""

    def __init__(self, provider: Provider, path: Path) -> None:
        self.provider = provider
        self.path = path
        self.name, self.version, self.repeatable = provider.name, provider.version, provider.repeatable
        self._taped = read_cassette(path) if path.exists() else {}
        hearer = getattr(provider, "hearer", None)
        lines = (getattr(one, "line", None) for one in (provider, hearer))
        self._keys = tuple(key for key in (getattr(line, "key", "") for line in lines) if key)
        self._model = getattr(provider, "model", provider.version)
        self._hearer_model = getattr(hearer, "model", self._model)

    @property
    def on_wait(self) -> Callable[[str], None]:
        """Hears what the GM behind the cassette waits for."""
        hears: Callable[[str], None] = getattr(self.provider, "on_wait", lambda _: None)
        return hears

    @on_wait.setter
    def on_wait(self, hears: Callable[[str], None]) -> None:
        if hasattr(self.provider, "on_wait"):
            self.provider.on_wait = hears

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The answer, from the cassette or live."""
        taped = self._on_tape(prompt.hash, prompt.draw.attempt, self._model)
        if taped is None:
            return self._tape(prompt.hash, prompt.draw.attempt, self.provider.complete(prompt, on_text))
        if on_text and taped.text:
            on_text(taped.text)
        return taped

    def close(self) -> None:
        """Let go of what the GM behind the cassette holds open."""
        if callable(close := getattr(self.provider, "close", None)):
            close()

    def _on_tape(self, hash: str, attempt: int, model: str) -> Completion | None:
        taped = self._taped.get((hash, attempt))
        return taped if taped and taped.model == model else None

    def _tape(self, hash: str, attempt: int, completion: Completion) -> Completion:
        write_on(self.path, [line_of(hash, attempt, completion, *self._keys)])
        self._taped[hash, attempt] = completion
        return completion


class TapedAdvisor(TapedGM):
    """A taped GM that can also be asked something beside the telling."""

    def ask(self, question: Question) -> Completion:
        """The answer, from the cassette or live."""
        asked = self.provider
        taped = self._on_tape(question.hash, 0, self._hearer_model if question.purpose in OF_HEARING else self._model)
        if taped is None and isinstance(asked, Advisor):
            return self._tape(question.hash, 0, asked.ask(question))
        if taped is None:
            raise TypeError(f"{asked.name} cannot be asked")
        return taped


def taped(provider: Provider, path: Path) -> Provider:
    """The GM with a cassette running."""
    return (TapedAdvisor if isinstance(provider, Advisor) else TapedGM)(provider, path)
