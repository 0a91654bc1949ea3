"""What is owed: consequences of decisions, promises, debts and threats."""

from typing import Literal

from gm_engine.story.condition import Condition, Effect
from gm_engine.story.noun import Noun, Words

ConsequenceKind = Literal["consequence", "promise", "debt", "threat"]


class Consequence(Noun):
    """``id`` is ``cTURN.N``. ``due`` is a story minute or None (``when`` then says); ``paid`` the turn that paid it.

    ``debtor`` owes it to ``creditor`` (entity ids; empty where nobody in particular). ``amount`` is in cents, for debts.
    ``cause`` is the id of the decision or the turn it came from. Its audience is the GM's until it is due, but for
    promises, debts and threats, which the table has heard.
    """

    id: str
    kind: ConsequenceKind = "consequence"
    text: Words
    cause: str = ""
    debtor: str = ""
    creditor: str = ""
    amount: int = 0
    due: int | None = None
    when: Condition | None = None
    effects: tuple[Effect, ...] = ()
    turn: int
    scene: str
    minute: int
    participants: tuple[str, ...] = ()
    paid: int | None = None
    outcome: Words = ""

    @property
    def audience(self) -> str:
        """Who may know of it: ``gm`` while a consequence waits, else ``table``."""
        return "gm" if self.kind == "consequence" and self.paid is None else "table"
