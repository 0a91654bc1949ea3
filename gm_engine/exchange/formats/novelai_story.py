"""NovelAI's scenarios and stories: the text as far as it lies open, memory, author's note, lorebook."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import own_paths, stem
from gm_engine.exchange.formats.brought import Brought, Chat, Fate, Loss, Message, Written
from gm_engine.exchange.formats.chat_terms import Role, only_there
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.novelai import lorebook_object_of, read_lorebook_object
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice, under
from gm_engine.exchange.formats.told_text import Piece, messages_of, objects_in, pieces_of, same_text, untold, with_blanks_filled
from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook

SOURCE = "novelai_story"
ORIGINS: Mapping[str, Role] = {"user": "player"}
"""Whose a fragment of a story is; of all others, the GM's."""
BLANK_CONTEXT: Mapping[str, Any] = {"text": ""}
SCENARIO = frozenset({"scenarioVersion", "title", "prompt", "context", "lorebook", "placeholders"})
FRESH: Mapping[str, Any] = {
    "scenarioVersion": 3, "title": "", "description": "", "prompt": "", "tags": [], "context": [{"text": ""}, {"text": ""}],
    "ephemeralContext": [], "placeholders": [], "author": "", "phraseBiasGroups": [], "bannedSequenceGroups": [],
}  # fmt: skip
PACKED = "The text of newer stories is packed in a way that is not read here. Export it as plain text, and import that too."

FATES: tuple[Fate, ...] = (
    Fate("prompt", "kept", "A scenario's text: the first turn. A placeholder becomes its default, one without a plain word."),
    Fate("placeholders", "changed", "Their defaults are read. Nobody is asked for anything else."),
    Fate("content.story.fragments", "kept", "A story's text; what is of origin `user` is the player's."),
    Fate("content.document", "lost", "The packed text of newer stories."),
    Fate("context, content.context", "kept", "The first is memory, the second the author's note; what they say of budgets is lost."),
    Fate("lorebook, content.lorebook", "kept", "See NovelAI's lorebook."),
    Fate("title, metadata.title", "kept", "What the story is called."),
    Fate(
        "scenarioVersion, storyContainerVersion, description, tags, ephemeralContext, settings, author, storyContextConfig, "
        "contextDefaults, phraseBiasGroups, bannedSequenceGroups", "lost",
    ),
)  # fmt: skip


def is_novelai_story(value: Any) -> bool:
    """True for a scenario, or for a story.

    >>> is_novelai_story({"scenarioVersion": 3}), is_novelai_story({"storyContainerVersion": 1}), is_novelai_story({})
    (True, True, False)
    """
    return isinstance(value, dict) and ("scenarioVersion" in value or "storyContainerVersion" in value)


def read_novelai_story(value: Any, file: str) -> Brought:
    """The story, and its lorebook. Raises TranscriptError for what is none, and for a story that holds nothing that can be read."""
    if not is_novelai_story(value):
        raise TranscriptError(file, "it is no scenario and no story of NovelAI.", "Export it again.", "no-chat")
    losses = twice(value)
    raw = as_read(value)
    story = "storyContainerVersion" in raw
    path = "content" if story else ""
    held = raw.get("content") if story and isinstance(raw.get("content"), dict) else {} if story else raw
    books = []
    if isinstance(held.get("lorebook"), dict) and held["lorebook"].get("entries"):
        where = f"{path}.lorebook".lstrip(".")
        try:
            book, lost = read_lorebook_object(held["lorebook"], file)
            books.append(book)
            losses += under(where, lost)
        except TranscriptError as error:
            losses.append(Loss(where, held["lorebook"], f"It cannot be read: {error.what}"))
    packed = held.get("document") if story else None
    if packed and not objects_in(Fields(held.get("story"), "", []).value.get("fragments")):
        losses.append(Loss("content.document", f"{len(str(packed)):,} letters", PACKED))
    title = Fields(raw.get("metadata"), "metadata", losses) if story else Fields(raw, "", losses)
    chat = Chat(
        name=title.text("title") or plain(stem(file)),
        messages=tuple(_messages(raw, losses)),
        memory=_context(held, 0, path, losses),
        note=_context(held, 1, path, losses),
        books=tuple(book.name for book in books),
        source=SOURCE,
        raw=raw,
        own=() if story else own_paths(raw, SCENARIO, FRESH),
    )
    empty = not chat.messages and not chat.memory and not chat.note
    return Brought("a story (NovelAI)", books=tuple(books), chats=() if empty else (chat,), losses=tuple(losses))


def write_novelai_story(chat: Chat, book: Lorebook | None = None) -> Written:
    """The file of a story that came from NovelAI, else a scenario that tells all of it as its prompt."""
    losses = [*only_there(chat, SOURCE)]
    mine = chat.source == SOURCE
    root: dict[str, Any] = deepcopy(dict(chat.raw if mine else FRESH))
    story = "storyContainerVersion" in root
    held = root["content"] if story and isinstance(root.get("content"), dict) else root
    if not mine or not same_text(tuple(_messages(root, [])), chat.told):
        losses += untold(chat, "NovelAI", alternatives=False)
        pieces = list(pieces_of(chat.told))
        fragments = Fields(held.get("story"), "", []).value.get("fragments") if story else None
        if isinstance(fragments, list):
            held["story"]["fragments"] = [{"data": each.text, "origin": "user" if each.role == "player" else "ai"} for each in pieces]
            if blocks := Fields(held["story"], "", []).value.get("datablocks"):
                losses.append(Loss("content.story.datablocks", blocks, "How the text came about is not known of the changed one."))
        elif story:
            losses.append(Loss("messages", len(chat.told), "The packed text of a newer story is left as it was."))
        else:
            root["prompt"] = "".join(piece.text for piece in pieces)
            if any(message.line.role == "player" for message in chat.told):
                losses.append(Loss("messages.line.role", "player", "A scenario is one text: the player's lines begin with > in it."))
    if not mine:
        root["title"] = chat.name
    for at, new in ((0, chat.memory), (1, chat.note)):
        if _context(held, at, "", []) != new:
            contexts = held["context"] if isinstance(held.get("context"), list) else []
            contexts += [dict(BLANK_CONTEXT) for _ in range(at + 1 - len(contexts))]
            contexts[at] = {**(contexts[at] if isinstance(contexts[at], dict) else {}), "text": new}
            held["context"] = contexts
    if book is not None:
        held["lorebook"], lost = lorebook_object_of(book)
        losses += under("lorebook", lost)
    return Written(canonical_json(root), tuple(losses))


def _context(held: Mapping[str, Any], at: int, path: str, losses: list[Loss]) -> str:
    contexts = held.get("context")
    if not isinstance(contexts, list) or len(contexts) <= at:
        return ""
    where = f"{path}.context.{at}".lstrip(".")
    return with_blanks_filled(Fields(contexts[at], where, losses).text("text"), where, _defaults(held), losses)


def _defaults(held: Mapping[str, Any]) -> dict[str, str]:
    """What stands in a scenario's placeholders, unless somebody says otherwise."""
    rows = [Fields(row, "", []) for row in objects_in(held.get("placeholders"))]
    return {row.text("key").strip().casefold(): value for row in rows if (value := row.text("defaultValue").strip())}


def _messages(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Message]:
    yield from messages_of(_pieces(raw, losses))


def _pieces(raw: Mapping[str, Any], losses: list[Loss]) -> Iterator[Piece]:
    if "storyContainerVersion" not in raw:
        text = with_blanks_filled(Fields(raw, "", losses).text("prompt"), "prompt", _defaults(raw), losses)
        yield Piece(text, "gm")
        return
    story = Fields(raw.get("content"), "content", losses).inner("story")
    rows = objects_in(story.value.get("fragments"))
    if not rows and (text := story.text("text")):
        yield Piece(text, "gm")  # as files had it before its pieces were told apart
    for number, row in enumerate(rows):
        fields = Fields(row, f"content.story.fragments.{number}", losses)
        yield Piece(fields.text("data"), ORIGINS.get(fields.text("origin"), "gm"))
