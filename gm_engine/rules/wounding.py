"""Wounding: where a hit goes, how bad it is, and what it does to whoever takes it."""

from collections.abc import Generator, Iterator

from gm_engine.rules.changes import change
from gm_engine.rules.dice import shift
from gm_engine.rules.rulebook import Weapon
from gm_engine.rules.ruling import Ruling, attribute, chips_of
from gm_engine.rules.skill_check import worked
from gm_engine.rules.weapons import ready
from gm_engine.story.event import DiceRolled, Event, StateChanged
from gm_engine.story.roll import Band, Modifier

LIGHTER = {"dead": "mortal", "mortal": "serious", "serious": "light", "light": "graze"}
FALLEN = ("down", "dying")
"""Who lies so does not live through another hit with anything but a fist."""


def hit(ruling: Ruling, by: str, victim: str, weapon: Weapon, band: Band) -> Iterator[Event]:
    """A hit: the place (d10), the damage (d6 and its reasons), the wound.

    The damage roll names the place in ``skill`` and the severity in ``difficulty``; a graze is that roll and nothing else.
    """
    state, rules = ruling.state, ruling.book.gunfight
    where = ruling.roll(f"d{len(rules.hit_places)}", "hit place", by)
    place = rules.hit_places[where.total - 1]
    yield DiceRolled(turn=state.turn, roll=where.model_copy(update={"against": victim, "skill": place}))
    reasons = (
        Modifier(why="power", value=weapon.power),
        Modifier(why=band, value=rules.band_damage.get(band, 0)),
        Modifier(why=place, value=rules.place_damage.get(place.split()[-1], 0)),
        Modifier(why="toughness", value=-(attribute(state, ruling.book, victim, "brawn") // rules.toughness)),
    )
    damage = shift(ruling.roll("d6", "damage", by), tuple(reason for reason in reasons if reason.value))
    severity = ruling.book.severity(damage.total)
    yield DiceRolled(turn=state.turn, roll=damage.model_copy(update={"against": victim, "skill": place, "difficulty": severity}))
    if victim != state.pc and state.condition(victim) in FALLEN and weapon.power > 0:
        severity = "dead"
    severity = yield from soften(ruling, victim, severity)
    yield from wound(ruling, by, victim, place, severity)


def soften(ruling: Ruling, victim: str, severity: str) -> Generator[Event, None, str]:
    """The player's character spends a chip by itself where a wound would be bad: it is one step less. Returns the severity."""
    order = list(ruling.book.wounds)
    chips = ruling.book.chips
    held = chips_of(ruling.state, victim, ruling.book)
    bad = chips.soften in order and severity in order and order.index(severity) >= order.index(chips.soften)
    if victim != ruling.who or not bad or held < 1 or "soften" not in chips.spend:
        return severity
    yield ruling.change("chips", victim, held - 1, old=held, cause="soften")
    return LIGHTER.get(severity, severity)


def wound(ruling: Ruling, by: str, victim: str, place: str, severity: str) -> Iterator[Event]:
    """The wound and what follows: an arm drops what it holds, a leg gives way, a serious one is a matter of grit."""
    state, book = ruling.state, ruling.book
    boxes = book.wounds.get(severity, (0, 0))[1]
    if not boxes:
        return
    cause = f"shot:{by}"
    heals = state.minute + book.healing.get(severity, book.healing.get("mortal", 0))
    detail = f"{place}; {cause}; {heals}"
    yield StateChanged(turn=state.turn, what="wound", key=victim, detail=detail, old=state.boxes(victim), new=boxes, cause=cause)
    standing = state.condition(victim)
    if severity == "dead" or (severity == "mortal" and standing == "dying"):
        yield change(state, "condition", victim, "dead", standing, cause)
        return
    if severity == "mortal":
        if standing != "dying":
            yield change(state, "condition", victim, "dying", standing, cause)
        return
    if severity == "serious":
        if place.endswith("arm"):
            for key in [key for key in state.readiness if key.startswith(f"{victim}/") and state.readiness[key]]:
                if key.partition("/")[2] not in ("cover", "aim", "close", "fallen", "fight"):
                    yield from ready(state, victim, key.partition("/")[2], 0, "dropped")
        elif place.endswith("leg"):
            yield from ready(state, victim, "fallen", 1, cause)
        if standing == "alive":
            nerve = ruling.check_roll("grit", actor=victim, why="grit")
            yield DiceRolled(turn=state.turn, roll=nerve)
            if not worked(nerve.band):
                yield change(state, "condition", victim, "down", standing, cause)
    if state.condition(victim) == "alive" and state.boxes(victim) >= book.gunfight.out:
        yield change(state, "condition", victim, "down", "alive", cause)
