"""What the tests of lorebook formats share: a book in each format, values that a file may hold, and a file that somebody has bent."""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

from hypothesis import strategies as st

from gm_engine.exchange.formats import agnai, ai_dungeon, character_book, kobold_world_info, novelai, risu, world_info
from gm_engine.exchange.formats.brought import Brought, Fate, Written
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from gm_engine.story.lorebook import Lorebook

LETTERS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def as_file(value: Any) -> Any:
    """The value as a reader gets it from a file."""
    return read_json(json.dumps(value), "x.json")


def alike(data: bytes, value: Any) -> bool:
    """True where the bytes are the value's in the one form."""
    return data == canonical_json(value)


def _places(value: Any, least: int, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [way] if len(way) >= least else []
    return found + [place for key, held in inner for place in _places(held, least, (*way, key))]


def _put(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    if not way:
        return {**value, **new} if isinstance(value, dict) and isinstance(new, dict) else new
    if isinstance(value, dict):
        return {**value, way[0]: _put(value.get(way[0]), way[1:], new)}
    return [_put(inner, way[1:], new) if at == way[0] else inner for at, inner in enumerate(value)] if isinstance(value, list) else value


def bent(value: Any, least: int = 0) -> st.SearchStrategy[Any]:
    """The value with something else in up to three of its places, or something more in the objects that stand there; ``least``: how
    deep such a place lies."""
    bends = st.lists(st.tuples(st.sampled_from(_places(value, least)), ANYTHING), min_size=1, max_size=3)
    return bends.map(lambda found: reduce(lambda made, bend: _put(made, *bend), found, value))


class Kind(NamedTuple):
    """A format: how it is told, read and written, what becomes of its fields, and a book in it that says most of what it can say."""

    tells: Callable[[Any], bool]
    reads: Callable[[Any, str], Brought]
    writes: Callable[[Lorebook], Written]
    fates: tuple[Fate, ...]
    book: Any


WORLD_INFO = {
    "name": "Salt Fork",
    "extensions": {"maker": "us"},
    "entries": {
        "10": {
            "uid": 10, "key": ["mill"], "comment": "Mill", "content": "The mill stands still.", "constant": True, "order": 5,
            "position": 4, "depth": 2, "role": 1, "disable": True, "displayIndex": 1,
        },
        "2": {
            **world_info.FRESH, "uid": 2, "key": ["sal", "/fer+y/i"], "keysecondary": ["ford", "night"], "comment": "Sal",
            "content": "@@dont_activate\nSal keeps the ford.", "selectiveLogic": 2, "order": 70, "ignoreBudget": True,
            "excludeRecursion": True, "preventRecursion": True, "delayUntilRecursion": 2, "matchScenario": True, "probability": 30,
            "group": "people, ford", "groupOverride": True, "groupWeight": 40, "scanDepth": 3, "caseSensitive": True,
            "matchWholeWords": False, "useGroupScoring": True, "automationId": "bell", "sticky": 1, "cooldown": 2, "delay": 3,
            "characterFilter": {"isExclude": True, "names": ["Ada"], "tags": ["young"]}, "triggers": ["quiet"], "vectorized": True,
            "extensions": {"tints": 1}, "mood": "calm",
        },
        "3": {"uid": 3, "key": ["well"], "content": "The well is dry.", "position": 7, "outletName": "places"},
    },
}  # fmt: skip
CHARACTER_BOOK = {
    "name": "Salt Fork", "description": "A ford", "scan_depth": 5, "token_budget": 400, "recursive_scanning": False,
    "extensions": {"maker": "us"},
    "entries": [
        {
            "keys": ["sal", "/sal(ly)?/i"], "secondary_keys": ["ford"], "content": "@@depth 2\n@@is_greeting 1\nSal keeps the ford.",
            "name": "Sal", "comment": "the ferrywoman", "enabled": True, "insertion_order": 40, "priority": 7, "selective": True,
            "position": "after_char", "use_regex": False, "id": 3, "case_sensitive": True, "extensions": {"tints": {"hue": "grey"}},
        },
        {
            "keys": ["mill"], "content": "The mill stands still.", "comment": "Mill", "enabled": False, "id": "m", "insertion_order": 90,
            "constant": True, "extensions": {**character_book.EXTENSIONS, "sticky": 2},
        },
    ],
}  # fmt: skip
NOVELAI = {
    "lorebookVersion": 6, "settings": {"orderByKeyLocations": True},
    "categories": [{"name": "Ruins", "id": "r", "enabled": False, "categoryBiasGroups": []}, {"name": "People", "id": "p"}],
    "entries": [
        {
            **novelai.FRESH, "id": "one", "displayName": "Sal", "text": "Sal keeps the ford.", "keys": ["sal", "/fer+y/i"], "category": "p",
            "contextConfig": {**novelai.CONTEXT, "budgetPriority": 500, "tokenBudget": 120, "prefix": "* "}, "searchRange": 800,
            "loreBiasGroups": [{"phrases": ["ford"], "bias": 0.1}], "nonStoryActivatable": True, "lastUpdatedAt": 1700000000000,
        },
        {
            **novelai.FRESH, "id": "two", "displayName": "Mill", "text": "The mill stands still.", "keys": ["mill"], "category": "r",
            "forceActivation": True, "keyRelative": True, "loreBiasGroups": [{"phrases": [], "bias": 0}],
        },
    ],
}  # fmt: skip
STORY_CARDS = [
    {
        "keys": "sal, ferry", "value": "Sal keeps the ford.", "type": "character", "title": "Sal", "description": "from the first evening",
        "useForCharacterCreation": False, "id": "c1", "updatedAt": "2026-01-01",
    },
    {"keys": "mill", "value": "The mill stands still.", "type": "custom", "title": "Mill", "useForCharacterCreation": True},
]  # fmt: skip
OLD_LIST = [{"keys": "sal,/ooc/", "entry": "Sal keeps the ford.", "id": "1.1", "hidden": True}, {"keys": "mill", "entry": "Still."}]
MEMORY_BOOK = {
    "kind": "memory", "_id": "b1", "name": "Salt Fork", "description": "A ford", "userId": "u", "scanDepth": 20, "tokenBudget": 300,
    "recursiveScanning": True, "extensions": {"maker": "us"},
    "entries": [
        {
            "name": "Sal", "entry": "Sal waits.", "keywords": ["sal", "ferr*"], "priority": 9, "weight": 3, "enabled": True, "id": "a",
            "comment": "a ferrywoman", "selective": True, "secondaryKeys": ["ford"], "selectiveLogic": 3, "constant": True,
            "position": "after_char", "probability": 60, "useProbability": True, "excludeRecursion": True,
        },
        {"name": "Mill", "entry": "The mill stands still.", "keywords": ["mill"], "priority": 1, "weight": 8, "enabled": False},
    ],
}  # fmt: skip
RISU = {
    "type": "risu", "ver": 1,
    "data": [
        {**risu.FRESH, "key": "\uf000folder:f1", "comment": "People", "mode": "folder"},
        {
            **risu.FRESH, "key": "/sal(ly)?/i, /ford/", "comment": "Sal",
            "content": "@@role user\n@@depth 3\nSal waits.",
            "insertorder": 20, "secondkey": "night", "selective": True, "useRegex": True, "activationPercent": 40,
            "folder": "\uf000folder:f1",
            "extentions": {"risu_case_sensitive": True}, "bookVersion": 2, "id": "s", "loreCache": {"key": "x", "data": []},
        },
        {**risu.FRESH, "key": "mill, wheel", "comment": "Mill", "content": "It stands still.", "alwaysActive": True, "mode": "constant"},
    ],
}  # fmt: skip
KOBOLD = [
    {
        "keys": "sal,ferry", "keysecondary": "ford", "entry": "Sal keeps the ford.", "comment": "Sal", "folder": 3, "selective": True,
        "constant": False,
    },
    {"keys": "mill", "entry": "The mill stands still.", "constant": True},
]  # fmt: skip
KINDS: dict[str, Kind] = {
    "world_info": Kind(
        world_info.is_world_info, world_info.read_world_info, world_info.write_world_info, world_info.FATES, WORLD_INFO
    ),
    "character_book": Kind(
        character_book.is_character_book, character_book.read_book_file, character_book.write_book_file, character_book.FATES,
        CHARACTER_BOOK,
    ),
    "lorebook_v3": Kind(
        character_book.is_lorebook_v3, character_book.read_lorebook_v3, character_book.write_lorebook_v3, character_book.FATES,
        {"spec": "lorebook_v3", "data": CHARACTER_BOOK, "seal": "red"},
    ),
    "novelai": Kind(novelai.is_novelai_lorebook, novelai.read_novelai, novelai.write_novelai, novelai.FATES, NOVELAI),
    "ai_dungeon": Kind(
        ai_dungeon.is_story_cards, ai_dungeon.read_ai_dungeon, ai_dungeon.write_story_cards, ai_dungeon.FATES, STORY_CARDS
    ),
    "ai_dungeon_list": Kind(
        lambda value: ai_dungeon.is_ai_dungeon_list(value) and not kobold_world_info.is_kobold_list(value),
        ai_dungeon.read_ai_dungeon, ai_dungeon.write_ai_dungeon_list, ai_dungeon.FATES, OLD_LIST,
    ),
    "agnai": Kind(agnai.is_agnai, agnai.read_agnai, agnai.write_agnai, agnai.FATES, MEMORY_BOOK),
    "risu": Kind(risu.is_risu, risu.read_risu, risu.write_risu, risu.FATES, RISU),
    "kobold_world_info": Kind(
        kobold_world_info.is_kobold_list, kobold_world_info.read_kobold_world_info, kobold_world_info.write_kobold_world_info,
        kobold_world_info.FATES, KOBOLD,
    ),
}  # fmt: skip
