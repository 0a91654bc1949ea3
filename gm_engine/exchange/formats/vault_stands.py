"""Where a vault begins, and where its people stand: as its properties and its links say."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gm_engine.exchange.formats.vault_kinds import PERSON, PLACE, kind_hinted
from gm_engine.exchange.formats.vault_pages import Page, folder_of, folders_of, is_evening, is_of_its_folder, linked_from

Meant = Callable[[str], Page | None]
"""What a link, or a name, means."""
BEGINS = frozenset({"start", "starts", "starting", "begin", "begins", "beginning", "opening"})
"""Words in the names of properties that say where it begins."""
FRONT = ("start", "home", "index", "welcome", "readme", "overview", "main", "dashboard", "moc")
"""Words in the name of the page that a vault opens with, the surest first."""
ONCE = frozenset({"born", "birth", "birthplace", "origin", "origins", "from", "died", "death", "buried", "grave"})
"""Words in the names of properties that say where somebody was before, or is no more."""
WAS = 2
"""The rank of such a property."""


def where_people_stand(pages: Iterable[Page], meant: Meant) -> dict[str, str]:
    """The place of each person of whom the vault says one, by their ids: as a property says, of their own page or of the place's; else
    by the links of the pages, where these leave one place, or by the folder of a place that the page lies in. Whoever or whatever is for
    the GM alone stands nowhere."""
    pages = tuple(pages)
    places = {page.id: page for page in pages if _is_open(page, PLACE)}
    places_of = {folder_of(place): place.id for place in reversed(places.values()) if is_of_its_folder(place)}
    there: dict[str, dict[str, None]] = {}
    held: dict[str, dict[str, None]] = {}
    for place in places.values():
        for page in _linked(place, meant):
            there.setdefault(page.id, {})[place.id] = None
        for _, page in _held(place, meant):
            held.setdefault(page.id, {})[place.id] = None
    found: dict[str, str] = {}
    for person in pages:
        if not _is_open(person, PERSON):
            continue
        own = sorted((_rank(key), at) for at, (key, page) in enumerate(_held(person, meant)) if page.id in places)
        said = [page.id for _, page in _held(person, meant)]
        sure = [said[at] for rank, at in own if rank < WAS]
        linked = dict.fromkeys(page.id for page in _linked(person, meant) if page.id in places)
        named = there.get(person.id, {})
        both = [id for id in linked if id in named]
        home = [places_of[folder] for folder in folders_of(person) if folder in places_of][:1]
        rows = (sure[:1], list(held.get(person.id, ())), list(linked), both, list(named), home, [said[at] for _, at in own][:1])
        if at := next((row[0] for row in rows if len(row) == 1), ""):
            found[person.id] = at
    return found


def where_it_begins(pages: Iterable[Page], meant: Meant) -> tuple[Page | None, str]:
    """The place where the vault says that it begins, with how it says so; nothing where it does not.

    A property says it (``start: "[[Oakford]]"``, or ``start: true`` of a place), else the page that it opens with (Home, Index, Start
    here) by its first link to a place, else the page of the latest evening, by a property or its last link to one.
    """
    ways = _beginnings(tuple(page for page in pages if page.visibility == "table"), meant)
    return next(((place, why) for place, why in ways if _is_open(place, PLACE)), (None, ""))


def _beginnings(pages: tuple[Page, ...], meant: Meant) -> Iterator[tuple[Page, str]]:
    """The pages that it may begin in, the surest first, each with what says so."""
    for page in pages:
        for key, value in page.matter.items():
            if not BEGINS.isdisjoint(_words(key)):
                said = (page,) if value in (True, "true", "yes") else _meant_by(value, meant)
                yield from ((place, f"the property {key} of {page.name} says so") for place in said)
    front = [(page.path.count("/"), _front(page), page.path, page) for page in pages if _front(page) < len(FRONT)]
    for *_, page in sorted(front, key=lambda row: row[:3]):
        yield from ((place, f"{page.name} leads there first") for place in _linked(page, meant))
    for page in sorted(filter(is_evening, pages), key=_latest, reverse=True):
        held = sorted(((_rank(key), at, place) for at, (key, place) in enumerate(_held(page, meant))), key=lambda row: row[:2])
        where = (*(place for rank, _, place in held if rank < WAS), *reversed(list(_linked(page, meant))))
        yield from ((place, f"{page.name} is the latest evening") for place in where)


def _rank(key: str) -> int:
    """How surely a property says where somebody is: its name means a place, or it links to one; or it says where somebody was."""
    if not ONCE.isdisjoint(_words(key)):
        return WAS
    return 0 if kind_hinted(key) == PLACE else 1


def _front(page: Page) -> int:
    """Which word for a front page its name is made of; past all of them where it is none."""
    words = [word for word in _words(page.name) if word not in ("here", "page", "of", "the", "to", "campaign")]
    if is_evening(page) or page.kind or len(words) != 1:
        return len(FRONT)
    return FRONT.index(words[0]) if words[0] in FRONT else len(FRONT)


def _latest(page: Page) -> tuple[str, tuple[int, ...], str]:
    """By what evenings are put in order: a date among the properties, then the numbers in the name."""
    low = {key.casefold(): str(value) for key, value in page.matter.items()}
    found = re.search(r"\d{4}-\d{2}-\d{2}", low.get("date", ""))
    return found[0] if found else "", tuple(map(int, re.findall(r"\d{1,9}", page.name))), page.path


def _is_open(page: Page, kind: str) -> bool:
    return page.kind == kind and page.visibility == "table"


def _linked(page: Page, meant: Meant) -> Iterator[Page]:
    """The pages that a page's open text links to, in order."""
    yield from (other for target in linked_from(page.text) if (other := meant(target)) is not None)


def _held(page: Page, meant: Meant) -> Iterator[tuple[str, Page]]:
    """The pages that a page's properties name, each with the property."""
    for key, value in page.matter.items():
        yield from ((key, other) for other in _meant_by(value, meant))


def _meant_by(value: Any, meant: Meant) -> Iterator[Page]:
    """The pages that a property's value names: by links, else by their names alone."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            names = list(linked_from(one)) or [one, *(one.split(",") if "," in one else ())]
            yield from (other for name in names if (other := meant(name.strip())) is not None)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.casefold())
