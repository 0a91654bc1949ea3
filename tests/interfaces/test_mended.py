"""A damaged snapshot: said once, made anew, nothing lost."""

from pathlib import Path

from gm_engine.bootstrap import begin_saved
from gm_engine.storage import Store
from tests.interfaces.conftest import Gm
from tests.packs import LIVERY


def test_a_damaged_snapshot_is_spoken_of_once(gm: Gm, tmp_path: Path) -> None:
    store = Store(tmp_path)
    game = begin_saved(store, LIVERY, "evening", seed=5)
    game.play("I look around.")
    game._snapshot()
    kept, head = game.journal.snapshot(), game.journal.head
    assert kept is not None
    assert head is not None
    game.journal.keep_snapshot(kept[0], head.hash, kept[1], kept[2][:-40])
    game.journal.close()
    store.close()
    first = gm("undo", "evening", "--home", tmp_path)
    assert first.code == 0
    assert first.err.count("made anew from the journal; nothing is lost") == 1
    assert "made anew" not in gm("recap", "evening", "--home", tmp_path).err
