"""Which strings are words: read from the nouns' own annotations."""

from typing import Any

import pytest
from pydantic import BaseModel

from gm_engine.journal.redactable_words import exchange
from gm_engine.story.noun import Words
from tests.journal.evenings import KINDS


class Leaf(BaseModel):
    id: str = "leaf"
    text: Words = ""


class Tree(BaseModel):
    id: str = "tree"
    name: Words | None = None
    lines: tuple[Words, ...] = ()
    said: dict[str, Words] = {}
    leaf: Leaf | None = None
    leaves: dict[str, tuple[Leaf, ...]] = {}
    trees: tuple["Tree", ...] = ()
    plain: tuple[str, ...] = ()


class Both(BaseModel):
    text: Words | tuple[Words, ...] = ""


def test_words_are_found_wherever_they_lie() -> None:
    tree = Tree(
        name="a",
        lines=("b", "", "c"),
        said={"z": "d", "y": "e"},
        leaf=Leaf(text="f"),
        leaves={"k": (Leaf(text="g"),)},
        trees=(Tree(name="h", trees=(Tree(name="i"),)),),
        plain=("not", "these"),
    )
    form: dict[str, Any] = tree.model_dump(mode="json")
    found: list[str] = []
    exchange(Tree, form, lambda text: found.append(text) or text.upper())
    assert found == ["f", "g", "b", "c", "a", "e", "d", "h", "i"]
    assert Tree.model_validate(form) == Tree(
        name="A",
        lines=("B", "", "C"),
        said={"z": "D", "y": "E"},
        leaf=Leaf(text="F"),
        leaves={"k": (Leaf(text="G"),)},
        trees=(Tree(name="H", trees=(Tree(name="I"),)),),
        plain=("not", "these"),
    )


def test_words_in_two_ways_are_refused() -> None:
    with pytest.raises(TypeError, match="more than one way"):
        exchange(Both, {"text": "a"}, str)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_can_be_walked(kind: type[BaseModel]) -> None:
    exchange(kind, {}, str)
