"""What writers slip on in YAML: each is told as such, where it stands, with the repair written out."""

import pytest

from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.yaml_text import read_yaml

SLIPS = [
    ("scenes:\n  one: {beat: Well, now then}", "E006", 2, 'beat: "Well, now then"'),
    ("scenes:\n  one: {beat: One, and two, and three more, at: hall}", "E006", 2, 'beat: "One, and two, and three more"'),
    ('scenes:\n  one: {at: hall, beat: It goes, and "it" stops}', "E006", 2, "beat: 'It goes, and \"it\" stops'"),
    ("a: b\ntext: He said: go home", "E001", 2, 'text: "He said: go home"'),
    ("one: {id: x, text: He said: go, at: hall}", "E001", 1, 'text: "He said: go"'),
    ('a: b\ntext: "Go," he says.', "E001", 2, "text: '\"Go,\" he says.'"),
    ("a: b\ntext: @home", "E001", 2, 'text: "@home"'),
    ("a: b\ntext: `late`", "E001", 2, 'text: "`late`"'),
    ("a: b\ntext: %twenty", "E001", 2, 'text: "%twenty"'),
    ("a: b\ntext: *so it was*", "E001", 2, "double quotes"),
    ("a:\n\tb: c", "E001", 2, "indent with spaces"),
    ("a: [one, two", "E001", 1, "close it"),
    ('a: b\ntext: "never shut', "E001", 2, "close it"),
    ("a: !important b", "E001", 1, "remove the tag"),
]


@pytest.mark.parametrize(("text", "code", "line", "repair"), SLIPS, ids=[str(number) for number in range(len(SLIPS))])
def test_a_slip_is_told_with_its_repair(text: str, code: str, line: int, repair: str) -> None:
    findings: list[Finding] = []
    read_yaml(text, "pack.yaml", findings)
    assert [(found.code, found.line) for found in findings] == [(code, line)]
    assert repair in findings[0].fix


@pytest.mark.parametrize("text", ["a: yes", "a: no", "a: 1881-09-12", "a: 17:30", "a: 1_000", "a: 0o17", "a: ~x", "a: {b, c}", "a: on"])
def test_what_looks_like_a_slip_and_is_none(text: str) -> None:
    """Every value is kept as it was written: `yes` is no truth value before it is asked for one, and a date no number."""
    findings: list[Finding] = []
    written = read_yaml(text, "pack.yaml", findings)
    assert findings == []
    assert written is not None
    assert written.entries["a"].kind == "map" or written.entries["a"].text == text.removeprefix("a: ")


def test_the_repair_can_be_read_again() -> None:
    for text, code, _, _ in SLIPS:
        findings: list[Finding] = []
        read_yaml(text, "pack.yaml", findings)
        if code == "E006":
            repaired = findings[0].fix.partition("quotes: ")[2]
            again: list[Finding] = []
            assert read_yaml(repaired, "pack.yaml", again) is not None
            assert again == []
