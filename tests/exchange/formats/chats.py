"""Chats to test with, all original, and strategies that spoil them."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

HEADER: dict[str, Any] = {
    "user_name": "Mabel",
    "character_name": "Sal Brannock",
    "create_date": "2024-9-28 @01h 02m 11s 123ms",
    "chat_metadata": {
        "integrity": "11111111-2222-4333-8444-555555555555",
        "main_chat": "Sal - 0",
        "world_info": "Salt Fork",
        "note_prompt": "Keep it dry.",
        "note_depth": 4,
        "variables": {"horses": 1},
        "STARmem": {"a": [1, 2]},
    },
}
LINES: tuple[dict[str, Any], ...] = (
    {
        "name": "Sal Brannock",
        "is_user": False,
        "is_system": False,
        "send_date": "September 28, 2024 1:02am",
        "mes": "Shut the door, {{user}}.",
        "extra": {"model": "some", "reasoning": "He is tired."},
        "swipes": ["You again, {{user}}.", "Shut the door, {{user}}.", "Out."],
        "swipe_id": 1,
        "swipe_info": [{}, {}, {}],
    },
    {"name": "Mabel", "is_user": True, "send_date": "September 28, 2024 1:04am", "mes": "I shut it. Any horses?", "extra": {}},
    {
        "name": "Sal Brannock",
        "is_user": False,
        "is_system": True,
        "send_date": "2024-09-28T01:05:00.000Z",
        "mes": "One. She bites.",
        "extra": {"memory": "Sal has one horse.", "api": "x"},
        "force_avatar": "sal.png",
    },
    {"name": "Note", "is_user": False, "is_system": True, "send_date": 1727485600000, "mes": "Slow down.", "extra": {"type": "comment"}},
    {"name": "Sal Brannock", "is_user": False, "send_date": 1727485601000, "mes": "", "extra": {"media": [{"url": "x.png"}]}},
    {"name": "System", "is_user": False, "send_date": "2024-09-29T20:00:00.000Z", "mes": "Night falls.", "extra": {"type": "narrator"}},
    {"name": "Mabel", "is_user": True, "send_date": "2024-09-29T20:01:00.000Z", "mes": "I saddle her.", "unknown": [None, {"a": 1.5}]},
)

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def tavern(*rows: Any) -> bytes:
    """A file of such lines."""
    return "\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows).encode("utf-8", "surrogatepass")


def paths(value: Any, prefix: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    return [place for key, held in inner for place in ((*prefix, key), *paths(held, (*prefix, key)))]


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """The value with something else in a few of its places."""
    made = deepcopy(value)
    for *way, last in draw(st.lists(st.sampled_from(paths(value)), min_size=1, max_size=3)):
        at = made
        for step in way:
            at = at[step] if _has(at, step) else None
        if _has(at, last):
            at[last] = draw(VALUES)
    return made


def _has(value: Any, key: Any) -> bool:
    return key in value if isinstance(value, dict) else isinstance(value, list) and isinstance(key, int) and key < len(value)
