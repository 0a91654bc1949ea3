"""Games: begun, gone on with, verified, tried out."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from gm_engine import judging, meaning
from gm_engine.authoring import find_pack, load_pack, pack_of_play, read_data, read_patterns, read_play, read_relations, read_rules
from gm_engine.bootstrap.beginning import beginning
from gm_engine.bootstrap.budgets import budget_of
from gm_engine.bootstrap.gms import closing_of, endpoint_of, fit_to_tell, make_provider, narrator_words, spent, who_tells
from gm_engine.bootstrap.installed_plug_ins import installed_plug_ins
from gm_engine.bootstrap.openings import opening_named
from gm_engine.bootstrap.settings_file import Settings, open_store, settings
from gm_engine.bootstrap.shelf_of_plays import play_file
from gm_engine.bootstrap.table_settings import FOR_MODELS, counted, lay_table, table_for
from gm_engine.bootstrap.vectors import embedding_endpoint, meanings_for
from gm_engine.bootstrap.worlds import memoirs
from gm_engine.continuity import refuse_unknown
from gm_engine.continuity.judged import Beside, Find, Judged, found_by, found_nothing
from gm_engine.errors import GameError
from gm_engine.extraction.reader import Reader
from gm_engine.journal import Journal, MemoryJournal
from gm_engine.memory.memory import Memory
from gm_engine.memory.weights import Weights
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.game import Game
from gm_engine.play.opening import Opening
from gm_engine.play.replay import Verification, verify
from gm_engine.play.safety_lines import Limits
from gm_engine.play.tools import Tools
from gm_engine.prompting.prompt_book import PromptBook, prompts_text
from gm_engine.providers.provider import Provider
from gm_engine.providers.recorded import RecordedGM
from gm_engine.providers.silent import SilentGM
from gm_engine.shipped import shipped
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.pack import Pack
from gm_engine.story.play_script import PlayScript
from gm_engine.story.table_rules import TableRules
from gm_engine.version import __version__


def reader() -> Reader:
    """A reader of its own for each game; the language model behind it is loaded once."""
    return _first_reader().anew()


@cache
def _first_reader() -> Reader:
    return Reader(read_relations(), read_data("extraction"), read_patterns())


def finder() -> Find:
    """What finds sentences that may not stand together: the shipped judge, where it can run here."""
    return found_nothing if judging.missing() else found_by(_judge)


def _judge(one: Beside) -> Judged:
    passages = judging.Passages(one.earlier.quote, one.later.quote, one.before_earlier, one.before_later)
    score = judging.score(passages)
    return Judged(judging.chance(score, one.common), judging.kind(score))


def tools_of(
    opened: happened.StoryOpened | Opening, provider: Provider, rules: tuple[Any, ...], given: Settings | None = None,
    journal: Journal | None = None, cassette: Path | None = None,
) -> Tools:  # fmt: skip
    """Today's tools with the templates, weights and budget that a story was opened with.

    ``given`` are the settings of this machine; ``journal`` says what the campaign has cost so far, where that is limited, and
    ``cassette`` is what is recorded to or told from. Where the GM tells a recording, nobody else is asked anything either.
    """
    weights = Weights.model_validate(opened.weights)
    memory = Memory(weights)
    limited = given is not None and bool(given.memory.endpoint) and embedding_endpoint(given).dollars_a_campaign
    live = journal is None or not isinstance(provider, RecordedGM)
    memory.meanings = meanings_for(given, provider, spent(journal) if limited else 0, cassette=cassette, live=live)
    book, limits = PromptBook(dict(opened.templates)), Limits.of(read_data("limits"))
    tools = Tools(provider, reader(), memory, book, rules, weights.budget, finder(), limits, table_for(provider), installed_plug_ins())
    mark = meaning.mark()
    return replace(tools, near=meaning.nearness, near_mark=mark) if mark else tools


def new_game(
    journal: Journal, pack: Pack, *, pack_path: Path | None = None, seed: int | None = None, gm: str = "embedded", model: str = "",
    simulation: bool = False, provider: Provider | None = None, budget: Budget | None = None, given: Settings | None = None,
    cassette: Path | None = None, opening: str = "",
) -> Game:  # fmt: skip
    """A campaign begun: its opening is on record in ``journal``. ``opening`` names one of the pack's; its first, unless named."""
    pack = as_recorded(pack)
    start = opening_named(pack, opening)
    handed_in = provider
    provider = provider or make_provider(gm, pack, model=model, given=given, cassette=cassette)
    begun = opening_of(journal.name, pack, provider, seed=pack.seed if seed is None else seed)
    budget = budget or budget_of(pack, model=model, endpoint=endpoint_of(gm, given, model))
    begun = replace(begun, simulation=simulation, start=start, weights={**begun.weights, "budget": budget.model_dump(mode="json")})
    rules = read_rules(pack_path)
    refuse_unknown(rules)
    tools = tools_of(begun, provider, rules, given, journal, cassette)
    if isinstance(provider, RecordedGM):
        tools.table = TableRules() if provider.embedded else counted(FOR_MODELS)
    begun = replace(begun, versions={**begun.versions, "reader": tools.reader.version})
    game = Game(journal, tools)
    game.closing += closing_of(None if handed_in else provider)
    game.begin(begun)
    if given:
        lay_table(game, given.table, given.hearing)
    return game


def as_recorded(pack: Pack) -> Pack:
    """The pack as its journal will give it back: the order of an author's keys must mean nothing to play."""
    form = json.dumps(pack.model_dump(mode="json"), sort_keys=True)
    return Pack.model_validate_json(form)


def open_campaign(
    name_or_pack: str | Path | Pack, *, home: str | Path | None = None, gm: str = "", model: str = "", seed: int | None = None,
    provider: Provider | None = None, cassette: str | Path | None = None, name: str = "", opening: str = "",
) -> Game:  # fmt: skip
    """The saved campaign of that name, to go on; else one begun from the pack of that name or path, saved under the pack's id.

    ``opening`` names one of the ways in which the pack can begin; its first, unless named.
    ``name`` is what it is saved under instead: so there may be several of one pack in a home.
    ``gm`` is ``embedded`` for a new campaign unless it, or ``settings.toml``, names another; a saved one keeps its own.
    ``cassette`` is a file that answers are recorded to, or told from with ``gm="recorded"``.
    ``provider`` is a GM of one's own, and goes before ``gm``; hand it in again when the campaign is opened the next time.
    Close the game when the evening is over (``with`` does). Raises GameError where there is neither, or the GM cannot be had.
    """
    if provider is not None:
        provider = fit_to_tell(provider)
    given = settings(home)
    store = open_store(given)
    tape = Path(cassette) if cassette else None
    try:
        asked = name_or_pack.id if isinstance(name_or_pack, Pack) else str(name_or_pack)
        if (saved := name or asked) in store.names():
            journal = store.open(saved)
            try:
                game = resume_game(journal, gm=gm, model=model, provider=provider, given=given, cassette=tape)
            except BaseException:
                journal.close()
                raise
        else:
            path = None if isinstance(name_or_pack, Pack) else find_pack(asked)
            pack = name_or_pack if isinstance(name_or_pack, Pack) else load_pack(path or asked)
            gm, model = who_tells(given, gm, model)
            budget = budget_of(pack, model=model, given=given, endpoint=endpoint_of(gm, given, model))
            game = begin_saved(
                store, pack, name or pack.id, pack_path=path, gm=gm, model=model, seed=seed, provider=provider, budget=budget, given=given,
                cassette=tape, opening=opening,
            )  # fmt: skip
    except BaseException:
        store.close()
        raise
    game.closing.append(store.close)
    return game


def begin_saved(store: Store, pack: Pack, name: str, **options: Any) -> Game:
    """A campaign begun and saved as ``name``, or the first of ``name-2`` … that is free. Where its opening fails, nothing stays behind.

    What saved campaigns of the same world have left behind is taken up, where both packs name it in ``shares``.
    """
    left_behind = tuple(memoirs(store, pack))
    journal = store.create_next(name)
    try:
        game = new_game(journal, pack, **options)
        for _, found in left_behind:
            game.take_in([happened.WorldRemembered(world=pack.shares, memoirs=found)])
        return game
    except BaseException:
        journal.close()
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


def resume_game(
    journal: Journal, *, gm: str | None = None, model: str = "", provider: Provider | None = None, given: Settings | None = None,
    cassette: Path | None = None,
) -> Game:  # fmt: skip
    """A saved campaign, ready to go on with its own GM, unless another is named. Where its own is not to be had, it opens all the same.

    ``given`` are the settings of this machine, where endpoints are named; ``cassette`` is what answers are written to or told from.
    """
    opened, pack, rules = beginning(journal)
    handed_in = provider
    if provider is None and gm:
        provider = make_provider(gm, pack, model=model, journal=journal, given=given, cassette=cassette)
    elif provider is None:
        provider = _own_gm(opened, pack, model, journal, given, cassette)
    game = Game(journal, tools_of(opened, provider, rules, given, journal, cassette))
    game.closing += closing_of(None if handed_in else provider)
    game.resume()
    if given:
        lay_table(game, given.table, given.hearing)
    return game


def _own_gm(
    opened: happened.StoryOpened, pack: Pack, model: str, journal: Journal, given: Settings | None, cassette: Path | None
) -> Provider:
    """The GM that a story was opened with; a silent one, that says why, where it cannot be had."""
    asked = opened.versions.get("gm", "").removeprefix(f"{opened.gm}/") if endpoint_of(opened.gm, given) else ""
    try:
        return make_provider(opened.gm, pack, model=model or asked, journal=journal, given=given, cassette=cassette)
    except GameError as error:
        return SilentGM(opened.gm, error)


def verify_game(journal: Journal, on_turn: Callable[[int], None] | None = None) -> Verification:
    """Play a saved campaign again with today's code and compare. Raises ReplayDivergence at the first byte that differs."""
    _, pack, rules = beginning(journal)
    provider = EmbeddedGM(narrator_words(pack))
    return verify(journal, lambda story: tools_of(story, provider, rules), on_turn)


def find_play(path_or_name: str | Path) -> PlayScript:
    """The play at a path, else the shipped one of that name: ``first_ride``, ``redemption/first_ride``. Raises PlayError."""
    return read_play(play_file(path_or_name))


def pack_for_play(script: PlayScript) -> tuple[Pack, Path]:
    """The campaign that a play is for: the one it lies in, else by path or name."""
    path = pack_of_play(script)
    return load_pack(path), path


def trial(pack: Pack, name: str, **options: Any) -> Game:
    """A game that is kept in memory only."""
    return new_game(MemoryJournal(name), pack, **options)
