"""Cards to test with: one of each version, all original, and strategies that make any."""

from typing import Any

from hypothesis import strategies as st

ONE: dict[str, Any] = {
    "name": "Sal Brannock",
    "description": "{{char}} keeps the livery. He limps.",
    "personality": "dry, patient",
    "scenario": "A dust storm keeps {{user}} in the stable.",
    "first_mes": "*He does not look up.* Shut the door.",
    "mes_example": "<START>\n{{user}}: Any horses?\n{{char}}: One. She bites.",
}
TWO: dict[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        **ONE,
        "creator_notes": "Play him slowly.",
        "system_prompt": "{{original}} Keep to short sentences.",
        "post_history_instructions": "{{Original}}",
        "alternate_greetings": ["Door.", "You again."],
        "tags": ["western", "gruff"],
        "creator": "Mabel",
        "character_version": "1.3",
        "extensions": {"depth_prompt": {"prompt": "He is tired.", "depth": 4, "role": "system"}, "talkativeness": "0.5", "fav": False},
    },
}
THREE: dict[str, Any] = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        **TWO["data"],
        "nickname": "Old Sal",
        "group_only_greetings": ["Too many boots in here."],
        "creator_notes_multilingual": {"en": "Play him slowly.", "de": "Spiel ihn langsam."},
        "source": ["https://example.org/sal"],
        "creation_date": 1_700_000_000,
        "modification_date": 1_700_000_500,
        "assets": [
            {"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"},
            {"type": "emotion", "uri": "https://example.org/grin.webp", "name": "grin", "ext": "webp"},
        ],
    },
}
BOOK: dict[str, Any] = {
    "name": "The livery",
    "scan_depth": 4,
    "extensions": {},
    "entries": [
        {
            "keys": ["mare", "/bit(es|ten)/i"],
            "content": "@@depth 2\nThe mare bites.",
            "enabled": True,
            "insertion_order": 10,
            "extensions": {},
        },
        {"keys": ["storm"], "content": "The storm lasts three days.", "enabled": False, "insertion_order": 5, "x_own": 1, "extensions": {}},
    ],
}
TAVERN: dict[str, Any] = {
    **TWO,
    **ONE,
    "data": {**TWO["data"], "group_only_greetings": []},
    "creatorcomment": "Play him slowly.",
    "tags": ["western", "gruff"],
    "avatar": "none",
    "chat": "Sal Brannock - 2026-1-1 @12h00m00s000ms",
    "talkativeness": "0.5",
    "fav": False,
    "create_date": "2026-1-1 @12h00m00s000ms",
}
"""As SillyTavern writes it: the fields of version 1 beside those of version 2, and its own."""

TEXT = st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
"""Whatever JSON can hold."""
UNKNOWN = st.dictionaries(st.text(min_size=1, max_size=8).map("x_{}".format), VALUES, max_size=3)
NAMES = TEXT.map("Sal {}".format)
TEXTS = st.lists(st.text(min_size=1, max_size=8), max_size=3)


def _fields(version: int) -> dict[str, st.SearchStrategy[Any]]:
    fields: dict[str, st.SearchStrategy[Any]] = {"name": NAMES, **dict.fromkeys([key for key in ONE if key != "name"], TEXT)}
    if version > 1:
        texts = ("creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version")
        fields |= dict.fromkeys(texts, TEXT) | {"alternate_greetings": TEXTS, "tags": TEXTS, "extensions": UNKNOWN}
    if version > 1:
        fields |= {"character_book": st.none() | st.just(BOOK) | st.just({**BOOK, "entries": []})}
    if version > 2:
        fields |= {"nickname": TEXT, "group_only_greetings": TEXTS, "source": TEXTS, "creation_date": st.integers(0)}
        fields |= {"creator_notes_multilingual": st.dictionaries(st.sampled_from(("en", "de", "ja")), TEXT)}
    return fields


@st.composite
def cards(draw: st.DrawFn, version: int) -> dict[str, Any]:
    """A card of the version with keys of its own and others."""
    inner = draw(st.fixed_dictionaries(_fields(version))) | draw(UNKNOWN)
    return inner if version == 1 else {**draw(UNKNOWN), "spec": f"chara_card_v{version}", "spec_version": f"{version}.0", "data": inner}


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A card in which values of any kind stand in the place of some of its own."""
    card = draw(st.sampled_from((ONE, TWO, THREE, TAVERN)))
    outer = {**card, **{key: draw(VALUES) for key in draw(st.sets(st.sampled_from(sorted(card)), max_size=2))}}
    data = outer.get("data")
    if isinstance(data, dict):
        keys = st.sampled_from((*sorted(data), "character_book", "assets"))
        outer["data"] = {**data, **{key: draw(VALUES) for key in draw(st.sets(keys, max_size=4))}}
    return outer
