"""Cards in a zip, with their files: as we write them, as others do, and as nobody should."""

import json
import struct
import warnings
import zipfile
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats import card_png, charx
from gm_engine.exchange.formats.brought import Asset, Card, Loss
from gm_engine.exchange.formats.card import read_card, write_card
from gm_engine.exchange.formats.card_files import is_safe, place_in_archive
from gm_engine.exchange.formats.card_picture import drawn_picture
from gm_engine.exchange.formats.card_png import read_card_png, write_card_png
from gm_engine.exchange.formats.charx import is_charx, read_charx, write_charx
from gm_engine.exchange.formats.foreign_json import LARGEST, canonical_json, read_json
from tests.exchange.formats.cards import BOOK, THREE, TWO, cards, spoiled

JPEG = b"\xff\xd8\xff\xe0" + bytes(40) + b"\xff\xd9"
GRIN = "assets/emotion/images/grin.png"
WITH_FILES: dict[str, Any] = {
    **THREE,
    "data": {
        **THREE["data"],
        "character_book": BOOK,
        "assets": [
            {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png"},
            {"type": "emotion", "uri": f"embeded://{GRIN}", "name": "grin", "ext": "png"},
        ],
    },
}


def zip_of(files: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", packing) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return made.getvalue()


def charx_of(value: Any = WITH_FILES, **files: bytes) -> bytes:
    return zip_of({"card.json": json.dumps(value).encode(), **files})


FILES = {"assets/icon/images/main.png": drawn_picture("Sal"), GRIN: b"grin", "module.risum": b"\x6f\x00", "x_meta/1.json": b"{}"}
GOOD = charx_of(**FILES)


def test_a_card_and_its_files_come_in_and_go_out_as_they_were() -> None:
    assert is_charx(GOOD)
    brought = read_charx(GOOD, "sal.charx")
    assert (brought.losses, brought.remarks) == ((), ())
    card = brought.cards[0]
    assert {asset.path: asset.data for asset in card.assets} == FILES
    written = write_charx(card)
    assert written.losses == ()
    with zipfile.ZipFile(BytesIO(written.data)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["card.json", *FILES]
        assert archive.read("card.json") == canonical_json(WITH_FILES)
        assert {path: archive.read(path) for path in FILES} == FILES
    assert read_charx(written.data, "sal.charx") == brought
    assert write_charx(card).data == written.data


@given(cards(3), st.dictionaries(st.from_regex(r"\A[a-z]{1,4}/[a-zé]{1,4}\.png\Z"), st.binary(max_size=20), max_size=3))
def test_any_card_comes_back_out_of_its_archive(value: dict[str, Any], files: dict[str, bytes]) -> None:
    data = zip_of({"card.json": canonical_json(value), **files})
    card = read_charx(data, "x.charx").cards[0]
    written = write_charx(card)
    assert written.losses == ()
    again = read_charx(written.data, "x.charx").cards[0]
    assert again == card
    with zipfile.ZipFile(BytesIO(written.data)) as archive:
        assert archive.read("card.json") == canonical_json(value)


def test_a_jpeg_in_front_is_carried() -> None:
    brought = read_charx(JPEG + GOOD, "sal.jpeg")
    assert is_charx(JPEG + GOOD)
    assert (brought.cards[0].picture, brought.losses) == (JPEG, ())
    written = write_charx(brought.cards[0])
    assert written.data.startswith(JPEG + b"PK")
    assert read_charx(written.data, "sal.jpeg") == brought
    with zipfile.ZipFile(BytesIO(written.data[len(JPEG) :])) as archive:  # for programs that look where the zip begins
        assert archive.testzip() is None


def test_an_archive_that_counts_from_the_beginning_of_the_jpeg_is_read_too() -> None:
    made = BytesIO(JPEG)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("card.json", json.dumps(THREE))
    assert read_charx(made.getvalue(), "sal.jpeg").cards[0].picture == JPEG


def test_what_stands_in_front_and_is_no_picture_is_told() -> None:
    brought = read_charx(b"#!/bin/sh\n" + GOOD, "x.charx")
    assert brought.losses == (Loss("what stands before the archive", "10 bytes", "It is no JPEG."),)
    assert brought.cards[0].picture is None


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", JPEG, zip_of({"data.json": b"{}"}), zip_of({"a/card.json": b"{}"}), b"PK" + bytes(99)]
)
def test_what_is_no_card_in_an_archive_is_known_by_its_content(data: bytes) -> None:
    assert not is_charx(data)
    with pytest.raises(TranscriptError) as told:
        read_charx(data, "x.charx")
    assert told.value.slug in ("no-card", "damaged-file")


def test_a_card_of_version_2_in_an_archive_becomes_one_of_version_3() -> None:
    card = read_charx(charx_of(TWO), "x.charx").cards[0]
    with zipfile.ZipFile(BytesIO(write_charx(card).data)) as archive:
        assert json.loads(archive.read("card.json"))["spec"] == "chara_card_v3"


# --- between archives and pictures


def test_a_card_goes_from_an_archive_into_a_picture_and_back() -> None:
    card = read_charx(GOOD, "sal.charx").cards[0]
    png = write_card_png(card)
    assert png.losses == ()
    in_picture = read_card_png(png.data, "sal.png").cards[0]
    assert (in_picture.picture, len(in_picture.assets)) == (FILES["assets/icon/images/main.png"], 3)
    assert [asset["uri"] for asset in in_picture.raw["data"]["assets"]] == ["ccdefault:", f"__asset:{GRIN}"]
    back = write_charx(in_picture)
    assert back.losses == ()
    again = read_charx(back.data, "sal.charx").cards[0]
    assert again.raw == card.raw
    moved = {"assets/other/other/module.risum": FILES["module.risum"], "assets/other/other/1.json": FILES["x_meta/1.json"]}
    kept = {path: data for path, data in FILES.items() if path.startswith("assets/")}
    assert {asset.path: asset.data for asset in again.assets} == kept | moved


def test_files_of_a_picture_lie_in_an_archive_by_what_they_are() -> None:
    assets = [
        {"type": "icon", "uri": "embeded://elsewhere.png", "name": "main", "ext": "png"},
        {"type": "emotion", "uri": "__asset:0", "name": "grin", "ext": "webp"},
        {"type": "x_song", "uri": "__asset:1", "name": "song", "ext": "mp3"},
    ]
    value = {**THREE, "data": {**THREE["data"], "assets": assets, "extensions": {"risuai": {"emotions": [["grin", "__asset:0"]]}}}}
    card = replace(
        read_card(value, "x").cards[0],
        picture=drawn_picture("Sal"),
        assets=(Asset("0", b"grin"), Asset("1", b"song"), Asset("../../2", b"2"), Asset("card.json", b"{}")),
    )
    written = write_charx(card)
    assert written.losses == ()
    again = read_charx(written.data, "x.charx").cards[0]
    assert {asset.path: asset.data for asset in again.assets} == {
        "assets/icon/images/main.png": drawn_picture("Sal"),
        "assets/emotion/images/0.webp": b"grin",
        "assets/other/audio/1.mp3": b"song",
        "assets/other/other/2.bin": b"2",
        "assets/other/other/card.json": b"{}",
    }
    assert again.raw["data"]["extensions"] == {"risuai": {"emotions": [["grin", "embeded://assets/emotion/images/0.webp"]]}}
    uris = [(asset["name"], asset["uri"]) for asset in again.raw["data"]["assets"]]
    assert uris == [
        ("main", "embeded://elsewhere.png"),
        ("grin", "embeded://assets/emotion/images/0.webp"),
        ("song", "embeded://assets/other/audio/1.mp3"),
        ("picture", "embeded://assets/icon/images/main.png"),
    ]


def test_two_files_of_one_name_do_not_take_each_others_place() -> None:
    files = tuple(Asset(f"{folder}/main.png", folder.encode()) for folder in "abc")
    written = write_charx(Card("Sal", picture=drawn_picture("Sal"), assets=files))
    with zipfile.ZipFile(BytesIO(written.data)) as archive:
        assert len(set(archive.namelist())) == 5
        assert {archive.read(path) for path in archive.namelist()} >= {b"a", b"b", b"c"}


def test_a_card_made_here_is_a_whole_archive() -> None:
    card = Card("Mabel", description="Keeps the saloon.", assets=(Asset("../x", b"1"), Asset("a\\b", b"2"), Asset("card.json", b"3")))
    written = write_charx(card)
    assert {loss.field for loss in written.losses} == {"../x", "a\\b", "card.json"}
    assert read_charx(written.data, "x.charx").cards[0].description == "Keeps the saloon."
    assert read_json(write_card(read_charx(written.data, "x").cards[0], 3).data, "")["data"]["name"] == "Mabel"


# --- archives that mean harm, and broken ones


@pytest.mark.parametrize("path", ["../evil.png", "/etc/passwd", "a/../../b", "C:/x", "a//b", "..\\..\\evil", "a/./b", "\\\\server\\x"])
def test_paths_that_lead_out_are_left_behind_and_told(path: str) -> None:
    brought = read_charx(charx_of(THREE, **{path: b"evil"}), "x.charx")
    assert brought.cards[0].assets == ()
    (loss,) = brought.losses
    assert (loss.value, loss.why) == ("4 bytes", "Its path leads out of the archive.")


def test_paths_with_the_other_stroke_mean_the_same_files() -> None:
    assert read_charx(charx_of(THREE, **{"a\\b.png": b"1"}), "x.charx").cards[0].assets == (Asset("a/b.png", b"1"),)


def test_of_two_files_of_one_path_the_later_counts() -> None:
    made = BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w") as archive:
        warnings.simplefilter("ignore")
        for name in ("Ben", "Sal Brannock"):
            archive.writestr("card.json", json.dumps({**THREE, "data": {**THREE["data"], "name": name}}))
            archive.writestr("a.bin", name)
    brought = read_charx(made.getvalue(), "x.charx")
    assert (brought.cards[0].name, brought.cards[0].assets) == ("Sal Brannock", (Asset("a.bin", b"Sal Brannock"),))
    assert [(loss.field, loss.why) for loss in brought.losses] == [
        ("card.json", "Two files have this path; the later one counts."),
        ("a.bin", "Two files have this path; the later one counts."),
    ]


def test_a_bomb_is_refused_before_it_goes_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charx, "UNPACKED", 1_000_000)
    for bomb in (charx_of(THREE, a=bytes(900_000), b=bytes(900_000)), zip_of({"card.json": bytes(1_000_001)})):
        assert len(bomb) < 10_000
        with pytest.raises(TranscriptError, match="unpacks to more than 1 MB") as told:
            read_charx(bomb, "x.charx")
        assert told.value.slug == "too-large"


def test_a_bomb_that_lies_about_its_size_is_cut_off_where_it_said() -> None:
    bomb = charx_of(THREE, a=bytes(1_000_000))
    lying = bomb.replace(struct.pack("<L", 1_000_000), struct.pack("<L", 10))
    brought = read_charx(lying, "x.charx")
    assert brought.cards[0].assets == ()
    assert [(loss.field, loss.value) for loss in brought.losses] == [("a", "10 bytes")]


def test_crowds_of_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charx, "MOST", 3)
    for many in (4, 20):
        with pytest.raises(TranscriptError, match="more than 3 files"):
            read_charx(charx_of(THREE, **{str(at): b"" for at in range(many)}), "x.charx")


def test_an_archive_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(TranscriptError, match="too large"):
        read_charx(b"PK" + bytes(LARGEST), "x.charx")


@pytest.mark.parametrize("place", [2**64 - 1, 2**63, 2**40, 10_000])
def test_a_file_that_is_said_to_lie_beyond_the_archive_is_refused(place: int) -> None:
    extra, name = struct.pack("<HHQ", 1, 8, place), b"card.json"
    row = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 3, 20, 0, 0, 0, 0, 33, 0, 2, 2, len(name), len(extra), 0, 0, 0, 0, 2**32 - 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(row + name + extra), 44, 0)
    with pytest.raises(TranscriptError) as told:
        read_charx(b"PK\x03\x04" + bytes(40) + row + name + extra + end, "x.charx")
    assert told.value.slug == "damaged-file"


def encrypted(data: bytes, path: str) -> bytes:
    """The archive with the mark of encryption at that file, in its own head and in the table."""
    for head, flags, name in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        at = data.index(path.encode(), data.index(head)) - name
        while data[at : at + 4] != head:
            at = data.index(path.encode(), at + name + 1) - name
        data = data[: at + flags] + bytes((data[at + flags] | 1,)) + data[at + flags + 1 :]
    return data


def test_an_encrypted_card_is_refused_and_an_encrypted_file_is_told() -> None:
    with pytest.raises(TranscriptError, match="it is encrypted") as told:
        read_charx(encrypted(GOOD, "card.json"), "x.charx")
    assert told.value.slug == "locked-file"
    brought = read_charx(encrypted(GOOD, GRIN), "x.charx")
    assert [(loss.field, loss.why) for loss in brought.losses] == [(GRIN, "It cannot be read: it is encrypted.")]
    assert brought.remarks == (f"The card names files that did not come with it: {GRIN}.",)


def test_a_file_packed_in_a_rare_way_or_damaged_is_told() -> None:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("card.json", json.dumps(THREE))
        archive.writestr("a.bin", b"a" * 99, zipfile.ZIP_BZIP2)
        archive.writestr("b.bin", b"b" * 99)
    damaged = made.getvalue().replace(b"bbb", b"bcb", 1)
    assert [(loss.field, loss.why) for loss in read_charx(damaged, "x.charx").losses] == [
        ("a.bin", "It cannot be read: it is packed in a way that only some programs know."),
        ("b.bin", "It cannot be read: bad crc-32 for file 'b.bin'."),
    ]


@pytest.mark.parametrize(
    ("card", "slug", "said"),
    [
        (b'{"spec": ', "bad-json", r"x\.charx: card\.json: it is broken JSON at line 1"),
        (b"\xff\xfe\x00", "not-utf-8", "no text in UTF-16"),
        (b"[]", "no-card", "no character card"),
        (b'{"spec": "lorebook_v3", "data": {}}', "no-card", "no character card"),
    ],
)
def test_a_wrong_card_json_is_refused(card: bytes, slug: str, said: str) -> None:
    with pytest.raises(TranscriptError, match=said) as told:
        read_charx(zip_of({"card.json": card}), "x.charx")
    assert told.value.slug == slug


def test_a_card_in_a_folder_is_told_with_where_it_is() -> None:
    with pytest.raises(TranscriptError, match=r"card\.json is not at its top, but at sal/card\.json") as told:
        read_charx(zip_of({"sal/card.json": b"{}"}), "x.charx")
    assert told.value.slug == "no-card"


@pytest.mark.parametrize("cut", [1, 30, 400, len(GOOD) - 10])
def test_an_archive_that_was_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(TranscriptError, match="no whole archive") as told:
        read_charx(GOOD[:-cut], "x.charx")
    assert told.value.slug == "damaged-file"


def test_every_part_of_an_archive_has_its_fate() -> None:
    told = " ".join(fate.field for fate in (*charx.FATES, *card_png.FATES))
    for part in ("card.json", "assets/", "a JPEG before the archive", "ccv3", "chara", "chara-ext-asset_:PATH", "naidata"):
        assert part in told


SMALL = charx_of(THREE, a=b"a" * 40)


@given(st.lists(st.tuples(st.integers(0, len(SMALL) - 1), st.binary(max_size=6), st.integers(0, 8)), min_size=1, max_size=4))
def test_a_spoiled_archive_is_read_or_refused(changes: list[tuple[int, bytes, int]]) -> None:
    data = SMALL
    for at, new, less in changes:
        data = data[:at] + new + data[at + less :]
    is_charx(data)
    try:
        card = read_charx(data, "x.charx").cards[0]
    except GameError:
        return
    assert read_charx(write_charx(card).data, "x.charx").cards[0].name == card.name


@given(spoiled())
def test_a_spoiled_card_in_an_archive_is_read_or_refused(value: Any) -> None:
    try:
        card = read_charx(zip_of({"card.json": canonical_json(value)}), "x.charx").cards[0]
    except GameError:
        return
    assert read_charx(write_charx(card).data, "x.charx").cards[0].name == card.name


@given(st.text(max_size=12), st.text(max_size=6) | st.none(), st.text(max_size=4) | st.integers())
def test_every_place_in_an_archive_is_safe_and_ascii(path: str, kind: Any, ending: Any) -> None:
    place = place_in_archive(path, kind, ending)
    assert is_safe(place)
    assert place.isascii()
    assert place.startswith("assets/")
