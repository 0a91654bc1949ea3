"""A GM at the scripted server that waits for nobody: its clock moves only when it sleeps, and its chance is always the same."""

from dataclasses import dataclass, field
from typing import Any

from gm_engine.providers.endpoint import Endpoint as Settings
from gm_engine.providers.endpoint_line import Clockwork
from gm_engine.providers.openai import OpenAIGM
from tests.endpoint import Endpoint

KEY = "tok-a-very-secret-key"


@dataclass
class Hands:
    """A clock that stands still but for the sleeps, which are noted."""

    time: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    @property
    def works(self) -> Clockwork:
        return Clockwork(lambda: self.time, lambda: self.time, self.sleep, lambda: 0.5)


def quick(there: Endpoint, hands: Hands | None = None, *, model: str = "frontier-large", schemas: Any = None, **settings: Any) -> OpenAIGM:
    """A GM with these settings of its endpoint."""
    known = {"name": "openai", "base_url": there.url, "model": model, **settings}
    return OpenAIGM(endpoint=Settings(**known), api_key=KEY, schemas=schemas, works=(hands or Hands()).works)
