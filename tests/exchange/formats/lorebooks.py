"""What the tests of lorebook formats share: values that a file may hold, and a file that somebody has bent."""

import json
from typing import Any

from hypothesis import strategies as st

from gm_engine.exchange.formats.foreign_json import canonical_json, read_json

LETTERS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def as_file(value: Any) -> Any:
    """The value as a reader gets it from a file."""
    return read_json(json.dumps(value), "x.json")


def alike(data: bytes, value: Any) -> bool:
    """True where the bytes are the value's in the one form."""
    return data == canonical_json(value)


@st.composite
def bent(draw: st.DrawFn, value: Any) -> Any:
    """The value with something else in some of its places."""
    if draw(st.integers(0, 9)) == 0:
        return draw(ANYTHING)
    if isinstance(value, dict):
        made = {key: draw(bent(inner)) for key, inner in value.items() if draw(st.integers(0, 9))}
        return {**made, **draw(st.dictionaries(st.text(max_size=5), ANYTHING, max_size=1))}
    if isinstance(value, list):
        return [draw(bent(inner)) for inner in value]
    return value
