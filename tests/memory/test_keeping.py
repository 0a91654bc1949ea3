"""A kept memory: it answers as it did, and nothing but a memory is ever made of it."""

import base64
import io
import os
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

from gm_engine.memory import Memory
from gm_engine.memory import keeping as kept
from gm_engine.memory.keeping import read_memory, write_memory
from gm_engine.story import event as happened
from tests.memory.test_memory import answers, long_tale

QUERIES = ("What did Ortega say about the horses?", "faro table", "marked deck", "Boone's eyes", "thirty guns")


def packed(thing: object) -> str:
    return f"{kept.mark()}:{base64.b64encode(zlib.compress(pickle.dumps(thing, protocol=5))).decode()}"


def test_a_kept_memory_answers_as_it_did() -> None:
    tale = long_tale()
    again = read_memory(write_memory(tale.memory))
    assert again is not None
    for query in QUERIES:
        assert answers(again, query) == answers(tale.memory, query) == answers(Memory.of(tale.state, again.weights), query)


def test_a_kept_memory_goes_on_remembering() -> None:
    tale = long_tale(12)
    again = read_memory(write_memory(tale.memory))
    assert again is not None
    before = len(tale.events)
    tale.play("I ask about the harmonium.", "Ortega has never heard one.")
    for event in tale.events[before:]:
        again.apply(event)
    assert answers(again, "harmonium") == answers(tale.memory, "harmonium")
    assert again.found_turns("harmonium", 1)


@pytest.mark.parametrize("thing", [print, pytest.fail, happened.TurnClosed, "words", Memory.of])
def test_nothing_but_a_memory_is_made_of_it(thing: object) -> None:
    assert read_memory(packed(thing)) is None


class Runs:
    """Makes a folder when it is made anew."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.mkdir, (self.path,))


def test_nothing_is_run_while_it_is_read(tmp_path: Path) -> None:
    """That nothing but a memory comes of it would be true of something that had run, too."""
    assert read_memory(packed(Runs(tmp_path / "ran"))) is None
    assert list(tmp_path.iterdir()) == []
    assert pickle.loads(pickle.dumps(Runs(tmp_path / "ran"))) is None
    assert (tmp_path / "ran").is_dir()


def test_a_name_that_another_module_lends_is_no_class_of_a_memory() -> None:
    through = b"\x80\x04\x8c\x18gm_engine.memory.keeping\x94\x8c\x06pickle\x94\x93."
    assert read_memory(f"{kept.mark()}:{base64.b64encode(zlib.compress(through)).decode()}") is None
    with pytest.raises(pickle.UnpicklingError, match="no class of a memory"):
        kept._Reader(io.BytesIO(through)).load()
    with pytest.raises(pickle.UnpicklingError, match="no part of a memory"):
        kept._Reader(io.BytesIO(pickle.dumps(os.mkdir))).load()


@pytest.mark.parametrize(
    "spoil", [lambda text: text[:-40], lambda text: "0" * 32 + text[32:], lambda _: "", lambda text: text[:40] + "?" + text[41:]]
)
def test_a_memory_that_is_not_whole_or_not_ours_is_built_anew(spoil) -> None:  # type: ignore[no-untyped-def]
    assert read_memory(spoil(write_memory(long_tale(3).memory))) is None


def test_a_word_that_was_taken_out_is_not_kept() -> None:
    tale = long_tale(3)
    tale.hold("f9", "boone", "eyes", "zaffre")
    tale.hold("f9", "boone", "eyes", "green")
    assert b"zaffr" not in zlib.decompress(base64.b64decode(write_memory(tale.memory).partition(":")[2]))
