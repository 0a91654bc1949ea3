"""The libraries that the server needs: whether they are there, and what they may say."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from gm_engine.errors import GameError


@contextmanager
def installed() -> Iterator[None]:
    """What the server needs is imported in here. Raises GameError where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "uvicorn", "starlette", "httpx", "python_multipart"):
            raise
        what = f"the server needs {error.name}, which is not installed."
        raise GameError("gm serve", what, "Install it: pip install 'gm-engine[serve]'", "not-installed") from error


def quiet() -> None:
    """Let libraries say nothing of that somebody went away, or sent a form that is none: nobody need read it."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
