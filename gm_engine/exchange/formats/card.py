"""Character cards of versions 1, 2 and 3, as JSON: ``chara_card_v2`` and ``chara_card_v3``, and the six fields from before them."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Literal, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Asset, Brought, Card, Fate, Loss, Written
from gm_engine.exchange.formats.card_files import named_files
from gm_engine.exchange.formats.character_book import character_book_of, read_character_book
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice, under
from gm_engine.story.letters import plain

Version = Literal[1, 2, 3]
KIND = "a character card"
SPEC = "chara_card_v"


class Held(NamedTuple):
    """A field: what ``Card`` calls it, what the file calls it, the version that it came with. ``beside`` is what SillyTavern calls it
    where it writes it among the fields of version 1."""

    name: str
    key: str
    since: Version
    beside: str = ""
    several: bool = False


HELD = (
    Held("name", "name", 1, "name"),
    Held("description", "description", 1, "description"),
    Held("personality", "personality", 1, "personality"),
    Held("scenario", "scenario", 1, "scenario"),
    Held("greeting", "first_mes", 1, "first_mes"),
    Held("examples", "mes_example", 1, "mes_example"),
    Held("creator_notes", "creator_notes", 2, "creatorcomment"),
    Held("system_prompt", "system_prompt", 2),
    Held("after_history", "post_history_instructions", 2),
    Held("greetings", "alternate_greetings", 2, several=True),
    Held("tags", "tags", 2, "tags", several=True),
    Held("creator", "creator", 2),
    Held("version", "character_version", 2),
    Held("nickname", "nickname", 3),
    Held("group_greetings", "group_only_greetings", 3, several=True),
)
ONLY_OF_THREE = ("assets", "source", "creation_date", "modification_date", "creator_notes_multilingual")
BLANK_ASSETS = [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}]
"""What a card without ``assets`` means."""
OF_ONE = "A card of version 1 has no such field."
NO_FILES = "JSON holds no files; a PNG and a CHARX do."

FATES = (
    Fate("name", "kept", "`{{char}}` and `{{user}}` are resolved when a campaign is made, in every text"),
    Fate("nickname", "kept", "what `{{char}}` stands for, where there is one"),
    Fate("description, personality, scenario, first_mes", "kept"),
    Fate("mes_example, alternate_greetings, group_only_greetings", "carried"),
    Fate(
        "system_prompt, post_history_instructions", "carried", "the engine's own prompts stand in their place; `{{original}}` stays in them"
    ),
    Fate("tags, creator, character_version", "carried", "no prompt has them"),
    Fate("creator_notes", "carried", "where there are several languages, the English notes count"),
    Fate("creator_notes_multilingual", "carried"),
    Fate("character_book", "kept", "see the lorebook of a card"),
    Fate("extensions", "carried", "`depth_prompt`, `talkativeness`, `fav` and `world` too"),
    Fate("assets", "carried", "the list; the files inside of a PNG or a CHARX are not kept, addresses elsewhere are not fetched"),
    Fate("source, creation_date, modification_date", "carried", "no date is made up"),
    Fate("spec, spec_version", "changed", "versions newer than 3.0 are read as 3.0, and a remark says so"),
    Fate("creatorcomment", "changed", "of a card of version 1: the creator's notes"),
    Fate("avatar, chat, talkativeness, fav, create_date", "carried", "what SillyTavern writes beside the card's own fields"),
)


def is_card(value: Any) -> bool:
    """True for a character card of any version.

    >>> is_card({"spec": "chara_card_v2", "data": {}}), is_card({"name": "Sal", "description": "", "first_mes": "Hm."}), is_card([])
    (True, True, False)
    """
    return isinstance(value, dict) and version_of(value) is not None


def version_of(value: Mapping[str, Any]) -> Version | None:
    """The version by whose rules a card is read: 3 for what is newer, too. None for what is no card."""
    spec, data = value.get("spec"), value.get("data")
    if isinstance(spec, str) and spec.startswith(SPEC) and isinstance(data, dict):
        return 2 if spec == f"{SPEC}2" else 3
    if spec is None and isinstance(data, dict) and {"name", "first_mes"} <= data.keys():
        return 2
    flat = {"name", "description", "first_mes"} <= value.keys() and not isinstance(data, dict)
    return 1 if flat and (spec is None or str(spec).startswith(SPEC)) else None


def read_card(value: Any, file: str) -> Brought:
    """The card that the JSON holds, and its book. Raises TranscriptError for what is no card."""
    return card_with(value, file)


def card_with(value: Any, file: str, assets: tuple[Asset, ...] = (), picture: bytes | None = None) -> Brought:
    """The card that the JSON holds, with what came in the same file: other files, and a picture."""
    version = version_of(value) if isinstance(value, dict) else None
    if version is None:
        what = "there is no character card in it: neither `spec` and `data`, nor `name`, `description` and `first_mes`."
        raise TranscriptError(file, what, "Export the character again where it comes from.", "no-card")
    losses: list[Loss] = []
    remarks = []
    raw, path = as_read(value), "" if version == 1 else "data"
    inner = raw if version == 1 else raw["data"]
    fields: dict[str, Any] = {held.name: _read(held, inner, _key(held, inner, version), path, losses) for held in HELD}
    book = None
    if isinstance(inner.get("character_book"), dict):
        try:
            book, lost = read_character_book(inner["character_book"], file)
            losses += under(f"{path}.character_book".lstrip("."), lost)
            del inner["character_book"]
        except TranscriptError as error:
            losses.append(Loss(f"{path}.character_book".lstrip("."), inner["character_book"], f"It is no lorebook: {error.what}"))
    elif inner.get("character_book"):
        losses.append(Loss(f"{path}.character_book".lstrip("."), inner["character_book"], "It should be an object."))
    if not fields["name"]:
        fields["name"] = plain(PurePath(file).stem).strip() or "Nobody"
        remarks.append(f"The card names nobody; it is called {fields['name']!r}, as its file is.")
    if _is_newer(value, version):
        remarks.append(
            f"The card says that it is of version {plain(str(value.get('spec_version')))}: what is newer than {version}.0 is carried, "
            "and does nothing here."
        )
    missing = sorted({named for _, named in named_files(value)} - {asset.path for asset in assets})
    if missing:
        more = f" and {len(missing) - 3:,} more" if len(missing) > 3 else ""
        remarks.append(f"The card names files that did not come with it: {', '.join(map(plain, missing[:3]))}{more}.")
    card = Card(**fields, book=book, source=f"{SPEC}{version}", raw=raw, assets=assets, picture=picture)
    return Brought(KIND, cards=(card,), losses=(*twice(value), *losses), remarks=tuple(remarks))


def write_card(card: Card, version: Version = 3) -> Written:
    """The card as JSON of a version. What came in the same version goes out as it came, but for what has changed since."""
    value, losses = card_value(card, version)
    losses += [Loss(asset.path, f"{len(asset.data):,} bytes", NO_FILES) for asset in card.assets]
    if card.picture is not None:
        losses.append(Loss("picture", f"{len(card.picture):,} bytes", NO_FILES))
    return Written(canonical_json(value), tuple(losses))


def card_value(card: Card, version: Version) -> tuple[dict[str, Any], list[Loss]]:
    """The card in the form of a version, and what of its fields that version cannot hold."""
    came = version_of(card.raw)
    inner = dict(card.raw["data"]) if came in (2, 3) else {}
    outer = {key: each for key, each in card.raw.items() if came == 1 or (came and key not in ("spec", "spec_version", "data"))}
    if version == 1:
        return _flat(card, outer, inner, came)
    losses = []
    if came == 1:
        for held in HELD:
            outer.pop(_key(held, outer, 1), None)
        if outer.get("data"):
            losses.append(Loss("data", outer["data"], "A card of a later version has its fields there."))
    if version == 2 and came == 3:
        losses += _taken_out(inner)
    for held in HELD:
        new = getattr(card, held.name)
        if held.since <= version or (came == version and held.key in inner):
            changed = _put(held, inner, held.key, new, fill=came != version and held.name != "nickname")
            if changed and held.beside in outer:
                _put(held, outer, held.beside, new, fill=False)
        else:
            inner.pop(held.key, None)
            if new:
                losses.append(Loss(f"data.{held.key}", _plainly(new), f"A card of version {version} has no such field."))
    if card.book is not None:
        inner["character_book"], lost = character_book_of(card.book, decorators=version == 3 or came == 2)
        losses += under("data.character_book", lost)
    if came != version:
        inner.setdefault("extensions", {})
    spec = card.raw.get("spec_version") if came == version else None
    outer |= {"spec": f"{SPEC}{version}", "spec_version": spec if spec is not None else f"{version}.0", "data": inner}
    return outer, losses


def _flat(card: Card, value: dict[str, Any], inner: Mapping[str, Any], came: Version | None) -> tuple[dict[str, Any], list[Loss]]:
    """The card in the form of version 1: what another version had beside its data stays."""
    losses = []
    for held in HELD:
        key, new = _key(held, value, 1), getattr(card, held.name)
        if held.since == 1 or key in value:
            _put(held, value, key, new, fill=came != 1)
        elif new:
            losses.append(Loss(f"data.{held.key}", _plainly(new), OF_ONE))
    if card.book is not None and came == 1:
        value["character_book"], lost = character_book_of(card.book)
        losses += under("character_book", lost)
    elif card.book is not None:
        losses.append(Loss("data.character_book", card.book.name, OF_ONE))
    known = {held.key for held in HELD}
    others = {key: each for key, each in inner.items() if key not in known}
    losses += _taken_out(others)
    losses += [Loss(f"data.{key}", each, OF_ONE) for key, each in others.items() if each]
    return value, losses


def _taken_out(inner: dict[str, Any]) -> list[Loss]:
    """What only version 3 has, once it is no longer among the data."""
    losses = []
    for key in ONLY_OF_THREE:
        value = inner.pop(key, None)
        if key == "creator_notes_multilingual" and isinstance(value, dict) and isinstance(value.get("en"), str):
            value = {tongue: notes for tongue, notes in value.items() if tongue != "en"}
        if value and value != BLANK_ASSETS:
            losses.append(Loss(f"data.{key}", value, "Only a card of version 3 has such a field."))
    return losses


def _is_newer(value: Mapping[str, Any], version: Version) -> bool:
    """True where the card says that it is of a later version than the one that it is read as."""
    try:
        return version > 1 and float(value.get("spec_version") or 0) > version
    except (TypeError, ValueError, OverflowError):
        return False


def _key(held: Held, holder: Mapping[str, Any], version: Version) -> str:
    """Under which key a field stands: some programs write those of version 2 among those of version 1."""
    return held.beside if version == 1 and held.beside and (held.beside in holder or held.key not in holder) else held.key


def _read(held: Held, holder: Mapping[str, Any], key: str, path: str, losses: list[Loss]) -> Any:
    """A field's value, mended where its meaning is plain; what of it is none is added to the losses."""
    fields, value = Fields(holder, path, losses), holder.get(key)
    if held.name == "creator_notes" and isinstance(holder.get("creator_notes_multilingual"), dict):
        return Fields({key: value, **holder["creator_notes_multilingual"]}, path, []).text("en", fields.text(key))
    if held.name in ("name", "nickname"):
        return " ".join(fields.text(key).split())
    if held.name == "tags" or not held.several:
        return fields.words(key) if held.several else fields.text(key)
    several = [value] if isinstance(value, str) else list(value.values()) if isinstance(value, dict) else value
    return Fields({key: several}, path, losses).words(key)


def _put(held: Held, holder: dict[str, Any], key: str, new: Any, fill: bool) -> bool:
    """Writes a field, unless what stands there means the same; True where it meant something else."""
    changed: bool = _read(held, holder, key, "", []) != new
    tongues = holder.get("creator_notes_multilingual")
    if changed and held.name == "creator_notes" and isinstance(tongues, dict) and "en" in tongues:
        holder["creator_notes_multilingual"] = {**tongues, "en": new}
    if changed or (fill and key not in holder):
        holder[key] = _plainly(new)
    return changed


def _plainly(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
