"""Hands requests that were let in on to the worker that plays the campaign, and its answers back as they come."""

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress

import httpx

from gm_engine import __version__
from gm_engine.interfaces.serve.doors import GMS, PASSED, Message, Receive, Scope, Send
from gm_engine.interfaces.serve.error_answers import OWNER, told, told_openai
from gm_engine.interfaces.serve.workers import Worker, Workers, gone

Pairs = list[tuple[bytes, bytes]]
OF_ONE_CONNECTION = frozenset((
    b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection", b"te", b"trailer",
    b"transfer-encoding", b"upgrade",
))  # fmt: skip
"""Headers that speak of the connection on which they came, and not of what came."""
OURS = frozenset((b"content-length", b"expect", b"authorization", PASSED))
"""Headers of a request that the front has seen to, and those that only it may send."""


class Front:
    """Forwards requests to workers. ``word`` is how they know who asks. Whoever goes away is gone for the worker, too."""

    def __init__(self, workers: Workers, word: str) -> None:
        self.workers, self._word = workers, word

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["path"] == "/healthz" and scope["method"] == "GET":
            await self._health(send)
            return
        body = await _whole(receive)
        if body is None:
            return
        name = named(scope["method"], scope["path"], body)
        worker = self.workers.owner(name) if name else self.workers.any()
        answering = asyncio.create_task(self._answer(worker, scope, body, send))
        listening = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait({answering, listening}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                await answering
        finally:
            for task in (answering, listening):
                task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await answering

    async def _health(self, send: Send) -> None:
        """That the server is up, and how many of its workers are. Raises GameError where none is."""
        up = sum(worker.up.is_set() for worker in self.workers.all)
        if not up:
            raise gone()
        health = {"status": "up", "version": __version__, "workers": {"up": up, "of": self.workers.of}}
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": json.dumps(health).encode()})

    async def _answer(self, worker: Worker, scope: Scope, body: bytes, send: Send) -> None:
        response = await self._ask(worker, scope, body)
        if response.status_code == 421 and (owner := response.headers.get(OWNER, "")):
            await response.aclose()
            response = await self._ask(self.workers.numbered(int(owner)), scope, body)
        try:
            await _told(response, scope["path"], send)
        finally:
            await response.aclose()

    async def _ask(self, worker: Worker, scope: Scope, body: bytes) -> httpx.Response:
        who = "gm" if scope[GMS] else "table"
        headers = [*_kept(scope["headers"], OURS), (PASSED, f"{self._word} {who}".encode())]
        query: bytes = scope["query_string"]
        target: bytes = scope["raw_path"] + (b"?" + query if query else b"")
        return await worker.ask(scope["method"], target, headers, body)


def named(method: str, path: str, body: bytes) -> str:
    """The campaign that a request is about, as far as it says so; empty where any worker can answer.

    >>> named("GET", "/api/campaigns/evening/turns", b""), named("GET", "/debug/session/evening/3", b"")
    ('evening', 'evening')
    >>> named("POST", "/v1/chat/completions", b'{"model": "evening:frontier"}'), named("POST", "/api/campaigns", b'{"pack": "redemption"}')
    ('evening', 'redemption')
    >>> named("GET", "/v1/models", b""), named("POST", "/v1/chat/completions", b"{")
    ('', '')
    """
    if path.startswith("/api/campaigns/"):
        return path.split("/")[3]
    if path.startswith("/debug/session/"):
        id = path.removeprefix("/debug/session/")
        return id.rpartition("/")[0] or id
    if method != "POST" or path not in ("/v1/chat/completions", "/api/campaigns"):
        return ""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(asked, dict):
        return ""
    if path == "/api/campaigns":
        return next((name for name in (asked.get("name"), asked.get("pack")) if name and isinstance(name, str)), "")
    model = asked.get("model")
    # Where a campaign's own name has a colon in it, the worker says whose it is.
    return model.partition(":")[0] if isinstance(model, str) else ""


async def _whole(receive: Receive) -> bytes | None:
    """A request's body; None where whoever sent it is gone."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _told(response: httpx.Response, path: str, send: Send) -> None:
    """Pass an answer on piece by piece. A stream of events that breaks off ends with an error; anything else breaks off, too."""
    headers = _kept(((name.lower(), value) for name, value in response.headers.raw), ())
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    try:
        async for piece in response.aiter_raw():
            await send(_piece(piece, more=True))
    except (httpx.TransportError, RuntimeError) as error:
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            raise gone() from error
        await send(_piece(_broken_off(path), more=True))
    await send(_piece(b"", more=False))


def _piece(body: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


def _broken_off(path: str) -> bytes:
    """The last event of a stream whose worker has died, in the form of the door that was knocked at."""
    if path.startswith("/v1/"):
        return f"data: {json.dumps(told_openai(gone()))}\n\n".encode()
    return f"event: error\ndata: {json.dumps(told(gone())['error'])}\n\n".encode()


def _kept(headers: Iterable[tuple[bytes, bytes]], without: Iterable[bytes]) -> Pairs:
    """Headers without those of one connection: the ones that are always so, and the ones that ``Connection`` names."""
    pairs = list(headers)
    own = {name.strip().lower() for key, value in pairs if key == b"connection" for name in value.split(b",")}
    return [pair for pair in pairs if pair[0] not in OF_ONE_CONNECTION and pair[0] not in own and pair[0] not in without]
