"""Input that is no letters, no number that can be kept, or nested without end: refused in words, and quickly."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm_engine.interfaces.cli.writing_down import can_be_written, write_down
from tests.interfaces.conftest import Gm
from tests.interfaces.test_bad_input import refused

HALF = "caf\udce9 \ud83d"
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    "words",
    [
        (HALF,), ("play", HALF), ("why", HALF, "1"), ("settle", "evening", HALF, "keep"),
        ("export", "evening", "--file", f"/nowhere/{HALF}"),
        ("recall", "evening", HALF), ("remember", "evening", HALF), ("branch", "evening", HALF), ("import", HALF), ("check", HALF),
        ("edit", "evening", "1", HALF), ("redact", "evening", "1", "--because", HALF, "--yes"),
    ],
)  # fmt: skip
def test_half_characters_among_the_words_are_no_fault(gm: Gm, home: Path, words: tuple[str, ...]) -> None:
    said = gm(*words, "--home", home)
    assert "[fault]" not in said.err


def test_half_characters_that_are_typed_are_no_fault(gm: Gm, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "I say caf\udce9.\n/settle \udce9 keep\n/branch \udce9\n/remember The \udce9 is red.\n/\udce9\n/quit\n".encode(
        "utf-8", "surrogateescape"
    )
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
    said = gm("play", "evening", "--home", home)
    assert "[fault]" not in said.err
    assert said.code in (0, 2)
    assert "I say caf\N{REPLACEMENT CHARACTER}" in gm("export", "evening", "--home", home).out


@pytest.mark.parametrize(
    ("name", "text", "slug"),
    [
        ("a.jsonl", f'{{"text": "Rain.", "turn": {DIGITS}}}', "broken-transcript"),
        ("a.json", f'[{{"text": "Rain.", "turn": {DIGITS}}}]', "broken-transcript"),
        ("a.jsonl", f'{{"text": "Rain.", "turn": {2**63}}}', "broken-transcript"),
        ("a.jsonl", f'{{"text": "Rain.", "session": {2**63}}}', "broken-transcript"),
        ("a.jsonl", '{"text": "Rain.", "session": -1}', "broken-transcript"),
        ("a.jsonl", '{"text": "Rain.", "turn": 1e999}', "broken-transcript"),
        ("a.txt", "[" * 200_000, "too-deep"),
        ("a", '[["a",' * 60_000, "too-deep"),
        ("a.txt", "(" * 200_000, "not-a-transcript"),
        ("a.md", "([" * 100_000 + "1" + "])" * 100_000, "not-a-transcript"),
    ],
)
def test_a_transcript_of_odd_values_is_refused(gm: Gm, tmp_path: Path, name: str, text: str, slug: str) -> None:
    """Found by hand: deeply nested JSON was taken for prose, and read for 22 seconds and 1.3 GB."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    refused(gm("import", tmp_path / name, "--home", tmp_path / "home"), slug)


@pytest.mark.parametrize(
    ("key", "value"), [("attempt", 2**70), ("number", "Infinity"), ("after", "1e999"), ("format", DIGITS), ("turn", 2**70)]
)
def test_a_journal_of_odd_values_is_refused(gm: Gm, played: Path, tmp_path: Path, key: str, value: object) -> None:
    file = tmp_path / "evening.jsonl"
    assert gm("export", "evening", "--to", "jsonl", "--file", file, "--home", played).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    at = next((n for n, line in enumerate(lines) if n > 2 and f'"{key}":' in line), 5)
    row = json.loads(lines[at])
    (row if key in row or key not in row["event"] else row["event"])[key] = 0
    lines[at] = json.dumps(row).replace(f'"{key}": 0', f'"{key}": {value}', 1)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = gm("import", file, "--home", tmp_path / "home")
    assert (said.code, "[fault]" in said.err) == (2, False)


def test_what_a_killed_export_has_left_is_cleared_away(tmp_path: Path) -> None:
    killed = subprocess.Popen([sys.executable, "-c", ""])
    killed.wait()
    left, others = tmp_path / f".story.jsonl.{killed.pid}.part", tmp_path / f".other.jsonl.{killed.pid}.part"
    living = tmp_path / f".story.jsonl.{os.getppid()}.part"
    for file in (left, others, living):
        file.touch()
    write_down(tmp_path / "story.jsonl", ["{}\n"])
    assert (left.exists(), others.exists(), living.exists()) == (False, True, True)
    left.touch()
    can_be_written(tmp_path / "story.jsonl")
    assert not left.exists()


@pytest.mark.parametrize(
    ("where", "value"), [("format", -(10**30)), ("format", 0), ("branch", "\ud83d"), ("written", "\udcff"), ("number", 10**30)]
)
def test_an_exported_journal_with_an_odd_value_is_refused(gm: Gm, home: Path, tmp_path: Path, where: str, value: object) -> None:
    file = tmp_path / "story.jsonl"
    assert gm("export", "evening", "--to", "jsonl", "--file", file, "--home", home).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    for at in (0, 9):
        row = json.loads(lines[at])
        row[where] = value
        file.write_text("\n".join([*lines[:at], json.dumps(row), *lines[at + 1 :]]) + "\n", encoding="utf-8")
        said = gm("import", file, "--as", f"odd {at}", "--home", home)
        assert "[fault]" not in said.err
    assert said.code == 2
    assert "[broken-lines]" in said.err
    assert "odd 9" not in gm("list", "--home", home).out
