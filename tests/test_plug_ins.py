"""Plug-ins: a package is installed and used; what fails is said once and left out; a replay knows who took part."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from gm_engine import Cited, Claim, Clash, ContextElement, Game, GameError, ProviderError, open_campaign
from gm_engine.bootstrap import make_provider, new_game, verify_game
from gm_engine.bootstrap.installed_plug_ins import installed_plug_ins
from gm_engine.journal import MemoryJournal
from gm_engine.play.ingest import from_elsewhere
from gm_engine.play.plug_ins import PlugIns, bringing, judging
from gm_engine.state import StoryView
from gm_engine.story import event as happened
from gm_engine.story.activation import Placed
from gm_engine.story.plug_in import PlugIn
from tests.interfaces.conftest import gm as gm
from tests.packs import LIVERY, LIVERY_PATH
from tests.plug_in_installed import PACKAGE, almanac, install

__all__ = ["almanac"]
ROOT = Path(__file__).resolve().parent.parent


def events(game: Game, kind: type) -> list[Any]:
    return [entry.event for entry in game.journal.entries() if isinstance(entry.event, kind)]


def said_in_prompt(game: Game) -> str:
    prompt = game.prompt_of(game.state.turn).prompt
    return "\n".join(section.text for section in prompt.sections)


class Rule:
    """A rule that gives what it was made with, or raises it."""

    name, version = "test_rule", "1"

    def __init__(self, gives: Callable[[StoryView], Iterable[Clash]]) -> None:
        self.gives = gives

    def find(self, _claims: tuple[Claim, ...], state: StoryView) -> Iterable[Clash]:
        return self.gives(state)


class Source:
    """The same for a source."""

    name, version = "test_source", "1"

    def __init__(self, gives: Callable[[StoryView], Iterable[ContextElement]]) -> None:
        self.gives = gives

    def recall(self, state: StoryView, _said: str) -> Iterable[ContextElement]:
        return self.gives(state)


def with_plug_ins(rule: Any = None, source: Any = None) -> Game:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.tools.plug_ins = plugged(rule, source)
    return game


def plugged(rule: Any = None, source: Any = None) -> PlugIns:
    found = PlugIns()
    if rule:
        mark = PlugIn(kind="rule", name=rule.name, version=rule.version)
        found.rules[mark] = judging(rule, mark)
    if source:
        mark = PlugIn(kind="context_source", name=source.name, version=source.version)
        found.sources[mark] = bringing(source, mark)
    return found


def clash(later: str, earlier: str, turn: int, **more: Any) -> Clash:
    given = {"subject": "ortega", "kind": "physical_trait", "why": "it cannot be", **more}
    return Clash(earlier=Cited(turn=turn - 1, quote=earlier), later=Cited(turn=turn, quote=later), **given)


# --- a package, installed


def test_the_packages_own_tests_pass_where_it_is_installed(tmp_path: Path) -> None:
    target = install(tmp_path / "site")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-c", os.devnull]
    paths = os.pathsep.join((str(target), str(ROOT)))
    done = subprocess.run(
        [*words, str(shutil_copy(tmp_path))],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "16 passed" in done.stdout


def shutil_copy(folder: Path) -> Path:
    """The package's tests, away from ours."""
    file = folder / "test_frontier_almanac.py"
    file.write_text((PACKAGE / "tests/test_frontier_almanac.py").read_text(encoding="utf-8"), encoding="utf-8")
    return file


@pytest.mark.usefixtures("almanac")
def test_an_installed_package_takes_part_in_a_campaign(tmp_path: Path) -> None:
    with open_campaign(LIVERY_PATH, home=tmp_path, seed=5) as game:
        for reply in ("The sky is cloudless over the livery.", "Rain falls on the roof."):
            game.reply_next(reply)
            game.play("I look around.")
        (conflict,) = game.state.conflicts.values()
        assert (conflict.rule, conflict.established.turn, conflict.incoming.turn) == ("weather/1", 1, 2)
        assert conflict.established.quote == "The sky is cloudless over the livery."
        assert game.state.turns["2"].reply[slice(*conflict.incoming.span)] == "Rain falls on the roof."
        game.play("I ask Ortega about the moon.")
        assert "the moon full on June 11" in said_in_prompt(game)
        why = next(one for one in game.why(3) if one.element.source == "almanac/1881")
        assert why.element.score == sum(why.element.reasons.values()) > 0
        assert [mark.id for mark in game.state.plug_ins] == ["almanac/1881", "weather/1"]
        done = verify_game(game.journal)
        assert (done.turns, done.prompts, done.unlike, done.notes) == (3, 3, 0, [])


def test_a_package_is_used_from_the_command_line(almanac: Path, gm: Any, tmp_path: Path) -> None:
    play = tmp_path / "evening.play"
    head = f"---\ntitle: An evening\ncampaign: {LIVERY_PATH}\nseed: 5\n---\n"
    lines = '! reply "The sky is cloudless."\n> I look around.\n! reply "Rain falls on the roof."\n> I wait a minute.\n'
    lines += "? conflict quantity_state\n"
    play.write_text(head + lines, encoding="utf-8")
    assert gm("run", play, "--home", tmp_path / "home").code == 0
    said = gm("conflicts", "evening", "--home", tmp_path / "home")
    assert "weather does not turn round in 10 minutes" in said.out, said
    told = tmp_path / "told.play"
    told.write_text(f"---\ntitle: Told\ncampaign: {LIVERY_PATH}\n---\n> I look around.\n? said STOP\n", encoding="utf-8")
    assert gm("run", told, "--gm", "telegraph", "--home", tmp_path / "home").code == 0


def test_a_replay_says_who_is_not_installed(tmp_path: Path, almanac: Path) -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    for reply in ("The sky is cloudless.", "Rain falls on the roof."):
        game.reply_next(reply)
        game.play("I ask about the moon.")
    sys.path.remove(str(almanac))
    assert not installed_plug_ins().marks
    done = verify_game(game.journal)
    assert (done.turns, done.unlike) == (2, 2)
    assert any("The rule weather/1 is not installed" in note for note in done.notes)
    assert any("the context source almanac/1881 had brought, which is not installed" in note for note in done.notes)


# --- what a rule gives is checked


def test_a_rules_quote_that_nobody_said_is_dropped_and_said() -> None:
    told = "Luis Ortega limps."
    rule = Rule(lambda state: [clash(told, "Luis Ortega dances.", state.turn.number)] if state.turn.number > 1 else [])
    game = with_plug_ins(rule)
    for _ in range(2):
        game.reply_next(told)
        game.play("I wait.")
    assert not game.state.conflicts
    (failed,) = events(game, happened.PlugInFailed)
    assert (failed.plug_in.name, failed.left_out) == ("test_rule", False)
    assert '"Luis Ortega dances." does not stand in turn 1' in failed.why
    assert game.state.plug_ins


@pytest.mark.parametrize(
    "more",
    [{"subject": "nobody"}, {"later": Cited(turn=1, quote="Straw lies about.")}, {"later": Cited(turn=2, quote=" ")},
     {"earlier": Cited(turn=2, quote="Luis Ortega limps.")}, {"earlier": Cited(turn=7, quote="Luis Ortega limps.")}],
)  # fmt: skip
def test_a_clash_that_cannot_be_shown_is_dropped(more: dict[str, Any]) -> None:
    def find(state: StoryView) -> Iterator[Clash]:
        if state.turn.number == 2:
            yield clash("Luis Ortega limps.", "Straw lies about.", 2).model_copy(update=more)

    game = with_plug_ins(Rule(find))
    for told in ("Straw lies about.", "Luis Ortega limps."):
        game.reply_next(told)
        game.play("I wait.")
    assert not game.state.conflicts
    assert len(events(game, happened.PlugInFailed)) == 1


def test_a_rules_conflict_can_be_settled_reported_and_is_raised_once() -> None:
    def find(state: StoryView) -> Iterator[Clash]:
        if state.turn.number > 1:
            yield Clash(
                subject="ortega", kind="ability", earlier=Cited(turn=1, quote="Luis Ortega limps."), why="who limps does not run",
                later=Cited(turn=state.turn.number, quote="Luis Ortega runs."),
            )  # fmt: skip

    game = with_plug_ins(Rule(find))
    for told in ("Luis Ortega limps.", "Luis Ortega runs.", "Luis Ortega runs."):
        game.reply_next(told)
        game.play("I wait.")
    (conflict,) = game.state.conflicts.values()
    assert "who limps does not run" in (game.view("/conflicts") or conflict.why)
    from gm_engine import Settlement

    for resolution in ("keep", "accept", "mystery", "not_a_conflict"):
        assert game.settle(conflict.id, Settlement(resolution=resolution)).status == "settled"
        assert game.reopen(conflict.id).status == "open"


def test_a_rule_cannot_change_the_story() -> None:
    seen: list[StoryView] = []

    def find(state: StoryView) -> list[Clash]:
        seen.append(state)
        return []

    with_plug_ins(Rule(find)).play("I look around.")
    (view,) = seen
    for name in ("turn", "minute", "here", "present", "title"):
        with pytest.raises(AttributeError):
            setattr(view, name, "other")
    assert not [name for name in vars(type(view)) if name in ("pack", "state", "secrets")]


# --- what fails is left out


def test_a_plug_in_that_raises_is_said_once_and_left_out_and_the_turns_stand() -> None:
    def broken(_: StoryView) -> list[Any]:
        raise RuntimeError("the telegraph is down")

    game = with_plug_ins(Rule(broken), Source(broken))
    heard: list[Any] = []
    for _ in range(3):
        game.play("I wait.", on_event=heard.append)
    failed = [event for event in heard if isinstance(event, happened.PlugInFailed)]
    assert [(one.turn, one.plug_in.name, one.why) for one in failed] == [
        (1, "test_source", "RuntimeError: the telegraph is down"), (1, "test_rule", "RuntimeError: the telegraph is down"),
    ]  # fmt: skip
    assert (game.state.turn, game.state.plug_ins) == (3, ())
    done = verify_game(game.journal)
    assert (done.turns, done.prompts) == (3, 3)


def test_what_a_plug_in_gives_must_be_what_it_should() -> None:
    game = with_plug_ins(Rule(lambda _: ["no clash"]), Source(lambda _: ["no element"]))  # type: ignore[list-item]
    game.play("I wait.")
    assert len(events(game, happened.PlugInFailed)) == 2


def test_a_source_can_neither_pin_nor_tell_secrets_nor_fill_the_prompt() -> None:
    plain = ContextElement(id="a", kind="lore", text="The wagon of the moon.", pinned=True, score=10**9, slot=Placed(position="depth"))

    def bring(_: StoryView) -> list[ContextElement]:
        hidden = plain.changed(id="b", text="Ortega did it.", audience="gm")
        return [plain, plain, hidden, *(plain.changed(id=f"n{n}", text=f"The wagon moon {n}. " * 40) for n in range(40))]

    game = with_plug_ins(source=Source(bring))
    game.play("I ask about the moon and the wagon.")
    prompt = game.prompt_of(1)
    brought = [element for section in prompt.prompt.sections for element in section.elements if element.source == "test_source/1"]
    ids = [element.id for element in brought] + [left.id for left in prompt.left_out if left.id.startswith("test_source/1:")]
    assert "test_source/1:a" in ids
    assert len(ids) == len(set(ids)) <= 20
    assert not any(element.pinned or element.slot or element.score > 10**6 for element in brought)
    assert "Ortega did it" not in said_in_prompt(game)
    assert prompt.prompt.tokens <= game.budget.total


def test_packages_that_cannot_be_loaded_are_said_and_the_story_opens(monkeypatch: pytest.MonkeyPatch, gm: Any, tmp_path: Path) -> None:
    point = EntryPoint(name="gone", value="no_such_package:Rule", group="gm_engine.rules")
    nameless = EntryPoint(name="nameless", value="builtins:object", group="gm_engine.context_sources")
    points = EntryPoints([point, nameless])
    monkeypatch.setattr("gm_engine.bootstrap.installed_plug_ins.entry_points", lambda group: points.select(group=group))
    play = tmp_path / "evening.play"
    play.write_text(f"---\ntitle: An evening\ncampaign: {LIVERY_PATH}\n---\n> I look around.\n> I wait.\n", encoding="utf-8")
    said = gm("run", play, "--home", tmp_path / "home")
    assert said.code == 0
    assert said.out.count("(gone/unknown failed and is left out: ModuleNotFoundError") == 1
    assert " ".join(said.out.split()).count("(nameless/unknown failed and is left out: TypeError: it has no name (brought by") == 1


def test_a_gm_of_a_package_that_cannot_be_made_is_an_error_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint(name="broken", value="builtins:object", group="gm_engine.providers")])
    monkeypatch.setattr("gm_engine.bootstrap.installed_plug_ins.entry_points", lambda group: points)
    with pytest.raises(GameError, match="could not be made: TypeError") as raised:
        make_provider("broken", LIVERY)
    assert raised.value.slug == "broken-plug-in"


STRANGERS = """
import sys
from gm_engine import Cited, Clash, Completion, ContextElement


class Otherwise:
    name, version, repeatable = "otherwise", "1", False
    def __init__(self, pack, model): ...
    def complete(self, prompt, on_text=None): return Completion(text="Rain.", model="1")


class Fails:
    name, version, repeatable = "rider", "1", False
    def __init__(self, pack, model): ...
    def complete(self, prompt, on_text=None):
        said = prompt.section("said").text
        if "boom" in said: raise RuntimeError("boom")
        if "leave" in said: sys.exit(3)
        return Completion(text="Rain.", model="1")


class Half:
    name = "half"
    def __init__(self, pack, model): ...


class Exits:
    name, version = "exits", "1"
    def __init__(self, pack=None, model=""): ...
    def find(self, claims, state): sys.exit(3)
    def recall(self, state, said): sys.exit(3)


class Leaves(Exits):
    def __init__(self, pack=None, model=""): sys.exit(3)


class Ugly:
    name, version = "ugly\\x1b[2J\\nname", "1"
    def find(self, claims, state): return ()


class Endless:
    name, version = "endless", "1"
    def find(self, claims, state):
        while True:
            told = Cited(turn=state.turn.number, quote=state.turn.reply)
            yield Clash(subject=state.pc, kind="ability", earlier=told, later=told, why="no")


class Loud:
    name, version = "loud", "1"
    def find(self, claims, state): raise ValueError("down\\n\\x1b[2J" + "x" * 999)
    def recall(self, state, said):
        return [ContextElement(id="a\\nb", kind="lore", text="The moon \\x1b[31mis red over the straw.")]
"""


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Installs packages with these entry points: ``("lone-rider", "rules", "a", "Ugly")``."""
    site = tmp_path / "strangers"
    site.mkdir()
    (site / "lone_rider.py").write_text(STRANGERS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))

    def install_all(*points: tuple[str, str, str, str]) -> None:
        for package in {package for package, *_ in points}:
            info = site / f"{package.replace('-', '_')}-1.0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
            lines = [f"[gm_engine.{group}]\n{name} = lone_rider:{made}" for of, group, name, made in points if of == package]
            (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        importlib.invalidate_caches()

    yield install_all
    sys.modules.pop("lone_rider", None)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ("Exits", "SystemExit: 3"), ("Leaves", "SystemExit: 3"), ("Ugly", "TypeError: its name is not one line"),
        ("Endless", "ValueError: it gave more than 20 clashes"), ("Loud", "ValueError: down [2Jxxx"),
        ("Half", "TypeError: Half.__init__()"),
        ("Nobody", "AttributeError: module 'lone_rider' has no attribute"),
    ],
)  # fmt: skip
def test_a_strangers_rule_that_fails_is_said_with_its_package_and_the_turn_stands(
    strangers: Callable[..., None], made: str, why: str
) -> None:
    """``sys.exit`` in one ended the program, and one that found clashes without end held up its turn for ever."""
    strangers(("lone-rider", "rules", "first", made))
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    assert game.play("I wait.").turn.number == 1
    (failed,) = events(game, happened.PlugInFailed)
    assert failed.why.startswith(why)
    assert failed.why.endswith("(brought by lone-rider 1.0)")
    assert failed.why.isprintable()
    assert failed.plug_in.id.isprintable()
    assert len(failed.why) < 260


def test_two_packages_with_a_rule_of_one_name_are_told_apart(strangers: Callable[..., None]) -> None:
    """The second of the same name and version was left out in silence."""
    strangers(("lone-rider", "rules", "loud", "Loud"), ("other", "rules", "loud", "Loud"), ("third", "rules", "loud", "Loud"))
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I wait.")
    said = {event.plug_in.id: event.why for event in events(game, happened.PlugInFailed)}
    assert said["loud/1"].endswith("(brought by lone-rider 1.0)")
    others = [why for id, why in said.items() if id != "loud/1"]
    assert [why.rpartition("(")[2] for why in others] == ["brought by other 1.0)", "brought by third 1.0)"]
    assert all('another package brings a rule of this name and version: "loud/1"' in why for why in others)


def test_what_a_source_brings_holds_no_control_codes(strangers: Callable[..., None]) -> None:
    strangers(("lone-rider", "context_sources", "loud", "Loud"))
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I look at the moon.")
    (element,) = [one.element for one in game.why(1) if one.element.source == "loud/1"]
    assert (element.id, element.text) == ("loud/1:a b", "The moon [31mis red over the straw.")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ("Otherwise", "it calls itself 'otherwise'"), ("Half", "it lacks version (str), repeatable (bool), complete"),
        ("Leaves", "SystemExit: 3"), ("Nobody", "AttributeError"),
    ],
)  # fmt: skip
def test_a_gm_that_cannot_be_made_is_said_with_its_package(strangers: Callable[..., None], made: str, why: str) -> None:
    """One that was called otherwise than its entry point was begun with, and could not be gone on with."""
    strangers(("lone-rider", "providers", "rider", made))
    with pytest.raises(GameError, match=r"lone-rider 1\.0") as raised:
        make_provider("rider", LIVERY)
    assert raised.value.slug == "broken-plug-in"
    assert why in raised.value.what


@pytest.mark.parametrize(("said", "why"), [("I say boom.", "RuntimeError: boom"), ("I leave.", "SystemExit: 3")])
def test_a_gm_of_a_package_that_fails_is_said_with_its_package_and_leaves_no_turn(
    strangers: Callable[..., None], tmp_path: Path, said: str, why: str
) -> None:
    """It was told as a fault of the program itself, and ended the evening."""
    strangers(("lone-rider", "providers", "rider", "Fails"))
    with open_campaign(LIVERY_PATH, home=tmp_path / "home", gm="rider") as game:
        with pytest.raises(ProviderError, match=r'the GM "rider" of the package lone-rider 1\.0 failed: ' + why) as raised:
            game.play(said)
        assert (raised.value.slug, game.state.turn) == ("broken-plug-in", 0)
        assert game.play("I wait.").turn.reply == "Rain."


def test_two_packages_with_a_gm_of_one_name_are_both_named(strangers: Callable[..., None]) -> None:
    strangers(("lone-rider", "providers", "rider", "Otherwise"), ("other", "providers", "rider", "Half"))
    with pytest.raises(GameError, match=r"lone-rider 1\.0 and other 1\.0") as raised:
        make_provider("rider", LIVERY)
    assert raised.value.slug == "broken-plug-in"
    assert make_provider("embedded", LIVERY).name == "embedded"


def test_a_plug_in_that_fails_is_not_said_in_the_middle_of_a_sentence(strangers: Callable[..., None], gm: Any, tmp_path: Path) -> None:
    """The last word of the reply stood behind it."""
    strangers(("lone-rider", "rules", "exits", "Exits"))
    play = tmp_path / "evening.play"
    play.write_text(f"---\ntitle: An evening\ncampaign: {LIVERY_PATH}\n---\n> I look around.\n", encoding="utf-8")
    said = gm("run", play, "--home", tmp_path / "home")
    assert said.code == 0
    before, _, after = said.out.partition("    (exits/1 failed")
    assert before.rstrip(" ").endswith((".\n", "?\n", '"\n'))
    assert after.partition(")\n")[2].lstrip("\n").startswith("═")


@pytest.mark.parametrize("made", [False, True])
def test_rules_are_asked_about_what_was_told_and_not_about_drafts_or_imports(made: bool) -> None:
    """What a rule is shown is the story with the turn in it; a draft is no turn, and an imported line was told elsewhere."""
    asked: list[int] = []
    game = with_plug_ins(Rule(lambda state: asked.append(state.turn.number) or ()))  # type: ignore[func-returns-value]
    if made:
        game.take_in(from_elsewhere("Luis Ortega has brown eyes.", "gm", "", game.state, game.tools))
        assert asked == []
    else:
        game.reply_next("Luis Ortega has brown eyes.")
        game.play("I wait.")
        assert asked == [1]


def test_without_plug_ins_nothing_is_put_on_record() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.play("I wait.")
    assert not events(game, happened.PlugInsChosen)


def test_why_not_keeps_what_a_source_had_brought() -> None:
    game = with_plug_ins(source=Source(lambda _: [ContextElement(id="a", kind="lore", text="A note about the moon.")]))
    game.play("I ask about the moon.")
    assert game.why_not(1, "a padlock")
    assert game.why(1)
