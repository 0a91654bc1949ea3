"""The files of a pack: one, or a file or a folder for each section. Whatever the layout, the same entries come out."""

from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from gm_engine.authoring.desk import SNAKE, Desk
from gm_engine.authoring.margin_note import Finding, did_you_mean, nearest
from gm_engine.authoring.schema import LOOSE, SECTIONS, entries_with_ids
from gm_engine.authoring.written import Written
from gm_engine.authoring.yaml_text import read_text, read_yaml

MAIN = "campaign.yaml"
READ_ELSEWHERE = ("continuity",)
BOOKS = "books"
FOLDERS = ("plays", "handouts", "assets", BOOKS)
MANY_ENTRIES = {"lore": 10_000}
MANY = 5_000


@dataclass
class Pages:
    """What a pack's files hold: the head of campaign.yaml, and the entries of each section by id."""

    head: Written
    sections: dict[str, dict[str, Written]] = field(default_factory=dict)
    loose: dict[str, Written] = field(default_factory=dict)


def main_file(path: Path) -> Path:
    """The pack's first file: ``campaign.yaml`` of a folder, or the file itself."""
    return path / MAIN if path.is_dir() else path


def fresh_folder(path: Path) -> str:
    """Where ``gm new`` could write a campaign, as it is typed: the folder that was named, or one inside it where it is there already."""
    folder = path.parent if path.name == MAIN else path
    return quote(str(folder / "my_campaign" if folder.exists() else folder.with_suffix("")))


def gather(path: Path, desk: Desk) -> Pages | None:
    """Everything that is written in a pack; None where there is nothing to read."""
    try:
        return _gathered(path, desk)
    except OSError as error:
        file = str(error.filename or path)
        desk.findings.append(Finding(file=file, code="E001", message=f"it cannot be opened ({error.strerror})", fix="check its rights"))
        return None


def _gathered(path: Path, desk: Desk) -> Pages | None:
    main = main_file(path)
    if not main.is_file():
        fix = f"write {MAIN}, or make a campaign with: gm new {fresh_folder(path)}"
        desk.findings.append(Finding(file=str(main), code="E000", message="there is no such file", fix=fix))
        return None
    text = read_text(main, str(main), desk.findings)
    head = read_yaml(text, str(main), desk.findings) if text is not None else None
    if head is None:
        return None
    if head.kind != "map":
        desk.find("E001", head, f"a campaign is a mapping, not {head.says}", "begin with: format: 1")
        return None
    pages = Pages(head, {name: {} for name in SECTIONS})
    for name, section in head.entries.items():
        if name in SECTIONS:
            desk.mark(name, section.file, head.line_of(name))
            _add(pages, name, section, desk)
        elif name in LOOSE:
            pages.loose[name] = section
    if main.name == MAIN:
        for file in sorted(main.parent.iterdir(), key=lambda each: each.name):
            if not file.name.startswith("."):
                _visit(file, pages, desk)
    for name, entries in pages.sections.items():
        _count(name, entries, head, desk)
    return pages


def _count(name: str, entries: dict[str, Written], head: Written, desk: Desk) -> None:
    most = MANY_ENTRIES.get(name, MANY)
    if len(entries) > most:
        desk.find("W101", head, f"{name} has {len(entries):,} entries; above {most:,} every start is slow", "keep what play needs", 0)


def _visit(file: Path, pages: Pages, desk: Desk) -> None:
    """Reads a file or a folder beside campaign.yaml, if it holds a section."""
    known = (*SECTIONS, *LOOSE, *READ_ELSEWHERE)
    if file.is_dir():
        if file.name in SECTIONS:
            for each in sorted(file.iterdir(), key=lambda one: one.name):
                _read_entry(each, file.name, pages, desk)
        elif file.name not in FOLDERS and (name := nearest(file.name, (*SECTIONS, *FOLDERS), 80)):
            desk.findings.append(
                Finding(file=str(file), code="E003", message=f"nothing reads the folder {file.name!r}", fix=f"did you mean '{name}'?")
            )
        return
    if file.suffix not in (".yaml", ".yml") or file.name == MAIN or file.stem in READ_ELSEWHERE:
        return
    if file.stem not in known:
        fix = did_you_mean(file.stem, known, f"known: {', '.join(known)}")
        desk.findings.append(Finding(file=str(file), code="E003", message=f"nothing reads a file called {file.name!r}", fix=fix))
        return
    text = read_text(file, str(file), desk.findings)
    written = read_yaml(text, str(file), desk.findings) if text is not None else None
    if written is None:
        return
    if file.stem in SECTIONS:
        _add(pages, file.stem, written, desk)
    elif file.stem in pages.loose:
        first = pages.loose[file.stem]
        desk.find("E011", written, f"{file.stem} is written here and in {first.file}:{first.line}", "keep one of them")
    else:
        pages.loose[file.stem] = written


def _read_entry(file: Path, section: str, pages: Pages, desk: Desk) -> None:
    """Reads ``npcs/boone.yaml`` or ``npcs/boone.md``: one entry, named after the file. A YAML list holds several."""
    if file.name.startswith(".") or file.suffix not in (".yaml", ".yml", ".md") or file.stem == "README":
        return
    text = read_text(file, str(file), desk.findings)
    if text is None:
        return
    if file.suffix == ".md":
        written = read_markdown(text, str(file), SECTIONS[section].body, desk)
    else:
        written = read_yaml(text, str(file), desk.findings)
    if written is None:
        return
    if written.kind == "list" and not SECTIONS[section].record.rows:
        _add(pages, section, written, desk)
        return
    own = written.entries.get("id")
    if own is not None and own.text != file.stem:
        desk.find("E013", own, f"the id {own.text!r} is not the file's name {file.stem!r}", "rename one of them, or leave the id out")
    _put(pages, section, file.stem, written, desk)


def _add(pages: Pages, section: str, written: Written, desk: Desk) -> None:
    """Adds the entries of a whole section."""
    if written.kind == "none":
        return
    if written.kind == "text":
        desk.find(
            "E005", written, f"{section} wants a mapping of entries, not {written.says}", f"write {section}: and below it, indented, id: …"
        )
        return
    for id, entry in entries_with_ids(written, section, desk, "text" if SECTIONS[section].derived else None):
        own = entry.entries.get("id")
        if written.kind == "map" and own is not None and own.text != id:
            desk.find("E013", own, f"the id {own.text!r} stands under the key {id!r}", "leave the id out, or make them alike")
        _put(pages, section, id, entry, desk, written.key_lines.get(id))


def _put(pages: Pages, section: str, id: str, entry: Written, desk: Desk, line: int | None = None) -> None:
    """Adds one entry, unless its id is taken."""
    if not SNAKE.fullmatch(id):
        desk.find("E013", entry, f"the id {id!r} under {section} is not snake_case", "use small letters, digits and _", line)
    entries = pages.sections[section]
    if id in entries:
        first, first_line = desk.place(f"{section}.{id}")
        desk.find("E011", entry, f"{section}.{id} is defined here and in {first}:{first_line}", "merge or rename", line)
        return
    entries[id] = entry
    desk.mark(f"{section}.{id}", entry.file, line or entry.line)


def read_markdown(text: str, file: str, body_key: str, desk: Desk) -> Written | None:
    """A Markdown entry: front matter between ``---`` lines, and a body that fills ``body_key``."""
    lines = text.split("\n")
    front: Written | None = None
    first = 0
    if lines[0].rstrip() == "---":
        end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
        if end is None:
            desk.findings.append(
                Finding(file=file, line=1, code="E001", message="the front matter is not closed", fix="end it with a line of ---")
            )
            return None
        matter = "\n".join(lines[1:end])
        first = end + 1
        if matter.strip():
            front = read_yaml(matter, file, desk.findings, first_line=2)
            if front is None:
                return None
    if front is not None and front.kind != "map":
        desk.find("E001", front, f"front matter is a mapping, not {front.says}", "write key: value")
        return None
    entries = dict(front.entries) if front else {}
    key_lines = dict(front.key_lines) if front else {}
    body = "\n".join(lines[first:]).strip()
    if body:
        line = first + 1 + next(number for number, each in enumerate(lines[first:]) if each.strip())
        if body_key in entries:
            desk.find("E002", entries[body_key], f"{body_key} is written in the front matter and in the body", "keep one of them")
        entries[body_key] = Written("text", file, line, body, quoted=True)
        key_lines[body_key] = line
    return Written("map", file, 1, entries=entries, key_lines=key_lines)
