"""The line whose turn came to nothing: kept beside the campaigns until it is said again, so that no words are lost."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gm_engine.interfaces.cli.past_lines import says
from gm_engine.unfinished import clear, write_whole

if TYPE_CHECKING:
    from gm_engine.journal import Journal


class Waiting(NamedTuple):
    """A kept line, and the number of the entry that the story stood at when it was said; below 0 where that is not known."""

    said: str
    at: int = -1

    def is_written(self, journal: "Journal") -> bool:
        """True where its turn is on record all the same: the program was killed before it could let go of the line."""
        from gm_engine.story.event import PlayerSpoke
        from gm_engine.story.letters import plain

        since = journal.entries(after=self.at) if self.at >= 0 else ()
        return any(isinstance(entry.event, PlayerSpoke) and entry.event.said == plain(self.said) for entry in since)


def keep(home: Path, journal: "Journal", said: str) -> None:
    """Keep a line of a campaign, said where its story stands now. Where that cannot be done, play goes on without."""
    _keep(home, journal.name, Waiting(said, journal.head.number if journal.head else 0))


@contextmanager
def meanwhile(home: Path, journal: "Journal", said: str) -> Iterator[None]:
    """Within this a line is kept, whatever ends the program; it stays kept where its turn fails. After it, what was kept before is,
    unless it was this line.
    """
    from gm_engine.errors import GameError, ProviderError

    before = waiting(home, journal.name)
    keep(home, journal, said)
    try:
        yield
    except GameError as error:
        if not isinstance(error, ProviderError):
            _back(home, journal.name, before, said)
        raise
    _back(home, journal.name, before, said)


def waiting(home: Path, name: str) -> Waiting | None:
    """The kept line; None where there is none."""
    with suppress(OSError, UnicodeDecodeError):
        kept = _file(home, name).read_text(encoding="utf-8").strip()
        said, _, at = kept.rpartition("\n")
        if kept:
            return Waiting(said, int(at)) if said and at.isdecimal() else Waiting(kept)
    return None


def forget(home: Path, name: str, said: str) -> None:
    """Keep a line no longer: its words were taken out of the record."""
    kept = waiting(home, name)
    if kept and says(kept.said, said):
        drop(home, name)


def drop(home: Path, name: str) -> None:
    """Keep none: the line was said, or the campaign is deleted."""
    clear(_file(home, name))
    with suppress(OSError):
        _file(home, name).unlink()


def _back(home: Path, name: str, before: Waiting | None, said: str) -> None:
    if before and before.said != said:
        _keep(home, name, before)
    else:
        drop(home, name)


def _keep(home: Path, name: str, line: Waiting) -> None:
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        write_whole(_file(home, name), [line.said if line.at < 0 else f"{line.said}\n{line.at}"])


def _file(home: Path, name: str) -> Path:
    return home / f"{name}.unsaid"
