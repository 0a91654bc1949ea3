"""Changes: the small steps of which every rule is made, each within its bounds."""

from collections.abc import Iterator
from typing import Literal

from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged

What = Literal[
    "place", "time", "clock", "money", "wound", "ammo", "flag", "attitude", "condition", "chips", "met", "visit", "ended", "strain"
]
MOST_ATTITUDE = 3


def change(state: StoryState, what: What, key: str, new: int | str, old: int | str, cause: str) -> StateChanged:
    """One change, now."""
    return StateChanged(turn=state.turn, what=what, key=key, old=old, new=new, cause=cause)


def move_items(state: StoryState, holder: str, item: str, count: int, cause: str) -> Iterator[Event]:
    """Gives (or, below 0, takes) items. Nobody ever holds less than none."""
    old = state.has(holder, item)
    new = max(0, old + count)
    if new != old:
        yield StateChanged(turn=state.turn, what="item", key=holder, detail=item, old=old, new=new, cause=cause)


def move_money(state: StoryState, holder: str, cents: int, cause: str) -> Iterator[Event]:
    """Gives (or, below 0, takes) money. A purse is never below nothing."""
    old = state.purse(holder)
    new = max(0, old + cents)
    if new != old:
        yield change(state, "money", holder, new, old, cause)


def move_attitude(state: StoryState, npc: str, by: int, cause: str) -> Iterator[Event]:
    """Moves an NPC's attitude, within -3 and 3. Play moves it by one step for each cause; an author may ask for more."""
    if npc not in state.pack.npcs:
        return
    old = state.attitude(npc)
    new = max(-MOST_ATTITUDE, min(MOST_ATTITUDE, old + by))
    if new != old:
        yield change(state, "attitude", npc, new, old, cause)


def move_to(state: StoryState, who: str, place: str, cause: str) -> Iterator[Event]:
    """Puts somebody or something at a place; the player's character has then been there once more."""
    old = state.where(who) if who != state.pc else state.here
    if not place or old == place:
        return
    yield change(state, "place", who, place, old, cause)
    if who == state.pc:
        visits = int(state.visits.get(place, 0))
        yield change(state, "visit", place, visits + 1, visits, cause)


def uncover(state: StoryState, secret: str, status: str, cause: str, clue: str = "") -> Iterator[Event]:
    """Brings a secret further into the light; what is out never goes back. ``clue`` are the words that were found."""
    steps = ("hidden", "hinted", "revealed")
    old = state.secret(secret)
    if secret not in state.pack.secrets or (steps.index(status) <= steps.index(old) and not clue):
        return
    new = max(old, status, key=steps.index)
    yield StateChanged(turn=state.turn, what="secret", key=secret, detail=clue, old=old, new=new, cause=cause)


def mend(state: StoryState, who: str, cause: str) -> Iterator[Event]:
    """Heals every wound."""
    for place in dict.fromkeys(wound.place for wound in state.wounds.get(who, ()) if wound.heals > state.minute):
        yield StateChanged(turn=state.turn, what="wound", key=who, detail=f"{place}; {cause}", old=state.boxes(who), new=0, cause=cause)
    if state.condition(who) in ("down", "dying"):
        yield change(state, "condition", who, "alive", state.condition(who), cause)


def deal_wound(state: StoryState, who: str, boxes: int, cause: str) -> Iterator[Event]:
    """A wound that a scene deals: as bad as its boxes say, to the body."""
    book = rulebook_of(state.pack)
    severity = next((name for name, (_, most) in book.wounds.items() if most >= boxes), "mortal")
    heals = state.minute + book.healing.get(severity, book.healing["mortal"])
    yield StateChanged(
        turn=state.turn, what="wound", key=who, detail=f"body; {cause}; {heals}", old=state.boxes(who), new=boxes, cause=cause
    )
    if state.boxes(who) >= book.gunfight.out and state.condition(who) == "alive":
        yield change(state, "condition", who, "down", "alive", cause)
