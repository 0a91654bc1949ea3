"""Lines that people typed while playing, each of which was once misunderstood or badly answered."""

import pytest
from tables import WESTERN, mesa, opened, play

from gm_engine.direction import plan, read
from gm_engine.direction.wondering import wondered
from gm_engine.rules import adjudicate
from gm_engine.state import StoryState
from gm_engine.state.view import look_up
from gm_engine.story.beat import Beat
from gm_engine.story.condition import Effect
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import DecisionOffered, Event, StateChanged
from gm_engine.story.pack import AuthoredScene, Choice, Clock, LoreEntry, Pack, Secret
from gm_engine.story.travel import Exit


def at(place: str, pack: Pack | None = None) -> StoryState:
    state = opened(pack)
    state.turn = 1
    play(state, [StateChanged(turn=1, what="place", key="cal", new=place), StateChanged(turn=1, what="used", key="scene", new=1)])
    return state


def offer(state: StoryState, **options: str) -> StoryState:
    made = Decision(
        id="fork", question="?", options=tuple(Option(id=id, text=text) for id, text in options.items()), turn=1, scene="s1", minute=0
    )
    play(state, [DecisionOffered(turn=1, decision=made)])
    return state


def turn(state: StoryState, said: str) -> tuple[Beat, ...]:
    """One line played as the loop plays it: the beats of its plan."""
    state.turn += 1
    intents, first = read(said, state), dict[str, int]()
    happened: list[Event] = []
    for intent in intents:
        happened += play(state, adjudicate(intent, state, state.draw(), first))
    made = plan(intents, tuple(happened), state, state.draw())
    play(state, made.events)
    return made.beats


def one(beats: tuple[Beat, ...], kind: str) -> Beat:
    return next(beat for beat in beats if beat.kind == kind)


def verbs(said: str, state: StoryState) -> list[str]:
    return [intent.verb for intent in read(said, state)]


# --- options said aloud


def test_close_is_not_choose() -> None:
    assert [(i.verb, i.mode) for i in read("I close the coupling down.", at("saloon"))] == [("look", "unheard")]


def test_an_option_that_begins_with_ask_is_taken_by_saying_it() -> None:
    state = offer(at("livery"), alone="clear the locker alone", together="clear it together with Ortega, and ask him why")
    assert [(i.verb, i.option) for i in read("I clear it together with Ortega and ask him why.", state)] == [("decide", "together")]


def test_an_option_with_and_is_one_decision() -> None:
    state = offer(at("livery"), tell="stand up and tell the town all of it", sit="sit down and say nothing")
    assert [(i.verb, i.option) for i in read("I stand up and tell the town all of it.", state)] == [("decide", "tell")]


def test_a_taken_option_is_not_an_act_besides() -> None:
    state = offer(at("livery"), out="leave her out of it", name="give Thorne her name")
    assert verbs("I leave her out of it.", state) == ["decide"]
    assert verbs("I give Thorne her name.", state) == ["decide"]
    assert state.here == "livery"


def test_what_was_decided_before_a_journey_is_told_before_it() -> None:
    state = offer(at("livery"), talk="tell Ortega about the paper")
    told = [beat.kind for beat in turn(state, "I tell Ortega about the paper and then walk to the street.")]
    assert told.index("decision") < told.index("arrive")


def test_who_is_asked_before_the_road_still_answers() -> None:
    beats = turn(at("livery"), "I ask Ortega about Pete and then walk to the street.")
    assert [beat.kind for beat in beats if beat.kind in ("answer", "ignorance", "arrive")][-1] == "arrive"
    assert not any(beat.slots.get("verb") == "talk" for beat in beats)


def test_a_decision_is_kept_in_its_options_words() -> None:
    state = offer(at("livery"), paper="tell Ortega that you came back about a paper")
    turn(state, "tell Ortega that I came back about a paper")
    assert state.decisions["fork"].choice == "tell Ortega that you came back about a paper"


# --- ways


def test_a_climb_to_a_named_way_is_a_way_gone() -> None:
    pack = mesa()
    street = pack.locations["street"].model_copy(update={"exits": (Exit(to="bank", minutes=2, dir="up", terrain="stair"),)})
    state = at("street", mesa(locations=pack.locations | {"street": street}))
    assert [(i.verb, i.place) for i in read("I climb up to the bank.", state)] == [("travel", "bank")]
    assert [(i.verb, i.place) for i in read("I climb the ladder to the Territorial Bank.", state)] == [("travel", "bank")]
    assert verbs("I climb the flagpole.", state) == ["check"]


def test_a_climb_into_danger_is_rolled_first() -> None:
    assert verbs("I scramble up to Perdition Gorge", at("street")) == ["check", "travel"]


def test_following_somebody_who_is_gone_is_no_check() -> None:
    beats = turn(at("street"), "I follow the marshal")
    assert one(beats, "impossible").slots["verb"] == "nobody-here"
    assert one(beats, "impossible").place == "saloon", "it is said where he is mostly to be found"


def test_where_no_way_leads_the_ways_are_named() -> None:
    assert "street, one minute" in one(turn(at("livery"), "go north"), "impossible").slots["ways"]


# --- what a house serves


@pytest.mark.parametrize(
    ("said", "item"),
    [
        ("I have a meal.", "meal"),
        ("I eat a meal.", "meal"),
        ("i take a room", "room"),
        ("I need a stiff drink", "drink"),
        ("I eat", "meal"),
    ],
)
def test_what_is_served_is_bought(said: str, item: str) -> None:
    assert [(i.verb, i.item) for i in read(said, at("saloon"))] == [("buy", item)]


def test_a_round_is_for_everybody_and_costs_so_much() -> None:
    state = at("saloon")
    before = state.purse("cal")
    turn(state, "I buy a drink for everybody")
    assert before - state.purse("cal") == 12 * (len(state.present()) + 1)


def test_a_drink_is_not_had_at_the_livery() -> None:
    beats = turn(at("livery"), "I buy a drink")
    assert (one(beats, "impossible").slots["verb"], one(beats, "impossible").place) == ("not-served", "saloon")


def test_asking_the_price_buys_nothing() -> None:
    state = at("livery")
    before = state.purse("cal")
    assert one(turn(state, "Can I buy a horse?"), "look").slots["price"] == "$60"
    assert state.purse("cal") == before


def test_asking_leave_shoots_nobody() -> None:
    assert [(i.verb, i.mode) for i in read("Can I shoot the marshal?", at("saloon"))] == [("look", "may")]


# --- people who are not there, and people who are


def test_nobody_is_looked_over_from_afar() -> None:
    beats = turn(at("livery"), "I look Temperance Boone over.")
    assert one(beats, "impossible").target == "boone"
    assert not [beat for beat in beats if beat.kind != "impossible" and beat.target == "boone"]


def test_where_somebody_present_is_needs_no_map() -> None:
    beats = turn(at("livery"), "Where is Ortega?")
    assert one(beats, "look").slots["flags"] == "here"


def test_the_whereabouts_of_another_are_told_before_their_trade() -> None:
    told = one(turn(at("livery"), "I ask Ortega where the marshal is"), "answer")
    assert told.statement is not None
    assert (told.statement.relation, told.statement.value.entity) == ("at", "saloon")


def test_nobody_is_told_to_be_what_their_name_says() -> None:
    pack = mesa()
    named = pack.npcs["thorne"].model_copy(update={"name": "The Town Marshal"})
    beats = turn(at("livery", mesa(npcs=pack.npcs | {"thorne": named})), "I ask Ortega who the marshal is")
    assert not any(beat.statement and beat.statement.relation == "role" for beat in beats)


def test_people_answer_in_their_own_lines_where_they_fit() -> None:
    pack = mesa()
    ortega = pack.npcs["ortega"].model_copy(update={"says": ("A horse is a promise on legs.", "The well went dry in March.")})
    state = at("livery", mesa(npcs=pack.npcs | {"ortega": ortega}))
    assert one(turn(state, "I ask Ortega about the well"), "answer").text == "The well went dry in March."


def test_what_is_known_of_somebody_answers_a_question_to_them() -> None:
    lore = {"luis": LoreEntry(id="luis", text="Luis Ortega came up from Sonora in 1869.", about=("ortega",))}
    beats = turn(at("livery", mesa(lore=lore)), "I ask Ortega about Ortega")
    assert "lore:luis" in one(beats, "answer").elements


def test_a_question_is_not_answered_by_the_smallest_words() -> None:
    lore = {"well": LoreEntry(id="well", text="He sells what he's got by the head, and it is the well that he has.", about=("gorge",))}
    beats = turn(at("livery", mesa(lore=lore)), "what's he know about 1878?")
    assert not any("lore:well" in beat.elements for beat in beats)


def test_a_secret_that_a_choice_brings_out_is_told_by_its_holder() -> None:
    pack = mesa()
    said = {"ortega": "Nine horses, and I was paid not to count."}
    secret = pack.secrets["payroll_train"].model_copy(update={"says": said, "known_by": ("ortega",)})
    scene = AuthoredScene(
        id="fork",
        beat=".",
        choices=(Choice(id="press", text="press Ortega hard", effects=(Effect(verb="reveal", target="payroll_train"),)),),
    )
    state = at("livery", mesa(secrets={"payroll_train": secret}, scenes={"fork": scene}))
    offer(state, press="press Ortega hard")
    told = one(turn(state, "I press Ortega hard."), "reveal")
    assert (told.target, told.text) == ("ortega", said["ortega"])


def test_a_clue_that_lies_elsewhere_is_not_handed_out_by_a_question() -> None:
    pack = mesa()
    bound = Secret(truth="The deck is marked.", known_by=("ortega",), clues=tuple(pack.secrets["boone_past"].clues[:2]))
    for seed in range(12):
        state = opened(mesa(secrets={"marked_deck": bound}), seed=seed)
        state.turn = 1
        turn(state, "I ask Ortega about the marked deck")
        assert not list(state.clues.keys())


# --- the world


def test_one_who_was_left_alone_is_named() -> None:
    pack = mesa()
    ignored = {id: npc.model_copy(update={"if_ignored": ("She asks for six desks.",)}) for id, npc in pack.npcs.items() if id == "boone"}
    state = at("livery", mesa(npcs=pack.npcs | ignored, clocks={}))
    play(state, [StateChanged(turn=1, what="attitude", key="boone", new=0)])
    told = [beat.text for _ in range(3) for beat in turn(state, "I sleep for ten hours") if beat.kind == "omen"]
    assert told == ["Temperance Boone asks for six desks."]


def test_a_clock_that_fills_with_an_ending_is_still_told() -> None:
    clock = Clock(name="The raid", size=1, full="The trestle goes up.", effects=(Effect(verb="flag", target="blown"),))
    ticks = (Effect(verb="clock", target="raid", amount=1),)
    scene = AuthoredScene(id="fork", beat=".", choices=(Choice(id="wait", text="let them ride", effects=ticks),))
    end = AuthoredScene(id="end", at="livery", ends=True, beat="That was all.")
    state = at("livery", mesa(clocks={"raid": clock}, scenes={"fork": scene, "end": end}))
    offer(state, wait="let them ride")
    told = [beat.text for beat in turn(state, "I let them ride.") if beat.kind in ("omen", "scene")]
    assert told == ["The trestle goes up.", "That was all."]


def test_days_are_calendar_days() -> None:
    state = opened()
    assert look_up("day", state) == 1
    state.minute = 7 * 60
    assert look_up("day", state) == 2, "it is past midnight, seven hours after half past five"


def test_money_is_called_by_the_rulebooks_names() -> None:
    marks = {"currency": {"sign": "", "unit": "mark", "units": "marks", "minor": "penny", "minors": "pence"}}
    state = at("livery", mesa(rulebook=WESTERN | marks))
    assert one(turn(state, "how much money do I have?"), "look").slots["money"] == "23 marks and 50 pence"
    turn(state, "I give Ortega five marks")
    assert state.purse("cal") == 1850


# --- what is only wondered, what cannot be, what is nothing


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("who is here?", "people"),
        ("where am I?", "place"),
        ("what time is it", "time"),
        ("How much money do I have?", "money"),
        ("what do I have", "things"),
        ("inventory", "things"),
        ("check my pockets", "things"),
        ("where can I go?", "ways"),
        ("what can I do?", "options"),
        ("what now?", "options"),
        ("am I hurt?", "self"),
        ("who am i", "self"),
        ("what's the weather like?", "weather"),
        ("is anybody there?", "people"),
        ("what do I know about the spring?", "know"),
        ("who is the sheriff?", ""),
        ("what time does the stage come?", ""),
        ("I ask who is here", ""),
    ],
)
def test_what_a_player_wonders(said: str, kind: str) -> None:
    assert wondered(said) == kind


def test_who_is_here_is_answered_with_names() -> None:
    assert one(turn(at("livery"), "who is here?"), "look").slots["people"] == "ortega"


def test_what_is_known_needs_nobody_to_ask() -> None:
    lore = {"gorge": LoreEntry(id="gorge", text="Perdition Gorge is nine miles north.", about=("gorge",))}
    beats = turn(at("street", mesa(lore=lore)), "what do I know about Perdition Gorge?")
    assert one(beats, "answer").elements == ("lore:gorge",)
    assert turn(at("street"), "what do I know about Pete?")[0].slots["telling"] == "self_unknown"


def test_a_question_to_nobody_is_not_a_refusal() -> None:
    (intent,) = read("is it safe?", at("street"))
    assert (intent.verb, intent.mode) == ("look", "unasked")


def test_nobody_flies() -> None:
    for said in ("I fly", "I turn invisible", "I teleport to the bank"):
        beats = turn(at("livery"), said)
        assert one(beats, "impossible").slots["verb"] == "beyond", said
        assert not any(beat.rolls for beat in beats)


def test_shooting_everyone_is_somebody_or_nobody() -> None:
    assert read("I shoot everyone", at("saloon"))[0].target == "thorne"
    assert one(turn(at("street"), "I shoot everyone"), "impossible").slots["verb"] == "nobody-here"


def test_a_thing_that_is_not_here_is_not_broken() -> None:
    assert one(turn(at("livery"), "I break the photograph"), "impossible").slots["verb"] == "not-here"


def test_a_letter_that_is_read_shows_what_it_says() -> None:
    pack = mesa()
    letter = pack.items["letter"].model_copy(update={"description": "Two lines in pencil."})
    assert one(turn(at("livery", mesa(items=pack.items | {"letter": letter})), "I read the letter"), "trade").text == "Two lines in pencil."


@pytest.mark.parametrize("said", ["I dance", "sing a song", "I kiss Ortega", "I laugh at him", "I write a letter to my mother", "I pray"])
def test_small_gestures_need_no_dice(said: str) -> None:
    beats = turn(at("livery"), said)
    assert one(beats, "action").slots["verb"] == "gesture"
    assert not any(beat.rolls for beat in beats)


@pytest.mark.parametrize("said", ["asdfgh", "I take the cake", "I use the thing"])
def test_what_is_not_followed_is_said_and_takes_no_time(said: str) -> None:
    """A look round, or "There is no such thing here to lay hands on.", once answered what nobody had understood."""
    state = at("livery")
    (intent,) = read(said, state)
    assert (intent.verb, intent.mode) == ("look", "unheard")
    assert intent.about == f"I did not follow that. You could speak with {state.name('ortega')}, or look about."
    assert not list(adjudicate(intent, state, state.draw(1), {}))


def test_sorry_is_said_to_whoever_is_there() -> None:
    assert [(i.verb, i.target) for i in read("sorry", at("livery"))] == [("tell", "ortega")]


def test_sitting_down_to_smoke_till_sundown_is_one_wait() -> None:
    (intent,) = read("I sit on the porch and smoke until dark", at("street"))
    assert (intent.verb, intent.amount) == ("wait", 210)


def test_a_promise_is_due_on_its_day() -> None:
    (intent,) = read("I promise Ortega to be back by Friday", at("livery"))
    assert (intent.verb, intent.amount) == ("promise", 3 * 1440 + 150), "Tuesday half past five to Friday eight in the evening"


def test_i_decide_to_ride_is_a_ride() -> None:
    assert [(i.verb, i.place) for i in read("I decide to ride to the gorge", at("street"))] == [("travel", "gorge")]


def test_somebody_asked_about_themselves_speaks_of_themselves() -> None:
    pack = mesa()
    ortega = pack.npcs["ortega"].model_copy(update={"says": ("I shoe what is brought to me.",)})
    for said in ("tell me about yourself", "who are you?"):
        state = at("livery", mesa(npcs=pack.npcs | {"ortega": ortega}))
        assert one(turn(state, said), "answer").text == "I shoe what is brought to me.", said


def test_whoever_is_asked_about_is_not_therefore_asked() -> None:
    (intent,) = read("what happened to Temperance Boone?", at("livery"))
    assert (intent.verb, intent.target, intent.topic) == ("ask", "ortega", "boone")


def test_give_me_is_a_demand() -> None:
    assert [(i.verb, i.target) for i in read("give me all the money", at("saloon"))] == [("persuade", "thorne")]


def test_running_away_arrives_somewhere() -> None:
    assert "arrive" in [beat.kind for beat in turn(at("saloon"), "I run for it")]


def test_an_insult_is_remembered_and_a_gesture_is_not() -> None:
    state = at("saloon")
    turn(state, "I bow to the marshal")
    assert state.attitude("thorne") == 0
    turn(state, "I spit on the marshal's boots")
    assert state.attitude("thorne") == -1


def test_what_is_burned_is_gone() -> None:
    state = at("livery")
    turn(state, "I burn the letter")
    assert not state.has("cal", "letter")


def test_surrender_puts_the_gun_away() -> None:
    state = at("saloon")
    turn(state, "I draw my revolver")
    beats = turn(state, "I surrender")
    assert one(beats, "action").slots["verb"] == "yield"
    assert not any(state.readiness[key] for key in state.readiness if key.startswith("cal/"))


def test_a_place_is_looked_at_from_afar() -> None:
    pack = mesa()
    bank = pack.locations["bank"].model_copy(update={"summary": "Two stories of brick."})
    beats = turn(at("street", mesa(locations=pack.locations | {"bank": bank})), "look at the bank")
    assert one(beats, "look").text == "Two stories of brick."


def test_wares_are_told_with_their_prices() -> None:
    pack = mesa()
    rope = pack.items["rope"].model_copy(update={"at": "livery"})
    state = at("livery", mesa(items=pack.items | {"rope": rope}))
    assert "rope, 75 cents" in one(turn(state, "what do you sell?"), "look").slots["wares"]


def test_haggling_is_with_whoever_is_there() -> None:
    assert [(i.verb, i.target) for i in read("I haggle over the price", at("livery"))] == [("persuade", "ortega")]


def test_a_secret_is_not_told_to_whoever_happens_to_be_there() -> None:
    state = at("saloon")
    play(state, [StateChanged(turn=1, what="place", key="boone", new="gorge")])
    (intent,) = read("I tell her I held the horses", state)
    assert intent.target == ""


def test_two_purchases_have_two_prices() -> None:
    trades = [beat for beat in turn(at("livery"), "buy a rope and twelve cartridges") if beat.kind == "trade"]
    assert [beat.slots["price"] for beat in trades] == ["seventy-five cents", "thirty-six cents"]


def test_what_drives_you_is_what_the_sheet_says() -> None:
    pack = mesa()
    cal = pack.characters["cal"].model_copy(update={"drive": "find out who shot your brother"})
    assert one(turn(at("livery", mesa(characters={"cal": cal})), "what's my goal?"), "look").slots["goal"] == cal.drive
