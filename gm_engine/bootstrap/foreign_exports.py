"""Campaigns in other programs' formats: their people as cards, their lore as lorebooks, their turns as chats; with what is lost.

What came in and was not changed goes out as it came. Unless the GM's notes are asked for, only what the table knows goes out.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gm_engine.bootstrap.chat_export import chats_of
from gm_engine.errors import GameError, UnknownName
from gm_engine.exchange.formats import (
    agnai,
    ai_dungeon,
    ai_dungeon_story,
    card,
    card_png,
    character_book,
    charx,
    kobold_story,
    kobold_world_info,
    novelai,
    novelai_story,
    risu,
    tavern_chat,
    world_info,
)  # fmt: skip
from gm_engine.exchange.formats.brought import Card, Chat, Loss, Written
from gm_engine.journal import Ledger
from gm_engine.state import StoryState, rebuild
from gm_engine.state.table_lore import TableLore
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.pack import CARD, Person


class Export(NamedTuple):
    """A format to leave in: the ending of its files, and what writes one. A ``story`` is a chat with a lorebook in the same file."""

    ending: str
    card: Callable[[Card], Written] | None = None
    book: Callable[[Lorebook], Written] | None = None
    chat: Callable[[Chat], Written] | None = None
    story: Callable[[Chat, Lorebook | None], Written] | None = None


FOREIGN: Mapping[str, Export] = {
    "card-v1": Export("json", card=lambda one: card.write_card(one, 1)),
    "card-v2": Export("json", card=lambda one: card.write_card(one, 2)),
    "card-v3": Export("json", card=lambda one: card.write_card(one, 3)),
    "card-png": Export("png", card=card_png.write_card_png),
    "charx": Export("charx", card=charx.write_charx),
    "world-info": Export("json", book=world_info.write_world_info),
    "character-book": Export("json", book=character_book.write_book_file),
    "lorebook-v3": Export("json", book=character_book.write_lorebook_v3),
    "novelai": Export("lorebook", book=novelai.write_novelai),
    "aidungeon": Export("json", book=ai_dungeon.write_story_cards),
    "aidungeon-list": Export("json", book=ai_dungeon.write_ai_dungeon_list),
    "agnai": Export("json", book=agnai.write_agnai),
    "risu": Export("json", book=risu.write_risu),
    "kobold": Export("json", book=kobold_world_info.write_kobold_world_info),
    "tavern-chat": Export("jsonl", chat=tavern_chat.write_tavern_chat),
    "kobold-story": Export("json", story=kobold_story.write_kobold_story),
    "novelai-scenario": Export("scenario", story=novelai_story.write_novelai_story),
    "aidungeon-adventure": Export("json", story=ai_dungeon_story.write_ai_dungeon_story),
}


class Leaving(NamedTuple):
    """A file that is to be written: what it is called, and what it holds."""

    name: str
    written: Written


def foreign_files(journal: Ledger, to: str, only: str = "", *, gm_notes: bool = False) -> tuple[Leaving, ...]:
    """The files of a campaign in that format; ``only`` names a person, a book or a branch. Raises UnknownName for one that is not there,
    GameError where there is nothing to write."""
    export = FOREIGN[to]
    if export.chat is not None:
        found = [(chat.name, export.chat(chat)) for chat in _told(journal)]
    else:
        state = rebuild(entry.event for entry in journal.entries())
        table = TableLore(state, gm_notes=gm_notes)
        if export.story is not None:
            found = list(_stories(journal, export.story, list(books_of(state, table))))
        elif export.card is not None:
            found = [(one.name, export.card(one)) for one in cards_of(state, table)]
        else:
            write = export.book
            assert write is not None
            found = [
                (book.name or book.id, replace(written, losses=(*kept_back, *written.losses)))
                for book, kept_back in books_of(state, table)
                for written in [write(book)]
            ]
    if only and found:
        chosen = [one for one in found if one[0].casefold() == only.casefold()]
        if not chosen:
            raise UnknownName(journal.name, f"nothing here is called {only!r}.", f"There are: {', '.join(name for name, _ in found)}.")
        found = chosen
    if not found:
        raise GameError(
            journal.name,
            f"there is nothing to write as {to}.",
            "Nobody and nothing that the table knows, and no turn that was played, goes in there.",
            "nothing-to-write",
        )
    return tuple(Leaving(f"{_file_name(name)}.{export.ending}", written) for name, written in found)


def _told(journal: Ledger) -> Iterator[Chat]:
    """The chat of each branch on which anything was said: a file without a line is no chat for anybody."""
    return (chat for chat in chats_of(journal) if chat.told)


def _stories(
    journal: Ledger, write: Callable[[Chat, Lorebook | None], Written], books: Sequence[tuple[Lorebook, tuple[Loss, ...]]]
) -> Iterator[tuple[str, Written]]:
    """Each branch as a story, with the first lorebook in it: there is room for one."""
    book, kept_back = books[0] if books else (None, ())
    more = [Loss("books", other.name or other.id, "A story has one lorebook.") for other, _ in books[1:]]
    for chat in _told(journal):
        written = write(chat, book)
        yield chat.name, replace(written, losses=(*kept_back, *more, *written.losses))


def cards_of(state: StoryState, table: TableLore) -> Iterator[Card]:
    """The campaign's people who came by a card, as it stands on record; where nobody did, all of them whom the table knows."""
    known = {one.id for one in table.entities()}
    people = {id: one for id, one in state.pack.npcs.items() if id in known}
    brought = {id: one for id, one in people.items() if one.by_card}
    for id, person in (brought or people).items():
        yield _card(id, person, state, table)


def _card(id: str, person: Person, state: StoryState, table: TableLore) -> Card:
    book = next((book for book, _ in books_of(state, table) if book.of == id), None) if state.pack.books else None
    text = person.x.get(CARD)
    if isinstance(text, str):
        (made,) = card.read_card(json.loads(text), person.name).cards
        return replace(made, book=book)
    known = [one for one in (person.summary, person.description) if one and table.opens(one)]
    return Card(
        name=person.name,
        description="\n".join(dict.fromkeys(known)),
        personality="\n".join(one for one in person.voice if table.opens(one)),
        scenario=state.pack.summary if table.opens(state.pack.summary) else "",
        tags=person.tags,
        book=book,
    )


def books_of(state: StoryState, table: TableLore) -> Iterator[tuple[Lorebook, tuple[Loss, ...]]]:
    """The campaign's lorebooks, as far as the table knows them, with what was kept back; its own lore as one, where it has no other."""
    pack = state.pack
    own = [id for id in sorted(pack.lore) if not any(id.startswith(f"{book}_") for book in pack.books)]
    for id, book in sorted(pack.books.items()):
        kept = tuple(entry for entry in book.entries if _known(f"{id}_{entry.id}", state, table))
        lost = len(book.entries) - len(kept)
        why = "The table does not know them: --gm-notes writes them too."
        yield (book if not lost else book.changed(entries=kept)), (Loss("entries", lost, why),) if lost else ()
    if not pack.books and own:
        known = [pack.lore[id] for id in own if _known(id, state, table)]
        entries = tuple(
            LorebookEntry(
                id=str(number),
                title=entry.id.replace("_", " "),
                text=entry.text,
                keys=entry.keys or tuple(map(state.name, entry.about)),
                constant=entry.pinned,
                order=entry.importance * 20,
            )
            for number, entry in enumerate(known)
        )
        if entries:
            yield Lorebook(id=pack.id, name=pack.title, entries=entries), ()


def _known(id: str, state: StoryState, table: TableLore) -> bool:
    entry = state.pack.lore.get(id)
    if table.gm_notes or entry is None:
        return table.gm_notes or bool(state.pack.x.get("brought"))
    return entry.visibility == "table" and all(table.knows(one) for one in entry.about) and table.opens(entry.text)


def _file_name(name: str) -> str:
    """A name that every file system takes."""
    return "".join(letter if letter.isalnum() or letter in " -_#()" else "_" for letter in name).strip() or "story"
