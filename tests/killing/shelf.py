"""The homes in which processes are killed, and what is found in them afterwards."""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from gm_engine.journal import write_lines
from gm_engine.storage import Store
from gm_engine.storage.database import Database
from gm_engine.story.event import PlayerSpoke
from tests.interfaces.conftest import PLAY
from tests.killing.dying import Ended, Fatal, Process
from tests.packs import LIVERY_PATH

OUT = "a tune from Zanzibar"
"""Words that are taken out of the record."""
TALK = "GM: It rains on the livery.\n\nCal: I wait for Ortega.\n\nGM: Luis Ortega has brown eyes. He waits, too.\n"


@dataclass(frozen=True)
class Campaign:
    """A campaign as it lies in the database: its branch, the branches' heads, every entry's hash with its kind and turn, and what the
    player said on this branch."""

    branch: str
    heads: tuple[tuple[str, int], ...]
    hashes: tuple[str, ...]
    kinds: tuple[tuple[str, int], ...]
    said: tuple[str, ...]

    @property
    def shape(self) -> tuple[object, ...]:
        """What is the same in each run of the same command; hashes are not, for salts are drawn."""
        return self.branch, self.heads, self.kinds

    def turns(self) -> int:
        """The last turn that is whole."""
        return max((turn for kind, turn in self.kinds if kind == "turn_closed"), default=0)


@dataclass(frozen=True)
class Found:
    """What lies in a home and in the folder beside it: campaigns by name, and files by their path."""

    campaigns: Mapping[str, Campaign]
    files: Mapping[str, bytes]

    @property
    def shapes(self) -> dict[str, tuple[object, ...]]:
        """The shape of each campaign."""
        return {name: campaign.shape for name, campaign in self.campaigns.items()}


class Place:
    """A folder with a home, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.work = folder, folder / "home", folder / "work"

    @contextmanager
    def copy(self, to: Path) -> Iterator["Place"]:
        """A copy of it, for as long as this is open."""
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        try:
            yield Place(to)
        finally:
            shutil.rmtree(to, ignore_errors=True)

    def start(
        self, words: list[str], typed: str | None = "", fatal: Fatal | None = None, environment: dict[str, str] | None = None
    ) -> Process:
        """``gm`` with these words, here."""
        return Process(words, typed=typed, folder=self.work, home=self.home, fatal=fatal or Fatal(), environment=environment)

    def gm(self, *words: str, typed: str = "", fatal: Fatal | None = None, environment: dict[str, str] | None = None) -> Ended:
        """The same, and how it came out."""
        return self.start(list(words), typed, fatal, environment).wait()

    def look(self, *, whole: bool = True) -> Found:
        """All that is there. Each campaign is opened as a player opens it, and its chain verified where it must be ``whole``."""
        campaigns = {}
        if (self.home / "campaigns.db").exists():
            store = Store(self.home)
            try:
                for name in store.names():
                    journal = store.open(name)
                    try:
                        if whole:
                            journal.verify()
                        rows = [row for line in write_lines(journal) if "number" in (row := json.loads(line))]
                        heads = tuple(sorted((point.name, point.head) for point in journal.branches()))
                        kinds = tuple((row["event"]["kind"], row["event"].get("turn", 0)) for row in rows)
                        said = tuple(event.said for entry in journal.entries() if isinstance(event := entry.event, PlayerSpoke))
                        campaigns[name] = Campaign(journal.branch, heads, tuple(row["hash"] for row in rows), kinds, said)
                    finally:
                        journal.close()
            finally:
                store.close()
        files = {}
        for file in sorted((*self.home.rglob("*"), *self.work.rglob("*"))):
            if file.is_file():
                files[file.relative_to(self.folder).as_posix()] = file.read_bytes()
        return Found(campaigns, files)


def prepared(folder: Path) -> Place:
    """A home with an evening that has a conflict, a branch, a pin and an edit; another campaign; and files to work with."""
    place = Place(folder)
    place.home.mkdir(parents=True)
    place.work.mkdir()
    shutil.copytree(LIVERY_PATH, place.work / "livery")
    (place.work / "evening.play").write_text(PLAY, encoding="utf-8")
    for name in ("one.txt", "two.txt", "three.txt"):
        (place.work / name).write_text(TALK * 3, encoding="utf-8")
    (place.work / "untidy").mkdir()
    for file in LIVERY_PATH.glob("*.yaml"):
        lines = file.read_text(encoding="utf-8").replace("summary:", "summary:   ").replace("\nlocations:", "   \n\n\n\nlocations:")
        (place.work / "untidy" / file.name).write_text(lines, encoding="utf-8")
    for words in (
        ["run", "evening.play"],
        ["run", "evening.play", "--as", "other"],
        ["branch", "evening", "north", "--turn", "2"],
        ["switch", "evening", "main"],
        ["edit", "evening", "4", f"I whistle {OUT}."],
        ["switch", "evening", "main"],
        ["remember", "evening", "Ben Oakes never lends a horse."],
        ["pin", "evening", "never lends a horse"],
        ["export", "other", "--to", "jsonl", "--file", "story.jsonl"],
    ):
        done = place.gm(*words)
        assert done.code == 0, (words, done)
    (place.home / "evening.history").write_text(f"I look around.\nI whistle {OUT}.\nI walk to the street.\n", encoding="utf-8")
    for name in ("out", "err"):
        (folder / name).unlink(missing_ok=True)
    return place


def damaged(place: Place) -> None:
    """Turn a page of the last turn of ``evening`` into something else, behind everybody's back."""
    shelf = Database(place.home)
    with shelf.writing() as connection:
        number = connection.execute(text("SELECT max(number) FROM gm_entry WHERE campaign = 1")).scalar_one()
        connection.execute(text('UPDATE gm_entry SET form = \'{"kind": "none"}\' WHERE campaign = 1 AND number = :n'), {"n": number - 3})
    shelf.close()
