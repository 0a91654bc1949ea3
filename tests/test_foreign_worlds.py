"""Other people's cards, lorebooks and chats as campaigns that can be read, searched, played on and given back."""

import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import open_campaign, proofread_pack, resume_game, verify_game
from gm_engine.bootstrap.foreign_exports import foreign_files
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.named_entries import Note, named_in
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.settings_file import open_store, settings
from gm_engine.bootstrap.taking_in import Part, Plan, made_of, on_record, part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import File, files_in, files_of
from gm_engine.continuity.report import report_of
from gm_engine.errors import GameError
from gm_engine.exchange.formats.brought import Asset
from gm_engine.exchange.formats.card import read_card
from gm_engine.exchange.formats.card_png import read_card_png, write_card_png
from gm_engine.exchange.formats.charx import write_charx
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.storage import Store
from tests.journal.evenings import play


def entry(uid: int, title: str, text: str, *keys: str, **more: Any) -> dict[str, Any]:
    return {"uid": uid, "comment": title, "content": text, "key": list(keys), "keysecondary": [], "order": 100, "disable": False, **more}


BOOK = {
    "entries": {
        "0": entry(0, "Mara Voss", "Mara Voss is the innkeeper of Oakford. Mara Voss has green eyes.", "mara", "innkeeper"),
        "1": entry(1, "Mara, when young", "Mara Voss was born in Ashgrove. Mara Voss has brown eyes.", "mara's past", order=50),
        "2": entry(2, "Oakford", "Oakford is a market town on the Salt Fork.", "oakford", constant=True, order=10, strange=[1.5]),
        "3": entry(3, "the ferry", "Nobody crosses after dark.", "ferry", disable=True),
    },
    "name": "saltfork",
}  # fmt: skip
CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Hanna Reed",
        "description": "{{char}} runs the ferry. {{char}} has grey eyes. She owes {{user}} a debt.",
        "personality": "dry, patient",
        "scenario": "{{user}} waits at the landing.",
        "first_mes": '*{{char}} ties up the boat.* "You again, {{user}}."',
        "mes_example": "<START>\n{{user}}: Will you cross?\n{{char}}: Not after dark.",
        "alternate_greetings": ['"Rain again."'],
        "tags": ["river"],
        "extensions": {"talkativeness": 0.5, "world": "saltfork"},
        "strange": {"kept": True},
    },
}
CHAT = [
    {"user_name": "Sam", "character_name": "Hanna Reed", "chat_metadata": {"world_info": "saltfork"}},
    {"name": "Hanna Reed", "is_user": False, "send_date": "2025-01-01T20:00:00Z", "mes": "Hanna ties up the boat at Oakford."},
    {"name": "Sam", "is_user": True, "send_date": "2025-01-01T20:01:00Z", "mes": "I ask her about the old ferryman."},
    {"name": "Hanna Reed", "is_user": False, "send_date": "2025-01-01T20:02:00Z", "mes": "Mara Voss waits there. Mara Voss has blue eyes."},
]  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "saltfork.json").write_text(json.dumps(BOOK), encoding="utf-8")
    (folder / "hanna.json").write_text(json.dumps(CARD), encoding="utf-8")
    (folder / "evening.jsonl").write_text("".join(json.dumps(row) + "\n" for row in CHAT), encoding="utf-8")
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(settings(tmp_path / "home"))
    yield made
    made.close()


def parts(*paths: Path) -> list[Part]:
    return [part_of(file) for file in files_in(paths)]


def taken(store: Store, plan: Plan) -> str:
    with closing(store.create(plan.name)) as journal:
        take_in(journal, plan)
    return plan.name


# --- what a campaign is made of


def test_a_chat_a_card_and_a_book_are_one_campaign_that_is_played_on(files: Path, store: Store) -> None:
    (plan,) = plans_of(parts(files))
    name = taken(store, plan)
    journal = store.open(name)
    game = resume_game(journal)
    pack = game.state.pack
    assert pack.npcs["hanna_reed"].description == "Hanna Reed runs the ferry. Hanna Reed has grey eyes. She owes Sam a debt."
    assert pack.npcs["hanna_reed"].answers == {"Will you cross?": "Not after dark."}
    assert pack.lore["saltfork_0"].about == ("mara_voss",)
    assert pack.lore["saltfork_2"].pinned
    assert "saltfork_3" not in pack.lore
    assert (pack.lore["saltfork_0"].importance, pack.lore["saltfork_2"].importance) == (4, 2)
    assert [turn.said or turn.reply for turn in game.state.turns.values()] == [row["mes"] for row in CHAT[1:]]
    assert game.state.lore.entity("oakford").kind == "place"
    told = {frozenset((matter.a.page, matter.b.page)) for matter in report_of(game.state).conflicts}
    assert frozenset(("saltfork, “Mara Voss”", "saltfork, “Mara, when young”")) in told
    played = game.play("I ask Mara about Ashgrove.")
    assert played.turn.number == 4
    assert played.turn.reply
    assert verify_game(journal).turns
    game.close()


def test_a_book_alone_is_a_campaign_in_which_nothing_has_happened(files: Path, store: Store) -> None:
    (plan,) = plans_of(parts(files / "saltfork.json"))
    game = resume_game(store.open(taken(store, plan)))
    assert game.state.turn == 0
    assert {"mara_voss", "oakford"} <= {one.id for one in game.state.lore.entities()}
    assert [matter.name for matter in report_of(game.state).conflicts] == ["Mara Voss"]
    game.close()


def test_what_a_title_or_a_key_names_is_what_an_entry_is_about() -> None:
    notes = [
        Note(("Mara", "the innkeeper"), "The innkeeper of Oakford. She waters the ale."),
        Note(("goods", "salt"), "Salt is dear in spring."),
        Note(("", "oakford"), "Oakford is a town on the river, and Mara lives there."),
    ]
    named = named_in(notes, reader())
    assert {id: one.kind for id, one in named.entities.items()} == {"mara": "character", "oakford": "place"}
    assert named.about == (("mara",), (), ("oakford",))


def test_each_card_is_a_campaign_and_a_book_goes_with_the_card_that_names_it(files: Path) -> None:
    other = {**CARD, "data": {**CARD["data"], "name": "Ben Oakes", "extensions": {}}}
    (files / "ben.json").write_text(json.dumps(other), encoding="utf-8")
    (files / "goods.json").write_text(json.dumps({"entries": {"0": entry(0, "salt", "Salt is dear.", "salt")}}), encoding="utf-8")
    (files / "evening.jsonl").unlink()
    found = {plan.name: [Path(part.file).stem for part in plan.parts] for plan in plans_of(parts(files))}
    assert found == {"ben": ["ben"], "hanna": ["hanna", "saltfork"], "goods": ["goods"]}
    (together,) = plans_of(parts(files), "all_of_it")
    assert len(together.parts) == 4


def with_book(entries: list[dict[str, Any]]) -> dict[str, Any]:
    book = {"name": "The ferry", "extensions": {}, "entries": entries}
    return {**CARD, "data": {**CARD["data"], "character_book": book}}


def in_a_png(card: dict[str, Any]) -> bytes:
    return write_card_png(read_card(card, "hanna").cards[0]).data


def test_a_card_as_a_png_and_as_json_is_one_person_of_one_campaign(tmp_path: Path, store: Store) -> None:
    entry = {"keys": ["toll"], "content": "The toll is a penny.", "extensions": {}, "enabled": True, "insertion_order": 1}
    card = with_book([entry])
    (tmp_path / "a.json").write_text(json.dumps(card), encoding="utf-8")
    (tmp_path / "b.png").write_bytes(in_a_png(card))
    (tmp_path / "c.json").write_text(json.dumps(card, indent=2), encoding="utf-8")
    (plan,) = plans_of(parts(tmp_path / "a.json", tmp_path / "b.png", tmp_path / "c.json"))
    with closing(store.create(plan.name)) as begun:
        done = take_in(begun, plan)
    assert done.remarks == ("The card of Hanna Reed came 3 times, and is one person.",)
    journal = store.open(plan.name, readonly=True)
    pack = resume_game(journal).state.pack
    assert list(pack.npcs) == ["hanna_reed"]
    assert [(book.of, len(book.entries)) for book in pack.books.values()] == [("hanna_reed", 1)]
    (file,) = foreign_files(journal, "card-v3")
    assert json.loads(file.written.data)["data"]["name"] == "Hanna Reed"
    journal.close()
    made = campaign_of_files(tmp_path / "made", [tmp_path / "a.json", tmp_path / "b.png"])
    assert made.remarks == ("The card of Hanna Reed came 2 times, and is one person.",)
    assert not [finding for finding in proofread_pack(tmp_path / "made") if finding.level == "error"]


def test_two_cards_of_one_name_are_two_people_and_a_remark_says_so(tmp_path: Path, store: Store) -> None:
    other = {**CARD, "data": {**CARD["data"], "description": "{{char}} sells maps."}}
    for name, card in (("a", CARD), ("b", other)):
        (tmp_path / f"{name}.json").write_text(json.dumps(card), encoding="utf-8")
    assert [plan.name for plan in plans_of(parts(tmp_path / "a.json", tmp_path / "b.json"))] == ["a", "b"]
    (plan,) = plans_of(parts(tmp_path / "a.json", tmp_path / "b.json"), "both")
    with closing(store.create("both")) as begun:
        done = take_in(begun, plan)
    assert done.remarks == ("2 cards of different content are called Hanna Reed: hanna_reed, hanna_reed_2.",)
    people = resume_game(store.open("both")).state.pack.npcs
    assert [people[id].description for id in ("hanna_reed", "hanna_reed_2")] == [
        "Hanna Reed runs the ferry. Hanna Reed has grey eyes. She owes Traveller a debt.", "Hanna Reed sells maps.",
    ]  # fmt: skip


def test_a_cards_picture_and_files_are_told_as_lost(tmp_path: Path) -> None:
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**CARD["data"], "group_only_greetings": []}}
    files = (Asset("assets/icon/images/main.png", b"12"), Asset("assets/other/audio/song.mp3", b"345"))
    whole = replace(read_card(card, "hanna").cards[0], assets=files)
    (tmp_path / "hanna.png").write_bytes(in_a_png(CARD))
    (tmp_path / "hanna.charx").write_bytes(write_charx(whole).data)
    found = {Path(part.file).name: [(loss.field, loss.value) for loss in part.losses] for part in parts(tmp_path)}
    picture = read_card_png((tmp_path / "hanna.png").read_bytes(), "hanna").cards[0].picture
    assert picture
    assert found["hanna.png"] == [("picture", f"{len(picture):,} bytes")]
    assert found["hanna.charx"] == [("assets/icon/images/main.png", "2 bytes"), ("assets/other/audio/song.mp3", "3 bytes")]
    made = campaign_of_files(tmp_path / "made", [tmp_path / "hanna.png"])
    assert [loss.why for loss in made.losses] == ["A campaign keeps no pictures and no files of a card."]


def test_beside_a_chat_stand_the_entries_of_its_lorebook_and_of_its_card(files: Path, store: Store) -> None:
    entry = {"keys": ["toll"], "content": "The toll is a penny.", "extensions": {}, "enabled": True, "insertion_order": 1}
    (files / "hanna.json").write_text(json.dumps(with_book([entry])), encoding="utf-8")
    (plan,) = plans_of(parts(files))
    journal = store.open(taken(store, plan))
    game = resume_game(journal)
    pack = game.state.pack
    assert {id: (book.name, book.of) for id, book in pack.books.items()} == {
        "saltfork": ("saltfork", ""), "the_ferry": ("The ferry", "hanna_reed"),
    }  # fmt: skip
    told = {entry.text for entry in pack.lore.values()}
    assert {"The toll is a penny.", "Oakford is a market town on the Salt Fork."} <= told
    prompt = game.play("I ask what the toll is.").prompt
    assert prompt is not None
    assert "The toll is a penny." in "".join(section.text for section in prompt.sections)
    game.close()


# --- back again


def test_what_came_in_goes_out_as_it_came(files: Path, store: Store) -> None:
    (plan,) = plans_of(parts(files))
    journal = store.open(taken(store, plan), readonly=True)
    for to, value in (("card-v2", CARD), ("world-info", BOOK)):
        (file,) = foreign_files(journal, to)
        assert file.written.data == canonical_json(value)
        assert not file.written.losses
    (lost,) = foreign_files(journal, "aidungeon")
    assert {loss.field for loss in lost.written.losses} >= {"entries.2.constant"} or lost.written.losses
    with pytest.raises(GameError, match="unknown-name"):
        foreign_files(journal, "card-v2", "Nobody")
    journal.close()


def test_a_campaign_of_our_own_leaves_with_what_the_table_knows(tmp_path: Path) -> None:
    with open_campaign("red_mesa", home=tmp_path) as game:
        known = {file.name for file in foreign_files(game.journal, "card-v2")} if game.state.present() else set()
        everybody = {file.name for file in foreign_files(game.journal, "card-v2", gm_notes=True)}
        text = b"".join(file.written.data for file in foreign_files(game.journal, "card-v2", gm_notes=False)) if known else b""
        assert known < everybody
        assert all(secret.truth.encode() not in text for secret in game.state.pack.secrets.values())


# --- a campaign's folder


def test_a_folder_made_of_cards_and_books_has_no_errors_and_finds_its_contradiction(files: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    assert campaign_of_files(folder, [files / "hanna.json", files / "saltfork.json"]) == ((), ())
    findings = proofread_pack(folder)
    assert not [finding for finding in findings if finding.level == "error"]
    assert any("brown eyes" in finding.message and "green eyes" in finding.message for finding in findings)
    assert (folder / "books" / "saltfork.json").is_file()
    with pytest.raises(GameError, match="something is there already"):
        campaign_of_files(folder, [files / "hanna.json"])
    with pytest.raises(GameError, match="not-a-card"):
        campaign_of_files(tmp_path / "other", [files / "evening.jsonl"])
    assert not (tmp_path / "other").exists()


def test_a_broken_book_in_a_folder_is_found(files: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ferry"
    campaign_of_files(folder, [files / "saltfork.json"])
    (folder / "books" / "saltfork.json").write_text("{}", encoding="utf-8")
    assert [finding.code for finding in proofread_pack(folder) if finding.level == "error"] == ["E001"]


# --- the door


def test_files_folders_and_archives_are_looked_through_and_one_bad_file_stops_no_other(files: Path, tmp_path: Path) -> None:
    archive, inner = tmp_path / "all.zip", tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("town.json", json.dumps(BOOK))
    with zipfile.ZipFile(archive, "w") as made:
        made.write(files / "saltfork.json", "worlds/saltfork.json")
        made.writestr("../out.json", "{}")
        made.write(inner, "inner.zip")
        made.writestr("bomb.json", b" " * 30_000_000, zipfile.ZIP_DEFLATED)
    (files / "cut.json").write_bytes(json.dumps(CARD).encode()[:-40])
    (files / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    os.symlink(files, files / "again")
    found = {Path(part.file).name: part.error.slug if part.error else part.kind for part in parts(files, archive)}
    assert found == {
        "cut.json": "bad-json", "evening.jsonl": "a chat (SillyTavern)", "hanna.json": "a character card",
        "picture.png": found["picture.png"], "saltfork.json": "World Info (SillyTavern)", "out.json": "unsafe-path",
        "inner.zip": "archive-in-archive", "bomb.json": "too-large",
    }  # fmt: skip
    assert " " not in found["picture.png"]


def test_a_folder_of_very_many_files_is_read_in_part_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.unpacked.MOST", 5)
    for number in range(8):
        (tmp_path / f"{number}.txt").write_text("GM: Rain.\nMARA: Again.\n", encoding="utf-8")
    found = list(files_in([tmp_path]))
    assert [file.error.slug if file.error else "" for file in found] == ["", "", "", "", "", "too-many-files"]


def test_files_in_memory_are_looked_through_as_those_of_a_disk_are(files: Path, tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("../out.json", "{}")
        made.write(files / "saltfork.json", "worlds/saltfork.json")
    on_disk = [*(path for path in sorted(files.iterdir())), archive]
    sent = [(str(path.relative_to(tmp_path)), path.read_bytes()) for path in on_disk]
    found = {part.file: part.kind or (part.error and part.error.slug) for part in map(part_of, files_of(sent))}
    assert found == {
        str(Path(part.file).relative_to(tmp_path)): part.kind or (part.error and part.error.slug) for part in parts(files, archive)
    }
    assert found["all.zip/../out.json"] == "unsafe-path"


def test_archives_that_come_together_unpack_to_so_much_together(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("rain.txt", "GM: Rain.\nMARA: Again.\n" * 10_000)
    files = [file for name in ("one.zip", "two.zip") for file in files_of([(name, packed.getvalue())])]
    assert [file.error for file in files] == [None, None]
    monkeypatch.setattr("gm_engine.bootstrap.unpacked.LARGEST_IN_ALL", 300_000)
    together = list(files_of([("one.zip", packed.getvalue()), ("two.zip", packed.getvalue())]))
    assert [file.error and file.error.slug for file in together] == [None, "too-large"]


@pytest.mark.parametrize(
    ("name", "called"),
    [("../../a.txt", "a.txt"), ("/etc/a.txt", "etc/a.txt"), ("..\\b\\a.txt", "b/a.txt"), ("..", "file"), ("", "file"), ("./a", "a")],
)
def test_what_a_file_in_memory_is_called_leads_nowhere(name: str, called: str) -> None:
    assert [file.name for file in files_of([(name, b"GM: Rain.\n")])] == [called]


def test_json_of_no_known_kind_and_a_card_that_was_cut_off_are_told_apart() -> None:
    for data, slug in ((b'{"planets": []}', "unknown-format"), (b'{"spec": "chara_card_v2", "data": {"na', "bad-json")):
        error = part_of(File("x.json", data)).error
        assert error is not None
        assert error.slug == slug


def test_what_is_on_record_is_known_by_its_bytes(files: Path, store: Store) -> None:
    (plan,) = plans_of(parts(files / "saltfork.json"))
    taken(store, plan)
    there = on_record(store)
    assert there == {"saltfork": frozenset((plan.parts[0].mark,))}
    assert (made_of(plan, there), made_of(plan, there, "saltfork"), made_of(plan, there, "other")) == ("saltfork", "saltfork", "")
    (more,) = plans_of(parts(files / "saltfork.json", files / "hanna.json"))
    assert made_of(more, there) == "", "a campaign without the card is not what was asked for"


def test_to_know_what_is_on_record_no_campaign_is_read_beyond_its_pack(files: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (plan,) = plans_of(parts(files / "saltfork.json"))
    taken(store, plan)
    read: list[str] = []
    monkeypatch.setattr("gm_engine.storage.sql_journal.check_read", lambda _, row: read.append(row.kind))
    assert list(on_record(store)) == ["saltfork"]
    assert read == ["turn_closed", "pack_opened"], "the last entry, by which it is opened, and its pack"


FERRY = """:: StoryTitle
The Ferry

:: Quay
The ferryman waits.
[[Pay him->Boat]]
[[Walk along the shore->Shore]]

:: Shore
The shore ends at a wall. [[Go back->Quay]]

:: Boat
Somebody keeps a lamp burning on the far bank.
"""


def test_a_story_of_passages_comes_in_and_is_played_to_its_end(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "ferry.twee"
    file.write_text(FERRY, encoding="utf-8")
    (part,) = parts(file)
    assert (part.kind, part.holds) == ("a story (Twee)", "3 scenes")
    (plan,) = plans_of([part])
    game = resume_game(store.open(taken(store, plan)))
    told = [game.play(line) for line in ("I look around.", "Walk along the shore", "Go back", "Pay him")]
    words = [turn.completion.text for turn in told if turn.completion]
    for text, passage in zip(words, ("The ferryman waits", "The shore ends", "The ferryman waits", "Somebody keeps a lamp"), strict=True):
        assert passage in text
    assert game.state.ended


def test_a_story_of_passages_beside_a_chat_is_a_campaign_of_its_own(tmp_path: Path, store: Store) -> None:
    chat = [{"user_name": "Sam", "character_name": "Hanna", "chat_metadata": {}}, {"name": "Hanna", "is_user": False, "mes": "Rain falls."}]
    (tmp_path / "inn.jsonl").write_text("".join(json.dumps(row) + "\n" for row in chat), encoding="utf-8")
    (tmp_path / "ferry.twee").write_text(FERRY, encoding="utf-8")
    plans = plans_of(parts(tmp_path / "inn.jsonl", tmp_path / "ferry.twee"))
    assert sorted(plan.name for plan in plans) == ["ferry", "inn"]
    game = resume_game(store.open(taken(store, next(plan for plan in plans if plan.name == "ferry"))))
    assert "The ferryman waits" in (game.play("I look around.").turn.reply)


@pytest.mark.parametrize("odd", [".", "./.", "/", ""])
def test_a_nameless_member_of_an_archive_stops_no_other(odd: str) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo(odd), "x")
        archive.writestr("rain.txt", "GM: Rain.\n")
    assert [file.name for file in files_of([("odd.zip", packed.getvalue())])] == ["odd.zip/rain.txt"]


def test_more_loose_files_than_are_read_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.unpacked.MOST", 2)
    *files, over = files_of([(f"{number}.txt", b"GM: Rain.\n") for number in range(3)])
    assert [file.name for file in files] == ["0.txt", "1.txt"]
    assert over.error is not None
    assert over.error.slug == "too-many-files"


def test_more_marks_of_vaults_than_anybody_has_are_single_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.unpacked.MOST_VAULTS", 1)
    sent = [(f"all/{one}/{name}", data) for one in "ab" for name, data in ((".obsidian/app.json", b"{}"), ("Ada.md", b"[[Bo]] waits."))]
    assert not [file for file in files_of(sent) if file.vault is not None]
    assert [file for file in files_of(sent[:2]) if file.vault is not None]


def test_a_damaged_campaign_stops_no_import_of_several_files(tmp_path: Path) -> None:
    store = open_store(settings(tmp_path))
    for name in ("whole", "hurt"):
        with closing(store.create(name)) as journal:
            play(journal, 1)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE gm_campaign SET branch = 'nope' WHERE name = 'hurt'")
    assert list(on_record(store)) == ["whole"]
    store.close()
