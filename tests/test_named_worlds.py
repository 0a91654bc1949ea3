"""What lorebook entries and cards become: who and what there is in the campaign, what their fields say, and where people stand."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gm_engine.bootstrap import proofread_pack, resume_game, verify_game
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.named_entries import Note, named_in
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.settings_file import open_store, settings
from gm_engine.bootstrap.taking_in import part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import files_in
from gm_engine.continuity.report import report_of
from gm_engine.play.game import Game
from gm_engine.storage import Store


def entry(uid: int, memo: str, text: str, *keys: str, **more: Any) -> dict[str, Any]:
    return {"uid": uid, "comment": memo, "content": text, "key": list(keys), "order": 100, "disable": False, **more}


def book(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"name": "Ferrow", "entries": {str(one["uid"]): one for one in entries}}


FERROW = book(
    entry(0, "the city (always on)", "The city of Ferrow stands on the cliffs. {{user}} came by the night coach.", constant=True),
    entry(1, "Chandlers", "The Chandlers' Guild lights the stairs. Its master is Ilva Renn.", "Chandlers' Guild"),
    entry(2, "v2 - rewritten", "Ilva Renn is a woman of forty.\nEyes: green\nLocation: the Blind Otter", "Ilva", "Renn"),
    entry(3, "Ilva again", "[Ilva Renn: Eyes= brown; Race= human]", "ilva"),
    entry(4, "court AND ANY", "The Otter Court is a band of smugglers who meet below the pier.", "Otter Court"),
    entry(5, "Gate by night AND ANY", "The Weeping Gate drips at midnight.", "gate"),
    entry(6, "Never (0 %)", "A white gull is the ghost of Captain Hesk. Maro is a town.", "gull", "Maro", probability=0),
    entry(7, "Blocked", "@@dont_activate\nSarn is a town on the river.", "Sarn"),
    entry(8, "tavern", "The Blind Otter is a tavern. A cup of dice lies on each table.", "Blind Otter"),
    entry(9, "pilot", "Joss Tarn is the pilot of Ferrow. He drinks.", "Joss"),
    entry(10, "fever", "The reed fever is going about.", "fever"),
)
CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Nessa Vole",
        "description": "{{char}} is the keeper of the Tern Light, a lighthouse.\n[Age: 40; Eyes: gray]",
        "personality": "dry",
        "scenario": "{{user}} has come ashore at Gull Point. {{char}} found {{user}}.",
        "first_mes": "{{char}} sets down a mug.",
        "mes_example": "<START>\n{{user}}: What happened to your hand?\n{{char}}: The lamp wanted it.\n<START>\n{{char}}: Gulls know more.",
        "extensions": {},
        "character_book": {
            "name": "Gull Point",
            "extensions": {},
            "entries": [
                {"id": 1, "name": "Tam", "keys": ["Tam", "brother"], "content": "Tam Vole is {{char}}'s younger brother.", "enabled": True,
                 "insertion_order": 1, "extensions": {}},
                {"id": 2, "name": "Tam Vole", "keys": ["Tam Vole"], "content": "Tam Vole lives in the Tern Light.", "enabled": True,
                 "insertion_order": 2, "extensions": {}},
            ],
        },
    },
}  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(settings(tmp_path / "home"))
    yield made
    made.close()


def brought(store: Store, folder: Path, **files: Any) -> tuple[Game, tuple[str, ...]]:
    paths = []
    for name, value in files.items():
        paths.append(folder / f"{name}.json")
        paths[-1].write_text(json.dumps(value), encoding="utf-8")
    (plan,) = plans_of([part_of(file) for file in files_in(paths)], "brought")
    with closing(store.create("brought")) as journal:
        done = take_in(journal, plan)
    return resume_game(store.open("brought")), done.remarks


@pytest.fixture
def ferrow(tmp_path: Path, store: Store) -> Iterator[Game]:
    game, _ = brought(store, tmp_path, ferrow=FERROW)
    yield game
    game.close()


@pytest.fixture
def point(tmp_path: Path, store: Store) -> Iterator[Game]:
    game, _ = brought(store, tmp_path, nessa=CARD)
    yield game
    game.close()


# --- names and kinds


def test_names_come_from_keys_and_no_memo_is_somebody_or_somewhere(ferrow: Game) -> None:
    kinds = {entity.name.removeprefix("the "): entity.kind for entity in ferrow.state.lore.entities() if entity.id != "you"}
    assert kinds == {
        "Ferrow": "place", "Chandlers' Guild": "faction", "Ilva Renn": "character", "Otter Court": "faction", "Weeping Gate": "place",
        "Blind Otter": "place", "Joss Tarn": "character",
    }  # fmt: skip


def test_of_an_entry_that_can_never_act_nothing_comes(ferrow: Game) -> None:
    pack = ferrow.state.pack
    assert not {"ferrow_6", "ferrow_7"} & set(pack.lore)
    assert len(pack.books["ferrow"].entries) == 11, "it goes out again"
    assert "Hesk" not in ferrow.play("What do I know about the gull?").turn.reply


@pytest.mark.parametrize(
    ("memo", "name"),
    [("Mara", "mara"), ("Mara AND ANY", ""), ("Never (0 %)", ""), ("bridge by day", ""), ("Oxbow", "")],
)
def test_a_memo_is_a_name_only_where_its_words_stand_as_one(memo: str, name: str) -> None:
    notes = [Note(("the innkeeper",), "The innkeeper of the ford. She waters the ale.", memo=memo), Note((), "Ask for Mara at the bar.")]
    assert list(named_in(notes, reader()).entities) == ([name] if name else [])


def test_one_person_of_many_names_is_one(point: Game) -> None:
    people = {entity.id: entity.aliases for entity in point.state.lore.entities() if entity.kind == "character"}
    assert people == {"nessa_vole": (), "tam_vole": ("Tam",), "you": ()}
    assert [entry.about[0] for entry in point.state.pack.lore.values()] == ["tam_vole", "tam_vole"]


def test_a_key_that_names_somebody_else_is_no_other_name() -> None:
    notes = [
        Note(("Mossfen", "Gritta"), "Mossfen is a village. Gritta, the midwife, says that she saw it."),
        Note(("Gritta",), "Gritta is the midwife."),
    ]
    named = named_in(notes, reader())
    assert {id: (one.kind, one.aliases) for id, one in named.entities.items()} == {"mossfen": ("place", ()), "gritta": ("character", ())}
    assert named.about == (("mossfen", "gritta"), ("gritta",))


def test_what_stands_behind_a_name_in_brackets_says_what_it_is() -> None:
    texts = {
        "Ferrow": "[ Ferrow: a marine city-state, a port, ruled by(Sal); ]", "Tide Kin": "[Tide Kin: a mysterious cult, taught(beasts)]",
        "Last Day": "[ Last Day: a phenomenon, caused by(Sal); ]",
    }  # fmt: skip
    named = named_in([Note((name,), text) for name, text in texts.items()], reader())
    assert {one.name: one.kind for one in named.entities.values()} == {"Ferrow": "place", "Tide Kin": "faction"}


# --- fields


def test_fields_are_facts_and_two_entries_that_differ_are_a_conflict_with_both(ferrow: Game) -> None:
    (conflict,) = report_of(ferrow.state).conflicts
    assert {conflict.a.page, conflict.b.page} == {"Ferrow, “v2 - rewritten”", "Ferrow, “Ilva again”"}
    assert {"green" in side.quote for side in (conflict.a, conflict.b)} == {True, False}
    assert ferrow.state.pack.lore["ferrow_3"].facts == {"eyes": "brown", "race": "human"}


def test_no_name_goes_on_over_the_end_of_a_line(tmp_path: Path, store: Store) -> None:
    mara = entry(0, "npc", "Name: Mara\nRace: human\nEyes: green\nShe keeps the mill.", "mara")
    game, _ = brought(store, tmp_path, mara=book(mara))
    assert {entity.name for entity in game.state.lore.entities()} == {"Mara", "Traveller"}
    assert game.state.pack.lore["ferrow_0"].facts == {"race": "human", "eyes": "green"}
    game.close()


def test_a_cards_fields_are_facts_of_whom_it_is_of(point: Game) -> None:
    assert point.state.pack.npcs["nessa_vole"].facts == {"age": "40", "eyes": "gray"}
    assert point.state.pack.npcs["nessa_vole"].summary == "Nessa Vole is the keeper of the Tern Light, a lighthouse."


def test_a_folder_made_of_them_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "ferrow.json").write_text(json.dumps(FERROW), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [tmp_path / "ferrow.json"])
    findings = proofread_pack(tmp_path / "made")
    assert not [finding for finding in findings if finding.level == "error"]
    assert any("green" in finding.message and "brown" in finding.message for finding in findings)


# --- where they stand


def test_a_book_begins_where_the_entry_that_is_always_there_is_and_its_people_stand_where_it_says(ferrow: Game) -> None:
    state = ferrow.state
    assert (state.here, state.where("joss_tarn"), state.where("ilva_renn")) == ("ferrow", "ferrow", "the_blind_otter")
    assert state.present() == ("joss_tarn",)
    assert "pilot" in ferrow.play("I ask Joss: Who are you?").turn.reply
    assert verify_game(ferrow.journal).turns


def test_a_card_is_where_its_scenario_plays_and_others_where_their_entry_says(point: Game) -> None:
    state = point.state
    assert (state.name(state.here), state.present()) == ("Gull Point", ("nessa_vole",))
    assert state.name(state.where("tam_vole")).removeprefix("the ") == "Tern Light"


def test_where_a_world_has_no_place_only_those_of_its_opening_are_there(tmp_path: Path, store: Store) -> None:
    data = {**CARD["data"], "scenario": "", "description": "{{char}} is a tinker."}  # type: ignore[dict-item]
    data["character_book"] = {"name": "Vole", "entries": [{"keys": ["Tam"], "content": "Tam is a miller.", "enabled": True}]}
    game, _ = brought(store, tmp_path, nessa={**CARD, "data": data})
    assert not game.state.pack.locations
    assert (set(game.state.pack.npcs), game.state.present()) == ({"nessa_vole", "tam"}, ("nessa_vole",))
    game.close()


# --- what is said in a card's examples


def test_an_example_answers_the_question_that_it_answered_and_no_other(point: Game) -> None:
    nessa = point.state.pack.npcs["nessa_vole"]
    assert (nessa.answers, nessa.says) == ({"What happened to your hand?": "The lamp wanted it."}, ("Gulls know more.",))
    who = point.play("I ask Nessa: Who are you?").turn.reply
    assert "keeper of the Tern Light" in who
    assert "The lamp wanted it" in point.play("I ask Nessa: What is wrong with your hand?").turn.reply
    other = point.play("I ask Nessa: Where is the ferry?").turn.reply
    assert "lamp wanted" not in other + who


def test_talk_in_a_description_is_examples_and_nobody_steps_out_of_its_labels(tmp_path: Path, store: Store) -> None:
    talk = "{{user}}: What do you guard?\n{{char}}: The stair, and whoever is on it.\nHousework: She sweeps it."
    card = {"name": "Nessa", "description": talk, "first_mes": "", "personality": "", "scenario": "", "mes_example": ""}
    game, _ = brought(store, tmp_path, nessa={**CARD, "data": card})
    assert game.state.pack.npcs["nessa"].answers == {"What do you guard?": "The stair, and whoever is on it."}
    assert {entity.name for entity in game.state.lore.entities()} == {"Nessa", "Traveller"}
    game.close()


# --- twice the same


def test_a_book_that_a_card_carries_too_is_one(tmp_path: Path, store: Store) -> None:
    own = CARD["data"]["character_book"]["entries"]  # type: ignore[index]
    same = [entry(n, one["name"], one["content"], *one["keys"]) for n, one in enumerate(own)]
    more = entry(7, "toll", "The toll is a penny.", "toll")
    game, remarks = brought(store, tmp_path, nessa=CARD, point=book(*same, more))
    assert sorted(entry.text for entry in game.state.pack.lore.values()) == [
        "Tam Vole is Nessa Vole's younger brother.", "Tam Vole lives in the Tern Light.", "The toll is a penny.",
    ]  # fmt: skip
    assert "Entries of Ferrow stand elsewhere as well, and are taken in once: 2 in Gull Point." in remarks
    game.close()
