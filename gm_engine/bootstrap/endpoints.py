"""Endpoints of language models, as ``settings.toml`` names them: tables ``[providers.NAME]``."""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gm_engine.errors import GameError
from gm_engine.providers.endpoint import Endpoint

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.IGNORECASE)
TAKEN = ("embedded", "recorded")
KEYS = ("key", "api_key", "apikey", "token", "secret", "authorization", "password")


def read_endpoints(written: Any, file: Path) -> dict[str, Endpoint]:
    """The endpoints by name. Raises GameError where one cannot be read; what may be a key is not repeated in it."""
    if not isinstance(written, dict) or not all(isinstance(table, dict) for table in written.values()):
        raise _bad(file, "providers is no table.", "Write a table for each: [providers.NAME], then base_url and model under it.")
    return {name: _endpoint(name, table, file) for name, table in written.items()}


def _endpoint(name: str, table: dict[str, Any], file: Path) -> Endpoint:
    where = f"{file}: providers.{name}"
    if not NAME.fullmatch(name) or name in TAKEN:
        raise _bad(where, f'an endpoint cannot be called "{name}".', "Use letters, digits, - and _, and none of: embedded, recorded.")
    known = [field for field in Endpoint.model_fields if field != "name"]
    for key in table:
        if key.lower() in KEYS:
            then = f'Take it out, put the key into an environment variable, and write the variable\'s name: key_env = "{name.upper()}_KEY".'
            raise _bad(where, f"{key}: no key may stand in the settings.", then)
        if key not in known:
            near = get_close_matches(key, known, 1)
            raise _bad(
                where, f'there is no setting "{key}".', f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(known)}."
            )
    try:
        return Endpoint.model_validate({**table, "name": name})
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        setting = str(wrong["loc"][0]) if wrong["loc"] else "it"
        raise _bad(
            where, f"{setting}: {wrong['msg'].removeprefix('Value error, ')}.", "Mend it; docs/operating.md shows an example."
        ) from None


def _bad(where: object, what: str, then: str) -> GameError:
    return GameError(str(where), what, then, "bad-settings")
