"""Cards inside of a PNG, written by us, by others and by nobody in their right mind."""

import base64
import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Asset, Card, Loss
from gm_engine.exchange.formats.card import read_card, write_card
from gm_engine.exchange.formats.card_picture import drawn_picture
from gm_engine.exchange.formats.card_png import has_card, in_png, read_card_png, write_card_png
from gm_engine.exchange.formats.foreign_json import LARGEST, canonical_json, read_json
from gm_engine.exchange.formats.png_text import SIGNATURE, Text, chunks_of, made_chunk, with_texts
from tests.exchange.formats.cards import BOOK, ONE, TAVERN, THREE, TWO, cards, spoiled

BLANK = drawn_picture("nobody")


def packed(value: Any) -> bytes:
    return base64.b64encode(json.dumps(value, ensure_ascii=False).encode())


def png_of(*texts: tuple[str, bytes], picture: bytes = BLANK) -> bytes:
    return with_texts(chunks_of(picture, ""), [Text(*text) for text in texts], without=lambda _: False)


def seen_by_others(png: bytes) -> dict[str, Any]:
    """The texts of a PNG as Pillow reads them, and the cards in them."""
    with Image.open(BytesIO(png)) as picture:
        picture.load()
        texts = dict(picture.text)  # type: ignore[attr-defined]
    return {key: json.loads(base64.b64decode(text)) if key in ("chara", "ccv3") else text for key, text in texts.items()}


@pytest.mark.parametrize("value", [TWO, THREE, TAVERN])
def test_a_card_is_written_for_programs_of_both_versions_and_others_read_it(value: dict[str, Any]) -> None:
    written = write_card_png(read_card(value, "sal.json").cards[0])
    assert written.losses == ()
    seen = seen_by_others(written.data)
    assert set(seen) == {"chara", "ccv3"}
    assert (seen["ccv3"]["spec"], seen["ccv3"]["spec_version"]) == ("chara_card_v3", "3.0")
    assert seen["ccv3"]["data"] == {"group_only_greetings": [], **value["data"]}
    assert seen["chara"] == {**value, "spec": "chara_card_v2", "spec_version": "2.0"}


def test_a_card_as_sillytavern_writes_it_goes_out_as_it_came_in_picture_and_all() -> None:
    theirs = {**TAVERN, "spec": "chara_card_v3", "spec_version": "3.0"}
    png = png_of(("chara", base64.b64encode(canonical_json(TAVERN))), ("ccv3", base64.b64encode(canonical_json(theirs))))
    brought = read_card_png(png, "sal.png")
    assert (brought.losses, brought.remarks, brought.cards[0].picture) == ((), (), BLANK)
    assert write_card_png(brought.cards[0]).data == png


@given(st.sampled_from((2, 3)).flatmap(cards))
def test_any_card_comes_back_out_of_its_picture(value: dict[str, Any]) -> None:
    card = read_card(read_json(canonical_json(value), "x.json"), "x.json").cards[0]
    again = read_card_png(write_card_png(card).data, "x.png").cards[0]
    assert replace(again, raw={}, source="", picture=None) == replace(card, raw={}, source="")
    written = read_json(write_card(again, 3).data, "x.json")
    assert canonical_json(written["data"]) == canonical_json({"group_only_greetings": [], **value["data"]})
    assert seen_by_others(write_card_png(card).data)["ccv3"] == written


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("kind", ["add_text", "add_itxt"])
def test_a_card_that_others_wrote_is_read(kind: str, zipped: bool) -> None:
    info, made = PngInfo(), BytesIO()
    getattr(info, kind)("chara", packed(TWO).decode(), zip=zipped)
    Image.new("RGB", (20, 30), "red").save(made, "PNG", pnginfo=info)
    card = read_card_png(made.getvalue(), "sal.png").cards[0]
    assert card.description == ONE["description"]
    again = write_card_png(card).data
    assert seen_by_others(again)["chara"] == TWO
    with Image.open(BytesIO(again)) as picture:
        assert (picture.size, picture.getpixel((5, 5))) == ((20, 30), (255, 0, 0))


def test_programs_of_version_2_find_no_decorators_in_the_book() -> None:
    seen = seen_by_others(write_card_png(read_card({**THREE, "data": {**THREE["data"], "character_book": BOOK}}, "x").cards[0]).data)
    texts = {key: card["data"]["character_book"]["entries"][0]["content"] for key, card in seen.items()}
    assert texts == {"chara": "The mare bites.", "ccv3": "@@depth 2\nThe mare bites."}


def test_a_newer_card_wins_over_an_older_one_whatever_the_order_and_the_case() -> None:
    old, new = packed({**TWO, "data": {**TWO["data"], "name": "Old"}}), packed(THREE)
    for texts in ((("chara", old), ("CCv3", new)), (("ccv3", new), ("Chara", old))):
        brought = read_card_png(png_of(*texts), "sal.png")
        assert (brought.cards[0].name, brought.losses) == ("Sal Brannock", ())


@pytest.mark.parametrize(
    "text",
    [
        packed(TWO).rstrip(b"="),
        packed(TWO).replace(b"+", b"-").replace(b"/", b"_"),
        b"\n".join(packed(TWO)[at : at + 76] for at in range(0, len(packed(TWO)), 76)) + b"\n",
        json.dumps(TWO).encode(),
        b" \xef\xbb\xbf" + json.dumps(TWO, ensure_ascii=False).encode() + b"\x00",
        base64.b64encode(b"\xef\xbb\xbf" + json.dumps(TWO).encode()),
        base64.b64encode(json.dumps(TWO).encode("utf-16")),
    ],
    ids=["no padding", "for addresses", "in lines", "raw", "raw with marks", "with a mark", "UTF-16"],
)
def test_a_text_is_read_however_it_was_packed(text: bytes) -> None:
    assert read_card_png(png_of(("chara", text)), "sal.png").cards[0].description == ONE["description"]


def test_a_text_with_a_wrong_checksum_is_read_with_a_remark() -> None:
    png = png_of(("chara", packed(TWO)))
    brought = read_card_png(png[:-14] + b"??" + png[-12:], "sal.png")
    assert brought.cards[0].name == "Sal Brannock"
    assert brought.remarks == ("The checksum of 1 of the picture's 5 pieces is wrong.",)


def test_a_card_of_version_1_in_a_picture_is_written_as_newer_ones() -> None:
    card = read_card_png(png_of(("chara", packed(ONE))), "sal.png").cards[0]
    assert card.source == "chara_card_v1"
    assert seen_by_others(write_card_png(card).data)["chara"]["data"]["first_mes"] == ONE["first_mes"]


def test_where_the_newer_text_cannot_be_read_the_older_one_counts() -> None:
    brought = read_card_png(png_of(("ccv3", b"eyJh"), ("chara", packed(TWO))), "x.png")
    assert brought.cards[0].name == "Sal Brannock"
    (loss,) = brought.losses
    assert (loss.field, loss.value) == ("ccv3", "4 bytes")
    assert "broken JSON at line 1" in loss.why


def test_of_two_texts_of_one_name_the_first_counts_and_the_other_is_told() -> None:
    other = packed({**TWO, "data": {**TWO["data"], "name": "Ben"}})
    brought = read_card_png(png_of(("chara", packed(TWO)), ("chara", packed(TWO)), ("chara", other)), "x.png")
    assert brought.cards[0].name == "Sal Brannock"
    assert brought.losses == (Loss("chara", f"{len(other):,} bytes", "The picture holds two texts of this name; the first counts."),)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([("Software", b"GIMP")], "of what it holds beside the picture ('Software'), nothing"),
        ([], "beside the picture it holds no text, and nothing"),
    ],
)
def test_a_mere_picture_is_refused_as_one(texts: list[tuple[str, bytes]], said: str) -> None:
    assert not has_card(png_of(*texts))
    with pytest.raises(TranscriptError) as told:
        read_card_png(png_of(*texts), "holiday.png")
    assert str(told.value) == (
        f"holiday.png: it is a picture (PNG) without a card in it: {said} is called ccv3, chara or naidata. [no-card]\n"
        "  Programs that send pictures on often take out what is in them. Get the file that was exported, not a copy of its picture."
    )


@pytest.mark.parametrize(
    ("text", "slug", "said"),
    [
        (packed(TWO)[:-30], "bad-json", "broken JSON"),
        (packed(TWO)[:41], "damaged-file", "neither JSON nor base64"),
        (b"\xe4\xf6", "damaged-file", "neither JSON nor base64"),
        (b"", "bad-json", "broken JSON"),
        (b"[1]", "no-card", "no character card"),
        (b"rcc||rccv1||AAAA||00||e30=", "locked-file", "encrypted"),
        (base64.b64encode(b"[" * 3000), "too-deep", "deep"),
    ],
)
def test_texts_that_hold_no_card(text: bytes, slug: str, said: str) -> None:
    with pytest.raises(TranscriptError, match=said) as told:
        read_card_png(png_of(("chara", text)), "x.png")
    assert told.value.slug == slug
    assert told.value.where.startswith("x.png")


def test_a_picture_cut_off_before_its_card_says_so() -> None:
    with pytest.raises(TranscriptError, match="broken off or damaged from byte") as told:
        read_card_png(png_of(("chara", packed(TWO)))[:-60], "x.png")
    assert told.value.slug == "no-card"


def test_a_picture_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(TranscriptError, match="too large"):
        read_card_png(SIGNATURE + bytes(LARGEST), "x.png")


def test_a_lorebook_of_novelai_is_handed_on_as_it_is() -> None:
    found = in_png(png_of(("naidata", packed({"lorebookVersion": 6, "entries": []}))), "x.png")
    assert (found.keyword, found.value) == ("naidata", {"lorebookVersion": 6, "entries": []})


# --- files that a card carries


def test_files_beside_a_card_are_carried_and_written_again() -> None:
    data = {**THREE["data"], "assets": [{"type": "emotion", "uri": "__asset:0", "name": "grin", "ext": "webp"}]}
    png = png_of(
        ("chara-ext-asset_:0", base64.b64encode(b"grin")),
        ("chara-ext-asset_1", base64.b64encode(b"frown").rstrip(b"=")),
        ("chara-ext-asset_:2", b"!"),
        ("ccv3", packed({**THREE, "data": data})),
    )
    brought = read_card_png(png, "sal.png")
    card = brought.cards[0]
    assert card.assets == (Asset("0", b"grin"), Asset("1", b"frown"))
    assert [(loss.field, loss.value) for loss in brought.losses] == [("chara-ext-asset_:2", "1 bytes")]
    assert brought.remarks == ()
    again = read_card_png(write_card_png(card).data, "sal.png").cards[0]
    assert (again.assets, again.raw) == (card.assets, card.raw)
    seen = seen_by_others(write_card_png(card).data)
    assert base64.b64decode(seen["chara-ext-asset_:1"]) == b"frown"


def test_files_of_an_archive_have_names_that_a_picture_can_hold() -> None:
    long = "assets/emotion/images/" + "a" * 80 + ".png"
    paths = ("assets/emotion/images/grin.png", long, "assets/other/other/лошадь.bin")
    assets = [{"type": "emotion", "uri": f"embeded://{path}", "name": "a", "ext": "png"} for path in paths]
    card = read_card({**THREE, "data": {**THREE["data"], "assets": assets}}, "sal.json").cards[0]
    card = replace(card, assets=tuple(Asset(path, path.encode()) for path in paths))
    written = write_card_png(card)
    assert written.losses == ()
    again = read_card_png(written.data, "sal.png").cards[0]
    assert again.assets == (Asset(paths[0], paths[0].encode()), Asset("0", long.encode()), Asset("1", paths[2].encode()))
    assert [asset["uri"] for asset in again.raw["data"]["assets"]] == [f"__asset:{paths[0]}", "__asset:0", "__asset:1"]


def test_a_main_icon_that_is_a_png_becomes_the_picture() -> None:
    icon = drawn_picture("Sal")
    assets = [
        {"type": "icon", "uri": "embeded://b.png", "name": "other", "ext": "png"},
        {"type": "icon", "uri": "embeded://a.png", "name": "main", "ext": "png"},
    ]
    card = read_card({**THREE, "data": {**THREE["data"], "assets": assets}}, "sal.json").cards[0]
    card = replace(card, assets=(Asset("a.png", icon), Asset("b.png", BLANK)))
    again = read_card_png(write_card_png(card).data, "sal.png").cards[0]
    assert (again.picture, again.assets) == (icon, (Asset("b.png", BLANK),))
    assert [asset["uri"] for asset in again.raw["data"]["assets"]] == ["__asset:b.png", "ccdefault:"]


def test_a_picture_that_is_no_png_is_lost_and_another_drawn() -> None:
    written = write_card_png(Card("Sal", picture=b"\xff\xd8\xff\xe0"))
    assert written.losses == (Loss("picture", "4 bytes", "It is no PNG."),)
    assert read_card_png(written.data, "x.png").cards[0].picture == drawn_picture("Sal")


# --- odd bytes

GOOD = png_of(("chara", packed(TWO)), ("ccv3", packed(THREE)), ("chara-ext-asset_:0", b"AAAA"))


@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.binary(min_size=1, max_size=6), st.integers(0, 8)), max_size=4))
def test_a_spoiled_picture_is_read_or_refused(changes: list[tuple[int, bytes, int]]) -> None:
    png = GOOD
    for at, new, less in changes:
        png = png[:at] + new + png[at + less :]
    try:
        card = read_card_png(png, "x.png").cards[0]
    except GameError:
        return
    assert read_card_png(write_card_png(card).data, "x.png").cards[0].name == card.name


@given(spoiled())
def test_a_spoiled_card_in_a_picture_is_read_or_refused(value: Any) -> None:
    try:
        card = read_card_png(png_of(("ccv3", canonical_json(value))), "x.png").cards[0]
    except GameError:
        return
    assert read_card_png(write_card_png(card).data, "x.png").cards[0].name == card.name


@given(st.binary(max_size=60))
def test_whatever_a_text_holds_is_read_or_refused(text: bytes) -> None:
    for whole in (SIGNATURE + text, png_of(("chara", text)), SIGNATURE + made_chunk(b"iTXt", b"ccv3\x00" + text)):
        with pytest.raises(GameError):
            read_card_png(whole, "x.png")
