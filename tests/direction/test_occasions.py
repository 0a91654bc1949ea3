"""Occasions: the law, the fallen and the owed come as scenes with choices, told at the table."""

from tables import WESTERN, mesa

from gm_engine.authoring.data_files import read_occasions
from gm_engine.authoring.desk import Desk
from gm_engine.authoring.schema import SECTIONS
from gm_engine.direction.case import slots_of, told_now
from gm_engine.narrator import EmbeddedGM
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.consequence import Consequence
from gm_engine.story.intent import Intent
from gm_engine.story.pack import AuthoredScene, Pack
from gm_engine.story.wrong import Wrong
from tests.table import SmallTable

RECORD = SECTIONS["scenes"].record
OCCASIONS = {id: RECORD.read(written, id, Desk()) for id, written in read_occasions("western").items()}
KILLING = Wrong(
    id="w1.1", kind="killing", weight=5, named="the killing of Luis Ortega", done="killed Luis Ortega", victim="ortega", place="saloon",
    turn=1, seen=("boone", "thorne"),
)  # fmt: skip


def table(pack: Pack | None = None, *, at: str = "saloon", seed: int = 1) -> SmallTable:
    pack = pack or mesa(occasions=OCCASIONS, scenes={})
    made = SmallTable(pack, EmbeddedGM({}), seed)
    fold(made.state, happened.StateChanged(what="place", key="cal", new=at))
    return made


def guilty(made: SmallTable) -> SmallTable:
    fold(made.state, happened.WrongDone(turn=0, wrong=KILLING))
    fold(made.state, happened.StateChanged(what="condition", key="ortega", new="dead"))
    return made


def scenes(made: SmallTable) -> list[str]:
    return [beat.topic for beat in made.turns[-1].plan.beats if beat.kind == "scene"]


def look(made: SmallTable) -> list[str]:
    made.play("I look around.", Intent(verb="look"))
    return scenes(made)


def decide(made: SmallTable, scene: str, option: str) -> list[str]:
    made.play(option, Intent(verb="decide", target=scene, option=option))
    return scenes(made)


def test_the_marshal_does_not_greet_a_murderer() -> None:
    made = guilty(table())
    made.play("Good day, Marshal.", Intent(verb="greet", target="thorne"))
    assert scenes(made) == ["law_arrest"]
    assert not any(beat.kind == "greet" for beat in made.turns[-1].plan.beats)
    beat = next(beat for beat in made.turns[-1].plan.beats if beat.kind == "scene")
    assert "the killing of Luis Ortega" in beat.text
    assert "Elias Thorne" in beat.text


def test_from_arrest_to_the_verdict() -> None:
    ends = set()
    for seed in range(1, 25):
        made = guilty(table(seed=seed))
        assert look(made) == ["law_arrest"]
        assert decide(made, "law_arrest", "go_along") == ["law_custody"]
        assert decide(made, "law_custody", "wait") == ["law_trial"]
        (end,) = decide(made, "law_trial", "deny")
        ends.add(end)
        assert (end == "law_hanged") == made.state.ended
        assert ("custody" in made.state.law) == (end == "law_hanged")
    assert ends == {"law_acquitted", "law_hanged"}


def test_whoever_ignores_the_law_is_taken() -> None:
    made = guilty(table())
    assert look(made) == ["law_arrest"]
    assert look(made) == ["law_seized"]
    assert "custody" in made.state.law
    assert look(made) == []
    made.play("I walk out.", Intent(verb="travel", place="street"))
    assert made.state.here != "street" or "flight" in made.state.law


def test_a_campaign_has_its_own_words_for_it() -> None:
    own = AuthoredScene(id="own", on="arrest", once=False, beat="{officer} says one word, and it is {wrong}.")
    made = guilty(table(mesa(occasions=OCCASIONS, scenes={"own": own})))
    assert look(made) == ["own"]
    beat = next(beat for beat in made.turns[-1].plan.beats if beat.kind == "scene")
    assert beat.text == "Elias Thorne says one word, and it is the killing of Luis Ortega."


def test_nobody_in_the_saloon_opens_a_scene_with_somebody_they_know_for_a_murderer() -> None:
    cards = AuthoredScene(id="cards", at="saloon", cast=("boone",), once=False, beat="Miss Boone deals you in.")
    boone = mesa().npcs["boone"].model_copy(update={"at": "saloon"})
    people = {**mesa().npcs, "boone": boone}
    made = table(mesa(npcs={**people, "thorne": people["thorne"].model_copy(update={"at": "bank"})}, scenes={"cards": cards}))
    assert look(made) == ["cards"]
    other = guilty(table(mesa(npcs={**people, "thorne": people["thorne"].model_copy(update={"at": "bank"})}, scenes={"cards": cards})))
    assert look(other) == []
    other.play("Good evening.", Intent(verb="greet", target="boone"))
    assert "shunned" in [beat.slots.get("telling") for beat in other.turns[-1].plan.beats]


def test_who_is_shot_down_wakes_to_a_choice() -> None:
    made = table(at="livery")
    fold(made.state, happened.StateChanged(what="condition", key="cal", new="down"))
    made.play("I wait.", Intent(verb="wait", amount=1))
    assert scenes(made) == ["fallen_helped"]
    assert made.state.condition("cal") == "alive"
    assert any(beat.kind == "choice" for beat in made.turns[-1].plan.beats)


def test_the_dead_have_an_end_that_is_told() -> None:
    made = table(at="livery")
    fold(made.state, happened.StateChanged(what="condition", key="cal", new="dead"))
    assert look(made) == ["fallen_dead"]
    assert made.state.ended


def test_a_debt_whose_day_has_passed_is_asked_for_and_can_be_paid() -> None:
    made = table(at="livery")
    debt = Consequence(
        id="c1.1", kind="debt", text="a dollar", debtor="cal", creditor="ortega", amount=100, due=1, turn=0, scene="s1", minute=0
    )
    fold(made.state, happened.ConsequenceDue(consequence=debt))
    fold(made.state, happened.StateChanged(what="time", new=1500))
    look(made)
    assert look(made) == ["dunned"]
    before = made.state.purse("cal")
    decide(made, "dunned", "pay")
    assert made.state.purse("cal") == before - 100
    assert made.state.consequences["c1.1"].outcome == "paid"
    assert look(made) == []


def test_every_slot_of_every_scene_is_filled() -> None:
    made = guilty(table())
    known = slots_of(made.state)
    for scene in OCCASIONS.values():
        told = told_now(scene, made.state)
        texts = [told.beat, told.question, told.title, *(f"{one.text} {one.result} {one.failed}" for one in told.choices)]
        assert not any("{" in text for text in texts), scene.on
    assert known["witnesses"] == "Temperance Boone and Elias Thorne"


def test_a_way_that_costs_more_than_the_purse_holds_is_not_offered() -> None:
    theft = Wrong(
        id="w1.1", kind="theft", weight=2, named="stealing from Boone", done="stole", victim="boone", place="saloon", seen=("thorne",)
    )
    rich, poor = table(), table()
    fold(poor.state, happened.StateChanged(what="money", key="cal", new=10))
    fold(rich.state, happened.StateChanged(what="money", key="cal", new=10_000))
    for made in (rich, poor):
        fold(made.state, happened.WrongDone(wrong=theft))
        assert look(made) == ["law_warned"]
    offered = [[option.id for option in made.state.decisions["law_warned"].options] for made in (rich, poor)]
    assert offered == [["pay", "go_along", "talk", "run"], ["go_along", "talk", "run"]]


def test_a_rulebook_without_occasions_plays_on_as_before() -> None:
    made = guilty(table(mesa(rulebook={**WESTERN, "law": {}}, scenes={})))
    assert look(made) == []


def test_who_knows_of_a_killing_lends_nothing_to_the_killer() -> None:
    lent: dict[bool, int] = {True: 0, False: 0}
    for seed in range(1, 9):
        for made, known in ((table(seed=seed), False), (guilty(table(seed=seed)), True)):
            told = made.play("I borrow 5 dollars from Thorne.", Intent(verb="borrow", target="thorne", amount=500))
            lent[known] += sum(event.kind == "consequence_due" for event in told.events)
    assert lent[True] == 0
    assert lent[False] > 0
