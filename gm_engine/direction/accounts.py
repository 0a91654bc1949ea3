"""Accounts: what a choice, a scene or the law brings or costs in money, things and blood, told where its own words do not name it."""

from collections.abc import Iterable

from gm_engine.direction.amounts import sums
from gm_engine.direction.belongings import in_hand
from gm_engine.direction.notebook import Notebook
from gm_engine.rules.object_phrases import yours
from gm_engine.story.event import Event, StateChanged
from gm_engine.story.listing import listed
from gm_engine.story.numbers import sum_in_words

AUTHORED = ("scene:", "full:", "consequence:")
"""What an author's effects begin their cause with, besides a decision's."""
WEIGHTS = ("light", "serious", "serious", "mortal")
"""How bad a wound of so many boxes is."""
LAID_BY = {"custody": "kept", "released": "returned"}


def account(book: Notebook, events: Iterable[Event], told: str, cause: str, kind: str = "trade") -> None:
    """Beats for what came of one cause to the player's character, where the words ``told`` do not name it."""
    currency, mine = book.state.pack.currency, book.state.pc
    changes = [event for event in events if isinstance(event, StateChanged) and event.key == mine and event.cause == cause]
    moved = sum(int(change.new or 0) - int(change.old or 0) for change in changes if change.what == "money")
    if moved and abs(moved) not in sums(told, currency):
        slots = {"telling": "account", "flags": "gained" if moved > 0 else "spent", "price": sum_in_words(currency.say(abs(moved)))}
        book.add(kind, slots=slots)
    for change in changes:
        if change.what == "wound" and change.new:
            place = change.detail.partition(";")[0].strip()
            weight = WEIGHTS[min(len(WEIGHTS), int(change.new)) - 1]
            book.add(kind, slots={"telling": "account", "flags": "hurt", "wounded": f"a {weight} wound in the {place}"})
        name = book.name(change.detail)
        if change.what == "item" and name.lower().removeprefix("the ") not in told.lower():
            got = int(change.new or 0) > int(change.old or 0)
            book.add(kind, slots={"telling": "account", "flags": "got" if got else "gave", "item": change.detail, "item_name": name})


def account_for_the_rest(book: Notebook) -> None:
    """What this turn's scenes, clocks and debts did to purse and pockets, and what the law took or gave back."""
    events = (*book.happened, *book.events)
    told = " ".join(beat.text for beat in book.beats)
    causes = dict.fromkeys(event.cause for event in events if isinstance(event, StateChanged) and event.what in ("money", "item", "wound"))
    for cause in causes:
        if cause.startswith(AUTHORED):
            account(book, events, told, cause, "consequence")
        elif cause in LAID_BY:
            things = [
                event.detail for event in events
                if isinstance(event, StateChanged) and (event.what, event.key, event.cause) == ("item", book.state.pc, cause)
            ]  # fmt: skip
            named = listed([_own(in_hand(book.state, item, 1)) for item in things])
            book.add("consequence", slots={"telling": "account", "flags": LAID_BY[cause], "item_name": named})


def _own(name: str) -> str:
    """A thing as one's own: *your knife*."""
    first, _, rest = name.partition(" ")
    return f"your {rest}" if first in ("a", "an", "the", "some") and rest else yours(name) if first == "my" else f"your {name}"
