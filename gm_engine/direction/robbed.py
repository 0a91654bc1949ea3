"""How a robbery or a theft is told: what it came to, or how it went wrong."""

from gm_engine.direction.notebook import Notebook
from gm_engine.rules.object_phrases import definite
from gm_engine.rules.robbery import STEALTHY
from gm_engine.rules.skill_check import worked
from gm_engine.story.intent import Intent
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.roll import Roll


def is_theft(book: Notebook, intent: Intent) -> bool:
    """True where an act has been called a robbery or a theft by the rules."""
    called = any(change.key == "wrong" and change.cause.startswith(("theft:", "robbery:")) for change in book.changes("law"))
    return called and (intent.verb == "rob" or (intent.verb == "take" and intent.mode == STEALTHY))


def tell_robbery(book: Notebook, roll: Roll | None) -> None:
    """What was had of it, in coin and kind; or that nothing was, and how that was seen."""
    state = book.state
    kind, victim, seen = next(change.cause.split(":") for change in book.changes("law") if change.key == "wrong")
    gained = sum(int(change.new or 0) - int(change.old or 0) for change in book.changes("money") if change.key == state.pc)
    got = next(
        (change.detail for change in book.changes("item") if change.key == state.pc and int(change.new or 0) > int(change.old or 0)), ""
    )
    won = bool(gained or got) or seen == "hidden" or (kind == "robbery" and (roll is None or worked(roll.band)))
    flags = [kind, "failed" if not won else "hidden" if seen == "hidden" else "watched", "empty" if won and not (gained or got) else ""]
    if state.condition(victim) != "alive":
        flags = ["fallen"]
    slots = {"telling": "robbed", "flags": " ".join(filter(None, flags))}
    if gained:
        slots["price"] = sum_in_words(state.pack.currency.say(gained))
    if got:
        slots["item_name"] = definite(state.name(got))
    book.add("trade", target=victim, band=roll.band if roll else "", rolls=(roll.id,) if roll else (), slots=slots)
