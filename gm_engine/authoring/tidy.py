"""``gm fmt``: keys in canonical order, dates and times in quotes, comments where they were. What a pack says stays the same."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.pack_files import MAIN, main_file
from gm_engine.authoring.schema import ORDER, SECTIONS
from gm_engine.authoring.written import plain
from gm_engine.authoring.yaml_places import Key, Page, take_apart
from gm_engine.authoring.yaml_text import read_text, read_yaml
from gm_engine.errors import PackError
from gm_engine.unfinished import write_whole

DATE_OR_TIME = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?|\d{1,2}:\d\d(?::\d\d)?", re.ASCII)


def format_pack(path: Path | str, *, write: bool = True) -> tuple[Path, ...]:
    """The files of a pack that were not tidy, tidied now unless ``write`` is False. Twice changes nothing more.

    Raises ``PackError`` for a file that cannot be read, or that would say something else; then nothing is written.
    """
    main = main_file(Path(path))
    if not main.is_file():
        raise PackError(str(main), "there is no such file", "Name a campaign's folder.")
    changed: list[tuple[Path, str]] = []
    for file, levels in _files(main):
        findings: list[Finding] = []
        text = read_text(file, str(file), findings)
        tidy = tidied(text, str(file), levels, findings) if text is not None else None
        errors = [finding for finding in findings if finding.level == "error"]
        if errors or tidy is None:
            raise PackError(
                errors[0].where if errors else str(file),
                errors[0].message if errors else "cannot be tidied",
                errors[0].fix if errors else "",
            )
        if tidy.encode() != file.read_bytes():
            changed.append((file, tidy))
    if write:
        for file, tidy in changed:
            write_whole(file, [tidy])
    return tuple(file for file, _ in changed)


def _files(main: Path) -> Iterable[tuple[Path, tuple[str, ...]]]:
    """Each file of a pack, with the way to its section: () for campaign.yaml, (npcs,) for npcs.yaml, (npcs, *) for one entry."""
    yield main, ()
    if main.name != MAIN:
        return
    for section in SECTIONS:
        whole = main.parent / f"{section}.yaml"
        if whole.is_file():
            yield whole, (section,)
        folder = main.parent / section
        if folder.is_dir():
            for each in sorted(folder.iterdir(), key=lambda one: one.name):
                if each.suffix in (".yaml", ".yml", ".md") and each.stem != "README" and not each.name.startswith("."):
                    yield each, (section, each.stem)


def tidied(text: str, file: str, levels: tuple[str, ...], findings: list[Finding]) -> str | None:
    """The tidy text of one file; None after a finding."""
    if file.endswith(".md"):
        lines = text.split("\n")
        closes = (number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---")
        end = next(closes, 0) if lines[0].rstrip() == "---" else 0
        matter = "\n".join(lines[1:end])
        if not matter.strip():
            return text
        front = tidied(matter, f"{file}.yaml", levels, findings)
        return None if front is None else "---\n" + front + "\n".join(lines[end:])
    before = read_yaml(text, file, findings)
    if before is None or any(finding.level == "error" for finding in findings):
        return None
    page = take_apart(text)
    quoted = _quoted(text, page).rstrip("\n")
    tidy = _spaced(_ordered(quoted.split("\n"), page, levels))
    if tidy == text:
        return text
    after = read_yaml(tidy, file, [])
    if after is None or plain(after) != plain(before):
        findings.append(
            Finding(file=file, code="E001", message="tidying would change what the file says", fix="put its keys in order by hand")
        )
        return None
    return tidy


def _quoted(text: str, page: Page) -> str:
    """Dates and times in double quotes: other readers of YAML take them for dates and for numbers to the base sixty."""
    for start, end, value in reversed(page.plains):
        if DATE_OR_TIME.fullmatch(value) and text[start:end] == value:
            text = f'{text[:start]}"{value}"{text[end:]}'
    return text


def _ordered(lines: list[str], page: Page, levels: tuple[str, ...]) -> list[str]:
    """The lines with every block mapping of the format in canonical order."""
    if not page.keys:
        return lines
    first = page.keys[0].line
    return lines[:first] + _reordered(lines, page.keys, levels, first, len(lines))


def _reordered(lines: list[str], keys: list[Key], levels: tuple[str, ...], start: int, stop: int) -> list[str]:
    """The lines from ``start`` to ``stop``, which hold ``keys``, each key moved with the comments above it."""
    begins = [start]
    for before, key in pairwise(keys):
        line = key.line
        while line > before.end and lines[line - 1].strip()[:1] in ("", "#"):
            line -= 1
        begins.append(line)
    pieces = []
    for key, begin, end in zip(keys, begins, [*begins[1:], stop], strict=True):
        piece = lines[begin:end]
        below = _below(levels, key.name)
        if key.inside and below is not None and key.inside[0].line > key.line:
            inner = key.inside[0].line
            piece = lines[begin:inner] + _reordered(lines, key.inside, below, inner, end)
        pieces.append((key.name, piece))
    order = _order(levels)
    if order:
        known = {name: number for number, name in enumerate(order)}
        pieces.sort(key=lambda each: known.get(each[0], len(known)))
    return [line for _, piece in pieces for line in piece]


def _below(levels: tuple[str, ...], key: str) -> tuple[str, ...] | None:
    """The level of what lies under a key, as far as the format orders it."""
    if len(levels) >= 2 or (not levels and key not in SECTIONS):
        return None
    return (*levels, key)


def _order(levels: tuple[str, ...]) -> tuple[str, ...]:
    """The canonical order of the keys at a level; none for the ids of a section, which stay as the author put them."""
    if not levels:
        return ORDER
    return ("id", *SECTIONS[levels[0]].record.fields) if len(levels) == 2 else ()


def _spaced(lines: list[str]) -> str:
    """No white space at the ends of lines, no two blank lines together, one line end at the end; block texts are left alone."""
    literal = take_apart("\n".join(lines)).literal_lines
    found: list[str] = []
    for number, line in enumerate(lines):
        shown = line if number in literal else line.rstrip()
        if number in literal or shown or (found and found[-1]):
            found.append(shown)
    return "\n".join(found).strip("\n") + "\n"
