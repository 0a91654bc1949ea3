"""Faults that were found in play and mended, each by its name: they stay mended."""

import pytest

from gm_engine.authoring import load_pack
from gm_engine.bootstrap import trial
from gm_engine.continuity.canon import canon
from gm_engine.shipped import shipped
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.pack import Pack, Person, Start
from tests.continuity.county import Table, relations
from tests.continuity.test_prose import cast, conflicts, reader


def kinds(*turns: str) -> list[str]:
    """The classes of what is found in a story told in these turns."""
    return [conflict.kind for conflict in conflicts(*turns)]


def claims(text: str) -> list[str]:
    """What the reader makes of a text, in short."""
    book = reader()
    book.know(cast())
    told = book.read(text, turn=1, voice="narrator", you="you").claims
    return [f"{claim.relation}={'' if claim.polarity else 'not '}{claim.value.text}" for claim in told]


@pytest.mark.parametrize(
    "again",
    [
        "Silas Brandt reads it through twice.",
        "Silas Brandt reads a line of the newspaper, lips moving.",
        "Silas Brandt reads Latin.",
        "Silas Brandt does not read the letter.",
        "Silas Brandt does not read a word of Latin.",
    ],
)
def test_to_be_seen_reading_does_not_clash_with_a_language_that_is_read(again: str) -> None:
    assert kinds("Silas Brandt reads English.", again) == []


def test_to_lack_one_language_is_not_to_lack_another() -> None:
    assert kinds("Silas Brandt reads no Latin.", "Silas Brandt reads the letter aloud.") == []
    assert kinds("Silas Brandt speaks English.", "Silas Brandt speaks Spanish.") == []
    assert kinds("Silas Brandt speaks English.", "Silas Brandt does not speak.") == []
    assert kinds("Silas Brandt speaks English.", "Silas Brandt speaks no English.") == ["ability"]


def test_an_author_who_writes_no_denies_it() -> None:
    start = Start(at="here", pc="ann")
    pack = Pack(id="a", title="A", start=start, npcs={"bob": Person(name="Bob", facts={"reads": "no", "speaks": "German"})})
    told = {claim.relation: (claim.value.text, claim.polarity) for claim in canon(pack, relations().values())}
    assert told["reads"] == ("yes", False)
    assert told["speaks"] == ("german", True)


def test_the_colour_of_eyes_told_after_their_owner_is_read() -> None:
    assert kinds("Silas Brandt has blue eyes.", "Brown eyes, Silas Brandt's, and quicker than the rest of the face.") == ["physical_trait"]


def test_the_colour_of_eyes_told_after_their_owner_is_read_in_a_paragraph() -> None:
    again = "Without a hat, Silas Brandt's hair is fair. Brown eyes, Silas Brandt's, and quicker than the rest of the face."
    assert kinds("Silas Brandt has blue eyes.", again) == ["physical_trait"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Orrin Teague has a beard.", "Orrin Teague has a red beard."),
        ("Orrin Teague has a gray beard.", "Orrin Teague strokes his grey beard."),
        ("Orrin Teague has a gray beard.", "Orrin Teague has a white beard."),
        ("Orrin Teague has a red beard.", "Orrin Teague wipes his moustache."),
    ],
)
def test_a_beard_told_again_is_the_same_beard(one: str, two: str) -> None:
    assert kinds(one, two) == []


def test_somebody_may_be_elsewhere_when_there_was_time_for_the_way() -> None:
    table = Table()
    table.tell("ada at saloon; minute 10")
    fold(table.state, happened.StateChanged(turn=2, what="place", key="cal", new="gorge"))
    assert [one.rule for one in table.tell("ada at gorge; minute 40").conflicts] == ["two-places"]
    assert table.tell("ada at gorge; minute 400").conflicts == ()


def test_somebody_in_the_scene_is_nowhere_else_however_long_ago_it_was_told() -> None:
    table = Table()
    table.tell("ada at saloon; minute 10")
    fold(table.state, happened.StateChanged(turn=2, what="place", key="cal", new="saloon"))
    assert [one.rule for one in table.tell("ada at gorge; minute 400").conflicts] == ["two-places"]


@pytest.mark.parametrize(
    "act",
    [
        "Amos Reddy walks out of the undertaker's and nods at the corpse on the wagon.",
        "Amos Reddy looks up from the body and asks for water.",
        "Amos Reddy sits down on a grave and eats an apple.",
        "Amos Reddy tells you about the death of his wife.",
        "Amos Reddy frowns at the picture on the wall.",
        "Amos Reddy remembers you, and shakes your hand.",
        "Amos Reddy laughs, once, and pours a drink.",
        "Amos Reddy believes in ghosts, and says so over his beer.",
        "Amos Reddy hands you his will and asks you to read it.",
        "Amos Reddy wakes from a dream and reaches for his boots.",
        "Amos Reddy pours himself a drink, pale as a ghost.",
        "Amos Reddy asks after his nephew and pours the coffee.",
    ],
)
def test_a_dead_man_acts_whatever_else_his_sentence_speaks_of(act: str) -> None:
    assert kinds("Amos Reddy is dead.", act) == ["life_death"]


@pytest.mark.parametrize(
    "told",
    [
        "Amos Reddy lies in the churchyard, and rests there better than he ever slept.",
        "Amos Reddy looks peaceful in the pine box.",
        "Amos Reddy haunts the old mill, and smells of it.",
        "Amos Reddy smiles from the tintype on the wall.",
        "In your memory Amos Reddy laughs and pours a drink.",
        "You remember how Amos Reddy laughs and pours a drink.",
        "Amos Reddy leaves the ranch to his niece in his will.",
        "It was here that Amos Reddy once sat and laughed.",
        "Amos Reddy comes up out of the grave and walks to the gate.",
        "The ghost of Amos Reddy walks along the wall and laughs.",
        "Two men carry Amos Reddy out on a door.",
    ],
)
def test_the_dead_may_be_spoken_of(told: str) -> None:
    assert kinds("Amos Reddy is dead.", told) == []


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_what_the_oracle_answers_is_told_and_its_opposite_clashes(seed: int) -> None:
    game = trial(load_pack(shipped("campaigns") / "red_mesa"), "oracle", seed=seed)
    asked = game.play("/oracle Is there a back door?")
    (roll,) = [event.roll for event in asked.events if isinstance(event, happened.DiceRolled) and event.roll.skill == "oracle"]
    (fact,) = game.state.lore.topic(game.state.here, "feature")
    assert (fact.value.text, fact.polarity, fact.told_by[0].voice) == ("back door", roll.band.startswith("yes"), "oracle")
    game.reply_next("There is a back door." if fact.polarity else "There is no back door.")
    assert not game.play("I look around.").conflicts
    game.reply_next("There is no back door." if fact.polarity else "There is a back door.")
    (conflict,) = game.play("I look around.").conflicts
    assert conflict.rule == "there-or-not"
