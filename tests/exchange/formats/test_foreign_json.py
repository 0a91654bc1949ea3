"""JSON of other programs: read patiently, refused clearly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.foreign_json import DEEPEST, canonical_json, decoded, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(VALUES)
def test_what_is_written_in_the_one_form_reads_back_and_is_written_alike(value: object) -> None:
    written = canonical_json(value)
    read = read_json(written, "x.json")
    assert read == json.loads(written)
    assert canonical_json(read) == written


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_codings_that_windows_writes(coding: str) -> None:
    assert read_json('{"name": "Zoë"}\r\n'.encode(coding), "x.json") == {"name": "Zoë"}


@pytest.mark.parametrize(
    ("data", "slug", "said"),
    [
        (b'{"a": 1', "bad-json", "line 1, column 8"),
        (b"\xff\xfe\x00", "not-utf-8", "UTF-16"),
        (b'{"a": "\xe4"}', "not-utf-8", "byte 8"),
        (b"[" * 5000 + b"]" * 5000, "too-deep", "deep"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "too-deep", "deep"),
    ],
)
def test_what_cannot_be_read_says_where_and_what(data: bytes, slug: str, said: str) -> None:
    with pytest.raises(TranscriptError, match=said) as told:
        read_json(data, "x.json")
    assert told.value.slug == slug
    assert str(told.value).startswith("x.json: ")


def test_a_number_of_thousands_of_digits_and_no_number_are_nothing() -> None:
    assert read_json("[" + "9" * 5000 + ", NaN, -Infinity, 1e999, 0.5]", "x.json") == [None, None, None, None, 0.5]


def test_keys_that_stand_twice_are_known() -> None:
    read = read_json('{"key": ["a"], "key": ["b"], "other": {"x": 1}}', "x.json")
    assert read == {"key": ["b"], "other": {"x": 1}}
    assert read.twice == ("key",)
    assert read.earlier == (("key", ["a"]),)
    assert read["other"].twice == ()


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(TranscriptError, match="too large"):
        decoded(bytes(64 * 2**20 + 1), "x.json")
