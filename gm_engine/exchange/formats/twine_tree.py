"""What a passage of a Twine story is made of, as a tree: words, ways on, what is set, asked and printed."""

from dataclasses import dataclass

BACK = "previous()"
"""The target of a way that leads back to where one came from."""


@dataclass(frozen=True)
class Words:
    """Words as they stand there, with the marks of bold and slanted ones."""

    text: str


@dataclass(frozen=True)
class Way:
    """A way on. ``shown`` are its words, ``target`` the passage (an expression where ``asked``); ``sets`` and ``body`` is what is done by
    who takes it. Without a target its body goes on to one, or is told in place. ``said``: its words stand in the text."""

    number: int
    shown: tuple["Part", ...]
    target: str = ""
    asked: bool = False
    sets: str = ""
    body: tuple["Part", ...] = ()
    said: bool = True

    def __hash__(self) -> int:
        return hash((self.number, self.target))


@dataclass(frozen=True)
class Arms:
    """Of several conditions the first that holds is told; one that is empty always does."""

    arms: tuple[tuple[str, tuple["Part", ...]], ...]


@dataclass(frozen=True)
class Asked:
    """A hook of Harlowe, or a part of Chapbook, under a condition: ``if``, ``unless``, ``else-if``, ``else``, or
    ``shown`` where it is told unless the condition surely does not hold."""

    kind: str
    condition: str
    body: tuple["Part", ...]


@dataclass(frozen=True)
class Do:
    """Something that is set, or run."""

    source: str


@dataclass(frozen=True)
class Print:
    """Something whose value is told."""

    source: str


@dataclass(frozen=True)
class Include:
    """Another passage that is told here."""

    target: str
    asked: bool = False


@dataclass(frozen=True)
class Go:
    """The story goes on to another passage: at once, or (``later``) after a while."""

    target: str
    asked: bool = False
    later: bool = False


@dataclass(frozen=True)
class Loop:
    """Something that is told for each of several values, or as long as a condition holds."""

    first: str
    condition: str
    then: str
    name: str
    over: str
    body: tuple["Part", ...]


@dataclass(frozen=True)
class Silent:
    """Something that is done, and of which nothing is told."""

    body: tuple["Part", ...]


@dataclass(frozen=True)
class Hidden:
    """A hook that is not told until something shows it."""

    name: str
    body: tuple["Part", ...]


@dataclass(frozen=True)
class Show:
    """What tells a hidden hook."""

    name: str


@dataclass(frozen=True)
class Call:
    """A macro that the story's author may have made."""

    name: str
    given: str
    raw: str
    body: tuple["Part", ...] = ()


@dataclass(frozen=True)
class Made:
    """A macro that the story's author has made."""

    name: str
    body: tuple["Part", ...]


@dataclass(frozen=True)
class Lost:
    """Something that is left out."""

    what: str
    value: str
    why: str


Part = Words | Way | Arms | Asked | Do | Print | Include | Go | Loop | Silent | Hidden | Show | Call | Made | Lost


def inside(part: Part) -> tuple[tuple[Part, ...], ...]:
    """The parts that lie in a part."""
    if isinstance(part, Way):
        return (part.shown, part.body)
    if isinstance(part, Arms):
        return tuple(body for _, body in part.arms)
    if isinstance(part, (Asked, Loop, Silent, Hidden, Call, Made)):
        return (part.body,)
    return ()
