"""Reads YAML 1.2 into values with lines. The one door of ruamel.yaml; what it refuses comes back as findings.

What ships with the program is known to be sound, and much of it is read at every start: libyaml takes it apart, in C. It reads YAML 1.1,
and says less about what it refuses, so what others have written goes to ruamel.yaml.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.written import NONE_WORDS, Written
from gm_engine.authoring.yaml_slips import cut_by_comma, quoted, repaired
from gm_engine.shipped import shipped
from gm_engine.story.letters import plain

DEEPEST = 40
MOST_VALUES = 500_000
LARGE = 1_000_000
TOO_LARGE = 16_000_000
STRING_TAG = "tag:yaml.org,2002:str"


class NotReadable(Exception):
    """Stops the reading of one file; carries the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(str(finding))


def read_text(path: Path, file: str, findings: list[Finding]) -> str | None:
    """The file's text, line ends made ``\\n``; None with a finding where it cannot be had."""
    try:
        size = path.stat().st_size
        if size > TOO_LARGE:
            message = f"the file has {size:,} bytes, more than the {TOO_LARGE:,} that are read"
            findings.append(Finding(file=file, code="E001", message=message, fix="split it into a folder with a file for each entry"))
            return None
        raw = path.read_bytes()
    except OSError as error:
        findings.append(Finding(file=file, code="E001", message=f"the file cannot be opened ({error.strerror})", fix="check its rights"))
        return None
    if size > LARGE:
        message = f"the file has {size:,} bytes; above {LARGE:,} every start is slow"
        findings.append(Finding(file=file, code="W101", message=message, fix="split it into a folder with a file for each entry"))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        message = f"byte {raw[error.start]:#04x} is not UTF-8"
        findings.append(Finding(file=file, line=line, code="E001", message=message, fix="save the file as UTF-8"))
        return None


def read_yaml(text: str, file: str, findings: list[Finding], first_line: int = 1) -> Written | None:
    """The value that a YAML text holds; None where it is empty or unreadable, and then a finding says so.

    A text that was read before is not read again: a campaign with many plays is one campaign.
    """
    written, found = _read(text, file, first_line)
    findings += found
    return written


LONG = 100_000
"""Letters above which a page was written by a program and is read at once; with care only where anything is to be said about it."""


@lru_cache(maxsize=512)
def _read(text: str, file: str, first_line: int) -> tuple[Written | None, tuple[Finding, ...]]:
    if (_ships(file) or len(text) > LONG) and (written := _read_at_once(text, file, first_line)):
        return written, ()
    return _read_with_care(text, file, first_line)


def _ships(file: str) -> bool:
    """True for a file that came with the program."""
    path = Path(file)
    return ".." not in path.parts and any(path.is_relative_to(shipped(folder)) for folder in ("campaigns", "data"))


def _read_at_once(text: str, file: str, first_line: int) -> Written | None:
    """What libyaml makes of a text; None where it is not installed, and where anything is to be said about the text."""
    try:
        from yaml.cyaml import CParser  # type: ignore[import-untyped]
        from yaml.error import YAMLError  # type: ignore[import-untyped]
    except ImportError:
        return None
    findings: list[Finding] = []
    parser = CParser(text)
    try:
        written = _Composer(file, findings, first_line).compose(iter(parser.get_event, None))
    except (NotReadable, YAMLError, RecursionError, ValueError):
        return None
    finally:
        parser.dispose()
    return None if findings or written is None or written.kind == "none" else written


def _read_with_care(text: str, file: str, first_line: int) -> tuple[Written | None, tuple[Finding, ...]]:
    """What ruamel.yaml makes of a text, with what it has to say about it."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError, YAMLStreamError

    findings: list[Finding] = []
    written: Written | None = None
    try:
        written = _Composer(file, findings, first_line).compose(YAML(typ="safe", pure=True).parse(text))
        if written is None or written.kind == "none":
            written = None
            findings.append(Finding(file=file, code="E001", message="the file is empty", fix="write something in it, or remove it"))
    except NotReadable as stop:
        findings.append(stop.finding)
    except MarkedYAMLError as error:
        findings.append(_marked(error, text, file, first_line))
    except (YAMLError, YAMLStreamError, RecursionError, ValueError) as error:
        position = getattr(error, "position", 0)
        line = text[:position].count("\n") + first_line if isinstance(position, int) else first_line
        what = "a character that YAML does not allow" if hasattr(error, "position") else "the text cannot be read as YAML"
        findings.append(
            Finding(file=file, line=line, code="E001", message=what, fix="remove it, or write it as an escape in double quotes")
        )
    return written, tuple(findings)


def _marked(error: Any, text: str, file: str, first_line: int) -> Finding:
    """What ruamel says, in words that help a storyteller."""
    runs_on = "quoted" in str(error.context) and "unexpected" in str(error.problem)
    opened = error.context_mark is not None and (runs_on or "while parsing a flow" in str(error.context))
    mark = error.context_mark if opened else error.problem_mark or error.context_mark
    line = mark.line if mark else 0
    lines = text.split("\n")
    near = lines[line].strip() if line < len(lines) else ""
    problem = str(error.problem or error.context or "unreadable")
    if "\\t" in problem or "\t" in (lines[line][: len(lines[line]) - len(lines[line].lstrip())] if line < len(lines) else ""):
        problem, fix = "a tab where YAML wants spaces", "indent with spaces"
    elif "mapping values are not allowed" in problem or _second_colon(error, lines):
        mark = error.problem_mark
        line, near = mark.line, lines[mark.line].strip()
        problem = f"a second ': ' in one line (column {mark.column + 1}), near {near[:60]!r}"
        fix = f"put the text in double quotes: {repaired(lines[line], mark.column)}"
    elif "cannot start any token" in problem:
        problem = f"a text cannot begin with {lines[line][mark.column : mark.column + 1]!r} (column {mark.column + 1})"
        fix = f"put it in quotes: {repaired(lines[line], mark.column)}"
    elif re.search(r""":\s+(["'])[^"']*\1\s*[^\s,}\]#]""", near) and "{" not in near:
        problem = f"a text that begins with a quotation and goes on after it, near {near[:60]!r}"
        fix = f"put quotes round the whole of it: {repaired(lines[line], len(lines[line]))}"
    elif opened:
        what = "a quote" if runs_on else "a bracket or a brace"
        problem, fix = f"{what} that is not closed, near {near[:60]!r}", "close it, or quote a text that holds one"
    elif mark and line >= len([each for each in lines if each.strip()]):
        fix = "a bracket, a brace or a quote is not closed"
    else:
        problem, fix = f"{problem}, near {near[:60]!r}", "check the indentation, and quote texts that hold : # { [ or quotes"
    return Finding(file=file, line=line + first_line, code="E001", message=problem, fix=fix)


def _second_colon(error: Any, lines: list[str]) -> bool:
    """True where the reading broke off at a colon, in braces."""
    mark = error.problem_mark
    return (
        "flow mapping" in str(error.context)
        and mark is not None
        and lines[mark.line : mark.line + 1] != []
        and (lines[mark.line][mark.column : mark.column + 2] == ": ")
    )


class _Composer:
    """Puts the parser's events together, with an eye on depth, aliases and keys written twice."""

    def __init__(self, file: str, findings: list[Finding], first_line: int) -> None:
        self.file = file
        self.findings = findings
        self.first_line = first_line
        self.anchors: dict[str, tuple[Written, int] | None] = {}
        self.values = 0

    def compose(self, events: Iterator[Any]) -> Written | None:
        """The first document's value."""
        found: Written | None = None
        for event in events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                if found is not None:
                    raise self.stop(event, "a second document begins here", "keep one document a file: remove the ---")
                found = self.value(events, next(events), 0)
        return found

    def stop(self, event: Any, message: str, fix: str) -> NotReadable:
        return NotReadable(Finding(file=self.file, line=self.line(event), code="E001", message=message, fix=fix))

    def line(self, event: Any) -> int:
        return int(event.start_mark.line) + self.first_line

    def value(self, events: Iterator[Any], event: Any, depth: int) -> Written:
        """The value that begins with ``event``."""
        name = type(event).__name__
        if name == "AliasEvent":
            return self.alias(event)
        before = self.values
        self.count(event, 1)
        tag = getattr(event, "tag", None)
        if tag not in (None, "!", STRING_TAG):
            raise self.stop(event, f"the tag {str(tag)!r} is not read here", "remove the tag")
        anchor = getattr(event, "anchor", None)
        if anchor:
            self.anchors[anchor] = None
        if name == "ScalarEvent":
            written = self.scalar(event)
        elif depth >= DEEPEST:
            raise self.stop(
                event, f"more than {DEEPEST} levels, one inside the other", "a pack needs five or six: look for a stray bracket"
            )
        elif name == "SequenceStartEvent":
            items = tuple(self.value(events, item, depth + 1) for item in _until(events, "SequenceEndEvent"))
            written = Written("list", self.file, self.line(event), items=items)
        else:
            written = self.mapping(events, event, depth)
        if anchor:
            self.anchors[anchor] = (written, self.values - before)
        return written

    def count(self, event: Any, more: int) -> None:
        self.values += more
        if self.values > MOST_VALUES:
            raise self.stop(event, f"the file unfolds to more than {MOST_VALUES:,} values", "write aliases out, or split the file")

    def alias(self, event: Any) -> Written:
        if event.anchor not in self.anchors:
            raise self.stop(
                event,
                f"the alias *{event.anchor} stands for nothing",
                f'put the text in double quotes, such as "*{event.anchor} …": a leading * means an alias in YAML',
            )
        known = self.anchors[event.anchor]
        if known is None:
            raise self.stop(event, f"the alias *{event.anchor} stands inside itself", "write the value out")
        self.count(event, known[1])
        return known[0]

    def scalar(self, event: Any) -> Written:
        quoted = bool(event.style) or event.tag is not None
        try:
            text = str(event.value).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise self.stop(event, "half a character, written as an escape", "write the character itself") from None
        text = plain(text)
        if not quoted and text in NONE_WORDS:
            return Written("none", self.file, self.line(event))
        return Written("text", self.file, self.line(event), text=text, quoted=quoted)

    def joined(self, key: str, value: Written, rest: str, event: Any) -> Written:
        """The text that a comma has cut, whole again; the finding says where, and how it is written."""
        whole = f"{value.text}, {rest}"
        column = int(event.start_mark.column) + 1
        message = f"the comma before {rest[:40]!r} (column {column}) ends the text of {key!r} here, for in braces a comma parts entries"
        earlier = [one for one in self.findings if one.code == "E006" and one.line == value.line and f"the text of {key!r}" in one.message]
        if earlier:
            message = earlier[-1].message
            self.findings.remove(earlier[-1])
        fix = f"put the text in quotes: {key}: {quoted(whole)}"
        self.findings.append(Finding(file=self.file, line=self.line(event), code="E006", message=message, fix=fix))
        return Written("text", value.file, value.line, whole)

    def mapping(self, events: Iterator[Any], event: Any, depth: int) -> Written:
        entries: dict[str, Written] = {}
        lines: dict[str, int] = {}
        last = ""
        for first in _until(events, "MappingEndEvent"):
            key = self.value(events, first, depth + 1)
            value = self.value(events, next(events), depth + 1)
            if value.kind == "none":
                value = replace(value, line=key.line)  # of an empty value each library has a line of its own
            if key.kind != "text":
                raise self.stop(first, f"a key must be a word, not {key.says}", "write key: value; quote a text that begins with [ or {")
            if event.flow_style and not key.quoted and cut_by_comma(key.text, value, entries.get(last)):
                entries[last] = self.joined(last, entries[last], key.text, first)
                continue
            last = key.text
            if key.text in entries:
                message = f"the key {key.text!r} appears twice, first in line {lines[key.text]}"
                finding = Finding(
                    file=self.file, line=key.line, code="E002", message=message, fix="YAML would keep only one of them: merge or rename"
                )
                self.findings.append(finding)
            entries[key.text] = value
            lines[key.text] = key.line
        return Written("map", self.file, self.line(event), entries=entries, key_lines=lines)


def _until(events: Iterator[Any], end: str) -> Iterator[Any]:
    """The events that begin a value, up to the end of the collection."""
    for event in events:
        if type(event).__name__ == end:
            return
        yield event
