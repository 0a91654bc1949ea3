"""AI Dungeon's adventures, as they were exported, and its scenarios: actions, memory, author's note, world info or story cards."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.ai_dungeon import CARDS, LIST, cards_of, read_cards
from gm_engine.exchange.formats.book_terms import own_paths, stem
from gm_engine.exchange.formats.brought import Brought, Chat, Fate, Loss, Message, Written
from gm_engine.exchange.formats.chat_terms import Role, only_there
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice, under
from gm_engine.exchange.formats.told_text import Piece, messages_of, pieces_of, same_text, untold, with_blanks_filled
from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook

SOURCE = "ai_dungeon_story"
ACTIONS = ("actions", "actionWindow")
BOOKS = {"worldInfo": LIST, "storyCards": CARDS}
TYPES: Mapping[str, Role] = {"do": "player", "say": "player"}
FRESH: Mapping[str, Any] = {"actions": [], "memory": "", "authorsNote": "", "worldInfo": []}
SHARED = frozenset({"title", "name", "prompt", "memory", "authorsNote", *ACTIONS, *BOOKS})

FATES: tuple[Fate, ...] = (
    Fate("actions, actionWindow", "kept", "Each a turn; lines with `>`, and those of the types `do` and `say`, are the player's."),
    Fate("prompt", "kept", "The first turn, where there are no actions. A placeholder becomes a plain word."),
    Fate("memory, authorsNote", "kept"),
    Fate("worldInfo, storyCards", "kept", "See AI Dungeon's story cards."),
    Fate("title, name", "kept", "What the story is called."),
    Fate("instructions, storySummary, description, tags", "lost"),
)


def is_ai_dungeon_story(value: Any) -> bool:
    """True for an adventure or a scenario.

    >>> is_ai_dungeon_story({"actions": [{"text": "Rain."}], "memory": ""}), is_ai_dungeon_story({"prompt": "Rain.", "storyCards": []})
    (True, True)
    >>> is_ai_dungeon_story({"actions": ["Rain."], "prompt": "", "gamestarted": True})
    False
    """
    if not isinstance(value, dict) or "gamestarted" in value or "worldinfo" in value:
        return False
    rows = next((value[key] for key in ACTIONS if isinstance(value.get(key), list) and value[key]), None)
    adventure = rows is not None and isinstance(rows[0], dict) and isinstance(rows[0].get("text"), str)
    return adventure or (isinstance(value.get("prompt"), str) and any(key in value for key in ("storyCards", "worldInfo", "authorsNote")))


def read_ai_dungeon_story(value: Any, file: str) -> Brought:
    """The story, and its cards. Raises TranscriptError for what is none."""
    if not is_ai_dungeon_story(value):
        raise TranscriptError(file, "it is no adventure of AI Dungeon.", 'An adventure has "actions" with a "text" each.', "no-chat")
    losses = twice(value)
    raw = as_read(value)
    fields = Fields(raw, "", losses)
    books: list[Lorebook] = []
    for key, kind in BOOKS.items():
        if raw.get(key):
            try:
                book, lost = read_cards(raw[key], file, kind)
                books.append(book.changed(id=f"{book.id}_{len(books) + 1}") if books else book)
                losses += under(key, lost)
            except TranscriptError as error:
                losses.append(Loss(key, raw[key], f"It cannot be read: {error.what}"))
    chat = Chat(
        name=fields.text("title") or fields.text("name") or plain(stem(file)),
        messages=tuple(_messages(raw, losses)),
        memory=with_blanks_filled(fields.text("memory"), "memory", {}, losses),
        note=with_blanks_filled(fields.text("authorsNote"), "authorsNote", {}, losses),
        books=tuple(book.name for book in books),
        source=SOURCE,
        raw=raw,
        own=own_paths(raw, SHARED, {}),
    )
    return Brought("an adventure (AI Dungeon)", books=tuple(books), chats=(chat,), losses=tuple(losses))


def write_ai_dungeon_story(chat: Chat, book: Lorebook | None = None) -> Written:
    """The adventure's file, with a book as its world info. What it says already is left as it was written."""
    losses = [*only_there(chat, SOURCE)]
    mine = chat.source == SOURCE
    root: dict[str, Any] = deepcopy(dict(chat.raw if mine else FRESH))
    if not mine or not same_text(tuple(_messages(root, [])), chat.told):
        losses += untold(chat, "AI Dungeon", alternatives=False)
        rows = [{"text": piece.text, "type": "do" if piece.role == "player" else "continue"} for piece in pieces_of(chat.told)]
        root[next((key for key in ACTIONS if root.get(key)), ACTIONS[0])] = rows
    was = Fields(root, "", [])
    tells = {"memory": chat.memory, "authorsNote": chat.note}
    root |= {key: new for key, new in tells.items() if with_blanks_filled(was.text(key), key, {}, []) != new}
    if book is not None:
        key = next((key for key, kind in BOOKS.items() if kind == book.source), "worldInfo")
        root[key], lost = cards_of(book, BOOKS[key])
        losses += under(key, lost)
    return Written(canonical_json(root), tuple(losses))


def _messages(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Message]:
    yield from messages_of(_pieces(raw, losses))


def _pieces(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Piece]:
    key = next((key for key in ACTIONS if isinstance(raw.get(key), list) and raw[key]), None)
    if key is None:
        yield Piece(with_blanks_filled(Fields(raw, "", losses).text("prompt"), "prompt", {}, losses), "gm")
        return
    for number, row in enumerate(raw[key]):
        fields = Fields(row, f"{key}.{number}", losses)
        text = with_blanks_filled(fields.text("text"), f"{key}.{number}", {}, losses)
        yield Piece(text, TYPES.get(fields.text("type")))
