"""Free English, read as intents."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phrases import PHRASES, Wanted
from tables import do, mesa, opened, play

from gm_engine.direction.intents_read import META_TURNS, META_VIEWS, read
from gm_engine.state import StoryState
from gm_engine.story.decision import Decision, Option
from gm_engine.story.event import DecisionOffered, PlayerSpoke, StateChanged


def at(place: str) -> StoryState:
    state = opened()
    state.turn = 1
    play(state, [StateChanged(turn=1, what="place", key="cal", new=place)])
    return state


@pytest.mark.parametrize(("place", "said", "wanted"), PHRASES, ids=[said or "nothing" for _, said, _ in PHRASES])
def test_a_phrase_is_read(place: str, said: str, wanted: list[Wanted]) -> None:
    got = read(said, at(place))
    shown = [{key: value for key, value in intent.model_dump().items() if value and key not in ("words", "stakes")} for intent in got]
    assert len(got) == len(wanted), shown
    for intent, slots in zip(got, wanted, strict=True):
        assert {key: getattr(intent, key) for key in slots} == slots, shown


def test_enough_phrases_are_tried() -> None:
    assert len(PHRASES) >= 150


def offered(state: StoryState) -> StoryState:
    options = (
        Option(id="play", text="sit in"),
        Option(id="refuse", text="keep your money in your pocket"),
        Option(id="ride", text="ride to the gorge"),
    )
    decision = Decision(id="cardtable", question="Do you sit in?", options=options, turn=1, scene="s1", place=state.here, minute=0)
    play(state, [DecisionOffered(turn=1, decision=decision)])
    return state


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("I sit in", "play"),
        ("sit in.", "play"),
        ("I'll sit in on the game", "play"),
        ("I keep my money in my pocket", "refuse"),
        ("keep the mony in my pocket", "refuse"),
        ("refuse", "refuse"),
    ],
)
def test_an_open_option_is_taken_in_the_players_own_words(said: str, option: str) -> None:
    (intent, *_) = read(said, offered(at("saloon")))
    assert (intent.verb, intent.option, intent.target) == ("decide", option, "cardtable")


def test_a_long_option_is_taken_by_a_few_of_its_words() -> None:
    options = (
        Option(id="paper", text="tell Ortega that you came back about a paper you found in the road"),
        Option(id="wages", text="say that you are looking for wages"),
        Option(id="horse", text="see to the horse and let him wonder"),
        Option(id="brand", text="ask Ortega about the brand"),
    )
    for said, option in (
        ("I tell Ortega about the paper", "paper"),
        ("I'm looking for wages", "wages"),
        ("I see to the horse.", "horse"),
        ("I ask Ortega about the brand", "brand"),
        ("I ask Ortega about the paper", None),
        ("I tell Ortega about the weather", None),
        ("I wait", None),
    ):
        state = at("livery")
        play(state, [DecisionOffered(turn=1, decision=Decision(id="arrival", question="", options=options, turn=1, scene="s1", minute=0))])
        first = read(said, state)[0]
        assert (first.option or None, first.verb == "decide") == (option, option is not None), said


def test_what_fits_two_options_takes_neither() -> None:
    options = (Option(id="ride_north", text="ride north with Pete"), Option(id="ride_south", text="ride south with Pete"))
    state = at("street")
    play(state, [DecisionOffered(turn=1, decision=Decision(id="fork", question="", options=options, turn=1, scene="s1", minute=0))])
    assert [intent.verb for intent in read("I ride with Pete", state)] != ["decide"]
    assert read("I ride north with Pete", state)[0].option == "ride_north"


def test_an_option_that_is_an_act_is_both() -> None:
    decided, ridden = read("I ride to the gorge", offered(at("saloon")))
    assert (decided.verb, decided.option) == ("decide", "ride")
    assert (ridden.verb, ridden.place, ridden.mode) == ("travel", "gorge", "horse")


def test_a_question_or_another_act_takes_no_option() -> None:
    state = offered(at("saloon"))
    assert [intent.verb for intent in read("Should I sit in?", state)] == ["ask"]
    assert [intent.verb for intent in read("I sit down with the marshal", state)] == ["greet"]


def test_a_pronoun_means_the_one_last_spoken_with() -> None:
    state = at("saloon")
    play(state, [StateChanged(turn=1, what="place", key="boone", new="saloon"), PlayerSpoke(turn=1, said="I greet Miss Boone.")])
    state.turn = 2
    assert read("I ask her about the marshal", state)[0].target == "boone"
    assert read("I ask him about the bank", state)[0].target == "thorne"
    assert read("Where is the bank?", state)[0].target == "boone"
    assert [intent.target for intent in read("I nod to Thorne and ask him about Pete", state)] == ["thorne", "thorne"]


def test_going_back_is_where_one_came_from() -> None:
    state = at("livery")
    play(
        state,
        [
            PlayerSpoke(turn=1, said="I wait."),
            StateChanged(turn=2, what="place", key="cal", new="street"),
            PlayerSpoke(turn=2, said="I go out."),
        ],
    )
    assert read("I go back", state)[0].place == "livery"


def test_a_hidden_place_has_no_name_until_it_has_been_seen() -> None:
    pack = mesa()
    hidden = pack.locations["gorge"].model_copy(update={"visibility": "gm"})
    state = opened(mesa(locations=pack.locations | {"gorge": hidden}))
    assert read("ride to Perdition Gorge", state)[0].place != "gorge"
    play(state, [StateChanged(turn=1, what="visit", key="gorge", new=1)])
    assert read("ride to Perdition Gorge", state)[0].place == "gorge"


def test_who_knows_of_it_is_asked_for_the_secret_and_who_does_not_for_the_person() -> None:
    pack = mesa()
    secrets = pack.secrets | {"boone_past": pack.secrets["boone_past"].model_copy(update={"about": ("pete",)})}
    state = opened(mesa(secrets=secrets, npcs={id: npc.model_copy(update={"at": "livery"}) for id, npc in pack.npcs.items()}))
    assert read("ask Boone about Pete", state)[0].topic == "boone_past"
    assert read("ask Boone who Pete is", state)[0].topic == "pete"
    assert read("ask Thorne about Pete", state)[0].topic == "pete"


def test_odd_dice_are_read_and_the_fault_is_said() -> None:
    (intent,) = read("/roll 3x7", at("livery"))
    assert intent.verb == "roll"
    assert "bad-dice" in intent.read_as
    assert "character 2" in intent.read_as
    (intent,) = read("/roll riding vs awful", at("livery"))
    assert (intent.skill, intent.difficulty) == ("riding", "fair")
    assert "awful" in intent.read_as


def test_risky_acts_carry_their_stakes() -> None:
    (intent,) = read("I shoot Pete", at("gorge"))
    assert intent.stakes is not None
    assert intent.stakes.skill == "shooting"
    assert read("I look around", at("gorge"))[0].stakes is None


def test_commands_of_the_table_are_apart_from_its_views() -> None:
    assert not META_TURNS & META_VIEWS
    assert all(read(f"/{name}", at("livery")) == () for name in sorted(META_VIEWS))
    assert all(read(f"/{name} x", at("livery")) for name in sorted(META_TURNS))


WORDS = sorted({word for _, said, _ in PHRASES for word in said.split()})


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)))
def test_nothing_that_is_typed_ever_fails(said: str) -> None:
    for intent in read(said, at("saloon")):
        assert intent.verb
        assert intent.target == "" or intent.target in mesa().npcs or intent.target in ("cal", "cardtable")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([said for _, said, _ in PHRASES]), min_size=1, max_size=4))
def test_what_is_read_can_be_played(lines: list[str]) -> None:
    state = opened()
    for said in lines:
        state.turn += 1
        first: dict[str, int] = {}
        for intent in read(said, state):
            do(state, first=first, **intent.model_dump())


def test_reading_does_not_depend_on_the_order_of_hashes() -> None:
    script = (
        "import sys; sys.path[:0] = ['tests/rules', 'tests/direction']\n"
        "from phrases import PHRASES\nfrom tables import opened\nfrom gm_engine.direction.intents_read import read\n"
        "state = opened()\nprint([read(said, state) for _, said, _ in PHRASES[::4]])\n"
    )
    seen = {
        subprocess.run([sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in "17"
    }
    assert len(seen) == 1
