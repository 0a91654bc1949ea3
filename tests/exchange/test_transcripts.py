"""Plain transcripts as other people write them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.transcript import first_line, read_transcript


def written(folder: Path, text: str | bytes, name: str = "talk.jsonl") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_only_text_is_required_and_turns_are_counted_from_one(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, '{"text": "Rain."}\n\n{"text": "More rain.", "role": "npc", "speaker": "Rosa", "mood": 3}\n'))
    assert [(line.turn, line.role, line.speaker, line.text) for line in lines] == [(1, "gm", "", "Rain."), (2, "npc", "Rosa", "More rain.")]


def test_turns_keep_their_numbers_and_the_counting_goes_on_from_them(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, '{"turn": 7, "text": "a"}\n{"text": "b"}\n{"turn": 20, "session": 2, "text": "c"}'))
    assert [(line.turn, line.session) for line in lines] == [(7, 1), (8, 1), (20, 2)]


def test_names_before_a_colon_make_turns(tmp_path: Path) -> None:
    text = "\ufeffGM: It rains.\r\nStill.\r\n**Rosa**: I knock.\r\nPlayer: So do I.\r\n"
    lines = read_transcript(written(tmp_path, text, "evening.md"))
    assert [(line.role, line.speaker) for line in lines] == [("gm", ""), ("npc", "Rosa"), ("player", "Player")]
    assert lines[0].text == "It rains.\nStill."


def test_without_names_each_paragraph_is_the_gms(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, "One: a start.\n\nTwo,\nstill two.\n\n\nThree.", "book.txt"))
    assert [line.text for line in lines] == ["One: a start.", "Two,\nstill two.", "Three."]
    assert {line.role for line in lines} == {"gm"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"text": "a", "role": "bard"}', 'talk.jsonl:1: "role" is "bard"'),
        ('{"text": "a"}\n{"role": "gm"}', 'talk.jsonl:2: "text"'),
        ('{"text": "a"}\n[1]', "talk.jsonl:2"),
        ('{"turn": 5, "text": "a"}\n{"turn": 4, "text": "b"}', "turn 4 comes after turn 5"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_transcript(written(tmp_path, text))
    assert says in str(caught.value)


def test_the_first_line_is_sniffed_without_reading_the_rest(tmp_path: Path) -> None:
    assert len(first_line(written(tmp_path, b"x" * 10_000))) == 4096
    with pytest.raises(TranscriptError):
        first_line(tmp_path)


@given(st.binary(max_size=400), st.sampled_from(["a.jsonl", "a.txt"]))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = written(tmp_path_factory.getbasetemp(), data, name)
    try:
        lines = read_transcript(path)
    except GameError as error:
        assert name in str(error)  # noqa: PT017
    else:
        assert all(line.text.strip() for line in lines)
        assert [line.turn for line in lines] == sorted({line.turn for line in lines})
