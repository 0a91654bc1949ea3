"""How many tokens a prompt may hold, and which section may have how many."""

from gm_engine.story.noun import Noun

SYSTEM, STANDING, KNOWLEDGE, CONVERSATION, MARGIN = "system", "standing", "knowledge", "conversation", "margin"

NOTE = 15
"""Per cent of a prompt that a note of the player's own program may take."""


class Budget(Noun):
    """``total`` tokens, ``reply`` of them kept for the answer; ``shares`` in per cent by section name.

    What one section leaves another may use, but ``margin`` is used by none: servers count a little for each message.
    ``recipe`` names the shares. ``encoding`` is the tokenizer that all is counted with. ``window`` is what the model can
    hold (0: not known), ``ceiling`` what a turn may cost in millionths of a dollar (0: no matter), and ``price`` thousandths
    of a dollar for a million tokens, read and written. After a rough reply the budget grows by ``step`` per cent, ``steps``
    times at most; after ``calm`` smooth ones it falls back by one. Beyond its share, knowledge must reach ``beyond`` per cent
    of the relevance floor.
    """

    total: int = 5200
    reply: int = 600
    recipe: str = "table"
    shares: dict[str, int] = {SYSTEM: 12, STANDING: 5, KNOWLEDGE: 25, CONVERSATION: 56, MARGIN: 2}
    encoding: str = "o200k_base"
    window: int = 0
    ceiling: int = 0
    price: tuple[int, int] = (0, 0)
    step: int = 15
    steps: int = 3
    calm: int = 3
    beyond: int = 150

    @property
    def most(self) -> int:
        """The total as far as the model's window and the price allow it.

        >>> Budget(total=9000, window=8192).most, Budget(total=9000, ceiling=10_000, price=(2500, 10_000), reply=400).most
        (8192, 2800)
        """
        limits = [self.total]
        if self.window:
            limits.append(self.window)
        if self.ceiling and self.price[0]:
            limits.append(self.reply + max(0, self.ceiling * 1000 - self.reply * self.price[1]) // self.price[0])
        return min(limits)

    @property
    def room(self) -> int:
        """Tokens for the prompt itself."""
        whole = self.most - self.reply
        return whole - whole * self.shares.get(MARGIN, 0) // 100

    @property
    def note(self) -> int:
        """Tokens that a note of the player's own program may take."""
        return self.room * NOTE // 100

    def share(self, section: str) -> int:
        """Tokens of the prompt that a section has a right to."""
        return max(0, self.most - self.reply) * self.shares.get(section, 0) // 100

    @property
    def binding(self) -> str:
        """The setting that keeps the budget from being larger: ``total``, ``window`` or ``ceiling``."""
        if self.most == self.total:
            return "total"
        return "window" if self.most == self.window else "ceiling"

    def to_hold(self, tokens: int) -> str:
        """What to raise, and to how much, for a prompt of so many tokens."""
        whole = tokens * 100 // max(1, 100 - self.shares.get(MARGIN, 0))
        while whole - whole * self.shares.get(MARGIN, 0) // 100 < tokens:
            whole += 1
        total = whole + self.reply
        if self.binding == "window":
            return f"The model's window holds {self.window:,} and {total:,} are wanted: take a larger model"
        if self.binding == "ceiling":
            dollars = (whole * self.price[0] + self.reply * self.price[1]) / 1e9
            return f"Raise budget.ceiling to {dollars:.4f} dollars a turn"
        return f"Raise budget.total to {total:,}"

    def widened(self, level: int) -> "Budget":
        """The budget so many steps wider: the model's window and the price hold all the same."""
        return self.model_copy(update={"total": self.total + self.total * self.step * level // 100}) if level else self


class BudgetPlan(Noun):
    """What a campaign, the settings or a person want of the budget; what is 0 or empty is left to others.

    ``ceiling`` is in millionths of a dollar a turn.
    """

    recipe: str = ""
    total: int = 0
    reply: int = 0
    shares: dict[str, int] = {}
    window: int = 0
    ceiling: int = 0

    def over(self, other: "BudgetPlan") -> "BudgetPlan":
        """This plan where ``other`` leaves something open; another recipe brings its own sizes and shares.

        >>> BudgetPlan(recipe="lean", total=2500, ceiling=9).over(BudgetPlan(recipe="ample"))
        BudgetPlan(recipe='ample', total=0, reply=0, shares={}, window=0, ceiling=9)
        """
        mine = self.model_dump(include={"window", "ceiling"} if other.recipe not in ("", self.recipe) else None)
        return BudgetPlan.model_validate(mine | {name: value for name, value in other if value})
