"""Tables: a row is drawn by weight or by the table's own dice; what a row leads to is drawn with it."""

import re
from collections.abc import Iterable, Iterator, Mapping

from gm_engine.chance import Draws
from gm_engine.rules.dice import parse, span, total
from gm_engine.rules.ruling import Ruling
from gm_engine.story.event import DiceRolled, Event, StateChanged
from gm_engine.story.pack import Row, Table

NESTED = re.compile(r"\{table:\s*([a-z0-9_]+)\s*\}")
NUMBER = "{roll}"
DEEPEST = 5
"""Tables that lead to tables are followed so far."""


def draw_row(ruling: Ruling, table: str, cause: str, depth: int = 1) -> Iterator[Event]:
    """Draws a row, and after it the rows of the tables that it names. Rows that come once and have come are left out.

    What came is ``used`` with the table as key, the row's number (from 0) as detail, and ``cause``.
    """
    state = ruling.state
    rows = state.pack.tables[table].rows if table in state.pack.tables else ()
    left = [number for number, row in enumerate(rows) if row.w > 0 and not (row.once and f"{table}/{number}" in state.used)]
    if not left or depth > DEEPEST:
        return
    own = state.pack.tables[table].roll
    fell = ruling.roll(own or f"d{min(1000, sum(rows[number].w for number in left))}", f"table:{table}", stream="oracle")
    yield DiceRolled(turn=state.turn, roll=fell)
    number = row_at(rows, fell.total - span(parse(own))[0], left) if own else row_at([rows[one] for one in left], fell.total - 1)
    number = number if own else left[number]
    row = rows[number]
    yield ruling.change("used", table, state.turn, detail=str(number), cause=cause)
    if row.set:
        yield ruling.change("flag", row.set, 1, old=int(state.flags.get(row.set, 0)), cause=f"{cause}:{table}")
    if row.roll:
        yield DiceRolled(turn=state.turn, roll=ruling.roll(row.roll, f"row:{table}/{number}", stream="oracle"))
    for name in leads(row):
        yield from draw_row(ruling, name, cause, depth + 1)


def row_at(rows: Iterable[Row], place: int, left: Iterable[int] | None = None) -> int:
    """The number of the row on which a place (from 0) falls, each row as wide as its weight; beyond the last it is the last.

    ``left`` are the rows that may come: for one that may not, the next that may.
    """
    widths = [row.w for row in rows]
    number, passed = 0, widths[0]
    while passed <= place and number + 1 < len(widths):
        number += 1
        passed += widths[number]
    may = sorted(left) if left is not None else range(len(widths))
    return next((one for one in may if one >= number), may[0])


def leads(row: Row) -> tuple[str, ...]:
    """The tables that a row draws from: those in its words, in their order, then the one besides."""
    return (*NESTED.findall(row.text), *((row.table,) if row.table else ()))


def drawn_words(events: Iterable[Event], tables: Mapping[str, Table], cause: str) -> tuple[str, ...]:
    """The words of every draw of that cause, numbers and nested rows filled in."""
    came: list[Event] = [
        event
        for event in events
        if (isinstance(event, DiceRolled) and event.roll.why.startswith("row:"))
        or (isinstance(event, StateChanged) and event.what == "used" and event.cause == cause and event.key in tables)
    ]
    found: list[str] = []
    while came:
        if words := _words(came, tables):
            found.append(words)
    return tuple(found)


def _words(came: list[Event], tables: Mapping[str, Table]) -> str:
    """The words of the first draw in ``came``, which it and all that it led to leave."""
    event = came.pop(0)
    if not isinstance(event, StateChanged) or not event.detail.isdigit():
        return ""
    row = tables[event.key].rows[int(event.detail)]
    if row.roll and came and isinstance(came[0], DiceRolled):
        text = row.text.replace(NUMBER, str(came[0].roll.total))
        came.pop(0)
    else:
        text = row.text

    def next_of(table: str) -> str:
        first = came[0] if came else None
        return _words(came, tables) if isinstance(first, StateChanged) and first.key == table else ""

    text = NESTED.sub(lambda match: next_of(match[1]), text)
    return " ".join(part for part in (text, next_of(row.table) if row.table else "") if part)


def read_row(row: Row, tables: Mapping[str, Table], draws: Draws, depth: int = 1) -> str:
    """The words of a row that is told without a roll on record (talk, small finds), numbers and nested rows filled in."""
    text = row.text
    if row.roll:
        terms = parse(row.roll)
        faces = tuple(draws.roll(term.sides) for term in terms for _ in range(term.count if term.sides else 0))
        text = text.replace(NUMBER, str(total(terms, faces)))

    def nested(name: str) -> str:
        rows = tables[name].rows if name in tables and depth < DEEPEST else ()
        return read_row(draws.pick(weighted(rows)), tables, draws, depth + 1) if rows else ""

    text = NESTED.sub(lambda match: nested(match[1]), text)
    return " ".join(part for part in (text, nested(row.table) if row.table else "") if part)


def weighted(rows: Iterable[Row]) -> list[Row]:
    """Each row as often as it weighs."""
    return [row for row in rows for _ in range(row.w)]
