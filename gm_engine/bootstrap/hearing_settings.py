"""Who hears, and how: ``[hearing]`` of ``settings.toml``. Where a language model tells, one also says what the player means and what
was told."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import Field, StrictBool, ValidationError

from gm_engine.bootstrap.endpoints import KEYS
from gm_engine.errors import GameError, ProviderError
from gm_engine.providers.endpoint import HEARING, LONGEST, Endpoint
from gm_engine.story.noun import Noun
from gm_engine.story.table_rules import HEARD, TableRules

A_WHILE = 60.0
EXAMPLE = 'Write under [hearing]: provider = "desk" (a table [providers.desk]), or base_url = "http://localhost:11434/v1", model = "MODEL".'


class HearingSettings(Noun):
    """``[hearing]``: whether what the player means (``interpret``) and what was told (``note``) is asked of a language model; ``on``
    is both. None is as the table's rules have it.

    Asked is the endpoint that ``provider`` names, or the one at ``base_url`` with the key in the variable ``key_env``, else the
    GM's own; and its ``model``. ``room`` are the tokens of earlier story that lie beside a reply that is noted (None: as the
    table's rules have it), ``time_out`` the seconds that a question may take (None: see ``seconds_for``).
    """

    on: StrictBool = True
    interpret: StrictBool | None = None
    note: StrictBool | None = None
    provider: str = ""
    base_url: str = ""
    key_env: str = ""
    model: str = ""
    room: int | None = Field(None, ge=100, le=20_000)
    time_out: float | None = Field(None, gt=0, le=LONGEST)

    def seconds_for(self, endpoint: Endpoint | None) -> float:
        """How long a question to an endpoint may take: as the settings say; else a minute, or more where it is known to be slow.

        >>> HearingSettings().seconds_for(Endpoint()), HearingSettings().seconds_for(Endpoint(first_word=900.0))
        (60.0, 450.0)
        """
        return self.time_out or max(A_WHILE, endpoint.first_word / 2 if endpoint else 0.0)

    @property
    def elsewhere(self) -> bool:
        """True where another endpoint or model than the GM's is named."""
        return bool(self.provider or self.base_url or self.model)


def read_hearing(written: Mapping[str, Any], providers: Mapping[str, Endpoint], file: Path) -> HearingSettings:
    """``[hearing]`` of ``settings.toml``. Raises GameError for what cannot be; what may be a key is not repeated in it."""
    table, where = written.get("hearing", {}), f"{file}: hearing"
    if not isinstance(table, dict):
        raise _bad(where, "hearing is no table.", "Write [hearing], and under it: on = false")
    for key in table:
        if key.lower() in KEYS:
            then = 'Take it out, put the key into an environment variable, and write the variable\'s name: key_env = "HEARING_KEY".'
            raise _bad(where, f"{key}: no key may stand in the settings.", then)
        if key not in HearingSettings.model_fields:
            near = get_close_matches(key, HearingSettings.model_fields, 1)
            there = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(HearingSettings.model_fields)}."
            raise _bad(where, f'there is no setting "{key}".', there)
    try:
        found = HearingSettings.model_validate(table)
        at_address(found)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        what = f"{wrong['loc'][0]}: {wrong['msg'].removeprefix('Value error, ')}."
        raise _bad(where, what, "Mend it; docs/operating.md shows an example.") from None
    _must_be_one(found, providers, where)
    return found


def _must_be_one(found: HearingSettings, providers: Mapping[str, Endpoint], where: str) -> None:
    """Raise GameError where the endpoint that is named is none, or two, or has no model."""
    if found.provider and found.base_url:
        raise _bad(where, f'two endpoints are named: provider "{found.provider}" and a base_url.', "Take one of the two out.")
    if found.key_env and not found.base_url:
        raise _bad(where, "key_env is named, and no base_url.", EXAMPLE)
    if found.provider and found.provider != "openai" and found.provider not in providers:
        there = ", ".join(["openai", *(name for name in providers if name != "openai")])
        then = f"Write a table [providers.{found.provider}], or name one that there is: {there}."
        raise _bad(where, f'there is no endpoint "{found.provider}".', then)
    known = providers.get(found.provider, Endpoint()).model if found.provider else ""
    if (found.provider or found.base_url) and not (found.model or known):
        raise _bad(where, "model is not named.", EXAMPLE)
    try:
        at_address(found).must_be_reachable()
    except ProviderError as error:
        raise _bad(where, f"base_url: {error.what}", EXAMPLE) from None


def at_address(found: HearingSettings) -> Endpoint:
    """The endpoint at the address that the settings name."""
    return Endpoint.model_validate({"name": HEARING, "base_url": found.base_url, "key_env": found.key_env})


def _bad(where: str, what: str, then: str) -> GameError:
    return GameError(where, what, then, "bad-settings")


def heard_at(table: TableRules, wanted: HearingSettings) -> TableRules:
    """The table's rules with what is heard there, as the settings want it.

    >>> heard_at(TableRules(), HearingSettings(note=True)).hears
    ('note',)
    >>> heard_at(TableRules(hears=("note",)), HearingSettings(on=False)).hears
    ()
    """
    chosen = {name: getattr(wanted, name) for name in HEARD}
    hears = tuple(name for name in HEARD if wanted.on and (name in table.hears if chosen[name] is None else chosen[name]))
    return table.model_copy(update={"hears": hears, "room": wanted.room or table.room})
