"""Texts inside of a PNG, and the picture that is drawn for whoever has none; Pillow is the reader who knows nothing of ours."""

import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats import png_text
from gm_engine.exchange.formats.card_picture import drawn_picture
from gm_engine.exchange.formats.png_text import SIGNATURE, Text, chunks_of, is_png, made_chunk, text_of, with_texts

BLANK = drawn_picture("nobody")


def texts_of(png: bytes) -> list[Text]:
    return [text for chunk in chunks_of(png, "x.png").chunks if (text := text_of(chunk, "x.png"))]


def with_chunks(*chunks: tuple[bytes, bytes]) -> bytes:
    return with_texts(chunks_of(BLANK, ""), (), without=lambda _: False)[:-12] + b"".join(
        made_chunk(kind, data) for kind, data in (*chunks, (b"IEND", b""))
    )


def test_a_drawn_picture_is_a_whole_picture_that_others_can_open() -> None:
    with Image.open(BytesIO(drawn_picture("Sal"))) as picture:
        picture.load()
        assert (picture.size, picture.mode, len(picture.getcolors() or ())) == ((192, 256), "P", 2)
        assert [picture.getpixel((x, 60)) for x in range(192)] == [picture.getpixel((191 - x, 60)) for x in range(192)]


@given(st.text(max_size=8))
def test_no_drawn_picture_is_an_empty_sheet(name: str) -> None:
    with Image.open(BytesIO(drawn_picture(name))) as picture:
        assert len(picture.getcolors() or ()) == 2


def test_texts_stand_right_before_the_end_and_others_read_them() -> None:
    png = with_texts(chunks_of(BLANK, ""), [Text("chara", b"YQ=="), Text("ccv3", b"Yg==")], without=lambda _: False)
    with Image.open(BytesIO(png)) as picture:
        picture.load()
        assert picture.text == {"chara": "YQ==", "ccv3": "Yg=="}  # type: ignore[attr-defined]
    kinds = [chunk.kind for chunk in chunks_of(png, "").chunks]
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"tEXt", b"tEXt", b"IEND"]
    again = with_texts(chunks_of(png, ""), [Text("ccv3", b"Yw==")], without=lambda keyword: keyword in ("chara", "ccv3"))
    assert texts_of(again) == [Text("ccv3", b"Yw==")]
    assert with_texts(chunks_of(png, ""), (), without=lambda _: True) == BLANK


def test_texts_of_all_three_kinds_are_read() -> None:
    png = with_chunks(
        (b"tEXt", b"a\x00one"),
        (b"zTXt", b"b\x00\x00" + zlib.compress(b"two")),
        (b"iTXt", b"c\x00\x00\x00en\x00\x00three"),
        (b"iTXt", b"d\x00\x01\x00\x00\x00" + zlib.compress(b"four")),
        (b"zTXt", b"e\x00\x00broken"),
        (b"tEXt", b"no end"),
    )
    assert texts_of(png) == [Text("a", b"one"), Text("b", b"two"), Text("c", b"three"), Text("d", b"four")]


def test_a_text_that_unpacks_to_more_than_is_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_text, "LARGEST", 1_000_000)
    with pytest.raises(TranscriptError, match="unpacks to more than 1 MB") as told:
        texts_of(with_chunks((b"zTXt", b"b\x00\x00" + zlib.compress(bytes(1_000_001)))))
    assert told.value.slug == "too-large"


def test_wrong_checksums_are_told_and_mended() -> None:
    png = with_chunks((b"tEXt", b"a\x00one"))
    spoiled = png[:-13] + bytes((png[-13] ^ 1,)) + png[-12:]
    read = chunks_of(spoiled, "")
    assert read.wrong == ("The checksum of 1 of the picture's 5 pieces is wrong.",)
    assert texts_of(spoiled) == [Text("a", b"one")]
    assert with_texts(read, [Text("b", b"two")], without=lambda keyword: keyword == "a") == with_chunks((b"tEXt", b"b\x00two"))


@pytest.mark.parametrize("length", [2**32 - 1, 2**31, 200])
def test_a_length_beyond_the_file_ends_it_there(length: int) -> None:
    png = with_chunks((b"tEXt", b"a\x00one"))
    at = png.index(b"tEXt") - 4
    read = chunks_of(png[:at] + length.to_bytes(4, "big") + png[at + 4 :], "")
    assert read.wrong == (f"The picture is broken off or damaged from byte {at + 1:,} on; what stood there is not read.",)
    assert [chunk.kind for chunk in read.chunks] == [b"IHDR", b"PLTE", b"IDAT"]
    assert with_texts(read, (), without=lambda _: False) == BLANK


def test_a_length_that_is_too_small_ends_it_where_no_piece_begins() -> None:
    png = with_chunks((b"tEXt", b"a\x00" + bytes(90)))
    at = png.index(b"tEXt") - 4
    read = chunks_of(png[:at] + (40).to_bytes(4, "big") + png[at + 4 :], "")
    assert read.chunks[-1].kind == b"tEXt"
    assert len(read.wrong) == 2


def test_a_last_checksum_that_was_cut_off_is_no_matter() -> None:
    png = with_chunks((b"tEXt", b"a\x00one"))
    for cut in (1, 4):
        assert chunks_of(png[:-cut], "").chunks[-1].kind == b"IEND"
    assert texts_of(png[:-13]) == [Text("a", b"one")]
    assert with_texts(chunks_of(png[:-13], ""), (), without=lambda _: False) == png


def test_what_follows_the_end_is_counted_and_not_read() -> None:
    assert chunks_of(BLANK + made_chunk(b"tEXt", b"a\x00one"), "").after == 17
    assert texts_of(BLANK + made_chunk(b"tEXt", b"a\x00one")) == []


def test_crowds_of_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png_text, "MOST", 100)
    with pytest.raises(TranscriptError, match="more than 100 pieces"):
        chunks_of(SIGNATURE + made_chunk(b"tEXt", b"") * 101, "x.png")


@given(st.binary(max_size=200), st.integers(0, len(BLANK)), st.integers(0, 40))
def test_whatever_bytes_stand_in_it_a_picture_is_walked_to_its_end(odd: bytes, at: int, less: int) -> None:
    png = SIGNATURE + (BLANK[8:at] + odd + BLANK[at + less :])
    assert is_png(png)
    texts_of(png)
    whole = with_texts(chunks_of(png, ""), [Text("a", b"b")], without=lambda keyword: keyword == "a")
    assert texts_of(whole)[-1] == Text("a", b"b")
    assert not chunks_of(with_texts(chunks_of(whole, ""), (), without=lambda _: False), "").after
