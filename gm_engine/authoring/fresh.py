"""``gm new``: a small campaign to begin with, or a copy of one that ships."""

import re
import shutil
from pathlib import Path

from gm_engine.authoring.desk import SNAKE, derived_id
from gm_engine.authoring.pack import find_pack
from gm_engine.authoring.pack_files import MAIN
from gm_engine.errors import PackError
from gm_engine.shipped import shipped

KEPT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.tmp")


def new_pack(folder: Path | str, example: str | None = None) -> Path:
    """The folder of a new campaign, named after it, with one play that passes. ``example`` is a campaign to copy.

    Raises ``PackError`` where something is in the way, ``UnknownName`` for an unknown example.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PackError(str(folder), "something is there already", "Name a folder that does not exist yet.")
    source = find_pack(example) if example else shipped("data") / "fresh_campaign"
    id = derived_id(folder.resolve().name)
    if not SNAKE.fullmatch(id):
        raise PackError(str(folder), "a campaign's id cannot be made from this name", "Use letters and digits, such as silver_creek.")
    try:
        if source.is_dir():
            shutil.copytree(source, folder, ignore=KEPT_OUT, dirs_exist_ok=True)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / MAIN)
        _rename(folder, id, id.replace("_", " ").title())
    except OSError as error:
        raise PackError(str(folder), f"the campaign cannot be written ({error.strerror})", "Choose another place, or make room.") from error
    return folder


def _rename(folder: Path, id: str, title: str) -> None:
    """Gives the copy its own id and title, and its plays the campaign that they lie in."""
    main = folder / MAIN
    text = main.read_text(encoding="utf-8")
    old = re.search(r"^id:[ \t]*[\"']?(\w+)", text, re.MULTILINE)
    text = re.sub(r"^id:.*$", f"id: {id}", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^title:.*$", f"title: {title}", text, count=1, flags=re.MULTILINE)
    main.write_text(text, encoding="utf-8", newline="\n")
    for play in sorted((folder / "plays").glob("*.play")):
        words = play.read_text(encoding="utf-8")
        if old:
            words = re.sub(rf"^campaign:[ \t]*{old[1]}[ \t]*$", f"campaign: {id}", words, count=1, flags=re.MULTILINE)
        play.write_text(words, encoding="utf-8", newline="\n")
