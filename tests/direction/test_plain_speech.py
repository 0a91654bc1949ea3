"""What an evening's free sentences showed: lines that were answered beside the point, or refused for no reason."""

import pytest
from tables import mesa, opened, play
from test_players_lines import at, one, turn, verbs

from gm_engine.direction import read
from gm_engine.direction.clause import Clause, Frame
from gm_engine.direction.naming import names_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.story.event import StateChanged
from gm_engine.story.numbers import hours_in_words, sum_in_words


@pytest.mark.parametrize("said", ["look at the map", "I check the map", "map", "I unfold my map"])
def test_a_look_at_the_map_shows_the_ways(said: str) -> None:
    assert [(intent.verb, intent.mode) for intent in read(said, at("saloon"))] == [("look", "ways")]


def test_looking_around_is_not_a_look_at_the_horse_one_leads() -> None:
    intent = read("I lead my horse in and look around", at("livery"))[-1]
    assert (intent.verb, intent.item, intent.place) == ("look", "", "")


def test_slipping_into_the_dark_hands_nobody_anything() -> None:
    assert [(intent.verb, intent.skill) for intent in read("I slip into the dark along the wall", at("saloon"))] == [("check", "stealth")]


def test_a_track_is_followed_with_a_roll() -> None:
    assert [(intent.verb, intent.skill) for intent in read("I follow the wagon tracks", at("street"))] == [("check", "tracking")]


@pytest.mark.parametrize("said", ["I stand on my head", "I take off my boots", "I make a pot of coffee", "I pick up a stone", "I sing"])
def test_small_things_are_neither_waits_nor_thefts(said: str) -> None:
    assert [(intent.verb, intent.mode) for intent in read(said, at("saloon"))] == [("use", "gesture")]


def test_a_song_is_answered_as_a_song() -> None:
    assert one(turn(at("saloon"), "I sing a song to the mule"), "action").slots["act"] == "sing"


def test_sleeping_at_another_house_goes_there_first() -> None:
    assert [(intent.verb, intent.place) for intent in read("I sleep at the schoolhouse", at("saloon"))] == [
        ("travel", "school"),
        ("sleep", ""),
    ]


def test_buying_at_another_house_goes_there_first() -> None:
    assert [intent.verb for intent in read("I buy a rope at the livery", at("saloon"))] == ["travel", "buy"]


def test_back_to_town_within_the_town_is_out_to_its_street() -> None:
    assert read("I ride back to town", at("saloon"))[-1].place == "street"


@pytest.mark.parametrize(
    ("said", "manner"),
    [
        ("I tell the marshal a joke about a mule", "joke"),
        ("I apologize to the marshal", "sorry"),
        ('"Marshal, you are lying to me."', "accuse"),
        ("I tell the marshal that I was in Yuma", "tell"),
    ],
)
def test_what_is_said_decides_how_it_is_taken(said: str, manner: str) -> None:
    assert one(turn(at("saloon"), said), "reaction").slots["verb"] == manner


def test_a_price_may_be_asked_of_somebody_by_name() -> None:
    assert [(intent.verb, intent.mode) for intent in read('"Ortega, how much for a rope?"', at("livery"))] == [("look", "price")]


def test_a_question_is_not_answered_for_the_sake_of_a_small_word() -> None:
    pack = mesa()
    ortega = pack.npcs["ortega"].model_copy(update={"says": ("Nobody drinks here after six.",)})
    state = at("livery", mesa(npcs=pack.npcs | {"ortega": ortega}))
    assert "answer" not in [beat.kind for beat in turn(state, "I ask Ortega whether anybody has asked after me")]


def test_words_for_a_stranger_are_not_given_to_whoever_is_here() -> None:
    state = at("saloon")
    assert read("I ask Zebulon about his mule", state)[0].target == ""
    assert read("I ask the marshal about his mule", state)[0].target == "thorne"


def test_a_lower_case_word_is_no_strangers_name() -> None:
    state = at("saloon")
    text = "I ask around about work"
    tokens = tokens_of(text)
    clause = Clause(text=text, tokens=tokens, verb="ask", skill="", start=1, end=2)
    assert not Frame(clause, state, rulebook_of(state.pack), names_of(state), "").stranger()


def test_what_do_you_want_is_asked_of_the_one_who_hears_it() -> None:
    assert read('"What do you want from me?"', at("saloon"))[0].topic == "thorne"


def test_waiting_for_a_weekday_waits_for_it() -> None:
    assert read("I wait for Friday", at("saloon"))[0].amount > 24 * 60


def test_a_lie_told_is_one_act() -> None:
    assert verbs("I lie and tell the marshal I am a railroad man", at("saloon")) == ["check"]


def test_a_remark_before_an_act_is_no_look_round() -> None:
    assert "look" not in verbs("Too rich for me. I offer the marshal ten dollars", at("saloon"))


def test_a_sum_is_in_words_where_prose_tells_it() -> None:
    assert sum_in_words("5 dollars and 25 cents") == "five dollars and twenty-five cents"


def test_nobody_knows_nothing_in_the_turn_of_their_own_scene() -> None:
    state = opened()
    play(state, [StateChanged(turn=0, what="place", key="cal", new="street")])
    beats = turn(state, "I go to the saloon and ask the marshal about the moon")
    assert "scene" in [beat.kind for beat in beats]
    assert all(beat.slots["matter"] == "the moon" for beat in beats if beat.kind == "ignorance"), "or says of what"


def test_a_haggle_is_worked_and_not_asked_as_a_question() -> None:
    beats = turn(at("livery"), "I haggle with Ortega over the rope")
    assert one(beats, "check").slots["telling"] == "persuade"


def test_more_than_a_day_is_told_in_days() -> None:
    assert (hours_in_words(41 * 60), hours_in_words(26 * 60)) == ("a day and a half", "twenty-six hours")


@pytest.mark.parametrize("said", ["I water the horse and rub him down", "I feed the horse", "I unsaddle the mare"])
def test_a_horse_may_be_seen_to_without_being_carried(said: str) -> None:
    beats = turn(at("livery"), said)
    assert "impossible" not in [beat.kind for beat in beats]
    assert one(beats, "action").slots["act"] == "tend"


def test_who_is_called_by_name_in_the_middle_of_a_speech_is_meant() -> None:
    state = at("street")
    play(state, [StateChanged(turn=1, what="place", key=id, new="street") for id in ("boone", "thorne")])
    assert read('"That is robbery, Marshal Thorne. Four bits and no more."', state)[0].target == "thorne"
    assert read('"That is robbery, Miss Boone. Four bits and no more."', state)[0].target == "boone"


def test_sneaking_in_is_a_way_and_a_roll() -> None:
    assert [(intent.verb, intent.skill) for intent in read("I sneak into the bank", at("street"))] == [("travel", ""), ("check", "stealth")]


def test_what_cannot_be_done_there_is_told_after_the_way_there() -> None:
    kinds = [beat.kind for beat in turn(at("saloon"), "I go to the street and ask Boone about the weather")]
    assert kinds.index("arrive") < kinds.index("impossible")


def test_where_everybody_is_asks_nobody() -> None:
    assert read("Where is everybody?", at("saloon"))[0].mode == "people"


def test_thanks_are_no_greeting() -> None:
    assert one(turn(at("livery"), "I thank Ortega"), "reaction").slots["verb"] == "thanks"
