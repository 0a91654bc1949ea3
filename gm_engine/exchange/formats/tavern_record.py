"""A message of a SillyTavern chat as its file had it, kept beside the turn that it became: so that an untouched chat leaves as it came.

What is told already (its words, its swipes) is not kept twice. A record is a text of JSON with its line feeds as they are, so that whoever
takes a sentence out of the story finds it here too.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gm_engine.story.letters import whole

ROW, FIRST, THEN, HEADER, TELLINGS = "row", "first", "then", "header", "tellings"
ESCAPE = re.compile(r"\\(.)")
BARE = {"n": "\n", "t": "\t"}
SWIPES = ("swipes", "swipe_id", "swipe_info")
Row = Mapping[str, Any]


def record_of(row: Row, text: str, tellings: Sequence[str], first: Sequence[Row] = (), then: Sequence[Row] = ()) -> str:
    """The record of a message whose words are ``text`` and which has these ``tellings`` (what was chosen among them). ``first`` are rows
    before it that are no part of the story, ``then`` those behind it.

    >>> record_of({"name": "Sal", "mes": "Hm."}, "Hm.", ["Hm."])
    '{"row":{"name":"Sal","mes":true},"tellings":1}'
    """
    kept = {**row, "mes": True} if row.get("mes") == text else dict(row)
    if isinstance(swipes := row.get("swipes"), list):
        kept["swipes"] = [tellings.index(one) if isinstance(one, str) and one in tellings else [one] for one in swipes]
    found: dict[str, Any] = {ROW: kept, TELLINGS: len(tellings)}
    return _written(found | {name: list(rows) for name, rows in ((FIRST, first), (THEN, then)) if rows})


def with_header(record: str, header: Row | None) -> str:
    """The record with the first line of its file."""
    return record if header is None or not record else _written({**read_record(record), HEADER: dict(header)})


def read_record(record: str) -> dict[str, Any]:
    """What a record holds; nothing for one that was taken out."""
    found = json.loads(record, strict=False) if record else {}
    return found if isinstance(found, dict) else {}


def row_of(record: Mapping[str, Any], text: str, tellings: Sequence[str]) -> dict[str, Any]:
    """The message as its file had it, with its words. Where other tellings are there now than came, those of the file are left out."""
    row = dict(record.get(ROW, {}))
    if row.get("mes") is True:
        row["mes"] = text
    if isinstance(swipes := row.get("swipes"), list):
        if record.get(TELLINGS) == len(tellings):
            row["swipes"] = [tellings[one] if isinstance(one, int) else one[0] for one in swipes]
        else:
            row = {key: value for key, value in row.items() if key not in SWIPES}
    return row


def _written(value: Mapping[str, Any]) -> str:
    told = whole(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    return ESCAPE.sub(lambda found: BARE.get(found[1], found[0]), told)
