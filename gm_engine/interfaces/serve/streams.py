"""Server-sent events of something that is being told: errors before the first word are answers of their own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from fastapi import Request

from gm_engine.interfaces.serve.error_answers import mended
from gm_engine.interfaces.serve.house import Telling

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds to wait for the first word before the answer is begun without it."""
BEAT = 15.0
"""Seconds of silence after which a comment is sent, so that nobody in between takes the line for dead."""
LOOK = 0.2
"""Seconds between two looks whether somebody still waits."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def first_items(telling: Telling[T], until: str, request: Request) -> list[tuple[str, Any]]:
    """What is told up to the first item of that kind, or to the end, or while patience lasts. Raises what the telling came to.

    Whoever goes away meanwhile stops it.
    """
    items: list[tuple[str, Any]] = []
    waited = 0.0
    try:
        while waited < PATIENCE:
            try:
                async with asyncio.timeout(LOOK):
                    item = await telling.items.get()
            except TimeoutError:
                waited += LOOK
                if await request.is_disconnected():
                    telling.stop()
                continue
            if item is None:
                break
            items.append(item)
            if item[0] == until:
                return items
        else:
            return items
    except asyncio.CancelledError:
        telling.stop()
        raise
    await telling.outcome()
    telling.items.put_nowait(None)
    return items


async def whole(telling: Telling[T], request: Request) -> T:
    """What came of it, for one who waits for all of it; it is noticed when they go away."""
    while not (await asyncio.wait({telling.task}, timeout=LOOK))[0]:
        if await request.is_disconnected():
            telling.leave()
    outcome = telling.task.result()
    if await request.is_disconnected():
        telling.leave()
    return outcome


async def stream(
    telling: Telling[T],
    first: list[tuple[str, Any]],
    line: Callable[[str, Any], str],
    ending: Callable[[T], str],
    failing: Callable[[Exception], str],
    delivered: Callable[[T], None] = lambda _: None,
) -> AsyncIterator[str]:
    """The items as lines, then the ending."""
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
        delivered(outcome)
    finally:
        if not done:
            telling.stop()
