"""Files that people bring over the server: a form with them comes in, and each becomes a campaign, or says why it does not."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from gm_engine.bootstrap.one_by_one import Asked, Came, refused, taken
from gm_engine.bootstrap.taking_in import OnLine, Plan, part_of
from gm_engine.bootstrap.unpacked import files_of
from gm_engine.errors import GameError
from gm_engine.exchange.formats.chat_terms import Seats
from gm_engine.exchange.formats.obsidian import MOST_PAGES
from gm_engine.interfaces.serve import request_shapes as requests
from gm_engine.interfaces.serve import shapes
from gm_engine.interfaces.serve.doors import IMPORTS
from gm_engine.interfaces.serve.error_answers import advice_of, status_of, told
from gm_engine.interfaces.serve.house import House
from gm_engine.interfaces.serve.openapi_schema import failures

FILES = "files"
FORM = "multipart/form-data"
THEN = f"Send a form ({FORM}) with the files in its field {FILES}; all of it: /openapi.json"
RATHER = "The losses say what it is. Ask without strict, and all else is taken in."
Sent = Sequence[tuple[str, bytes]]


class _InMemory(MultiPartParser):
    """Keeps what comes in memory, where the doors have measured it: nothing that is sent lies on a disk before it is on record."""

    spool_max_size = 2**62


def routes(house: House) -> APIRouter:
    """The route by which files come in."""
    api = APIRouter(responses=failures(shapes.Failed))

    @api.post(
        IMPORTS, response_model=shapes.AllBrought, status_code=201, tags=["campaigns"], openapi_extra=_schema(),
        responses={200: {"model": shapes.AllBrought, "description": "No campaign is new: all was on record, or could not be read."}},
    )  # fmt: skip
    async def bring(request: Request) -> Response:
        """Bring chats, cards, lorebooks, transcripts, journals, archives of them: each is told for what it is and becomes a campaign, or
        says why not, and stops no other. Where the only file cannot be taken in, that is the answer."""
        with house.bringing():
            sent, asked = await _form(request)
            found, alone = await house.bring(lambda: _brought(house, sent, asked))
        rows = [row for came in found for row in _rows(came)]
        if alone and (error := found[0].error):
            return _json({**told(error), "files": rows}, status_of(error))
        return _json({"files": rows}, 201 if any(came.campaign and not came.known for came in found) else 200)

    return api


def _brought(house: House, sent: Sent, asked: requests.Bring) -> tuple[list[Came], bool]:
    """What came of all that was sent, and whether it was one file."""
    parts = []
    for file in files_of(sent):
        house.must_go_on()
        parts.append(part_of(file, Seats(gm=asked.gm_name, player=asked.player_name)))
    terms = Asked(str, asked.name, "strict" if asked.strict else "", RATHER, asked.player_name)

    @contextmanager
    def reading(_: Plan) -> Iterator[OnLine]:
        house.must_go_on()
        yield lambda _done, _total: house.must_go_on()

    return [*refused(parts, terms), *taken(house.store, parts, terms, reading, house.given)], len(parts) == 1


def _rows(came: Came) -> list[dict[str, Any]]:
    """The rows of the shell, with advice for whoever has none."""
    rows = came.rows()
    if came.error:
        for row in rows:
            row["error"]["then"] = advice_of(came.error)
    return rows


async def _form(request: Request) -> tuple[Sent, requests.Bring]:
    """The files of a form, each with what it is called, and what else it says. Raises GameError for any other request."""
    kind = request.headers.get("content-type", "")
    if parse_options_header(kind)[0] != FORM.encode():
        what = f'the request says that it is "{kind[:80]}".' if kind else "the request does not say what it is."
        raise GameError("Content-Type", what, THEN, "wrong-type")
    parser = _InMemory(request.headers, request.stream(), max_files=MOST_PAGES, max_fields=len(requests.Bring.model_fields) + 1)
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise GameError("", f"the form cannot be read: {error.message}", THEN, "bad-request") from error
    sent: list[tuple[str, bytes]] = []
    fields: dict[str, Any] = {}
    try:
        for name, value in form.multi_items():
            if not isinstance(value, UploadFile):
                fields[name] = value
            elif name != FILES:
                raise GameError(name[:80], "a file is in a field that is for none.", THEN, "bad-request")
            elif value.filename or value.size:  # a browser sends an empty one where none was chosen
                sent.append((value.filename or "file", await value.read()))
    finally:
        await form.close()
    try:
        asked = requests.Bring.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GameError(where, f"{first['msg']}.", "The form of it: /openapi.json", "bad-request") from error
    if not sent:
        raise GameError(FILES, "there is no file in the form.", THEN, "bad-request")
    return sent, asked


def _schema() -> dict[str, Any]:
    """The form, for the OpenAPI schema: fields of text, and the files."""
    form = requests.Bring.model_json_schema()
    file = {"type": "string", "format": "binary"}
    words = "One or several, of any kind. A name with slashes, folder/file, says which folder a file belongs to."
    form["properties"] = {FILES: {"type": "array", "items": file, "minItems": 1, "description": words}, **form["properties"]}
    form["required"] = [FILES]
    return {"requestBody": {"required": True, "content": {FORM: {"schema": form}}}}


def _json(data: Any, status: int) -> Response:
    return Response(json.dumps(data, default=str), status_code=status, media_type="application/json")
