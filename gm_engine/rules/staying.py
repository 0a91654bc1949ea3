"""Staying: whoever the player's character is dealing with does not walk off because the clock strikes."""

from collections.abc import Iterator

from gm_engine.rules.ruling import Ruling
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged
from gm_engine.story.intent import ABOUT_THE_GAME, NOT_DONE

SPELL = 75
"""So many minutes whoever was dealt with stays on, whatever their day would have them do."""
STEP = 15
LATELY = 2
"""So many turns after the last word somebody is still in talk with the player's character."""
LEAVING = ("travel", "flee")


def company_stays(ruling: Ruling) -> Iterator[Event]:
    """Those dealt with stay on, where their day would take them elsewhere soon: a ``stay`` change, with the place as its detail."""
    state, intent = ruling.state, ruling.intent
    if intent.verb in LEAVING or intent.mode in (*NOT_DONE, *ABOUT_THE_GAME):
        return
    until = state.minute + SPELL
    for who in company(ruling):
        going = any(state.usually(who, minute) != state.here for minute in range(state.minute, until + 1, STEP))
        if who not in state.places and going:
            old = state.stays.get(f"{who}/{state.here}")
            yield StateChanged(turn=state.turn, what="stay", key=who, detail=state.here, old=old, new=until, cause="company")


def company(ruling: Ruling) -> tuple[str, ...]:
    """Who is here and dealt with: whom the act is done to, whom one was speaking with, and the cast of the scene that is being played."""
    state, intent = ruling.state, ruling.intent
    named = [intent.target]
    if state.exchange is not None and state.turn - state.exchanged <= LATELY:
        named.append(state.exchange.target)
    for id in (intent.target, state.scene.authored if in_scene(state) else ""):
        if scene := state.pack.scene(id):
            named += scene.cast
    here = state.present()
    return tuple(dict.fromkeys(who for who in named if who in here))


def in_scene(state: StoryState) -> bool:
    """True while an authored scene is being played where it was opened."""
    return state.scene.place == state.here and state.minute - state.scene.opened <= SPELL
