"""Where the files that ship with the program lie: in a wheel under the package, in a checkout at the top level."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """The folder ``campaigns``, ``prompts`` or ``data``.

    >>> shipped("data").name
    'data'
    """
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
