"""What of the lorebooks acts in a turn, by what, and what had a reason to and did not."""

from typing import Literal

from gm_engine.story.lorebook import Position, Role
from gm_engine.story.noun import Noun, Words

By = Literal["key", "constant", "sticky", "activate", "matched before"]
Effect = Literal["sticky", "cooldown", "matched", "untried"]
Kept = Literal[
    "other keys", "excluded", "trigger", "person", "delay", "cooldown", "once", "too early", "not this turn", "greeting",
    "recursion", "group", "chance", "budget", "unreadable", "slow",
]  # fmt: skip


STILL_TOLD = frozenset({"budget", "unreadable", "slow"})


class Placed(Noun):
    """Where an entry stands in a prompt. ``depth`` is in messages from the end, 0 behind the last; ``at`` is its place among those that
    act, the last the strongest. ``first_out``: it is the first to go where the prompt is full."""

    position: Position = "before"
    depth: int = 0
    role: Role = "system"
    at: int = 0
    first_out: bool = False


class Acted(Noun):
    """An entry that acts. ``by`` says what brought it; where that was a key, ``where`` names what it stood in (``said`` or ``reply`` of a
    ``turn``, the ``opening``, a source such as ``persona``, or ``entry``, which ``via`` names as ``BOOK/ENTRY``).

    ``text`` is what it says where that is not what stands in the book: macros were filled in. ``left_out`` are the macros in it that
    are not known here. ``tokens`` is what it counts for in its book's budget.
    """

    book: str
    entry: str
    by: By
    key: str = ""
    where: str = ""
    turn: int = 0
    via: str = ""
    placed: Placed = Placed()
    outlet: str = ""
    tokens: int = 0
    text: Words = ""
    left_out: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id under which it stands in the pack's lore."""
        return f"{self.book}_{self.entry}"


class Idle(Noun):
    """An entry that had a reason to act, and ``why`` it did not. ``key`` is the key that was found, or that could not be looked for;
    ``other`` the entry (``BOOK/ENTRY``) that won; ``number`` what ``why`` counts: messages left, the roll, tokens."""

    book: str
    entry: str
    why: Kept
    key: str = ""
    other: str = ""
    number: int = 0
    most: int = 0

    @property
    def id(self) -> str:
        """The id under which it stands in the pack's lore."""
        return f"{self.book}_{self.entry}"


class Timed(Noun):
    """What an entry's past does to it: from a message on until another, counted from the beginning. ``protected``: it holds though no
    message has come since. ``mark`` is a digest of the entry: of one that was changed since, it is not. ``key`` is a pattern that
    cannot be read or took too long: it was told once, and is not tried again."""

    effect: Effect
    book: str
    entry: str
    start: int = 0
    end: int = 0
    protected: bool = False
    mark: str = ""
    key: str = ""

    @property
    def name(self) -> str:
        """What it is kept under."""
        return "/".join(part for part in (self.effect, self.book, self.entry, self.key) if part)


class Activation(Noun):
    """One turn's: what acts, in the order in which it is told; what had a reason to and does not; what is timed from now on; how many
    messages there were. ``barred`` are the ids of the lore entries whose time it is not, whatever is said."""

    turn: int = 0
    acted: tuple[Acted, ...] = ()
    idle: tuple[Idle, ...] = ()
    barred: tuple[str, ...] = ()
    timed: tuple[Timed, ...] = ()
    messages: int = 0
    replies: int = 0

    @property
    def resting(self) -> frozenset[str]:
        """The ids of the lore entries that are not to be told in this turn, by whatever road: their authors said when they act, and it is
        not now. One for which a budget had no room may be told all the same."""
        return frozenset((*self.barred, *(one.id for one in self.idle if one.why not in STILL_TOLD)))
