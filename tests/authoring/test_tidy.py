"""gm fmt and gm new."""

from pathlib import Path

import pytest

from gm_engine.authoring import campaign_names, find_pack, format_pack, new_pack, proofread, read_pack, read_play
from gm_engine.authoring.tidy import tidied
from gm_engine.bootstrap import find_play, pack_for_play, proofread_pack, trial
from gm_engine.errors import PackError, UnknownName
from gm_engine.testing import run_play
from tests.authoring.pages import PAGE, write

GAP = " " * 3
UNTIDY = """\
# The head stays.

title: Dry Fork
id: dry_fork{gap}

# about the sections
locations:
  # the first of two
  depot:
    exits: {street: 1 min}   # a way
    name: the depot


  street:
    name: the street
    description: |
      # not a comment
      two{gap}

      lines
format: 1
# who
characters:
  ann: {name: Ann, born: 1851-03-02, summary: It is 17:30 now}
start: {at: depot, pc: ann}
calendar: 1878-05-07 17:30
# the end
""".replace("{gap}", GAP)

TIDY = """\
# The head stays.

format: 1
id: dry_fork
title: Dry Fork
calendar: "1878-05-07 17:30"
# the end
start: {at: depot, pc: ann}
# who
characters:
  ann: {name: Ann, born: "1851-03-02", summary: It is 17:30 now}

# about the sections
locations:
  # the first of two
  depot:
    name: the depot
    exits: {street: 1 min}   # a way

  street:
    name: the street
    description: |
      # not a comment
      two{gap}

      lines
""".replace("{gap}", GAP)


def test_keys_are_ordered_dates_quoted_and_comments_kept(tmp_path: Path) -> None:
    write(tmp_path, UNTIDY)
    before = read_pack(tmp_path).pack
    assert format_pack(tmp_path, write=False) == (tmp_path / "campaign.yaml",)
    assert (tmp_path / "campaign.yaml").read_text(encoding="utf-8") == UNTIDY
    assert format_pack(tmp_path) == (tmp_path / "campaign.yaml",)
    tidy = (tmp_path / "campaign.yaml").read_text(encoding="utf-8")
    assert tidy.replace("# the end\n", "") == TIDY.replace("# the end\n", "")
    assert tidy.count("# the end") == 1
    assert read_pack(tmp_path).pack == before
    assert format_pack(tmp_path) == ()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "campaign.yaml"]


def test_split_files_are_tidied_too(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "npcs").mkdir()
    md = tmp_path / "npcs" / "may.md"
    md.write_text("---\nrole: cook\nname: May Ling\nborn: 1851-03-02\n---\nA body with 17:30.\n", encoding="utf-8")
    (tmp_path / "factions.yaml").write_text("crew:\n  goal: supper\n  name: the crew\n", encoding="utf-8")
    assert {path.name for path in format_pack(tmp_path)} >= {"may.md", "factions.yaml"}
    assert md.read_text(encoding="utf-8") == '---\nname: May Ling\nrole: cook\nborn: "1851-03-02"\n---\nA body with 17:30.\n'
    assert (tmp_path / "factions.yaml").read_text(encoding="utf-8") == "crew:\n  name: the crew\n  goal: supper\n"


def test_windows_line_ends_and_a_byte_order_mark_go(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").write_bytes(b"\xef\xbb\xbf" + PAGE.replace("\n", "\r\n").encode())
    format_pack(tmp_path)
    raw = (tmp_path / "campaign.yaml").read_bytes()
    assert raw.startswith(b"format: 1\n")
    assert b"\r" not in raw


def test_what_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, UNTIDY)
    (tmp_path / "npcs.yaml").write_text("a: {name: A, name: B}\n", encoding="utf-8")
    with pytest.raises(PackError, match="appears twice"):
        format_pack(tmp_path)
    assert (tmp_path / "campaign.yaml").read_text(encoding="utf-8") == UNTIDY
    with pytest.raises(PackError, match="no such file"):
        format_pack(tmp_path / "nowhere")


def test_a_fresh_campaign_has_no_findings_and_a_play(tmp_path: Path) -> None:
    folder = new_pack(tmp_path / "Silver Creek")
    reading = read_pack(folder)
    assert proofread(reading) == ()
    assert reading.pack is not None
    assert (reading.pack.id, reading.pack.title) == ("silver_creek", "Silver Creek")
    assert read_play(folder / "plays" / "first_evening.play").campaign == "silver_creek"
    assert format_pack(folder) == ()


def test_the_play_of_a_fresh_campaign_passes(tmp_path: Path) -> None:
    folder = new_pack(tmp_path / "silver creek")
    assert proofread_pack(folder) == ()
    script = find_play(folder / "plays" / "first_evening.play")
    pack, _ = pack_for_play(script)
    outcome = run_play(script, trial(pack, "first_evening", seed=script.seed))
    assert [result.text for result in outcome.results if not result.ok] == []
    assert len(outcome.results) >= 7


def test_a_copy_of_an_example(tmp_path: Path) -> None:
    example = write(tmp_path / "dry_fork")
    (example / "plays").mkdir()
    (example / "plays" / "a.play").write_text("---\ncampaign: dry_fork\n---\n> I wait.\n", encoding="utf-8")
    (example / ".hidden").write_text("x", encoding="utf-8")
    folder = new_pack(tmp_path / "wet_fork", str(example))
    pack = read_pack(folder).pack
    assert pack is not None
    assert (pack.id, pack.title) == ("wet_fork", "Wet Fork")
    assert read_play(folder / "plays" / "a.play").campaign == "wet_fork"
    assert not (folder / ".hidden").exists()
    original = read_pack(example).pack
    assert original is not None
    assert pack.npcs == original.npcs


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(PackError, match="something is there already"):
        new_pack(tmp_path / "a")
    with pytest.raises(PackError, match="something is there already"):
        new_pack(tmp_path / "a" / "b.txt")
    with pytest.raises(UnknownName):
        new_pack(tmp_path / "c", "no_such_example")
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("name", campaign_names())
def test_tidying_a_shipped_campaign_changes_nothing_that_it_says(name: str, tmp_path: Path) -> None:
    folder = new_pack(tmp_path / name, name)
    before = read_pack(folder).pack
    format_pack(folder)
    assert read_pack(folder).pack == before
    assert format_pack(folder) == ()


@pytest.mark.parametrize("name", campaign_names())
def test_shipped_campaigns_are_tidy(name: str) -> None:
    assert format_pack(find_pack(name), write=False) == ()


def test_a_scenes_prose_comes_after_its_short_keys(tmp_path: Path) -> None:
    page = "arrival:\n  beat: It begins.\n  choices: {go: leave}\n  tension: 2\n  ends: true\n  at: depot\n"
    text = tidied(page, "scenes.yaml", ("scenes",), [])
    assert text == "arrival:\n  at: depot\n  tension: 2\n  ends: true\n  beat: It begins.\n  choices: {go: leave}\n"
