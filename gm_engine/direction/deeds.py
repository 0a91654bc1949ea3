"""What the player's character did, and what came of it: beats from the intents and from what the rules made of them."""

from gm_engine.direction.notebook import Notebook
from gm_engine.direction.talk import speak_with
from gm_engine.story.event import DiceRolled, StateChanged
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Roll
from gm_engine.story.travel import minutes_for

TALK = ("greet", "ask", "tell", "persuade", "accuse", "threaten", "promise", "borrow", "repay")
FIGHT = ("draw", "shoot", "aim", "cover", "close", "flee", "strike")
TRADE = ("buy", "sell", "give", "take", "use", "read")
QUIET = ("wait", "sleep")
FIGHT_ROLLS = ("speed", "hit place", "damage")


def tell_deeds(book: Notebook) -> None:
    """A beat for each intent, in order."""
    rolls = [event.roll for event in book.happened if isinstance(event, DiceRolled)]
    refused = [change for change in book.changes("used") if change.cause.startswith("refused")]
    for change in refused[:1]:
        why, _, about = change.cause.removeprefix("refused:").partition(":")
        book.add("impossible", target=about if about in book.state.pack.npcs else "", slots={"verb": why, "about": about.replace("_", " ")})
    for intent in book.intents:
        _tell(book, intent, rolls, bool(refused))


def _tell(book: Notebook, intent: Intent, rolls: list[Roll], refused: bool) -> None:
    verb = intent.verb
    if verb == "travel":
        if book.moved and not book.has("journey") and not book.has("arrive"):
            _travel(book, intent)
        return
    if refused and verb not in ("look", "greet"):
        return
    roll = next((roll for roll in rolls if _belongs(roll, intent, book.state.pc)), None)
    if verb in TALK:
        speak_with(book, intent, roll)
    elif verb in FIGHT:
        _fight(book, intent, rolls)
    elif verb in TRADE:
        _trade(book, intent, roll)
    elif verb in QUIET:
        slots = {"verb": verb, "hours": _hours(book)}
        book.add("rest", slots=slots)
    elif verb in ("oracle", "spark", "note", "reload", "search", "look"):
        _plain(book, intent, roll)
    elif verb == "roll" or verb == "declare":
        _check(book, intent, roll) if roll else book.add("note", text="", slots={"words": intent.words})
    elif verb != "decide" and roll:
        _check(book, intent, roll)
    elif verb not in ("decide", "roll"):
        book.add("action", target=intent.target, slots={"verb": verb})


def _belongs(roll: Roll, intent: Intent, pc: str) -> bool:
    return roll.actor in ("", pc) and (not intent.skill or roll.skill == intent.skill) and roll.why not in FIGHT_ROLLS


def _check(book: Notebook, intent: Intent, roll: Roll) -> None:
    skill = roll.skill or intent.skill
    book.add("check", target=intent.target, band=roll.band, rolls=(roll.id,), slots={"skill": skill, "difficulty": roll.difficulty})


def _plain(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    slots: dict[str, str] = {}
    target = intent.target
    if intent.verb == "look" and target in book.state.pack.npcs:
        slots["flags"] = "person"
    if intent.verb == "search" and any(change.detail for change in book.changes("secret")):
        slots["flags"] = "found"
    if intent.verb == "reload":
        loaded = next((change.new for change in book.changes("ammo") if change.key == book.state.pc), None)
        if loaded is not None:
            slots["loaded"] = str(loaded)
    if intent.verb in ("oracle", "spark"):
        slots["words"] = intent.words
    band = roll.band if roll else ""
    rolls = (roll.id,) if roll else ()
    book.add(intent.verb, target=target, band=band, rolls=rolls, slots=slots)


def _travel(book: Notebook, intent: Intent) -> None:
    state = book.state
    change = next(change for change in book.changes("place") if change.key == state.pc and change.new == state.here)
    origin = str(change.old or "")
    ways = state.pack.locations[origin].exits if origin in state.pack.locations else ()
    way = next((way for way in ways if way.to == state.here), None)
    slots = {"from": origin, "from_name": book.name(origin), "mode": intent.mode or ("foot" if not way or not way.tenths else "horse")}
    slots["flags"] = "first" if int(state.visits.get(state.here, 1)) <= 1 else "again"
    passed = next((change for change in book.changes("time")), None)
    minutes = int(passed.new or 0) - int(passed.old or 0) if passed else minutes_for(way, slots["mode"]) if way else 0
    slots["minutes"] = str(minutes)
    slots["hours"] = hours_in_words(minutes)
    if way and way.dir:
        slots["bearing"] = way.dir
    if way and way.terrain:
        slots["terrain"] = way.terrain
    long_way = way is not None and way.tenths is not None and way.tenths >= 20 or minutes >= 40
    if way and way.tenths is not None:
        slots["miles"] = f"{way.tenths / 10:g}"
    if long_way:
        book.add("journey", place=state.here, slots=slots)
    book.add("arrive", place=state.here, slots=slots)


def hours_in_words(minutes: int) -> str:
    """A stretch of time as people say it.

    >>> hours_in_words(4), hours_in_words(35), hours_in_words(95), hours_in_words(600)
    ('4 minutes', 'half an hour', 'an hour and a half', '10 hours')
    """
    if minutes < 25:
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    halves = max(1, round(minutes / 30))
    hours, half = divmod(halves, 2)
    if not hours:
        return "half an hour"
    if hours == 1:
        return "an hour and a half" if half else "an hour"
    return f"{hours} and a half hours" if half else f"{hours} hours"


def _hours(book: Notebook) -> str:
    passed = next((change for change in book.changes("time")), None)
    return hours_in_words(int(passed.new or 0) - int(passed.old or 0)) if passed else "a while"


def _fight(book: Notebook, intent: Intent, rolls: list[Roll]) -> None:
    if book.has("gunfight"):
        return
    pc = book.state.pc
    shots = [roll for roll in rolls if roll.why not in FIGHT_ROLLS and roll.skill]
    if not shots:
        book.add("action", target=intent.target, slots={"verb": intent.verb})
        return
    told = 0
    for roll in shots[:4]:
        other = roll.against or (intent.target if roll.actor in ("", pc) else pc)
        slots: dict[str, str] = {"skill": roll.skill, "verb": intent.verb}
        slots |= _hurt(book, other)
        if roll.band not in ("triumph", "success", "cost"):
            slots.pop("hit", None)
        told += 1
        book.add("gunfight", actor=roll.actor or pc, target=other, band=roll.band, rolls=(roll.id,), slots=slots)
    fallen = [change for change in book.changes("condition") if change.new in ("dead", "down", "dying")]
    for change in fallen[:2]:
        book.add("reaction", target=change.key, slots={"verb": str(change.new), "flags": f"fall {change.new}"})


def _hurt(book: Notebook, who: str) -> dict[str, str]:
    wound = next((change for change in book.changes("wound") if change.key == who and change.new), None)
    if wound is None:
        return {}
    place = wound.detail.split(";")[0].strip()
    boxes = int(wound.new or 0)
    return {"hit": place, "wound": "light" if boxes <= 1 else "serious" if boxes == 2 else "mortal"}


def _trade(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    slots: dict[str, str] = {"verb": intent.verb}
    if intent.item:
        slots |= {"item": intent.item, "item_name": book.name(intent.item)}
    elif intent.about:
        slots |= {"item_name": intent.about}
    paid = next((change for change in book.changes("money") if change.key == book.state.pc), None)
    if paid is not None:
        slots["price"] = dollars(abs(int(paid.new or 0) - int(paid.old or 0)))
        slots["purse"] = dollars(int(paid.new or 0))
    changed: list[StateChanged] = list(book.changes("item"))
    slots["flags"] = "done" if changed or paid else "undone"
    band = roll.band if roll else ""
    book.add("trade", target=intent.target, band=band, rolls=(roll.id,) if roll else (), slots=slots)


def dollars(cents: int) -> str:
    """Money as it is spoken of.

    >>> dollars(250), dollars(100), dollars(75), dollars(2000)
    ('2 dollars and 50 cents', '1 dollar', '75 cents', '20 dollars')
    """
    whole, rest = divmod(cents, 100)
    said = [f"{whole} dollar{'' if whole == 1 else 's'}"] if whole else []
    if rest or not whole:
        said.append(f"{rest} cent{'' if rest == 1 else 's'}")
    return " and ".join(said)
