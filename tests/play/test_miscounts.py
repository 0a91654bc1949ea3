"""A language model's numbers beside the engine's: what it says plainly of money, cartridges and wounds, and what it does not say."""

from collections.abc import Iterator

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.play.game import Game
from gm_engine.play.objections import objections, verdict_on
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.prompt import Prompt
from gm_engine.story.table_rules import TableRules


def game_of(name: str) -> Iterator[Game]:
    path = find_pack(name)
    with trial(load_pack(path), "evening", pack_path=path) as game:
        game.play("I look around.")
        yield game


@pytest.fixture(scope="module")
def redemption() -> Iterator[Game]:
    yield from game_of("redemption")


@pytest.fixture(scope="module")
def red_mesa() -> Iterator[Game]:
    yield from game_of("red_mesa")


@pytest.fixture(scope="module")
def nine_tonnes() -> Iterator[Game]:
    yield from game_of("nine_tonnes")


@pytest.fixture(scope="module")
def wounded() -> Iterator[Game]:
    for game in game_of("redemption"):
        state = game.state
        detail = f"left arm; a bullet; {state.minute + 99_999}"
        hit = happened.StateChanged(turn=1, what="wound", key=state.pc, detail=detail, new=1, cause="t")
        game.take_in((hit,))
        yield game


def clashes(game: Game, words: str) -> list[Conflict]:
    """What the engine's record says against a model's words."""
    told = Completion(text=words, model="frontier-large")
    return [one for one in verdict_on(told, game.state, game.tools).conflicts if one.established.voice == "engine"]


WRONG_MONEY = """
You have three dollars left.
You have only three dollars left.
You've got about three dollars to your name.
There are three dollars left in your purse.
Your purse holds three dollars and a button.
That leaves you with three dollars.
You pay him, and are left with nothing but air. You are left with three dollars.
You still have $412.50.
You have seven hundred dollars and fifty cents.
You are flat broke.
Nine dollars remain to you.
"""
RIGHT_MONEY = """
You have sixty-one dollars and fifty cents.
You have about sixty dollars left.
You have $61.50 to your name.
You have sixty-one dollars left.
You pay three dollars for the room.
He wants three dollars for the horse.
You owe him three dollars.
“You have three dollars left,” says the clerk.
"You have three dollars left," says the clerk.
You had three dollars once.
If you have three dollars left, you can eat.
You could have three dollars left by Sunday.
A poster offers three hundred dollars.
Three dollars would buy a meal.
You have three dollars more than you need.
You wish you had three dollars left.
Have you three dollars left?
His purse holds a coin.
You lost nine dollars at the table last night.
You see three dollars lying on the bar.
You put two dollars on the counter.
He counts nine dollars into his own purse.
You reckon you have some sixty dollars left.
"""
WRONG_ROUNDS = """
You have two rounds left in the cylinder.
There are two cartridges in your revolver.
Your gun holds two rounds.
You've got two bullets left.
You have one round left.
Your revolver is empty.
You are out of ammunition.
You have no cartridges left.
Only one cartridge remains in your revolver.
"""
RIGHT_ROUNDS = """
You have six rounds left in the cylinder.
You have six cartridges in the cylinder.
Six shots left.
You fire two rounds.
His gun has two rounds left.
You could buy two rounds here.
Two shots ring out.
“You have two rounds left,” he says.
Two rounds of drinks are left on the bar.
You hope you have two rounds left.
His revolver is empty.
He thumbs back the hammer. Two rounds left in the cylinder.
The whiskey is gone: two shots left in the bottle.
You take one round out and set it on the bar.
The marshal's revolver is empty.
Two rounds snap past your head.
"""
NOT_WOUNDED = """
You are bleeding from two wounds.
You have two wounds.
You are badly wounded.
"""
MAY_BE_SAID_UNHURT = """
You are unhurt.
He is wounded.
You see a wounded man.
Your old wound aches.
You could be wounded.
Your pride is wounded.
You dress his wound.
The bullet takes your hat.
“You are wounded,” he says.
The bullet hits the door beside your head.
The bullet hits your saddle.
Your horse takes a bullet in the neck.
You are hit by the smell of blood.
You are cut to the quick.
"""
IS_WOUNDED = """
You are unhurt.
You are still unharmed.
You have no wounds.
You have three wounds.
"""
MAY_BE_SAID_WOUNDED = """
He is unhurt.
Your horse is unhurt.
You have one wound.
Your wound aches.
You wish you were unhurt.
“You are unhurt,” he says.
You are not hurt badly enough to stop, if you are careful.
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("words", lines(WRONG_MONEY) + lines(WRONG_ROUNDS) + lines(NOT_WOUNDED))
def test_a_number_of_the_engines_that_is_told_otherwise_is_a_conflict(redemption: Game, words: str) -> None:
    assert clashes(redemption, words)
    draft = Completion(text=words, model="frontier-large")
    redemption.state.table = TableRules(guard="critical")
    prompt = redemption.state.prompt
    assert isinstance(prompt, Prompt)
    assert [one.kind for one in objections(draft, prompt, redemption.state, redemption.tools)] == ["number"]


@pytest.mark.parametrize("words", lines(RIGHT_MONEY) + lines(RIGHT_ROUNDS) + lines(MAY_BE_SAID_UNHURT))
def test_what_agrees_or_is_not_said_of_the_player_now_is_none(redemption: Game, words: str) -> None:
    assert not clashes(redemption, words)


@pytest.mark.parametrize("words", lines(IS_WOUNDED))
def test_whoever_is_wounded_is_not_unhurt(wounded: Game, words: str) -> None:
    [conflict] = clashes(wounded, words)
    assert "1 wound" in conflict.established.quote


@pytest.mark.parametrize("words", lines(MAY_BE_SAID_WOUNDED))
def test_what_may_be_said_of_whoever_is_wounded(wounded: Game, words: str) -> None:
    assert not clashes(wounded, words)


def test_each_pack_has_its_own_numbers(red_mesa: Game, nine_tonnes: Game) -> None:
    assert clashes(red_mesa, "You have three dollars left.")
    assert not clashes(red_mesa, "You have thirty-four dollars left.")
    assert clashes(red_mesa, "You have two rounds left in the cylinder.")
    assert not clashes(nine_tonnes, "You have three marks left. You have two rounds left in the cylinder.")
    assert clashes(nine_tonnes, "You are badly wounded.")


def test_a_shot_that_was_fired_counts(red_mesa: Game) -> None:
    state = red_mesa.state
    red_mesa.take_in((happened.StateChanged(turn=1, what="ammo", key=state.pc, detail="revolver", old=6, new=5, cause="shot"),))
    assert not clashes(red_mesa, "You have five rounds left in the cylinder.")
    [conflict] = clashes(red_mesa, "You have six rounds left in the cylinder.")
    assert "5 cartridges" in conflict.established.quote


def test_what_a_model_miscounts_is_on_record_once_and_can_be_settled() -> None:
    class Teller:
        name, version, repeatable = "teller", "teller/1", True

        def complete(self, prompt: Prompt, on_text: object = None) -> Completion:
            return Completion(text="You have three dollars left. Your purse holds three dollars.", model=self.version)

    path = find_pack("redemption")
    with trial(load_pack(path), "evening", pack_path=path, provider=Teller()) as game:
        game.play("I count my money.")
        [conflict] = [one for one in game.state.conflicts.values() if one.established.voice == "engine"]
        assert (conflict.relation, conflict.established.quote) == ("money", "Nathan Strayhorn: $61.50, by the record.")
        game.play("I count it again.")
        assert len([one for one in game.state.conflicts.values() if one.established.voice == "engine"]) == 1
        assert game.settle(conflict.id, Settlement(resolution="keep")).settlement is not None


def test_what_was_told_wrong_before_is_another_matter_once_the_record_has_changed(red_mesa: Game) -> None:
    state = red_mesa.state
    words = "You are left with nine dollars."
    [first] = clashes(red_mesa, words)
    red_mesa.take_in((happened.ConflictFound(turn=state.turn, conflict=first.model_copy(update={"id": "0.9"})),))
    assert not clashes(red_mesa, f"He nods. {words}")
    purse = state.purse(state.pc)
    red_mesa.take_in((happened.StateChanged(turn=state.turn, what="money", key=state.pc, old=purse, new=purse - 700, cause="paid"),))
    [again] = clashes(red_mesa, f"He nods. {words}")
    assert again.established.quote != first.established.quote
