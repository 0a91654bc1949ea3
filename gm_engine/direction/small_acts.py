"""Small acts: what people do that needs no dice and changes nothing, and is answered as what it was."""

import re

from gm_engine.direction.player_verbs import forms

GESTURE_WORDS = """
dance sing laugh cry weep pray whistle hum grin smile frown shrug bow yawn stretch sigh wink kneel kiss hug embrace pet pat stroke clap
cheer make knock bury undress dress wash think scratch blow write juggle howl bark recite
"""
ACTS = {form: verb for verb in GESTURE_WORDS.split() for form in forms(verb)}
GESTURES = frozenset(ACTS)
TENDING = frozenset(
    form for verb in ("see", "look", "unsaddle", "rub", "feed", "water", "brush", "groom", "stable") for form in forms(verb)
)
"""How a horse is seen to, which is nobody's to refuse."""
ACTS |= {form: verb for verb in ("drink", "eat") for form in forms(verb)} | dict.fromkeys(TENDING, "tend")
ANTIC_WORDS = "on my head, on one leg, a handstand, a cartwheel, a somersault, off my, on my, a cup of, a pot of, a fire, a sandwich"
ANTICS = frozenset(ANTIC_WORDS.split(", "))
"""What follows the verb of a small act of more than one word: *stand on my head*, *take off my*."""
TOPSY_TURVY = re.compile(r"\b(on my head|on one leg|handstand|cartwheel|somersault)\b")
LYING_WORDS = "stone rock pebble stick twig dirt dust sand grass flower leaf feather straw"
LYING_ABOUT = frozenset(LYING_WORDS.split())
"""What lies wherever one looks, and is nobody's."""


def small_act(about: str) -> dict[str, str]:
    """Which small act was done, as a beat's slot; empty for one that has no name of its own.

    >>> small_act("sings to the mule"), small_act("put on my hat")
    ({'act': 'sing'}, {})
    """
    said = about.lower()
    act = ACTS.get(next(iter(said.split()), ""), "antic" if TOPSY_TURVY.search(said) else "")
    return {"act": act} if act else {}
