"""Long lines are kept once; what is put together from them is what was written, and a damaged one hurts only who says it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from gm_engine.bootstrap import repair_saved
from gm_engine.errors import JournalError
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.journal.chain import digest
from gm_engine.storage import Store, damage_of
from gm_engine.storage import pieces as pieces_room
from gm_engine.storage.database import Database
from gm_engine.storage.packing import (
    LONG,
    Unpackable,
    deflated,
    inflated,
    key_of,
    long_lines,
    pack_form,
    pack_texts,
    packed,
    unpack_form,
    unpack_texts,
    unpacked,
)  # fmt: skip
from tests.journal.evenings import OPENING, play, said, turn
from tests.storage.harm import alter_piece, pieces_of

ROAD = "The road to Hackberry Crossing is long, and nobody rides it in August but fools."
RIVER = "The river is low, and the mud on both its banks has cracked like an old plate."
SALTS = st.sampled_from(["5d1f0c22e6a3b498", "00", "ABCDEF0123456789", "", "grain"])
WORDS = st.one_of(st.text(), st.lists(st.sampled_from([ROAD, RIVER, "short", "", "\n", "- ", '"b2:"', "\x00"])).map("\n".join))


@given(st.lists(st.tuples(SALTS, WORDS, st.sampled_from(["kept", "taken out", "no text"])), max_size=6), st.booleans())
def test_what_is_packed_is_read_again_to_the_byte(words: list[tuple[str, str, str]], known: bool) -> None:
    names = [digest(str(number), salt, said) for number, (salt, said, _) in enumerate(words)]
    form = json.dumps({"kind": "x", "said": names, "note": "b2:"}, separators=(",", ":"))
    texts = {
        name: None if what == "taken out" else (salt, said)
        for name, (salt, said, what) in zip(names, words, strict=True)
        if what != "no text"
    }
    shelf = {key_of(line): line for _, said, _ in words for line in long_lines(said)}
    kept = pack_texts(form, texts, lambda line: known and line in shelf.values())
    assert unpack_form(pack_form(form)) == form
    read = unpack_texts(form, kept, shelf.__getitem__)
    assert (read, list(read)) == (texts, list(texts))


@given(st.text())
def test_a_text_is_read_again(told: str) -> None:
    assert unpacked(packed(told)) == told
    assert unpack_form(pack_form(told)) == told


def test_hashes_beside_a_sign_like_theirs_are_kept_apart() -> None:
    form = f'{{"a":"b2:","b":"{digest("x")}"}}'
    assert unpack_form(pack_form(form)) == form
    assert unpack_texts("{}", pack_texts("{}", {"elsewhere": ("salt", "word")}, lambda _: False), {}.__getitem__) == {
        "elsewhere": ("salt", "word")
    }


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reading(kept: bytes) -> None:
    for read in (unpacked, unpack_form, lambda kept: unpack_texts("{}", kept, {}.__getitem__)):
        try:
            read(kept)
        except (ValueError, AttributeError, LookupError, TypeError):
            continue
    try:
        assert inflated(deflated(kept)) == kept
        inflated(kept)
    except Unpackable:
        return


@pytest.fixture(params=["a file", "a server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """A place for a database."""
    return tmp_path / "gm.db" if request.param == "a file" else request.getfixturevalue("shared")


def told_long(where: str | Path, turns: int = 6) -> Store:
    """A shelf with a story in which two lines are told again and again."""
    store = Store(where)
    journal = store.create("ride")
    journal.append([OPENING])
    for number in range(1, turns + 1):
        journal.append(turn(number, reply=f"Turn {number}.\n{ROAD}\n- {RIVER}" if number % 2 else f"{ROAD}\n\nAnd so on."))
    journal.close()
    return store


def test_a_line_is_kept_once(where: str | Path) -> None:
    store = told_long(where)
    assert sorted(pieces_of(where)) == [RIVER, ROAD]
    journal = store.open("ride")
    journal.append(turn(7, reply=ROAD))
    journal.verify()
    assert journal.turn(7)[1].event.completion.text == ROAD  # type: ignore[union-attr]
    lines = list(write_lines(journal))
    journal.close()
    copy = store.create("copy")
    read_lines(lines, copy, "ride.jsonl")
    assert list(write_lines(copy))[1:] == lines[1:]
    copy.close()
    other = MemoryJournal()
    read_lines(lines, other, "ride.jsonl")
    assert list(write_lines(other))[1:] == lines[1:]
    store.close()
    assert len(pieces_of(where)) == 4


def test_what_is_taken_out_leaves_no_piece_behind(where: str | Path) -> None:
    store = told_long(where, turns=2)
    journal = store.open("ride")
    journal.append(turn(3, reply=f"{RIVER}\nA secret nobody shall read who was not there that night."))
    assert len(pieces_of(where)) == 3
    journal.redact(3, "")
    assert sorted(pieces_of(where)) == [ROAD]
    journal.append(turn(4, reply=RIVER))
    journal.verify()
    assert sorted(pieces_of(where)) == [RIVER, ROAD]
    journal.close()
    store.delete("ride")
    store.close()
    assert pieces_of(where) == []


def test_a_change_that_fails_leaves_nothing_that_is_thought_kept(where: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = told_long(where, turns=1)
    journal = store.open("ride")
    with monkeypatch.context() as patch:
        patch.setattr(type(journal), "_move", lambda *_: (_ for _ in ()).throw(JournalError("", "the disk is full", "", "disk-full")))
        with pytest.raises(JournalError):
            journal.append(turn(2, reply=f"{ROAD}{RIVER}"))
    journal.append(turn(2, reply=f"{ROAD}{RIVER}"))
    journal.close()
    again = store.open("ride")
    again.verify()
    again.close()
    store.close()


def test_a_damaged_piece_hurts_the_words_of_those_who_say_it(where: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told_long(where).close()
    alter_piece(where, RIVER, RIVER.replace("mud", "mad"))
    store = Store(where)
    reader = store.open("ride", readonly=True)
    assert len(reader.turn(2)) == 3
    with pytest.raises(JournalError, match=r"turn 3, completion_received.*a line of its words is missing or damaged"):
        reader.turn(3)
    ((name, damage, _),) = damage_of(store)
    assert (name, damage.worded, damage.hurt, dict(damage.ends)) == ("ride", (1, 3, 5), (), {})
    store.close()
    if isinstance(where, str):
        monkeypatch.setenv("GM_DATABASE_URL", where)
        new: str | Path = tmp_path / "campaigns.db.repaired"
    else:
        where.rename(tmp_path / "campaigns.db")
        new = tmp_path / "campaigns.db"
    assert repair_saved(tmp_path)["ride"] == "saved; words of turns 1, 3, 5 are damaged, and can only be left out"
    saved = Store(new)
    journal = saved.open("ride", readonly=True)
    journal.verify()
    assert len(said(journal)) == 6
    assert [journal.turn(number)[1].redacted for number in (1, 2, 3)] == [True, False, True]
    saved.close()


@pytest.mark.parametrize("statement", ["DELETE FROM gm_piece", "UPDATE gm_piece SET line = ''", "DROP TABLE gm_piece"])
def test_lost_pieces_cost_words_and_no_story(tmp_path: Path, statement: str) -> None:
    told_long(tmp_path / "campaigns.db").close()
    shelf = Database(tmp_path)
    with shelf.writing() as connection:
        connection.execute(text(statement))
    shelf.close()
    assert "saved; words of turns 1, 2, 3, 4, 5, 6" in repair_saved(tmp_path)["ride"]
    store = Store(tmp_path)
    journal = store.open("ride")
    journal.verify()
    assert len(said(journal)) == 6
    journal.close()
    store.close()


def test_a_damaged_piece_is_healed_when_the_line_is_told_again(where: str | Path) -> None:
    store = told_long(where)
    alter_piece(where, RIVER, ROAD)
    journal = store.open("ride")
    journal.append(turn(7, reply=RIVER))
    journal.verify()
    journal.close()
    store.close()


def test_lines_of_one_key_are_kept_apart(where: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rough(line: str) -> int:
        return key_of(line) % 3

    for place in ("gm_engine.storage.packing.key_of", "gm_engine.storage.pieces.key_of"):
        monkeypatch.setattr(place, rough)
    store = Store(where)
    journal = store.create("ride")
    journal.append([OPENING])
    for number in range(1, 9):
        journal.append(turn(number, said=f"{ROAD} {number}", reply=f"{RIVER} {number}\n{ROAD} {number + 1}"))
    assert [entry.event.said for entry in journal.entries() if entry.event.kind == "player_spoke"] == [f"{ROAD} {n}" for n in range(1, 9)]
    journal.verify()
    journal.close()
    store.close()


def test_more_pieces_than_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces_room, "MOST", 7)
    monkeypatch.setattr(pieces_room, "AT_ONCE", 3)
    store = Store(tmp_path)
    journal = store.create("ride")
    journal.append([OPENING])
    told: list[Callable[[int], str]] = [lambda n: f"{ROAD} {n}", lambda n: "\n".join(f"{RIVER} {n + m}" for m in range(5))]
    for number in range(1, 21):
        journal.append(turn(number, said=told[0](number % 6), reply=told[1](number % 4)))
    journal.verify()
    assert said(journal) == [told[0](number % 6) for number in range(1, 21)]
    journal.close()
    store.close()
    assert all(len(line) >= LONG for line in pieces_of(tmp_path))


def test_a_played_story_says_its_lines_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journal = store.create("ride")
    play(journal, 30, said="I ask the man at the anvil what he would take for the gray mule by the gate.")
    journal.close()
    store.close()
    assert len(pieces_of(tmp_path)) == 1
