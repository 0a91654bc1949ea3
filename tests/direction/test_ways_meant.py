"""Ways meant: an offered way taken in other words, asked back where it is only likely, left alone where another thing is said."""

from collections.abc import Sequence

import pytest
from tables import opened, play

from benchmarks.free_lines import sittings, ways
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial, verify_game
from gm_engine.direction import plan, read
from gm_engine.direction.attempts import attempts_of
from gm_engine.direction.intents_read import not_followed
from gm_engine.direction.line_left import without
from gm_engine.direction.line_parts import parts_of
from gm_engine.play.game import Game
from gm_engine.play.understanding import understood
from gm_engine.rules import adjudicate
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.decision import Decision, Option
from gm_engine.story.pack import AuthoredScene
from gm_engine.story.register import Register

WAGES = Option(id="work", text="say that you are looking for wages")
HORSE = Option(id="horse", text="see to the horse and let him wonder")
PAPER = Option(id="paper", text="tell him about a paper that you found in the road")


def offered(*options: Option) -> StoryState:
    state = opened()
    decision = Decision(id="arrival", question="What does he get to know?", options=options, turn=1, scene="s1", minute=0)
    play(state, [happened.DecisionOffered(turn=1, decision=decision)])
    return state


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("I look for work, friend, and wages.", "work"), ('"Any wages to be had here?" No: I only tell him I look for wages.', "work"),
        ("I rub the horse down and leave him wondering", "horse"), ("I show him a paper, picked up off the road", "paper"),
    ],
)  # fmt: skip
def test_a_way_is_taken_in_other_words(said: str, option: str) -> None:
    taken = [intent for intent in read(said, offered(WAGES, HORSE, PAPER)) if intent.verb == "decide"]
    assert [(intent.target, intent.option) for intent in taken] == [("arrival", option)]


@pytest.mark.parametrize(
    "said",
    ["Who pays wages here?", "I ask him about the road", "I shoot Ortega", "I wait for two days", "I go to the main street", "xyzzy"],
)
def test_a_question_and_another_act_take_none(said: str) -> None:
    assert not [intent for intent in read(said, offered(WAGES, HORSE, PAPER)) if intent.verb == "decide" or intent.mode == "which"]


@pytest.mark.parametrize(
    "said",
    [
        "I have had my fill of looking over my shoulder", "It is a wonder that anybody found this town",
        "I tell Ben he could wonder all he likes about the weather", "I run a finger round the rim of the horse trough",
        "If he draws on me I see to the horse first", "I take a good look at the lock.", "I count my money.",
    ],
)  # fmt: skip
def test_a_word_in_passing_takes_no_way(said: str) -> None:
    """Each shares one word with a way, and does something else, or nothing."""
    game = trial(load_pack(find_pack("redemption")), "ways", pack_path=find_pack("redemption"), seed=3)
    game.play("I look around.")
    heard = understood(said, game.state, game.tools).intents
    assert not [intent for intent in heard if intent.verb == "decide" or intent.mode == "which"], heard


def test_a_like_act_on_the_same_thing_is_asked_back_and_not_done() -> None:
    game = trial(load_pack(find_pack("nine_tonnes")), "ways", pack_path=find_pack("nine_tonnes"), seed=3)
    game.play("I look around.")
    game.play("I run my thumb round the inside of the ticket chute.")
    assert game.state.decisions["empty_peg"].taken is None


def test_what_is_only_likely_is_asked_back_and_nothing_happens() -> None:
    state = offered(Option(id="north", text="take the north trail"), Option(id="south", text="take the south trail"), HORSE)
    (intent,) = read("the trail, I reckon", state)
    [beat] = plan((intent,), (), state, state.draw(1)).beats
    assert beat.text == "Do you mean to take the north trail, or to take the south trail? Say which of the two."
    assert not list(adjudicate(intent, state, state.draw(1), {}))


def test_a_yes_takes_the_one_way_that_was_asked_about() -> None:
    game = trial(load_pack(find_pack("redemption")), "ways", pack_path=find_pack("redemption"), seed=3)
    game.play("I look around.")
    before = game.state.minute
    game.play('"No, not today."')
    assert game.state.turns.last().reply == "Do you mean to see to the horse and let him wonder? Say so, and it is done."
    assert game.state.minute == before
    game.play("Yes.")
    assert game.state.decisions["arrival"].taken == "say_nothing"
    assert verify_game(game.journal).turns == 3


def test_the_name_of_whoever_is_there_takes_no_way() -> None:
    """ "I greet Ben Oakes" once took "tell Ben that you came back about a paper": only that way had his name in it."""
    state = offered(Option(id="tell", text="tell Ortega all of it"), HORSE)
    assert [intent.verb for intent in read("I greet Luis Ortega.", state)] == ["greet"]


def test_paraphrases_by_a_writer_who_had_seen_no_code_are_taken_and_other_lines_are_not() -> None:
    """One in six was taken when a way needed its own words."""
    found = ways("seen")
    assert found["taken"] >= 68
    assert found["taken"] + found["asked back, it among them"] >= 84
    assert found["another taken"] <= 1
    assert found["none: taken all the same"] == 0


def test_what_is_said_of_something_else_takes_no_way() -> None:
    """Lines of the table, each with a decision open that it has nothing to do with; one in twenty took a way when any rare word did."""
    taken = asked = tried = 0
    for campaign, rows in sittings("seen"):
        game = table(campaign)
        scenes = sorted(id for id, scene in game.state.pack.scenes.items() if len(scene.choices) > 1)
        for row in rows[::2]:
            scene = game.state.pack.scenes[scenes[row["n"] * 7 % len(scenes)]]
            offer(game, scene)
            heard = understood(row["said"], game.state, game.tools).intents
            tried += 1
            taken += any(intent.verb == "decide" for intent in heard)
            asked += any(intent.mode == "which" for intent in heard)
    assert taken <= tried * 3 // 100
    assert asked <= tried * 6 // 100


TALK = (
    ('"I have a shirt button for you, if you can sew."', "lucia_reads"),
    ('"Where I come from nobody pays eleven dollars for a fence."', "mattie_bill"),
    ('"A wagon is no good without a tongue, I always say."', "dry_noon"),
)


@pytest.mark.parametrize(("said", "scene"), TALK)
def test_talk_takes_no_way_that_is_done(said: str, scene: str) -> None:
    game = table("redemption")
    offer(game, game.state.pack.scenes[scene])
    assert not [intent for intent in understood(said, game.state, game.tools).intents if intent.verb == "decide"]


def test_talk_that_comes_near_what_is_done_is_asked_back_once() -> None:
    game = table("redemption")
    offer(game, game.state.pack.scenes["lucia_reads"])
    before = game.state.minute
    for asked in (True, False):
        reply = game.play('"I put this packet in your hands with a heavy heart, or I would like to."').turn.reply
        assert ("Do you mean" in reply) is asked
    assert game.state.minute - before < 30
    assert not game.state.decisions["lucia_reads"].taken


def test_only_the_words_that_mean_the_way_are_taken_up_by_it() -> None:
    game = table("redemption")
    game.play("I look around.")
    played = game.play("I whistle a tune and rub the horse down, and then I hand Ben a dollar for the oats.")
    assert game.state.decisions["arrival"].taken == "say_nothing"
    assert game.state.purse("oakes") == game.state.pack.npcs["oakes"].money + 100
    assert "dollar" in played.turn.reply


def test_what_is_left_of_a_line_hangs_together() -> None:
    game = table("redemption")
    parsed = game.tools.parse('I rub the bay down, lay a dollar on the anvil and say, "Oats." Then I sleep.', game.state)
    parts = parts_of(parsed)
    assert [(part.kind, part.verbs[:1]) for part in parts] == [
        ("act", ("rub",)), ("act", ("lay",)), ("told", ("say",)), ("said", ()), ("act", ("sleep",)),
    ]  # fmt: skip
    left = without(parsed, (parts[0], parts[3]))
    assert [one.verb for sentence in left.sentences for one in attempts_of(sentence, frozenset())] == ["lay", "say", "sleep"]
    assert not any(word.quote for sentence in left.sentences for word in sentence)


def test_the_honest_line_names_what_comes_nearest_to_what_was_said() -> None:
    state = offered(WAGES, HORSE, PAPER)
    for said, could in (("mumble the horse", HORSE), ("the wages grr", WAGES), ("paper hrmph", PAPER)):
        assert f"You could {could.text}, or " in not_followed(said, state)
    assert not_followed("zzz", state).startswith("I did not follow that. You could ")


def table(campaign: str) -> Game:
    path = find_pack(campaign)
    return trial(load_pack(path), "ways", pack_path=path, seed=3)


def offer(game: Game, scene: AuthoredScene) -> None:
    """Opens a scene's decision, and no other."""
    options = tuple(Option(id=choice.id, text=choice.text) for choice in scene.choices)
    made = Decision(id=scene.id, question=scene.question, options=options, turn=game.state.turn, scene=game.state.scene.id, minute=0)
    game.state.decisions = Register()
    game.state.decisions[scene.id] = made


def test_where_meanings_are_at_hand_a_way_is_taken_by_words_that_it_does_not_share() -> None:
    def near(said: str, others: Sequence[str]) -> tuple[float, ...]:
        return tuple(0.7 if other == HORSE.text else 0.1 for other in others) if "nag" in said else (0.5, 0.48, 0.1)

    state = offered(WAGES, HORSE, PAPER)
    assert not [intent for intent in read("The old nag comes first.", state) if intent.verb == "decide"]
    assert [intent.option for intent in read("The old nag comes first.", state, None, near)] == ["horse"]
    [asked] = read("Some of it comes out, slowly.", state, None, near)
    assert asked.mode == "which"
    assert WAGES.text in asked.about
    assert HORSE.text in asked.about
    assert [intent.verb for intent in read("Who owns the nag?", state, None, near)] != ["decide"]
