"""How it stands, in a line: when and where, the purse, what hurts, the chips, the clocks that the table can see."""

from collections.abc import Iterator

from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.ruling import chips_of
from gm_engine.state import StoryState
from gm_engine.story.counting import counted
from gm_engine.story.letters import plain

BETWEEN = " · "


def status(state: StoryState, width: int) -> str:
    """The line, cut to ``width``: what does not fit as a whole is left out from the end."""
    kept = ""
    for part in _parts(state):
        longer = f"{kept}{BETWEEN}{part}" if kept else part
        if len(longer) > width:
            return kept or f"{part[: max(width - 1, 0)]}…"
        kept = longer
    return kept


def _parts(state: StoryState) -> Iterator[str]:
    here = state.name(state.here)
    person = state.person(state.pc)
    told = [state.pack.calendar.brief(state.minute), here[:1].upper() + here[1:]]
    if person:
        told.append(state.pack.currency.figure(state.purse(state.pc)) if state.counts_money() else "")
        condition = state.condition(state.pc)
        told.append("" if condition == "alive" else condition)
        hurt = [wound.place for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
        told.append(f"hurt: {', '.join(hurt)}" if hurt else "")
        chips = chips_of(state, state.pc, rulebook_of(state.pack))
        told.append(counted(chips, "chip") if chips else "")
    for id, clock in state.pack.clocks.items():
        filled = state.clock(id)
        told.append(f"{clock.name} {filled}/{clock.size}" if clock.visibility == "table" and filled < clock.size else "")
    yield from (plain(part) for part in told if part)
