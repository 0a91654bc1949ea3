"""The lorebooks of a campaign's folder: ``books/NAME.json``, each as ``gm new --from`` writes it; their entries stand in the lore too."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.pack_files import BOOKS, MAIN
from gm_engine.story.book_lore import called, lore_of, owner_of
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.macros import names_of
from gm_engine.story.pack import Authored, LoreEntry

LARGEST = 64 * 2**20
"""Bytes of the largest book that is read."""


def read_books(main: Path, desk: Desk) -> dict[str, Lorebook]:
    """The books beside a campaign.yaml, by id; what cannot be read of them is found."""
    folder = main.parent / BOOKS
    if main.name != MAIN or not folder.is_dir():
        return {}
    found: dict[str, Lorebook] = {}
    for file in sorted(folder.glob("*.json"), key=lambda one: one.name):
        book = _book(file, desk)
        if book is None:
            continue
        if twin := next((one for one in found if f"{one}_".startswith(f"{book.id}_") or f"{book.id}_".startswith(f"{one}_")), ""):
            message = f"the id {book.id!r} of this book begins, or is begun by, that of another: {twin!r}"
            desk.findings.append(Finding(file=str(file), code="E011", message=message, fix="give one of them another id"))
            continue
        found[book.id] = book
    return found


def _book(file: Path, desk: Desk) -> Lorebook | None:
    fix = "write it again with gm new --from, or gm export"
    try:
        if file.stat().st_size > LARGEST:
            desk.findings.append(Finding(file=str(file), code="E001", message="the book is too large", fix=fix))
            return None
        return Lorebook.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        message = f"it is no lorebook: {where}: {first['msg'].lower()}"
    except OSError as error:
        message = f"it cannot be opened ({error.strerror})"
    desk.findings.append(Finding(file=str(file), code="E001", message=message, fix=fix))
    return None


def lore_of_books(
    books: Mapping[str, Lorebook], sections: Mapping[str, Mapping[str, Authored]], pc: str, clock: Mapping[str, str]
) -> dict[str, LoreEntry]:
    """What the books' entries say, each about those whom its title or its keys name; ``pc`` is whom the player plays,
    ``clock`` what time it is at the start."""
    ids: dict[str, str] = {}
    for section in sections.values():
        for id, one in sorted(section.items()):
            for name in (one.name, *one.aliases):
                ids.setdefault(name.casefold(), id)

    hero = sections["characters"].get(pc)
    user = hero.name if hero else ""
    found: dict[str, LoreEntry] = {}
    for book in books.values():
        char = owner_of(book, sections["npcs"])

        def about(entry: LorebookEntry, char: str = char) -> tuple[str, ...]:
            named = (names_of(name, char, user).casefold() for name in (called(entry), *entry.keys))
            return tuple(dict.fromkeys(ids[name] for name in named if name in ids))

        found |= lore_of(book, about, char, user, clock)
    return found
