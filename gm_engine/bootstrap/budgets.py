"""Which budget a campaign is played with: the command line before settings.toml before the campaign before the recipe."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from gm_engine.authoring import read_data
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errors import GameError, UnknownName
from gm_engine.providers.endpoint import Endpoint
from gm_engine.story.budget import Budget, BudgetPlan
from gm_engine.story.pack import Pack

RECIPE = "table"


def budget_of(pack: Pack, *, model: str = "", given: Settings | None = None, asked: str = "", endpoint: Endpoint | None = None) -> Budget:
    """The budget for a campaign and a model; an ``endpoint`` may know better what the model holds and costs.

    ``asked`` is a recipe, a number of tokens, or both (``lean:4000``). Raises UnknownName for a recipe that there is not,
    and GameError for a budget that leaves nothing for the prompt.
    """
    plan = pack.budget.over(given.budget if given else BudgetPlan()).over(asked_for(asked))
    recipes: Mapping[str, Any] = read_data("budgets")["recipes"]
    name = plan.recipe or RECIPE
    if name not in recipes:
        near = get_close_matches(name, recipes, 1)
        then = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(recipes)}."
        raise UnknownName("budget.recipe", f'there is no budget called "{name}".', then, slug="unknown-budget")
    recipe = recipes[name]
    holds = of_model(model)
    price: tuple[float, ...] | None = (given.prices or {}).get(model) if given else None
    if endpoint and endpoint.price:
        price = endpoint.price
    budget = Budget(
        recipe=name,
        total=plan.total or int(recipe["total"]),
        reply=plan.reply or min(int(recipe["reply"]), (plan.total or int(recipe["total"])) // 4),
        shares=plan.shares or {section: int(share) for section, share in recipe["shares"].items()},
        window=plan.window or (endpoint.window if endpoint else 0) or int(holds.get("window", 0)),
        encoding=str(holds.get("encoding", Budget().encoding)),
        ceiling=plan.ceiling,
        price=(round(price[0] * 1000), round(price[1] * 1000)) if price else (0, 0),
    )
    if budget.room < 1:
        raise GameError(
            "budget", f"of {budget.most:,} tokens {budget.reply:,} are for the reply: none are left for the prompt.",
            f"Raise budget.{budget.binding}, or lower budget.reply.", "bad-budget",
        )  # fmt: skip
    return budget


def of_model(model: str) -> Mapping[str, Any]:
    """What is known of a model by the beginning of its name; nothing where it is not."""
    known: Mapping[str, Mapping[str, Any]] = read_data("budgets")["models"]
    beginnings = sorted((name for name in known if model.lower().startswith(name)), key=len)
    return known[beginnings[-1]] if beginnings else {}


def asked_for(words: str) -> BudgetPlan:
    """What ``--budget`` says: a recipe, a number, or both.

    >>> asked_for("lean:4000").total, asked_for("6000").recipe
    (4000, '')
    """
    recipe, _, total = words.replace("_", "").rpartition(":")
    if not total.isdigit():
        recipe, total = words, ""
    return BudgetPlan(recipe=recipe, total=int(total or 0))
