"""What an author writes is done: dice of tables, companions, standings, named consequences, scenes that follow."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from tables import changes, do, mesa, opened, play, refusals, rolls

from gm_engine.authoring import parse_condition, parse_effect
from gm_engine.direction.beats import plan
from gm_engine.rules.coming import named_owed
from gm_engine.rules.effects import apply_effects
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.tables import draw_row, drawn_words
from gm_engine.state import StoryState, holds
from gm_engine.story.condition import Owed
from gm_engine.story.event import Event
from gm_engine.story.intent import Intent
from gm_engine.story.pack import AuthoredScene, Choice, Faction, Item, Pack, Person, Row, Table


def effect(state: StoryState, *texts: str) -> list[Event]:
    return play(state, apply_effects(tuple(parse_effect(text) for text in texts), state, "test"))


def true(state: StoryState, condition: str) -> bool:
    return holds(parse_condition(condition), state)


def drawn(pack: Pack, table: str, turn: int = 1) -> tuple[list[Event], tuple[str, ...], StoryState]:
    state = opened(pack)
    state.turn = turn
    events = play(state, draw_row(Ruling(state, state.draw(), {}, Intent(verb="look")), table, "encounter"))
    return events, drawn_words(events, pack.tables, "encounter"), state


# --- tables


def test_a_table_with_dice_of_its_own_takes_the_row_on_which_they_fall() -> None:
    rows = (Row(text="two"), Row(text="three to five", w=3), Row(text="six to twelve", w=7))
    pack = mesa(tables={"road": Table(roll="2d6", rows=rows)})
    for turn in range(1, 40):
        events, words, _ = drawn(pack, "road", turn)
        (fell,) = rolls(events)
        assert fell.expression == "2d6"
        assert words == ("two" if fell.total == 2 else "three to five" if fell.total <= 5 else "six to twelve",)


def test_a_row_that_has_come_gives_way_to_the_next_under_the_tables_own_dice() -> None:
    pack = mesa(tables={"road": Table(roll="d2", rows=(Row(text="first", once=True), Row(text="second", once=True)))})
    state = opened(pack)
    told = []
    for turn in (1, 2, 3):
        state.turn = turn
        events = play(state, draw_row(Ruling(state, state.draw(), {}, Intent(verb="look")), "road", "encounter"))
        told += drawn_words(events, pack.tables, "encounter")
    assert sorted(told) == ["first", "second"]


def test_a_rows_roll_stands_in_its_words() -> None:
    pack = mesa(tables={"road": Table(rows=(Row(text="{roll} riders.", roll="1d6+3"),))})
    events, words, _ = drawn(pack, "road")
    assert words == (f"{rolls(events)[-1].total} riders.",)
    assert rolls(events)[-1].stream == "oracle"


def test_a_table_named_within_a_row_is_drawn_into_it() -> None:
    tables = {
        "road": Table(rows=(Row(text="A {table:beast} in a {table: rig }.", table="sky"),)),
        "beast": Table(rows=(Row(text="mule with {roll} teeth", roll="d4"),)),
        "rig": Table(rows=(Row(text="cart", set="cart_seen"),)),
        "sky": Table(rows=(Row(text="The sky is white."),)),
    }
    events, words, state = drawn(mesa(tables=tables), "road")
    teeth = next(roll.total for roll in rolls(events) if roll.expression == "d4")
    assert words == (f"A mule with {teeth} teeth in a cart. The sky is white.",)
    assert state.flags.get("cart_seen") == 1


def test_tables_that_lead_to_each_other_come_to_an_end() -> None:
    pack = mesa(tables={"road": Table(rows=(Row(text="on {table:road}"),))})
    _, words, _ = drawn(pack, "road")
    assert words[0].startswith("on on on")
    assert len(words[0]) < 40


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(min_value=1, max_value=5), min_size=1, max_size=5))
def test_every_row_is_as_wide_as_its_weight(weights: list[int]) -> None:
    rows = tuple(Row(text=str(number), w=weight) for number, weight in enumerate(weights))
    pack = mesa(tables={"road": Table(roll=f"1d{sum(weights)}", rows=rows)})
    faces: dict[int, str] = {}
    for turn in range(1, 60):
        events, words, _ = drawn(pack, "road", turn)
        assert faces.setdefault(rolls(events)[0].total, words[0]) == words[0]
    assert all(count <= weights[int(row)] for row, count in Counter(faces.values()).items())


# --- companions


def test_whoever_joins_travels_along_until_they_leave() -> None:
    state = opened()
    effect(state, "join ortega")
    assert true(state, "party.ortega")
    do(state, "travel", place="saloon")
    assert state.where("ortega") == "saloon"
    assert "ortega" in state.present()
    effect(state, "leave ortega")
    assert not true(state, "party.ortega")
    do(state, "travel", place="street")
    assert state.where("ortega") == "saloon"


def test_who_joins_comes_here_and_the_dead_travel_with_nobody() -> None:
    state = opened()
    effect(state, "join boone")
    assert state.where("boone") == state.here
    effect(state, "kill boone")
    assert not true(state, "party.boone")
    assert state.companions() == ()
    effect(state, "join boone", "join nobody")
    assert state.companions() == ()


def test_an_older_journals_digest_stands_while_nobody_travels_along() -> None:
    state = opened()
    before = state.digest
    effect(state, "join ortega")
    assert state.digest != before
    state.party.drop("ortega")
    assert state.digest == before


# --- factions


def factions() -> Pack:
    pack = mesa()
    groups = {
        "lund_gang": Faction(name="the Lund gang", members=("pete",)),
        "fences": Faction(name="the fences", toward={"lund_gang": 2}),
        "bank": Faction(name="the bank", toward={"lund_gang": -3}),
        "church": Faction(name="the church", toward={"lund_gang": -1}),
    }
    pete, ortega = pack.npcs["pete"], pack.npcs["ortega"].model_copy(update={"faction": "lund_gang"})
    return pack.model_copy(update={"factions": groups, "npcs": pack.npcs | {"pete": pete, "ortega": ortega}})


def test_an_attitude_towards_a_faction_moves_its_standing_and_its_members() -> None:
    state = opened(factions())
    effect(state, "attitude lund_gang +1")
    assert true(state, "attitude.lund_gang == 1")
    assert (state.attitude("pete"), state.attitude("ortega")) == (-1, 2)


def test_friends_of_a_faction_share_its_grudge_and_its_enemies_are_glad() -> None:
    state = opened(factions())
    effect(state, "attitude lund_gang -2")
    assert [state.attitude(id) for id in ("lund_gang", "fences", "bank", "church")] == [-2, -1, 1, 0]


# --- tags


def test_tags_of_the_place_the_people_and_what_is_carried_are_counted() -> None:
    pack = mesa()
    npcs = pack.npcs | {"ortega": pack.npcs["ortega"].model_copy(update={"tags": ("horseman",)})}
    places = pack.locations | {"town": pack.locations["town"].model_copy(update={"tags": ("town",)})}
    items = pack.items | {"letter": Item(name="your brother's letter", tags=("paper", "horseman"))}
    state = opened(pack.model_copy(update={"npcs": npcs, "locations": places, "items": items}))
    assert true(state, "tag.horseman == 2 and tag.town and tag.paper and not tag.law")
    effect(state, "go gorge")
    assert not true(state, "tag.town")


# --- what is owed


def owing() -> Pack:
    partner = Owed(id="partner", text="His partner comes.", after=60)
    scene = AuthoredScene(id="offer", beat="He offers.", choices=(Choice(id="no", text="say no", owes=(partner,)),))
    return mesa(scenes={"offer": scene})


def test_owe_begins_the_consequence_that_a_choice_names_and_only_once() -> None:
    state = opened(owing())
    effect(state, "owe partner", "owe partner")
    (owed,) = state.owed()
    assert (owed.text, owed.due, owed.kind) == ("His partner comes.", state.minute + 60, "consequence")
    assert named_owed(state, "partner") is None
    assert named_owed(state, "nobody") is None


def test_two_consequences_of_one_scene_have_two_ids() -> None:
    choice = Choice(id="no", text="say no", owes=(Owed(id="one", text="One."), Owed(id="two", text="Two.")))
    scene = AuthoredScene(id="offer", beat="He offers.", choices=(choice,))
    first = AuthoredScene(id="first", at="livery", beat="It begins.", effects=(parse_effect("owe one"), parse_effect("owe two")))
    state = opened(mesa(scenes={"offer": scene, "first": first}))
    events = do(state, "look")
    play(state, plan((Intent(verb="look"),), tuple(events), state, state.draw()).events)
    assert sorted(owed.text for owed in state.owed()) == ["One.", "Two."]


# --- scenes


def turn(state: StoryState, verb: str = "look", **slots: object) -> list[str]:
    """One turn with its plan: the scenes that opened."""
    events = do(state, verb, **slots)
    intent = Intent.model_validate({"verb": verb, **slots})
    beats = plan((intent,), tuple(events), state, state.draw())
    play(state, beats.events)
    return [beat.topic for beat in beats.beats if beat.kind == "scene"]


def test_a_scene_leads_to_the_one_it_names_as_soon_as_its_place_is_reached() -> None:
    scenes = {
        "first": AuthoredScene(id="first", at="livery", beat="It begins.", goto="second"),
        "second": AuthoredScene(id="second", at="street", when=parse_condition("flag.never"), beat="It goes on."),
    }
    state = opened(mesa(scenes=scenes))
    assert turn(state) == ["first"]
    assert turn(state) == []
    assert turn(state, "travel", place="street") == ["second"]
    assert turn(state) == []


def test_after_a_choice_the_scene_named_by_goto_follows_at_once() -> None:
    scenes = {
        "first": AuthoredScene(id="first", at="livery", beat="It begins.", choices=(Choice(id="yes", text="nod"),), goto="second"),
        "second": AuthoredScene(id="second", when=parse_condition("flag.never"), beat="It goes on."),
    }
    state = opened(mesa(scenes=scenes))
    assert turn(state) == ["first"]
    assert turn(state, "decide", option="yes", target="first") == ["second"]


def test_a_clock_that_fills_can_lead_to_a_scene() -> None:
    pack = mesa(scenes={"raid": AuthoredScene(id="raid", when=parse_condition("flag.never"), beat="They ride in.")})
    clock = pack.clocks["payroll"].model_copy(update={"effects": (parse_effect("goto raid"),)})
    state = opened(pack.model_copy(update={"clocks": {"payroll": clock}}))
    effect(state, "clock.payroll +6")
    assert turn(state) == ["raid"]
    assert "next/raid" not in state.used


# --- time


def test_by_day_nobody_sleeps_until_the_next_dawn() -> None:
    state = opened()
    state.minute = 12 * 60 + 40
    events = do(state, "sleep", words="I sleep until dawn", amount=1430)
    assert refusals(events) == ["refused:daylight"]
    assert not changes(events, "time")
    assert not refusals(do(state, "sleep", words="I sleep two hours", amount=120))
    assert not refusals(do(state, "sleep", words="I sleep for two days", amount=2880))


def test_in_the_evening_sleep_lasts_until_dawn() -> None:
    state = opened()
    assert not refusals(do(state, "sleep", words="I sleep until dawn", amount=750))
    assert state.say_time().endswith("6.00 in the morning")


def test_a_promise_by_an_hour_is_late_at_that_hour_however_long_the_talk_took() -> None:
    state = opened()
    do(state, "promise", target="ortega", amount=60, about="be back by half past six")
    (promise,) = state.owed()
    assert promise.due == 60
    do(state, "wait", amount=55)
    assert state.minute == 60
    play(state, plan((), (), state, state.draw()).events)
    assert state.owed() == ()


def test_a_late_promise_is_broken_even_where_a_scene_is_told() -> None:
    state = opened(mesa(scenes={"dust": AuthoredScene(id="dust", at="livery", when=parse_condition("hour >= 20"), beat="Dust.")}))
    do(state, "promise", target="ortega", amount=30, about="be quick")
    assert turn(state, "wait", amount=200) == ["dust"]
    assert state.owed() == ()


def test_a_person_says_who_their_ties_are() -> None:
    person = Person(name="Sal", ties=("spouse: boone", "owes Boone a horse", "works_for: bank"))
    assert person.bonds == (("spouse", "boone"), ("works_for", "bank"))
    assert person.stories == ("owes Boone a horse",)
