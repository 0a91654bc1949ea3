"""One file or many, long or short: the same pack."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.authoring import campaign_names, find_pack, load_pack, pack_of_play, proofread, read_pack, read_play
from gm_engine.authoring.margin_note import Finding
from gm_engine.authoring.schema import SECTIONS
from gm_engine.authoring.written import plain
from gm_engine.authoring.yaml_text import read_yaml
from gm_engine.errors import PackError, UnknownName
from gm_engine.story.condition import Condition, Effect, Owed
from gm_engine.story.pack import Choice, Clue, Pack, Slot
from gm_engine.story.travel import Exit
from tests.authoring.pages import PAGE, write

LONG = PAGE.replace(
    "  sam: {",
    "  may: {name: May Ling, role: cook, description: 'Keeps a ledger, too.\n\n    In two inks.', money: 4.05, at: depot,"
    " schedule: {6: depot, 20: street}}\n  sam: {",
).replace("lore:\n", "lore:\n  - {text: The bell was bought by mistake.}\n")


def sections() -> dict[str, Any]:
    findings: list[Finding] = []
    written = read_yaml(LONG, "page", findings)
    assert written is not None
    assert not findings
    return dict(plain(written))


WHOLE = sections()


def as_entries(section: str) -> dict[str, Any]:
    """A section by id, whether it was written as a mapping or as a list."""
    written = WHOLE[section]
    if isinstance(written, dict):
        return written
    ids = read_pack_ids(section)
    return {id: {key: value for key, value in entry.items() if key != "id"} for id, entry in zip(ids, written, strict=True)}


def read_pack_ids(section: str) -> list[str]:
    from gm_engine.authoring.desk import derived_id

    return [entry.get("id") or derived_id(entry["text"]) for entry in WHOLE[section]]


def split(folder: Path, layouts: dict[str, str], order: random.Random) -> Path:
    """Writes the campaign with each section in its layout, keys and files in any order."""
    folder.mkdir(parents=True)
    keys = list(WHOLE)
    order.shuffle(keys)
    head = {key: WHOLE[key] for key in keys if layouts.get(key, "inline") == "inline"}
    (folder / "campaign.yaml").write_text(json.dumps(head), encoding="utf-8")
    for section, layout in layouts.items():
        if layout == "file":
            (folder / f"{section}.yaml").write_text(json.dumps(WHOLE[section]), encoding="utf-8")
        elif layout != "inline":
            (folder / section).mkdir()
            entries = list(as_entries(section).items())
            order.shuffle(entries)
            for id, entry in entries:
                if layout == "yaml" or not isinstance(entry, dict):
                    (folder / section / f"{id}.yaml").write_text(json.dumps(entry), encoding="utf-8")
                    continue
                matter = dict(entry)
                body = matter.pop(SECTIONS[section].body, "") if section != "tables" else ""
                (folder / section / f"{id}.md").write_text(f"---\n{json.dumps(matter)}\n---\n\n{body}\n", encoding="utf-8")
    return folder


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    layouts=st.fixed_dictionaries(
        {name: st.sampled_from(["inline", "file", "yaml", "md"]) for name in WHOLE if name in SECTIONS}
        | {"words": st.sampled_from(["inline", "file"])}
    ),
    seed=st.integers(0, 999),
)
def test_a_split_pack_is_the_pack(tmp_path_factory: pytest.TempPathFactory, layouts: dict[str, str], seed: int) -> None:
    base = tmp_path_factory.mktemp("split")
    whole = load_pack(write(base / "inline", LONG))
    parts = read_pack(split(base / "split", layouts, random.Random(seed)))
    assert parts.findings == ()
    assert parts.pack == whole
    assert parts.pack.model_dump_json() == whole.model_dump_json()


def test_an_entry_knows_its_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, PAGE.replace("secrets:\n", "secrets:\n\n"))
    (tmp_path / "npcs").mkdir()
    (tmp_path / "npcs" / "may.md").write_text("---\nname: May Ling\nat: nowhere\n---\n\nA cook.\n", encoding="utf-8")
    reading = read_pack(tmp_path)
    assert reading.sources["npcs.may"] == "npcs/may.md:1"
    assert reading.sources["npcs.sam"] == "campaign.yaml:14"
    assert reading.sources["secrets.ledger"] == "campaign.yaml:21"
    (finding,) = reading.findings
    assert (finding.file, finding.line) == (str(tmp_path / "npcs" / "may.md"), 3)
    assert reading.place("npcs.may.description") == (str(tmp_path / "npcs" / "may.md"), 6)


def test_the_same_id_in_two_files(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "npcs.yaml").write_text("sam: Sam Other\n", encoding="utf-8")
    (finding,) = read_pack(tmp_path).findings
    assert (finding.code, finding.line) == ("E011", 1)
    assert "campaign.yaml:14" in finding.message


def test_a_file_whose_id_is_not_its_name(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "npcs").mkdir()
    (tmp_path / "npcs" / "may.yaml").write_text("id: mae\nname: May Ling\n", encoding="utf-8")
    (tmp_path / "npcs" / "Big Jim.md").write_text("---\nname: James Ober\n---\n", encoding="utf-8")
    assert [(Path(finding.file).name, finding.code) for finding in read_pack(tmp_path).findings] == [
        ("Big Jim.md", "E013"),
        ("may.yaml", "E013"),
    ]


def test_files_and_folders_that_nothing_reads(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "notes.txt").write_text("anything", encoding="utf-8")
    (tmp_path / "README.md").write_text("anything", encoding="utf-8")
    (tmp_path / "continuity.yaml").write_text("rules: []\n", encoding="utf-8")
    (tmp_path / "handouts").mkdir()
    assert read_pack(tmp_path).findings == ()
    (tmp_path / "npc.yaml").write_text("a: b\n", encoding="utf-8")
    (tmp_path / "scene").mkdir()
    assert [(finding.code, finding.fix) for finding in read_pack(tmp_path).findings] == [
        ("E003", "did you mean 'npcs'?"),
        ("E003", "did you mean 'scenes'?"),
    ]


def test_front_matter_that_is_wrong(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "npcs").mkdir()
    (tmp_path / "npcs" / "a.md").write_text("---\nname: A\n", encoding="utf-8")
    (tmp_path / "npcs" / "b.md").write_text("---\nname: B\ndescription: x\n---\ny\n", encoding="utf-8")
    (tmp_path / "npcs" / "c.md").write_text("Only a body.\n", encoding="utf-8")
    assert [(finding.code, finding.line) for finding in read_pack(tmp_path).findings] == [("E001", 1), ("E002", 3), ("E004", 1)]


def pack_with(folder: Path, old: str, new: str) -> Pack:
    assert old in PAGE
    return load_pack(write(folder, PAGE.replace(old, new, 1)))


def test_shorthands_are_spelt_out(tmp_path: Path) -> None:
    more = (
        '  mott: "Silas Mott; railroad detective; Counts the silver twice; then once more."\n'
        "  nye: {name: Bill Nye, items: [knife, rope, knife], aliases: Billy, says: One line., knows: ledger}\n"
        "  sam: {"
    )
    pack = pack_with(tmp_path, "  sam: {", more)
    mott = pack.npcs["mott"]
    assert (mott.name, mott.role, mott.summary) == ("Silas Mott", "railroad detective", "Counts the silver twice; then once more.")
    nye = pack.npcs["nye"]
    assert nye.items == {"knife": 2, "rope": 1}
    assert (nye.aliases, nye.says, nye.knows) == (("Billy",), ("One line.",), ("ledger",))
    assert pack.characters["ann"].money == 2350
    assert pack.lore["founding"].about == ("street",)
    assert pack.tables["weather"].rows[0].text == "dust"
    assert (pack.tables["weather"].rows[1].w, pack.tables["weather"].rows[1].text) == (2, "more dust")
    assert pack.secrets["ledger"].clues[0] == Clue(text="a filed weight")


def test_ways_have_both_ends(tmp_path: Path) -> None:
    places = """\
  depot: {name: the depot, exits: {street: 1 min, roof: {minutes: 2, dir: up, oneway: true}, ford: 2.5 miles}}
  ford: {name: the ford, exits: {mine: {miles: 3, dir: east, terrain: trail, when: flag.early, label: the low road}, depot: {dir: north}}}
  roof: {name: the roof, exits: {street: 2 h}}
"""
    pack = pack_with(tmp_path, "  depot: {name: the depot, exits: {street: 1 min}}\n", places)
    ways = {id: {exit.to: exit for exit in place.exits} for id, place in pack.locations.items()}
    assert ways["street"]["depot"] == Exit(to="depot", minutes=1)
    assert ways["depot"]["roof"].oneway
    assert "depot" not in ways["roof"]
    assert ways["roof"]["street"].minutes == 120
    assert ways["mine"]["street"] == Exit(to="street", tenths=90, dir="south")
    asks = Condition(op="is", path="flag.early")
    assert ways["mine"]["ford"] == Exit(to="ford", tenths=30, dir="west", terrain="trail", when=asks, label="the low road")
    assert ways["depot"]["ford"] == Exit(to="ford", tenths=25, dir="south")
    assert ways["ford"]["depot"] == Exit(to="depot", tenths=25, dir="north")
    assert [exit.to for exit in pack.locations["street"].exits] == sorted(ways["street"])


def test_choices_and_what_they_owe(tmp_path: Path) -> None:
    scene = (
        "  odd: {beat: A door., when: [day >= 2, not start], choices: [wait outside, {id: knock, text: knock once, because: it is late,"
        " effects: 'flag.early, clock.audit +1', owes: {text: The bill comes., after: 2 days, effects: money -5.00}}]}\n  arrival: {"
    )
    odd = pack_with(tmp_path, "  arrival: {", scene).scenes["odd"]
    bill = Owed(text="The bill comes.", after=2880, effects=(Effect(verb="money", amount=-500),))
    effects = (Effect(verb="flag", target="early"), Effect(verb="clock", target="audit", amount=1))
    knock = Choice(id="knock", text="knock once", because="it is late", effects=effects, owes=(bill,))
    assert odd.choices == (Choice(id="wait_outside", text="wait outside"), knock)
    assert odd.when is not None
    assert odd.when.op == "all"
    assert len(odd.when.parts) == 2


def test_a_schedule_in_both_forms(tmp_path: Path) -> None:
    short = pack_with(tmp_path / "a", "attitude: -1", "schedule: {20: mine, 8:00: depot}").npcs["sam"].schedule
    long = pack_with(tmp_path / "b", "attitude: -1", "schedule: [{hour: 8, at: depot}, {hour: 20, at: mine}]").npcs["sam"].schedule
    assert short == long == (Slot(hour=8, at="depot"), Slot(hour=20, at="mine"))


def test_the_calendar(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, '{start: "1878-05-07 17:30", weekday: Tuesday}', "1878-05-07 7:30")
    assert pack.calendar.start == "1878-05-07 07:30"


def test_an_id_made_of_a_text_stays_the_same_wherever_it_stands(tmp_path: Path) -> None:
    one = "  - The bell was bought by mistake.\n"
    first = pack_with(tmp_path / "a", "lore:\n", "lore:\n" + one)
    last = pack_with(tmp_path / "b", "clocks:\n", one + "clocks:\n")
    assert first.lore == last.lore
    assert list(first.lore) == ["founding", "the_bell_was_bought_by_mistake"]


def test_the_rulebook_of_a_pack_lies_over_the_packaged_one(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, "words:\n", "rulebook: {chips: {start: 9}, house: {rule: 1}}\nwords:\n")
    assert pack.rulebook["chips"]["start"] == 9
    assert pack.rulebook["house"] == {"rule": 1}


def test_a_row_sets_a_flag(tmp_path: Path) -> None:
    row = "{w: 2, text: more dust, set: flag.early}"
    rest = PAGE.replace("{w: 2, text: more dust}", row).replace("effects: flag.early", "because: it is late")
    reading = read_pack(write(tmp_path, rest))
    assert reading.pack is not None
    assert reading.pack.tables["weather"].rows[1].set == "early"
    assert proofread(reading) == ()


def test_free_room_is_free(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, "role: marshal", "role: marshal, x: {colour: red, n: [1, 2.5]}")
    assert pack.npcs["sam"].x == {"colour": "red", "n": [1, "2.5"]}


def test_no_float_reaches_a_pack(tmp_path: Path) -> None:
    def walk(value: Any) -> None:
        assert not isinstance(value, float)
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(part)

    walk(pack_with(tmp_path, "words:\n", "rulebook: {a: 0.5, b: 1e3, c: .inf}\nwords:\n").model_dump(mode="json"))


def test_finding_a_campaign(tmp_path: Path) -> None:
    folder = write(tmp_path / "dry_fork")
    assert find_pack(folder) == folder
    assert find_pack(folder / "campaign.yaml") == folder
    with pytest.raises(PackError, match="holds no campaign"):
        find_pack(tmp_path)
    for name in campaign_names():
        assert find_pack(name).name == name
        with pytest.raises(UnknownName, match=name):
            find_pack(name[:-1])
    with pytest.raises(UnknownName, match="no campaign is called"):
        find_pack("zzz")


def test_the_campaign_of_a_play(tmp_path: Path) -> None:
    folder = write(tmp_path / "anywhere")
    (folder / "plays").mkdir()
    inside = folder / "plays" / "one.play"
    for named in ("dry_fork", "anywhere", "..", ""):
        inside.write_text(f"---\ncampaign: {named}\n---\n> I wait.\n", encoding="utf-8")
        assert pack_of_play(read_play(inside)).resolve() == folder.resolve()
    beside = tmp_path / "two.play"
    beside.write_text("---\ncampaign: anywhere\n---\n> I wait.\n", encoding="utf-8")
    assert pack_of_play(read_play(beside)).resolve() == folder.resolve()
    beside.write_text("> I wait.\n", encoding="utf-8")
    with pytest.raises(PackError, match="does not say which campaign"):
        pack_of_play(read_play(beside))


@pytest.mark.parametrize("name", campaign_names())
def test_the_campaigns_that_ship_have_no_findings(name: str) -> None:
    assert [str(finding) for finding in proofread(read_pack(find_pack(name)))] == []
