"""Healing: doctoring stops the bleeding, and halves what is left of a wound's time."""

from collections.abc import Iterator

from gm_engine.rules.changes import change
from gm_engine.rules.clock import pass_time
from gm_engine.rules.clues import fumbled
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.skill_check import worked
from gm_engine.rules.talk import skill_of
from gm_engine.story.event import Event, StateChanged
from gm_engine.story.roll import Modifier


def heal(ruling: Ruling) -> Iterator[Event]:
    """Doctors the intent's target, or oneself (harder). A check that works stops a dying clock and halves each wound's time."""
    state, book = ruling.state, ruling.book
    who = ruling.intent.target or state.pc
    if who != state.pc and state.where(who) != state.here:
        yield ruling.refuse(f"nobody-here:{who}")
        return
    if not state.alive(who):
        yield ruling.refuse(f"dead:{who}")
        return
    hurt = [wound for wound in state.wounds.get(who, ()) if wound.heals > state.minute]
    if not hurt and state.condition(who) == "alive":
        yield ruling.refuse(f"not-hurt:{who}")
        return
    own = (Modifier(why="own hands", value=-10),) if who == state.pc else ()
    cause = f"doctored:{who}"
    roll = yield from ruling.check(skill_of(ruling, "doctoring"), against=who, why="doctoring", situation=own)
    if worked(roll.band):
        if state.condition(who) in ("dying", "down"):
            yield change(state, "condition", who, "down" if state.condition(who) == "dying" else "alive", state.condition(who), cause)
        if state.clock(f"dying_{who}"):
            yield change(state, "clock", f"dying_{who}", 0, state.clock(f"dying_{who}"), cause)
        for place in dict.fromkeys(wound.place for wound in hurt if "doctored" not in wound.cause):
            yield StateChanged(turn=state.turn, what="wound", key=who, detail=f"{place}; {cause}", old=state.boxes(who), new=0, cause=cause)
            for wound in (wound for wound in hurt if wound.place == place):
                again = "doctored" in wound.cause
                heals = wound.heals if again else state.minute + max(1, (wound.heals - state.minute) // 2)
                detail = f"{place}; {wound.cause if again else f'{wound.cause}, doctored'}; {heals}"
                yield StateChanged(
                    turn=state.turn, what="wound", key=who, detail=detail, old=state.boxes(who), new=wound.boxes, cause=cause
                )  # fmt: skip
    yield from fumbled(state, roll)
    yield from pass_time(state, book.takes("heal"), cause)


def tend_fallen(ruling: Ruling) -> Iterator[Event]:
    """Where the player's character is dying, somebody present who bears no grudge does what they can, once a turn."""
    state = ruling.state
    if state.condition(state.pc) != "dying":
        return
    able = [npc for npc in state.present() if state.attitude(npc) >= 0 and state.condition(npc) == "alive"]
    able = [npc for npc in able if not state.readiness.get(f"{npc}/fight", 0)]
    if not able:
        return
    helper = max(able, key=lambda npc: (state.attitude(npc), npc))
    roll = yield from ruling.check(skill_of(ruling, "doctoring"), actor=helper, against=state.pc, why="doctoring")
    if worked(roll.band):
        cause = f"tended:{helper}"
        yield change(state, "condition", state.pc, "down", "dying", cause)
        if state.clock(f"dying_{state.pc}"):
            yield change(state, "clock", f"dying_{state.pc}", 0, state.clock(f"dying_{state.pc}"), cause)
