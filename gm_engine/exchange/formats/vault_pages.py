"""A page of a vault as it is read, what its links lead to, and whether it is the page of an evening."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm_engine.story.pack import Visibility

LINK = re.compile(r"(!?)\[\[([^\[\]\n]+)\]\]|(!?)\[([^\[\]\n]*)\]\(\s*+<?([^()\s<>]*)>?\s*+(?:(?<=\s)\"[^\"\n]*\"\s*+)?\)")
EVENINGS = frozenset({"session", "sessions", "recap", "recaps", "journal", "log", "logs", "diary", "evening", "evenings"})
"""Words of a type, a tag or a folder that say that a page tells of an evening."""


@dataclass
class Page:
    """A page as it is read: its path without ``.md``, its name and id, its properties, its text, and what it is about."""

    path: str
    name: str
    id: str
    matter: Mapping[str, Any]
    text: str
    hidden: tuple[str, ...] = ()
    kind: str = ""
    visibility: Visibility = "table"
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def is_evening(page: Page) -> bool:
    """True for a page that its type, a tag or its folder calls a session or a log, or its own name where it has a number."""
    low = {key.casefold(): value for key, value in page.matter.items()}
    said = [str(low.get(key, "")) for key in ("type", "kind", "category")]
    named = [page.name] if re.search(r"\d", page.name) else []
    words = re.findall(r"[a-z]+", " ".join((*said, *page.tags, *page.path.split("/")[:-1][-2:], *named)).casefold())
    return not page.kind and not EVENINGS.isdisjoint(words)


def linked_from(text: str) -> Iterator[str]:
    """Where the links of a text lead, in order."""
    for found in LINK.finditer(text):
        yield (found[2] or "").partition("|")[0] if found[2] else found[5].replace("%20", " ")


def folder_of(page: Page) -> str:
    """The folder that a page lies in."""
    return page.path.rpartition("/")[0]


def folders_of(page: Page) -> Iterator[str]:
    """The folders that a page lies in, the nearest first."""
    folder = folder_of(page)
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def is_of_its_folder(page: Page) -> bool:
    """True for a page that its folder is called after: ``Oakford/Oakford``, ``Oakford Town/Oakford``."""
    folder = folder_of(page).rpartition("/")[2].casefold()
    return bool(folder) and f"{folder} ".startswith(f"{page.name.casefold()} ")
