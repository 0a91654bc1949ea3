"""From the files of a campaign to its canonical pack: every section sorted by id, every shorthand spelt out."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gm_engine.authoring.beginnings import check_openings
from gm_engine.authoring.book_files import lore_of_books, read_books
from gm_engine.authoring.data_files import SCENES, merged, read_occasions, read_rulebook, rulebook_names
from gm_engine.authoring.desk import SNAKE, Desk, nearest_place
from gm_engine.authoring.genres import genre_names, played_with
from gm_engine.authoring.margin_note import Finding, did_you_mean, in_order, nearest
from gm_engine.authoring.measures import hour, moment
from gm_engine.authoring.pack_files import MAIN, Pages, fresh_folder, gather, main_file
from gm_engine.authoring.references import check_references
from gm_engine.authoring.road_text import Map
from gm_engine.authoring.schema import ENTITIES, HEAD, MUST, ORDER, SECTIONS
from gm_engine.authoring.slots import check_slots
from gm_engine.authoring.sums import with_sums
from gm_engine.authoring.value_shapes import UNREAD, Many, Mapped, Text
from gm_engine.authoring.written import Written, plain
from gm_engine.errors import PackError, UnknownName
from gm_engine.shipped import shipped
from gm_engine.story.calendar import WEEKDAYS, Calendar
from gm_engine.story.currency import Currency
from gm_engine.story.pack import Pack, Start
from gm_engine.story.play_script import PlayScript

SHOWN = 20


@dataclass(frozen=True)
class PackReading:
    """What came of reading a campaign.

    ``pack`` is there as far as it could be read, errors or not; None where nothing could. ``sources`` say where each
    entry stands, as ``section.id`` and ``file:line`` within the pack's folder; ``places`` give file and line of every
    path (``npcs.boone.at``) as findings show them.
    """

    path: Path
    pack: Pack | None
    findings: tuple[Finding, ...]
    sources: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    unset_flags: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that stop the campaign from opening."""
        return tuple(finding for finding in self.findings if finding.level == "error")

    def place(self, path: str) -> tuple[str, int]:
        """The file and line of a path, or of the nearest path that holds it."""
        return nearest_place(self.places, path, str(main_file(self.path)))


def read_pack(path: Path | str) -> PackReading:
    """Reads a campaign's folder or file, and gives back all that is wrong with it. Raises nothing for what is in the files."""
    path = Path(path)
    desk = Desk()
    pages = gather(path, desk)
    if pages is None:
        return PackReading(path, None, in_order(desk.findings))
    pack = _pack(pages, desk, main_file(path))
    check_references(pack, desk)
    check_slots(pack, pages.loose.get("words"), desk)
    if openings := pages.head.entries.get("openings"):
        check_openings(pack, openings, desk)
    folder = main_file(path).parent
    sources = {
        key: f"{Path(desk.lines[key][0]).relative_to(folder).as_posix()}:{desk.lines[key][1]}"
        for section in SECTIONS
        for key in (f"{section}.{id}" for id in sorted(pages.sections[section]))
    }
    return PackReading(path, pack, in_order(desk.findings), sources, dict(desk.lines), _unset_flags(desk))


def load_pack(path: Path | str) -> Pack:
    """The pack of a folder or file, ready to play. Raises ``PackError`` that lists what is wrong."""
    reading = read_pack(path)
    errors = reading.errors
    if errors or reading.pack is None:
        listed = "\n  ".join(str(finding) for finding in errors[:SHOWN])
        rest = f"\n  and {len(errors) - SHOWN} more" if len(errors) > SHOWN else ""
        what = f"the campaign has {len(errors)} {'error' if len(errors) == 1 else 'errors'}"
        raise PackError(str(path), what, listed + rest)
    return reading.pack


def find_pack(name_or_path: str | Path) -> Path:
    """The folder (or file) of a campaign named by path, or by the id of one that ships.

    Raises ``UnknownName`` that names the nearest, ``PackError`` for a folder without a campaign.
    """
    path = Path(name_or_path)
    if path.is_file():
        return path.parent if path.name == MAIN else path
    if path.is_dir():
        if not (path / MAIN).is_file():
            raise PackError(str(path), f"the folder holds no {MAIN}", f"Write one, or make a campaign with: gm new {fresh_folder(path)}")
        return path
    known = campaign_names()
    name = str(name_or_path)
    if name in known:
        return shipped("campaigns") / name
    near = nearest(path.name, known)
    then = f"Nearest: {near!r}. " if near else ""
    raise UnknownName("", f"no campaign is called {name!r}, and no file or folder is there", then + f"Known: {', '.join(known) or 'none'}.")


def pack_of_play(play: PlayScript) -> Path:
    """The campaign that a play is for: the one it lies in, where that has the id named (or none is); else by path or id.

    Raises as ``find_pack`` does.
    """
    file = Path(play.path)
    home = file.resolve().parent.parent
    if (home / MAIN).is_file() and play.campaign in ("", home.name, _id_in(home / MAIN)):
        return Path(os.path.relpath(home))
    if not play.campaign:
        raise PackError(play.path, "the play does not say which campaign it is for", "Write campaign: ID between the --- lines at its top.")
    beside = file.parent / play.campaign
    return find_pack(beside if beside.exists() else play.campaign)


def _id_in(main: Path) -> str:
    """The id that a campaign.yaml gives itself, read without the rest of it."""
    with main.open(encoding="utf-8", errors="replace") as lines:
        return next((line[3:].strip().strip("\"'") for line in lines if line.startswith("id:")), "")


def campaign_names() -> tuple[str, ...]:
    """The ids of the campaigns that ship."""
    return tuple(sorted(path.parent.name for path in shipped("campaigns").glob(f"*/{MAIN}")))


def _pack(pages: Pages, desk: Desk, main: Path) -> Pack:
    """The canonical pack, as far as the pages can be read."""
    values = _head(pages, desk)
    genre = values.get("genre", "")
    if genre:
        _check_genre(genre, pages, desk)
        values.setdefault("rules", genre if genre in rulebook_names() else "plain")
    values["rulebook"] = _rulebook(values.get("rules", "western"), pages, desk)
    desk.currency = _currency(values["rulebook"])
    for name, section in SECTIONS.items():
        entries: dict[str, Any] = {}
        for id in sorted(pages.sections[name]):
            noun = _noun(section.record, pages.sections[name][id], f"{name}.{id}", desk)
            if noun is not None:
                entries[id] = noun
        values[name] = entries
    values["books"] = read_books(main, desk)
    if values["books"]:
        there = {name: values[name] for name in ENTITIES}
        values["lore"] = lore_of_books(values["books"], there, values["start"].pc, values["calendar"].clock(0)) | values["lore"]
    values["locations"] = Map(values["locations"], desk).completed()
    values["occasions"] = _occasions(values.get("rules", "western"), pages, desk)
    values["words"] = {**(played_with(genre) if genre else {}), **_words(pages.loose.get("words"), desk)}
    return Pack(**values)


def _noun(record: Any, written: Written, path: str, desk: Desk) -> Any:
    """One entry, or None after a finding."""
    try:
        noun = record.read(written, path, desk)
    except ValidationError as error:
        desk.find("E005", written, f"{path}: {error.errors()[0]['msg']}", "correct the value")
        return None
    return None if noun is UNREAD else noun


def _head(pages: Pages, desk: Desk) -> dict[str, Any]:
    """The keys before the sections."""
    head = pages.head
    values: dict[str, Any] = {}
    for key, written in head.entries.items():
        if key not in ORDER:
            fix = did_you_mean(key, ORDER, "keep your own notes under x:")
            desk.find("E003", written, f"a campaign has no key {key!r}", fix, head.line_of(key))
        elif key in HEAD:
            desk.mark(key, written.file, head.line_of(key))
            value = HEAD[key].read(written, key, desk)
            if value is not UNREAD:
                values[key] = value
    for key in MUST:
        missing = key not in head.entries or head.entries[key].kind == "none"
        if missing and not pages.sections.get(key):
            desk.find("E004", head, f"the campaign has no {key}", f"add {key}:", 1)
    if not SNAKE.fullmatch(values.get("id", "x")):
        desk.find("E013", head.entries["id"], f"the id {values['id']!r} is not snake_case", "use small letters, digits and _")
    values["id"] = values.get("id") or "untitled"
    values["title"] = values.get("title") or values["id"]
    start = values.get("start", {})
    values["start"] = Start(at=start.get("at", ""), pc=start.get("pc", ""))
    if "start" in head.entries and "at" not in start and any(map(_is_open, pages.sections.get("locations", {}).values())):
        desk.find("E004", head.entries["start"], "the campaign has places, and its start names none", "add at: PLACE")
    timeless = bool(pages.sections.get("scenes")) and not any(pages.sections.get(name) for name in ("locations", "npcs"))
    timeless = timeless and not any(opening.time for opening in values.get("openings", ()))
    values["calendar"] = _calendar(head, values.get("calendar", {}), desk, "" if timeless else UNDATED)
    return values


def _is_open(place: Written) -> bool:
    """True for a place that is not the GM's alone: one may begin there."""
    return "visibility" not in place.entries or place.entries["visibility"].text != "gm"


UNDATED = "08:00"
"""When a campaign begins that names no date, and whose days are counted. A story of scenes alone has no clock: its words say when it is."""


def _calendar(head: Written, values: dict[str, Any], desk: Desk, unsaid: str) -> Calendar:
    """The calendar, its weekday checked against its date; where no start is written, it is ``unsaid``."""
    written = head.entries.get("calendar", head)
    text = values.get("start", "")
    start = moment(text) or hour(text)
    page = written.entries.get("start", written)
    if text and start is None:
        desk.find("E031", page, f"calendar.start: no calendar has the date {text!r}", 'write "1878-05-07 17:30"; without dates, "17:30"')
    calendar = Calendar(start=start or unsaid)
    weekday = values.get("weekday") or None
    if weekday is None or (text and not start):
        return calendar
    if not start or not calendar.dated:
        page = written.entries.get("weekday", written)
        what = "calendar.weekday: without a date there are no weekdays"
        desk.find("E031", page, what, 'leave it out, or write start: "1878-05-07 17:30"')
        return calendar
    real = WEEKDAYS[calendar.moment(0).weekday()]
    if weekday != real:
        page = written.entries.get("weekday", written)
        article = "an" if weekday[:1] in "AEIOU" else "a"
        desk.find("E030", page, f"{start[:10]} is a {real}, not {article} {weekday}", f"weekday: {real}")
    return calendar.model_copy(update={"weekday": real})


def _rulebook(rules: str, pages: Pages, desk: Desk) -> dict[str, Any]:
    """The packaged rulebook with the pack's own laid over it."""
    known = rulebook_names()
    if known and rules not in known:
        written = pages.head.entries.get("rules", pages.head)
        desk.find("E010", written, f"rules names an unknown rulebook {rules!r}", did_you_mean(rules, known, f"known: {', '.join(known)}"))
    own = pages.loose.get("rulebook")
    if own is None or own.kind == "none":
        return read_rulebook(rules)
    if own.kind != "map":
        desk.find("E005", own, f"rulebook wants a mapping, not {own.says}", "write the keys that you change")
        return read_rulebook(rules)
    book = merged(read_rulebook(rules), {key: value for key, value in plain(own).items() if key != SCENES})
    return with_sums(book, own, _currency(book), desk)


def _occasions(rules: str, pages: Pages, desk: Desk) -> dict[str, Any]:
    """The scenes that come with the rulebook, those of the pack's own rulebook.yaml in place of them."""
    record = SECTIONS["scenes"].record
    own = pages.loose.get("rulebook")
    theirs = own.entries.get(SCENES) if own is not None and own.kind == "map" else None
    entries = read_occasions(rules) | (theirs.entries if theirs is not None else {})
    mine = set(theirs.entries) if theirs is not None else set[str]()
    found = {}
    for id in sorted(entries):
        noun = _noun(record, entries[id], f"rulebook.scenes.{id}", desk if id in mine else Desk())
        if noun is not None:
            found[id] = noun
    return found


def _currency(rulebook: dict[str, Any]) -> Currency:
    """What the campaign's money is called; dollars where its rulebook says it wrongly, which is found when it is opened."""
    try:
        return Currency.model_validate(rulebook.get("currency", {}))
    except ValidationError:
        return Currency()


def _check_genre(genre: str, pages: Pages, desk: Desk) -> None:
    """A genre may be any, and has then the core's words; one that is nearly a known one is taken for a slip."""
    near = nearest(genre, genre_names())
    if genre not in genre_names() and near:
        message = f"genre {genre!r} has no stock of words of its own, and {near!r} has"
        fix = f"write genre: {near}, or keep it: what can be said anywhere is then said"
        desk.find("W180", pages.head.entries.get("genre", pages.head), message, fix)


def _words(written: Written | None, desk: Desk) -> dict[str, tuple[str, ...]]:
    if written is None:
        return {}
    desk.mark("words", written.file, written.line)
    words = Mapped(Many(Text())).read(written, "words", desk)
    return dict(words) if isinstance(words, dict) else {}


def _unset_flags(desk: Desk) -> tuple[Finding, ...]:
    """Conditions on flags that no effect sets."""
    found = []
    for each in desk.flags_read:
        if each.id not in desk.flags_set:
            fix = did_you_mean(each.id, desk.flags_set, f"set it with the effect flag.{each.id}, or drop the condition")
            message = f"{each.path} asks for flag.{each.id}, which nothing in the pack sets"
            found.append(Finding(file=each.file, line=each.line, code="W160", message=message, fix=fix))
    return in_order(found)
