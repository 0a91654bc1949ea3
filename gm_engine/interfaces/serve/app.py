"""Joins doors, house and routes into one server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Route

from gm_engine import __version__
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errors import GameError
from gm_engine.interfaces.serve import chat, imports, rest
from gm_engine.interfaces.serve.doors import LOOPBACK, Doors
from gm_engine.interfaces.serve.error_answers import answer_for, headers_of, mended, status_of
from gm_engine.interfaces.serve.house import House
from gm_engine.interfaces.serve.openapi_schema import told_truly
from gm_engine.interfaces.serve.server_limits import Limits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
WITHOUT_V1 = ("/chat/completions", "/models", "/api/chat/completions", "/api/models")
PAGE = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "book.js": "text/javascript",
    "line.js": "text/javascript",
    "bring.js": "text/javascript",
}


def make_app(
    given: Settings, *, limits: Limits | None = None, token: str = "", gm_token: str = "", hosts: tuple[str, ...] = LOOPBACK,
    packs: dict[str, Path] | None = None, footnotes: bool = False, origins: tuple[str, ...] = (),
) -> Doors:  # fmt: skip
    """The whole server as an ASGI application. ``hosts`` are the names that it answers to (none: all); ``packs`` may be begun by name.
    Pages of the ``origins`` may ask, too. Whoever brings the ``gm_token`` may see the GM's notes; where there is none, everybody may.
    """
    limits = limits or Limits()
    app = make_rooms(House(given, limits, packs), footnotes=footnotes)
    return Doors(app, limits, token=token, gm_token=gm_token, hosts=hosts, origins=origins)


def make_rooms(house: House, *, footnotes: bool) -> FastAPI:
    """All routes of a house, behind no door yet; ``footnotes``: conflicts are noted behind the replies of the chat protocol."""

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="gm_engine", version=__version__, lifespan=living, docs_url=None, redoc_url=None, redirect_slashes=False,
        description="A tabletop game master: campaigns, turns, lore, conflicts, memory; and OpenAI's chat protocol in front of them.",
    )  # fmt: skip
    routers = (rest.routes(house), imports.routes(house), chat.routes(house, footnotes=footnotes))
    for router in routers:
        app.include_router(router)
    _faults(app, [route for router in routers for route in router.routes])
    told_truly(app)

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return HTMLResponse(_part("page.html"), headers={"Content-Security-Policy": POLICY})

    @app.get("/page/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        if name not in PAGE:
            raise GameError(f"/page/{name}", "there is nothing here.", "The page is at /", "not-found")
        return Response(_part(name), media_type=PAGE[name])

    return app


def _part(name: str) -> str:
    return (files("gm_engine.interfaces.serve") / name).read_text(encoding="utf-8")


def _methods(routes: list[BaseRoute], request: Request) -> tuple[str, ...]:
    """What may be done at an address, over all routes that lie there; of the page's it is read."""
    here = (route for route in routes if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE)
    found = {method for route in here for method in route.methods or ()} or {"GET"}
    return tuple(sorted(found | ({"HEAD"} if "GET" in found else set())))


def _faults(app: FastAPI, routes: list[BaseRoute]) -> None:
    """Every error in our own form."""

    def answer(request: Request, error: GameError) -> JSONResponse:
        return JSONResponse(answer_for(error, request.url.path), status_of(error), headers_of(error))

    @app.exception_handler(GameError)
    async def known(request: Request, error: GameError) -> JSONResponse:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        kind = request.headers.get("content-type", "")
        if request.method == "POST" and "json" not in kind:
            what = f'the request says that it is "{kind[:80]}".' if kind else "the request does not say what it is."
            return answer(
                request, GameError("Content-Type", what, "Send JSON, and the header Content-Type: application/json.", "wrong-type")
            )
        first: dict[str, Any] = next(iter(error.errors()), {})
        where = ".".join(str(part) for part in first.get("loc", ()))
        return answer(
            request, GameError(where, f"{first.get('msg', 'it cannot be read')}.", "The form of it: /openapi.json", "bad-request")
        )

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, GameError):
            return answer(request, error.__cause__)
        if isinstance(error.__cause__, RecursionError):
            return answer(request, mended(error.__cause__))
        path, then = request.url.path, "What there is: /openapi.json"
        if error.status_code == 404 and path in WITHOUT_V1:
            return answer(request, GameError(path, "there is nothing here.", "The chat protocol's base URL ends with /v1.", "not-found"))
        if error.status_code == 404:
            return answer(request, GameError(path, "there is nothing here.", then, "not-found"))
        if error.status_code == 405:
            allowed = ", ".join(_methods(routes, request))
            answered = answer(request, GameError(path, f"{request.method} is not done here.", f"Here is done: {allowed}.", "not-allowed"))
            answered.headers["Allow"] = allowed
            return answered
        return answer(request, GameError(path, "the request cannot be read.", then, "bad-request"))

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> JSONResponse:
        return answer(request, mended(error))
