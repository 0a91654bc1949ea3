"""A model that hears is told who does not know of a thing only where the story holds it and they cannot have learnt it."""

import pytest

from gm_engine.context import left_free
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.intent import Intent
from gm_engine.story.pack import Secret
from tests.memory.tale import PACK, Tale

ASKED = "I ask Miss Boone about Sundown Pete and the shooting in the straw."
IGNORANCE = Beat(kind="ignorance", target="boone", slots={"about": "the shooting"})


def shot(*, before: tuple[str, str] | None = None) -> Tale:
    """Pete was shot at the livery a minute ago; Miss Boone is at the schoolhouse, and so is the player's character by now."""
    told = Tale(PACK.model_copy(update={"rulebook": {}}))
    told.play("I draw on Sundown Pete and shoot.", "He goes down in the straw.")
    told.mark("p1.n1", "Sundown Pete was shot dead in the straw", significance="milestone", participants=("cal", "ortega"), place="livery")
    told.change("place", key="cal", new="school")
    if before:
        told.play(*before)
    told.say(ASKED)
    return told


def stands(told: Tale, beat: Beat, said: str, *intents: Intent) -> Beat | None:
    return next(iter(left_free(said, intents, (beat,), told.state, told.memory)), None)


def test_who_was_not_there_and_has_not_heard_is_said_not_to_have() -> None:
    beat = stands(shot(), IGNORANCE, ASKED)
    assert beat is not None
    assert beat.slots["unheard"] == "Sundown Pete was shot dead in the straw"


def test_what_was_told_before_somebody_is_never_unknown_to_them() -> None:
    before = ("I tell Miss Boone that Sundown Pete lies shot in the straw.", 'She sits down. "The shooting. I heard it," she says.')
    assert stands(shot(before=before), IGNORANCE, ASKED) is None


@pytest.mark.parametrize("said", ["I ask Miss Boone about the Leadville parrot.", "Who hanged Corrigan?"])
def test_of_what_nobody_has_told_anything_the_model_is_free(said: str) -> None:
    told = Tale()
    told.say(said)
    assert stands(told, IGNORANCE, said) is None
    assert stands(told, Beat(kind="refusal", target="boone", slots={"about": "it"}), said) is None


def test_a_secret_that_somebody_does_not_share_is_not_theirs_to_tell() -> None:
    told = Tale()
    said = "I ask Ortega what Miss Boone did in Leadville."
    told.say(said)
    intent = Intent(verb="ask", target="ortega", topic="boone_past", words=said)
    assert stands(told, Beat(kind="ignorance", target="ortega"), said, intent) is not None
    told.change("secret", key="boone_past", new="revealed")
    assert stands(told, Beat(kind="ignorance", target="ortega"), said, intent) is None


def test_who_keeps_a_secret_will_not_tell_it() -> None:
    told = Tale(PACK.model_copy(update={"secrets": {"boone_past": Secret(truth="She dealt faro.", about=("boone",), known_by=("boone",))}}))
    said = "I ask Miss Boone what she did before."
    told.say(said)
    refusal = Beat(kind="refusal", target="boone")
    assert stands(told, refusal, said, Intent(verb="ask", target="boone", topic="boone", words=said)) is not None
    assert stands(told, refusal, said, Intent(verb="ask", target="boone", words=said)) is None


def test_dice_that_failed_stand_even_where_it_was_told_before() -> None:
    before = ("I tell Miss Boone that Sundown Pete lies shot in the straw.", 'She sits down. "The shooting. I heard it," she says.')
    beat = stands(shot(before=before), Beat(kind="refusal", target="boone", band="failure"), ASKED)
    assert beat is not None
    assert (beat.kind, beat.band) == ("check", "failure")


def test_lore_that_only_shares_a_word_is_not_handed_out_as_an_answer() -> None:
    told = Tale()
    said = "I ask Ortega whose hand wrote the ticket."
    told.say(said)
    assert stands(told, Beat(kind="answer", target="ortega", elements=("lore:hand",)), said) is None
    assert stands(told, Beat(kind="answer", target="ortega", topic="thorne", elements=("lore:hand",)), said) is not None


def test_a_trait_in_passing_is_on_the_card_already() -> None:
    told = Tale()
    eyes = Statement(subject="ortega", relation="eyes", value=Value(kind="enum", text="brown"))
    told.say("I wait.")
    assert stands(told, Beat(kind="statement", target="ortega", statement=eyes, slots={"said": "brown"}), "I wait.") is None
    fault = Beat(kind="statement", target="ortega", statement=eyes, slots={"said": "brown"}, sim="fault")
    assert stands(told, fault, "I wait.") == fault
