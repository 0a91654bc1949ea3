"""Every code, once, at its line, with its fix, and nothing else said beside it."""

from pathlib import Path

import pytest

from gm_engine.authoring import CODES, Finding, load_pack, proofread, read_pack
from gm_engine.errors import PackError
from tests.authoring.pages import PAGE, margin, write


def test_a_clean_campaign_has_no_findings(tmp_path: Path) -> None:
    assert margin(tmp_path) == ()


DAMAGE = [
    ("E001", "safety: {lines: [harm to children], veils: [torture]}", "safety: {lines: [harm", 5, ""),
    ("E001", "title: Dry Fork", "title: Dry: Fork", 3, "double quotes"),
    ("E001", "title: Dry Fork", "title: !!python/object x", 3, "remove the tag"),
    ("E001", "title: Dry Fork", "title: *nobody", 3, "double quotes"),
    ("E001", "  sam: {", "\tsam: {", 14, "spaces"),
    ("E002", "title: Dry Fork", "title: Dry Fork\ntitle: Dry Fork", 4, "merge or rename"),
    ("E002", "  arrival: {", "  end: {beat: Nobody comes.}\n  arrival: {", 29, "merge or rename"),
    ("E003", "title: Dry Fork", "title: Dry Fork\ntittle: x", 4, "did you mean 'title'?"),
    ("E003", "role: marshal", "rolle: marshal", 14, "did you mean 'role'?"),
    ("E003", "dir: north}", "direction: north}", 11, "known: miles"),
    ("E004", "title: Dry Fork\n", "", 1, "add title:"),
    ("E004", "{name: Samuel Orde, aliases", "{aliases", 14, "add name:"),
    ("E004", "- {id: founding, text: ", "- {id: founding, category: ", 22, "add text:"),
    ("E005", "attitude: -1", "attitude: -7", 14, "from -3 to 3"),
    ("E005", "pronouns: she", "pronouns: shee", 8, "did you mean 'she'?"),
    ("E005", "money: 23.50", "money: plenty", 8, "dollars"),
    ("E005", "size: 4", "size: four", 24, "whole number"),
    ("E005", "street: 1 min", "street: 1 furlong", 10, "write a way"),
    ("E005", "format: 1", "format: 9", 1, "from 1 to 1"),
    ("E005", "ends: true", "ends: perhaps", 28, "true or false"),
    ("E006", "title: Dry Fork", "title: Dry Fork\nx: {note: Well, now then, and more}", 4, 'note: "Well, now then, and more"'),
    ("E010", "start: {at: depot", "start: {at: deppot", 6, "did you mean 'depot'?"),
    ("E010", "knows: [ledger]", "knows: [ledger, leger]", 14, "did you mean 'ledger'?"),
    ("E010", "faction: ring", "faction: wring", 14, "did you mean 'ring'?"),
    ("E010", "exits: {street: 1 min}", "exits: {street: 1 min, stret: 2 min}", 10, "did you mean 'street'?"),
    ("E010", "rows: [dust", 'rows: ["{table:wether}"', 30, "did you mean 'weather'?"),
    ("E011", "  ring: {", "  letter: {name: the post office}\n  ring: {", 19, "rename"),
    ("E012", "knows: [ledger]", "knows: [ledger, street]", 14, "name a secret"),
    ("E013", "id: dry_fork", "id: Dry-Fork", 2, "small letters"),
    ("E013", "  mine: {name", "  mine: {id: pit, name", 12, "leave the id out"),
    ("E020", "exits: {street: 1 min}", "exits: {street: 1 min, depot: 1 min}", 10, "name another place"),
    ("E021", "kind: mine}", "exits: {street: {miles: 9, dir: north}}}", 12, "make the way back south"),
    ("E022", "kind: mine}", "exits: {street: {miles: 8}}}", 12, "one end only"),
    ("E030", "weekday: Tuesday", "weekday: Monday", 4, "weekday: Tuesday"),
    ("E031", '1878-05-07 17:30", weekday: Tuesday', '1878-02-30 17:30"', 4, "1878-05-07 17:30"),
    ("E031", "about: street}", "about: street, valid_from: 1878-13}", 22, "YYYY"),
    ("E040", "at == mine and", "at = mine and", 28, "write =="),
    ("E040", "at == mine and", "(at == mine and", 28, "write the ')'"),
    ("E041", "effects: flag.early", "effects: [flag.early, flogg.early]", 27, "did you mean 'flag.ID'?"),
    ("E041", "effects: flag.early", "effects: [flag.early, clock.audit +x]", 27, "clock.ID +1"),
    ("E042", "clock.audit >= 2", "clock.audti >= 2", 28, "did you mean 'audit'?"),
    ("E042", "at == mine", "at == mien", 28, "did you mean 'mine'?"),
    ("E042", "at == mine", "at.sam == mien", 28, "did you mean 'mine'?"),
    ("E042", "at == mine", "at.sma == mine", 28, "did you mean 'sam'?"),
    ("E042", "effects: flag.early", "effects: [flag.early, give leter]", 27, "did you mean 'letter'?"),
    ("E042", 'flag.early"', 'flag.early and secret.ledger == found"', 28, "revealed"),
    ("E042", 'flag.early"', 'flag.early and decision.arrival == wate"', 28, "did you mean 'wait'?"),
    ("E010", "attitude: -1}", "attitude: -1, ties: {works_for: rong}}", 14, "did you mean 'ring'?"),
    ("E005", "attitude: -1}", "attitude: -1, ties: {sibbling: ann}}", 14, "did you mean 'sibling'?"),
    ("E042", 'flag.early"', 'flag.early or tag.outlaw"', 28, "unknown tag 'outlaw'"),
    ("E042", "effects: flag.early}", "effects: [flag.early, owe partner]}", 27, "'partner'"),
    ("E042", "effects: flag.early}", "effects: [flag.early, join sem]}", 27, "did you mean 'sam'?"),
    ("E010", "at: depot, beat", "at: depot, goto: ending, beat", 26, "did you mean 'end'?"),
    ("E010", "at: depot, beat", "at: depot, checks: [ridding], beat", 26, "did you mean 'riding'?"),
    ("E010", "members: [sam]}", "members: [sam], toward: {rung: 1}}", 16, "did you mean 'ring'?"),
    ("E032", "about: street}", 'about: street, valid_from: "1870", valid_to: "1869-12-31"}', 22, "exchange"),
    (
        "E033",
        "pc: ann}",
        'pc: ann}\nopenings:\n  - {name: late}\n  - {name: early, time: "1878-05-06"}',
        9,
        "set calendar.start to the earliest opening",
    ),
    ("E033", "pc: ann}", "pc: ann}\nopenings:\n  - {name: afar, at: mine, scene: arrival}", 8, "write at: depot"),
    ("E002", "pc: ann}", "pc: ann}\nopenings:\n  - {name: late}\n  - {name: late}", 9, "rename one of them"),
    ("E013", "pc: ann}", "pc: ann}\nopenings:\n  - {name: Too Late}", 8, "small letters"),
    ("E031", "pc: ann}", "pc: ann}\nopenings:\n  - {name: late, time: 1878-02-30}", 8, "1878-05-07 17:30"),
    ("E010", "pc: ann}", "pc: ann}\nopenings:\n  - {name: late, present: [sim]}", 8, "did you mean 'sam'?"),
    ("E051", "[dust,", '["dust {table:weather}",', 30, "leads back to itself"),
    ("W161", "roll: d3", "roll: 1d100", 30, "add up to 100"),
    ("W161", "{w: 2, text: more dust}", '{w: 2, text: "{roll} miles of dust"}', 30, "write roll:"),
    ("W161", "{w: 2, text: more dust}", "{w: 2, roll: d6, text: more dust}", 30, "write {roll}"),
    ("E050", "roll: d3", "roll: three dice", 30, "2d6"),
    ("E060", "{name} nods.", "{nmae} nods.", 32, "did you mean 'name'?"),
    (
        "W102",
        "  street: {name: Cutler Street, exits: {mine: {miles: 9, dir: north}}}",
        "  street: {name: Cutler Street}",
        12,
        "give it an exit",
    ),
    ("W110", "[a filed weight, a warm stove in May, two sets of books]", "[a filed weight]", 20, "three or more"),
    (
        "W110",
        "[a filed weight, a warm stove in May, two sets of books]",
        "[{text: a filed weight, at: mine}, {text: a warm stove in May, at: mine}, {text: two sets of books, at: mine}]",
        20,
        "bind one to another",
    ),
    ("W112", "beat: The train", "beat: Orde weighs the ore with a hollow thumb on the scale. The train", 26, "reword"),
    ("W112", "aliases: [Marshal Orde]", "secret_aliases: {Slim Moody: ledger}, summary: Once called Slim Moody", 14, "leave the name out"),
    ("W120", ", ends: true", "", 25, "ends: true"),
    ("W130", "name: Samuel Orde", "name: the Depot", 10, "distinguishing"),
    ("W131", "[Marshal Orde]", "[Will]", 14, "'Samuel Orde'"),
    ("W150", "a surveyor who could not swim", "a surveyor who harmed a child", 22, "reword"),
    ("W160", 'flag.early"', 'flag.erly"', 28, "did you mean 'early'?"),
    (
        "W170",
        'a surveyor who could not swim."',
        "a surveyor who could not swim. " + "Stone on stone. " * 220 + '", pinned: true',
        22,
        "unpin",
    ),
    ("W180", "title: Dry Fork", "title: Dry Fork\ngenre: wester", 4, "write genre: western"),
]


@pytest.mark.parametrize(("code", "old", "new", "line", "fix"), DAMAGE, ids=[f"{row[0]}-{number}" for number, row in enumerate(DAMAGE)])
def test_each_damage_is_found_once(tmp_path: Path, code: str, old: str, new: str, line: int, fix: str) -> None:
    found = margin(tmp_path / "dry_fork", old, new)
    assert [(finding.code, finding.line) for finding in found] == [(code, line)]
    finding = found[0]
    assert fix in f"{finding.message} {finding.fix}"
    assert finding.fix
    assert finding.file == str(tmp_path / "dry_fork" / "campaign.yaml")
    assert str(finding).startswith(f"{finding.file}:{line}: {finding.level} {code}: ")
    assert "\n    fix: " in str(finding)


def test_a_secret_that_nobody_holds(tmp_path: Path) -> None:
    text = PAGE.replace(", knows: [ledger]", "").replace(", reveals: ledger", "")
    (finding,) = proofread(read_pack(write(tmp_path, text)))
    assert (finding.code, finding.line) == ("W111", 20)


def test_every_code_has_a_damage() -> None:
    elsewhere = {"E000", "E070", "W101", "W111", "W140"}
    assert {row[0] for row in DAMAGE} | elsewhere == set(CODES)


def test_no_campaign_at_all(tmp_path: Path) -> None:
    reading = read_pack(tmp_path)
    assert reading.pack is None
    assert [finding.code for finding in reading.findings] == ["E000"]
    with pytest.raises(PackError, match="no such file"):
        load_pack(tmp_path)


def test_one_missing_secret_is_one_finding_however_often_it_is_named(tmp_path: Path) -> None:
    text = PAGE.replace("  ledger: {truth", "  books: {truth").replace("knows: [ledger]", "knows: [ledger, books]")
    codes = [finding.code for finding in proofread(read_pack(write(tmp_path, text)))]
    assert codes == ["E010"]


def test_a_wrong_start_says_nothing_of_the_places_behind_it(tmp_path: Path) -> None:
    assert [finding.code for finding in margin(tmp_path, "start: {at: depot", "start: {at: nowhere")] == ["E010"]


def test_more_findings_are_put_in_their_place(tmp_path: Path) -> None:
    main = str(tmp_path / "campaign.yaml")
    more = Finding(file=main, line=2, code="W140", message="sam's eyes are gray and green", fix="keep one")
    found = proofread(read_pack(write(tmp_path, PAGE.replace("size: 4", "size: 0").replace("format: 1", "format: 2"))), [more, more])
    assert [finding.code for finding in found] == ["E005", "W140", "E005"]


def test_loading_a_broken_pack_lists_its_errors(tmp_path: Path) -> None:
    write(tmp_path, PAGE.replace("at: depot, pc", "at: deppot, pc").replace("size: 4", "size: four"))
    with pytest.raises(PackError) as stop:
        load_pack(tmp_path)
    assert "the campaign has 2 errors" in str(stop.value)
    assert "did you mean 'depot'?" in str(stop.value)
    assert "[broken-pack]" in str(stop.value)


def test_plays_are_proofread_with_their_pack(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "plays").mkdir()
    (tmp_path / "plays" / "one.play").write_text("> I wait.\n? att depot\n", encoding="utf-8")
    (finding,) = proofread(read_pack(tmp_path))
    assert (finding.code, finding.line) == ("E070", 2)
    assert "did you mean 'at'?" in finding.fix
