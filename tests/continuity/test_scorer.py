"""How a report on labelled prose is counted: every rule of counting on a small set."""

import json
from pathlib import Path

import pytest

from benchmarks import continuity
from benchmarks.labelled import Alarm, Judgement, Side, count, flags, folders, judge, pairs, transcripts

TEXTS = {
    1: "The old mill burned down in 1871. Wren Hobb has gray eyes. Mr. Stroud keeps the toll bridge.",
    3: "The mill stands, and its wheel turns. Hobb's eyes are brown in this light.",
    5: "Nobody grinds corn here: the mill burned down years ago. They say that Stroud drowned.",
    7: "Stroud sits on the toll bridge and whistles. Brown are the eyes of Wren Hobb.",
}
LABELS = {
    "contradictions": [
        {
            "a_turn": 1,
            "b_turn": 3,
            "class": "possession",
            "difficulty": "paraphrase",
            "a_quote": "The old mill burned down in 1871.",
            "b_quote": "The mill stands, and its wheel turns.",
            "why": "burned, and stands",
        },
        {
            "a_turn": 1,
            "b_turn": 3,
            "class": "physical trait",
            "a_quote": "Wren Hobb has gray eyes",
            "b_quote": "Hobb's eyes are brown in this light",
            "why": "explicit: two colours",
            "also": [[1, 7]],
        },
    ],
    "near_misses": [
        {"a_turn": 5, "b_turn": 7, "a_quote": "They say that Stroud drowned.", "b_quote": "Stroud sits", "why": "rumour: only talk"},
        {"a_turn": 1, "b_turn": 7, "a_quote": "keeps the toll bridge", "b_quote": "sits on the toll bridge", "why": "It agrees."},
    ],
}
PAIRS = [
    {"id": "p1", "class": "physical_trait", "label": "contradiction", "a": "Wren Hobb has gray eyes.", "b": "Wren Hobb has brown eyes."},
    {"id": "p2", "class": "rumour", "label": "consistent", "a": "Wren Hobb has gray eyes.", "b": "They say Wren Hobb has brown eyes."},
    {"id": "p3", "class": "ability", "label": "contradiction", "a": "Wren Hobb hums.", "b": "Wren Hobb hums no more than a stone does."},
]
GRAY, BROWN = Side(1, "Wren Hobb has gray eyes."), Side(3, "Hobb's eyes are brown in this light.")


@pytest.fixture
def writer(tmp_path: Path) -> Path:
    """A folder of one writer: one transcript, three pairs."""
    folder = tmp_path / "w"
    folder.mkdir()
    rows = [{"turn": turn, "role": "gm", "text": text} for turn, text in TEXTS.items()]
    (folder / "log1.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "log1.labels.json").write_text(json.dumps(LABELS))
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in PAIRS))
    return folder


def judged(writer: Path, *alarms: Alarm) -> Judgement:
    return judge(alarms, next(transcripts(writer)))


def test_nothing_reported_finds_nothing_and_is_precise(writer: Path) -> None:
    story = next(transcripts(writer))
    tally = count(judge((), story), story)
    assert (tally.labels.total(), tally.found.total(), tally.false.total(), tally.precision) == (2, 0, 0, 1.0)
    assert dict(tally.hard) == {"paraphrase": 1, "explicit": 1}
    assert dict(tally.near) == {"rumour": 1, "other": 1}


@pytest.mark.parametrize(
    "alarm", [Alarm("physical_trait", GRAY, BROWN), Alarm("physical_trait", BROWN, GRAY), Alarm("ability", GRAY, BROWN)]
)
def test_a_label_is_found_in_either_order_and_by_any_class(writer: Path, alarm: Alarm) -> None:
    found = judged(writer, alarm)
    assert (found.verdicts, found.found, found.false) == (["right"], [False, True], [])


def test_the_turns_alone_are_not_enough(writer: Path) -> None:
    found = judged(writer, Alarm("possession", Side(1, "Mr. Stroud keeps the toll bridge."), BROWN))
    assert found.found == [False, True], "one quote shares four words, which is enough"
    found = judged(writer, Alarm("possession", Side(1, "Mr. Stroud keeps the toll bridge."), Side(3, "in this light.")))
    assert (found.verdicts, found.found) == (["false"], [False, False])


def test_other_turns_that_tell_the_same_clash_find_it_too(writer: Path) -> None:
    found = judged(writer, Alarm("physical_trait", GRAY, Side(7, "Brown are the eyes of Wren Hobb.")))
    assert (found.verdicts, found.found) == (["right"], [False, True])


def test_a_quote_that_is_not_in_its_turn_is_a_false_alarm(writer: Path) -> None:
    found = judged(writer, Alarm("physical_trait", Side(1, "Wren Hobb has grey eyes."), BROWN))
    assert (found.verdicts, found.found) == (["false"], [False, False])


def test_a_quote_of_three_sentences_is_a_false_alarm_and_a_title_is_no_sentence(writer: Path) -> None:
    found = judged(writer, Alarm("possession", Side(1, TEXTS[1]), Side(3, "The mill stands, and its wheel turns.")))
    assert found.verdicts == ["false"]
    found = judged(writer, Alarm("possession", Side(1, "Wren Hobb has gray eyes. Mr. Stroud keeps the toll bridge."), BROWN))
    assert found.verdicts == ["false"]


def test_an_echo_is_neither_right_nor_wrong(writer: Path) -> None:
    found = judged(
        writer, Alarm("possession", Side(3, "The mill stands, and its wheel turns."), Side(5, "the mill burned down years ago."))
    )
    assert (found.verdicts, found.found, found.false) == (["echo"], [False, False], [])


def test_false_alarms_of_one_class_between_two_turns_count_once_and_spring_the_near_miss(writer: Path) -> None:
    one = Alarm("life_death", Side(5, "They say that Stroud drowned."), Side(7, "Stroud sits on the toll bridge and whistles."))
    two = Alarm("life_death", one.b, Side(5, "Nobody grinds corn here: the mill burned down years ago."))
    found = judged(writer, one, two)
    assert (len(found.false), [miss.kind for miss in found.trapped]) == (1, ["rumour"])
    story = next(transcripts(writer))
    tally = count(found, story)
    assert (tally.precision, dict(tally.near_flagged)) == (0.0, {"rumour": 1})


def test_finding_one_clash_ten_times_earns_nothing(writer: Path) -> None:
    story = next(transcripts(writer))
    tally = count(judge([Alarm("physical_trait", GRAY, BROWN)] * 10, story), story)
    assert (tally.found.total(), tally.false.total()) == (1, 0)


def test_a_pair_is_flagged_by_an_exact_alarm_between_its_tellings(writer: Path) -> None:
    first, *_ = pairs(writer)
    a, b = Side(1, first.a), Side(3, first.b)
    assert flags([Alarm("physical_trait", a, b)], first)
    assert not flags([Alarm("physical_trait", a, a), Alarm("physical_trait", a, Side(3, "brown eyes!"))], first)


def test_writers_are_counted_apart_and_together(writer: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert folders(writer) == (writer,)
    assert folders(writer.parent) == (writer,)
    to = tmp_path / "counts.json"
    assert continuity.labelled(writer.parent, show=True, to=to) == 1
    told = capsys.readouterr().out
    assert "w: found " in told
    assert "together: found " in told
    assert "missed w/p3 ability" in told
    counts = json.loads(to.read_text())
    assert counts["together"] == counts["w"]
    assert counts["w"]["pairs"] == {"ability": 1, "physical_trait": 1}
    assert (counts["w"]["pairs_flagged"]["physical_trait"], counts["w"]["alike_flagged"]["rumour"]) == (1, 0)
