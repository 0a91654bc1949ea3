"""How work grows with its size, counted in steps of the interpreter, or for patterns, whose steps nobody counts, in ratios of time."""

import sys
from collections.abc import Callable
from time import process_time
from types import FrameType
from typing import Any


def steps(act: Callable[[], Any]) -> int:
    """How many lines of Python are run for it, in whatever library they stand."""
    count = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def grows_like_its_size(of: Callable[[int], Callable[[], Any]], size: int) -> bool:
    """True where four times as much takes hardly more than four times as many steps: of what is squared, it would take sixteen times."""
    of(2)()  # what is worked out once
    few, many = of(size), of(4 * size)
    return steps(many) < 6 * steps(few)


def seconds(act: Callable[[], Any]) -> float:
    """The least time of the processor that it took, of three times."""

    def once() -> float:
        begun = process_time()
        act()
        return process_time() - begun

    return min(once() for _ in range(3))


def searches_like_its_size(of: Callable[[int], Callable[[], Any]], size: int) -> bool:
    """True where four times as much takes less than nine times as long. A pattern that goes back over its text takes no more steps of
    the interpreter for it, so it is the ratio that tells: of what is squared, it would be sixteen."""
    few, many = of(size), of(4 * size)
    return seconds(many) < 9 * seconds(few) + 0.05
