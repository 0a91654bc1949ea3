"""Things: taken, given, used, read."""

from collections.abc import Iterator

from gm_engine.rules import law
from gm_engine.rules.changes import change, move_attitude, move_items, move_money, uncover
from gm_engine.rules.clock import pass_time
from gm_engine.rules.clues import clues_here, find
from gm_engine.rules.robbery import STEALTHY, lifted, rob
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.weapons import HOSTILE, ready, stand_down
from gm_engine.state.hearsay import holders, known_wrongs, officers_here
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event

GIVES_IN = "yield"
"""The mode of a use by which one gives up: a fight, or oneself to the law."""
OWN_BEAST = "own"
"""The mode of a use of somebody's own beast that they have not got; its item is the word for it."""


def take(ruling: Ruling) -> Iterator[Event]:
    """Takes something that lies here, or off somebody who lies here. What others carry is not simply taken."""
    state, item = ruling.state, ruling.intent.item
    if not item:
        yield ruling.refuse("nothing-to-take")
        return
    if state.has(state.pc, item):
        yield ruling.refuse(f"has-it:{item}")
        return
    fallen = next((npc for npc in sorted(state.pack.npcs) if _lies_here(state, npc) and state.has(npc, item)), "")
    if fallen:
        yield from pass_time(state, ruling.book.takes("take"), f"took:{item}")
        yield from move_items(state, fallen, item, -1, f"took:{item}")
        yield from move_items(state, state.pc, item, 1, f"took:{item}")
        return
    keeper = next((npc for npc in state.present() if state.has(npc, item)), "")
    if keeper and ruling.intent.mode == STEALTHY:
        yield from rob(Ruling(state, ruling.draw, ruling.first, ruling.intent.model_copy(update={"target": keeper})))
        return
    if keeper:
        yield ruling.refuse(f"kept-by:{keeper}")
        return
    if item not in state.pack.items or state.where(item) != state.here:
        yield ruling.refuse(f"not-here:{item}")
        return
    yield from pass_time(state, ruling.book.takes("take"), f"took:{item}")
    yield from lifted(ruling, item)
    yield change(state, "place", item, "", state.here, f"took:{item}")
    yield from move_items(state, state.pc, item, 1, f"took:{item}")


def _lies_here(state: StoryState, npc: str) -> bool:
    return state.condition(npc) != "alive" and state.where(npc) == state.here


def give(ruling: Ruling) -> Iterator[Event]:
    """Gives an item or money (item ``money``, the amount in cents) to somebody present, or leaves it here."""
    state, intent = ruling.state, ruling.intent
    who = intent.target
    if who and (who not in state.pack.npcs or state.where(who) != state.here or not state.alive(who)):
        yield ruling.refuse(f"nobody-here:{who}")
        return
    cause = f"gave:{who}"
    if intent.item == "money":
        cents = max(0, intent.amount)
        if not cents or state.purse(state.pc) < cents:
            yield ruling.refuse("no-money")
            return
        yield from pass_time(state, ruling.book.takes("give"), cause)
        yield from move_money(state, state.pc, -cents, cause)
        if who:
            yield from move_money(state, who, cents, cause)
            yield from thank(ruling, who, cents)
        return
    count = max(1, intent.amount)
    if not intent.item or state.has(state.pc, intent.item) < count:
        yield ruling.refuse(f"not-carried:{intent.item}")
        return
    yield from pass_time(state, ruling.book.takes("give"), cause)
    yield from move_items(state, state.pc, intent.item, -count, cause)
    if who:
        yield from move_items(state, who, intent.item, count, cause)
        if not state.met.get(who, 0):
            yield change(state, "met", who, 1, 0, cause)
    elif intent.item in state.pack.items:
        yield change(state, "place", intent.item, state.here, "", cause)


def hand_over(state: StoryState, item: str, giver: str, taker: str, cause: str) -> Iterator[Event]:
    """One thing from a giver to a taker; without a giver it lies here, without a taker it is put down here."""
    if giver:
        yield from move_items(state, giver, item, -1, cause)
    else:
        yield change(state, "place", item, "", state.here, cause)
    if taker:
        yield from move_items(state, taker, item, 1, cause)
    else:
        yield change(state, "place", item, state.here, "", cause)


def thank(ruling: Ruling, who: str, cents: int) -> Iterator[Event]:
    """A gift of a dollar or more warms somebody once, and never beyond friendly."""
    if cents >= 100:
        yield from warmed(ruling, who, "gift")
    elif not ruling.state.met.get(who, 0):
        yield change(ruling.state, "met", who, 1, 0, f"gave:{who}")


def warmed(ruling: Ruling, who: str, by: str) -> Iterator[Event]:
    """A kindness of one sort warms somebody once, and never beyond friendly."""
    state, flag = ruling.state, f"{by}_{who}"
    if not state.met.get(who, 0):
        yield change(state, "met", who, 1, 0, f"gave:{who}")
    if not state.flags.get(flag, 0) and 0 <= state.attitude(who) < 2:
        yield change(state, "flag", flag, 1, 0, f"gave:{who}")
        yield from move_attitude(state, who, 1, f"gave:{who}")


def use(ruling: Ruling) -> Iterator[Event]:
    """Uses something carried; or destroys it, puts the gun away, insults somebody, makes a gesture, as ``intent.mode`` says."""
    state, intent = ruling.state, ruling.intent
    if intent.target in state.pack.npcs and state.where(intent.target) != state.here:
        yield ruling.refuse(f"nobody-here:{intent.target}")
        return
    if intent.item and not state.has(state.pc, intent.item):
        yield ruling.refuse(f"{'no-such-own' if intent.mode == OWN_BEAST else 'not-carried'}:{intent.item}")
        return
    if intent.mode == "destroy" and not intent.item:
        yield ruling.refuse("not-carried")
        return
    yield from pass_time(state, ruling.book.takes("use"), f"used:{intent.item}")
    if intent.mode == "destroy":
        yield from move_items(state, state.pc, intent.item, -1, f"destroyed:{intent.item}")
    elif intent.mode == GIVES_IN:
        yield from gives_in(ruling)
    elif intent.mode == "insult" and intent.target:
        yield from move_attitude(state, intent.target, -1, f"insulted:{intent.target}")


def gives_in(ruling: Ruling) -> Iterator[Event]:
    """The fight is given up, without dice: whoever is the law stops, and so does whoever does not hate; an enemy goes on.

    Where nobody fights, whoever is the law and knows of a wrong takes the player's character in.
    """
    state = ruling.state
    fought = [npc for npc in state.present() if state.readiness.get(f"{npc}/fight", 0)]
    yield from stand_down(state, state.pc)
    for npc in fought:
        if state.attitude(npc) >= HOSTILE or npc in holders(state, "law"):
            yield from ready(state, npc, "fight", 0, f"stopped:{npc}")
    sought = any(known_wrongs(state, officer) for officer in officers_here(state))
    if not fought and sought and "custody" not in state.law:
        yield from law.step("custody", state, "gave in", pass_time)


def read_item(ruling: Ruling) -> Iterator[Event]:
    """Reads something carried or lying here: a letter gives away what is in it."""
    state, item = ruling.state, ruling.intent.item
    if not item:
        yield from pass_time(state, ruling.book.takes("read"), "read")
        return
    if not state.has(state.pc, item) and state.where(item) != state.here:
        yield ruling.refuse(f"not-here:{item}")
        return
    yield from pass_time(state, ruling.book.takes("read"), f"read:{item}")
    entry = state.pack.items.get(item)
    if entry is None:
        return
    inside = [found for found in clues_here(state, item) if found[0] == entry.reveals or not entry.reveals]
    if inside:
        yield from find(state, inside[0], "success", f"read:{item}", ruling.book.secrets.enough)
    elif entry.reveals:
        yield from uncover(state, entry.reveals, "hinted", f"read:{item}")
