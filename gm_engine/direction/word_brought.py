"""Word that was sent: whoever had it by another says so, when the player's character next speaks with them."""

from gm_engine.direction.notebook import Notebook
from gm_engine.rules.sayings import words_sent


def tell_word_brought(book: Notebook, npc: str) -> None:
    """A beat for word that has reached somebody since they were last spoken with: who brought it, and what it was; once."""
    for owed in book.state.consequences.values():
        matter = words_sent(owed)
        if owed.creditor != npc or not matter or owed.paid is None or book.state.used.get(f"word:{owed.id}"):
            continue
        book.change("used", f"word:{owed.id}", book.turn, cause="said")
        book.add("reaction", target=npc, slots={"telling": "word_had", "name": book.name(owed.debtor), "matter": matter})
        return
