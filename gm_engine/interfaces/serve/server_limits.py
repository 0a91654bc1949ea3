"""What a server lets happen at most."""

from dataclasses import dataclass

from gm_engine.errors import GameError


@dataclass(frozen=True)
class Limits:
    """``body`` bytes of a request, ``rate`` requests a minute of each client, ``turns`` that use the processor at the same time (those
    that wait for a model do not count), ``queue`` changes that wait for one campaign, ``tables`` campaigns open at once, ``idle`` seconds
    after which an open one is let go, ``pause`` minutes after which a new session begins, ``grace`` seconds that turns have to end when
    the server stops, ``patience`` seconds for a request to come in whole."""

    body: int = 2_000_000
    rate: int = 600
    turns: int = 8
    queue: int = 32
    tables: int = 64
    idle: int = 300
    pause: int = 240
    grace: int = 120
    patience: float = 10.0


class Crowded(GameError):
    """Too much at once: it may be tried again after ``after`` seconds."""

    slug = "crowded"

    def __init__(self, where: str, what: str, then: str, after: int = 2) -> None:
        self.after = after
        super().__init__(where, what, then)
