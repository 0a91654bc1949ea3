"""Saves of KoboldAI and Kobold Lite: a prompt, what came after it, memory, the author's note, world info, and documents."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import own_paths, stem
from gm_engine.exchange.formats.brought import Brought, Chat, Fate, Loss, Message, Written
from gm_engine.exchange.formats.chat_terms import only_there
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.kobold_world_info import read_world_info_rows, world_info_rows_of
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice, under
from gm_engine.exchange.formats.told_text import Piece, messages_of, pieces_of, same_text, untold
from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.pack import LoreEntry

SOURCE = "kobold_story"
BREAK = "[DOCUMENT BREAK]"
OTHER = {"Pinned": False, "Previous Selection": False, "Edited": False}
"""What stands beside the words of an alternative that nobody has touched."""
FRESH: Mapping[str, Any] = {
    "gamestarted": True, "prompt": "", "memory": "", "authorsnote": "", "anotetemplate": "[Author's note: <|>]", "actions": [],
    "actions_metadata": {}, "worldinfo": [], "wifolders_d": {}, "wifolders_l": [],
}  # fmt: skip
SHARED = frozenset({*FRESH, "documentdb_data"}) - {"anotetemplate"}
USUAL = {"anotetemplate": FRESH["anotetemplate"]}

FATES: tuple[Fate, ...] = (
    Fate("prompt, actions", "kept", "Each a turn, unless it goes on in the middle of a sentence. Lines with `>` are the player's."),
    Fate("actions_metadata", "kept", "What was not chosen is on record as another telling of the turn."),
    Fate("memory, authorsnote", "kept"),
    Fate("worldinfo", "kept", "See KoboldAI's world info."),
    Fate("documentdb_data", "changed", "Each document becomes a note."),
    Fate("gamestarted, anotetemplate, wifolders_d, wifolders_l, anotestr, wisearchdepth, wiinsertlocation, personal_notes", "lost"),
    Fate("documentdb_provider, documentdb_searchhistory, documentdb_numresults, documentdb_searchrange, documentdb_chunksize", "lost"),
    Fate("altbranches, savedsettings, completed_imgs_meta", "lost"),
)  # fmt: skip


def is_kobold_story(value: Any) -> bool:
    """True for a save.

    >>> is_kobold_story({"gamestarted": True, "prompt": "Rain.", "actions": []}), is_kobold_story({"prompt": "Rain."})
    (True, False)
    """
    return isinstance(value, dict) and "actions" in value and "prompt" in value and ("gamestarted" in value or "worldinfo" in value)


def read_kobold_story(value: Any, file: str) -> Brought:
    """The story of a save, its world info and documents. Raises TranscriptError for what is none."""
    if not is_kobold_story(value):
        raise TranscriptError(file, "it is no save of KoboldAI.", 'A save has "prompt" and "actions".', "no-chat")
    losses = twice(value)
    raw = as_read(value)
    fields = Fields(raw, "", losses)
    books: tuple[Lorebook, ...] = ()
    if raw.get("worldinfo"):
        try:
            book, lost = read_world_info_rows(value["worldinfo"], file)
            books = (book,)
            losses += under("worldinfo", (loss for loss in lost if loss not in losses))
        except TranscriptError as error:
            losses.append(Loss("worldinfo", raw["worldinfo"], f"It is no world info: {error.what}"))
    name = plain(stem(file))
    chat = Chat(
        name=name,
        messages=tuple(_messages(raw, losses)),
        memory=fields.text("memory"),
        note=fields.text("authorsnote"),
        books=tuple(book.name for book in books),
        source=SOURCE,
        raw=raw,
        own=own_paths(raw, SHARED, USUAL),
    )
    return Brought("a story (KoboldAI)", books=books, chats=(chat,), lore=tuple(_documents(fields)), losses=tuple(losses))


def write_kobold_story(chat: Chat, book: Lorebook | None = None) -> Written:
    """The save of a story, with a book as its world info. What it says already is left as it was written."""
    losses = [*only_there(chat, SOURCE)]
    mine = chat.source == SOURCE
    root: dict[str, Any] = deepcopy(dict(chat.raw if mine else FRESH))
    if not mine or not same_text(tuple(_messages(root, [])), chat.told):
        losses += untold(chat, "KoboldAI")
        pieces = list(pieces_of(chat.told))
        root["prompt"] = pieces[0].text if pieces else ""
        root["actions"] = [piece.text for piece in pieces[1:]]
        root["actions_metadata"] = {
            str(at): {"Selected Text": piece.text, "Alternative Text": [{"Text": other, **OTHER} for other in piece.others]}
            for at, piece in enumerate(pieces[1:])
        }
        if pieces and pieces[0].others:
            losses.append(Loss("messages.0.alternatives", list(chat.told[0].alternatives), "KoboldAI has one prompt."))
    was = Fields(root, "", [])
    tells = {"memory": chat.memory, "authorsnote": chat.note}
    root |= {key: new for key, new in tells.items() if was.text(key) != new}
    if book is not None:
        root["worldinfo"], lost = world_info_rows_of(book)
        losses += under("worldinfo", lost)
    return Written(canonical_json(root), tuple(losses))


def _messages(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Message]:
    yield from messages_of(_pieces(raw, losses))


def _pieces(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Piece]:
    fields = Fields(raw, "", losses)
    yield Piece(fields.text("prompt"))
    actions = raw["actions"]
    if isinstance(actions, dict):
        actions = list(actions.values())
    if not isinstance(actions, list):
        fields.words("actions")
        return
    beside = fields.inner("actions_metadata")
    for number, action in enumerate(actions):
        text = Fields({str(number): action}, "actions", losses).text(str(number))
        yield Piece(text, None, tuple(_others(beside.inner(str(number)))))


def _others(fields: Fields) -> Iterator[str]:
    value = fields.value.get("Alternative Text")
    for place, other in enumerate(value if isinstance(value, list) else []):
        words = other.get("Text") if isinstance(other, dict) else other
        text = Fields({str(place): words}, f"{fields.path}.Alternative Text", fields.losses).text(str(place))
        if text.strip():
            yield text


def _documents(fields: Fields) -> Iterator[LoreEntry]:
    """The notes of the text database."""
    found = [text.strip() for text in fields.text("documentdb_data").split(BREAK)]
    for number, text in enumerate([text for text in found if text], 1):
        yield LoreEntry(id=f"document_{number}", text=text)
