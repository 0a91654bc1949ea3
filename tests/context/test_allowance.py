"""The budget by how replies fare: wider after a rough one, bounded, back again after smooth ones; all from the journal."""

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import budget_of, trial, verify_game
from gm_engine.play.game import Game
from gm_engine.story.budget import Budget


def table(**changes: object) -> Game:
    pack = load_pack(find_pack("redemption"))
    return trial(pack, "allowance", seed=3, budget=budget_of(pack).model_copy(update=changes))


def say(game: Game, said: str, reply: str) -> None:
    game.reply_next(reply)
    game.play(said)


def level(game: Game) -> tuple[int, int, str]:
    assert game.state.spread is not None
    return game.state.spread.level, game.state.spread.total, game.state.spread.why


def test_a_reply_that_does_not_recall_widens_the_next_budget_and_smooth_ones_narrow_it() -> None:
    game = table()
    say(game, "I ask about the letter.", "I don't recall any letter.")
    game.play("I look around.")
    assert level(game) == (1, 5980, 'turn 1 said "i don\'t recall"')
    for _ in range(2):
        game.play("I look around.")
        assert level(game)[0] == 1
    game.play("I look around.")
    assert level(game) == (0, 5200, "3 smooth replies")


def test_a_conflict_widens_the_next_budget() -> None:
    game = table()
    say(game, "I look at Oakes.", "Ben Oakes has blue eyes.")
    say(game, "I look again.", "Ben Oakes has green eyes.")
    assert game.state.conflicts
    game.play("I look around.")
    assert level(game)[0] >= 1
    assert "brought a conflict" in level(game)[2]


def test_it_widens_only_so_far_and_never_past_the_models_window() -> None:
    game = table(window=6000)
    for _ in range(6):
        say(game, "I ask about the letter.", "I do not remember.")
    assert level(game)[:2] == (3, 6000)


def test_the_same_journal_gives_the_same_budgets() -> None:
    game = table()
    for reply in ("I don't recall that.", "Dust.", "Dust again, and a dog.", "I have no record of it."):
        say(game, "I ask about the letter.", reply)
    assert verify_game(game.journal).prompts == 4


def test_a_price_bounds_the_budget() -> None:
    assert Budget(ceiling=50_000, price=(2500, 10_000), reply=600).binding == "total"
    dear = Budget(ceiling=10_000, price=(2500, 10_000), reply=600)
    assert dear.binding == "ceiling"
    spent = (dear.most - dear.reply) * dear.price[0] + dear.reply * dear.price[1]
    assert spent <= dear.ceiling * 1000
