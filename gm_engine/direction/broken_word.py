"""A promise that was broken: whoever it was made to says so, once, when they are met again."""

from gm_engine.direction.notebook import Notebook
from gm_engine.state.hearsay import shuns
from gm_engine.story.consequence import Consequence

SAID = "reproached"
"""The key under which it is noted that a broken promise has been named."""


def hold_to_word(book: Notebook) -> None:
    """The oldest broken promise to somebody who is met again, or spoken to, is named, by its day if it had one; but not in a fight."""
    if book.has("gunfight") or any(beat.slots.get("telling") == "late" for beat in book.beats):
        return
    met = [id for id in book.present() if (book.moved or any(intent.target == id for intent in book.intents)) and not shuns(book.state, id)]
    broken = [owed for owed in book.state.consequences.values() if owed.creditor in met and _broken(book, owed)]
    if not broken:
        return
    first = min(broken, key=lambda owed: (owed.due or 0, owed.turn, owed.id))
    calendar, now = book.state.pack.calendar, book.state.minute
    slots = {"telling": "held_to_word", "time": calendar.day(first.due or 0, now)}
    slots |= {"flags": "dated" if calendar.kept and first.due is not None else "", "words": first.text.strip().rstrip(".")}
    book.add("reaction", target=first.creditor, slots=slots)
    book.change("law", SAID, book.turn, detail=first.id, cause=f"broken:{first.id}")


def _broken(book: Notebook, owed: Consequence) -> bool:
    """True for a promise of the player's character that is broken, and of which nobody has spoken yet."""
    mine = owed.kind == "promise" and owed.debtor == book.state.pc and owed.outcome == "broken"
    return mine and owed.paid != book.turn and f"{SAID}/{owed.id}" not in book.state.law
