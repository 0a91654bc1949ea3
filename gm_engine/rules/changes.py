"""Changes: the small steps of which every rule is made, each within its bounds."""

from collections.abc import Iterator
from typing import Literal

from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged

What = Literal[
    "place", "time", "clock", "money", "wound", "ammo", "flag", "attitude", "condition", "chips", "met", "visit", "ended", "strain", "party"
]
MOST_ATTITUDE = 3
FRIENDS, ENEMIES = 2, -2
"""From where on a faction takes another's part, or the other side's."""


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
    if npc not in state.pack.npcs and npc not in state.pack.factions:
        return
    old = state.attitude(npc)
    new = max(-MOST_ATTITUDE, min(MOST_ATTITUDE, old + by))
    if new != old:
        yield change(state, "attitude", npc, new, old, cause)


def move_standing(state: StoryState, faction: str, by: int, cause: str) -> Iterator[Event]:
    """Moves what a faction thinks of the player's character: the group's own standing, and every member's attitude.

    Its friends (``toward`` it 2 or 3) move one step the same way, its enemies (-2 or -3) one step the other way.
    """
    yield from move_attitude(state, faction, by, cause)
    for member in state.members(faction):
        yield from move_attitude(state, member, by, cause)
    step = (by > 0) - (by < 0)
    for id in sorted(state.pack.factions):
        stands = state.pack.factions[id].toward.get(faction, 0)
        if id != faction and (stands >= FRIENDS or stands <= ENEMIES):
            yield from move_attitude(state, id, step if stands > 0 else -step, cause)


def move_to(state: StoryState, who: str, place: str, cause: str) -> Iterator[Event]:
    """Puts somebody or something at a place; the player's character has then been there once more, with all who travel along."""
    old = state.where(who) if who != state.pc else state.here
    if not place or old == place:
        return
    yield change(state, "place", who, place, old, cause)
    if who == state.pc:
        visits = int(state.visits.get(place, 0))
        yield change(state, "visit", place, visits + 1, visits, cause)
        for stay in tuple(state.stays):  # nobody stays on for somebody who has gone
            npc, _, where = stay.rpartition("/")
            yield StateChanged(turn=state.turn, what="stay", key=npc, detail=where, old=state.stays[stay], new=None, cause=cause)
        for companion in state.companions():
            yield from move_to(state, companion, place, cause)


def join(state: StoryState, who: str, cause: str) -> Iterator[Event]:
    """Somebody travels with the player's character from now on, and is where they are."""
    if who in state.pack.npcs and state.alive(who) and who not in state.party:
        yield change(state, "party", who, 1, 0, cause)
        yield from move_to(state, who, state.here, cause)


def leave(state: StoryState, who: str, cause: str) -> Iterator[Event]:
    """Somebody travels along no more, and stays where they are."""
    if who in state.party:
        yield StateChanged(turn=state.turn, what="party", key=who, old=1, new=None, cause=cause)


def uncover(state: StoryState, secret: str, status: str, cause: str, clue: str = "") -> Iterator[Event]:
    """Brings a secret further into the light; what is out never goes back. ``clue`` are the words that were found."""
    steps = ("hidden", "hinted", "revealed")
    old = state.secret(secret)
    if secret not in state.pack.secrets or (steps.index(status) <= steps.index(old) and not clue):
        return
    new = max(old, status, key=steps.index)
    yield StateChanged(turn=state.turn, what="secret", key=secret, detail=clue, old=old, new=new, cause=cause)


def mend(state: StoryState, who: str, cause: str, boxes: int = 0) -> Iterator[Event]:
    """Heals the lightest wounds, of so many boxes together; where no number is given, every one."""
    hurt: dict[str, int] = {}
    for wound in state.wounds.get(who, ()):
        if wound.heals > state.minute:
            hurt[wound.place] = hurt.get(wound.place, 0) + wound.boxes
    left = boxes or sum(hurt.values())
    for place in sorted(hurt, key=lambda place: hurt[place]) if boxes else tuple(hurt):
        left -= hurt[place]
        if left < 0:
            break
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
