"""Whatever stands in a campaign's files: findings, never a traceback."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.authoring import format_pack, load_pack, proofread, read_pack
from gm_engine.errors import PackError
from tests.authoring.pages import PAGE, write

PIECES = st.sampled_from(
    [
        *("", "\n", "  ", "\t", ":", ": ", "{", "}", "[", "]", "- ", "x", "0", "-1", "99999999999999", "0.5", "null", "true"),
        *('"', "'", "#", "&a ", "*a", "|", ">", "{a: 1}", "[a, b]", "[[a]]", "{a: {b: c}}", "é", "name", "id", "exits"),
        *("17:30", "\u2028", "start and (", "flag.x +", "{table:x}"),
    ]
)
CUTS = st.lists(st.tuples(st.integers(0, len(PAGE)), st.integers(0, 30), PIECES), min_size=1, max_size=4)


@settings(max_examples=50, deadline=None)
@given(cuts=CUTS)
def test_a_page_with_pieces_replaced(tmp_path_factory: pytest.TempPathFactory, cuts: list[tuple[int, int, str]]) -> None:
    text = PAGE
    for at, length, piece in cuts:
        text = text[:at] + piece + text[at + length :]
    survives(tmp_path_factory.mktemp("any"), text)


LEAVES = st.sampled_from(["", "x", "-7", "0.5", "true", "two words", "flag.a", "9 miles"])


def nested(one: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.lists(one, max_size=2).map(lambda items: f"[{', '.join(items)}]"), one.map(lambda item: f"{{a: {item}}}"))


VALUES = st.recursive(LEAVES, nested, max_leaves=3)
PLACES = [at for at in range(len(PAGE)) if PAGE[at : at + 2] == ": "]


@settings(max_examples=50, deadline=None)
@given(at=st.sampled_from(PLACES), value=VALUES)
def test_a_value_of_another_kind(tmp_path_factory: pytest.TempPathFactory, at: int, value: str) -> None:
    end = min(end for mark in ",}\n" if (end := PAGE.find(mark, at)) > 0)
    survives(tmp_path_factory.mktemp("any"), f"{PAGE[:at]}: {value}{PAGE[end:]}")


def survives(folder: Path, text: str) -> None:
    """The file is read, proofread, loaded or refused, tidied or left alone."""
    write(folder, text)
    reading = read_pack(folder)
    for finding in proofread(reading):
        assert finding.message
        assert finding.line >= 0
    loads = False
    with contextlib.suppress(PackError):
        loads = load_pack(folder) == reading.pack
    assert loads == (not reading.errors)
    with contextlib.suppress(PackError):
        format_pack(folder)
        assert read_pack(folder).pack == reading.pack
        assert format_pack(folder) == ()
