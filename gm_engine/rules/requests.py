"""Requests: what somebody is asked to hand over or to do, and whether they do it: by how they are disposed, and by what it costs them."""

import re
from collections.abc import Iterator

from gm_engine.rules import talk
from gm_engine.rules.changes import change, move_items
from gm_engine.rules.new_things import come_in
from gm_engine.rules.object_phrases import slug
from gm_engine.rules.ruling import Ruling
from gm_engine.state.hearsay import shuns
from gm_engine.story.event import Event, StateChanged
from gm_engine.story.intent import Intent

NEEDED = {"small": 0, "deed": 0, "word": 1, "dear": 2, "errand": 4, "harm": 4}
"""How well disposed somebody must be, by what is asked (an intent's ``mode``): a small thing, a deed, to give their word, a thing of
worth; nobody leaves their work or does harm because they are asked."""
GRANTED, DENIED = "granted", "denied"
APART = re.compile(r"\s+and\s+(?=(?:an?|some|the)\b)")


def is_request(intent: Intent) -> bool:
    """True for what somebody is asked for, as the rules can judge it."""
    return intent.manner == "request" and intent.mode in NEEDED


def ask(ruling: Ruling) -> Iterator[Event]:
    """Asking, and what comes of what is asked for, where there is somebody to hear it."""
    heard = True
    for event in talk.ask(ruling):
        heard = heard and not (isinstance(event, StateChanged) and event.cause.startswith("refused"))
        yield event
    if heard and is_request(ruling.intent):
        yield from answer_request(ruling)


def answer_request(ruling: Ruling) -> Iterator[Event]:
    """What comes of a request: a thing changes hands, a deed is done, or it is refused, and why."""
    state, intent = ruling.state, ruling.intent
    who, why = intent.target, _against(ruling)
    key = f"asked_{who}_{slug(intent.about)}"
    if why:
        yield StateChanged(turn=state.turn, what="used", key=key, new=state.turn, cause=f"{DENIED}:{who}:{why}")
        return
    yield change(state, "flag", key, 1, int(state.flags.get(key, 0)), f"{GRANTED}:{who}:{intent.mode}")
    if intent.mode not in ("small", "dear"):
        return
    if intent.item and state.has(who, intent.item):
        yield from move_items(state, who, intent.item, -1, f"gave:{intent.item}")
        yield from move_items(state, state.pc, intent.item, 1, f"got:{intent.item}")
        return
    for thing in APART.split(intent.about):
        yield from come_in(state, thing, holder=state.pc)


def _against(ruling: Ruling) -> str:
    """Why somebody does not do what they are asked; empty where nothing is against it."""
    state, intent = ruling.state, ruling.intent
    who = intent.target
    if intent.mode == "harm":
        return "harm"
    if shuns(state, who) or state.attitude(who) < 0:
        return "cold"
    entry = state.pack.items.get(intent.item)
    if entry and entry.price and state.attitude(who) < NEEDED["dear"]:
        return "price"
    if state.attitude(who) < NEEDED[intent.mode]:
        return intent.mode
    if intent.mode in ("small", "dear") and state.flags.get(f"asked_{who}_{slug(intent.about)}"):
        return "again"
    return ""
