"""Onlookers: what those who see a wrong do at once, by who they are: draw, run, cry out, turn away, plead."""

from collections.abc import Iterator

from gm_engine.rules.changes import move_attitude, move_to
from gm_engine.rules.map import ways
from gm_engine.rules.ruling import Ruling, attribute
from gm_engine.rules.weapons import HOSTILE, ready, weapon_for
from gm_engine.state.hearsay import GRAVE, LOYAL, holders
from gm_engine.story.event import Event
from gm_engine.story.wrong import Wrong

DISTURBANCE = "disturbance"
"""Shots where people live: a wrong only where somebody sees or hears them."""
GRAVEST = 5
NERVE = 45
"""So much grit it takes to draw upon somebody who has just shot."""


def react(ruling: Ruling, wrong: Wrong) -> Iterator[Event]:
    """What each onlooker thinks of it, and does: a ``law`` change with the key ``acted``, its detail who, its cause how."""
    state = ruling.state
    for who in wrong.seen:
        if state.condition(who) != "alive":
            continue
        comes = "look_in" if wrong.kind == DISTURBANCE else "come"
        act = act_of(ruling, wrong, who) if state.where(who) == state.here else comes
        yield from move_attitude(
            state, who, -2 if wrong.weight >= 5 else -1 if wrong.weight > 1 or who == wrong.victim else 0, f"saw:{wrong.id}"
        )
        if act == comes and who in holders(state, "law"):
            yield from move_to(state, who, state.here, f"came:{who}")
            act = "law"
        yield ruling.change("law", "acted", state.turn, detail=who, cause=act)
        if act == "draw" or (who == wrong.victim and act == "fight"):
            yield from ready(state, who, "fight", 1, f"drew:{who}")
        elif act == "flee":
            way = next(iter(ways(state, state.here)), None)
            if way is not None:
                yield from move_to(state, who, way.to, f"ran:{who}")


def act_of(ruling: Ruling, wrong: Wrong, who: str) -> str:
    """What somebody does who sees it: ``law`` (comes for you), ``fight`` (is in it), ``draw``, ``turn`` (a friend), ``flee``,
    ``shut`` (keeps to their own walls), ``plead`` (the victim), ``duck`` (from a shot that is meant for nobody), ``shout``."""
    state = ruling.state
    if who in holders(state, "law"):
        return "law"
    if state.readiness.get(f"{who}/fight", 0):
        return "fight"
    if who == wrong.victim:
        return "plead" if wrong.weight >= GRAVE else "shout"
    if wrong.weight < GRAVE:
        return "duck" if wrong.kind == DISTURBANCE else "shout"
    if state.attitude(who) >= LOYAL:
        return "turn"
    faction = state.pack.npcs[who].faction
    near = bool(faction) and wrong.victim in state.members(faction)
    nerve = attribute(state, ruling.book, who, "grit") >= NERVE
    if nerve and (near or state.attitude(who) <= HOSTILE) and weapon_for(state, ruling.book, who, melee=False):
        return "draw"
    return "shut" if state.pack.npcs[who].at == state.here else "flee"
