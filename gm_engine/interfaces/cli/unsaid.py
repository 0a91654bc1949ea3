"""The line whose turn came to nothing: kept beside the campaigns until it is said again, so that no words are lost."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def keep(home: Path, name: str, said: str) -> None:
    """Keep a line. Where that cannot be done, play goes on without."""
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        _file(home, name).write_text(said, encoding="utf-8")


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


def _back(home: Path, name: str, before: str) -> None:
    take(home, name)
    if before:
        keep(home, name, before)


def take(home: Path, name: str) -> str:
    """The kept line, which is then no longer kept; empty where there is none."""
    with suppress(OSError, UnicodeDecodeError):
        said = _file(home, name).read_text(encoding="utf-8").strip()
        _file(home, name).unlink()
        return said
    return ""


def _file(home: Path, name: str) -> Path:
    return home / f"{name}.unsaid"
