"""The settings of this machine: flags before environment before ``settings.toml`` before the defaults."""

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gm_engine.bootstrap.endpoints import read_endpoints
from gm_engine.bootstrap.hearing_settings import HearingSettings, read_hearing
from gm_engine.bootstrap.remembering import Remembering, read_remembering
from gm_engine.bootstrap.table_settings import read_table
from gm_engine.errors import GameError
from gm_engine.providers.endpoint import DEAREST, Endpoint
from gm_engine.storage import Store
from gm_engine.story.budget import BudgetPlan
from gm_engine.story.table_rules import TableRules


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
    budget: BudgetPlan = field(default_factory=BudgetPlan)
    """``[budget]`` in ``settings.toml``: recipe, total, reply, window, shares; ceiling in dollars a turn."""
    ask_first: bool | None = None
    """Whether great changes wait for a yes in ``gm play`` (None: the campaign decides): ``ask_first`` in ``settings.toml``."""
    table: TableRules | None = None
    """What a language model in the GM's chair may do, and is asked: ``[table]`` in ``settings.toml`` (None: the defaults)."""
    min_confidence: float = 0.0
    """What is less sure, 0 to 1, is left out of the conflicts report: ``min_confidence`` in ``settings.toml``."""
    providers: dict[str, Endpoint] = field(default_factory=dict)
    """Endpoints of language models by name: ``[providers.NAME]`` in ``settings.toml``."""
    memory: Remembering = field(default_factory=Remembering)
    """Who says what a text means: ``[memory]`` in ``settings.toml``."""
    hearing: HearingSettings = field(default_factory=HearingSettings)
    """Who says what the player means and what was told: ``[hearing]`` in ``settings.toml``."""


def settings(home: str | Path | None = None, *, without_file: bool = False) -> Settings:
    """The settings of this machine. Raises GameError where ``settings.toml`` cannot be read; ``without_file`` leaves it out."""
    where = {"home": "flag" if home else "GM_HOME" if os.environ.get("GM_HOME") else "default"}
    root = Path(home or os.environ.get("GM_HOME") or _user_folder())
    file = root / "settings.toml"
    written: dict[str, Any] = {}
    if file.is_file() and not without_file:
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
    gm, model = str(written.get("gm", "embedded")), str(written.get("model", ""))
    providers = read_endpoints(written.get("providers", {}), file)
    return Settings(
        root, database, gm, model, where, _prices(written, file), _budget(written, file),
        ask_first=_ask_first(written, file), table=read_table(written, file), min_confidence=_min_confidence(written, file),
        providers=providers, memory=read_remembering(written, providers, file), hearing=read_hearing(written, providers, file),
    )  # fmt: skip


def _budget(written: dict[str, Any], file: Path) -> BudgetPlan:
    try:
        given = dict(written.get("budget", {}))
        given["ceiling"] = round(float(given.get("ceiling", 0)) * 1_000_000)
        return BudgetPlan.model_validate(given)
    except (TypeError, ValueError, OverflowError) as error:
        then = 'Write under [budget]: recipe = "lean", total = 4000, reply = 500, window = 8192, ceiling = 0.01 (dollars a turn).'
        raise GameError(str(file), "the budget cannot be read.", then, "bad-settings") from error


def _prices(written: dict[str, Any], file: Path) -> dict[str, tuple[float, float]]:
    try:
        prices = {str(model): (float(price[0]), float(price[1])) for model, price in dict(written.get("prices", {})).items()}
        if not all(0 <= one <= DEAREST for price in prices.values() for one in price):
            raise ValueError("no such price")
        return prices
    except (TypeError, ValueError, IndexError, KeyError) as error:
        then = 'Write under [prices]: "MODEL" = [2.50, 10.00] (dollars for a million tokens, read and written).'
        raise GameError(str(file), "the prices cannot be read.", then, "bad-settings") from error


def _ask_first(written: dict[str, Any], file: Path) -> bool | None:
    given = written.get("ask_first")
    if given is not None and not isinstance(given, bool):
        raise GameError(str(file), f"ask_first: {given!r} is neither true nor false.", "Write: ask_first = false", "bad-settings")
    return given


def _min_confidence(written: dict[str, Any], file: Path) -> float:
    given = written.get("min_confidence", 0.0)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= 1:
        raise GameError(str(file), f"min_confidence: {given!r} is no confidence.", "Write a number from 0 to 1.", "bad-settings")
    return float(given)


def _user_folder() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("gm_engine", appauthor=False)


def open_store(given: Settings) -> Store:
    """The saved campaigns of this home."""
    return Store(given.database or given.home)
