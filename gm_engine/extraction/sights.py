"""What was seen of a name in a text: how often, where in a sentence, beside which words."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

from gm_engine.story.entity import Entity


@dataclass
class Signs:
    """What was seen of one name. ``within`` counts capitals inside a sentence, ``first`` at the head of one."""

    within: int = 0
    first: int = 0
    person: int = 0
    sure: int = 0
    faint: int = 0
    thing: int = 0
    there: int = 0
    house: int = 0
    place: int = 0
    article: int = 0
    turn: int = 0
    he: int = 0
    she: int = 0
    titled: int = 0
    addressed: int = 0
    beast: int = 0
    heads: list[list[str]] = field(default_factory=list)

    def with_those_of(self, other: "Signs") -> "Signs":
        """What was seen of a name and of its longer form together."""
        counted = (field.name for field in fields(self) if field.name not in ("turn", "heads"))
        added = {name: getattr(self, name) + getattr(other, name) for name in counted}
        return replace(self, turn=min(self.turn, other.turn), **added)


@dataclass(frozen=True)
class Sight:
    """One run of words written like a name, with the words that it stands among."""

    run: tuple[str, ...]
    first: bool
    words: Sequence[str]
    at: int
    spoken: bool
    turn: int


def also_called(entity: Entity, beasts: set[str]) -> Entity:
    """The same person, whose first name is told as such where a beast bears it, too: then the name alone means neither for sure."""
    given = entity.name.partition(" ")[0]
    if entity.kind != "character" or entity.name == given or given not in beasts:
        return entity
    return entity.model_copy(update={"aliases": (*entity.aliases, given)})


def within(name: Sequence[str], other: Sequence[str]) -> bool:
    """True for a part of a longer name: Ser Baldric in Ser Baldric Oyle, and Ser Oyle too."""
    ends = len(name) == 2 and len(other) == 3 and (other[0], other[-1]) == tuple(name)
    return len(other) > len(name) and (ends or tuple(other[: len(name)]) == tuple(name) or tuple(other[-len(name) :]) == tuple(name))


def written_like_a_name(word: str) -> bool:
    """A capital and then letters: Mara, O'Malley, McCoy, Jean-Luc.

    >>> [written_like_a_name(word) for word in ("Mara", "O'Malley", "I", "the", "Dr.")]
    [True, True, False, False, True]
    """
    bare = word.rstrip(".")
    letters = bare.replace("'", "").replace("’", "").replace("-", "")
    return len(bare) > 1 and bare[0].isupper() and bare[-1].isalpha() and letters.isalpha() and any(letter.islower() for letter in letters)
