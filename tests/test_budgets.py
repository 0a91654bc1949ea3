"""Which budget holds: the command line before settings.toml before the campaign before the recipe; kept in the journal."""

from pathlib import Path

import pytest

from gm_engine import tokens
from gm_engine.authoring import find_pack, load_pack, read_data
from gm_engine.bootstrap import budget_of, settings, trial, verify_game
from gm_engine.errors import GameError, UnknownName
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget, BudgetPlan
from gm_engine.story.pack import Pack


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(find_pack("red_mesa"))


def test_the_first_recipe_is_what_a_budget_is_by_itself(pack: Pack) -> None:
    assert budget_of(pack) == Budget()
    assert {sum(recipe["shares"].values()) for recipe in _numbers()} == {100}


def _numbers() -> list[dict[str, dict[str, int]]]:
    recipes = read_data("budgets")["recipes"].values()
    return [{"shares": {name: int(share) for name, share in recipe["shares"].items()}} for recipe in recipes]


def test_the_nearer_word_counts(pack: Pack, tmp_path: Path) -> None:
    wished = pack.model_copy(update={"budget": BudgetPlan(recipe="lean", total=2500)})
    assert (budget_of(wished).recipe, budget_of(wished).total, budget_of(wished).reply) == ("lean", 2500, 400)
    (tmp_path / "settings.toml").write_text('[budget]\nrecipe = "ample"\nceiling = 0.02\n[prices]\nbig = [2.5, 10]\n', encoding="utf-8")
    given = settings(tmp_path)
    assert (budget_of(wished, given=given).recipe, budget_of(wished, given=given).total) == ("ample", 12_000)
    dear = budget_of(wished, model="big", given=given)
    assert (dear.binding, dear.most) == ("ceiling", 1000 + (20_000_000 - 1000 * 10_000) // 2500)
    assert budget_of(wished, given=given, asked="lean:3300").total == 3300


def test_a_models_window_and_tokenizer_are_known_by_its_name(pack: Pack) -> None:
    budget = budget_of(pack, model="gpt-4-0613", asked="ample")
    assert (budget.window, budget.encoding, budget.most, budget.binding) == (8192, "cl100k_base", 8192, "window")
    assert budget_of(pack, model="gpt-4o-mini").encoding == "o200k_base"


def test_the_tenth_for_the_system_is_a_recipe_by_its_shares(pack: Pack) -> None:
    assert budget_of(pack, asked="10-40-43-7").shares == {"system": 10, "standing": 0, "knowledge": 40, "conversation": 43, "margin": 7}


def test_an_unknown_recipe_names_the_nearest(pack: Pack) -> None:
    with pytest.raises(UnknownName, match="Did you mean lean"):
        budget_of(pack, asked="leen")


def test_a_budget_that_leaves_nothing_for_the_prompt_is_refused(pack: Pack) -> None:
    with pytest.raises(GameError, match="none are left for the prompt") as caught:
        budget_of(pack.model_copy(update={"budget": BudgetPlan(total=600, reply=600)}))
    assert caught.value.slug == "bad-budget"


def test_settings_whose_budget_is_none_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[budget]\nsize = 4\n", encoding="utf-8")
    with pytest.raises(GameError, match="the budget cannot be read"):
        settings(tmp_path)


def test_a_budget_chosen_in_the_middle_is_in_the_journal_and_replays(pack: Pack) -> None:
    game = trial(pack, "middle", seed=3, budget=budget_of(pack, asked="lean"))
    game.play("I look around.")
    game.choose_budget(budget_of(pack, asked="ample"))
    game.choose_budget(budget_of(pack, asked="ample"))
    game.play("I wait an hour.")
    chosen = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.BudgetChosen)]
    assert [event.budget.recipe for event in chosen] == ["ample"]
    assert game.state.spread is not None
    assert game.state.spread.recipe == "ample"
    assert verify_game(game.journal).prompts == 2


def test_where_the_tokenizer_is_not_there_the_journal_says_so_once_and_replays_with_it(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    game = trial(pack, "uncounted", seed=3, budget=budget_of(pack, asked="ample"))
    with monkeypatch.context() as without:
        without.setattr("gm_engine.play.game.missing", lambda encoding: "" if encoding == tokens.ESTIMATE else "tiktoken is not installed")
        game.play("I look around.")
        game.play("I wait an hour.")
    chosen = [entry.event for entry in game.journal.entries() if isinstance(entry.event, happened.BudgetChosen)]
    assert [(event.budget.encoding, event.why) for event in chosen] == [
        ("estimate", "o200k_base cannot be counted (tiktoken is not installed): tokens are over-estimated")
    ]
    prompt = game.prompt_of(2).prompt
    assert prompt.tokens >= sum(tokens.count(section.text) for section in prompt.sections)
    assert verify_game(game.journal).prompts == 2
