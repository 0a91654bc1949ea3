"""The formats of other programs that are read, each a row: what it is called, how it is told from all others, what reads it.

The first row that knows a file reads it, so the order counts: what can be told surely stands before what is only likely.
"""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats import (
    agnai,
    ai_dungeon,
    ai_dungeon_story,
    card,
    card_png,
    character_book,
    charx,
    discord_export,
    discord_page,
    foundry_log,
    ink,
    kobold_story,
    kobold_world_info,
    novelai,
    novelai_story,
    risu,
    roll20_archive,
    tavern_chat,
    twee,
    twine,
    world_info,
)  # fmt: skip
from gm_engine.exchange.formats.brought import Brought, Fate
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats
from gm_engine.exchange.formats.foreign_json import MARKS, decoded, read_json
from gm_engine.exchange.formats.png_text import is_png

HEAD = 100_000
"""Bytes that are looked at to tell a plain text for what it is."""
WHITE = b" \t\r\n\x00"


LIKE_JSON = re.compile(rb"""\{|\[[\s\x00]*(?:[\[{"\]\d-]|true|false|null|$)""")
"""How JSON begins: a list holds values, and not the words of a link."""


class Given:
    """A file that somebody gives us: its name, its bytes, and its JSON, which is read once and only where somebody asks. ``seats`` says
    who is the GM and whom the player plays, where the file is a chat."""

    def __init__(self, file: str, data: bytes, seats: Seats = ANYBODY) -> None:
        self.file, self.data, self.seats = file, data, seats

    @cached_property
    def text(self) -> str:
        """Its text, where it begins as JSON does; else nothing."""
        start = self.data[:64]
        for mark, _ in MARKS:
            start = start.removeprefix(mark)
        if not LIKE_JSON.match(start.lstrip(WHITE)):
            return ""
        try:
            return decoded(self.data, self.file)
        except TranscriptError:
            return ""

    @property
    def head(self) -> str:
        """Its beginning, as text."""
        return self.data[:HEAD].decode("utf-8", "replace")

    @cached_property
    def _read(self) -> tuple[Any, TranscriptError | None]:
        if not self.text:
            return None, None
        try:
            return read_json(self.text, self.file), None
        except TranscriptError as error:
            return None, error

    @property
    def value(self) -> Any:
        """What its JSON says; None where it is not one JSON value."""
        return self._read[0]

    @property
    def fault(self) -> TranscriptError | None:
        """Why it is not one JSON value, where it begins like one."""
        return self._read[1]

    @cached_property
    def first_row(self) -> Any:
        """What the first of several lines of JSON says; None where it is no such file."""
        line, _, rest = self.text.lstrip().partition("\n")
        if not rest.strip():
            return self.value if isinstance(self.value, dict) else None
        try:
            return read_json(line, self.file)
        except TranscriptError:
            return None


class Format(NamedTuple):
    """A format: its ``name`` (as in ``Lorebook.source``), what a person calls it, whether a file is one, what it brings, its fields."""

    name: str
    words: str
    knows: Callable[[Given], bool]
    reads: Callable[[Given], Brought]
    fates: tuple[Fate, ...]


def _json(
    name: str, words: str, knows: Callable[[Any], bool], reads: Callable[[Any, str], Brought], fates: tuple[Fate, ...]
) -> Format:  # fmt: skip
    return Format(name, words, lambda given: knows(given.value), lambda given: reads(given.value, given.file), fates)


def _read_png(given: Given) -> Brought:
    found = card_png.in_png(given.data, given.file)
    if novelai.is_novelai_lorebook(found.value):
        brought = novelai.read_novelai(found.value, given.file)
        return Brought(
            brought.kind, books=brought.books, losses=(*found.losses, *brought.losses), remarks=(*found.remarks, *brought.remarks)
        )
    return card_png.card_in(found, given.file)


FORMATS: tuple[Format, ...] = (
    Format("card_png", "a character card in a PNG", lambda given: is_png(given.data), _read_png, card_png.FATES),
    Format(
        "charx", "a CHARX", lambda given: charx.is_charx(given.data), lambda given: charx.read_charx(given.data, given.file), charx.FATES
    ),
    _json("ai_dungeon", "AI Dungeon's story cards", ai_dungeon.is_story_cards, ai_dungeon.read_ai_dungeon, ai_dungeon.FATES),
    _json("kobold_world_info", "KoboldAI's world info", kobold_world_info.is_kobold_list, kobold_world_info.read_kobold_world_info,
          kobold_world_info.FATES),
    _json("ai_dungeon_list", "AI Dungeon's old world info", ai_dungeon.is_ai_dungeon_list, ai_dungeon.read_ai_dungeon,
          ai_dungeon.FATES),
    _json("card", "a character card", card.is_card, card.read_card, card.FATES),
    _json("lorebook_v3", "a standalone lorebook (V3)", character_book.is_lorebook_v3, character_book.read_lorebook_v3,
          character_book.FATES),
    _json("novelai", "NovelAI's lorebook", novelai.is_novelai_lorebook, novelai.read_novelai, novelai.FATES),
    _json("agnai", "Agnai's memory book", agnai.is_agnai, agnai.read_agnai, agnai.FATES),
    _json("risu", "RisuAI's lorebook", risu.is_risu, risu.read_risu, risu.FATES),
    _json("novelai_story", "NovelAI's scenario or story", novelai_story.is_novelai_story, novelai_story.read_novelai_story,
          novelai_story.FATES),
    _json("kobold_story", "KoboldAI's save", kobold_story.is_kobold_story, kobold_story.read_kobold_story, kobold_story.FATES),
    _json("ai_dungeon_story", "AI Dungeon's adventure", ai_dungeon_story.is_ai_dungeon_story, ai_dungeon_story.read_ai_dungeon_story,
          ai_dungeon_story.FATES),
    _json("world_info", "SillyTavern's World Info", world_info.is_world_info, world_info.read_world_info, world_info.FATES),
    _json("character_book", "a character's book", character_book.is_character_book, character_book.read_book_file,
          character_book.FATES),
    Format("discord_export", "Discord's channel", lambda given: discord_export.is_discord_export(given.value),
           lambda given: discord_export.read_discord_export(given.value, given.file, given.seats), discord_export.FATES),
    Format("foundry_log", "Foundry's chat", lambda given: foundry_log.is_foundry_log(given.value or given.first_row),
           lambda given: foundry_log.read_foundry_log(given.data, given.file, given.seats), foundry_log.FATES),
    _json("ink", "a story (Ink)", ink.is_ink, ink.read_ink, ink.FATES),
    Format("twine", "a story (Twine)", lambda given: twine.is_twine(given.data), lambda given: twine.read_twine(given.data, given.file),
           twine.FATES),
    Format("twee", "a story (Twee)", lambda given: twee.is_twee(given.data, given.file),
           lambda given: twee.read_twee(given.data, given.file), twee.FATES),
    Format("discord_page", "Discord's channel as a page", lambda given: discord_page.is_discord_page(given.data),
           lambda given: discord_page.read_discord_page(given.data, given.file, given.seats), discord_page.FATES),
    Format("roll20_archive", "Roll20's chat archive", lambda given: roll20_archive.is_roll20_archive(given.data),
           lambda given: roll20_archive.read_roll20_archive(given.data, given.file, given.seats), roll20_archive.FATES),
    Format("discord_table", "Discord's channel as a table", lambda given: discord_export.is_discord_table(given.data),
           lambda given: discord_export.read_discord_table(given.data, given.file, given.seats), discord_export.TABLE_FATES),
    Format("stamped_log", "a log with stamps", lambda given: discord_export.is_stamped_log(given.head),
           lambda given: discord_export.read_stamped_log(given.data, given.file, given.seats), discord_export.LOG_FATES),
    Format("tavern_chat", "SillyTavern's chat", lambda given: tavern_chat.is_tavern_chat(given.first_row),
           lambda given: tavern_chat.read_tavern_chat(given.data, given.file, given.seats), tavern_chat.FATES),
)  # fmt: skip


def format_of(given: Given) -> Format | None:
    """The format that a file has, by its content; None for what none of them is.

    >>> format_of(Given("x", b'{"entries": {"0": {"key": ["salt"], "content": "It is dear."}}}')).name
    'world_info'
    """
    return next((one for one in FORMATS if one.knows(given)), None)
