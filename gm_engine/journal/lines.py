"""A whole journal in JSON Lines: every branch, with hashes and salts, secrets included. What is read back is the same journal.

The first line says what it is; then comes a line for each entry, by number, then one for each kept completion. An
entry's event is shown as it was played; ``salts`` has, for the place of each text, its salt, or its hash (``b2:…``)
where it was redacted (the text is then ``null``).
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from gm_engine.errors import GameError, JournalError
from gm_engine.journal.branch import MAIN, BranchPoint, Lane
from gm_engine.journal.chain import ROOT, Sealed, canonical, digest
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.row import Change, KeptCompletion, Row, check
from gm_engine.journal.upcast import FORMAT, refuse_newer
from gm_engine.story import letters

KIND = "gm_engine journal"
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""What may be a half-character: of two in a row one letter is made."""
MOST = 2**63 - 1
"""The largest whole number that a database keeps."""


def is_journal(line: str) -> bool:
    """True when a file's first line says that a whole journal follows.

    >>> is_journal('{"what": "gm_engine journal", "format": 1}'), is_journal('{"text": "Rain."}')
    (True, False)
    """
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and header.get("what") == KIND


def write_lines(journal: Ledger) -> Iterator[str]:
    """All of a journal, line by line, each with its line feed."""
    header = {
        "what": KIND,
        "format": FORMAT,
        "campaign": journal.name,
        "branch": journal.branch,
        "branches": [point._asdict() for point in journal.branches()],
        "entries": journal.size,
    }
    yield canonical(header) + "\n"
    for row in journal.every_row():
        yield canonical(_line_of(row)) + "\n"
    for kept in journal.every_completion():
        line = {"prompt_hash": kept.prompt_hash, "attempt": kept.attempt, "completion": json.loads(kept.text)}
        yield canonical(line) + "\n"


def _line_of(row: Row) -> dict[str, Any]:
    salts: dict[str, str] = {}
    event = _with_words(json.loads(row.sealed.form), "", row.sealed, salts)
    line = {
        "number": row.number, "after": row.after, "branch": row.branch, "parent": row.parent, "hash": row.hash,
        "event": event, "salts": salts,
    }  # fmt: skip
    return line | ({"written": row.written} if row.written else {}) | ({"format": row.format} if row.format != FORMAT else {})


def _with_words(value: Any, place: str, sealed: Sealed, salts: dict[str, str]) -> Any:
    """The value with its words put back; ``salts`` learns where they stand, as JSON Pointers."""
    if isinstance(value, dict):
        return {key: _with_words(inner, f"{place}/{_escaped(key)}", sealed, salts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_words(inner, f"{place}/{n}", sealed, salts) for n, inner in enumerate(value)]
    if isinstance(value, str) and value in sealed.texts:
        kept = sealed.texts[value]
        salts[place] = kept[0] if kept else value
        return kept[1] if kept else None
    return value


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def read_lines(lines: Iterable[str], journal: Ledger, where: str) -> None:
    """Fill an empty journal with what was exported, checked line by line. ``where`` is the file's name, for messages.

    Raises ``JournalError`` with file and line of the first damage; then nothing of it has been kept.
    """
    if journal.size:
        raise JournalError(journal.name, f"this campaign has {journal.size} entries already", "Import under another name.", "name-taken")
    reading = _Reading(lines, where)
    try:
        journal.restore(reading.change())
    except UnicodeDecodeError as error:
        raise reading.damage(f"what follows this line is not UTF-8: {error.reason}") from error


class _Reading:
    """Where we are in the file, and which lanes the entries so far lie in."""

    def __init__(self, lines: Iterable[str], where: str) -> None:
        self.where = where
        self.lines = enumerate(lines, 1)
        self.line = 0
        self.lanes: dict[int, Lane] = {}
        self.completions: list[KeptCompletion] = []
        self.known: list[tuple[str, int]] = [(ROOT, 0)]

    def damage(self, what: str) -> JournalError:
        """An error that names the line."""
        then = "Nothing was kept. Export the journal again, or take an older export."
        return JournalError(f"{self.where}:{self.line}", what, then, "broken-lines")

    def next_line(self) -> dict[str, Any] | None:
        for line, text in self.lines:
            self.line = line
            if text.strip():
                try:
                    value = json.loads(text)
                except (ValueError, RecursionError) as error:
                    raise self.damage(f"this line is no JSON: {error}") from error
                if not isinstance(value, dict):
                    raise self.damage("this line is no JSON object")
                if HALF.search(text) and letters.HALF.search(json.dumps(value, ensure_ascii=False)):
                    raise self.damage("this line has a half-character, which is no letter")
                return value
        return None

    def change(self) -> Change:
        """Everything that the file holds. Its rows are read and checked while they are written."""
        header = self.next_line()
        if header is None or header.get("what") != KIND:
            self.line = max(self.line, 1)
            raise self.damage(f'this is no journal: its first line does not say "{KIND}"')
        try:
            format, current, count = int(header["format"]), str(header["branch"]), int(header["entries"])
            points = [BranchPoint(**point) for point in header["branches"]]
            missing = next((point for point in points if not (0 <= point.head <= count and 0 <= point.at <= count)), None)
            named = {current, MAIN} <= {point.name for point in points}
            kept = all(-MOST <= number <= MOST for number in (count, *(point.turn for point in points)))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise self.damage(f"the header lacks something: {error}") from error
        refuse_newer(f"{self.where}:{self.line}", format)
        if not named:
            raise self.damage(f'the header names a branch "{current}" that it does not list')
        if missing:
            raise self.damage(f'branch "{missing.name}" points to entry {max(missing.head, missing.at)}, which is missing')
        if not kept:
            raise self.damage("the header has a number that is too large")
        rows = self.rows(count, format)
        return Change(rows=rows, lanes=self.lanes.values(), branches=points, current=current, completions=self.completions)

    def rows(self, count: int, format: int) -> Iterator[Row]:
        for _ in range(count):
            line = self.next_line()
            if line is None or "event" not in line:
                raise self.damage(f"the journal ends after {len(self.known) - 1} of {count} entries")
            yield self.row(line, format)
        while (line := self.next_line()) is not None:
            try:
                kept = KeptCompletion(str(line["prompt_hash"]), int(line["attempt"]), canonical(line["completion"]))
                if abs(kept.attempt) > MOST:
                    raise self.damage(f"attempt {kept.attempt} is too large a number")
                self.completions.append(kept)
            except (KeyError, TypeError, ValueError, OverflowError) as error:
                raise self.damage("this is neither an entry nor a completion") from error

    def row(self, line: dict[str, Any], format: int) -> Row:
        try:
            number, after, event = int(line["number"]), int(line["after"]), line["event"]
            if number != len(self.known) or not 0 <= after < number:
                raise self.damage(f"entry {number} follows entry {after}, and stands where entry {len(self.known)} should")
            parent, lane = self.known[after]
            if line["parent"] != parent:
                raise self.damage(f'entry {number} names its parent "{line["parent"]}", and that is "{parent}"')
            texts: dict[str, tuple[str, str] | None] = {}
            form = canonical(_without_words(event, "", dict(line["salts"]), texts))
            own = int(line.get("format", format))
            refuse_newer(f"{self.where}:{self.line}", own)
            if own < 1 or abs(event["turn"]) > MOST:
                raise self.damage(f"its format {own} or its turn {event['turn']} is no number that is written")
            row = Row(
                number, self.lane_of(number, after, lane), str(line["branch"]), after, parent, str(line["hash"]),
                int(event["turn"]), str(event["kind"]), Sealed(form, texts), own, str(line.get("written", "")),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise self.damage(f"this entry lacks something: {error}") from error
        try:
            check(f"{self.where}:{self.line}", row)
        except GameError as error:
            raise type(error)(error.where, error.what, "Nothing was kept. Take an older export.", error.slug) from error
        self.known.append((row.hash, row.lane))
        return row

    def lane_of(self, number: int, after: int, lane: int) -> int:
        """An entry goes on in its parent's lane while nothing else has; so it was when it was written."""
        if lane and self.lanes[lane].tip == after:
            self.lanes[lane] = self.lanes[lane]._replace(tip=number)
            return lane
        new = len(self.lanes) + 1
        self.lanes[new] = Lane(new, lane, after, number)
        return new


def _without_words(value: Any, place: str, salts: dict[str, str], texts: dict[str, tuple[str, str] | None]) -> Any:
    if isinstance(value, dict):
        return {key: _without_words(value[key], f"{place}/{_escaped(key)}", salts, texts) for key in sorted(value)}
    if isinstance(value, list):
        return [_without_words(inner, f"{place}/{n}", salts, texts) for n, inner in enumerate(value)]
    if place in salts:
        salt = salts[place]
        name = salt if value is None else digest(salt, value)
        texts[name] = None if value is None else (salt, value)
        return name
    return value
