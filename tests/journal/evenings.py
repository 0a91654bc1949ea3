"""Small stories that the tests of journals play: three entries a turn, told in a few words."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import pytest
from hypothesis import strategies as st

from gm_engine.storage.database import Database
from gm_engine.story import event as events
from gm_engine.story.completion import Completion
from gm_engine.story.event import CompletionReceived, Event, PackOpened, PlayerSpoke, StoryOpened, TurnClosed
from gm_engine.story.validity import ValidityInterval

OPENING = StoryOpened(campaign="red_mesa", title="Red Mesa", seed=7, gm="embedded")

KINDS: tuple[type[Any], ...] = tuple(kind for kind in get_args(get_args(events.Event)[0]) if kind is not PackOpened)

st.register_type_strategy(
    ValidityInterval,
    st.lists(st.none() | st.integers(0, 9000), min_size=2, max_size=2)
    .filter(lambda ends: None in ends or ends[0] < ends[1])
    .map(lambda ends: ValidityInterval(since=ends[0], until=ends[1])),
)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
"""What a field of any shape may hold."""


def turn(number: int, said: str = "I walk on.", reply: str = "Dust hangs over the road.", attempt: int = 0) -> tuple[Event, ...]:
    """One exchange."""
    return (
        PlayerSpoke(turn=number, said=said, attempt=attempt),
        CompletionReceived(turn=number, completion=Completion(text=reply, model="embedded")),
        TurnClosed(turn=number, digest=f"state after {number}"),
    )


def play(journal: Any, turns: int, said: str = "I walk on.") -> None:
    """A story of so many turns."""
    journal.append([OPENING])
    for number in range(1, turns + 1):
        journal.append(turn(number, said=said, reply=f"The road bends for the {number}th time today."))


def said(journal: Any) -> list[str]:
    """The player's words along the current branch."""
    return [entry.event.said for entry in journal.entries() if isinstance(entry.event, PlayerSpoke)]


def runs(most: int = 4) -> st.SearchStrategy[Sequence[Event]]:
    """Any events at all, in any order."""
    known = [st.from_type(kind) for kind in KINDS if kind is not StoryOpened]
    opened = st.builds(StoryOpened, weights=st.dictionaries(st.text(), PLAIN), versions=..., templates=..., seed=..., simulation=...)
    return st.lists(st.one_of([*known, opened]), min_size=1, max_size=most)


def databases_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The body of a fixture: whatever database is opened in a test is closed after it."""
    opened: list[Database] = []
    prepare = Database.__init__

    def noted(database: Database, *args: Any, **options: Any) -> None:
        prepare(database, *args, **options)
        opened.append(database)

    monkeypatch.setattr(Database, "__init__", noted)
    yield
    for database in opened:
        database.close()
