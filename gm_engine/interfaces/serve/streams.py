"""Server-sent events of something that is being told: errors before the first word are answers of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from gm_engine.interfaces.serve.faults import mended
from gm_engine.interfaces.serve.house import Telling

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds to wait for the first word before the answer is begun without it."""
BEAT = 15.0
"""Seconds of silence after which a comment is sent, so that nobody in between takes the line for dead."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def first_items(telling: Telling[T], until: str) -> list[tuple[str, Any]]:
    """What is told up to the first item of that kind, or to the end, or while patience lasts. Raises what the telling came to."""
    items: list[tuple[str, Any]] = []
    try:
        async with asyncio.timeout(PATIENCE):
            while (item := await telling.items.get()) is not None:
                items.append(item)
                if item[0] == until:
                    return items
    except TimeoutError:
        return items
    except asyncio.CancelledError:
        telling.wanted = False
        raise
    await telling.outcome()
    telling.items.put_nowait(None)
    return items


async def stream(
    telling: Telling[T],
    first: list[tuple[str, Any]],
    line: Callable[[str, Any], str],
    ending: Callable[[T], str],
    failing: Callable[[Exception], str],
    unheard: Callable[[], None],
) -> AsyncIterator[str]:
    """The items as lines, then the ending. ``unheard`` is called where whoever listened went away before the end."""
    done = False
    try:
        for item in first:
            yield line(*item)
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    item_or_end = await telling.items.get()
            except TimeoutError:
                yield ": still at it\n\n"
                continue
            if item_or_end is None:
                break
            yield line(*item_or_end)
        try:
            outcome = await telling.outcome()
        except Exception as error:
            done = True
            yield failing(mended(error))
            return
        yield ending(outcome)
        done = True
    finally:
        if not done:
            telling.wanted = False
            unheard()
