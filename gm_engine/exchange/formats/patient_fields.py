"""Fields of another program's object, each in the form that is asked for: what is plainly meant is mended, what is dropped is told."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.foreign_json import ForeignJson
from gm_engine.exchange.formats.key_patterns import listed
from gm_engine.story.letters import plain, whole

LARGEST = 10**9
"""No program counts further in a lorebook or a chat."""
YES = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "": False}


class Fields:
    """An object's fields by name. What is asked for and stands there in no form that means it becomes a Loss in ``losses``."""

    def __init__(self, value: Any, path: str, losses: list[Loss]) -> None:
        self.value: Mapping[str, Any] = value if isinstance(value, dict) else {}
        self.path, self.losses = path, losses
        if value is not None and not isinstance(value, dict):
            self._lost("", value, "It should be an object.")

    def text(self, name: str, otherwise: str = "") -> str:
        """Words: a number is written out."""
        value = self.value.get(name)
        if isinstance(value, str):
            return plain(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        self._unless_none(name, value, "It should be a text.")
        return otherwise

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words. A text is a list that is written with commas; blanks are no words."""
        value = self.value.get(name)
        if isinstance(value, str):
            return listed(plain(value))
        if not isinstance(value, list):
            self._unless_none(name, value, "It should be a list of texts.")
            return ()
        made = []
        for place, word in enumerate(value):
            if isinstance(word, str):
                made.append(plain(word))
            elif isinstance(word, (int, float)) and not isinstance(word, bool):
                made.append(str(word))
            elif word is not None:
                self._lost(f"{name}.{place}", word, "It should be a text.")
        return tuple(word for word in made if word.strip())

    def yes(self, name: str, otherwise: bool = False) -> bool:
        """True or False."""
        value = self.maybe_yes(name)
        return otherwise if value is None else value

    def maybe_yes(self, name: str) -> bool | None:
        """True, False, or None where nothing is said."""
        value = self.value.get(name)
        if isinstance(value, bool):
            return value
        if isinstance(value, (int, float)) and value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.strip().casefold() in YES:
            return YES[value.strip().casefold()]
        self._unless_none(name, value, "It should be true or false.")
        return None

    def number(self, name: str, otherwise: int = 0, least: int = -LARGEST, most: int = LARGEST) -> int:
        """A whole number."""
        value = self.maybe_number(name, least, most)
        return otherwise if value is None else value

    def maybe_number(self, name: str, least: int = -LARGEST, most: int = LARGEST) -> int | None:
        """A whole number, or None where nothing is said."""
        value = self.value.get(name)
        count = _counted(value)
        if count is None:
            self._unless_none(name, None if value == "" else value, "It should be a number.")
            return None
        made = max(least, min(most, round(count)))
        if made != count:
            self._lost(name, value, f"It is read as {made}.")
        return made

    def one_of(self, name: str, choices: tuple[str, ...], otherwise: str) -> str:
        """One of these words, also where it is told by its place among them."""
        value = self.value.get(name)
        if isinstance(value, str) and value in choices:
            return value
        count = _counted(value)
        if count is not None and count in range(len(choices)):
            return choices[int(count)]
        self._unless_none(name, None if value == "" else value, f"It is none of those that are known; it is read as {otherwise}.")
        return otherwise

    def some_of(self, name: str, choices: tuple[str, ...]) -> tuple[str, ...]:
        """Those of a list of words that are among the choices, in the choices' order."""
        words = self.words(name)
        for word in words:
            if word not in choices:
                self._lost(name, word, "It is none of those that are known.")
        return tuple(word for word in choices if word in words)

    def inner(self, name: str) -> "Fields":
        """The object under that name; an empty one where there is none."""
        return Fields(self.value.get(name), self._at(name), self.losses)

    def _at(self, name: str) -> str:
        return ".".join(part for part in (self.path, name) if part)

    def _unless_none(self, name: str, value: Any, why: str) -> None:
        if value is not None:
            self._lost(name, value, why)

    def _lost(self, name: str, value: Any, why: str) -> None:
        self.losses.append(Loss(self._at(name), value, why))


def objects(held: Any, path: str, losses: list[Loss]) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a list, or of an object, each with the key that it stands under. What is no object, or an empty one, is left
    out, and told."""
    rows = held.items() if isinstance(held, dict) else [(str(at), row) for at, row in enumerate(held)] if isinstance(held, list) else []
    for key, row in rows:
        if not isinstance(row, dict):
            losses.append(Loss(_under(path, key), row, "An entry is an object; this one is left out."))
        elif not row:
            losses.append(Loss(_under(path, key), row, "The entry is empty, and left out."))
    return [(whole(key), as_read(row)) for key, row in rows if isinstance(row, dict) and row]


def as_read(value: Any) -> Any:
    """The value as it was read, in plain lists and objects and whole letters, so that it can be kept."""
    if isinstance(value, dict):
        return {whole(key): as_read(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_read(inner) for inner in value]
    return whole(value) if isinstance(value, str) else value


def twice(value: Any, path: str = "") -> list[Loss]:
    """A Loss for each key that stands twice in an object: what stood there first is gone."""
    lost = []
    if isinstance(value, ForeignJson):
        lost += [Loss(_under(path, key), earlier, "It stands there twice; the last one counts.") for key, earlier in value.earlier]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*lost, *(loss for key, held in inner for loss in twice(held, _under(path, str(key))))]


def under(path: str, losses: Iterable[Loss]) -> list[Loss]:
    """The losses of a part of a file as losses of the whole: the part stands there under a path.

    >>> [loss.field for loss in under("lorebook", [Loss("entries.3.key", 7, "It should be a text.")])]
    ['lorebook.entries.3.key']
    """
    return [loss._replace(field=_under(path, loss.field)) for loss in losses]


def _under(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _counted(value: Any) -> int | float | None:
    """A number, also of a text that is one; True is 1."""
    if isinstance(value, (int, float)):
        return value if isinstance(value, int) or isfinite(value) else None
    if isinstance(value, str) and len(value) < 40:
        try:
            count = float(value)
        except ValueError:
            return None
        return count if abs(count) <= 1e15 else None
    return None
