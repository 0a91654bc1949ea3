"""Plain transcripts as other people write them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.plain_transcript import LARGEST, first_line, read_transcript


def written(folder: Path, text: str | bytes, name: str = "talk.jsonl") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_only_text_is_required_and_turns_are_counted_from_one(tmp_path: Path) -> None:
    lines = read_transcript(
        written(tmp_path, '{"text": "Rain."}\n\n{"text": "More rain.", "role": "npc", "speaker": "Rosa", "mood": 3}\n')
    ).lines
    assert [(line.turn, line.role, line.speaker, line.text) for line in lines] == [(1, "gm", "", "Rain."), (2, "npc", "Rosa", "More rain.")]


def test_turns_keep_their_numbers_and_the_counting_goes_on_from_them(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, '{"turn": 7, "text": "a"}\n{"text": "b"}\n{"turn": 20, "session": 2, "text": "c"}')).lines
    assert [(line.turn, line.session) for line in lines] == [(7, 1), (8, 1), (20, 2)]


def test_names_before_a_colon_make_turns(tmp_path: Path) -> None:
    text = "\ufeffGM: It rains.\r\nStill.\r\n**Rosa**: I knock.\r\nPlayer: So do I.\r\n"
    lines = read_transcript(written(tmp_path, text, "evening.md")).lines
    assert [(line.role, line.speaker) for line in lines] == [("gm", ""), ("npc", "Rosa"), ("player", "Player")]
    assert lines[0].text == "It rains.\nStill."


def test_without_names_each_paragraph_is_the_gms(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, "One: a start.\n\nTwo,\nstill two.\n\n\nThree.", "book.txt")).lines
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
        lines = read_transcript(path).lines
    except GameError as error:
        assert name in str(error)  # noqa: PT017
    else:
        assert all(line.text.strip() for line in lines)
        assert [line.turn for line in lines] == sorted({line.turn for line in lines})


def remarks(tmp_path: Path, text: str, name: str = "talk.txt") -> str:
    return " ".join(read_transcript(written(tmp_path, text, name)).remarks)


def test_empty_turns_are_reported_with_their_lines(tmp_path: Path) -> None:
    text = '{"text": "Rain."}\n{"text": " "}\n\n{"text": ""}\n{"text": "More rain.", "time": "1881-06-06T08:00"}'
    assert "2 empty turns were left out (lines 2, 4)." in remarks(tmp_path, text, "talk.jsonl")
    assert "1 empty turn was left out (line 2)." in remarks(tmp_path, "GM: Rain.\nMara:\nTom: I wait.\nMara: So do I.")


def test_what_times_are_known_is_said(tmp_path: Path) -> None:
    assert "No times are given" in remarks(tmp_path, "GM: Rain.\nTom: I wait.")
    text = '{"text": "a"}\n{"text": "b", "time": "1881-06-06T08:00"}'
    assert "1 turn has no time" in remarks(tmp_path, text, "talk.jsonl")


def test_a_text_without_speakers_says_how_it_was_read(tmp_path: Path) -> None:
    assert "No speaker is named: each paragraph is a turn, told by the GM." in remarks(tmp_path, "It rains.\n\nIt rains still.")
    assert "Speakers: GM, Tom." in remarks(tmp_path, "GM: Rain.\nTom: I wait.")


def test_capitals_bold_and_stamped_names_speak(tmp_path: Path) -> None:
    text = "GM: It rains on Mara.\nMARA VOSS: I wait.\n**Tom:** So do I.\n[2023-05-08 13:56] Ann: And I.\n- TOM: Still.\n"
    lines = read_transcript(written(tmp_path, text, "t.md")).lines
    assert [line.speaker for line in lines] == ["", "Mara Voss", "Tom", "Ann", "Tom"]
    assert [line.text for line in lines][1:] == ["I wait.", "So do I.", "And I.", "Still."]
    assert lines[3].time == "2023-05-08T13:56"


def test_a_few_colons_in_a_novel_are_no_speakers(tmp_path: Path) -> None:
    text = "\n\n".join(["He walked on, and the rain fell."] * 30 + ["Then: nothing.", "The Sign: it read so.", "Chapter Two: The Well"])
    lines = read_transcript(written(tmp_path, text, "novel.txt")).lines
    assert (len(lines), {line.role for line in lines}) == (33, {"gm"})


def test_a_huge_paragraph_is_cut_at_sentence_ends(tmp_path: Path) -> None:
    text = "The rain fell on Oakford that day, and nobody spoke of it. " * 9_000
    read = read_transcript(written(tmp_path, text, "novel.txt"))
    assert len(read.lines) > 200
    assert all(len(line.text) <= 4_000 and line.text.endswith("of it.") for line in read.lines)
    assert " ".join(line.text for line in read.lines) == text.strip()
    assert f"1 long paragraph or speech was cut at sentence ends, into {len(read.lines)} turns." in read.remarks


def test_a_huge_text_without_a_blank_is_cut_all_the_same(tmp_path: Path) -> None:
    lines = read_transcript(written(tmp_path, "x" * 50_000, "x.txt")).lines
    assert "".join(line.text for line in lines) == "x" * 50_000


def test_beyond_the_limit_it_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(TranscriptError, match="Cut it into parts") as caught:
        read_transcript(path)
    assert caught.value.slug == "too-large"


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (b"%PDF-1.4 ...", "a.txt", "a PDF"),
        (b"PK\x03\x04abc", "a.docx", "zipped"),
        (b"text\x00\x01", "a.txt", "binary data"),
        ("\ufeffGM: Rain.".encode("utf-16"), "a.txt", "UTF-16"),
        (b"{\\rtf1 Rain}", "a.rtf", "RTF"),
        (b"<!DOCTYPE html><html><p>Rain.</p>", "a.txt", "a web page"),
        (b"<html>", "a.html", "a web page"),
        (b"speaker,text,time\nGM,Rain,1\nTom,Wait,2\nTom,Still,3\nGM,Rain,4\n", "a.txt", "a table"),
        (b"a,b\n1,2\n", "a.csv", "a table"),
    ],
)
def test_an_odd_file_is_named_for_what_it_is(tmp_path: Path, data: bytes, name: str, what: str) -> None:
    with pytest.raises(TranscriptError, match=what) as caught:
        read_transcript(written(tmp_path, data, name))
    assert caught.value.slug == "not-a-transcript"


def test_a_text_with_commas_is_no_table(tmp_path: Path) -> None:
    text = "Rain, wind, and dust.\nRain, wind, and snow.\nRain, wind, and hail.\nRain, wind, and night.\nEnd.\n"
    assert read_transcript(written(tmp_path, text, "rain.txt")).lines[0].text.startswith("Rain, wind")


def test_a_list_of_objects_is_read_as_lines_of_them(tmp_path: Path) -> None:
    lines = read_transcript(
        written(tmp_path, '[\n {"text": "Rain."},\n {"text": "Wait.", "speaker": "Tom", "role": "npc"}\n]', "a.json")
    ).lines
    assert [(line.turn, line.speaker) for line in lines] == [(1, ""), (2, "Tom")]
