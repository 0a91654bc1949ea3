"""NPCs speak from what they know: by having been there, by being told, by office or ties, by news that had the time to come."""

from gm_engine.authoring import read_rulebook, read_words
from gm_engine.context import fit, from_what_they_know, gather
from gm_engine.context.npc_knowledge import Known, card, event_of, knows
from gm_engine.context.retold import retold
from gm_engine.narrator import EmbeddedGM
from gm_engine.story.beat import Beat
from gm_engine.story.budget import Budget
from gm_engine.story.claim import Statement, Value
from gm_engine.story.pack import Faction, Location, Person
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey
from gm_engine.story.table_rules import TableRules
from gm_engine.story.travel import Exit
from tests.memory.tale import PACK, Tale

DAY = 1440
FAR = PACK.model_copy(
    update={
        "locations": {
            **PACK.locations,
            "street": PACK.locations["street"].model_copy(update={"exits": (*PACK.locations["street"].exits, Exit(to="fort", tenths=450))}),
            "fort": Location(name="Fort Union"),
        },
        "npcs": {
            **PACK.npcs,
            "ames": Person(name="Captain Ames", pronouns="he", at="fort", role="captain"),
            "lund": Person(name="Kit Lund", pronouns="she", at="fort", faction="gang"),
            "pete": Person(name="Sundown Pete", pronouns="he", at="livery", faction="gang"),
            "deputy": Person(name="Deputy Hale", pronouns="he", at="fort", role="deputy"),
        },
        "factions": {"gang": Faction(name="the Lund gang")},
        "rulebook": {"news": read_rulebook("western")["news"]},
    }
)


def tale() -> Tale:
    """Pete was shot at the livery, before Ortega's eyes."""
    told = Tale(FAR)
    for who in ("ames", "lund", "pete", "deputy"):
        told.state.met[who] = 1
    told.play("I draw on Sundown Pete and shoot.", "He goes down in the straw.")
    told.mark("p1.1", "Sundown Pete died", significance="milestone", participants=("cal", "pete"), place="livery")
    told.mark("p1.2", "Cal sold the gray mare to Pete", significance="minor", participants=("cal", "pete"), place="livery")
    return told


def how(told: Tale, who: str, id: str = "story_point:p1.1") -> Known:
    event = event_of(id, told.state)
    assert event is not None
    return knows(who, event, told.state)


def test_who_was_there_saw_it() -> None:
    assert how(tale(), "ortega").how == "saw it"


def test_in_town_it_is_known_within_the_hour_and_at_the_fort_not_before_the_rider() -> None:
    told = tale()
    assert how(told, "boone").how == "has not heard yet"
    told.change("time", new=told.state.minute + 60)
    assert how(told, "boone").how == "has heard"
    assert how(told, "ames").how == "has not heard yet"
    told.change("time", new=told.state.minute + DAY)
    assert how(told, "ames").how == "has heard"


def test_small_news_is_slower_but_for_an_office_and_for_ones_own() -> None:
    told = tale()
    told.change("time", new=told.state.minute + DAY + 5)
    assert how(told, "ames", "story_point:p1.2").how == "has not heard yet"
    assert how(told, "deputy", "story_point:p1.2").how == "has heard"
    assert how(told, "lund", "story_point:p1.2").how == "has heard"
    told.change("time", new=told.state.minute + 3 * DAY)
    assert how(told, "ames", "story_point:p1.2").how == "has heard"


def test_who_was_told_knows_at_once() -> None:
    told = tale()
    told.change("place", "cal", new="fort")
    assert how(told, "ames").how == "has not heard yet"
    told.play("I tell the captain that Sundown Pete died at my hand.", "He puts his pen down.")
    told.say("I wait.")
    assert how(told, "ames").how == "was told"
    assert how(told, "lund").how == "was told"


def test_what_nobody_saw_does_not_travel() -> None:
    told = Tale(FAR)
    told.change("place", "cal", new="street")
    told.play("I bury the strongbox under the cottonwood.", "The ground is hard.")
    told.mark("p1.1", "The strongbox was buried under the cottonwood", participants=("cal",), place="street")
    told.change("time", new=told.state.minute + 90 * DAY)
    assert how(told, "boone").how == "has not heard yet"
    told.change("place", "cal", new="school")
    told.play("I tell Miss Boone of the strongbox under the cottonwood.", "She nods.")
    told.say("I wait.")
    assert how(told, "boone").how == "was told"


def test_the_prompt_says_what_somebody_here_knows_of_what_is_asked_and_no_more() -> None:
    told = tale()
    told.change("place", "cal", new="fort")
    said = "I ask Captain Ames whether he knows how Sundown Pete died."
    told.say(said)
    elements = gather(said, (), (), told.state, told.memory)
    card = next(element for element in elements if element.id == "knows:ames")
    assert "Has not heard yet: Sundown Pete died" in card.text
    assert card.holder == "ames"
    assert card.score == sum(card.reasons.values())
    fitted = fit(elements, Budget(), said=said, floor=told.memory.weights.floor)
    assert card.id in {element.id for element in fitted.section("scene")}
    assert "knows:lund" not in {element.id for element in elements}


def test_where_nothing_that_happened_is_asked_nobody_says_what_they_know() -> None:
    told = tale()
    said = "I ask Ortega about his horses."
    told.say(said)
    assert not [element for element in gather(said, (), (), told.state, told.memory) if element.id.startswith("knows:")]


def asked(told: Tale, who: str, **beat: object) -> Beat:
    """What becomes of a beat of somebody who is asked how Sundown Pete died."""
    said = "I ask how Sundown Pete died."
    told.say(said)
    made = Beat.model_validate({"kind": "ignorance", "target": who, "topic": "pete", **beat})
    [found] = from_what_they_know(said, (), (made,), told.state, told.memory)
    return found


def test_who_saw_it_does_not_say_that_they_know_nothing_of_it() -> None:
    found = asked(tale(), "ortega")
    assert (found.kind, found.slots) == ("answer", {"happened": "Sundown Pete died", "how": "saw it"})


def test_who_has_not_heard_of_it_knows_nothing_of_it() -> None:
    assert asked(tale(), "ames").kind == "ignorance"


def test_nobody_who_knows_of_a_death_says_where_the_dead_are_to_be_found() -> None:
    where = Statement(subject="pete", relation="at", value=Value(kind="entity", text="the livery", entity="livery"))
    told = tale()
    assert asked(told, "ortega", kind="answer", statement=where).statement == where
    told.change("condition", "pete", new="dead")
    assert asked(told, "ames", kind="answer", statement=where).statement == where
    found = asked(told, "ortega", kind="answer", statement=where)
    assert (found.statement, found.slots["happened"]) == (None, "Sundown Pete died")


def test_the_embedded_gm_tells_what_somebody_knows_and_how() -> None:
    gm = EmbeddedGM(read_words("western"))
    for known, phrases in (("saw it", ("there", "saw")), ("was told", ("you", "your")), ("has heard", ("hear", "had it", "come this far"))):
        beat = Beat(kind="answer", target="ortega", slots={"happened": "the gray mare was sold", "how": known, "target_name": "Ortega"})
        section = PromptSection(name="beats", role="system", text="", beats=(beat,))
        for turn in range(6):
            reply = gm.complete(Prompt(sections=(section,), draw=DrawKey(seed=1, turn=turn))).text
            assert "he gray mare was sold" in reply
            assert any(phrase in reply for phrase in phrases)


def test_a_model_is_told_only_of_what_everybody_talks_of_that_it_got_about() -> None:
    """A boy at a forge had "heard of" what was said in the dark on a ditch path: whoever stood there had heard of everything."""
    told = tale()
    told.mark("p1.3", "Cal gave Pete his word on the ditch path", significance="major", participants=("cal", "pete"), place="livery")
    told.state.table = TableRules(hears=("interpret", "note"))
    told.state.minute += DAY
    told.state.scene = told.state.scene.model_copy(update={"turn": 9})
    events = [event_of(f"story_point:p1.{n}", told.state) for n in (1, 3)]
    assert how(told, "boone", "story_point:p1.3").how == "has heard"
    found = card("boone", tuple(event for event in events if event), told.state)
    assert found is not None
    assert "Sundown Pete died" in found.text
    assert "ditch path" not in found.text


def test_what_happened_is_told_in_a_sentence_of_the_speakers_own() -> None:
    told = tale()
    for title, speaker, said in (
        ("Calloway Reed robbed Sundown Pete", "ortega", "You robbed Sundown Pete."),
        ("Calloway Reed wounded Sundown Pete", "pete", "You wounded me."),
        ("Sundown Pete was hit in the arm", "pete", "I was hit in the arm."),
        ("Calloway Reed was taken in by the law", "ortega", "You were taken in by the law."),
    ):
        told.mark("p1.3", title, significance="major", participants=("cal", "pete"), place="livery")
        assert retold(told.state.story_points["p1.3"], speaker, told.state) == said


def test_a_label_of_the_record_is_nobodys_answer() -> None:
    told = tale()
    for kind, weight, title in (
        ("exposition", "character", "Met Sundown Pete"),
        ("decision", "major", "Decided: tell Pete that the mare is sold"),
        ("action", "character", "Sundown Pete is now an enemy"),
        ("action", "minor", "Told Sundown Pete: the winter of the mare"),
        ("revelation", "milestone", "The truth came out: the winter of the mare"),
        ("transition", "milestone", "the trial of Pete came to its end"),
    ):
        told.mark("p1.3", title, significance=weight, kind=kind, participants=("cal", "pete"), place="livery")
        assert retold(told.state.story_points["p1.3"], "ortega", told.state) == ""
