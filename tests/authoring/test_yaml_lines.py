"""YAML 1.2 as it stands on the page, and everything that is refused without a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.authoring import read_pack
from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.written import Written, plain
from gm_engine.authoring.yaml_text import LONG, _read_at_once, _read_with_care, _ships, read_yaml
from gm_engine.shipped import shipped
from gm_engine.story import letters


def value(text: str) -> Written:
    findings: list[Finding] = []
    written = read_yaml(text, "page.yaml", findings)
    assert findings == []
    assert written is not None
    return written


SHIPPED = sorted(path for folder in ("campaigns", "data") for path in shipped(folder).rglob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=[f"{path.parent.name}/{path.stem}" for path in SHIPPED])
def test_what_ships_is_the_same_whichever_library_reads_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    quick, slow = _read_at_once(text, str(path), 1), _read_with_care(text, str(path), 1)
    assert quick is not None
    assert (repr(quick), ()) == (repr(slow[0]), slow[1])


def test_only_what_ships_is_read_by_another_library(tmp_path: Path) -> None:
    assert all(_ships(str(path)) for path in SHIPPED)
    assert not any(_ships(path) for path in (str(tmp_path / "data" / "x.yaml"), "data/relations.yaml", "campaign.yaml", "the front matter"))
    assert not _ships(f"{shipped('data')}/../else.yaml")


@pytest.mark.parametrize("text", ["a: 1\na: 2", "a: [1", "a: *b", "", "a: !x 1", "---\na: 1\n---\nb: 2\n", "a: \x07"])
def test_where_something_is_to_be_said_of_a_text_that_ships_it_is_ruamel_that_says_it(text: str) -> None:
    file = str(shipped("data") / "nothing.yaml")
    findings: list[Finding] = []
    assert _read_at_once(text, file, 1) is None
    read_yaml(text, file, findings)
    assert findings
    assert tuple(findings) == _read_with_care(text, file, 1)[1]


def test_words_of_other_yamls_stay_words() -> None:
    written = value("on: no\nNO: off\ntime: 17:30\nday: 1878-05-07\ny: yes\nhex: 0x1F\nratio: 0.5\n")
    assert plain(written) == {"on": "no", "NO": "off", "time": "17:30", "day": "1878-05-07", "y": "yes", "hex": "0x1F", "ratio": "0.5"}


def test_the_core_types_are_read() -> None:
    assert plain(value('[1, -2, true, False, null, ~, "1", "true", a b]')) == [1, -2, True, False, None, None, "1", "true", "a b"]


def test_every_value_keeps_its_line() -> None:
    written = value("a: 1\n\nb:\n  - x\n  - y\nc: {d: 1,\n  e: 2}\n")
    assert written.line_of("b") == 3
    assert [item.line for item in written.entries["b"]] == [4, 5]
    assert written.entries["c"].line_of("e") == 7


def test_an_alias_stands_for_its_value() -> None:
    assert plain(value("a: &one {x: 1}\nb: *one\n")) == {"a": {"x": 1}, "b": {"x": 1}}


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{here}: &{here} [{', '.join(['*' + before] * 10)}]\n" for before, here in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 0, "empty"),
        ("# nothing\n", 0, "empty"),
        ("a: [1, 2\nb: 3\n", 1, "not closed"),
        ("a:\n\tb: 1\n", 2, "tab"),
        ("a: b: c\n", 1, "second ': '"),
        ("a: *b\n", 1, "alias"),
        ("a: &a [*a]\n", 1, "inside itself"),
        ("a: !!python/object:os.system x\n", 1, "tag"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("? [a]\n: 1\n", 1, "key"),
        ("a: \x01\n", 1, "character"),
        ("[" * 200 + "]" * 200, 1, "levels"),
        ("[" * 5000, 1, "levels"),
        ("- " * 500 + "x", 1, "levels"),
        (BOMB, 6, "unfolds"),
        ('a: "x\n', 1, "a quote"),
        ('a: "\\ud800"\n', 1, "half a character"),
    ],
    ids=range(17),
)
def test_what_cannot_be_read_is_one_finding(text: str, line: int, says: str) -> None:
    findings: list[Finding] = []
    assert read_yaml(text, "page.yaml", findings) is None
    (finding,) = findings
    assert (finding.code, finding.line) == ("E001", line)
    assert says in finding.message
    assert finding.fix


@given(st.text(max_size=80))
def test_any_text_is_read_or_found_wanting(text: str) -> None:
    findings: list[Finding] = []
    written = read_yaml(text, "page.yaml", findings)
    assert written is not None or [finding.code for finding in findings][-1:] == ["E001"]


words = st.text(max_size=8).map(letters.plain)
"""What is no letter (control codes, halves) is dropped where a file is read."""
leaves = st.one_of(st.integers(-999, 999), st.booleans(), st.none(), words)
trees = st.recursive(leaves, lambda parts: st.lists(parts) | st.dictionaries(words, parts), max_leaves=12)


def test_control_codes_of_a_pack_are_dropped() -> None:
    assert plain(value('{"whole": "\\u001f"}')) == {"whole": ""}


@given(trees)
def test_json_is_yaml(whole: object) -> None:
    text = json.dumps({"whole": whole}, ensure_ascii=True)
    assert plain(value(text)) == {"whole": whole}


@pytest.mark.parametrize(
    ("raw", "says"),
    [(b"\xff\xfe", "0xff is not UTF-8"), (b"title: caf\xe9\n", "0xe9 is not UTF-8"), (b"", "empty"), (b"\x00", "character")],
)
def test_a_file_that_is_no_utf8_text(tmp_path: Path, raw: bytes, says: str) -> None:
    (tmp_path / "campaign.yaml").write_bytes(raw)
    reading = read_pack(tmp_path)
    assert reading.pack is None
    (finding,) = reading.findings
    assert finding.code == "E001"
    assert says in finding.message


def test_a_large_file_is_warned_of_and_a_huge_one_refused(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_text("#" * 1_000_001 + "\n", encoding="utf-8")
    assert [finding.code for finding in read_pack(tmp_path).findings] == ["E001", "W101"]
    with (tmp_path / "campaign.yaml").open("wb") as huge:
        huge.truncate(16_000_001)
    (finding,) = read_pack(tmp_path).findings
    assert (finding.code, "16,000,001" in finding.message) == ("E001", True)


def test_a_quoted_key_without_a_value_is_no_rest_of_a_text() -> None:
    assert plain(value('{"whole": {"": 0, "0 0": null}}')) == {"whole": {"": 0, "0 0": None}}


def test_a_page_too_long_for_a_hand_is_read_alike_and_its_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "".join(f"line_{number}: It rains on the quay.\n" for number in range(LONG // 30 + 1))
    findings: list[Finding] = []
    with monkeypatch.context() as without:
        without.setattr("gm_engine.authoring.yaml_text._read_with_care", lambda *_: pytest.fail("it was read with care"))
        assert repr(read_yaml(page, "long.yaml", findings)) == repr(_read_at_once(page, "long.yaml", 1))
    twice = f"{page}line_1: Twice.\n"
    assert repr(read_yaml(twice, "long.yaml", findings)) == repr(_read_with_care(twice, "long.yaml", 1)[0])
    assert findings
