"""The OpenAPI schema: which errors a route may answer with, in the form that they really have."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

WHY = {
    400: "It cannot be read, or cannot be done.", 401: "The token is missing.", 402: "The language model's account is empty.",
    403: "A page of another origin asked, or by another name.", 404: "There is nothing of that name.", 409: "The story does not stand so.",
    413: "It is too large.", 415: "It is of a kind that is not read here.",
    422: "It does not fit into what the language model takes; or something of the file would be lost.",
    423: "Another process is playing this campaign.", 429: "Too much at once: Retry-After says when to come back.",
    500: "A fault of the program itself.", 502: "The language model does not answer.", 503: "It cannot be done at this moment.",
    507: "The disk is full.",
}  # fmt: skip


def failures(form: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The errors that any route may answer with, in that form."""
    return {status: {"model": form, "description": words} for status, words in WHY.items()}


def told_truly(app: FastAPI) -> None:
    """Let the schema say what is so: FastAPI's own error for what cannot be read is never sent, and a token may be asked for."""

    def schema() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            for name in ("HTTPValidationError", "ValidationError"):
                made["components"]["schemas"].pop(name, None)
            made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            made["security"] = [{}, {"token": []}]
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = schema  # type: ignore[method-assign]
