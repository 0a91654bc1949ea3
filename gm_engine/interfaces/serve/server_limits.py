"""What a server lets happen at most."""

from dataclasses import dataclass, replace
from hashlib import blake2b

from gm_engine.errors import GameError


@dataclass(frozen=True)
class Limits:
    """``body`` bytes of a request, ``upload`` of one that brings files, ``imports`` of those at once, ``rate`` requests a minute of each
    client, ``turns`` that use the processor at the same time (those that wait for a model do not count), ``queue`` changes that wait for
    one campaign, ``tables`` campaigns open at once, ``idle`` seconds after which an open one is let go, ``pause`` minutes after which a
    new session begins, ``grace`` seconds that turns have to end when the server stops, ``patience`` seconds for a request to come in
    whole."""

    body: int = 2_000_000
    upload: int = 32_000_000
    imports: int = 4
    rate: int = 600
    turns: int = 8
    queue: int = 32
    tables: int = 64
    idle: int = 300
    pause: int = 240
    grace: int = 120
    patience: float = 10.0

    def share(self, number: int, of: int) -> "Limits":
        """What of it falls to one of several workers: what counts for all campaigns together is divided without a rest.

        >>> [Limits(turns=8, tables=64).share(number, 3).turns for number in (1, 2, 3)]
        [3, 3, 2]
        """
        turns, tables = (whole // of + (number <= whole % of) for whole in (self.turns, self.tables))
        return replace(self, turns=turns, tables=tables)


class Elsewhere(GameError):
    """A campaign that another worker plays: ``owner`` is its number."""

    slug = "another-worker"

    def __init__(self, name: str, owner: int) -> None:
        self.owner = owner
        super().__init__(name, f"worker {owner} plays this campaign.", "Ask the server at the address that it printed.")


@dataclass(frozen=True)
class Place:
    """Which of how many workers this one is. A campaign belongs to one of them, by its name."""

    number: int = 1
    of: int = 1

    def owner(self, name: str) -> int:
        """The number of the worker that plays a campaign.

        >>> [Place(1, 2).owner(name) for name in ("first_ride", "first_ride-2", "first_ride-3", "evening")]
        [2, 1, 2, 2]
        """
        return int.from_bytes(blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest(), "big") % self.of + 1

    def plays(self, name: str) -> bool:
        """Whether a campaign is this worker's."""
        return self.owner(name) == self.number

    def must_play(self, name: str) -> None:
        """Raise ``Elsewhere`` for a campaign that is another worker's."""
        if not self.plays(name):
            raise Elsewhere(name, self.owner(name))


ALONE = Place()


class Crowded(GameError):
    """Too much at once: it may be tried again after ``after`` seconds."""

    slug = "crowded"

    def __init__(self, where: str, what: str, then: str, after: int = 2) -> None:
        self.after = after
        super().__init__(where, what, then)
