"""Plain transcripts: JSON Lines, or text with ``Name:`` lines, or paragraphs."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gm_engine.errors import TranscriptError
from gm_engine.story.transcript import TranscriptLine

LARGEST = 200_000_000
LONGEST_LINE = 1_000_000
SPEAKER = re.compile(r"^\**([A-Z][\w .'’-]{0,39}?)\**:\**\s+(?=\S)", re.MULTILINE)
GM_NAMES = {"gm", "dm", "game master", "dungeon master", "narrator", "keeper", "referee", "storyteller", "marshal (gm)"}
PLAYER_NAMES = {"player", "pc", "you", "user", "me"}
KEYS = set(TranscriptLine.model_fields)


def read_transcript(path: Path) -> tuple[TranscriptLine, ...]:
    """A transcript's lines in order. TranscriptError says which line is wrong, and how."""
    text = _text(path)
    lines = tuple(_json_lines(text, path)) if path.suffix == ".jsonl" or text.lstrip().startswith("{") else tuple(_prose(text))
    if not lines:
        raise TranscriptError(
            str(path), "there is nothing in it to read.", "A transcript has a JSON object a line, or paragraphs of text.", "empty-file"
        )
    return lines


def first_line(path: Path) -> str:
    """A file's first line, at most 4096 characters of it, for sniffing what it is. Raises TranscriptError where it cannot be read."""
    with _opened(path), path.open(encoding="utf-8", errors="replace") as lines:
        return lines.readline(4096)


@contextmanager
def _opened(path: Path) -> Iterator[None]:
    try:
        yield
    except IsADirectoryError:
        raise TranscriptError(str(path), "it is a folder.", "Name the files in it.", "no-such-file") from None
    except FileNotFoundError:
        raise TranscriptError(str(path), "there is no such file.", "Is the path right?", "no-such-file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise TranscriptError(str(path), f"it cannot be read: {what}.", "May you read it?", "no-such-file") from None


def _text(path: Path) -> str:
    with _opened(path):
        size = path.stat().st_size
        raw = path.read_bytes() if size <= LARGEST else b""
    if size > LARGEST:
        what = f"it is too large: {size / 1e6:,.0f} MB; {LARGEST / 1e6:,.0f} MB is the most."
        raise TranscriptError(str(path), what, "Split it into several files.", "too-large")
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        bad = f"byte {error.start} is 0x{raw[error.start]:02x}"
        raise TranscriptError(f"{path}:{line}", f"it is not UTF-8: {bad}.", "Save it as UTF-8 and import it again.", "not-utf-8") from None


def _json_lines(text: str, path: Path) -> Iterator[TranscriptLine]:
    number, last = 0, 0
    for count, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{count}"
        if len(line) > LONGEST_LINE:
            raise TranscriptError(where, f"the line has {len(line):,} characters.", f"{LONGEST_LINE:,} is the most.", "too-large")
        row = _object(line, where)
        number += 1
        row.setdefault("turn", number)
        turn = _line(row, where)
        if turn.turn <= last:
            what = f"turn {turn.turn} comes after turn {last}."
            raise TranscriptError(where, what, "Turns must be numbered upwards; leave turn out and they are counted.", "turns-out-of-order")
        last = number = turn.turn
        if turn.text.strip():
            yield turn


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        what = f'"{line[:60]}" is no JSON: {getattr(error, "msg", "nested too deeply")}.'
        raise TranscriptError(where, what, 'Write an object a line: {"role": "gm", "text": "…"}') from None
    if not isinstance(row, dict):
        raise TranscriptError(where, f'"{line[:60]}" is no object.', 'Write an object a line: {"role": "gm", "text": "…"}')
    return {key: value for key, value in row.items() if key in KEYS and value is not None}


def _line(row: dict[str, Any], where: str) -> TranscriptLine:
    try:
        return TranscriptLine.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        got = json.dumps(first.get("input"), ensure_ascii=False, default=str)[:60]
        known = f"The keys are {', '.join(TranscriptLine.model_fields)}; only text is required."
        raise TranscriptError(where, f'"{field}" is {got}: {first["msg"].lower()}.', known) from None


def _prose(text: str) -> Iterator[TranscriptLine]:
    """Turns at ``Name:`` lines where there are at least two, else at paragraphs, all by the GM."""
    starts = list(SPEAKER.finditer(text))
    if len(starts) >= 2:
        pieces = [("", text[: starts[0].start()])]
        ends = [match.start() for match in starts[1:]] + [len(text)]
        pieces += [(match[1].strip(), text[match.end() : end]) for match, end in zip(starts, ends, strict=True)]
    else:
        pieces = [("", paragraph) for paragraph in re.split(r"\n\s*\n", text)]
    turn = 0
    for speaker, words in pieces:
        words = words.strip()
        if not words:
            continue
        turn += 1
        name = speaker.casefold()
        role = "gm" if not name or name in GM_NAMES else "player" if name in PLAYER_NAMES else "npc"
        yield TranscriptLine(turn=turn, text=words, role=role, speaker=speaker if role != "gm" else "")
