"""Chats of other programs as campaigns, and campaigns as such chats: branches, what was not chosen, evenings."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import open_campaign, resume_game, verify_game
from gm_engine.bootstrap.chat_export import chat_on, chats_of
from gm_engine.bootstrap.chat_import import Kept, import_tree
from gm_engine.bootstrap.foreign_exports import foreign_files
from gm_engine.bootstrap.taking_in import part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import File
from gm_engine.exchange.chat_tree import Tree, trees
from gm_engine.exchange.formats.ai_dungeon_story import read_ai_dungeon_story
from gm_engine.exchange.formats.brought import Brought, Chat
from gm_engine.exchange.formats.kobold_story import read_kobold_story
from gm_engine.exchange.formats.novelai_story import read_novelai_story
from gm_engine.exchange.formats.tavern_chat import read_tavern_chat, write_tavern_chat
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.journal.ledger import Ledger
from gm_engine.play.game import Game
from gm_engine.play.taking_up import take_up
from gm_engine.storage import Store
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.story import event as happened
from tests.exchange.formats.chats import HEADER, LINES, tavern

GREETING = {
    "name": "Sal", "is_user": False, "send_date": "2024-09-28T10:00:00Z", "mes": "Sal Brannock keeps the livery. Sal's eyes are gray.",
    "swipes": ["Go away.", "Sal Brannock keeps the livery. Sal's eyes are gray.", "Shut the door."], "swipe_id": 1,
}  # fmt: skip
ASKS = {"name": "Mabel", "is_user": True, "send_date": "2024-09-28T10:01:00Z", "mes": "I ask Sal for a horse."}
ANSWER = {
    "name": "Sal", "is_user": False, "send_date": "2024-09-28T10:02:00Z", "mes": "One. She bites. Sal's eyes are blue.",
    "swipes": ["One. She bites. Sal's eyes are blue.", "None."], "swipe_id": 0,
}  # fmt: skip
LATER = {"name": "Mabel", "is_user": True, "send_date": "2024-09-29T20:00:00Z", "mes": "I take her."}
REFUSAL = {"name": "Sal", "is_user": False, "send_date": "2024-09-28T10:05:00Z", "mes": "He shakes his head."}


def chat(name: str, *rows: object, parent: str = "") -> Chat:
    header = {"user_name": "Mabel", "character_name": "Sal", "chat_metadata": {"main_chat": parent} if parent else {}}
    return read_tavern_chat(tavern(header, *rows), f"{name}.jsonl").chats[0]


def tree() -> Tree:
    (made,) = trees([chat("Branch #1", GREETING, ASKS, REFUSAL, parent="sal"), chat("sal", GREETING, ASKS, ANSWER, LATER)])
    return made


def begun(journal: Kept, told: Tree, step: Callable[[int, int], None] | None = None) -> Game:
    return import_tree(journal, told, step)


@pytest.fixture
def journal() -> MemoryJournal:
    made = MemoryJournal("sal")
    begun(made, tree())
    return made


def test_times_of_writing_part_the_evenings_and_are_no_time_of_the_story(journal: MemoryJournal) -> None:
    state = resume_game(journal).state
    assert [(turn.number, turn.session, turn.minute) for turn in state.turns.values()] == [(1, 1, 10), (2, 1, 20), (3, 1, 30), (4, 2, 40)]
    assert not state.pack.calendar.dated
    assert next(turn.time for turn in state.turns.values()) == "2024-09-28T10:00:00+00:00"


def discord(*said: tuple[str, str]) -> bytes:
    rows = [
        {"id": str(n), "type": "Default", "timestamp": f"2024-09-28T20:{n:02d}:00", "content": text,
         "author": {"id": name, "name": name, "isBot": False, "roles": [{"name": "GM" if name == "Ann" else "all"}]}}
        for n, (name, text) in enumerate(said)
    ]  # fmt: skip
    return json.dumps({"guild": {}, "channel": {"name": "fork"}, "messages": rows}).encode()


def test_whoever_writes_at_a_table_is_nobody_in_its_story(tmp_path: Path) -> None:
    def taken(*said: tuple[str, str], hero: str = "") -> Game:
        (plan,) = plans_of([part_of(File("x.json", discord(*said)))])
        journal = MemoryJournal("x")
        take_in(journal, plan, hero=hero)  # type: ignore[arg-type]
        return resume_game(journal)

    def heard(game: Game) -> set[str]:
        events = (entry.event for entry in game.journal.entries())
        return {event.claim.subject for event in events if isinstance(event, happened.ClaimHeard) and event.claim.relation == "eyes"}

    two = taken(("Ann", "**Sal** has grey eyes."), ("Tom", "I have brown eyes."), ("Bea", "I have blue eyes. I ask Sal about it."))
    assert [one.name for one in two.state.lore.entities() if one.kind == "character"] == ["Sal", "you"]
    assert [turn.speaker for turn in two.state.turns.values()] == ["Ann", "Tom", "Bea"]
    assert next(turn.reply or turn.said for turn in two.state.turns.values()) == "Sal has grey eyes."
    assert heard(two) == {"sal"}
    one = taken(("Ann", "Sal has grey eyes."), ("Tom", "I have brown eyes."))
    assert heard(one) == {"sal", "you"}
    assert "tom" not in {entity.id for entity in one.state.lore.entities()}


def test_a_branch_is_a_branch_that_shares_its_beginning(journal: MemoryJournal) -> None:
    points = [(point.name, point.forked_from, point.turn) for point in journal.branches()]
    assert points == [("main", None, 0), ("Branch #1", "main", 2)]
    assert journal.branch == "main"
    game = resume_game(journal)
    game.switch("Branch #1")
    assert [turn.said or turn.reply for turn in game.state.turns.values()] == [GREETING["mes"], ASKS["mes"], REFUSAL["mes"]]
    assert not game.state.conflicts
    game.switch("main")
    assert len(game.state.conflicts) == 1


def test_what_was_not_chosen_is_another_telling_and_no_branch(journal: MemoryJournal) -> None:
    assert [event.event.completion.text for event in journal.elsewhere() if event.event.kind == "completion_received"] == [
        "Go away.", "Shut the door.", "None.", "He shakes his head.",
    ]  # fmt: skip
    journal.undo(2)
    assert journal.attempts() == 3


def test_the_journal_holds_and_verifies_and_is_exported_whole(journal: MemoryJournal) -> None:
    journal.verify()
    assert verify_game(journal).turns == 4
    copy = MemoryJournal("copy")
    read_lines(list(write_lines(journal)), copy, "sal.jsonl")
    assert chats_of(copy)[0].messages == chats_of(journal)[0].messages


def test_a_chat_comes_back_with_its_branches_and_swipes(journal: MemoryJournal) -> None:
    main, branch = chats_of(journal)
    assert (main.name, branch.name, branch.parent) == ("sal", "Branch #1", "sal")
    rows = [json.loads(row) for row in write_tavern_chat(main).data.splitlines()][1:]
    for row, was in zip(rows, (GREETING, ASKS, ANSWER, LATER), strict=True):
        assert {key: row.get(key) for key in ("name", "is_user", "mes", "swipes", "swipe_id")} == {
            key: was.get(key) for key in ("name", "is_user", "mes", "swipes", "swipe_id")
        }
        assert row["send_date"] == was["send_date"]
    assert [message.line.text for message in branch.messages] == [GREETING["mes"], ASKS["mes"], REFUSAL["mes"]]
    again = trees([read_tavern_chat(write_tavern_chat(one).data, f"{one.name}.jsonl").chats[0] for one in (branch, main)])
    assert [(one.trunk.name, [(limb.name, limb.shared) for limb in one.limbs]) for one in again] == [("sal", [("Branch #1", 2)])]


def test_words_that_were_taken_out_are_in_no_chat(journal: MemoryJournal) -> None:
    journal.redact(1, "personal")
    words = b"".join(write_tavern_chat(one).data for one in chats_of(journal))
    assert b"livery" not in words
    assert b"Go away." not in words
    assert b"Shut the door." not in words
    assert b"I ask Sal" in words


def test_whoever_is_stopped_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    store = Store(tmp_path / "gm.db")
    journal = store.create("sal")
    with pytest.raises(KeyboardInterrupt):
        begun(journal, tree(), stop)
    journal.close()
    assert store.names() == ()
    whole = store.create("sal")
    begun(whole, tree())
    whole.verify()
    assert whole.written
    assert len(chats_of(whole)) == 2
    whole.close()
    store.close()


def test_what_was_retried_at_the_table_is_an_alternative(tmp_path: Path) -> None:
    with open_campaign("redemption", home=tmp_path, seed=7) as game:
        game.play("I look around.")
        first = game.state.turns.last()
        game.retry()
        last = game.state.turns.last()
        assert isinstance(game.journal, Ledger)
        told = chat_on(game.journal)
    assert first is not None
    assert last is not None
    opened, said, reply = told.messages
    assert (opened.line.role, said.line.role, reply.line.role) == ("gm", "player", "gm")
    assert opened.line.text == game.state.pack.opens_with(game.state.opening).strip() != ""
    assert reply.line.text == last.reply
    assert reply.alternatives == (first.reply,)
    assert first.reply != last.reply
    assert said.line.speaker == told.player != ""


def test_files_of_one_story_are_one_campaign_whatever_else_comes_with_them(tmp_path: Path) -> None:
    header = {"user_name": "unused", "character_name": "unused", "chat_metadata": {}}
    files = {
        "Branch #1.jsonl": tavern({**header, "chat_metadata": {"main_chat": "sal"}}, GREETING, ASKS, REFUSAL),
        "sal.jsonl": tavern(header, GREETING, ASKS, ANSWER, LATER),
        "rosa.jsonl": tavern(header, {"name": "Rosa", "is_user": False, "mes": "Hello."}, {**ASKS, "mes": "Good day."}),
    }
    parts = [part_of(File(name, data)) for name, data in files.items()]
    assert {part.kind for part in parts} == {"a chat (SillyTavern)"}
    plans = plans_of(parts)
    assert [(plan.name, len(plan.parts), [limb.name for limb in plan.tree.limbs] if plan.tree else []) for plan in plans] == [
        ("sal", 2, ["Branch #1"]), ("rosa", 1, []),
    ]  # fmt: skip
    store = Store(tmp_path / "gm.db")
    with closing(store.create("sal")) as begun:
        take_in(begun, plans[0])
    journal = store.open("sal")
    assert [point.name for point in journal.branches()] == ["main", "Branch #1"]
    assert resume_game(journal).state.turn == 4
    journal.close()
    store.close()


@pytest.mark.parametrize(
    ("to", "names", "read"),
    [
        ("tavern-chat", ["sal.jsonl", "Branch #1.jsonl"], None),
        ("kobold-story", ["sal.json", "Branch #1.json"], read_kobold_story),
        ("aidungeon-adventure", ["sal.json", "Branch #1.json"], read_ai_dungeon_story),
        ("novelai-scenario", ["sal.scenario", "Branch #1.scenario"], read_novelai_story),
    ],
)
def test_a_campaign_leaves_as_a_story_of_another_program(
    journal: MemoryJournal, to: str, names: list[str], read: Callable[[Any, str], Brought] | None
) -> None:
    files = foreign_files(journal, to)
    assert [file.name for file in files] == names
    if read is None:
        return
    chat = read(json.loads(files[0].written.data), "sal").chats[0]
    words = " ".join(message.line.text for message in chat.told)
    assert all(row["mes"] in words for row in (GREETING, ASKS, ANSWER, LATER))
    assert "messages.line.speaker" in [loss.field for loss in files[0].written.losses]


def brought_in(tmp_path: Path, *files: File) -> SqlJournal:
    """The campaign that these files become."""
    (plan,) = plans_of([part_of(file) for file in files])
    with closing(Store(tmp_path / "gm.db")) as store:
        with closing(store.create(plan.name)) as begun:
            take_in(begun, plan)
        return store.open(plan.name)


def test_an_untouched_chat_leaves_as_it_came_to_the_letter(tmp_path: Path) -> None:
    header = {**HEADER, "chat_metadata": {**HEADER["chat_metadata"], "note_prompt": "Keep it {{char}}.", "world_info": "Salt"}}
    noted = {"name": "Note", "is_user": False, "is_system": True, "mes": "before it all", "extra": {"type": "comment"}}
    twice = {
        "name": "Sal",
        "mes": "Hm.\n“So.” \\n",
        "swipes": ["Hm.\n“So.” \\n", "{{user}}!", "{{user}}!", " ", "Hm.\n“So.” \\n"],
        "swipe_id": 4,
    }
    odd = {"name": "", "is_user": True, "mes": "{{user}} asks {{char}}.", "send_date": "a while ago", "extra": {"api": "x", "n": 1.5}}
    file = File("sal.jsonl", tavern(header, noted, *LINES, twice, odd, LINES[0]))
    part = part_of(file)
    assert [loss.field for loss in part.losses] == ["line 11.send_date"]
    with closing(brought_in(tmp_path, file)) as journal:
        ((name, written),) = foreign_files(journal, "tavern-chat")
        assert (name, written.losses) == ("sal.jsonl", ())
        assert written.data.splitlines() == file.data.splitlines()  # type: ignore[union-attr]
        assert verify_game(journal).turns
        game = resume_game(journal, gm="embedded")
        reply = game.play("I wait.").turn.reply
        rows = foreign_files(journal, "tavern-chat")[0].written.data.splitlines()
        assert rows[:-2] == file.data.splitlines()  # type: ignore[union-attr]
        assert [json.loads(row)["mes"] for row in rows[-2:]] == ["I wait.", reply]
        assert [json.loads(row)["name"] for row in rows[-2:]] == ["Mabel", "Sal Brannock"]


def test_an_untouched_branch_leaves_with_a_header_of_its_own(tmp_path: Path) -> None:
    main = tavern({**HEADER, "chat_metadata": {"integrity": "a"}}, GREETING, ASKS, ANSWER, LATER)
    limb = tavern({**HEADER, "chat_metadata": {"integrity": "b", "main_chat": "sal", "variables": {"x": 1}}}, GREETING, ASKS, REFUSAL)
    with closing(brought_in(tmp_path, File("sal.jsonl", main), File("away.jsonl", limb))) as journal:
        left = {file.name: file.written.data.splitlines() for file in foreign_files(journal, "tavern-chat")}
        assert left == {"sal.jsonl": main.splitlines(), "away.jsonl": limb.splitlines()}
        journal.fork("here", 2)
        resume_game(journal, gm="embedded").play("I wait.")
        made = {file.name: file.written.data.splitlines() for file in foreign_files(journal, "tavern-chat")}["here.jsonl"]
        assert made[1:3] == main.splitlines()[1:3]
        assert json.loads(made[0])["chat_metadata"]["main_chat"] == "sal"


def test_words_that_are_taken_out_are_in_no_record_of_how_they_came(tmp_path: Path) -> None:
    secret = "Nobody may ever read this line again."
    rows = [GREETING, {**ASKS, "extra": {"display_text": secret}}, {**ANSWER, "extra": {"reasoning": f"He said:\n{secret}"}}, LATER]
    with closing(brought_in(tmp_path, File("sal.jsonl", tavern(*rows[:1], {**rows[1], "mes": secret}, *rows[2:])))) as journal:
        journal.redact(2, "")
        assert not any(secret in str(entry.event) for entry in journal.entries())
        told = foreign_files(journal, "tavern-chat")[0].written.data.decode()
        assert secret not in told
        assert LATER["mes"] in told


def test_of_other_programs_chats_what_only_they_know_is_told_as_lost_when_it_comes_in() -> None:
    save = {"gamestarted": True, "prompt": "Rain.", "actions": ["> I wait.", "It rains on."], "personal_notes": "later"}
    lost = {loss.field: loss.why for loss in part_of(File("rain.json", json.dumps(save).encode())).losses}
    assert lost["personal_notes"] == "Only KoboldAI has it; a campaign keeps a chat's words, names, times and tellings."


def test_swipes_of_a_line_are_no_alternatives_to_what_is_played_in_its_place(journal: MemoryJournal) -> None:
    game = resume_game(journal, gm="embedded")
    game.undo(2)
    game.play("I wait.")
    last = chat_on(journal).messages[-2:]
    assert [(message.line.role, message.alternatives) for message in last] == [("player", ()), ("gm", ())]


def test_the_greeting_that_a_campaign_began_with_is_the_first_line_of_its_chat_and_comes_in_again(tmp_path: Path) -> None:
    greeting = "The ferry is away, and Edda counts her coins."
    card = {"name": "Edda", "description": "A ferrywoman.", "first_mes": greeting, "personality": "", "scenario": "", "mes_example": ""}
    with closing(brought_in(tmp_path, File("edda.json", json.dumps(card).encode()))) as journal:
        assert [message.line.text for one in chats_of(journal) for message in one.told] == [greeting]
    with closing(Store(tmp_path / "gm.db")) as store, resume_game(store.open("edda"), gm="embedded") as game:
        reply = game.play("I wait.").turn.reply
        assert isinstance(game.journal, Ledger)
        for to in ("tavern-chat", "kobold-story", "novelai-scenario", "aidungeon-adventure"):
            (file,) = foreign_files(game.journal, to)
            (chat,) = part_of(File(file.name, file.written.data)).brought.chats  # type: ignore[union-attr]
            words = "\n\n".join(message.line.text for message in chat.told)
            assert words.startswith(greeting)
            assert words.count(greeting) == 1
            assert words.index("I wait.") < words.index(reply)


@pytest.mark.parametrize("to", ["tavern-chat", "kobold-story", "novelai-scenario", "aidungeon-adventure"])
def test_a_story_that_was_played_on_leaves_and_comes_in_again(journal: MemoryJournal, tmp_path: Path, to: str) -> None:
    game = resume_game(journal, gm="embedded")
    take_up(game, "3.2", "none")
    reply = game.play("I wait.").turn.reply
    parts = [part_of(File(file.name, file.written.data)) for file in foreign_files(journal, to)]
    store = Store(tmp_path / "gm.db")
    plans = plans_of(parts)
    words = []
    for number, plan in enumerate(plans):
        with closing(store.create(f"back{number}")) as new:
            take_in(new, plan)
        back = store.open(f"back{number}")
        words += [" ".join(message.line.text for message in one.told) for one in chats_of(back)]
        back.close()
    store.close()
    assert len(words) == 3
    assert sum("None." in text and " ".join(reply.split()) in " ".join(text.split()) for text in words) == 1
    assert sum(ANSWER["mes"] in text and LATER["mes"] in text for text in words) == 1
    if to == "tavern-chat":
        assert [(len(plan.parts), sorted(limb.name for limb in plan.tree.limbs)) for plan in plans if plan.tree] == [
            (3, ["Branch #1", "none"])
        ]  # fmt: skip
