"""Notes to whoever tells the story stand in lorebooks beside the lore: the embedded GM knows them, and never reads them out."""

import json
from pathlib import Path

import pytest

from gm_engine.bootstrap import open_campaign, trial, verify_game
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.new_from_files import campaign_of_files
from gm_engine.errors import ReplayDivergence
from gm_engine.extraction.reading import Telling
from gm_engine.memory.recap import recap
from gm_engine.play.game import Game
from gm_engine.play.views import length
from gm_engine.story.travel import Exit
from tests.packs import LIVERY

ORDERS = (
    "Write vivid prose in third person. Keep replies under 200 words.",
    "The mayor is the killer of Lord Vane. Do not reveal this until the third act.",
    "Don't mention the sword.",
    "Mara is a witch. Portray her as cold and distant.",
    "In battles, describe wounds vividly.",
    "You must never let Mara die.",
    "You should describe every wound.",
    "Always stay in character.",
)
LORE = (
    "Oakford is a market town.",
    '"Keep out!" says the sign at the mill. The mill is shut.',
    "The oath of the guard is “Serve the crown.” Every guard knows it.",
    "The guards of Oakford patrol the wall. Travellers must pay at the gate.",
    "Follow the road north and you come to Oakford.",
    "You can see the tower from the ford.",
    "Keep of Arden lies north of the ford.",
    "Rest here is cheap.",
    "Lies north of Oakford. Has three gates.",
    "Must the guard obey? Nobody knows.",
    "Mara's hands shake, brow furrowing with worry at the word.",
)


def bid(*texts: str) -> list[bool]:
    return [reading.bids for reading in reader().read_many(Telling(text, number, "author") for number, text in enumerate(texts, 1))]


def test_an_order_is_told_by_its_parse() -> None:
    assert [text for text, bids in zip(ORDERS, bid(*ORDERS), strict=True) if not bids] == []


def test_lore_is_no_order_nor_is_what_somebody_says_in_it() -> None:
    assert [text for text, bids in zip(LORE, bid(*LORE), strict=True) if bids] == []


BOOK = {
    "entries": {
        "0": {"uid": 0, "key": [], "comment": "Style", "content": "Write vivid prose, and never speak for {{user}}.", "constant": True},
        "1": {"uid": 1, "key": ["mayor"], "comment": "Mayor", "content": "The mayor is the killer of Lord Vane. Do not reveal this yet."},
        "2": {"uid": 2, "key": ["Oakford"], "comment": "Oakford", "content": "Oakford is a market town.", "constant": True},
        "3": {"uid": 3, "key": ["mill"], "comment": "Mill", "content": 'The mill is shut. "Keep out!" says its sign.'},
    }
}  # fmt: skip


LINES = ("I look around.", "What do you know of the mayor?", "I ask about the mayor.", "Who killed Lord Vane?", "Tell me about the mill.")


def begun(folder: Path) -> Game:
    file = folder / "eldon.json"
    file.write_text(json.dumps(BOOK), encoding="utf-8")
    campaign_of_files(folder / "made", [file])
    return open_campaign(folder / "made", home=folder / "home")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    with begun(tmp_path_factory.mktemp("book")) as game:
        return "\n".join(game.play(line).turn.reply for line in LINES)


def test_no_note_to_the_teller_is_read_out(told: str) -> None:
    assert "vivid" not in told
    assert "reveal" not in told
    assert "the killer" not in told


def test_the_lore_beside_it_is_told_with_the_words_of_a_sign(told: str) -> None:
    assert "Oakford is a market town." in told
    assert "says its sign" in told


def test_what_an_earlier_gm_planned_otherwise_is_taken_from_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("gm_engine.narrator.embedded.MAKE", "embedded-3")
        earlier.setattr("gm_engine.direction.beats.tell_lore", lambda _: None)
        game = begun(tmp_path)
        for line in (*LINES, "I look at the sky."):
            game.play(line)
    with game:
        done = verify_game(game.journal)
    assert done.turns == done.digests - 1 == 6
    assert 0 < done.replanned < 6
    assert done.prompts == 6 - done.replanned
    assert any("The GM was embedded-3/" in note and "planned" in note for note in done.notes)


def test_what_the_same_gm_plans_otherwise_is_a_divergence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as damaged:
        damaged.setattr("gm_engine.direction.beats.tell_lore", lambda _: None)
        game = begun(tmp_path)
        game.play(LINES[0])
    with game, pytest.raises(ReplayDivergence, match="differ"):
        verify_game(game.journal)


def test_a_world_of_other_than_bare_rules_keeps_its_purse(tmp_path: Path) -> None:
    with begun(tmp_path) as game:
        assert not game.state.counts_money()
        game.state.pack = game.state.pack.changed(rules="plain")
        assert game.state.counts_money()


LONG = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {
    "name": "Mara", "description": "Mara is a miller. " + " ".join(f"She has seen flood number {n} at the mill." for n in range(600)),
    "first_mes": "Mara nods.",
}}  # fmt: skip


def test_who_somebody_here_is_says_their_card_as_much_as_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mara.json"
    file.write_text(json.dumps(LONG), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [file])
    with open_campaign(tmp_path / "made", home=tmp_path / "home") as game:
        reply = game.play("Who is Mara?").turn.reply
    assert "Mara is here. Mara is a miller. She has seen flood number 0 at the mill." in reply
    assert len(reply.split()) < 90


def test_the_time_that_is_told_of_a_way_is_the_one_that_its_miles_take(tmp_path: Path) -> None:
    with begun(tmp_path) as game:
        assert length(game.state, (Exit(to="oakford", tenths=20),)) == "2 miles, forty minutes on foot"


def test_a_walk_is_told_as_close_as_it_is_counted() -> None:
    far = {
        id: place.model_copy(update={"exits": tuple(way.model_copy(update={"minutes": 40} if way.minutes else {}) for way in place.exits)})
        for id, place in LIVERY.locations.items()
    }
    game = trial(LIVERY.model_copy(update={"locations": far}), "far", seed=1)
    told = " ".join(str(game.play(f"I walk to the {place}.").turn.reply) for place in ("street", "livery") * 4)
    assert "forty minutes" in told
    assert "half an hour" not in told


def test_a_yes_or_no_of_whoever_came_by_a_card_is_what_the_card_says_and_never_what_the_dice_say(tmp_path: Path) -> None:
    card = {
        "name": "Sal",
        "description": "Species: Human\nOccupation: College student of a painter\nSal lives alone by the mill.\n"
        "Hates: Bugs, as they make her faint.",
        "first_mes": "Sal waves.",
    }
    file = tmp_path / "sal.json"
    file.write_text(json.dumps(card), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [file])

    def asked(line: str, seed: int) -> str:
        with open_campaign(tmp_path / "made", home=tmp_path / f"{seed}", seed=seed) as game:
            return " ".join(str(game.play(line).turn.reply).split())

    for seed in range(3):
        assert '"Yes. College student' in asked("Are you a student?", seed)
        assert '"Yes. Human' in asked("Are you human?", seed)
        for line in ("Do you have a job?", "Are you a painter?"):
            assert "College student of a painter" in (said := asked(line, seed))
            assert "Yes" not in said
        assert "Sal lives alone by the mill." in asked("Do you live alone?", seed)
        assert "Sal hates bugs, as they make her faint." in asked("Do you hate bugs?", seed)
        for line in ("Are you a knight?", "Are you married?", "Do you drink coffee?"):
            assert not {"Yes", "No", "Yes,", "No,"} & set(asked(line, seed).replace('"', " ").split()), line
        for line in ("Are you Sal?", "Are you sal?"):
            assert any(said in asked(line, seed) for said in ("looking at her", "looking at them", "That would be me")), line


def test_an_evening_of_nothing_but_talk_is_recalled_by_what_was_said(tmp_path: Path) -> None:
    file = tmp_path / "sal.json"
    card = {"name": "Sal", "description": "Occupation: College student\nSal lives alone by the mill.", "first_mes": "Sal waves."}
    file.write_text(json.dumps(card), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [file])
    with open_campaign(tmp_path / "made", home=tmp_path / "home", seed=1) as game:
        for line in ("I wait.", "Do you live alone?", "Are you a student?"):
            game.play(line)
        told = [(line.turn, line.text) for line in recap(game.state)]
    assert (2, "Do you live alone? — Sal lives alone by the mill.") in told
    assert told[-1][1].startswith('Are you a student? — "Yes. College student')
    assert told[-1][1].count('"') == 2


def test_a_key_that_is_typed_tells_its_entry_whatever_else_is_made_of_the_line(tmp_path: Path) -> None:
    entries = {
        "0": {
            "uid": 0,
            "key": ["Oakford"],
            "content": "[Oakford: a town in the midst of(The Weald), ruler(Ann Vane), part of(the League)]",
        },
        "1": {"uid": 1, "key": ["Grand Warden"], "content": "The Grand Warden is chosen by lot each spring."},
        "2": {"uid": 2, "key": [], "constant": True, "content": "The Weald is a wood without an end."},
    }
    file = tmp_path / "weald.json"
    file.write_text(json.dumps({"entries": entries}), encoding="utf-8")
    campaign_of_files(tmp_path / "made", [file])
    with open_campaign(tmp_path / "made", home=tmp_path / "home", seed=3) as game:
        told = [str(game.play(line).turn.reply) for line in ("I look around.", "Grand Warden", "Asdf qwer.", "Tell me about Oakford.")]
    told = [" ".join(one.split()) for one in told]
    assert told[1] == "The Grand Warden is chosen by lot each spring."
    assert "I did not follow that" in told[2]
    assert "Oakford: a town in the midst of The Weald, ruler Ann Vane, part of the League." in told[3]
    assert "nobody" not in told[3]
