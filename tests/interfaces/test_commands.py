"""Every command of the contract: what it prints, in which format, with which exit code."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from gm_engine.interfaces.cli.command_index import COMMANDS
from gm_engine.interfaces.cli.reasons import forgotten_text
from gm_engine.memory.forgetting import Forgotten
from tests.exchange.test_pages import checked
from tests.interfaces.conftest import Gm


def test_help_lists_every_command_once(gm: Gm) -> None:
    said = gm("--help")
    assert said.code == 0
    listed = [line.split()[0] for line in said.out.splitlines() if line.startswith("  ") and line.strip()]
    assert sorted(listed) == sorted(COMMANDS)
    assert max(len(line) for line in said.out.splitlines() if "--home" not in line) <= 80
    assert gm().out == said.out


def test_help_imports_neither_typer_nor_the_engine() -> None:
    code = "import sys; from gm_engine.interfaces.cli import main; main(['--help']); print(sorted(set(sys.modules) & set(sys.argv[1:])))"
    heavy = ["typer", "pydantic", "spacy", "networkx", "sqlmodel", "sqlalchemy", "tiktoken", "openai", "jinja2", "ruamel", "yaml"]
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(gm: Gm, name: str) -> None:
    said = gm(name, "--help")
    assert said.code == 0
    assert f"gm {name}" in said.out.split("Example:")[1]
    function = getattr(import_module(f"gm_engine.interfaces.cli.{COMMANDS[name].module}"), COMMANDS[name].function)
    assert function.__doc__


def test_version(gm: Gm) -> None:
    assert gm("--version").out.startswith("gm 0.")


def test_the_package_can_be_run_as_a_module() -> None:
    told = subprocess.run([sys.executable, "-m", "gm_engine", "--vershun"], capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, "unknown-option" in told.stderr) == (2, True)


def test_run_ends_with_a_summary_that_counts_right_and_the_commands_to_try(gm: Gm, play: Path, tmp_path: Path) -> None:
    said = gm("run", play, "--home", tmp_path, "--junit", tmp_path / "junit.xml")
    assert said.code == 0, said.err
    assert "(this reply was given by the script)" in said.out
    assert "turns             5, 3 told by the GM (embedded)" in said.out
    found = json.loads(gm("conflicts", "evening", "--format", "json", "--home", tmp_path).out)["campaigns"]["evening"]["conflicts"]
    assert f"conflicts         {len(found)} open, {len(found)} in all" in said.out
    assert "expectations      3 held, 0 did not" in said.out
    assert re.search(r"gm replay --home \S+ evening --verify", said.out)
    assert re.search(r"gm play --home \S+ evening", said.out)
    assert max(len(line) for line in said.out.splitlines() if "--home" not in line) <= 80
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "0")


def test_a_taken_name_is_passed_over_and_said_and_with_as_refused(gm: Gm, play: Path, home: Path) -> None:
    again = gm("run", play, "--home", home)
    assert again.code == 0
    assert 'Saved as "evening-2"' in again.out
    refused = gm("run", play, "--home", home, "--as", "evening")
    assert refused.code == 2
    assert "[name-taken]" in refused.err
    assert "--as evening-3" in refused.err


def test_a_failed_expectation_is_exit_1_and_says_both_sides(gm: Gm, play: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.play"
    wrong.write_text(play.read_text(encoding="utf-8") + "? at ford\n", encoding="utf-8")
    said = gm("run", wrong, "--home", tmp_path)
    assert said.code == 1
    assert "expected: at ford" in said.out
    assert "but: street" in said.out


def test_a_sweep_names_what_depends_on_luck(gm: Gm, play: Path, tmp_path: Path) -> None:
    said = gm("run", play, "--seeds", "2", "--seed", "3", "--home", tmp_path)
    assert said.code == 0
    assert "seed    3  held" in said.out
    assert said.out.splitlines()[-1] == "2 passed, 0 failed"


def test_a_replay_is_what_was_shown_live(gm: Gm, play: Path, tmp_path: Path) -> None:
    live = gm("run", play, "--home", tmp_path).out
    again = gm("replay", "evening", "--home", tmp_path).out
    assert live.startswith(again.rstrip())


def test_replay_shows_a_stretch(gm: Gm, played: Path) -> None:
    out = gm("replay", "evening", "--from", "2", "--to", "3", "--home", played).out
    assert "  2 > I ask Ortega" in out
    assert "I look around" not in out
    assert "I walk to the street" not in out


def test_replay_verifies(gm: Gm, played: Path) -> None:
    said = gm("replay", "evening", "--verify", "--home", played)
    assert said.code == 0, said.out
    assert "Verified: 5 turns" in said.out
    data = json.loads(gm("replay", "evening", "--verify", "--format", "json", "--home", played).out)
    assert (data["verified"], data["turns"]) == (True, 5)


def test_conflicts_in_json_keep_the_contract(gm: Gm, played: Path) -> None:
    data = json.loads(gm("conflicts", "evening", "--format", "json", "--home", played).out)
    conflict = next(one for one in data["campaigns"]["evening"]["conflicts"] if one["id"] == "4.1")
    assert {"id", "class", "severity", "confidence", "status", "a", "b", "subject", "rule", "why", "resolution"} <= set(conflict)
    assert conflict["class"] == "physical_trait"
    assert conflict["b"]["quote"] == "Luis Ortega has blue eyes, and he shrugs."
    assert conflict["b"]["turn"] == 4
    assert conflict["resolution"] is None


def test_conflicts_report_fails_on_a_severity_and_leaves_out_the_unsure(gm: Gm, played: Path) -> None:
    assert gm("conflicts", "evening", "--fail-on", "major", "--home", played).code == 1
    assert gm("conflicts", "evening", "--fail-on", "critical", "--home", played).code == 0
    assert "Nothing that was told" in gm("conflicts", "evening", "--min-confidence", "1", "--home", played).out
    assert gm("conflicts", "evening", "--near", "--home", played).code == 0


def test_how_sure_a_conflict_must_be_stands_in_the_settings_and_the_flag_goes_before(gm: Gm, home: Path) -> None:
    assert "4.1" in gm("conflicts", "evening", "--home", home).out
    (home / "settings.toml").write_text("min_confidence = 1\n", encoding="utf-8")
    assert "4.1" not in gm("conflicts", "evening", "--home", home).out
    assert "4.1" in gm("conflicts", "evening", "--min-confidence", "0.2", "--home", home).out
    (home / "settings.toml").write_text("min_confidence = 80\n", encoding="utf-8")
    assert "[bad-settings]" in gm("conflicts", "evening", "--home", home).err


def test_one_key_settles(gm: Gm, home: Path) -> None:
    assert gm("settle", "evening", "4.1", "n", "--home", home).out.startswith("Conflict 4.1 is settled: not_a_conflict.")


def test_a_settlement_sticks_and_can_be_undone(gm: Gm, home: Path) -> None:
    assert gm("settle", "evening", "4.1", "keep", "--because", "it was the light", "--home", home).out.startswith("Conflict 4.1 is settled")
    assert "4.1" not in gm("conflicts", "evening", "--home", home).out
    settled = gm("conflicts", "evening", "--status", "settled", "--home", home).out
    assert "keep, because it was the light" in settled
    assert "Settled: keep" in gm("conflicts", "evening", "--status", "all", "--format", "html", "--home", home).out
    gm("undo", "evening", "2", "--home", home)
    assert "4.1" not in gm("conflicts", "evening", "--status", "all", "--home", home).out


def test_lore_tells_who_told_it(gm: Gm, played: Path) -> None:
    assert "ortega" in gm("lore", "evening", "--home", played).out
    page = gm("lore", "evening", "Luis Ortega", "--home", played).out
    assert "eyes: brown" in page
    assert json.loads(gm("lore", "evening", "ortega", "--format", "json", "--home", played).out)["entity"] == "ortega"


def test_lore_takes_a_first_name_that_one_person_has(gm: Gm, tmp_path: Path) -> None:
    told = tmp_path / "story.jsonl"
    told.write_text(
        '{"turn": 1, "role": "gm", "text": "Silas Hobb, the smith, has gray eyes. Jonas Wren and Ada Wren nod to Silas Hobb."}\n'
    )
    assert gm("import", told, "--as", "story", "--home", tmp_path).code == 0
    assert gm("lore", "story", "Silas", "--home", tmp_path).out.startswith("Silas Hobb")
    several = gm("lore", "story", "Wren", "--home", tmp_path)
    assert several.code != 0
    assert "ada_wren, jonas_wren" in several.err
    assert gm("lore", "story", "Sil", "--home", tmp_path).code != 0


@pytest.mark.parametrize("format", ["svg", "html", "graphml", "mermaid", "json"])
def test_the_graph_is_the_same_every_time_and_keeps_secrets(gm: Gm, played: Path, format: str) -> None:
    once = gm("graph", "evening", "--format", format, "--home", played)
    assert once.code == 0, once.err
    assert once.out == gm("graph", "evening", "--format", format, "--home", played).out
    assert "Ortega" in once.out
    if format in ("svg", "graphml"):
        ElementTree.fromstring(once.out)
    if format == "json":
        assert set(json.loads(once.out)) == {"nodes", "edges", "ties"}
    if format == "html":
        assert "http://" not in once.out.replace("http://www.w3.org/2000/svg", "")


def test_why_shows_the_score_split_and_why_not(gm: Gm, played: Path) -> None:
    assert "elements in" in gm("why", "evening", "2", "--home", played).out
    assert gm("why", "evening", "2", "--not", "the ferry at the ford", "--home", played).code == 0
    assert "Session 1" in gm("why", "evening", "--session", "--home", played).out
    rows = json.loads(gm("why", "evening", "2", "--format", "json", "--home", played).out)
    assert {"element", "section", "rank", "of"} <= set(rows[0])
    assert gm("why", "evening", "--home", played).out == gm("why", "evening", "5", "--home", played).out
    assert "[bad-usage]" in gm("why", "evening", "2", "--session", "--home", played).err


def test_why_forgotten_says_what_no_longer_comes_to_mind(gm: Gm, played: Path) -> None:
    assert "still comes to mind" in gm("why", "evening", "--forgotten", "--home", played).out
    assert json.loads(gm("why", "evening", "--forgotten", "--format", "json", "--home", played).out) == []
    assert "[bad-usage]" in gm("why", "evening", "2", "--forgotten", "--home", played).err
    gone = (
        Forgotten(id="story_point:p1.1", text="Came to the livery", fate="merged", why="told together", turns=(1,), into="small:1/livery"),
        Forgotten(id="fact:3.1", text="", fate="let go", why="of importance 1, told once, last 9 days and 40 turns ago", turns=(3, 4)),
    )
    text = forgotten_text(gone)
    assert "Let go, until somebody speaks of it: 1\n  fact:3.1 (turns 3, 4): (taken out)" in text
    assert "Told together with its like: 1\n  story_point:p1.1 (turn 1): Came to the livery\n    told together (small:1/livery)" in text
    assert max(map(len, text.splitlines())) <= 80


def test_why_gives_a_sessions_state_as_json(gm: Gm, played: Path) -> None:
    state = json.loads(gm("why", "evening", "--session", "--format", "json", "--home", played).out)
    assert state["id"] == "evening/1"
    assert state["anchor"]["place"]
    assert [spent["turn"] for spent in state["prompts"]] == list(range(1, len(state["prompts"]) + 1))
    assert all(sum(spent["sections"].values()) == spent["tokens"] for spent in state["prompts"])


def test_why_draws_a_page_of_one_turn_and_of_a_session(gm: Gm, played: Path, tmp_path: Path) -> None:
    gm("why", "evening", "2", "--html", tmp_path / "turn.html", "--home", played)
    gm("why", "evening", "--session", "--html", tmp_path / "session.html", "--home", played)
    turn, session = ((tmp_path / name).read_text(encoding="utf-8") for name in ("turn.html", "session.html"))
    assert "<script" not in turn + session
    assert "http" not in turn + session
    assert 'id="t1"' in session
    assert 'id="t2"' in session
    assert "spoken of" in turn


def test_a_replay_on_a_page_draws_each_turns_budget_and_scores(gm: Gm, played: Path, tmp_path: Path) -> None:
    """``gm replay --html`` showed no bars, though ``gm why --html`` did."""
    gm("replay", "evening", "--from", "2", "--to", "3", "--html", tmp_path / "evening.html", "--home", played)
    page = checked((tmp_path / "evening.html").read_text(encoding="utf-8"))
    assert page.count('<details class="noprint">') == 2
    assert page.count('aria-label="Tokens: rules') == 2
    assert "spoken of" in page
    gm("export", "evening", "--to", "html", "-o", tmp_path / "tale.html", "--home", played)
    assert "<details" not in (tmp_path / "tale.html").read_text(encoding="utf-8")


def test_why_sums_a_section_that_comes_in_pieces(gm: Gm, played: Path) -> None:
    out = gm("why", "evening", "5", "--home", played).out
    sections = out.partition("Tokens by section: ")[2].partition(".")[0]
    names = [part.split()[0] for part in sections.split(",")]
    assert "history" in names
    assert len(names) == len(set(names))


def test_one_of_a_thing_is_not_many(gm: Gm, tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    talk.write_text("Gm: Rain falls.\n", encoding="utf-8")
    assert "1 turn, " in gm("import", talk, "--home", tmp_path).out
    assert "1 turn was read again" in gm("reread", "talk", "--home", tmp_path).out
    assert "Verified: 1 turn, " in gm("replay", "talk", "--verify", "--home", tmp_path).out
    assert "1 turn has been played" in gm("undo", "talk", "9", "--home", tmp_path).err
    assert "in 1 turn stands" in gm("conflicts", "talk", "--home", tmp_path).out


def test_recall_answers_queries_in_order_within_the_budget(gm: Gm, played: Path, tmp_path: Path) -> None:
    queries = tmp_path / "q.jsonl"
    queries.write_text('{"id": "b", "query": "brown eyes"}\n\n{"id": "a", "query": "the street"}\n', encoding="utf-8")
    said = gm("recall", "evening", "--queries", queries, "--budget", "60", "--format", "jsonl", "--home", played)
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [row["id"] for row in rows] == ["b", "a"]
    for row in rows:
        assert row["tokens"] == sum(element["tokens"] for element in row["elements"]) <= 60
        for element in row["elements"]:
            assert {"kind", "turns", "text", "tokens", "score", "reasons"} == set(element)
    assert "brown eyes" in rows[0]["elements"][0]["text"]
    assert "brown eyes" in gm("recall", "evening", "brown", "eyes", "--no-embeddings", "--home", played).out


def test_recall_gives_the_best_turn_cut_where_it_is_longer_than_the_budget(gm: Gm, tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    talk.write_text(f"GM: The ferry is late. {'Nobody minds the rain. ' * 40}The bridge fell into the river.\n", encoding="utf-8")
    gm("import", talk, "--home", tmp_path)
    out = gm("recall", "talk", "bridge", "--budget", "50", "--home", tmp_path).out
    assert "GM: … The bridge fell into the river." in out
    assert gm("recall", "talk", "bridge", "--budget", "2", "--home", tmp_path).out == "Nothing fits into 2 tokens.\n"
    assert gm("recall", "talk", "submarine", "--budget", "2", "--home", tmp_path).out == "Nothing comes to mind.\n"


def test_the_reasons_of_recall_are_the_four_that_are_promised(gm: Gm, played: Path) -> None:
    row = json.loads(gm("recall", "evening", "brown eyes", "--format", "json", "--home", played).out)
    for element in row["elements"]:
        assert set(element["reasons"]) == {"lexical", "semantic", "entity", "recency"}
        assert round(sum(element["reasons"].values()), 3) == element["score"]


@pytest.mark.parametrize("name", ["recap", "prep", "sheet", "map", "timeline", "cost"])
def test_pages_for_the_table_come_as_text_and_as_json(gm: Gm, played: Path, name: str) -> None:
    text = gm(name, "evening", "--home", played)
    assert text.code == 0
    assert text.out.strip()
    assert json.loads(gm(name, "evening", "--format", "json", "--home", played).out)["campaign"] == "evening"


def test_prep_asks_the_eight_questions_and_says_that_it_is_the_gms(gm: Gm, played: Path) -> None:
    said = gm("prep", "evening", "--home", played)
    assert "secrets" in said.err
    page = json.loads(gm("prep", "evening", "--format", "json", "--home", played).out)
    assert len(page["headings"]) == 8
    people = page["headings"][5]["lines"]
    assert any(line.startswith("Luis Ortega (") and "wants his loan paid" in line for line in people)


def test_cost_counts_the_prompts_and_takes_prices_from_the_settings(gm: Gm, home: Path) -> None:
    (row,) = json.loads(gm("cost", "evening", "--format", "json", "--home", home).out)["sessions"]
    assert (row["turns"], row["dollars"]) == (3, 0.0)
    (home / "settings.toml").write_text('[prices]\nmodel = "cheap"\n', encoding="utf-8")
    assert "[bad-settings]" in gm("cost", "evening", "--home", home).err


def test_history_goes_back_and_branches_and_nothing_is_lost(gm: Gm, home: Path) -> None:
    assert "ends after turn 3" in gm("undo", "evening", "2", "--home", home).out
    assert gm("branch", "evening", "other", "--turn", "2", "--reseed", "--home", home).code == 0
    points = json.loads(gm("branch", "evening", "--format", "json", "--home", home).out)
    assert [point["name"] for point in points["branches"]] == ["main", "other"]
    assert points["branch"] == "other"
    assert "after turn 3" in gm("switch", "evening", "main", "--home", home).out
    edited = gm("edit", "evening", "2", "I", "look", "around.", "--home", home)
    assert edited.code == 0
    assert "I look around." in edited.out
    assert gm("retry", "evening", "--home", home).code == 0
    assert gm("replay", "evening", "--verify", "--home", home).code == 0


def test_a_redacted_turn_is_gone_from_every_page(gm: Gm, home: Path) -> None:
    assert "has brown eyes. &lt;b&gt;He&lt;/b&gt;" in gm("export", "evening", "--to", "html", "--home", home).out
    unasked = gm("redact", "evening", "3", "--home", home)
    assert (unasked.code, "[not-asked]" in unasked.err, unasked.err.strip().endswith("evening 3 --yes")) == (2, True, True)
    assert "taken out" in gm("redact", "evening", "3", "--yes", "--home", home).out
    for words in (["replay", "evening"], ["export", "evening"], ["export", "evening", "--to", "html"]):
        out = gm(*words, "--home", home).out
        assert "brown eyes" not in out
    assert gm("replay", "evening", "--verify", "--home", home).code == 0


def test_rereading_with_the_same_reader_finds_nothing_new(gm: Gm, home: Path) -> None:
    found = json.loads(gm("reread", "evening", "--format", "json", "--home", home).out)
    assert (found["turns"], found["conflicts"], found["unread"]) == (5, 0, 0)
    assert gm("replay", "evening", "--verify", "--home", home).code == 0


def test_a_journal_goes_out_and_comes_back_and_verifies(gm: Gm, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "copied.jsonl"
    said = gm("export", "evening", "--to", "jsonl", "-o", file, "--home", home)
    assert "holds the campaign's secrets" in said.err
    assert "the whole journal was taken in" in gm("import", file, "--home", home).out
    assert gm("replay", "copied", "--verify", "--home", home).code == 0
    first, second = gm("export", "evening", "--home", home).out, gm("export", "copied", "--home", home).out
    assert first == second


def test_a_book_and_a_vault_are_files_and_a_folder_that_was_edited_is_left_alone(gm: Gm, played: Path, tmp_path: Path) -> None:
    for to in ("epub", "vault"):
        file = tmp_path / f"{to}.zip"
        assert gm("export", "evening", "--to", to, "-o", file, "--home", played).out == f"Written: {file}\n"
        with ZipFile(file) as archive:
            assert archive.testzip() is None
    folder = tmp_path / "First Ride"
    assert gm("export", "evening", "--to", "vault", "-o", folder, "--home", played).code == 0
    with ZipFile(tmp_path / "vault.zip") as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    found = {str(path.relative_to(folder).as_posix()): path.read_bytes() for path in folder.rglob("*.md")}
    assert found == inside
    (folder / "Start here.md").write_text("Mine.", encoding="utf-8")
    again = gm("export", "evening", "--to", "vault", "-o", folder, "--home", played)
    assert (again.code, "[not-empty]" in again.err) == (2, True)
    assert (folder / "Start here.md").read_text(encoding="utf-8") == "Mine."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["First Ride", "epub.zip", "vault.zip"]
    noted = gm("export", "evening", "--to", "vault", "--gm-notes", "-o", tmp_path / "gm", "--home", played)
    assert "secrets" in noted.err
    assert (tmp_path / "gm" / "GM notes" / "Secrets.md").exists()


def test_secrets_leave_only_when_they_are_asked_for(gm: Gm, played: Path) -> None:
    from tests.packs import LIVERY

    truth = next(iter(LIVERY.secrets.values())).truth
    for to in ("markdown", "html"):
        assert truth not in gm("export", "evening", "--to", to, "--home", played).out
    noted = gm("export", "evening", "--to", "markdown", "--gm-notes", "--home", played)
    assert truth in noted.out.replace("\\", "")
    assert "secrets" in noted.err


def test_transcripts_are_imported_each_as_a_campaign(gm: Gm, tmp_path: Path) -> None:
    talk, notes, book = tmp_path / "talk.jsonl", tmp_path / "notes.md", tmp_path / "book.txt"
    talk.write_text(
        '{"turn": 3, "role": "gm", "text": "Mara Voss was buried at Oakford."}\n'
        '{"turn": 9, "role": "player", "speaker": "Rosa", "text": "I look at the well.", "session": 2, "time": "2023-05-08T13:56"}\n'
        '{"turn": 12, "role": "gm", "text": "Mara Voss waves from the well."}\n',
        encoding="utf-8",
    )
    notes.write_text("GM: The inn is shut.\nRosa: I knock.\nGM: Nobody comes.\n", encoding="utf-8")
    book.write_text("The rain came.\n\nNobody minded it.\n", encoding="utf-8")
    said = gm("import", talk, notes, book, "--home", tmp_path)
    assert said.code == 0, said.err
    saved = [line for line in said.out.splitlines() if "saved as" in line]
    assert "3 turns" in saved[1]
    assert "2 turns" in saved[2]
    data = json.loads(gm("conflicts", "talk", "notes", "book", "--format", "json", "--home", tmp_path).out)["campaigns"]
    assert [(one["a"]["turn"], one["b"]["turn"], one["class"]) for one in data["talk"]["conflicts"]] == [(3, 12, "life_death")]
    assert data["notes"]["conflicts"] == data["book"]["conflicts"] == []
    shown = gm("replay", "talk", "--home", tmp_path).out
    assert "Rosa: I look at the well." in shown
    assert gm("replay", "talk", "--verify", "--home", tmp_path).code == 0
    assert 'on record already, as "talk"' in gm("import", talk, "--home", tmp_path).out
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "talk.jsonl"
    other.write_text('{"text": "Rain."}\n', encoding="utf-8")
    assert 'since "talk" was taken' in gm("import", other, "--home", tmp_path).out


def test_the_shelf(gm: Gm, home: Path, tmp_path: Path) -> None:
    assert gm("list", "--home", home).out.startswith("evening")
    copy = tmp_path / "copy.db"
    assert gm("backup", copy, "--home", home).code == 0
    assert gm("list", "--home", copy).out == gm("list", "--home", home).out
    assert "[not-asked]" in gm("delete", "evening", "--home", home).err
    assert gm("delete", "evening", "--yes", "--home", home).code == 0
    assert "Nothing is saved yet" in gm("list", "--home", home).out


def test_a_campaign_is_written_checked_and_tidied(gm: Gm, tmp_path: Path) -> None:
    folder = tmp_path / "my_county"
    assert gm("new", folder).code == 0
    said = gm("check", folder)
    assert said.code == 0, said.out
    assert said.out.splitlines()[-1] == "1 passed, 0 failed"
    assert "Nothing to change" in gm("fmt", folder).out


def test_an_accepted_telling_is_compared_from_then_on(gm: Gm, tmp_path: Path) -> None:
    folder = tmp_path / "my_county"
    gm("new", folder)
    assert "Accepted" in gm("check", folder, "--accept").out
    assert gm("check", folder).code == 0
    (kept,) = (folder / "plays").glob("*.accepted.jsonl")
    lines = kept.read_text(encoding="utf-8").splitlines()
    kept.write_text("\n".join([lines[0].replace('"reply": "', '"reply": "Otherwise. '), *lines[1:]]) + "\n", encoding="utf-8")
    said = gm("check", folder)
    assert said.code == 1
    assert "turn 1 is told otherwise" in said.out


def test_the_doctor_says_what_holds_and_from_where(gm: Gm, home: Path) -> None:
    found = json.loads(gm("doctor", "--format", "json", "--home", home).out)
    assert found["Settings"]["home"] == f"{home} (flag)"
    assert found["Saved"]["campaigns"] == "1"
    assert "Installed" in gm("doctor", "--home", home).out
