"""Worlds of other programs as somebody meets them at the table: stories of passages, vaults, and texts with macros in them."""

import json
import re
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import proofread_pack, resume_game, verify_game
from gm_engine.bootstrap.assembled import World
from gm_engine.bootstrap.foreign_exports import foreign_files
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.named_entries import Note, named_in
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.bootstrap.offered_ways import offered
from gm_engine.bootstrap.one_by_one import Asked, taken
from gm_engine.bootstrap.settings_file import open_store, settings
from gm_engine.bootstrap.taking_in import Part, part_of, plans_of, take_in
from gm_engine.bootstrap.unpacked import files_in
from gm_engine.bootstrap.world_pages import pack_of_world
from gm_engine.context.record_lines import lore as lore_element
from gm_engine.errors import GameError, TranscriptError
from gm_engine.play.commands import command
from gm_engine.play.first_page import first_page
from gm_engine.play.game import Game
from gm_engine.play.views import view
from gm_engine.play.ways import after_the_end, said_at_the_end, ways_open
from gm_engine.state.table_lore import TableLore
from gm_engine.storage import Store
from gm_engine.story.condition import Condition, Effect, Owed
from gm_engine.story.event import DiceRolled
from gm_engine.story.pack import AuthoredScene, Choice, Item

TIDE = """:: StoryTitle
The Last Tide

:: StoryData
{"start": "Landing"}

:: Landing
The tide is going out at Cold Landing.
[[Call the ferry->Bell]]
[[Walk along the shore->Shore]]
[[The lantern->Lantern]]

:: Bell
You pull the rope, and the bell says its one word.
[[Wait for the boat->Across]]
[[Back to the jetty->Landing]]

:: Shore
The shore ends at a sea wall.
[["Who goes there?"->Landing]]
[[Back to the jetty->Landing]]

:: Lantern
The lantern is Wick's.
[[Back to the jetty->Landing]]

:: Across
The far bank takes you in.
"""
OPEN = 'call the ferry, walk along the shore, or follow "The lantern".'
VAULT = {
    "Gullhaven.md": "Gullhaven keeps its lamps lit. A keeper walks the wall. See [[Tern Light]].",
    "Places/Tern Light.md": "The lighthouse stands on the mole. [[Maud Pell]] keeps it.",
    "People/Maud Pell.md": "---\naliases: [Maud]\npronouns: she\n---\nMaud keeps the lamp. She has grey eyes.\n%% She put it out once. %%",
    "People/You.md": "A stranger with a letter for [[Maud Pell]].",
    "Ships/Merganser.md": "The Merganser was lost. She carried salt, and she answered to nobody.",
    "Wardens.md": '---\ntags: [faction]\nleader: "[[Maud Pell]]"\nlocation: "[[Oxbow]]"\n---\nSeven who light the lamps.',
    "Oxbow.md": "Reeds, and a smell of tar. Nobody smiles there.",
    "Notes/Drowned Bell.md": "People say that it rings before a wreck.",
    "Orrin Slate.md": "Orrin Slate sells oil by the cup and never smiles.",
    "Index.md": "## Villains\n- [[Tam Reve]], who sells maps\n\n## Later\n- [[Gullhaven]]",
    "Tam Reve.md": "Tam is late.",
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(settings(tmp_path / "home"))
    yield made
    made.close()


def written(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def parts(*paths: Path) -> list[Part]:
    return [part_of(file) for file in files_in(paths)]


def brought(store: Store, *paths: Path) -> Game:
    (plan,) = plans_of(parts(*paths), "brought")
    with closing(store.create("brought")) as journal:
        take_in(journal, plan)
    return resume_game(store.open("brought"))


@pytest.fixture
def tide(tmp_path: Path, store: Store) -> Iterator[Game]:
    game = brought(store, written(tmp_path / "tide", {"tide.twee": TIDE}) / "tide.twee")
    yield game
    game.close()


@pytest.fixture
def vault(tmp_path: Path, store: Store) -> Iterator[Game]:
    game = brought(store, written(tmp_path / "vault", VAULT))
    yield game
    game.close()


# --- stories of passages


def test_the_first_passage_is_read_before_the_first_line_and_its_ways_lie_open(tide: Game) -> None:
    page = first_page(tide.state)
    assert (page.title, page.text, page.place) == ("The Last Tide", "The tide is going out at Cold Landing.", "")
    assert page.ways == ("call the ferry", "walk along the shore", 'follow "The lantern"')
    assert page.words.endswith('1. call the ferry\n2. walk along the shore\n3. follow "The lantern"')
    assert tide.state.turn == 0
    assert not tide.state.pack.locations


def test_the_number_of_a_way_takes_it_wherever_a_line_is_said(tide: Game) -> None:
    assert "The shore ends" in tide.play("2").turn.reply
    assert ways_open(tide.state) == ('say "Who goes there?"', "go back to the jetty")
    assert "The tide is going out" in tide.play(" 2. ").turn.reply
    assert "The lantern is Wick's" in tide.play("The lantern").turn.reply
    assert "lantern is Wick's" not in tide.play("7").turn.reply
    assert verify_game(tide.journal).turns == 4


def test_ways_stand_in_a_sentence_as_what_one_could_do(tide: Game) -> None:
    reply = tide.play("1").turn.reply
    assert reply == ("You pull the rope, and the bell says its one word.\n\nYou could wait for the boat, or go back to the jetty.")


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("Call the ferry", "call the ferry"), ("Wait", "wait"), ("pay him", "pay him"), ("The boat", 'follow "The boat"'),
        ("Door in the wall", 'follow "Door in the wall"'), ("Mara Voss", 'follow "Mara Voss"'), ("EXIT", 'follow "EXIT"'),
        ('"Who are you?"', 'say "Who are you?"'), ("“Nobody.”", 'say "Nobody."'), ("Ask her about it.", "ask her about it"),
        ("Back to the quay", "go back to the quay"), ("Go on →", "go on"), ("» Wait", "wait"), ("→", "go on"), (">> ...", "go on"),
        ("your hands", 'follow "your hands"'), ("Well, it did.", 'follow "Well, it did."'), ('say, "No."', 'say, "No."'),
    ],
)  # fmt: skip
def test_a_link_is_offered_so_that_it_completes_you_could(shown: str, said: str) -> None:
    assert offered(shown) == said


def test_nothing_is_invented_beside_a_passage(tide: Game) -> None:
    assert tide.play("I look around.").turn.reply == (
        'The tide is going out at Cold Landing.\n\nYou could call the ferry, walk along the shore, or follow "The lantern".'
    )
    assert "Day 1" not in (view("/time", tide.state) or "")
    assert "no map" in (view("/map", tide.state) or "")
    assert "The tide is going out" in (view("/recap", tide.state) or "")
    for line in ("1", "1"):
        tide.play(line)
    assert tide.state.ended
    assert view("/timeline", tide.state) == (
        "  Decided: call the ferry (turn 2)\n  Decided: wait for the boat (turn 3)\n  The story came to its end (turn 3)"
    )
    assert [line.strip() for line in (view("/recap", tide.state) or "").splitlines()[1:4]] == [
        "You chose to call the ferry.", "You chose to wait for the boat.", "The far bank takes you in.",
    ]  # fmt: skip
    assert "Day 1" not in (view("/ending", tide.state) or "Day 1")


def test_a_line_that_is_not_followed_names_the_ways_of_the_passage(tide: Game) -> None:
    for said in ("xyzzy", "I attack the ferryman.", "7", "I go north"):
        played = tide.play(said)
        assert played.turn.reply == f"That is no way from here. You could {OPEN}"
        assert not any(isinstance(event, DiceRolled) for event in played.events)
    assert tide.play("What do I carry?").turn.reply == f"The story says no more of that here. You could {OPEN}"
    assert tide.play("Where can I go?").turn.reply == f"You could {OPEN}"


def test_a_link_is_taken_by_its_own_words(tide: Game) -> None:
    assert "Wick's" in tide.play("the lantern").turn.reply


def test_ways_with_the_same_words_can_each_be_taken(tmp_path: Path, store: Store) -> None:
    text = ":: Start\n[[Here->One]] [[Here->Two]]\n\n:: One\nOne.\n\n:: Two\nTwo.\n"
    game = brought(store, written(tmp_path, {"two.twee": text}) / "two.twee")
    assert ways_open(game.state) == ('follow "Here"', 'follow "Here" (2)')
    assert game.play("2").turn.reply == "Two."
    game.close()


def test_a_story_that_has_ended_is_gone_back_in_or_begun_anew(tide: Game) -> None:
    assert after_the_end(tide.state) == {}
    assert said_at_the_end("2", tide.state) == "2"
    for line in ("1", "1"):
        tide.play(line)
    assert [said_at_the_end(said, tide.state) for said in ("1", "Begin anew", "3")] == ["/undo", "/anew", "3"]
    assert command(tide, "/undo") == "Back to the end of turn 1.\n\nYou pull the rope, and the bell says its one word."
    tide.play("1")
    assert (command(tide, "/anew") or "").endswith("/switch main goes back to it.\n\nThe tide is going out at Cold Landing.")
    assert (tide.state.turn, tide.state.ended, tide.journal.branch) == (0, False, "anew")
    with pytest.raises(GameError, match="at its beginning"):
        command(tide, "/anew")
    tide.play("1")
    command(tide, "/anew")
    assert tide.journal.branch == "anew_2"


@pytest.mark.parametrize(("time", "told"), [("", ""), ('time: "17:30", ', "17:30")])
def test_a_story_of_scenes_alone_has_a_clock_only_where_it_names_an_hour(tmp_path: Path, time: str, told: str) -> None:
    page = (
        "format: 1\nid: quay\ntitle: Quay\nrules: bare\nstart: {pc: you}\ncharacters: {you: {name: You, pronouns: they}}\n"
        f"openings:\n  - {{name: dusk, {time}reads: quay}}\nscenes:\n  quay: {{title: Quay, beat: A quay., ends: true}}\n"
    )
    pack = load_pack(written(tmp_path / "quay", {"campaign.yaml": page}))
    assert (pack.calendar.kept, pack.openings[0].time) == (bool(told), told)


def test_the_parts_of_a_story_in_a_folder_are_one_story(tmp_path: Path) -> None:
    head, _, rest = TIDE.partition(":: Bell")
    files = {"a_head.twee": head, "b_rest.twee": f":: Bell{rest}", "README.md": "[The tide](tide.html), a story."}
    folder = written(tmp_path / "cold", files)
    assert [(part.file, part.holds) for part in parts(folder) if part.brought] == [(str(folder), "5 scenes")]
    made = campaign_of_files(tmp_path / "made", [folder])
    assert [remark.partition(" is left out")[0] for remark in made.remarks] == [str(folder / "README.md")]
    assert len(load_pack(tmp_path / "made").scenes) == 5


def test_stories_that_lie_in_one_folder_stay_apart(tmp_path: Path) -> None:
    other = ":: Start\nA barn.\n"
    whole = TIDE.replace('{"start": "Landing"}', "{}").replace(":: Landing", ":: Start").replace("->Landing", "->Start")
    folder = written(tmp_path / "cold", {"tide.twee": whole, "barn.twee": other})
    assert len([part for part in parts(folder) if part.brought]) == 2


def test_a_campaign_made_of_passages_has_no_errors_and_names_no_place(tmp_path: Path) -> None:
    file = written(tmp_path, {"tide.twee": TIDE}) / "tide.twee"
    campaign_of_files(tmp_path / "made", [file])
    assert not [finding for finding in proofread_pack(tmp_path / "made") if finding.level == "error"]
    text = (tmp_path / "made" / "campaign.yaml").read_text(encoding="utf-8")
    assert "locations" not in text
    assert "calendar" not in text


EFFECTS = st.sampled_from(
    [
        Effect(verb="goto", target="one"), Effect(verb="flag", target="wet"), Effect(verb="unflag", target="wet"),
        Effect(verb="money", amount=-250), Effect(verb="advance", amount=90), Effect(verb="end"), Effect(verb="law", target="fine"),
        Effect(verb="give", target="lamp", amount=2), Effect(verb="wound", target="you", amount=1),
    ]
)  # fmt: skip
WHEN = st.sampled_from([None, Condition(op="is", path="flag.wet"), Condition(op="is", path="turn", compare=">=", value=4)])
OWED = st.builds(Owed, id=st.sampled_from(["", "debt"]), text=st.just("A debt comes due."), after=st.sampled_from([None, 30]), when=WHEN)
CHOICES = st.builds(
    Choice, id=st.just("pay"), text=st.just("pay"), effects=st.tuples(EFFECTS), owes=st.tuples(OWED), because=st.just("It is owed."),
    result=st.just("Paid."), skill=st.just(""), failed=st.just("Not paid."), otherwise=st.tuples(EFFECTS),
)  # fmt: skip
SCENES = st.builds(
    AuthoredScene, id=st.just("one"), title=st.just("One"), when=WHEN, beat=st.just("Rain."), choices=st.tuples(CHOICES),
    effects=st.tuples(EFFECTS, EFFECTS), tension=st.integers(0, 5), once=st.booleans(), weight=st.sampled_from(["minor", "critical"]),
)  # fmt: skip


@trials(max_examples=40, deadline=None)
@given(SCENES)
def test_a_scene_is_written_whole_and_read_back(scene: AuthoredScene) -> None:
    assert pack_of_world(World(title="Rain", scenes={"one": scene}, items={"lamp": Item(name="lamp")}), "rain").scenes == {"one": scene}


# --- vaults


def test_what_cannot_be_made_of_files_is_told_of_the_file_that_was_given(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError) as told:
        pack_of_world(World(title="Rain", scenes={"one": AuthoredScene(id="one", beat="Rain.", goto="nowhere")}), "rain", "rain.md")
    assert str(told.value).startswith("rain.md: no campaign can be made of it: ")
    assert "nowhere" in str(told.value)
    assert "/" not in str(told.value)


def test_a_world_begins_where_its_files_say_and_its_people_stand_in_their_places(tmp_path: Path, store: Store) -> None:
    pages = {"Home.md": "Go to [[Tern Light]] first.", "People/Maud Pell.md": "---\nlocation: tern light\n---\nMaud keeps the lamp."}
    pages["Oxbow.md"] = "Maud Pell is standing at Oxbow today."
    game = brought(store, written(tmp_path / "pages", {**VAULT, **pages}))
    assert (game.state.pack.start.at, game.state.pack.npcs["maud_pell"].at) == ("tern_light", "tern_light")
    assert "Maud Pell" in game.play("Who is here?").turn.reply
    assert not game.state.conflicts
    game.close()
    campaign_of_files(tmp_path / "made", [tmp_path / "pages"])
    assert not [finding for finding in proofread_pack(tmp_path / "made") if finding.level == "error"]
    assert load_pack(tmp_path / "made").npcs["maud_pell"].at == "tern_light"


def test_what_a_page_is_about_is_what_the_vault_says_and_nobody_where_it_says_nothing(vault: Game) -> None:
    kinds = {entity.id: entity.kind for entity in vault.state.lore.entities()}
    assert {id: kinds[id] for id in ("tern_light", "maud_pell", "wardens", "merganser", "oxbow", "tam_reve")} == {
        "tern_light": "place", "maud_pell": "character", "wardens": "faction", "merganser": "item", "oxbow": "place",
        "tam_reve": "character",
    }  # fmt: skip
    assert {id: kinds[id] for id in ("gullhaven", "orrin_slate", "drowned_bell")} == dict.fromkeys(
        ("gullhaven", "orrin_slate", "drowned_bell"), "concept"
    )
    pack = vault.state.pack
    assert set(pack.npcs) == {"maud_pell", "you_2", "tam_reve"}
    assert pack.lore["you"].about == ("you_2",)
    assert pack.factions["wardens"].facts == {"leader": "Maud Pell", "location": "Oxbow"}


def test_a_page_of_which_nothing_says_what_it_is_is_found_by_its_name(vault: Game) -> None:
    entries = TableLore(vault.state).entries("gullhaven")
    assert [entry.text for entry in entries] == ["Gullhaven keeps its lamps lit. A keeper walks the wall. See Tern Light."]
    assert "sells oil by the cup" in vault.play("What do I know about Orrin Slate?").turn.reply


def test_who_somebody_is_is_told_where_nobody_is_there_to_ask(vault: Game) -> None:
    reply = vault.play("Who is Maud Pell?").turn.reply
    assert "Maud keeps the lamp." in reply
    assert ".md" not in reply
    assert "to be found at Tern Light" in vault.play("Where is Maud Pell?").turn.reply
    assert "Nobody has said where" in vault.play("Where is Tam Reve?").turn.reply


def test_as_many_pages_are_counted_as_there_are(tmp_path: Path) -> None:
    (part,) = parts(written(tmp_path, VAULT))
    assert part.holds == f"{len(VAULT)} pages"


def test_a_folder_of_pages_may_be_as_large_as_a_vault_without_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.unpacked.MOST", 5)
    (part,) = parts(written(tmp_path, VAULT))
    assert part.error is None
    assert part.holds == f"{len(VAULT)} pages"


def test_whom_two_files_name_alike_is_one_and_has_what_both_say(tmp_path: Path, store: Store) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Maud Pell", "description": "Maud Pell is tall."}}
    folder = written(tmp_path / "both", {**VAULT, "People/Maud Pell.md": "---\neyes: grey\nalias: Maud\n---\nShe waits."})
    (tmp_path / "maud.json").write_text(json.dumps(card), encoding="utf-8")
    game = brought(store, tmp_path / "maud.json", folder)
    maud = game.state.pack.npcs["maud_pell"]
    assert (maud.description, maud.facts, maud.aliases) == ("Maud Pell is tall.", {"eyes": "grey"}, ("Maud",))
    assert "maud_pell_2" not in game.state.pack.npcs
    game.close()


@pytest.mark.parametrize("first", ["open", "hidden"])
def test_what_a_page_of_the_gm_says_of_somebody_is_not_told_with_an_open_card(tmp_path: Path, store: Store, first: str) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Maud Pell", "description": "Maud Pell is tall."}}
    secret = "---\ngm: true\ntype: person\neyes: grey\nalias: The Reeve\ntags: [murderer]\n---\nShe waits."
    folder = written(tmp_path / "both", {**VAULT, "GM/Maud Pell.md": secret})
    (tmp_path / "maud.json").write_text(json.dumps(card), encoding="utf-8")
    both = (tmp_path / "maud.json", folder)
    game = brought(store, *(both if first == "open" else reversed(both)))
    maud = game.state.pack.npcs["maud_pell"]
    assert maud.visibility == "table"
    assert (maud.facts, maud.aliases, maud.tags) == ({}, (), ())
    game.close()


def test_an_open_page_does_not_tie_somebody_to_a_page_of_the_gm(tmp_path: Path, store: Store) -> None:
    pages = {
        "People/Sal.md": '---\ntype: person\nfriend: "[[The Reeve]]"\n---\nSal waits.',
        "GM/The Reeve.md": "---\ntype: person\n---\nHe kills.",
    }
    game = brought(store, written(tmp_path / "pages", {**VAULT, **pages}))
    assert game.state.pack.npcs["the_reeve"].visibility == "gm"
    assert "the_reeve" not in game.state.pack.npcs["sal"].facts.values()
    game.close()


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("Gullhaven", "Gullhaven keeps its lamps lit. He would know.", None), ("Gullhaven", "A keeper walks the wall of Gullhaven.", None),
        ("Gullhaven", "Gullhaven is by now a town on the bay.", "place"), ("Gullhaven", "Gullhaven is home of the miller.", "place"),
        ("Merganser", "The Merganser was a ship. She never came back.", "item"), ("Hesper", "Hesper, the miller, is late.", "character"),
        ("Hesper", "The miller of Gullhaven.", "character"), ("Hesper", "Hesper smiled. She waved.", None),
    ],
)  # fmt: skip
def test_an_entry_is_somebody_only_where_its_text_says_so(name: str, text: str, kind: str | None) -> None:
    named = named_in([Note((name,), text)], reader())
    assert [one.kind for one in named.entities.values()] == ([kind] if kind else [])


# --- macros

EVERY = "{{char}} knows {{user}}, {{Char}} too. <BOT> and <USER>. {{random:Rain,Snow}} falls. {{// unseen}}{{getvar::x}}"
CARD = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        "name": "Hanna Reed", "description": EVERY, "personality": EVERY, "scenario": EVERY, "first_mes": EVERY,
        "alternate_greetings": [EVERY],
        "mes_example": f"<START>\n{{{{user}}}}: Well?\n{{{{char}}}}: {EVERY}", "system_prompt": EVERY, "post_history_instructions": EVERY,
        "creator_notes": EVERY, "tags": ["{{char}}", "Sci/Fi", "river"], "extensions": {},
        "character_book": {"name": "{{char}}'s book", "entries": [
            {"id": 1, "keys": ["{{char}}", "ferry"], "name": "{{char}}'s ferry", "comment": EVERY, "content": f"The ferry. {EVERY}",
             "enabled": True, "insertion_order": 1, "extensions": {}},
        ]},
    },
}  # fmt: skip
WORLD = {"name": "{{char}} world", "entries": {
    "0": {"uid": 0, "comment": "{{user}}'s debt", "content": f"The debt. {EVERY}", "key": ["debt", "{{user}}"], "order": 1},
    "1": {"uid": 1, "comment": "Oakford", "content": f"Oakford is a town. {EVERY}", "key": ["oakford"], "constant": True, "order": 2},
}}  # fmt: skip
MACRO = re.compile(r"\{\{|<(?:user|bot|char)>", re.IGNORECASE)


ASKS = "The lamp *turns*. It is {{time}} on {{date}}. {{lastMessage}} is over.<br>&quot;So,&quot; says {{char}}. ![](lamp.png)"


def test_a_card_asks_what_time_it_is_and_how_its_words_were_set_is_not_shown(tmp_path: Path, store: Store) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": "Hanna Reed", "description": "**Tall.** {{char}} has grey eyes.", "personality": "dry", "first_mes": ASKS,
        "scenario": "# The ferry\n{{description}} Some say {{personality}}.", "extensions": {},
        "character_book": {"entries": [{"id": 1, "keys": ["salt"], "content": "_Salt_ is dear at {{time}}. It costs ${price}.",
                                        "enabled": True, "insertion_order": 1, "extensions": {}}]},
    }}  # fmt: skip
    (tmp_path / "hanna.json").write_text(json.dumps(card), encoding="utf-8")
    game = brought(store, tmp_path / "hanna.json")
    (opening,) = game.state.pack.openings
    assert opening.text == 'The lamp turns. It is morning on day 1.\n"So," says Hanna Reed.'
    assert game.state.pack.summary == "The ferry\nTall. Hanna Reed has grey eyes. Some say dry."
    assert game.state.pack.npcs["hanna_reed"].description == "Tall. Hanna Reed has grey eyes."
    assert [entry.text for entry in game.state.pack.lore.values()] == ["Salt is dear at morning. It costs somebody."]
    assert [(loss.field, loss.value) for loss in parts(tmp_path / "hanna.json")[0].losses] == [
        ("first_mes", "{{lastMessage}}"), ("first_mes", "![](lamp.png)"), ("entries.1", "${price}")
    ]  # fmt: skip
    (file,) = foreign_files(game.journal, "card-v2")
    assert json.loads(file.written.data)["data"] == card["data"]
    game.close()


def test_in_a_chat_nobody_knows_the_time_and_that_is_told(tmp_path: Path, store: Store) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Hanna Reed", "description": "Tall. It is {{time}}."}}
    (tmp_path / "hanna.json").write_text(json.dumps(card), encoding="utf-8")
    lines = [
        {"user_name": "Bo", "character_name": "Hanna Reed", "chat_metadata": {}},
        {"name": "Hanna Reed", "is_user": False, "mes": "*Rain.*"},
    ]
    (tmp_path / "chat.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (came,) = taken(
        store,
        parts(tmp_path / "hanna.json", tmp_path / "chat.jsonl"),
        Asked(lambda free: free),
        lambda _: nullcontext(),
        settings(str(tmp_path)),
    )
    assert [(loss.field, loss.value) for part in came.parts for loss in part.losses] == [("description", "{{time}}")]
    game = resume_game(store.open(came.campaign))
    assert (game.state.pack.npcs["hanna_reed"].description, [turn.reply for turn in game.state.turns.values()]) == ("Tall.", ["Rain."])
    game.close()


def test_no_macro_is_ever_shown(tmp_path: Path, store: Store) -> None:
    for name, value in (("hanna", CARD), ("world", WORLD)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [tmp_path / "hanna.json", tmp_path / "world.json"])
    assert not [finding for finding in proofread_pack(tmp_path / "made") if finding.level == "error"]
    game = brought(store, tmp_path / "hanna.json", tmp_path / "world.json")
    assert game.state.pack.npcs["hanna_reed"].tags == ("hanna_reed", "sci_fi", "river")
    shown = [first_page(game.state).words]
    for line in ("I ask Hanna about the ferry.", "I ask Hanna about the debt.", "What do I know about Oakford?", "Who is Hanna?"):
        played = game.play(line)
        shown.append(played.turn.reply)
        # a macro that nobody here knows is named by its own letters where the reasons are looked up
        shown += [why.why.partition("; without ")[0] for why in game.lorebooks(played.turn.number)]
    shown += [view(command, game.state) or "" for command in ("/recap", "/sheet", "/threads", "/timeline")]
    table = TableLore(game.state)
    for entity in game.state.lore.entities():
        shown += [f"{entry.text} {entry.source} {entry.keys}" for entry in table.entries(entity.id)]
    shown += [element.text for id in game.state.pack.lore if (element := lore_element(id, game.state))]
    assert len(shown) > 12
    assert not [text for text in shown if MACRO.search(text)]
    assert any("Hanna Reed's book" in text for text in shown)
    (file,) = foreign_files(game.journal, "card-v3")
    assert json.loads(file.written.data)["data"]["first_mes"] == EVERY
    game.close()
