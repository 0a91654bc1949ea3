"""Which strings of an event are somebody's words: found once per class from the nouns' own annotations."""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from gm_engine.story.noun import Redactable


class Shape(NamedTuple):
    """How to reach the words inside a JSON value: a text itself, each of a list or of an object's values, or a noun's fields."""

    kind: Literal["text", "each", "values", "noun"]
    inner: "Shape | None" = None
    noun: type[BaseModel] | None = None


TEXT = Shape("text")


def exchange(noun: type[BaseModel], form: dict[str, Any], change: Callable[[str], str]) -> None:
    """Put ``change(text)`` in the place of every non-empty text of ``form``, the JSON form of a ``noun``.

    Texts are visited in the order of the sorted keys, which is the order in which canonical JSON shows them.
    """
    for key, shape in _fields(noun):
        if key in form:
            form[key] = _exchanged(form[key], shape, change)


def _exchanged(value: Any, shape: Shape, change: Callable[[str], str]) -> Any:
    if not value:
        return value
    if shape.kind == "text":
        return change(value) if isinstance(value, str) else value
    if shape.noun is not None:
        exchange(shape.noun, value, change)
    elif shape.inner is not None and shape.kind == "each":
        return [_exchanged(item, shape.inner, change) for item in value]
    elif shape.inner is not None:
        return {key: _exchanged(value[key], shape.inner, change) for key in sorted(value)}
    return value


@cache
def _fields(noun: type[BaseModel]) -> tuple[tuple[str, Shape], ...]:
    """The fields of a noun that hold words, under their JSON names, in the order of those."""
    found = []
    for name, field in noun.model_fields.items():
        marked = any(isinstance(mark, Redactable) for mark in field.metadata)
        shape = TEXT if marked else _shape(field.annotation)
        if shape is not None:
            found.append((field.serialization_alias or name, shape))
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _shape(hint: Any) -> Shape | None:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return TEXT if any(isinstance(mark, Redactable) for mark in args[1:]) else _shape(args[0])
    if origin in (Union, UnionType):
        shapes = [shape for shape in map(_shape, args) if shape is not None]
        if len(shapes) > 1:
            raise TypeError(f"{hint} holds words in more than one way: the journal could not tell which")
        return shapes[0] if shapes else None
    if origin in (tuple, list):
        inner = _shape(args[0]) if args else None
        return Shape("each", inner) if inner else None
    if origin is dict:
        inner = _shape(args[1])
        return Shape("values", inner) if inner else None
    if isinstance(hint, type) and issubclass(hint, BaseModel) and _holds_words(hint, set()):
        return Shape("noun", noun=hint)
    return None


def _holds_words(hint: Any, seen: set[Any]) -> bool:
    """True when a text can be reached from ``hint``; a noun may hold nouns of its own kind."""
    if isinstance(hint, Redactable):
        return True
    if isinstance(hint, type) and get_origin(hint) is None and issubclass(hint, BaseModel):
        if hint in seen:
            return False
        seen.add(hint)
        return any(
            any(isinstance(mark, Redactable) for mark in field.metadata) or _holds_words(field.annotation, seen)
            for field in hint.model_fields.values()
        )
    return any(_holds_words(part, seen) for part in get_args(hint))
