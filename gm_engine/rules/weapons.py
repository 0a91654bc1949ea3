"""Weapons: what somebody is armed with, how it is loaded, how ready it is."""

from collections.abc import Iterator

from gm_engine.rules.changes import move_items
from gm_engine.rules.rulebook import Rulebook, Weapon, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged

HOSTILE = -2


def row_of(state: StoryState, book: Rulebook, item: str) -> str:
    """The rulebook's row for an item: the one it names, else its own id or a word of it; empty where it is no weapon."""
    entry = state.pack.items.get(item)
    if entry is not None and entry.weapon in book.weapons:
        return entry.weapon
    return next((name for name in (item, *item.split("_")) if name in book.weapons), "")


def weapons_of(state: StoryState, book: Rulebook, who: str) -> dict[str, Weapon]:
    """What somebody can fight with, by item id, the handiest first; what nobody wrote down included."""
    found = {item: book.weapons[row] for item in state.carried(who) if (row := row_of(state, book, item))}
    npc = state.pack.npcs.get(who)
    if npc is not None and not any(weapon.chambers for weapon in found.values()):
        role = npc.role.lower().split()
        if state.attitude(who) <= HOSTILE or any(word in book.unwritten.armed for word in role):
            found[book.unwritten.weapon] = book.weapons.get(book.unwritten.weapon, Weapon())
    return dict(sorted(found.items(), key=lambda entry: (-handiness(entry[1]), entry[0])))


def handiness(weapon: Weapon) -> int:
    """How good a weapon is across a room: its power, less what the range and its length cost."""
    return 10 * weapon.power + weapon.ranges.get("short", 0) * (not weapon.melee) + weapon.ready


def weapon_for(state: StoryState, book: Rulebook, who: str, *, melee: bool, wanted: str = "") -> tuple[str, Weapon] | None:
    """What somebody would use now: the one wanted, else the one in hand, else the handiest. Fists are always there."""
    fit = {item: weapon for item, weapon in weapons_of(state, book, who).items() if weapon.melee == melee}
    if wanted in fit:
        return wanted, fit[wanted]
    held = next((item for item in fit if state.readiness.get(f"{who}/{item}", 0)), None)
    item = held or next(iter(fit), None)
    if item is not None:
        return item, fit[item]
    return ("fists", book.weapons.get("fists", Weapon(melee=True))) if melee else None


def loaded(state: StoryState, who: str, item: str, weapon: Weapon) -> int:
    """How many cartridges are in it: full, until it was first fired."""
    return int(state.ammo.get(f"{who}/{item}", weapon.chambers))


def spend(state: StoryState, who: str, item: str, weapon: Weapon, cause: str) -> Iterator[Event]:
    """A shot takes a cartridge; an empty weapon yields nothing."""
    old = loaded(state, who, item, weapon)
    if weapon.chambers and old > 0:
        yield StateChanged(turn=state.turn, what="ammo", key=who, detail=item, old=old, new=old - 1, cause=cause)


def spend_shots(state: StoryState, who: str, shots: int, cause: str) -> Iterator[Event]:
    """So many shots fired from whatever gun somebody has; never more than are in it."""
    gun = weapon_for(state, rulebook_of(state.pack), who, melee=False)
    if gun is None or not gun[1].chambers:
        return
    old = loaded(state, who, *gun)
    new = max(0, old - shots)
    if new != old:
        yield StateChanged(turn=state.turn, what="ammo", key=who, detail=gun[0], old=old, new=new, cause=cause)


def reload(state: StoryState, who: str, item: str, weapon: Weapon) -> Iterator[Event]:
    """Loads as many cartridges as are wanted and carried. What an NPC carries is counted only where their sheet says."""
    old = loaded(state, who, item, weapon)
    wanted = weapon.chambers - old
    npc = state.pack.npcs.get(who)
    counted = npc is None or weapon.cartridge in npc.items or f"{who}/{weapon.cartridge}" in state.items
    taken = min(wanted, state.has(who, weapon.cartridge)) if counted else wanted
    if taken <= 0:
        return
    if counted:
        yield from move_items(state, who, weapon.cartridge, -taken, "reload")
    yield StateChanged(turn=state.turn, what="ammo", key=who, detail=item, old=old, new=old + taken, cause="reload")


def ready(state: StoryState, who: str, what: str, value: int, cause: str) -> Iterator[Event]:
    """Sets a readiness: a weapon in hand, ``cover``, ``aim``, ``close``, ``fallen``, ``fight``."""
    old = int(state.readiness.get(f"{who}/{what}", 0))
    if old != value:
        yield StateChanged(turn=state.turn, what="readiness", key=who, detail=what, old=old, new=value, cause=cause)


def stand_down(state: StoryState, who: str) -> Iterator[Event]:
    """Leaves the fight behind: guns are put away, nobody is in cover."""
    for key in [key for key in state.readiness if key.startswith(f"{who}/") and state.readiness[key]]:
        yield from ready(state, who, key.partition("/")[2], 0, "left")
