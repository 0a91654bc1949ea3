"""Every exception of the engine, drawn as a tree.

Each says where, what (both sides quoted), what to do next, and carries a slug that ``gm explain`` takes.

    GameError
    ├── PackError             a campaign's files
    ├── PlayError             a play script
    ├── TranscriptError       somebody else's text
    ├── JournalError          the saved record
    │   ├── ChainBroken
    │   ├── CampaignBusy
    │   └── ReplayDivergence
    ├── UnknownName           a campaign, entity, command, resolution … that nobody knows
    ├── BudgetTooSmall        a prompt that cannot fit
    └── ProviderError         a GM that does not answer
"""

OTHERWISE = "Try again: gm play NAME --again, or with another voice: gm play NAME --again --gm embedded"
"""What a person in the terminal can do where a model did not answer."""


class GameError(Exception):
    """Something that a person can mend. ``str(error)`` is the whole message."""

    slug = "game-error"

    def __init__(self, where: str, what: str, then: str = "", slug: str | None = None) -> None:
        self.where, self.what, self.then = where, what, then
        self.slug = slug or type(self).slug
        super().__init__(str(self))

    def __str__(self) -> str:
        line = f"{self.where}: {self.what} [{self.slug}]" if self.where else f"{self.what} [{self.slug}]"
        return f"{line}\n  {self.then}" if self.then else line


class PackError(GameError):
    """A campaign that cannot be read."""

    slug = "broken-pack"


class PlayError(GameError):
    """A play that cannot be read or run."""

    slug = "broken-play"


class TranscriptError(GameError):
    """A transcript that cannot be read."""

    slug = "broken-transcript"


class JournalError(GameError):
    """A saved record that cannot be opened or written."""

    slug = "broken-journal"


class ChainBroken(JournalError):
    """An entry's hash is not what its words and its parent give."""

    slug = "chain-broken"


class CampaignBusy(JournalError):
    """Another process is playing this campaign."""

    slug = "campaign-busy"


class ReplayDivergence(JournalError):
    """Today's code tells it otherwise than the record."""

    slug = "replay-divergence"


class UnknownName(GameError):
    """A name that nobody answers to. The message names the nearest."""

    slug = "unknown-name"


class BudgetTooSmall(GameError):
    """What must be in the prompt does not fit."""

    slug = "budget-too-small"


class ProviderError(GameError):
    """A GM that could not answer. ``heard`` is what had arrived before it broke off.

    ``spent`` may be a Completion without words: the tokens and the money that it took all the same.
    """

    slug = "provider-silent"

    def __init__(self, where: str, what: str, then: str = "", slug: str | None = None, heard: str = "") -> None:
        super().__init__(where, what, then, slug)
        self.heard = heard
        self.spent: object = None


class Stopped(ProviderError):
    """Whoever asked for it wants it no more."""

    slug = "stopped"

    def __init__(self) -> None:
        super().__init__("", "it was stopped before it was told to its end.", "Nothing was written. Say it again, or say something else.")
