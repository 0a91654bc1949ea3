"""Whom and what the game master brings in is part of the world: found, met, gone to, and kept whatever becomes of the record."""

from gm_engine.bootstrap import resume_game, verify_game
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.journal import MemoryJournal
from gm_engine.journal.lines import read_lines, write_lines
from gm_engine.play.snapshot import read_kept, write_snapshot
from gm_engine.state import fold
from gm_engine.state.cast import A_WALK, joined
from gm_engine.story import event as happened
from gm_engine.story.newcomer import Newcomer
from tests.mesa import SECRET_ALIAS
from tests.play.heard import GIRL, MESA, TILDA, Table, by, of

BAKERY = "She sleeps in the old bakery behind the main street."
MULE = by("thing", "leads a lame mule in", name="the lame mule", text="a lame mule", at="Tilda")
PLACE = by("place", BAKERY, name="the old bakery", text="where Tilda sleeps", at="the main street")
FAR = by("place", "She was born in Denver.", name="Denver", text="where she was born")


def evening() -> Table:
    table = Table()
    table.turn(f"{GIRL} {BAKERY} She was born in Denver.", TILDA, MULE, PLACE, FAR)
    return table


def test_they_stand_where_they_were_told_to_stand_with_what_they_have() -> None:
    state = evening().game.state
    assert "tilda" in state.present()
    assert state.name("tilda") == "Tilda"
    assert state.person("tilda").pronouns == "she"
    assert state.has("tilda", "lame_mule") == 1
    assert state.where("old_bakery") == ""
    assert [way.to for way in state.pack.locations["old_bakery"].exits] == ["street"]
    assert state.met.get("tilda") == 1


def test_rows_may_come_in_any_order() -> None:
    """Somebody who stood in a place that the same note brought in once stood nowhere."""
    table = Table()
    table.turn(f"{GIRL} {BAKERY}", {**TILDA, "at": "the old bakery"}, PLACE)
    assert table.game.state.where("tilda") == "old_bakery"


def test_they_have_a_card_when_their_name_falls_and_while_they_are_here() -> None:
    table = evening()
    asks = {"verb": "ask", "whom": "Tilda", "about": "the mule", "words": "ask"}
    table.turn("Tilda nods.", said="I ask Tilda about the mule.", acts=[asks])
    assert "a girl in a flour sack dress" in table.prompt.casefold()
    assert "does not know" not in table.prompt
    assert "Tilda" in table.model.questions[-2].user, "the hearer sees who is there"


def test_the_lore_finds_them() -> None:
    state = evening().game.state
    assert [entity.id for entity in state.lore.named("Tilda")] == ["tilda"]
    assert GIRL in lore_text(state, "tilda")
    assert BAKERY in lore_text(state, "old_bakery")


def test_they_are_spoken_to_given_things_and_fought() -> None:
    table = evening()
    table.turn(
        "Tilda takes it.", said="…",
        acts=[{"verb": "greet", "whom": "Tilda", "words": "greet"}, {"verb": "give", "whom": "Tilda", "amount": 100, "words": "give"}],
    )  # fmt: skip
    assert table.game.state.purse("tilda") == 100
    played = table.turn("You swing at Tilda.", said="…", acts=[{"verb": "strike", "whom": "Tilda", "words": "strike"}])
    assert [event.roll.actor for event in of(happened.DiceRolled, played)]


def test_a_place_whose_way_is_known_is_walked_to() -> None:
    table = evening()
    table.turn("You stand before the bakery.", said="…", acts=[{"verb": "travel", "place": "the old bakery", "words": "walk there"}])
    assert table.game.state.here == "old_bakery"
    table.turn("You walk back.", said="…", acts=[{"verb": "travel", "place": "livery", "words": "walk back"}])
    assert table.game.state.here == "livery"


def test_a_place_that_was_only_spoken_of_is_reached_when_it_is_told_and_left_again() -> None:
    """Nobody could ever come to a place of which it was not said where it lies, and nobody could have left it."""
    table = evening()
    told = "The train carries you all night, and you step down in Denver."
    travel = {"verb": "travel", "place": "Denver", "words": "take the train to Denver"}
    played = table.turn(told, by("change", told, name="you", what="place", to="Denver"), said="…", acts=[travel])
    assert [intent.verb for intent in of(happened.PlayerSpoke, played)[0].intents] == ["free"]
    assert table.game.state.here == "denver"
    table.turn("You ride home.", said="…", acts=[{"verb": "travel", "place": "livery", "words": "ride home"}])
    assert table.game.state.here == "livery"


def test_where_a_place_lies_may_be_told_later() -> None:
    table = evening()
    told = "Denver lies right behind the Silver Spur, she says, and laughs."
    table.turn(told, {**FAR, "quote": told, "at": "the Silver Spur"})
    assert [(way.to, way.minutes) for way in table.game.state.pack.locations["denver"].exits] == [("saloon", A_WALK)]


# --- they are kept


def cast_of(table: Table) -> tuple[object, ...]:
    state = table.game.state
    return state.pack.npcs["tilda"], state.pack.locations["old_bakery"], state.pack.items["lame_mule"], state.newcomers.get("tilda")


def test_they_survive_a_snapshot() -> None:
    table = evening()
    state, _ = read_kept(write_snapshot(table.game.state, table.game.tools.memory))
    assert (state.pack.npcs["tilda"], state.newcomers.get("tilda")) == (cast_of(table)[0], cast_of(table)[3])
    assert state.digest == table.game.state.digest


def test_they_survive_being_read_back_from_lines() -> None:
    table = evening()
    copy = MemoryJournal(table.game.journal.name)
    read_lines(list(write_lines(table.game.journal)), copy, "copy")
    again = resume_game(copy)
    assert again.state.digest == table.game.state.digest
    assert "tilda" in again.state.present()


def test_undo_takes_them_out_again_and_a_branch_keeps_its_own() -> None:
    table = evening()
    table.game.branch("other", turn=0)
    assert "tilda" not in table.game.state.pack.npcs
    table.turn("Nobody comes.")
    assert "tilda" not in table.game.state.pack.npcs
    table.game.switch("main")
    assert "tilda" in table.game.state.pack.npcs
    table.game.undo()
    assert "tilda" not in table.game.state.pack.npcs
    assert table.game.state.lore.entity("tilda") is None


def test_an_evening_with_newcomers_replays_without_a_model() -> None:
    table = evening()
    table.turn("Tilda nods.", said="…", acts=[{"verb": "give", "whom": "Tilda", "amount": 100, "words": "give"}])
    asked = len(table.model.questions)
    done = verify_game(table.game.journal)
    assert (done.turns, done.prompts) == (2, 2)
    assert len(table.model.questions) == asked


def test_redaction_of_the_turn_takes_their_words_out() -> None:
    table = evening()
    table.turn("Tilda nods.", said="I wait for Tilda.")
    table.game.redact(1)
    kept = "\n".join(write_lines(table.game.journal))
    first = [line for line in kept.splitlines() if '"turn":1' in line.replace(" ", "")]
    for words in ("flour sack", "old bakery", "lame mule", "Denver"):
        assert not any(words in line for line in first), words
    assert table.game.state.turn == 2
    table.turn("Nothing stirs.")
    assert verify_game(table.game.journal).turns >= 1


# --- the fold


def test_who_is_there_already_is_left_as_they_are() -> None:
    again = Newcomer(id="ortega", kind="character", name="Somebody else", turn=1)
    assert joined(MESA, again) == MESA


def test_a_way_is_made_once_and_never_to_itself() -> None:
    far = Newcomer(id="denver", kind="place", name="Denver", turn=1)
    pack = joined(MESA, far)
    assert pack.locations["denver"].exits == ()
    assert joined(pack, far.model_copy(update={"place": "denver"})).locations["denver"].exits == ()
    near = joined(pack, far.model_copy(update={"place": "street"}))
    assert [way.to for way in near.locations["denver"].exits] == ["street"]
    assert joined(near, far.model_copy(update={"place": "street"})) == near
    further = joined(near, far.model_copy(update={"place": "saloon"}))
    assert [way.to for way in further.locations["denver"].exits] == ["street", "saloon"]


def test_a_group_is_a_faction_and_a_nameless_one_is_somebody() -> None:
    pack = joined(MESA, Newcomer(id="riders", kind="faction", name="the night riders", summary="men in hoods", turn=1))
    assert pack.factions["riders"].summary == "men in hoods"
    assert joined(MESA, Newcomer(id="x", kind="character", name="", turn=1)).npcs["x"].name == "somebody"


def test_who_gives_their_name_is_the_one_who_came_in_without_it() -> None:
    """A boy in an apron who then said his name once stood beside himself: the name was new in the same note."""
    table = Table()
    came, called = "A boy in a store apron waits at the gate.", "Tobias Lunt, says the boy, I do the sums."
    table.turn(came, by("person", came, name="boy in a store apron", text="a boy in a store apron", at="here", by="he"))
    table.turn(
        called,
        by("person", called, name="Tobias Lunt", text="a boy who does the sums", at="here", by="he"),
        by("same", called, name="boy in a store apron", to="Tobias Lunt"),
    )
    present = [table.game.state.name(id) for id in table.game.state.present()]
    assert "Tobias Lunt" in present
    assert "boy in a store apron" not in present
    assert verify_game(table.game.journal).turns == 2


DITCH = "Mud cracks on your sleeves before you have made a hundred yards up the ditch path."


def test_whoever_goes_where_nobody_had_been_is_there_and_whoever_went_before_is_met() -> None:
    """Three turns on a ditch path were told as at a boarding house: the path was no place on record, and nobody ever left."""
    table = Table()
    goes = "Ortega walks off up the ditch path with a lantern."
    table.turn(goes, by("change", goes, name="Ortega", what="place", to="the ditch path"))
    assert "ortega" not in table.game.state.present()
    table.turn(DITCH, by("change", DITCH, name="you", what="place", to="the ditch path"), said="I follow his lantern.")
    state = table.game.state
    assert state.name(state.here) == "the ditch path"
    assert "ortega" in state.present()
    table.turn("You walk back.", said="…", acts=[{"verb": "travel", "place": "livery", "words": "walk back"}])
    assert table.game.state.here == "livery"
    assert verify_game(table.game.journal).turns == 3


def test_a_place_of_which_nothing_is_told_takes_nobody_in() -> None:
    table = Table()
    table.turn(DITCH, by("change", DITCH, name="you", what="place", to="the moon"))
    table.turn(f'"{DITCH}" says Ortega.', by("change", DITCH, name="you", what="place", to="the ditch path"))
    table.turn("You stand by Faro Tess.", by("change", "You stand by Faro Tess.", name="you", what="place", to=SECRET_ALIAS))
    assert table.game.state.here == "livery"
    assert not table.game.state.newcomers


def test_two_places_that_were_told_of_are_no_island() -> None:
    """A ditch and its footbridge were joined to each other and to nothing else: for the rest of the evening no way led back to town."""
    table = Table()
    goes = "Ortega walks off up the ditch path with a lantern."
    table.turn(goes, by("change", goes, name="Ortega", what="place", to="the ditch path"))
    bridge = "The ditch path runs on to a footbridge."
    table.turn(
        f"{DITCH} {bridge}",
        by("place", bridge, name="the footbridge", text="a footbridge on the ditch path", at="the ditch path"),
        by("change", DITCH, name="you", what="place", to="the ditch path"),
    )
    table.turn("You step onto the planks.", said="…", acts=[{"verb": "travel", "place": "the footbridge", "words": "step onto it"}])
    assert table.game.state.name(table.game.state.here) == "the footbridge"
    table.turn("You are home.", said="…", acts=[{"verb": "travel", "place": "livery", "words": "walk home"}])
    assert table.game.state.here == "livery"
    assert "It cannot be done" not in table.prompt


def test_who_is_told_to_be_in_town_again_is_there_and_a_way_leads_on_from_it() -> None:
    table = Table()
    state = table.game.state
    fold(state, happened.NewcomerJoined(turn=0, newcomer=Newcomer(id="isle", kind="place", name="the isle", turn=0)))
    table.turn("You wake on the isle.", by("change", "You wake on the isle.", name="you", what="place", to="the isle"))
    assert table.game.state.here == "isle"
    back = "You stand on the main street, wet."
    table.turn(back, by("change", back, name="you", what="place", to="the main street"))
    assert table.game.state.here == "street"
