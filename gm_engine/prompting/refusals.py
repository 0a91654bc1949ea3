"""Why something cannot be done, in a sentence for a language model: what the state itself denies, and nothing else.

What was only not understood, or is not known, is no refusal: the model tells it as it likes.
"""

from gm_engine.prompting.layout import Story, name_of
from gm_engine.story.beat import Beat

CANNOT = {
    "dead": "{hero} is dead.",
    "down": "{hero} is down and cannot get up for it.",
    "dying": "{hero} is dying and has no strength for it.",
    "out": "{hero} is too badly hurt for it.",
    "daylight": "It is broad day, too early for the night's sleep; an hour or two of rest could be had.",
    "beyond": "Nobody in this world could do it.",
    "no-money": "It costs more than {hero} has.",
    "no-chip": "No chip is left to spend.",
    "no-weapon": "{hero} has no weapon for it.",
    "empty": "The gun of {hero} is empty.",
    "loaded": "The gun of {hero} is loaded already.",
    "no-cartridges": "{hero} has no cartridge left to load.",
}
ABOUT = {
    "dead": "{about} is dead.",
    "nobody-here": "{about} is not here.",
    "not-here": "{about} is not here.",
    "kept-by": "It is kept by {about}, who has not given it away.",
    "not-carried": "{hero} does not carry {about}.",
    "no-seller": "Nobody here sells {about}.",
    "not-served": "That is not had here, but at {about}.",
    "cannot-lend": "{about} has not the money to lend.",
    "not-hurt": "{about} is not hurt.",
    "no-way": "No way leads from here to {about}.",
}
"""Refusals that say of whom or of what, and mean nothing where the state does not know it."""


def refusal(beat: Beat, story: Story, hero: str) -> str:
    """The sentence; empty where nothing in the state stands against what was tried."""
    why, about = beat.slots.get("verb", ""), beat.slots.get("about", "")
    known = _known(about, story)
    if beat.text:
        said = beat.text
    elif known and why in ABOUT:
        said = ABOUT[why].format(hero=hero, about=known)
    elif not about and why in CANNOT:
        said = CANNOT[why].format(hero=hero)
    else:
        return ""
    more = f" {known} is mostly to be found at {name_of(beat.place, story)}." if why == "nobody-here" and beat.place else ""
    ways = f" The ways from here: {beat.slots['ways']}." if why == "no-way" and beat.slots.get("ways") else ""
    said = f"{said[:1].upper()}{said[1:]}"
    return f"It cannot be done: {said}{more}{ways} Show it in the world's own terms, and what could be done instead."


def _known(about: str, story: Story) -> str:
    """What the campaign calls that; empty for nothing that it knows."""
    id = about.replace(" ", "_")
    pack = story.pack
    found = pack.person(id) or pack.locations.get(id) or pack.items.get(id)
    return found.name if found else ""
