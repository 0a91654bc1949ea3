"""Fights: an exchange of shots or blows, told in the order in which it fell out."""

from dataclasses import dataclass

from gm_engine.direction.notebook import Notebook
from gm_engine.rules.wounding import FALLEN
from gm_engine.story.counting import in_words
from gm_engine.story.event import DiceRolled, StateChanged
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Roll

ATTACKS = ("shooting", "fighting")
MOST = 4
WORSE = ("light", "serious", "mortal")


@dataclass
class Attack:
    """One shot or blow, and the wound that it made."""

    roll: Roll
    wound: StateChanged | None = None
    graze: bool = False


def tell_fight(book: Notebook, intent: Intent) -> None:
    """Beats for one exchange: what was declared, each attack, who fell, gave up or ran, and what is left in the gun."""
    if book.has("gunfight"):
        return
    attacks = attacks_of(book)
    if not attacks and any(change.old in FALLEN and change.new == "dead" for change in book.changes("condition")):
        book.add("gunfight", target=intent.target, slots={"telling": "gunfight_fallen"} | loaded(book))
    elif not attacks:
        _declared(book, intent)
    for attack in attacks[:MOST]:
        _tell(book, intent, attack)
    for change in [one for one in book.changes("condition") if one.new in ("dead", "down", "dying")][:2]:
        if change.key != book.state.pc:
            book.add("reaction", target=change.key, slots={"verb": str(change.new), "flags": f"fall {change.new}"})
    tell_stopped(book)


def tell_stopped(book: Notebook) -> None:
    """Who leaves the fight: gave up, ran, or stopped because it was given up; and who goes on."""
    for change in book.changes("readiness"):
        what, _, who = change.cause.partition(":")
        if what in ("yielded", "fled", "stopped") and who in book.state.pack.npcs:
            book.add("reaction", target=who, slots={"verb": what, "flags": what})


def attacks_of(book: Notebook) -> list[Attack]:
    """Every attack of this turn, each with the wound that follows it."""
    found: list[Attack] = []
    for event in book.happened:
        if isinstance(event, DiceRolled) and event.roll.why in ATTACKS:
            found.append(Attack(event.roll))
        elif isinstance(event, DiceRolled) and event.roll.why == "damage" and found:
            found[-1].graze = event.roll.difficulty == "graze"
        elif isinstance(event, StateChanged) and event.what == "wound" and event.new and found:
            found[-1].wound = found[-1].wound or event
    return _exchanges(found)


def _exchanges(attacks: list[Attack]) -> list[Attack]:
    """Each shot, and each exchange of blows as one: the roll of whoever struck, with what came of it."""
    found: list[Attack] = []
    open_to: tuple[str, str] | None = None
    for one in attacks:
        if one.roll.why == "fighting" and open_to == (one.roll.actor, one.roll.against):
            found[-1].wound, found[-1].graze, open_to = one.wound, one.graze, None
            continue
        open_to = (one.roll.against, one.roll.actor) if one.roll.why == "fighting" else None
        found.append(one)
    return found


def _tell(book: Notebook, intent: Intent, attack: Attack) -> None:
    roll, pc = attack.roll, book.state.pc
    actor = roll.actor or pc
    target = roll.against or (intent.target if actor == pc else pc)
    slots: dict[str, str] = {"skill": roll.why, "verb": intent.verb}
    if attack.wound is not None:
        target = attack.wound.key
        slots |= {"hit": attack.wound.detail.split(";")[0].strip(), "wound": WORSE[max(0, min(2, int(attack.wound.new or 1) - 1))]}
    slots |= {"flags": "graze"} if attack.graze and attack.wound is None else {}
    slots |= loaded(book) if actor == pc and roll.why == "shooting" else {}
    book.add("gunfight", actor=actor, target=target, band=roll.band, rolls=(roll.id,), slots=slots)


def _declared(book: Notebook, intent: Intent) -> None:
    if intent.verb == "reload":
        book.add("reload", slots=loaded(book))
    else:
        book.add("action", target=intent.target, slots={"verb": intent.verb})


def loaded(book: Notebook) -> dict[str, str]:
    """What is now in the player's character's gun, where it has changed."""
    last = [change for change in book.changes("ammo") if change.key == book.state.pc]
    if not last:
        return {}
    count = int(last[-1].new or 0)
    return {"loaded": in_words(count), "rounds": str(count), "gun": last[-1].detail}
