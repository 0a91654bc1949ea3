"""What every request passes before anybody reads it: who asks, from where, how much, how often. And nothing that breaks gets out."""

import asyncio
import hmac
import json
import os
import sys
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from gm_engine.errors import GameError
from gm_engine.interfaces.serve.error_answers import answer_for, headers_of, mended, status_of
from gm_engine.interfaces.serve.server_limits import Crowded, Limits

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
GMS = "gm_engine.gm"
"""Under this key a request's scope says whether whoever asks may see the GM's notes."""
PASSED = b"x-gm-passed"
"""The header by which a worker knows that the front has let a request in, and as whose."""
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
OPEN = ("/", "/healthz", "/page/page.css", "/page/page.js", "/page/book.js", "/page/line.js", "/page/bring.js")
"""What may be seen without the token: the page, which holds nothing, and that the server is up."""
IMPORTS = "/api/imports"
"""Where files are brought: the only address that takes more than a few words."""
MOST_CLIENTS = 4096
"""Clients whose requests are counted; whoever has not asked for longest is forgotten first."""
OWN_PAGES = b"cross-origin-resource-policy"
CALM = (
    (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"), (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class Doors:
    """Lets requests in to ``app``, or says why not."""

    def __init__(
        self,
        app: App,
        limits: Limits,
        *,
        token: str = "",
        gm_token: str = "",
        hosts: tuple[str, ...] = LOOPBACK,
        origins: tuple[str, ...] = (),
    ) -> None:
        self.origins = frozenset(origins)
        self.app, self.limits, self.hosts = app, limits, {name.casefold() for name in hosts}
        self._token, self._gm_token = token.encode(), gm_token.encode()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._imports = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on. Whatever it comes to, an answer goes out."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
        calm = (*(one for one in CALM if one[0] != OWN_PAGES), *_allowing(origin)) if origin in self.origins else CALM

        async def let_in(sent: Send) -> None:
            if origin in self.origins and scope["method"] == "OPTIONS":
                self._named(scope)
                await _may_ask(scope, sent)
                return
            self._let_in(scope)
            asked = {**scope, GMS: self._is_gm(scope)}
            if scope.get("method") == "HEAD":
                asked["method"] = "GET"  # the server leaves the body out
            with self._room(scope) as most:
                await self.app(asked, self._measured(receive, most), sent)

        await _answered(scope, send, let_in, calm)

    def _named(self, scope: Scope) -> str:
        """The name by which the server is called. Raises GameError where that is none of its own."""
        host: str = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if self.hosts and _bare(host) not in self.hosts:
            raise GameError("", "this server is not called by that name.", "Ask it at the address that it printed.", "wrong-door")
        return host

    def _let_in(self, scope: Scope) -> None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = self._named(scope)
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and origin.partition("://")[2] != host and origin not in self.origins:
            then = "Ask from a program, or from this server's own page; or let whoever runs it allow that origin."
            raise GameError("", "a page of another origin asked.", then, "wrong-door")
        given = headers.get(b"authorization", b"")
        known = not self._token or _brings(given, self._token) or _brings(given, self._gm_token)
        if not known and scope["path"] not in OPEN:
            raise GameError("", "the token is missing or wrong.", "Send the header Authorization: Bearer TOKEN.", "no-entry")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._most(scope):
            raise _too_large(self._most(scope))
        if known:  # what anybody may see takes nothing from whoever has the token
            self._count((scope.get("client") or ("",))[0])

    def _is_gm(self, scope: Scope) -> bool:
        """Whether whoever asks may see the GM's notes: who brings the GM's token; where the server has none, whoever came in."""
        return not self._gm_token or _brings(dict(scope["headers"]).get(b"authorization", b""), self._gm_token)

    def _count(self, client: str) -> None:
        """One more request of a client: so many a minute, and no more at once than in a minute."""
        now, rate = monotonic(), self.limits.rate
        left, filled = self._buckets.pop(client, (float(rate), now))
        left = min(float(rate), left + (now - filled) * rate / 60)
        self._buckets[client] = (left - 1 if left >= 1 else left, now)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise Crowded("", f"more than {rate} requests in a minute.", "Ask less often.", max(1, round(60 / rate)))

    def _most(self, scope: Scope) -> int:
        """How many bytes a request may have there."""
        return self.limits.upload if scope["path"] == IMPORTS else self.limits.body

    @contextmanager
    def _room(self, scope: Scope) -> Iterator[int]:
        """The same, for as long as a request lasts. Those that bring files are few at once: each may be held in memory."""
        if scope["path"] != IMPORTS:
            yield self._most(scope)
            return
        if self._imports >= self.limits.imports:
            raise Crowded("", f"{self._imports} calls with files are being taken in already.", "Try again in a moment.", 5)
        self._imports += 1
        try:
            yield self._most(scope)
        finally:
            self._imports -= 1

    def _measured(self, receive: Receive, most: int) -> Receive:
        """A body that says no length is counted as it comes; one that does not come on is not waited for."""
        heard, whole = 0, False

        async def counted() -> Message:
            nonlocal heard, whole
            try:
                async with asyncio.timeout(None if whole else self.limits.patience):
                    message = await receive()
            except TimeoutError:
                what = f"the rest of the request did not come within {self.limits.patience:g} seconds."
                raise GameError("", what, "Send it whole.", "too-slow") from None
            whole = whole or message["type"] != "http.request" or not message.get("more_body")
            heard += len(message.get("body", b""))
            if heard > most:
                raise _too_large(most)
            return message

        return counted


def _too_large(most: int) -> GameError:
    return GameError("", f"the request is larger than {most:,} bytes.", "Send less at once.", "too-large")


class BackDoor:
    """Lets requests in to ``app`` that come from the front, which has looked at them: it alone knows the ``word``."""

    def __init__(self, app: App, word: str) -> None:
        self.app = app
        self._as = {f"{word} {who}".encode(): who == "gm" for who in ("gm", "table")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, as whose the front says that it is."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def let_in(sent: Send) -> None:
            said = dict(scope["headers"]).get(PASSED, b"")
            known = [is_gm for words, is_gm in self._as.items() if hmac.compare_digest(said, words)]
            if not known:
                raise GameError("", "this is a worker's door.", "Ask the server at the address that it printed.", "wrong-door")
            await self.app({**scope, GMS: known[0]}, receive, sent)

        await _answered(scope, send, let_in)


async def _answered(
    scope: Scope, send: Send, let_in: Callable[[Send], Awaitable[None]], calm: Iterable[tuple[bytes, bytes]] = ()
) -> None:  # fmt: skip
    """Whatever a request comes to, an answer goes out, with the ``calm`` headers that it has not."""
    begun = False

    async def sent(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            names = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in calm if pair[0] not in names)]
        await send(message)

    try:
        await let_in(sent)
    except Exception as error:
        if os.environ.get("GM_DEBUG") and not isinstance(error, GameError):
            traceback.print_exception(error, file=sys.stderr)
        if not begun:
            await _refuse(mended(error), scope["path"], sent)


def _allowing(origin: str) -> tuple[tuple[bytes, bytes], ...]:
    """The headers by which a browser lets a page of an allowed origin read an answer."""
    return (
        (b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin"), (OWN_PAGES, b"cross-origin"),
        (b"access-control-expose-headers", b"X-GM-Campaign, X-GM-Branch, X-GM-Turn, X-GM-Did, X-GM-Conflicts, Retry-After"),
    )  # fmt: skip


async def _may_ask(scope: Scope, send: Send) -> None:
    """The answer to a browser that asks what an allowed page may send."""
    wanted = dict(scope["headers"]).get(b"access-control-request-headers", b"authorization, content-type")
    headers = [
        (b"access-control-allow-methods", b"GET, POST, DELETE"),
        (b"access-control-allow-headers", wanted),
        (b"access-control-max-age", b"600"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def origin_of(address: str) -> str:
    """An origin as browsers send it. Raises GameError for what is none.

    >>> origin_of("https://Chat.Example.org:443/"), origin_of("http://localhost:3000")
    ('https://chat.example.org', 'http://localhost:3000')
    """
    scheme, _, rest = address.strip().rstrip("/").lower().partition("://")
    host, port = _bare(rest), rest[len(_bare(rest)) + 1 :]
    if scheme not in ("http", "https") or not host or set(rest) & set("/*?#@ ") or not rest.isascii():
        raise GameError(address, "this is no origin.", "Write it as a browser names it: https://chat.example.org", "bad-option")
    return f"{scheme}://{host}" if port == {"http": "80", "https": "443"}[scheme] else f"{scheme}://{rest}"


def _brings(given: bytes, token: bytes) -> bool:
    """Whether a header brings that token; nobody brings an empty one."""
    scheme, _, brought = given.partition(b" ")
    return bool(token) and scheme.lower() == b"bearer" and hmac.compare_digest(brought.strip(), token)


def _bare(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() and name else host).casefold()


async def _refuse(error: GameError, path: str, send: Send) -> None:
    body = json.dumps(answer_for(error, path), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in headers_of(error).items()]
    if error.slug == "no-entry":
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})
