"""What every journal does: the same tests against memory, a database file, a database in memory and a database server."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gm_engine.errors import ChainBroken, JournalError, UnknownName
from gm_engine.journal import Journal, MemoryJournal, entry_hash, plain_digest, read_lines, write_lines
from gm_engine.journal.branch import shared_upto
from gm_engine.journal.chain import Sealed, digest
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.other_tellings import events_on, other_tellings
from gm_engine.journal.row import Change
from gm_engine.storage import Store
from gm_engine.story.claim import Claim, Value
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Settlement
from gm_engine.story.entity import Entity
from gm_engine.story.event import (
    ClaimHeard,
    CompletionReceived,
    ConflictSettled,
    DiceRolled,
    EntityIntroduced,
    PlayerSpoke,
    PromptAssembled,
    StateChanged,
    TextRedacted,
)
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.provenance import Provenance
from gm_engine.story.roll import DrawKey, Roll
from tests.journal.evenings import OPENING, databases_closed, play, said, turn


@pytest.fixture(autouse=True)
def tidy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from databases_closed(monkeypatch)


@pytest.fixture(params=["memory", "file", "in-memory database", "server"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    if request.param == "memory":
        yield MemoryJournal()
        return
    where = {"file": tmp_path / "gm.db", "in-memory database": "sqlite://"}.get(request.param) or request.getfixturevalue("shared")
    store = Store(where)
    journal = store.create("ride")
    yield journal
    journal.close()
    store.close()


def test_a_journal_is_a_journal(journal: Ledger) -> None:
    typed: Journal = journal
    assert typed.branch == "main"
    assert typed.head is None
    assert list(typed.entries()) == []
    typed.verify()


def test_events_become_entries_in_a_chain(journal: Ledger) -> None:
    events = (OPENING, *turn(1))
    entries = journal.append(events)
    assert [entry.event for entry in entries] == list(events)
    assert [entry.number for entry in entries] == [1, 2, 3, 4]
    assert [entry.turn for entry in entries] == [0, 1, 1, 1]
    assert entries[0].parent == ""
    assert [entry.parent for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert {entry.branch for entry in entries} == {"main"}
    assert tuple(journal.entries()) == entries
    assert journal.head == entries[-1]
    assert all(entry.hash == entry_hash(entry.parent, entry.event, entry.salts) for entry in entries)


def test_what_is_told_aside_is_on_record_and_moves_nothing(journal: Ledger) -> None:
    journal.append((OPENING, *turn(1), *turn(2)))
    head, entries = journal.head, tuple(journal.entries())
    journal.aside(1, [PlayerSpoke(turn=1, said="I walk.", origin="import")])
    journal.aside(2, [CompletionReceived(turn=2, completion=Completion(text="Snow.", model="gm"))])
    assert (journal.head, tuple(journal.entries())) == (head, entries)
    assert [(entry.turn, entry.number) for entry in journal.elsewhere()] == [(1, journal.size - 1), (2, journal.size)]
    journal.append(turn(3))
    journal.verify()
    assert [entry.turn for entry in journal.entries()][-1] == 3
    assert {turn: len(told) for turn, told in other_tellings(journal, "main").items()} == {1: 1, 2: 1}
    with pytest.raises(JournalError):
        journal.aside(5, [PlayerSpoke(turn=5, said="I walk.")])


def test_other_tellings_are_of_the_same_place_and_stand_on_no_branch(journal: Ledger) -> None:
    journal.append((OPENING, *turn(1), *turn(2)))
    journal.fork("aside", 1)
    journal.undo(2)
    journal.append([*turn(1), *turn(2), *turn(3)])
    journal.switch("aside")
    journal.append([*turn(2)])
    assert list(other_tellings(journal, "main")) == []
    assert list(other_tellings(journal, "aside")) == []
    journal.undo(1)
    journal.append([*turn(2)])
    assert list(other_tellings(journal, "aside")) == [2]
    assert [event.kind for event in events_on(journal, "aside")] == [entry.event.kind for entry in journal.entries()]


def test_what_was_undone_is_gone_on_from_in_its_place_or_along_a_branch(journal: Ledger) -> None:
    journal.append((OPENING, *turn(1), *turn(2)))
    undone = journal.head
    journal.undo(1)
    journal.append([*turn(2)])
    assert undone
    again = journal.head
    journal.take_up(undone.number, "undone")
    assert (journal.branch, journal.head) == ("undone", undone)
    assert [(point.name, point.forked_from, point.turn, point.head) for point in journal.branches()][1:] == [
        ("undone", "main", 1, undone.number)
    ]  # fmt: skip
    assert journal.branches()[1].at == shared_upto(journal.way("main"), journal.way("undone"))
    journal.append(turn(3))
    journal.switch("main")
    assert journal.head == again
    journal.take_up(undone.number)
    assert (journal.branch, journal.head) == ("main", undone)
    journal.verify()
    with pytest.raises(JournalError):
        journal.take_up(undone.number, "undone")


def test_where_the_head_went_is_written_where_nothing_is_appended_there(journal: Ledger) -> None:
    journal.append((OPENING, *turn(1), *turn(2)))
    with journal.moving():
        journal.fork("other", 1, go=True)
        journal.undo(1)
    journal.reload()
    assert (journal.branch, [entry.turn for entry in journal.entries()]) == ("other", [0])


def test_all_of_it_fills_another_journal(journal: Ledger) -> None:
    journal.append((OPENING, *turn(1), *turn(2)))
    journal.fork("other", 1)
    journal.aside(2, [PlayerSpoke(turn=2, said="I walk.")])
    copy = MemoryJournal()
    copy.restore(journal.all_of_it())
    copy.verify()
    assert (copy.branches(), tuple(copy.entries())) == (journal.branches(), tuple(journal.entries()))
    assert list(copy.elsewhere()) == list(journal.elsewhere())


def test_nothing_appended_is_nothing_done(journal: Ledger) -> None:
    assert journal.append([]) == ()
    assert journal.head is None


def test_a_text_has_a_salt_and_an_empty_one_has_none(journal: Ledger) -> None:
    _, spoke, heard, closed = journal.append((OPENING, *turn(1)))
    assert [len(entry.salts) for entry in (spoke, heard, closed)] == [1, 1, 0]
    assert spoke.salts != heard.salts


def test_entries_after_a_number(journal: Ledger) -> None:
    play(journal, 5)
    everything = list(journal.entries())
    assert [entry.number for entry in everything] == list(range(1, 17))
    for after in (0, 1, 7, 15, 16, 99):
        assert list(journal.entries(after=after)) == everything[after:]


def test_one_turn(journal: Ledger) -> None:
    play(journal, 3)
    assert [entry.number for entry in journal.turn(2)] == [5, 6, 7]
    assert journal.turn(9) == ()


def test_an_append_is_whole_or_nothing(journal: Ledger) -> None:
    play(journal, 1)
    before = journal.head
    broken = PlayerSpoke(turn=2, said="once").model_copy(update={"said": "\ud800"})
    with pytest.raises(JournalError):
        journal.append([*turn(2), broken])
    assert journal.head == before
    assert len(list(journal.entries())) == 4
    journal.append(turn(2))
    journal.verify()


def test_undo_moves_back_and_deletes_nothing(journal: Ledger) -> None:
    play(journal, 4)
    assert journal.undo() == 3
    assert journal.head is not None
    assert (journal.head.turn, journal.head.number) == (3, 10)
    assert journal.undo(2) == 1
    assert [entry.turn for entry in journal.entries()] == [0, 1, 1, 1]
    journal.append(turn(2, said="I turn back."))
    assert said(journal) == ["I walk on.", "I turn back."]
    assert [entry.number for entry in journal.entries()] == [1, 2, 3, 4, 14, 15, 16]
    journal.verify()


def test_undo_takes_what_was_settled_after_the_turn_with_it(journal: Ledger) -> None:
    play(journal, 2)
    journal.append([ConflictSettled(turn=2, conflict="2.1", settlement=Settlement(resolution="keep"))])
    assert journal.undo() == 1
    assert journal.head is not None
    assert journal.head.number == 4


def test_undo_stops_before_play(journal: Ledger) -> None:
    with pytest.raises(JournalError, match="nothing to undo"):
        journal.undo()
    play(journal, 2)
    for turns in (0, -1):
        with pytest.raises(JournalError):
            journal.undo(turns)
    with pytest.raises(JournalError, match="2 turns have been played"):
        journal.undo(3)
    assert journal.head is not None
    assert journal.head.turn == 2
    assert journal.undo(2) == 0


def test_attempts_count_what_was_played_from_here(journal: Ledger) -> None:
    play(journal, 2)
    assert journal.attempts() == 0
    for attempt in (1, 2, 3):
        journal.undo()
        assert journal.attempts() == attempt
        journal.append(turn(2, attempt=attempt))
    journal.append([ConflictSettled(turn=2, conflict="2.1", settlement=Settlement(resolution="keep"))])
    assert journal.attempts() == 0


def test_branches_share_a_past_and_part(journal: Ledger) -> None:
    play(journal, 4)
    journal.fork("north", 2)
    assert journal.branch == "main"
    journal.switch("north")
    assert journal.branch == "north"
    assert [entry.turn for entry in journal.entries()][-1] == 2
    journal.append(turn(3, said="I ride north."))
    journal.append(turn(4, said="I ride on north."))
    journal.switch("main")
    journal.append(turn(5, said="I stay."))
    assert said(journal) == ["I walk on."] * 4 + ["I stay."]
    journal.switch("north")
    assert said(journal) == ["I walk on."] * 2 + ["I ride north.", "I ride on north."]
    assert [point.name for point in journal.branches()] == ["main", "north"]
    journal.verify()


def test_two_branches_at_one_head_both_go_on(journal: Ledger) -> None:
    play(journal, 2)
    journal.fork("twin", 2)
    journal.append(turn(3, said="I am the first."))
    journal.switch("twin")
    journal.append(turn(3, said="I am the second."))
    assert said(journal)[-1] == "I am the second."
    assert {entry.branch for entry in journal.turn(3)} == {"twin"}
    journal.switch("main")
    assert said(journal)[-1] == "I am the first."
    journal.verify()


def test_a_branch_says_where_it_left_and_how_its_dice_fall(journal: Ledger) -> None:
    play(journal, 3)
    journal.fork("same", 1)
    journal.fork("luck", 2, reseed=True)
    journal.switch("luck")
    journal.append(turn(3))
    journal.fork("child", 3)
    main, same, luck, child = journal.branches()
    assert (main.label, same.label, luck.label, child.label) == ("", "", "luck", "luck")
    assert (same.forked_from, same.turn, same.at, same.head) == ("main", 1, 4, 4)
    assert (luck.turn, luck.at, luck.head, luck.reseed) == (2, 7, 13, True)
    assert (child.forked_from, child.at) == ("luck", 13)


def test_branches_that_cannot_be(journal: Ledger) -> None:
    play(journal, 2)
    with pytest.raises(JournalError, match='a branch "main" already'):
        journal.fork("main", 1)
    for name in ("", " ", "two\nlines"):
        with pytest.raises(JournalError, match="cannot be a branch's name"):
            journal.fork(name, 1)
    for nowhere in (3, -1):
        with pytest.raises(JournalError, match="no such turn"):
            journal.fork("nowhere", nowhere)
    with pytest.raises(UnknownName, match='no branch is called "noth"'):
        journal.switch("noth")
    assert len(journal.branches()) == 1


def test_completions_are_kept_by_prompt_and_attempt(journal: Ledger) -> None:
    answer = Completion(text="The wind drops.", model="gpt")
    assert journal.kept_completion("b2:1", 0) is None
    journal.keep_completion("b2:1", 0, answer)
    journal.keep_completion("b2:1", 1, Completion(text="The wind rises.", model="gpt"))
    assert journal.kept_completion("b2:1", 0) == answer
    journal.keep_completion("b2:1", 0, Completion(text="Anew.", model="gpt"))
    kept = journal.kept_completion("b2:1", 0)
    assert kept is not None
    assert kept.text == "Anew."


def test_the_newest_snapshot_on_this_branch(journal: Ledger) -> None:
    play(journal, 4)
    assert journal.snapshot() is None
    for entry in journal.entries():
        if entry.number in (4, 13):
            journal.keep_snapshot(entry.number, entry.hash, "v1", f"state {entry.turn}")
    assert journal.snapshot() == (13, "v1", "state 4")
    journal.undo()
    assert journal.snapshot() == (4, "v1", "state 1")
    journal.fork("early", 1)
    journal.switch("early")
    journal.append(turn(2))
    assert journal.snapshot() == (4, "v1", "state 1")


def test_a_snapshot_of_another_entry_is_no_snapshot(journal: Ledger) -> None:
    play(journal, 1)
    journal.keep_snapshot(4, "b2:another", "v1", "state")
    assert journal.snapshot() is None


SECRET = "My sister lives at nine Juniper Lane."
TOLD = 'Boone nods slowly. "Nine Juniper Lane it is, then." He writes the address on his cuff.'


def confide(journal: Ledger, number: int) -> None:
    """A turn in which something private is said, and all that comes of it."""
    quote = Provenance(source="extracted", turn=number, voice="player", quote="lives at nine Juniper Lane")
    home = Claim(id=f"{number}.1", subject="sister", relation="home", value=Value(kind="text", text="nine Juniper Lane"), provenance=quote)
    key = DrawKey(seed=1, turn=number)
    sections = (PromptSection(name="conversation", role="user", text=f"> {SECRET}"), PromptSection(name="gm", role="system", text=RULE))
    journal.append(
        (
            PlayerSpoke(turn=number, said=SECRET),
            DiceRolled(turn=number, roll=Roll(id="r1", expression="3d6", faces=(1, 2, 3), total=6, key=key)),
            StateChanged(turn=number, what="wound", key="boone", detail="left arm; a fall; 900", new=1),
            PromptAssembled(turn=number, prompt=Prompt(sections=sections, draw=key)),
            *turn(number, said="", reply=TOLD)[1:2],
            ClaimHeard(turn=number, claim=home),
            EntityIntroduced(turn=number, entity=Entity(id="sister", kind="character", name="Juniper's sister")),
            *turn(number)[2:],
        )
    )


RULE = "You are the master of this game and keep its secrets."


def recall(journal: Ledger, number: int) -> None:
    """A later turn whose prompt still carries what was said."""
    text = f"Earlier:\nplayer: {SECRET.upper()}\ngm: Boone nods slowly."
    sections = (PromptSection(name="gm", role="system", text=RULE), PromptSection(name="memory", role="system", text=text))
    journal.append(
        (
            PromptAssembled(turn=number, prompt=Prompt(sections=sections, draw=DrawKey(seed=1, turn=number))),
            *turn(number, said="I ride on.", reply="The road is long."),
        )
    )


def words(journal: Ledger) -> str:
    """All texts that are left on every branch."""
    return "\n".join(kept[1] for row in journal.every_row() for kept in row.sealed.texts.values() if kept).casefold()


def test_redaction_takes_the_words_and_leaves_the_rest(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    recall(journal, 3)
    before = list(journal.entries())
    assert journal.redact(2, "private") == 8
    after = list(journal.entries())
    assert [entry.hash for entry in after[: len(before)]] == [entry.hash for entry in before]
    assert "juniper" not in words(journal)
    assert "the road is long" in words(journal)
    journal.verify()
    kinds = {entry.event.kind: entry for entry in journal.turn(2)}
    assert isinstance(kinds["dice_rolled"].event, DiceRolled)
    assert kinds["dice_rolled"].event.roll.faces == (1, 2, 3)
    assert isinstance(kinds["player_spoke"].event, PlayerSpoke)
    assert kinds["player_spoke"].event.said == ""
    assert kinds["player_spoke"].redacted
    assert kinds["player_spoke"].salts[0].startswith("b2:")
    assert isinstance(kinds["state_changed"].event, StateChanged)
    assert kinds["state_changed"].event.detail == "left arm; a fall; 900"
    assert not kinds["turn_closed"].redacted
    assert isinstance(after[-1].event, TextRedacted)
    assert after[-1].event == TextRedacted(turn=3, redacted=2, reason="private")


def test_redaction_spares_what_the_turn_only_repeated(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    recall(journal, 3)
    journal.redact(2, "private")
    prompt = journal.turn(3)[0].event
    assert isinstance(prompt, PromptAssembled)
    assert [section.text for section in prompt.prompt.sections] == [RULE, ""]


def test_redaction_reaches_every_branch(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    journal.fork("elsewhere", 2)
    recall(journal, 3)
    journal.switch("elsewhere")
    recall(journal, 3)
    journal.switch("main")
    journal.redact(2, "private")
    assert "juniper" not in words(journal)
    journal.switch("elsewhere")
    assert "juniper" not in words(journal)
    journal.verify()


def test_redaction_reaches_a_turn_that_was_undone_and_its_retries(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    journal.undo()
    confide(journal, 2)
    journal.undo()
    assert journal.redact(2, "the X-card") > 8
    assert "juniper" not in words(journal)
    assert said(journal) == ["I walk on."]
    journal.append(turn(2))
    journal.verify()


def test_redaction_takes_snapshots_and_kept_answers(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    journal.keep_completion("b2:1", 0, Completion(text=TOLD, model="gpt"))
    journal.keep_completion("b2:2", 0, Completion(text="Rain.", model="gpt"))
    journal.append(turn(3, reply="Nine Juniper Lane."))
    journal.keep_completion("b2:3", 0, Completion(text="Nine Juniper Lane.", model="gpt"))
    assert journal.head is not None
    journal.keep_snapshot(journal.head.number, journal.head.hash, "v1", SECRET)
    journal.redact(2, "private")
    assert journal.snapshot() is None
    assert journal.kept_completion("b2:1", 0) is None
    journal.redact(3, "private")
    assert journal.kept_completion("b2:3", 0) is None
    assert journal.kept_completion("b2:2", 0) is not None


def test_redacting_again_takes_nothing_more(journal: Ledger) -> None:
    play(journal, 1)
    confide(journal, 2)
    assert journal.redact(2, "private") > 0
    assert journal.redact(2, "private") == 0
    journal.verify()


def test_there_must_be_a_turn_to_redact(journal: Ledger) -> None:
    play(journal, 2)
    for number in (0, 3, -1):
        with pytest.raises(JournalError, match="no such turn"):
            journal.redact(number, "")


def test_a_changed_word_breaks_the_chain(journal: Ledger) -> None:
    play(journal, 2)
    row = journal.row(5)
    name, kept = next(iter(row.sealed.texts.items()))
    assert kept is not None
    journal.commit(Change(reworded=[replace(row, sealed=row.sealed._replace(texts={name: (kept[0], "I stay.")}))]))
    with pytest.raises(ChainBroken) as caught:
        journal.verify()
    assert "entry 5 (turn 2, player_spoke)" in str(caught.value)
    assert name in str(caught.value)
    assert digest(kept[0], "I stay.") in str(caught.value)


def test_a_forged_entry_breaks_the_chain(journal: Ledger) -> None:
    play(journal, 1)
    row = journal.row(4)
    forged = replace(row, number=5, after=4, parent=row.hash, sealed=Sealed(row.sealed.form.replace("state", "State"), {}))
    journal.commit(Change(rows=[forged]))
    with pytest.raises(ChainBroken, match=r"entry 5 \(turn 1, turn_closed\)"):
        journal.verify()


def test_an_orphan_breaks_the_chain(journal: Ledger) -> None:
    play(journal, 1)
    row = journal.row(4)
    journal.commit(Change(rows=[replace(row, number=5, after=2)]))
    with pytest.raises(ChainBroken, match="its parent's hash"):
        journal.verify()


def test_a_plain_digest_knows_no_salt(journal: Ledger) -> None:
    play(journal, 1)
    other = MemoryJournal(salter=lambda: "salt")
    play(other, 1)
    assert [plain_digest(entry.event) for entry in journal.entries()] == [plain_digest(entry.event) for entry in other.entries()]
    assert [entry.hash for entry in journal.entries()] != [entry.hash for entry in other.entries()]


@pytest.mark.parametrize("make", [MemoryJournal, lambda name: Store("sqlite://").create(name)], ids=["memory", "database"])
def test_an_export_comes_back_the_same(journal: Ledger, make: Callable[[str], Ledger]) -> None:
    play(journal, 3)
    confide(journal, 4)
    journal.undo()
    journal.append(turn(4, said="I say nothing."))
    journal.fork("north", 2, reseed=True)
    journal.switch("north")
    journal.append(turn(3, said="I ride north."))
    journal.switch("main")
    journal.redact(4, "private")
    journal.keep_completion("b2:2", 0, Completion(text="Rain.", model="gpt"))
    journal.switch("north")
    lines = list(write_lines(journal))
    assert len(lines) == 2 + journal.size
    back = make("back")
    read_lines(lines, back, "ride.jsonl")
    back.verify()
    assert back.branch == "north"
    assert back.branches() == journal.branches()
    assert list(back.every_row()) == list(journal.every_row())
    assert list(back.every_completion()) == list(journal.every_completion())
    assert list(back.entries()) == list(journal.entries())
    assert back.attempts() == journal.attempts()
    back.append(turn(4))
    journal.append(turn(4))
    assert [entry.number for entry in back.entries()] == [entry.number for entry in journal.entries()]


class Interrupted(BaseException):
    """As if somebody pressed Ctrl-C."""


@pytest.mark.parametrize("late", [False, True])
def test_an_interruption_around_the_commit_leaves_a_journal_that_goes_on(
    journal: Ledger, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    play(journal, 2)
    commit = journal.commit

    def interrupted(change: Change) -> None:
        if late:
            commit(change)
        raise Interrupted

    monkeypatch.setattr(journal, "commit", interrupted)
    with pytest.raises(Interrupted):
        journal.append(turn(3))
    monkeypatch.undo()
    assert journal.head is not None
    last = journal.head.turn
    assert last == 2 or (late and last == 3)
    journal.append(turn(4))
    journal.verify()
    assert [entry.turn for entry in journal.entries()] == [0, 1, 1, 1, 2, 2, 2, *[3] * (3 * (last - 2)), 4, 4, 4]


def test_closing_twice_does_nothing(journal: Ledger) -> None:
    journal.close()
    journal.close()


def test_a_reply_that_was_given_shows_again(journal: Ledger) -> None:
    confide(journal, 1)
    reply = next(entry.event for entry in journal.entries() if isinstance(entry.event, CompletionReceived))
    assert reply.completion.text == TOLD
