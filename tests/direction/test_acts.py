"""Acts as a hearer answers them, and the intents that the rules judge: nothing is refused because it was not understood."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine import rules
from gm_engine.direction.acts import apart, intents_of, ways_open
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.act import HEARD, Act
from gm_engine.story.decision import Decision, Option
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.pack import Item, Pack, Slot
from tests.mesa import mesa
from tests.narrator.test_embedded import GM
from tests.table import SmallTable

MESA = mesa()
LETTER = Newcomer(id="letter", kind="item", name="the letter", quote="A letter lies about.", turn=1)
TILDA = Newcomer(id="tilda", kind="character", name="Tilda", quote="Tilda waits.", place="livery", pronouns="she", turn=1)
DREW = Newcomer(id="drew", kind="character", name="Drew", quote="Drew spoke up.", pronouns="he", turn=1)
DENVER = Newcomer(id="denver", kind="place", name="Denver", quote="He came from Denver.", turn=1)


def story(*came: Newcomer, pack: Pack = MESA) -> StoryState:
    state = SmallTable(pack, GM).state
    for one in came:
        kind = "item" if one.kind == "item" else one.kind
        fold(state, happened.NewcomerJoined(newcomer=one))
        fold(state, happened.EntityIntroduced(entity=Entity(id=one.id, kind=kind, name=one.name)))
    return state


def verbs(state: StoryState, *acts: Act) -> list[str]:
    return [intent.verb for intent in intents_of(acts, state)]


def outcome(state: StoryState, acts: Sequence[Act]) -> list[Event]:
    """What comes of acts in one turn."""
    found: list[Event] = []
    counts: dict[str, int] = {}
    turn = state.turn + 1
    intents = intents_of(acts, state)
    fold(state, happened.PlayerSpoke(turn=turn, said="…", intents=intents))
    for intent in intents:
        for event in rules.adjudicate(intent, state, state.draw(turn), counts):
            fold(state, event)
            found.append(event)
    return found


def refusals(events: Sequence[Event]) -> list[str]:
    return [event.cause.removeprefix("refused:") for event in events if isinstance(event, happened.StateChanged) and event.what == "used"
            and event.cause.startswith("refused:")]  # fmt: skip


def act(verb: str, **fields: object) -> Act:
    return Act.model_validate({"verb": verb, "words": f"{verb} somehow", **fields})


# --- by kind of act

READ: list[tuple[Act, dict[str, object]]] = [
    (act("look"), {"verb": "look"}),
    (act("look", whom="Luis Ortega"), {"verb": "look", "target": "ortega"}),
    (act("greet", whom="the liveryman"), {"verb": "greet", "target": "ortega"}),
    (act("ask", whom="Ortega", about="his mule"), {"verb": "ask", "target": "ortega", "about": "his mule"}),
    (act("ask", about="his mule"), {"verb": "ask", "target": "ortega"}),
    (act("tell", whom="Luis Ortega", speech="I'm back."), {"verb": "tell", "about": "I'm back.", "speech": "I'm back."}),
    (act("persuade", whom="Ortega", about="to lend me a horse"), {"verb": "persuade", "target": "ortega"}),
    (act("threaten", whom="Ortega"), {"verb": "threaten", "target": "ortega"}),
    (act("accuse", whom="Ortega", about="horse theft"), {"verb": "accuse", "target": "ortega", "about": "horse theft"}),
    (act("travel", place="the main street"), {"verb": "travel", "place": "street"}),
    (act("travel", place="Silver Spur", words="ride to the Silver Spur"), {"verb": "travel", "place": "saloon"}),
    (act("give", whom="Ortega", thing="money", amount=150), {"verb": "give", "target": "ortega", "item": "money", "amount": 150}),
    (act("give", whom="Ortega", amount=150), {"verb": "give", "item": "money", "amount": 150}),
    (act("give", whom="Ortega", thing="cartridges", amount=3), {"verb": "give", "item": "cartridges", "amount": 3}),
    (act("give", whom="Ortega", thing="revolver", amount=500), {"verb": "give", "item": "revolver", "amount": 1}),
    (act("take", thing="revolver"), {"verb": "use", "item": "revolver"}),
    (act("use", thing="revolver"), {"verb": "use", "item": "revolver"}),
    (act("wait", minutes=45), {"verb": "wait", "amount": 45}),
    (act("sleep", minutes=480), {"verb": "sleep", "amount": 480}),
    (act("wait", until="20:00"), {"verb": "wait", "amount": 0, "until": "20:00"}),
    (act("promise", whom="Ortega", about="to be back", until="21:15"), {"verb": "promise", "amount": 0, "until": "21:15"}),
    (act("promise", whom="Ortega", about="to be back by dusk", minutes=600), {"verb": "promise", "target": "ortega", "amount": 600}),
    (act("promise", whom="the girl", about="to be back"), {"verb": "promise", "target": "", "about": "to be back (to the girl)"}),
    (act("borrow", whom="Ortega", thing="an ax", amount=1, words="borrow an ax"), {"verb": "free", "amount": 0}),
    (act("borrow", whom="Ortega", amount=200), {"verb": "borrow", "target": "ortega", "amount": 200}),
    (act("repay", whom="Ortega", amount=200), {"verb": "give", "target": "ortega", "item": "money", "amount": 200}),
    (act("gamble", amount=50), {"verb": "gamble", "amount": 50}),
    (act("search", place="livery"), {"verb": "search", "place": "livery"}),
    (act("strike", whom="Ortega"), {"verb": "strike", "target": "ortega"}),
    (act("shoot", whom="Ortega"), {"verb": "shoot", "target": "ortega"}),
    (act("draw"), {"verb": "draw", "target": ""}),
    (act("reload"), {"verb": "reload"}),
    (act("flee"), {"verb": "flee"}),
    (act("free", minutes=20), {"verb": "free", "amount": 20}),
]


@pytest.mark.parametrize(("heard", "fields"), READ, ids=[f"{one.verb}-{n}" for n, (one, _) in enumerate(READ)])
def test_each_kind_of_act_is_what_the_rules_know(heard: Act, fields: dict[str, object]) -> None:
    [intent] = intents_of([heard], story())
    assert {name: getattr(intent, name) for name in fields} == fields
    assert intent.words == heard.words


@pytest.mark.parametrize(
    ("words", "amount", "count"),
    [
        ("buy a knife for sixty cents", 60, 1), ("buy a rope", 75, 1), ("buy two ropes for a dollar and a half, $1.50", 150, 2),
        ("buy three ropes", 3, 3), ("buy rope", 0, 1), ("haggle a rope down to forty cents", 40, 1),
    ],
)  # fmt: skip
def test_a_sum_that_is_paid_is_no_count_of_what_is_bought(words: str, amount: int, count: int) -> None:
    rope = Item(name="the rope", price=75)
    pack = MESA.model_copy(update={"items": {**MESA.items, "rope": rope}})
    [intent] = intents_of([Act(verb="buy", thing="rope", whom="Ortega", words=words, amount=amount)], story(pack=pack))
    assert (intent.verb, intent.amount) == ("buy", count)


FREE = [
    act("ask", whom="the loudest man", about="his name"),
    act("give", thing="a song", whom="Ortega"),
    act("give", whom="Ortega"),
    act("take", thing="the loose horseshoe"),
    act("use", thing="the pump"),
    act("read", thing="the notice"),
    act("buy", thing="a silk hat"),
    act("sell", thing="my soul"),
    act("look", thing="the crack in the wall"),
    act("travel", place="the far side of the moon"),
    act("strike", whom="the loudest man"),
    act("shoot"),
    act("heal"),
    act("keep", whom="Ortega"),
    act("repay", whom="Ortega"),
    act("borrow", whom="Ortega"),
    act("persuade"),
    act("ask", whom="me"),
    act("strike", whom="myself"),
]


@pytest.mark.parametrize("heard", FREE, ids=[f"{one.verb}-{n}" for n, one in enumerate(FREE)])
def test_what_the_story_does_not_know_is_done_freely_and_never_refused(heard: Act) -> None:
    state = story()
    [intent] = intents_of([heard], state)
    assert (intent.verb, intent.words) == ("free", heard.words)
    assert refusals(outcome(state, [heard])) == []


DENIED = [
    (act("give", whom="Ortega", thing="money", amount=10_000), "no-money"),
    (act("ask", whom="Miss Boone", about="chalk"), "nobody-here:boone"),
    (act("give", whom="Ortega", thing="cartridges", amount=40), "not-carried:cartridges"),
]


@pytest.mark.parametrize(("heard", "why"), DENIED, ids=[why for _, why in DENIED])
def test_what_the_state_denies_is_refused_and_says_why(heard: Act, why: str) -> None:
    assert refusals(outcome(story(), [heard])) == [why]


def test_the_dead_are_not_spoken_to() -> None:
    state = story()
    fold(state, happened.StateChanged(what="condition", key="ortega", old="alive", new="dead", cause="shot"))
    assert refusals(outcome(state, [act("ask", whom="Ortega", about="his mule")])) == ["dead:ortega"]


def test_several_acts_keep_their_order_and_none_is_lost_or_doubled() -> None:
    state = story()
    heard = [
        act("give", whom="Ortega", thing="money", amount=100, words="pay him"),
        act("free", words="whistle"),
        act("ask", whom="Ortega", about="the marshal", words="ask after the marshal"),
        act("free", words="spit"),
        act("travel", place="the main street", words="go out"),
        act("wait", minutes=5, words="wait outside"),
    ]
    assert verbs(state, *heard) == ["give", "free", "ask", "free", "travel", "wait"]
    assert verbs(state, heard[1], heard[1], heard[1]) == ["free"]
    assert verbs(state, heard[1], heard[3], heard[1]) == ["free", "free", "free"]


def test_words_about_the_game_do_nothing() -> None:
    assert verbs(story(), act("aside", words="who wrote this?")) == []


def test_who_is_met_on_the_way_can_be_spoken_to_there() -> None:
    state = story()
    heard = [act("travel", place="saloon"), act("ask", whom="Ash Pell", about="a game")]
    assert [(one.verb, one.target) for one in intents_of(heard, state)] == [("travel", ""), ("ask", "ash")]


def test_an_offered_way_is_taken_by_its_letter() -> None:
    state = story()
    options = (Option(id="stay", text="stay"), Option(id="go", text="go"))
    made = Decision(id="d1", question="What now?", options=options, turn=1, scene="s1", minute=0)
    fold(state, happened.DecisionOffered(turn=1, decision=made))
    assert [letter for letter, _, _ in ways_open(state)] == ["A", "B"]
    for letter in ("B", "b", " (b) ", "B."):
        [intent] = intents_of([act("free", option=letter, words="off we go")], state)
        assert (intent.verb, intent.target, intent.option) == ("decide", "d1", "go")
    assert verbs(state, act("free", option="Z", words="off we go")) == ["free"]


def test_dice_fall_for_a_free_act_only_where_something_is_won_or_lost_by_a_known_skill() -> None:
    state = story()
    [open_act] = intents_of([act("free", skill="Riding", win="you stay on", lose="you fall")], state)
    assert (open_act.skill, open_act.stakes.failure if open_act.stakes else "") == ("riding", "you fall")
    for fields in ({"skill": "riding"}, {"skill": "levitation", "win": "you fly"}, {"win": "you fly"}):
        [shut] = intents_of([act("free", **fields)], state)
        assert (shut.skill, shut.stakes) == ("", None)


# --- what was brought in, and what nobody has said of it


def test_who_was_brought_in_is_spoken_to_fought_and_given_things() -> None:
    state = story(TILDA)
    heard = [act("ask", whom="Tilda", about="her mule"), act("give", whom="Tilda", thing="money", amount=100), act("strike", whom="Tilda")]
    assert [(one.verb, one.target) for one in intents_of(heard, state)] == [("ask", "tilda"), ("give", "tilda"), ("strike", "tilda")]
    assert refusals(outcome(state, heard)) == []
    assert state.purse("tilda") == 100


def test_nobody_is_denied_of_whom_it_was_not_said_where_they_are() -> None:
    """A stranger who had spoken, with no word of where he stood, was once said not to be here."""
    state = story(DREW)
    heard = [act("ask", whom="Drew", about="his horse"), act("look", whom="Drew"), act("give", whom="Drew", amount=100)]
    assert verbs(state, *heard) == ["free", "free", "give"]
    assert refusals(outcome(state, heard)) == []


@pytest.mark.parametrize("verb", ["take", "give", "use", "read", "look", "sell"])
def test_nothing_is_denied_of_which_it_was_not_said_where_it_is(verb: str) -> None:
    state = story(LETTER)
    heard = act(verb, thing="the letter", whom="Ortega" if verb == "give" else "")
    assert refusals(outcome(state, [heard])) == []


def test_a_place_that_was_only_spoken_of_is_gone_to_freely() -> None:
    state = story(DENVER)
    assert apart(state, "livery", "denver")
    assert apart(state, "denver", "livery")
    assert not any(apart(state, "livery", place) for place in MESA.locations)
    assert verbs(state, act("travel", place="Denver")) == ["free"]


# --- whatever is heard

NAMES = ["Luis Ortega", "Ortega", "Miss Boone", "Thorne", "Ash Pell", "Tilda", "Drew", "me", "you", "the loudest man", "Faro Tess", ""]
THINGS = ["revolver", "cartridges", "the letter", "money", "a dollar", "moonlight", "rope", "ledger", ""]
PLACES = ["the main street", "Silver Spur", "school", "Denver", "gorge", "the moon", "livery", ""]
ACTS = st.builds(
    Act,
    verb=st.sampled_from([*HEARD, "aside"]),
    whom=st.sampled_from(NAMES) | st.text(max_size=12),
    thing=st.sampled_from(THINGS) | st.text(max_size=12),
    place=st.sampled_from(PLACES) | st.text(max_size=12),
    words=st.sampled_from(["do it", "ride there", "sleep until dawn", ""]) | st.text(max_size=20),
    about=st.sampled_from(["the marshal", "Miss Boone", "what she hides", ""]) | st.text(max_size=20),
    speech=st.text(max_size=20),
    amount=st.sampled_from([0, 1, 100, 2350, 2351, 10**7]),
    minutes=st.sampled_from([0, 1, 600, 10**7]),
    skill=st.sampled_from(["", "riding", "notice", "nothing"]),
    win=st.sampled_from(["", "you stay on"]),
    lose=st.sampled_from(["", "you fall"]),
    option=st.sampled_from(["", "A", "B", "Z", "?"]),
)
KNOWN = ("no-money", "no-weapon", "empty", "loaded", "no-cartridges", "out", "daylight", "down", "dying", "dead", "nobody-here")
"""What the state denies of the player's own purse, gun, body and hour; and, after a walk that was broken off, company."""
OF_SOMETHING = ("nobody-here", "dead", "not-here", "not-carried", "kept-by", "no-way", "cannot-lend", "no-seller", "no-buyer", "not-served")


@settings(max_examples=150)
@given(st.lists(ACTS, max_size=6), st.booleans())
def test_no_act_fails_and_only_the_state_refuses(heard: list[Act], hunted: bool) -> None:
    """Whatever a hearer answers: nothing is raised, and each refusal names what the state holds against it."""
    state = story(TILDA, DREW, LETTER, DENVER)
    if hunted:
        fold(state, happened.StateChanged(what="condition", key="ortega", old="alive", new="dead", cause="shot"))
    intents = intents_of(heard, state)
    asides = sum(one.verb == "aside" for one in heard)
    pairs = [one for one in heard if one.verb != "aside"]
    assert len(intents) <= len(heard) - asides
    assert len(intents) >= len({(one.verb, one.words) for one in pairs if one.verb == "free" and not one.option})
    walked = any(intent.verb in ("travel", "flee") for intent in intents)
    for why in refusals(outcome(state, heard)):
        kind, _, what = why.partition(":")
        assert (kind in OF_SOMETHING) if what else (kind in KNOWN), why
        if kind == "nobody-here" and what:
            assert what not in ("drew",), why
            assert walked or state.where(what) not in ("", "livery") or not state.alive(what), why
        if kind == "nobody-here" and not what:
            assert walked, why
        if kind in ("not-here", "not-carried"):
            assert what in state.pack.items or what in ("revolver", "cartridges"), why
            assert what != "letter", why


def test_who_is_looked_for_is_looked_for_where_they_are_at_that_hour() -> None:
    """A teacher was looked for at the schoolhouse at six in the evening, when everybody knows where she sits."""
    boone = MESA.npcs["boone"].model_copy(update={"schedule": (Slot(hour=7, at="school"), Slot(hour=17, at="saloon"))})
    state = story(pack=MESA.model_copy(update={"npcs": {**MESA.npcs, "boone": boone}}))
    found = []
    for hour in (9, 18):
        now = state.pack.calendar.moment(state.minute)
        state.minute += (hour * 60 - now.hour * 60 - now.minute) % 1440
        [intent] = intents_of([Act(verb="travel", whom="Miss Boone", words="go find Miss Boone")], state)
        found.append(intent.place)
    assert found == ["school", "saloon"]
