"""How two are tied, as it is printed: the shortest ways, each step in a sentence with the telling that it comes from."""

import json
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gm_engine.lore.tie import LAST_ONLY, STEP, Tie
from gm_engine.lore.web import Way
from gm_engine.state.sight import known_sight, say, unquoted
from gm_engine.state.table_lore import TableLore
from gm_engine.story.noun import as_shown

if TYPE_CHECKING:
    from gm_engine.state import StoryState

WIDTH = 80


def ties_data(state: "StoryState", one: str, other: str, *, gm_notes: bool = False) -> dict[str, Any]:
    """How two are tied, as far as the table knows, as plain data; ``one`` and ``other`` are names or ids.

    Keys: ``one``, ``other`` (ids), ``tied``, and ``ways``, the nearest first, each with its ``steps`` (how far apart it leaves them)
    and its ``ties``. A tie has ``one``, ``other``, ``kind``, ``relation``, ``says``, ``when`` and ``stands``; ``since`` and ``until`` in
    story minutes; ``record``, ``turn``, ``quote``, ``where`` and ``reader``.
    """
    from gm_engine.interfaces.cli.looks import whom

    table = TableLore(state, gm_notes=gm_notes)
    a, b = whom(state, one, gm_notes=gm_notes), whom(state, other, gm_notes=gm_notes)
    ways = state.lore.web.ways(a, b, known_sight(state, table, past=True))
    return {"one": a, "other": b, "tied": bool(ways), "ways": [_way(way, state, table) for way in ways]}


def _way(way: Way, state: "StoryState", table: TableLore) -> dict[str, Any]:
    return {
        "steps": way.cost / STEP,
        "ties": [_tie(tie, toward, state, table) for tie, toward in zip(way.ties, way.nodes[1:], strict=True)],
    }


def _tie(tie: Tie, toward: str, state: "StoryState", table: TableLore) -> dict[str, Any]:
    telling = tie.telling and table.telling(tie.telling)
    return {
        "one": tie.one,
        "other": tie.other,
        "kind": tie.kind,
        "relation": tie.relation,
        "says": say(tie, state, toward),
        "when": _when(tie, state),
        "stands": tie.stands_at(state.minute),
        "since": tie.validity.since,
        "until": tie.validity.until,
        "record": tie.record,
        "turn": tie.turn,
        "quote": "" if unquoted(tie, state) or not table.opens(tie.quote) else tie.quote,
        "where": (telling.where or "") if telling else "",
        "reader": telling.reader if telling else "",
    }


def _when(tie: Tie, state: "StoryState") -> str:
    """Since when and until when; of what happens again and again, when it was the last time."""
    since, until = tie.validity.since, tie.validity.until
    if tie.relation in LAST_ONLY:
        return state.say_moment(since) if since is not None else ""
    said = ("" if since is None else f"since {state.say_moment(since)}", "" if until is None else f"until {state.say_moment(until)}")
    return " ".join(part for part in said if part)


def ties_json(state: "StoryState", one: str, other: str, *, gm_notes: bool = False) -> str:
    """``ties_data`` as JSON."""
    return json.dumps(ties_data(state, one, other, gm_notes=gm_notes), ensure_ascii=False)


def ties_text(state: "StoryState", one: str, other: str, *, gm_notes: bool = False) -> str:
    """The same to be read."""
    found = ties_data(state, one, other, gm_notes=gm_notes)
    a, b = as_shown(state.name(found["one"])), as_shown(state.name(found["other"]))
    if found["one"] == found["other"]:
        return f"Both are {a}."
    if not found["tied"]:
        return "\n".join(wrap(f"Nothing on record ties {a} to {b}.", WIDTH))
    lines: list[str] = []
    for number, way in enumerate(found["ways"], 1):
        far = f"{way['steps']:g} {'step' if way['steps'] == 1 else 'steps'}"
        lines += [*([""] if lines else []), f"{number}. {a} to {b}, {far}:"]
        for tie in way["ties"]:
            lines += _shown(tie)
    return "\n".join(lines)


def _shown(tie: dict[str, Any]) -> list[str]:
    when = f" ({tie['when']})" if tie["when"] else ""
    says = f"{as_shown(tie['says'])}{when}."
    place = tie["where"] or (f"turn {tie['turn']}" if tie["turn"] else "the campaign")
    told = f'{place}: "{as_shown(tie["quote"])}"' if tie["quote"] else f"{place} ({tie['record']})"
    return [
        *wrap(says, WIDTH, initial_indent="   ", subsequent_indent="     "),
        *wrap(told, WIDTH, initial_indent="       ", subsequent_indent="       "),
    ]
