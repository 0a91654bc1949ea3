"""README and docs: every example runs, every command and link is real, every table says what the code says."""

import doctest
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_args

import pytest
import typer

from gm_engine import open_campaign
from gm_engine.authoring import load_pack, parse_effect, parse_play, read_data, read_pack, read_rules
from gm_engine.bootstrap import pack_for_play, proofread_pack, trial
from gm_engine.interfaces.cli import main
from gm_engine.interfaces.cli.command_index import COMMANDS
from gm_engine.rules import apply_effect, rulebook_of
from gm_engine.state import fold
from gm_engine.testing import run_play

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LIVERY = ROOT / "tests/packs/livery"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<!`)`(?:\.venv/bin/)?(gm [^`]+)`(?!`)")
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")
READING = ("conflicts", "why", "lore", "recall", "recap", "timeline", "sheet", "map", "prep", "cost", "graph", "export", "settle")
ANYWHERE = ("list", "doctor", "explain")


class Block(NamedTuple):
    """A fenced block: its page, its language, the file it is meant for, and what stands in it."""

    page: str
    kind: str
    file: str
    text: str


def of_page(path: Path) -> Any:
    return pytest.param(path, id=path.name)


def blocks(path: Path, kind: str) -> list[Block]:
    found = []
    for info, text in FENCE.findall(path.read_text(encoding="utf-8")):
        language, _, file = info.strip().partition(" ")
        if language == kind:
            found.append(Block(path.name, language, file, text))
    return found


def commands(path: Path) -> Iterator[list[str]]:
    """The words of every ``gm`` command in a page's sh blocks and in its inline code."""
    for block in blocks(path, "sh"):
        for line in block.text.splitlines():
            words = shlex.split(re.split(r" [>|] ", line)[0], comments=True)
            if words and words[0] in ("gm", ".venv/bin/gm"):
                yield words[1:]
    prose = FENCE.sub("", path.read_text(encoding="utf-8"))
    for code in INLINE.findall(prose):
        yield shlex.split(re.split(r"\s[>|]\s", " ".join(code.split()))[0])[1:]


def click_command(name: str) -> Any:
    command = COMMANDS[name]
    module = __import__(f"gm_engine.interfaces.cli.{command.module}", fromlist=[command.function])
    app = typer.Typer(add_completion=False)
    app.command(name)(getattr(module, command.function))
    return typer.main.get_command(app)


def table(path: Path, name: str) -> list[str]:
    """The first word in code, or the first cell, of each row of a table between comments."""
    text = path.read_text(encoding="utf-8").partition(f"<!-- {name} -->")[2].partition(f"<!-- /{name} -->")[0]
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert rows, name
    return [re.split(r"[ `|]", row.removeprefix("| ").removeprefix("`"))[0] for row in rows]


# --- examples


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES if any(not block.file for block in blocks(path, "python"))])
def test_python_blocks_run_as_doctests(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0
    assert runner.tries >= 2


PROGRAMS = [block for path in PAGES for block in blocks(path, "python") if block.file]


@pytest.mark.parametrize("block", [pytest.param(block, id=f"{block.page}-{block.file}") for block in PROGRAMS])
def test_programs_of_ten_lines_play_a_turn(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len([line for line in block.text.splitlines() if line]) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(block.text, block.file, "exec"), {"__name__": "__main__"})  # noqa: S102
    assert "Rain on the shutters." in capsys.readouterr().out
    with open_campaign("redemption", home="saved", gm="embedded") as game:
        assert (game.state.turn, game.state.gm) == (1, "mine")


def test_the_readme_has_such_a_program() -> None:
    assert [block.page for block in PROGRAMS] == ["README.md", "library.md"]


@pytest.fixture(scope="module")
def salt_fork(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign that docs/writing_a_campaign.md writes, file by file."""
    folder = tmp_path_factory.mktemp("docs") / "salt_fork"
    page = ROOT / "docs/writing_a_campaign.md"
    for block in (*blocks(page, "yaml"), *blocks(page, "markdown"), *blocks(page, "play")):
        name = block.file or named(block)
        if ", with faults" not in block.text.splitlines()[0]:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            assert not file.exists(), f"{name} is shown twice"
            file.write_text(block.text, encoding="utf-8")
    return folder


def named(block: Block) -> str:
    found = re.match(r"# ([\w/]+\.yaml)", block.text)
    assert found, f"{block.page}: a YAML block does not begin with # FILE.yaml"
    return found[1]


def test_the_campaign_of_the_page_has_just_the_finding_shown(salt_fork: Path) -> None:
    shown, _ = blocks(ROOT / "docs/writing_a_campaign.md", "text")
    findings = "\n".join(str(finding) for finding in proofread_pack(salt_fork)).replace(f"{salt_fork}/", "")
    assert findings == shown.text.strip()
    assert "seal-stays" in [rule.id for rule in read_rules(salt_fork)]
    assert rulebook_of(load_pack(salt_fork)).skills["freight"].base == "wits"


def test_every_section_and_key_of_the_format_is_on_the_page(salt_fork: Path) -> None:
    from gm_engine.authoring.condition_text import BARE, DOTTED
    from gm_engine.authoring.effect_text import FORMS
    from gm_engine.authoring.schema import HEAD, LOOSE, SECTIONS

    page = (ROOT / "docs/writing_a_campaign.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z_]+", page))
    keys = {key for section in SECTIONS.values() for key in section.record.fields}
    assert sorted({*SECTIONS, *LOOSE, *HEAD, *keys, *FORMS, *BARE, *DOTTED} - words) == []


def test_the_faults_of_the_page_are_found_as_shown(salt_fork: Path, tmp_path: Path) -> None:
    page = ROOT / "docs/writing_a_campaign.md"
    (faulty,) = [block for block in blocks(page, "yaml") if ", with faults" in block.text.splitlines()[0]]
    folder = shutil.copytree(salt_fork, tmp_path / "salt_fork")
    (folder / named(faulty)).write_text(faulty.text, encoding="utf-8")
    found = "\n".join(str(finding) for finding in read_pack(folder).findings).replace(f"{folder}/", "")
    assert found == blocks(page, "text")[1].text.strip()


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES if path.name != "writing_a_campaign.md" and blocks(path, "yaml")])
def test_yaml_blocks_are_parts_of_a_campaign(page: Path, tmp_path: Path) -> None:
    for number, block in enumerate(blocks(page, "yaml")):
        folder = shutil.copytree(LIVERY, tmp_path / str(number))
        before = load_pack(folder), read_rules(folder)
        (folder / named(block)).write_text(block.text, encoding="utf-8")
        pack = load_pack(folder)
        assert rulebook_of(pack)
        assert (pack, read_rules(folder)) != before, "the block changes nothing"


def test_what_the_page_says_of_ties_tags_groups_spans_and_tables_is_so(salt_fork: Path) -> None:
    state = trial(load_pack(salt_fork), "page", seed=4).state
    lore = state.lore
    assert [fact.value.entity for fact in lore.facts("lamb", "cousin")] == ["pruett"]
    assert [fact.value.entity for fact in lore.facts("oakley", "works_for")] == ["railroad"]
    assert state.tagged("company") == 1
    assert not state.conflicts
    agent = [fact for fact in lore.facts(status=None) if (fact.told_by[0].where or "") == "lore.old_agent"]
    assert agent
    assert not any(fact.validity.holds_at(state.minute) for fact in agent)
    for text in ("attitude railroad +1", "owe partner", "join oakley"):
        for event in apply_effect(parse_effect(text), state, "page"):
            fold(state, event)
    assert (state.attitude("railroad"), state.attitude("graders"), state.attitude("pruett")) == (1, -1, -1)
    assert [owed.text for owed in state.owed()] == ["Lamb's partner comes back for the valise."]
    assert state.companions() == ("oakley",)


def test_a_play_of_the_page_is_played_in_its_campaign(salt_fork: Path) -> None:
    for file in sorted(salt_fork.glob("plays/*.play")):
        script = parse_play(file.read_text(encoding="utf-8"), file)
        outcome = run_play(script, trial(load_pack(salt_fork), "page", pack_path=salt_fork, seed=script.seed))
        assert outcome.ok, outcome.failed


PLAYS = [block for path in PAGES for block in blocks(path, "play") if not block.file]


@pytest.mark.parametrize("block", [pytest.param(block, id=f"{block.page}-{number}") for number, block in enumerate(PLAYS)])
def test_play_blocks_are_played(block: Block) -> None:
    script = parse_play(block.text, ROOT / "docs" / block.page)
    pack, path = pack_for_play(script) if script.campaign else (load_pack(LIVERY), LIVERY)
    outcome = run_play(script, trial(pack, "page", pack_path=path, seed=script.seed, simulation=script.allow_faults))
    assert outcome.results
    assert outcome.ok, outcome.failed


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES])
def test_data_blocks_can_be_read(page: Path) -> None:
    for block in blocks(page, "json"):
        try:
            json.loads(block.text)
        except json.JSONDecodeError:
            assert all(isinstance(json.loads(line), dict) for line in block.text.splitlines()), block.text
    for block in blocks(page, "toml"):
        assert tomllib.loads(block.text)


# --- commands and links


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES])
def test_commands_and_options_are_real(page: Path) -> None:
    for words in commands(page):
        assert words, f"{page.name}: a bare gm"
        if words[0].startswith("--") or words[0].isupper():
            continue
        assert words[0] in COMMANDS, f"{page.name}: gm {words[0]}"
        options = {name for param in click_command(words[0]).params for name in (*param.opts, *param.secondary_opts)} | {"--help"}
        given = {word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
        assert given <= options, f"{page.name}: gm {' '.join(words)}"


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES if blocks(path, "sh")])
def test_shell_blocks_are_whole_commands(page: Path) -> None:
    for block in blocks(page, "sh"):
        for line in block.text.splitlines():
            words = shlex.split(re.split(r" [>|] ", line)[0], comments=True)
            if not words:
                continue
            if words[0].startswith(("./scripts/", "scripts/")):
                assert (ROOT / words[0]).is_file(), line
            elif words[0] in ("gm", ".venv/bin/gm"):
                click_command(words[1]).make_context(words[1], words[2:]).close()
            else:
                assert words[0] in ("export", "psql", "pip"), line


def test_every_command_is_mentioned() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert [name for name in COMMANDS if not re.search(rf"\bgm {name}\b", text)] == []


@pytest.mark.parametrize("page", [of_page(path) for path in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if target.startswith(("http://", "https://")):
            continue
        file = page.parent / target if target else page
        assert file.exists(), f"{page.name}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor[1:] in slugs, f"{page.name}: {target}{anchor}"


def test_paths_in_prose_exist() -> None:
    for page in PAGES:
        for name in re.findall(
            r"`((?:gm_engine|campaigns|prompts|tests|scripts|docs)/[\w./]+)`", FENCE.sub("", page.read_text(encoding="utf-8"))
        ):
            assert (ROOT / name).exists(), f"{page.name}: {name}"


def test_the_readme_counts_redemption_right() -> None:
    pack = load_pack(ROOT / "campaigns/redemption")
    people = len(pack.npcs)
    counts = f"{len(pack.locations)} places on a map, {people} people with wants and fears, {len(pack.secrets)} secrets, "
    counts += f"{len(pack.clocks)} clocks, {len(pack.scenes)} scenes"
    assert counts in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


# --- the first ride


def script_record() -> ModuleType:
    loader = SourceFileLoader("record", str(ROOT / "scripts/record"))
    spec = spec_from_loader("record", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def first_ride(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home in which first_ride was played, and what it printed."""
    home = tmp_path_factory.mktemp("home")
    return home, script_record().evening(home)


def test_the_readme_shows_what_first_ride_prints(first_ride: tuple[Path, str]) -> None:
    record = script_record()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = record.excerpt(first_ride[1])
    assert 25 <= len(shown.splitlines()) <= 60
    assert max(len(line) for line in shown.splitlines()) <= record.COLUMNS
    assert record.with_excerpt(readme, shown) == readme, "run scripts/record"


def test_the_commands_for_first_ride_run(
    first_ride: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GM_HOME", str(first_ride[0]))
    monkeypatch.chdir(tmp_path)
    told = {tuple(words): None for path in PAGES for words in commands(path)}
    chosen = [list(words) for words in told if words[1:2] == ("first_ride",) and words[0] in READING]
    chosen += [list(words) for words in told if words[0] in ANYWHERE and "--home" not in words]
    assert len(chosen) >= 8
    for words in sorted(chosen, key=lambda words: words[0] == "settle"):
        code = main(words)
        out, err = capsys.readouterr()
        nobody_answers = words[0] == "doctor" and "--model" in words
        assert code == int(nobody_answers), f"gm {' '.join(words)}: {err or out}"
        assert out.strip(), f"gm {' '.join(words)} prints nothing"


# --- tables that are also code


def test_the_tables_say_what_the_code_says() -> None:
    from gm_engine.authoring.margin_note import CODES
    from gm_engine.continuity.rules import COMPARERS, INFER, JUDGE
    from gm_engine.story.conflict import ConflictClass, Resolution
    from gm_engine.testing.directives import DIRECTIVES
    from gm_engine.testing.expectations import CHECKS

    docs = ROOT / "docs"
    codes = re.findall(r"^\| ([EW]\d{3}) \| (.+) \|$", (docs / "writing_a_campaign.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(codes) == CODES
    assert sorted(table(docs / "plays.md", "expectations")) == sorted(CHECKS)
    assert sorted(table(docs / "plays.md", "directives")) == sorted(DIRECTIVES)
    assert sorted(table(docs / "continuity.md", "comparers")) == sorted([*COMPARERS, INFER, JUDGE])
    assert sorted(table(docs / "continuity.md", "resolutions")) == sorted(get_args(Resolution))
    assert sorted(table(docs / "continuity.md", "classes")) == sorted(get_args(ConflictClass))


def test_the_weights_are_those_in_use() -> None:
    from gm_engine.context.salience import PARTS

    weights = read_data("weights")
    text = (ROOT / "docs/context.md").read_text(encoding="utf-8")
    shown = {int(number) for number in re.findall(r"^\| [a-z ]+ \| (\d+) \|", text, re.MULTILINE)}
    assert shown == {weights[name] for name in PARTS.values()}
    assert f"Under a score of {weights['floor']}" in text
    budget = read_data("budgets")["recipes"]["table"]
    assert f"budget is {budget['total']:,} tokens, {budget['reply']} of them" in text


def test_the_slash_commands_of_the_page_are_known() -> None:
    from gm_engine.interfaces.cli.pages import PAGES
    from gm_engine.play.commands import COMMANDS as COMMANDS_AT_THE_TABLE
    from gm_engine.play.commands import TURNS
    from gm_engine.play.views import VIEWS

    text = (ROOT / "docs/at_the_table.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"`(/[a-z]+)", text))
    assert len(shown) >= 18
    assert shown - {*COMMANDS_AT_THE_TABLE, *VIEWS, *TURNS, *PAGES, "/help", "/quit"} == set()
    assert {*COMMANDS_AT_THE_TABLE, *VIEWS} - shown == set()
