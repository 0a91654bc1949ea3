"""What the GM answers to the player, of whom nobody in the story is asked: tersely, at once, the same every time."""

import pytest

from gm_engine.story.intent import Intent
from tests.direction.test_answers import beside


def told(mode: str, about: str, campaign: str = "redemption", npc: str = "oakes", seed: int = 1) -> str:
    table = beside(campaign, npc, seed)
    minute = table.state.minute
    said = table.play(about, Intent(verb="look", mode=mode, about=about, words=about))
    assert table.state.minute == minute, "a question takes no time"
    assert [beat.kind for beat in said.plan.beats] == ["look"]
    return said.completion.text


@pytest.mark.parametrize(
    ("mode", "about", "answer"),
    [
        ("self", "am I any good at riding?", "Riding: 70 in a hundred, good, learnt."),
        ("self", "do I know how to swim?", "Athletics: 50 in a hundred, fair, never learnt."),
        ("self", "do I have a revolver?", "Yes, a Colt revolver."),
        ("self", "who knows me here?", "Nobody whom you have met yet."),
        ("rules", "what would I roll to shoot the lock?", "Shooting: 65 in a hundred, good, learnt."),
        ("world", "where is the sheriff?", "Daniel Kettering is at the jail."),
        ("world", "is Kettering dead?", "No. Daniel Kettering is alive."),
        ("world", "who is that?", "Ben Oakes, blacksmith and liveryman."),
        ("world", "what year is it?", "It is Monday, May 1, 1882, 5.30 in the evening."),
        ("world", "where can I find a doctor?", "Edwin Sayre, at the doctor's rooms."),
        ("self", "how much money do I have?", "You have $61.50."),
        ("self", "may I leave the building?", "Nothing stands in the way of it. Say that you do it, and it is done."),
        ("self", "what am I good at?", "Best at these: riding, 70 in a hundred; shooting, 65 in a hundred; tracking, 65 in a hundred."),
        ("world", "who is in the jail?", "Mostly to be found at the jail: Daniel Kettering, sheriff."),
        ("world", "what is on the anvil?", "An anvil on a stump black with years of scale."),
    ],
)
def test_what_the_sheet_the_rules_and_the_place_say(mode: str, about: str, answer: str) -> None:
    assert told(mode, about) == answer


def test_how_long_something_still_takes_is_read_off_the_page_or_the_clock() -> None:
    said = told("world", "how long until the hanging?", "red_mesa", "amos")
    assert said == "Eben Rusk was tried in one morning and is to hang on Saturday, October 18, at first light."
    said = told("world", "how long have we got before the sentence is carried out?", "red_mesa", "amos")
    assert said == "It is Wednesday, October 15, 1884, 5.30 in the evening. The sentence: none of six, and goes on by two a day."


def test_what_is_here_is_the_places_own_page() -> None:
    said = told("world", "what is in here?")
    assert said.startswith("A barn, a corral of cedar pickets and a forge")
    assert "Ben Oakes is here." in said


def test_what_nobody_wrote_falls_by_the_dice_and_is_said_as_a_sentence() -> None:
    sides = {told("world", "is there a back door?", seed=seed) for seed in range(1, 14)}
    assert sides == {"Yes. There is a back door.", "No. There is no back door."}


def test_what_is_in_nothing_that_is_written_is_the_players_to_say() -> None:
    assert told("self", "what was my first horse called?") == "What your first horse was called is yours to say."


def test_what_is_remembered_is_what_everybody_knows() -> None:
    assert "Joss" in told("self", "what do I remember about Joss?", "nine_tonnes", "hask")


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_dice_never_decide_who_there_is(seed: int) -> None:
    """The pack knows its people, its places and what they are: those of the sort that is asked for are named, the nearest first."""
    assert told("world", "are there any women in this town?", seed=seed).startswith("Yes. Mattie Dowd, at the Dowd House; ")
    assert told("world", "is there a church here?", seed=seed) == "Yes. The church, seven minutes from here."
    assert told("world", "is there a dentist here?", seed=seed) == "No. None that anybody has heard of."


def test_what_was_said_lately_is_said_again() -> None:
    table = beside("redemption", "oakes")
    table.play("ask Ben about the mule", Intent(verb="ask", target="oakes", about="the mule", words="ask Ben about the mule"))
    asked = Intent(verb="look", mode="self", about="what were we saying?", words="what were we saying?")
    said = table.play(asked.about, asked).completion.text
    assert said
    assert said in table.turns[0].completion.text
