"""What is known of a server before it is asked: where it is, which variable holds its key, how long to wait, what it may cost."""

import os
import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from gm_engine.errors import ProviderError
from gm_engine.story.noun import Noun

KEY_ENV = "OPENAI_API_KEY"
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LONGEST, DEAREST = 1_000_000.0, 1_000_000.0
"""No wait lasts more seconds, and no price is more dollars."""
HEARING = "hearing"
"""What an endpoint is called that ``[hearing]`` of ``settings.toml`` itself names by its address."""
LONGEST_VARIABLE = 40
"""A longer name of a variable is rather a key that was put in the wrong place."""


def shown_address(url: str) -> str:
    """An address without what may be secret in it: a name and a password before the host, and what follows a question mark."""
    plain = re.split(r"[?#]", url, maxsplit=1)[0]
    scheme, slashes, rest = plain.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}" if slashes else plain.rpartition("@")[2]


class Endpoint(Noun):
    """A table ``[providers.NAME]`` of ``settings.toml``. Times are in seconds; 0 means no limit, or that it is left to the server.

    ``connect``, ``first_word``, ``between_words`` and ``whole`` (an answer) are how long is waited; ``retries`` and ``patience``
    how often, and for how long in all, a call is repeated. ``price`` is dollars for a million tokens: read, written and, if
    named, read from the cache.
    """

    name: str = "openai"
    base_url: str = ""
    key_env: str = KEY_ENV
    model: str = ""
    window: int = Field(0, ge=0)
    connect: float = Field(10.0, gt=0, le=LONGEST)
    first_word: float = Field(120.0, gt=0, le=LONGEST)
    between_words: float = Field(60.0, gt=0, le=LONGEST)
    whole: float = Field(0.0, ge=0, le=LONGEST)
    retries: int = Field(2, ge=0, le=10)
    patience: float = Field(90.0, ge=0, le=LONGEST)
    requests_a_minute: int = Field(0, ge=0)
    tokens_a_minute: int = Field(0, ge=0)
    dollars_a_campaign: float = Field(0.0, ge=0, le=DEAREST)
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    max_tokens: int = Field(0, ge=0)
    max_tokens_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    price: tuple[float, ...] = ()

    @field_validator("price")
    @classmethod
    def _two_or_three(cls, price: tuple[float, ...]) -> tuple[float, ...]:
        if price and (len(price) not in (2, 3) or not all(0 <= one <= DEAREST for one in price)):
            raise ValueError("write two or three dollars for a million tokens: read, written, read from the cache")
        return price

    @field_validator("key_env")
    @classmethod
    def _a_name(cls, name: str) -> str:
        if name and (not VARIABLE.fullmatch(name) or len(name) > LONGEST_VARIABLE):
            raise ValueError("write the name of an environment variable that holds the key, never the key itself")
        return name

    @property
    def address(self) -> str:
        """Where it is, as a message says it: without a name, a password or a query, which may hold secrets.

        >>> Endpoint(base_url="https://joe:word@desk.example:8080/v1?key=abc").address
        'https://desk.example:8080/v1'
        """
        return shown_address(self.base_url) or "OpenAI"

    def must_be_reachable(self) -> None:
        """Raise ProviderError where the address cannot be one: without http, a host, or a port that there is."""
        if not self.base_url:
            return
        try:
            parts = urlsplit(self.base_url)
            fit = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not re.search(r"\s", self.base_url)
        except ValueError:
            fit = False
        if not fit:
            base = "OPENAI_BASE_URL" if self.name == "openai" else f"base_url under [providers.{self.name}] in settings.toml"
            then = f"Set {base} to an address such as http://localhost:11434/v1."
            raise ProviderError(self.name, f'"{self.address}" is no address of an endpoint.', then, "bad-endpoint")

    def found(self, environment: Mapping[str, str] = os.environ) -> "Endpoint":
        """This endpoint with ``OPENAI_BASE_URL`` where it is the plain one and names no address of its own."""
        base = self.base_url or (environment.get("OPENAI_BASE_URL", "") if self.name == "openai" else "")
        return self.model_copy(update={"base_url": base})

    def key(self, environment: Mapping[str, str] = os.environ) -> str:
        """The key, from the environment; a server of one's own may need none. Raises ProviderError where one is missing."""
        key = environment.get(self.key_env, "").strip() if self.key_env else ""
        if key and (not key.isascii() or not key.isprintable()):
            then = f"Set {self.key_env} anew: letters, digits and signs, in one line."
            raise ProviderError(self.name, f"what the variable {self.key_env} holds is no key.", then, "no-key")
        if key:
            return key
        if self.base_url and self.key_env in ("", KEY_ENV):
            return "none"
        if self.key_env != KEY_ENV:
            what = f"the variable {self.key_env} holds no key."
            then = f"Set {self.key_env}, or name another one: key_env under [providers.{self.name}] in settings.toml."
            raise ProviderError(self.name, what, then, "no-key")
        raise ProviderError(
            self.name,
            "there is neither a key nor another endpoint.",
            "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, or play with --gm embedded.",
            "no-key",
        )

    def dollars(self, read: int, written: int, cached: int = 0) -> int:
        """What tokens cost here, in millionths of a dollar; 0 where no price is known.

        >>> Endpoint(price=(2.5, 10.0, 1.25)).dollars(1000, 100, 400)
        3000
        """
        if not self.price:
            return 0
        once = self.price[2] if len(self.price) > 2 else self.price[0]
        return round((read - cached) * self.price[0] + cached * once + written * self.price[1])
