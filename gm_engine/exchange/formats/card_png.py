"""A character card inside of a PNG: ``ccv3`` and ``chara`` among its texts, and the files that RisuAI puts beside them."""

import binascii
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Asset, Brought, Card, Fate, Loss, Written
from gm_engine.exchange.formats.card import SPEC, card_value, card_with, version_of
from gm_engine.exchange.formats.card_files import IN_PICTURE, named_files, path_in, readdressed
from gm_engine.exchange.formats.card_picture import drawn_picture
from gm_engine.exchange.formats.character_book import character_book_of
from gm_engine.exchange.formats.foreign_json import canonical_json, read_json
from gm_engine.exchange.formats.png_text import LONGEST_KEYWORD, Chunks, Text, chunks_of, is_png, text_of, with_texts

KEYWORDS = ("ccv3", "chara", "naidata")
"""Keywords of the texts that hold somebody's work; an earlier one wins."""
ASSET = "chara-ext-asset_"
LOCKED = "rcc||"
"""How RisuAI begins a card that it has encrypted."""
SHOWN = 3
"""Texts of a mere picture that are named."""
SPACES = re.compile(rb"\s+")
URL_SAFE = bytes.maketrans(b"-_", b"+/")

FATES = (
    Fate("ccv3, chara", "kept", "`ccv3` counts where there are both; both are written"),
    Fate("chara-ext-asset_:PATH", "lost", "a campaign keeps no files of a card"),
    Fate("naidata", "kept", "a lorebook of NovelAI"),
    Fate("the picture", "lost", "a campaign keeps none; one is drawn by the name where a card goes out as a PNG"),
)


class InPicture(NamedTuple):
    """What a PNG holds beside the picture: JSON under a ``keyword``, and files. ``picture`` is the PNG without them."""

    keyword: str
    value: Any
    assets: tuple[Asset, ...]
    picture: bytes
    losses: tuple[Loss, ...] = ()
    remarks: tuple[str, ...] = ()


def has_card(data: bytes) -> bool:
    """True for a PNG among whose texts is one that holds somebody's work, whether it can be read or not."""
    try:
        texts = [text_of(chunk, "") for chunk in chunks_of(data, "").chunks] if is_png(data) else []
    except TranscriptError:
        return False
    return any(text is not None and text.keyword.strip().lower() in KEYWORDS for text in texts)


def in_png(data: bytes, file: str) -> InPicture:
    """The JSON that a PNG holds, whatever it is of. Raises TranscriptError for a mere picture, and for what cannot be read."""
    chunks = chunks_of(data, file)
    texts = [text for chunk in chunks.chunks if (text := text_of(chunk, file)) is not None]
    remarks = list(chunks.wrong)
    if chunks.after:
        remarks.append(f"Behind the picture's end lie {chunks.after:,} bytes that belong to no picture; they are not read.")
    chosen, read, losses = _chosen(texts, file)
    if chosen is None:
        broken = f" {chunks.wrong[0]}" if chunks.wrong else ""
        called = " and ".join(dict.fromkeys(repr(text.keyword) for text in texts[:SHOWN]))
        beside = f"of what it holds beside the picture ({called}), nothing" if texts else "beside the picture it holds no text, and nothing"
        raise TranscriptError(
            file,
            f"it is a picture (PNG) without a card in it: {beside} is called ccv3, chara or naidata.{broken}",
            "Programs that send pictures on often take out what is in them. Get the file that was exported, not a copy of its picture.",
            "no-card",
        )
    assets, lost = _assets(texts)
    picture = with_texts(chunks, (), without=_is_ours)
    return InPicture(chosen, read, assets, picture, (*losses, *lost), tuple(remarks))


def read_card_png(data: bytes, file: str) -> Brought:
    """The card in a PNG. Raises TranscriptError where there is none."""
    return card_in(in_png(data, file), file)


def card_in(found: InPicture, file: str) -> Brought:
    """The card that was found in a PNG. Raises TranscriptError where it is none, such as a lorebook of NovelAI."""
    brought = card_with(found.value, file, found.assets, found.picture)
    return replace(brought, losses=(*found.losses, *brought.losses), remarks=(*found.remarks, *brought.remarks))


def write_card_png(card: Card) -> Written:
    """The card in its picture, under ``chara`` for programs that know version 2 and under ``ccv3`` for all others."""
    picture, used = _picture(card)
    files = [asset for asset in card.assets if asset.path != used]
    paths = _paths(files)
    if card.picture is None or not is_png(card.picture):
        addresses = {
            address: IN_PICTURE + paths[path] if path != used else "ccdefault:"
            for address, path in named_files(card.raw)
            if path in paths or path == used
        }
        card = replace(card, raw=readdressed(card.raw, addresses))
    newest, losses = card_value(card, 3)
    older = card_value(card, 2)[0] if version_of(card.raw) == 2 else _for_older_programs(card, newest)
    texts = [Text("chara", _packed(canonical_json(older))), Text("ccv3", _packed(canonical_json(newest)))]
    texts += [Text(f"{ASSET}:{paths[asset.path]}", _packed(asset.data)) for asset in files]
    if card.picture is not None and not is_png(card.picture):
        losses.append(Loss("picture", f"{len(card.picture):,} bytes", "It is no PNG."))
    return Written(with_texts(picture, texts, without=_is_ours), tuple(losses))


def _for_older_programs(card: Card, value: dict[str, Any]) -> dict[str, Any]:
    """A card of version 3 that says it is of version 2. It keeps its newer fields, as SillyTavern has it; its book has no decorators."""
    data = value["data"] if card.book is None else {**value["data"], "character_book": character_book_of(card.book, decorators=False)[0]}
    return {**value, "spec": f"{SPEC}2", "spec_version": "2.0", "data": data}


def _picture(card: Card) -> tuple[Chunks, str | None]:
    """The PNG that the card goes into: its own, its main icon (with its path) where that is one, or one that is drawn."""
    if card.picture is not None and is_png(card.picture):
        return chunks_of(card.picture, card.name), None
    files = {asset.path: asset.data for asset in card.assets}
    for icon in main_icons(card):
        path = path_in(icon["uri"])
        if path is not None and is_png(files.get(path, b"")):
            chunks = chunks_of(files[path], path)
            if not chunks.wrong and not chunks.after:
                return chunks, path
    return chunks_of(drawn_picture(card.name), card.name), None


def _paths(files: Sequence[Asset]) -> dict[str, str]:
    """What each file is called in a PNG: by a number where its own path cannot stand in a keyword."""
    paths = {asset.path: asset.path for asset in files if _fits(asset.path)}
    numbers = (str(number) for number in count() if str(number) not in paths)
    return {asset.path: paths.get(asset.path) or next(numbers) for asset in files}


def main_icons(card: Card) -> list[dict[str, str]]:
    """The card's ``assets`` that are icons and have an address, the one called ``main`` first."""
    data = card.raw.get("data")
    assets = data.get("assets") if isinstance(data, dict) else None
    icons = [
        asset
        for asset in (assets if isinstance(assets, list) else ())
        if isinstance(asset, dict) and asset.get("type") == "icon" and isinstance(asset.get("uri"), str)
    ]
    return sorted(icons, key=lambda icon: icon.get("name") != "main")


def _fits(path: str) -> bool:
    """True for a path that can stand in a text's keyword."""
    try:
        keyword = f"{ASSET}:{path}".encode("latin-1")
    except UnicodeEncodeError:
        return False
    return path != "" and len(keyword) <= LONGEST_KEYWORD and b"\x00" not in keyword


def _chosen(texts: Iterable[Text], file: str) -> tuple[str | None, Any, list[Loss]]:
    """The keyword whose text counts, its JSON, and what was passed over: a second text of one keyword, one that cannot be read."""
    losses: list[Loss] = []
    refused: TranscriptError | None = None
    for keyword in KEYWORDS:
        found = [text.text for text in texts if text.keyword.strip().lower() == keyword]
        for at, text in enumerate(found):
            try:
                value = _unpacked(text, f"{file} ({keyword})")
            except TranscriptError as error:
                refused = refused or error
                losses.append(Loss(keyword, f"{len(text):,} bytes", f"It cannot be read: {error.what}"))
                continue
            losses += [
                Loss(keyword, f"{len(other):,} bytes", "The picture holds two texts of this name; the first counts.")
                for other in found[at + 1 :]
                if other != text
            ]
            return keyword, value, losses
    if refused is not None:
        raise refused
    return None, None, losses


def _unpacked(text: bytes, file: str) -> Any:
    """The JSON of a text: in base64 with or without its padding, or as it is."""
    bare = text.strip(b" \t\r\n\x00")
    if bare.startswith((b"{", b"[", b"\xef\xbb\xbf{")):
        return read_json(bare, file)
    if bare.startswith(LOCKED.encode()):
        raise TranscriptError(
            file, "the card is encrypted by RisuAI.", "Export it there without a password, as a CHARX or as JSON.", "locked-file"
        )
    packed = SPACES.sub(b"", bare).translate(URL_SAFE).rstrip(b"=")
    try:
        data = binascii.a2b_base64(packed + b"=" * (-len(packed) % 4), strict_mode=True)
    except binascii.Error as error:
        what = f"the text in the picture is neither JSON nor base64: {str(error).lower()}."
        raise TranscriptError(file, what, "Was it cut off? Export it again where it comes from.", "damaged-file") from None
    return read_json(data, file)


def _assets(texts: Iterable[Text]) -> tuple[tuple[Asset, ...], list[Loss]]:
    """The files among the texts: the later one of two with one name."""
    assets: dict[str, Asset] = {}
    losses = []
    for text in texts:
        if not text.keyword.startswith(ASSET):
            continue
        path = text.keyword.removeprefix(ASSET).removeprefix(":")
        packed = SPACES.sub(b"", text.text).rstrip(b"=")
        try:
            data = binascii.a2b_base64(packed + b"=" * (-len(packed) % 4), strict_mode=True)
        except binascii.Error as error:
            losses.append(Loss(text.keyword, f"{len(text.text):,} bytes", f"It is no base64: {str(error).lower()}."))
            continue
        if path in assets:
            losses.append(Loss(text.keyword, f"{len(assets[path].data):,} bytes", "Two files have this name; the later one counts."))
        assets[path] = Asset(path, data)
    return tuple(assets.values()), losses


def _packed(data: bytes) -> bytes:
    return binascii.b2a_base64(data, newline=False)


def _is_ours(keyword: str) -> bool:
    """True for a text that is written anew with the card."""
    return keyword.strip().lower() in ("chara", "ccv3") or keyword.startswith(ASSET)
