"""How many tokens a prompt may hold, and which section may have how many."""

from gm_engine.story.noun import Noun


class Budget(Noun):
    """``total`` tokens of the window, ``reply`` of them kept for the answer; ``shares`` in per cent by section name.

    What one section leaves another may use.
    """

    total: int = 4000
    reply: int = 600
    shares: dict[str, int] = {"system": 25, "knowledge": 40, "conversation": 35}

    @property
    def room(self) -> int:
        """Tokens for the prompt itself."""
        return self.total - self.reply
