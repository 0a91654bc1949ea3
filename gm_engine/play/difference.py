"""Where two events first differ, for a person to see."""

from itertools import zip_longest
from typing import Any

from gm_engine.story.noun import Noun


def first_difference(was: Noun | None, now: Noun | None) -> tuple[str, str, str]:
    """Where two events first differ, and the two readings there, shortened around the difference.

    >>> from gm_engine.story.event import StateChanged
    >>> first_difference(StateChanged(what="flag", key="a", new=1), StateChanged(what="flag", key="a", new=2))
    ('state_changed.new', '1', '2')
    """
    if was is None or now is None or type(was) is not type(now):
        return ("event", getattr(was, "kind", "nothing"), getattr(now, "kind", "nothing"))
    path, one, two = _descend(str(getattr(was, "kind", "")), was.model_dump(mode="json"), now.model_dump(mode="json"))
    if isinstance(one, str) and isinstance(two, str):
        start = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        start = max(0, start - 20)
        return (path, one[start : start + 80], two[start : start + 80])
    return (path, str(one)[:80], str(two)[:80])


def _descend(path: str, one: Any, two: Any) -> tuple[str, Any, Any]:
    if isinstance(one, dict) and isinstance(two, dict):
        for key in one:
            if one.get(key) != two.get(key):
                return _descend(f"{path}.{key}", one.get(key), two.get(key))
    if isinstance(one, list) and isinstance(two, list):
        for n, (a, b) in enumerate(zip_longest(one, two)):
            if a != b:
                return _descend(f"{path}[{n}]", a, b)
    return path, one, two
