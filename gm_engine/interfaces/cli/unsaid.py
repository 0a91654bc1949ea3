"""The line whose turn came to nothing: kept beside the campaigns until it is said again, so that no words are lost."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gm_engine.unfinished import clear, write_whole


def keep(home: Path, name: str, said: str) -> None:
    """Keep a line. Where that cannot be done, play goes on without."""
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        write_whole(_file(home, name), [said])


@contextmanager
def meanwhile(home: Path, name: str, said: str) -> Iterator[None]:
    """Within this a line is kept, whatever ends the program; it stays kept where its turn fails. After it, what was kept before is."""
    from gm_engine.errors import GameError, ProviderError

    before = take(home, name)
    keep(home, name, said)
    try:
        yield
    except GameError as error:
        if not isinstance(error, ProviderError):
            _back(home, name, before)
        raise
    _back(home, name, before)


def drop(home: Path, name: str) -> None:
    """Keep none: the campaign is deleted."""
    clear(_file(home, name))
    with suppress(OSError):
        _file(home, name).unlink()


def _back(home: Path, name: str, before: str) -> None:
    if before:
        keep(home, name, before)
    else:
        take(home, name)


def take(home: Path, name: str) -> str:
    """The kept line, which is then no longer kept; empty where there is none."""
    with suppress(OSError, UnicodeDecodeError):
        said = _file(home, name).read_text(encoding="utf-8").strip()
        _file(home, name).unlink()
        return said
    return ""


def _file(home: Path, name: str) -> Path:
    return home / f"{name}.unsaid"
