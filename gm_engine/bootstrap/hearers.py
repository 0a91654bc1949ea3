"""Who hears here: the GM's own model, or the one that ``[hearing]`` of the settings names."""

from dataclasses import replace
from typing import TYPE_CHECKING

from gm_engine.bootstrap.hearing_settings import HearingSettings, at_address
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errors import GameError
from gm_engine.providers.endpoint import Endpoint

if TYPE_CHECKING:
    from gm_engine.providers.hearer import Hearer
    from gm_engine.providers.rate_limits import Purse


def itself(given: Settings | None) -> Settings | None:
    """The settings for a model that is named to hear: no other one does in its place, and it may take its time, for nobody waits."""
    return replace(given, hearing=given.hearing.model_copy(update={"on": False})) if given else None


def hearing_endpoint(given: Settings, gms: Endpoint | None = None) -> Endpoint | None:
    """The endpoint that is asked, with its model and price: the one that ``[hearing]`` names, else the GM's own, ``gms``."""
    wanted = given.hearing
    if wanted.base_url:
        found = at_address(wanted)
    elif wanted.provider:
        found = given.providers.get(wanted.provider, Endpoint())
    elif gms is not None:
        found = gms
    else:
        return None
    model = wanted.model or found.model
    own = found.price if found.model in ("", model) else ()
    price = own or tuple((given.prices or {}).get(model, ()))
    return found.model_copy(update={"model": model, "price": price})


def hearer_for(given: Settings | None, gms: Endpoint | None = None, purse: "Purse | None" = None) -> "Hearer | None":
    """Who is asked what the player means and what was told; None where nobody can be. What it costs is paid beside ``purse``."""
    wanted = given.hearing if given else HearingSettings()
    endpoint = hearing_endpoint(given, gms) if given else gms
    if endpoint is None or not wanted.on:
        return None
    if endpoint.dollars_a_campaign and not endpoint.price:
        what = f"dollars_a_campaign cannot be kept: no price is known for {endpoint.model}."
        then = f'Write under [prices] in settings.toml: "{endpoint.model}" = [2.50, 10.00] (dollars for a million tokens).'
        raise GameError("hearing", what, then, "no-price")
    from gm_engine.providers.hearer import Hearer

    return Hearer(endpoint, wanted.seconds_for(endpoint), purse=purse)
