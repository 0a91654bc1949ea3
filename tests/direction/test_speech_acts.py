"""Speech acts: what is done by what is said, in three campaigns, how it is answered, and what comes of it. The lines are the test's own."""

import pytest

from gm_engine.direction import read
from gm_engine.direction.naming import proper_names
from gm_engine.extraction.ear import Ear
from gm_engine.rules.sayings import words_sent
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from tests.direction.test_answers import CAMPAIGNS, beside
from tests.table import SmallTable, Told

EAR = Ear()
HEARERS = {"redemption": "rafferty", "red_mesa": "luz", "nine_tonnes": "reyes"}


def heard(table: SmallTable, said: str) -> tuple[Intent, ...]:
    return read(said, table.state, EAR.parse(said, proper_names(table.state)))


def said_to(campaign: str, words: str, npc: str = "", attitude: int | None = None, seed: int = 1) -> tuple[SmallTable, Told]:
    npc = npc or HEARERS[campaign]
    table = beside(campaign, npc, seed)
    if attitude is not None:
        fold(table.state, happened.StateChanged(what="attitude", key=npc, new=attitude, cause="test"))
    return table, table.play(words, *heard(table, words))


def answer_of(told: Told) -> Beat:
    return next(beat for beat in told.plan.beats if beat.slots.get("telling", "").startswith(("reply_", "word_")))


ACTS = [
    ('"I burned the letters the night before last."', "confession", "I burned the letters the night before last"),
    ('"I am sorry that I stole from your mother."', "confession", "I stole from your mother"),
    ('"I walked out on you, and there is no more to it."', "confession", "I walked out on you"),
    ("I confess that I took the lamp", "confession", "I took the lamp"),
    ('"Two men with clubs are coming for you."', "warning", "two men with clubs are coming for you"),
    ("I warn them that the bridge is rotten", "warning", "the bridge is rotten"),
    ('"I never knew him."', "denial", "I never knew him"),
    ('"I did not do it, and I was asleep."', "denial", "I did not do it"),
    ('"I refuse."', "refusal", "I refuse"),
    ('"I won\'t carry that any farther."', "refusal", "I won't carry that any farther"),
    ('"No. I have my own reasons."', "refusal", "I have my own reasons"),
    ('"I could paint that shutter."', "offer", "I could paint that shutter"),
    ("I offer to sweep the floor", "offer", "I will sweep the floor"),
    ('"I am the quickest hand you ever saw."', "boast", "I am the quickest hand you ever saw"),
    ('"It rained all the way, and my coat let it in."', "news", "it rained all the way, and my coat let it in"),
    ("I apologize for the noise", "sorry", "the noise"),
    ("I praise your coffee", "compliment", ""),
    ('"Ask me whatever you like."', "offer", "I will answer you"),
]


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize(("words", "manner", "about"), ACTS)
def test_what_is_said_is_heard_as_the_act_that_it_is(campaign: str, words: str, manner: str, about: str) -> None:
    if words == "I praise your coffee":
        words = f"I praise {beside(campaign, HEARERS[campaign]).state.name(HEARERS[campaign])}"
    table = beside(campaign, HEARERS[campaign])
    found = heard(table, words)
    said = next(intent for intent in found if intent.verb == "tell")
    assert (said.manner, said.about, said.target) == (manner, about, HEARERS[campaign])


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_weightiest_is_answered_and_not_the_last(campaign: str) -> None:
    _, told = said_to(campaign, '"It is a fine evening. I robbed the mail. The road was dry, I must say."')
    assert answer_of(told).slots["telling"] == "reply_confession"
    assert answer_of(told).slots["matter"] == "you robbed the mail"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_name_is_given_and_is_known_from_then_on(campaign: str) -> None:
    table = beside(campaign, HEARERS[campaign])
    words = f'"My name is {table.state.name(table.state.pc)}. I have come a long way."'
    first = table.play(words, *heard(table, words))
    assert answer_of(first).slots["flags"] == "unknown"
    assert table.state.flags.get(f"named_{HEARERS[campaign]}")
    again = '"I told you, it is ' + table.state.name(table.state.pc) + '."'
    second = table.play(again, *heard(table, again))
    assert answer_of(second).slots.get("flags", "of_old") == "of_old"


def test_an_old_friend_needs_no_name() -> None:
    _, told = said_to("redemption", '"Ben! It\'s Nathan Strayhorn."', "oakes")
    assert answer_of(told).slots["flags"] == "of_old"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_concerns_the_hearers_own_costs_regard_but_a_friends(campaign: str) -> None:
    words = '"I was there when they beat your brother."'
    table, told = said_to(campaign, words, attitude=0)
    assert answer_of(told).slots["flags"] == "hearers"
    assert table.state.attitude(HEARERS[campaign]) == -1
    table, _ = said_to(campaign, words, attitude=2)
    assert table.state.attitude(HEARERS[campaign]) == 2


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_warning_is_remembered_kindly_once(campaign: str) -> None:
    words = '"Somebody is coming for you tonight."'
    table, _ = said_to(campaign, words, attitude=0)
    assert table.state.attitude(HEARERS[campaign]) == 1
    table.play(words, *heard(table, words))
    assert table.state.attitude(HEARERS[campaign]) == 1


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_lie_is_believed_or_seen_through_by_the_dice(campaign: str) -> None:
    ends = set()
    for seed in range(1, 13):
        table, told = said_to(campaign, "I tell them a lie, that I was born on a boat", attitude=0, seed=seed)
        npc = HEARERS[campaign]
        flags = answer_of(told).slots["flags"]
        ends.add(flags)
        believed = any(event.cause == f"lie-believed:{npc}" for event in told.events if isinstance(event, happened.StateChanged))
        assert (flags == "believed") == believed
        assert (table.state.attitude(npc) < 0) == (flags == "caught")
        assert answer_of(told).rolls
    assert ends == {"believed", "caught"}


def test_to_deny_what_one_carries_is_a_lie() -> None:
    table = beside("red_mesa", "luz")
    (said,) = heard(table, '"I have no reprieve."')
    assert said.manner == "lie"
    fold(table.state, happened.StateChanged(what="item", key=table.state.pc, detail="reprieve", old=1, new=0, cause="test"))
    (said,) = heard(table, '"I have no reprieve."')
    assert said.manner == "denial"


MESSAGES = [
    ("redemption", "rafferty", "oakes", '"Tell Ben Oakes I want my saddle mended."', "you want your saddle mended"),
    ("red_mesa", "luz", "amos", '"You can let Amos Deering know that his mules are loose."', "his mules are loose"),
    ("nine_tonnes", "reyes", "noor", '"Remind Noor Pell that I owe her a supper."', "you owe her a supper"),
]


@pytest.mark.parametrize(("campaign", "bearer", "to", "words", "matter"), MESSAGES)
def test_word_is_carried_and_whoever_gets_it_says_so(campaign: str, bearer: str, to: str, words: str, matter: str) -> None:
    table, told = said_to(campaign, words, bearer, attitude=0)
    assert answer_of(told).slots["flags"] == "carried"
    (owed,) = (one for one in table.state.owed() if words_sent(one))
    assert (owed.debtor, owed.creditor, words_sent(owed)) == (bearer, to, matter)
    assert owed.due is not None
    greeting = Intent(verb="greet", words="hello", target=to)
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, new=table.state.where(to), cause="test"))
    early = table.play("hello", greeting)
    assert not any(beat.slots.get("telling") == "word_had" for beat in early.plan.beats)
    table.play("I wait", Intent(verb="wait", words="wait", amount=owed.due - table.state.minute + 1))
    while any(words_sent(one) for one in table.state.owed()):
        table.play("I wait", Intent(verb="wait", words="wait", amount=10))
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, new=table.state.where(to), cause="test"))
    late = table.play("hello", greeting)
    (had,) = (beat for beat in late.plan.beats if beat.slots.get("telling") == "word_had")
    assert (had.slots["matter"], had.slots["name"]) == (matter, table.state.name(bearer))
    again = table.play("hello", greeting)
    assert not any(beat.slots.get("telling") == "word_had" for beat in again.plan.beats)


def test_what_is_left_to_somebody_is_not_asked_of_them() -> None:
    table = beside("red_mesa", "luz")
    (said,) = heard(table, '"It is only a hat. Look under the brim if you like."')
    assert (said.verb, said.manner) == ("tell", "claim")


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_is_praised_is_taken_up(campaign: str) -> None:
    npc = HEARERS[campaign]
    table = beside(campaign, npc)
    whose = {"he": "his", "she": "her"}[table.state.pack.npcs[npc].pronouns]
    _, told = said_to(campaign, f"I compliment {table.state.name(npc)} on {whose} kettle")
    assert "my kettle" in told.completion.text.lower()


def test_nobody_carries_word_for_an_enemy() -> None:
    table, told = said_to("redemption", MESSAGES[0][3], "rafferty", attitude=-1)
    assert answer_of(told).slots["flags"] == "uncarried"
    assert not any(words_sent(one) for one in table.state.owed())


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_an_offer_that_is_taken_up_is_owed(campaign: str) -> None:
    table, told = said_to(campaign, '"I could paint that shutter for you."', attitude=0)
    assert answer_of(told).slots["flags"] == "accepted"
    assert [owed.text for owed in table.state.owed() if owed.creditor == HEARERS[campaign]] == ["I could paint that shutter for you"]
    table, told = said_to(campaign, '"I could paint that shutter for you."', attitude=-1)
    assert answer_of(told).slots["flags"] == "unaccepted"
    assert not [owed for owed in table.state.owed() if owed.creditor == HEARERS[campaign]]


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_what_is_told_in_the_third_person_is_taken_up_in_the_first(campaign: str) -> None:
    npc = HEARERS[campaign]
    table = beside(campaign, npc)
    _, told = said_to(campaign, f"I tell {table.state.name(npc)} that {table.state.pack.npcs[npc].pronouns} owes me a supper")
    assert answer_of(told).slots["matter"] == "I owe you a supper"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_an_evening_of_claims_is_answered_without_saying_one_thing_twice(campaign: str) -> None:
    """Twelve claims in a row, each of another matter: no answer but its own words comes again."""
    things = ["kettle", "ladder", "ribbon", "candle", "trumpet", "blanket", "bucket", "barrel", "saddle", "lantern", "pillow", "basket"]
    table = beside(campaign, HEARERS[campaign])
    frames = []
    for thing in things:
        words = f'"Somebody has left a {thing} in the yard."'
        told = table.play(words, *heard(table, words))
        assert thing in told.completion.text
        lines = [line for line in told.completion.text.split("\n") if thing in line]
        frames.append(lines[0].lower().replace(thing, "…"))
    assert len(set(frames)) >= len(frames) - 1


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_act_of_speech_has_an_answer_in_words(campaign: str) -> None:
    for words, manner, _ in ACTS:
        for attitude in (-2, 0, 2):
            if "praise" in words:
                continue
            _, told = said_to(campaign, words, attitude=attitude)
            assert told.completion.text.strip(), (words, attitude)
            assert manner in ("sorry", "news") or answer_of(told).slots["verb"] in (manner, "tell"), words


@pytest.mark.parametrize("words", ["I have a paper from the governor.", "I am a cousin of the governor.", "I know who cut the rope."])
def test_what_is_so_is_told_to_whoever_is_there_without_marks(words: str) -> None:
    [said] = heard(beside("red_mesa", "amos"), words)
    assert (said.verb, said.target, said.about) == ("tell", "amos", words.strip("."))


@pytest.mark.parametrize("words", ["I have a drink.", "I am careful with the lid.", "I have a look at the shelf."])
def test_what_is_done_is_told_to_nobody(words: str) -> None:
    assert all(intent.verb != "tell" for intent in heard(beside("red_mesa", "amos"), words))
