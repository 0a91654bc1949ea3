"""What a played turn costs on the disk, and what becomes of a database that an older version wrote.

    python benchmarks/database.py [--turns 120] [--most 60]

Two evenings are played into a database each: ``the_long_summer`` at the table without a model, and ``--turns`` turns with a model in the
chair, who answers and hears what careful readers did (``tests/play/evening``) and is shown as many elements as an ample budget holds
(12,000 tokens). That evening has 40 turns; where it begins anew, a third of its longer words end otherwise, so that nothing is told twice.

Prints the kilobytes a turn as the evening goes on, with all tables and indexes, and what fills them; then the same campaigns as versions 1
and 2 of the tables kept them, before and after ``gm doctor --compact``, whose exports must be the same to the byte. Exit 1 where a turn
costs more than ``--most`` kilobytes, or an export differs.
"""

import argparse
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.evening import OURS, Readers, Row, rows
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import budget_of, find_play, new_game, pack_for_play
from gm_engine.journal import write_lines
from gm_engine.play.played import Played
from gm_engine.shipped import shipped
from gm_engine.storage import Store
from gm_engine.testing import run_play
from gm_engine.testing.play_runner import Nobody
from tests.storage.old_tables import make_old

EVERY = 25
"""Turns between two lines of the growth."""
WORD = re.compile(r"[a-z]{5,}")
ENDINGS = ("ka", "mo", "li", "ster", "dan", "ro", "vi", "bel", "tun", "ges")
SHOWN = 6
"""Kinds of events of which is told what they fill."""


class Scales(Nobody):
    """Weighs a database every few turns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.turns = 0
        self.bytes: list[int] = []

    def played(self, played: Played, *, scripted: bool) -> None:  # noqa: ARG002
        """A turn is on record."""
        self.weigh()

    def weigh(self) -> None:
        """Note what the database holds after one turn more."""
        self.turns += 1
        if self.turns % EVERY == 0:
            with self.store.database.reading() as connection:
                pages, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size"))
            self.bytes.append(pages * size)


def without_a_model(home: Path) -> Scales:
    """The long summer, played."""
    script = find_play(shipped("campaigns") / "redemption" / "plays" / "the_long_summer.play")
    pack, path = pack_for_play(script)
    store = Store(home)
    scales = Scales(store)
    game = new_game(store.create("summer"), pack, pack_path=path, seed=script.seed)
    run_play(script, game, scales)
    game.close()
    store.close()
    return scales


def with_a_model(home: Path, turns: int) -> Scales:
    """The readers' evening, played with ample prompts, as long as is wished."""
    path = find_pack("redemption")
    pack = load_pack(path)
    store, readers, told = Store(home), Readers(), rows(OURS / "evening.jsonl")
    scales = Scales(store)
    game = new_game(store.create("evening"), pack, pack_path=path, seed=3, provider=readers, budget=budget_of(pack, asked="ample"))
    for number in range(turns):
        readers.turn = told_otherwise(told[number % len(told)], number // len(told))
        game.play(readers.turn["said"])
        scales.weigh()
    game.close()
    store.close()
    return scales


def told_otherwise(row: Row, time: int) -> Row:
    """A row of the evening, told for another time."""

    def other(found: re.Match[str]) -> str:
        word = found[0]
        changes = time and sum(map(ord, word)) % 3 == time % 3
        return word + ENDINGS[(7 * time + len(word)) % len(ENDINGS)] if changes else word

    return {key: WORD.sub(other, told) if key in ("said", "reply") else told for key, told in row.items()}


def filled(file: Path) -> Iterator[tuple[str, int]]:
    """What fills a database: its tables with their indexes, and the kinds of events; in bytes, the most first."""
    with closing(sqlite3.connect(file)) as raw:
        query = "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name ORDER BY 2 DESC"
        yield from raw.execute(query)
        sizes = "sum(length(CAST(form AS BLOB))), sum(length(CAST(texts AS BLOB)))"
        kinds = raw.execute(f"SELECT kind, {sizes} FROM gm_entry GROUP BY kind").fetchall()
    yield from sorted(((f"  {kind}", form + texts) for kind, form, texts in kinds), key=lambda pair: -pair[1])[:SHOWN]


def exported(home: Path) -> list[str]:
    """The only campaign of a home as JSON Lines."""
    store = Store(home)
    journal = store.open(store.names()[0], readonly=True)
    lines = list(write_lines(journal))
    journal.close()
    store.close()
    return lines


def compacted(home: Path, version: int) -> tuple[int, int, bool]:
    """The bytes of a database as an older version kept it, those after it is compacted, and whether its export is the same."""
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "old"
        shutil.copytree(home, old)
        lines = exported(old)
        make_old(old, version)
        store = Store(old)
        before, after = store.compact()
        store.close()
        return before, after, exported(old) == lines


def main() -> int:
    """Play both evenings and print what they cost."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--turns", type=int, default=120)
    ask.add_argument("--most", type=float, default=60.0, help="kilobytes a turn that are too many from there on")
    args = ask.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name in ("without a model", "with a model"):
            home = Path(folder) / name
            scales = without_a_model(home) if name == "without a model" else with_a_model(home, args.turns)
            file = home / "campaigns.db"
            turn = file.stat().st_size / 1000 / scales.turns
            good &= turn <= args.most
            print(f"{'ok  ' if turn <= args.most else 'MISS'} {name}: {scales.turns} turns, {turn:.1f} kB a turn (at most {args.most:.0f})")
            grown = (f"{EVERY * (n + 1)}: {size / 1000 / EVERY / (n + 1):.0f}" for n, size in enumerate(scales.bytes))
            print(f"     kB a turn after so many turns: {', '.join(grown)}")
            for part, size in filled(file):
                print(f"     {part:<24}{size / 1000 / scales.turns:8.2f} kB a turn")
            for version in (1, 2):
                before, after, same = compacted(home, version)
                good &= same
                print(
                    f"{'ok  ' if same else 'MISS'} as version {version} kept it: {before / 1000 / scales.turns:.1f} kB a turn, "
                    f"compacted {after / 1000 / scales.turns:.1f}; its export is {'the same' if same else 'another'}"
                )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
