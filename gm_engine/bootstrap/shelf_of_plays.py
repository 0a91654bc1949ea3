"""Plays and campaigns by name: a path as it stands, else one that ships."""

from pathlib import Path

from gm_engine.authoring import find_pack
from gm_engine.authoring.margin_note import nearest
from gm_engine.errors import PlayError, UnknownName
from gm_engine.shipped import shipped

SUFFIX = ".play"


def shipped_plays() -> dict[str, Path]:
    """The plays that ship, by ``campaign/play``."""
    files = sorted(shipped("campaigns").glob(f"*/plays/*{SUFFIX}"))
    return {f"{file.parent.parent.name}/{file.stem}": file for file in files}


def play_file(path_or_name: str | Path) -> Path:
    """The file of a play: the path where there is one, else the shipped play that its last words name.

    ``first_ride``, ``redemption/first_ride`` and ``campaigns/redemption/plays/first_ride.play`` mean the same one.
    Raises PlayError that names the nearest.
    """
    path = Path(path_or_name)
    if path.is_file():
        return path
    if path.is_dir():
        inside = sorted(path.glob(f"plays/*{SUFFIX}")) or sorted(path.glob(f"*{SUFFIX}"))
        then = f"Name one of its plays: {', '.join(map(str, inside))}." if inside else f"It holds no plays; name a {SUFFIX} file."
        raise PlayError(str(path), "this is a folder, and no play.", then)
    words = [word for word in (*path.parts[:-1], path.name.removesuffix(SUFFIX)) if word not in ("campaigns", "plays", ".")]
    plays = shipped_plays()
    found = [name for name in plays if name.split("/")[-len(words) :] == words]
    if len(found) == 1:
        return plays[found[0]]
    if found:
        raise PlayError(str(path), "several plays that ship have this name.", f"Name one: {', '.join(found)}.")
    near = nearest(words[-1], [name.rpartition("/")[2] for name in plays]) if words else None
    hint = f"Nearest: {near}. " if near else ""
    raise PlayError(
        str(path), "there is no such file, and no play of this name ships.", f"{hint}Name a {SUFFIX} file, or {_either(plays)}."
    )


def find_to_check(path: Path) -> Path:
    """What ``gm check`` is asked for: a path, else a campaign or a play that ships; as it stands where there is none."""
    if path.exists():
        return path
    try:
        return play_file(path) if path.suffix == SUFFIX else find_pack(path)
    except (PlayError, UnknownName):
        return path


def _either(names: dict[str, Path]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
