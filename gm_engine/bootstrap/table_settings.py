"""What a table allows a language model in the GM's chair: the settings before the defaults."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from gm_engine.bootstrap.hearing_settings import HearingSettings, heard_at
from gm_engine.errors import GameError
from gm_engine.story.table_rules import TOOLS, TableRules

if TYPE_CHECKING:
    from gm_engine.play.game import Game
    from gm_engine.providers.provider import Provider

FOR_MODELS = TableRules(guard="after", tools=TOOLS, premises=True, hears=("interpret", "note"))
"""What holds for a language model where nothing else is said."""


def table_for(provider: "Provider", wanted: TableRules | None = None) -> TableRules | None:
    """The rules for who sits in the chair: those ``wanted`` for a language model, none for the embedded GM.

    None for who only says again what was said, or cannot be reached: the story's own rules go on.
    """
    if provider.name in ("recorded", "silent") or provider.version.startswith("silent"):
        return None
    return TableRules() if provider.repeatable else counted(wanted or FOR_MODELS)


def counted(table: TableRules) -> TableRules:
    """The rules with what their tools cost in a prompt."""
    from gm_engine.play.granting import with_costs

    return with_costs(table)


def lay_table(game: "Game", table: TableRules | None, hearing: HearingSettings) -> None:
    """Let the settings of this machine, ``table`` and ``hearing``, say what the game's GM may do; it is put on record with the next turn.

    A story that is begun from a recording has the rules that a live one would have here.
    """
    wanted = heard_at(table or FOR_MODELS, hearing)
    allowed = table_for(game.tools.provider, wanted)
    if allowed is None and game.tools.table == counted(FOR_MODELS):
        allowed = counted(wanted)
    game.tools.table = allowed or game.tools.table


def read_table(written: dict[str, Any], file: Path) -> TableRules | None:
    """``[table]`` of ``settings.toml``; None where it is not there. Raises GameError for what cannot be."""
    if "table" not in written:
        return None
    try:
        given = dict(written["table"])
        if given.get("guard") is False:
            given["guard"] = "off"
        for name in ("tools", "reads", "hears"):
            if isinstance(given.get(name, []), str):
                given[name] = [given[name]]
            given[name] = tuple(given.get(name, getattr(FOR_MODELS, name)))
        return TableRules.model_validate(FOR_MODELS.model_dump() | given)
    except (TypeError, ValueError) as error:
        wrong = error.errors(include_url=False, include_input=False)[0] if isinstance(error, ValidationError) else None
        why = f"{'.'.join(map(str, wrong['loc']))}: {wrong['msg']}." if wrong else f"{error}."
        what = f"the table's rules cannot be read: {why}"
        guards = 'guard = "after", "strict", "critical", "major" or "off"'
        then = f'Write under [table]: {guards}; tools = ["roll", "recall"]; premises = true; reads = ["claims"].'
        raise GameError(str(file), what, then, "bad-settings") from error
