"""What the player's character did, and what came of it: beats from the intents and from what the rules made of them."""

from gm_engine.direction.asides import known_ways, tell_wondered
from gm_engine.direction.belongings import in_hand
from gm_engine.direction.fights import tell_fight, tell_stopped
from gm_engine.direction.free_telling import tell_free, tell_shown, tell_works_here
from gm_engine.direction.notebook import BARE, Notebook
from gm_engine.direction.player_answers import answer_player
from gm_engine.direction.robbed import is_theft, tell_robbery
from gm_engine.direction.scenes import open_choice, take_decisions
from gm_engine.direction.shots import tell_shot
from gm_engine.direction.small_acts import small_act
from gm_engine.direction.speaking_with import speak_with, tell_use
from gm_engine.direction.spoken import speak_as_ruled
from gm_engine.direction.thefts import tell_theft
from gm_engine.direction.upshot_telling import tell_gesture
from gm_engine.rules.adjudicate import at_hand
from gm_engine.rules.choice import standing
from gm_engine.rules.gunfight import AIR, MARK
from gm_engine.rules.hiring import days_of
from gm_engine.rules.journey import mode_of
from gm_engine.rules.new_things import come_in
from gm_engine.rules.object_phrases import is_new, yours
from gm_engine.rules.robbery import STEALTHY
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.secrets_used import SOLD
from gm_engine.rules.tables import drawn_words, read_row
from gm_engine.rules.things import GIVES_IN
from gm_engine.rules.trade import LONG_SERVICE, alike
from gm_engine.rules.works import made_of
from gm_engine.state.hearsay import officers_here
from gm_engine.story.counting import in_words
from gm_engine.story.event import DiceRolled, Event, StateChanged
from gm_engine.story.intent import ABOUT_THE_GAME, Intent
from gm_engine.story.listing import either, listed
from gm_engine.story.numbers import hours_in_words, miles_in_words, sum_in_words
from gm_engine.story.roll import Roll
from gm_engine.story.travel import minutes_for

TALK = ("greet", "ask", "tell", "persuade", "accuse", "threaten", "promise", "keep", "borrow", "repay")
FIGHT = ("reload", "draw", "shoot", "aim", "cover", "close", "flee", "strike")
TRADE = ("buy", "sell", "give", "take", "use", "read")
QUIET = ("wait", "sleep")
FIGHT_ROLLS = ("speed", "hit place", "damage")


def tell_deeds(book: Notebook) -> None:
    """A beat for each intent, in order."""
    if book.by_model:
        for intent, share in zip(book.intents, book.shares, strict=True):
            _tell_share(book, intent, share)
        return
    rolls = [event.roll for event in book.happened if isinstance(event, DiceRolled)]
    _refuse(book, _refusals(book.happened)[:1])
    for intent, share in zip(book.intents, book.shares or (book.happened,) * len(book.intents), strict=True):
        _tell(book, intent, rolls, bool(_refusals(share)))
        if intent.verb == "travel":
            book.at = book.state.here


def _tell_share(book: Notebook, intent: Intent, share: tuple[Event, ...]) -> None:
    """What came of one act, by its own dice and changes alone."""
    refused = _refusals(share)
    whole, book.happened = book.happened, share
    try:
        _refuse(book, refused[:1])
        _tell(book, intent, [event.roll for event in share if isinstance(event, DiceRolled)], bool(refused))
    finally:
        book.happened = whole
    if intent.verb == "travel" and not refused:
        book.at = book.state.here


def _refusals(events: tuple[Event, ...]) -> list[StateChanged]:
    return [event for event in events if isinstance(event, StateChanged) and event.what == "used" and event.cause.startswith("refused")]


def _refuse(book: Notebook, refused: list[StateChanged]) -> None:
    """What could not be done, and why."""
    for change in refused:
        why, _, about = change.cause.removeprefix("refused:").partition(":")
        target = about if about in book.state.pack.npcs else ""
        person = book.state.pack.npcs.get(target)
        usual = book.state.usually(target) if person and person.visibility == "table" and why == "nobody-here" else ""
        usual = usual if usual in book.state.pack.locations and usual != book.state.here else ""
        place = about if why == "not-served" else usual
        slots = {"verb": why, "about": about.replace("_", " ")}
        if not target and why == "nobody-here" and (here := book.state.present(_standing(book, change))):
            slots["others"] = listed([book.name(who) for who in here])
        if about in book.state.pack.items:
            slots["item_name"] = book.name(about)
            lies = book.state.where(about)
            place = lies if lies in book.state.visits and lies != book.state.here else place
        if why == "held" and (ways := [option.text for made in standing(book.state) for option in made.options]):
            slots["ways"] = either(ways)
        if why == "no-way":
            slots |= known_ways(book)
        if why == "dead" and any(intent.verb in FIGHT and intent.target == target for intent in book.intents):
            slots["act"] = "fight"
        book.add("impossible", target=target, place=place, slots=slots)


def _standing(book: Notebook, change: StateChanged) -> str:
    """Where the player's character had come to when something was refused."""
    before = book.happened[: book.happened.index(change)]
    came = [one for one in before if isinstance(one, StateChanged) and (one.what, one.key) == ("place", book.state.pc)]
    return str(came[-1].new) if came else book.at


def _tell(book: Notebook, intent: Intent, rolls: list[Roll], refused: bool) -> None:
    verb = intent.verb
    if verb == "travel":
        if book.moved and not book.has("journey") and not book.has("arrive"):
            _travel(book, intent)
        return
    if verb == "decide":
        take_decisions(book, intent)
        return
    seen = intent.target in book.around() or (verb == "look" and not intent.target and at_hand(book.state, intent.item))
    if refused and not (verb in ("look", "greet") and seen):
        return
    if verb == "free":
        told = {id for beat in book.beats for id in beat.rolls}
        tell_free(book, intent, next((roll for roll in rolls if intent.skill and roll.skill == intent.skill and roll.id not in told), None))
        return
    roll = next((roll for roll in rolls if _belongs(roll, intent, book.state.pc)), None)
    if verb in ("search", "check") and intent.told and not book.by_model:
        book.add("action", slots={"telling": "free_told", "told": intent.told.strip().rstrip(".!")})
    if verb == "persuade" and any(change.cause.startswith("sold:") for change in book.changes("item")):
        _trade(book, intent.model_copy(update={"verb": "sell", "mode": "", "amount": 1}), roll)
    elif verb == "tell" and made_of(book.state, intent.item):
        tell_shown(book, intent, roll)
    elif verb in TALK:
        (speak_as_ruled if book.by_model else speak_with)(book, intent, roll)
    elif verb == "shoot" and intent.mode in (AIR, MARK):
        tell_shot(book, intent)
    elif verb == "take" and intent.mode == STEALTHY and not intent.item:
        tell_theft(book, intent, roll)
    elif is_theft(book, intent):
        tell_robbery(book, roll)
    elif verb in FIGHT:
        if verb == "flee" and book.moved and not book.has("arrive"):
            _travel(book, intent)
        else:
            tell_fight(book, intent)
    elif verb == "sell" and intent.topic in book.state.pack.secrets:
        tell_use(book, intent, SOLD)
    elif verb == "buy" and days_of(intent.mode):
        _hired(book, intent, roll)
    elif verb in TRADE:
        _trade(book, intent, roll)
    elif verb == "gamble":
        _cards(book, intent, roll)
    elif verb in QUIET:
        slots = {"verb": verb, "hours": _hours(book)}
        book.add("rest", slots=slots)
    elif verb in ("oracle", "spark", "note", "search", "look"):
        _plain(book, intent, roll)
    elif verb == "roll" or verb == "declare":
        _check(book, intent, roll) if roll else book.add("note", text="", slots={"words": intent.words})
    elif roll:
        _check(book, intent, roll)
    else:
        book.add("action", target=intent.target, slots={"verb": verb})


def _belongs(roll: Roll, intent: Intent, pc: str) -> bool:
    return roll.actor in ("", pc) and (not intent.skill or roll.skill == intent.skill) and roll.why not in FIGHT_ROLLS


def _check(book: Notebook, intent: Intent, roll: Roll) -> None:
    skill = roll.skill or intent.skill
    book.add("check", target=intent.target, band=roll.band, rolls=(roll.id,), slots={"skill": skill, "difficulty": roll.difficulty})


def _cards(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """How a game for money came out, by the purse and not by the dice alone."""
    moved = sum(int(change.new or 0) - int(change.old or 0) for change in book.changes("money") if change.key == book.state.pc)
    caller = next((str(change.new) for change in book.changes("law") if change.key == "caller" and change.new), "")
    slots = {"telling": "cards", "flags": "called" if caller else "won" if moved > 0 else "lost" if moved < 0 else "even"}
    if roll:
        slots |= {"skill": roll.skill or intent.skill, "difficulty": roll.difficulty}
    if moved:
        slots["price"] = sum_in_words(book.state.pack.currency.say(abs(moved)))
    target = caller or intent.target
    book.add("check", target=target, band=roll.band if roll else "", rolls=(roll.id,) if roll else (), slots=slots)


def _plain(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    slots: dict[str, str] = {}
    target, text = intent.target, ""
    if intent.verb == "look" and intent.mode in ABOUT_THE_GAME:
        answer_player(book, intent)
        return
    if intent.verb == "look" and intent.mode:
        tell_wondered(book, intent)
        return
    if intent.verb == "look" and target in book.state.pack.npcs:
        lying = book.state.condition(target)
        slots |= {"flags": "person"} if lying == "alive" else {"telling": "look_fallen", "flags": lying}
    elif intent.verb == "look" and intent.item in book.state.pack.items:
        slots |= {"telling": "look_thing", "item": intent.item, "item_name": book.name(intent.item)}
        text = seen_of(book, intent.item)
    elif intent.verb == "look" and intent.place in book.state.pack.locations and intent.place != book.state.here:
        far = book.state.pack.locations[intent.place]
        slots |= {"telling": "look_far", "item": intent.place, "item_name": book.name(intent.place)}
        text = far.description or far.summary
    if intent.verb == "search":
        slots |= {"flags": "found"} if any(change.detail for change in book.changes("secret")) else turned_up(book, roll)
    band = roll.band if roll else ""
    if intent.verb in ("oracle", "spark"):
        drawn = next((change.detail.split("; ") for change in book.changes("used") if change.cause in ("spark", "twist")), [])
        if len(drawn) == 3:
            slots |= {"words": f"{drawn[1]} and {drawn[2]}", "flags": "twist" if intent.verb == "oracle" else ""}
            target = target or (drawn[0] if drawn[0] in book.state.pack.npcs else "")
        seen = next((change.cause for change in book.changes("used") if change.cause.startswith("known:")), "")
        band = "yes" if seen == "known:yes" else "no" if seen else band
    rolls = (roll.id,) if roll else ()
    scene = book.state.pack.scene(book.state.scene.authored) if book.told_alone and intent.verb == "look" and not (target or text) else None
    if scene:
        text, slots["flags"] = scene.beat, BARE
    book.add(intent.verb, target=target, text=text, band=band, rolls=rolls, slots=slots)
    if scene:
        for made in standing(book.state):
            open_choice(book, made)
        return
    if intent.verb == "look" and not target and not text:
        tell_works_here(book)


def _travel(book: Notebook, intent: Intent) -> None:
    state = book.state
    change = next(change for change in book.changes("place") if change.key == state.pc and change.new == state.here)
    origin = str(change.old or "")
    ways = state.pack.locations[origin].exits if origin in state.pack.locations else ()
    way = next((way for way in ways if way.to == state.here), None)
    slots = {"from": origin, "from_name": book.name(origin), "mode": mode_of(state, intent.mode, rulebook_of(state.pack))}
    slots["flags"] = "first" if int(state.visits.get(state.here, 1)) <= 1 else "again"
    minutes = spent(book, "travel") or (minutes_for(way, slots["mode"]) if way else 0)
    if way is None or way.told:
        slots["minutes"] = str(minutes)
        slots["hours"] = hours_in_words(minutes)
    if way and way.dir:
        slots["bearing"] = way.dir
    if way and way.terrain:
        slots["terrain"] = way.terrain
    long_way = (way is not None and way.tenths is not None and way.tenths >= 20) or minutes >= 40
    if way and way.tenths is not None:
        slots["miles"] = miles_in_words(way.tenths)
    if long_way:
        slots["flags"] += " road"
        book.add("journey", place=state.here, slots=slots, text=encounter(book))
    book.add("arrive", place=state.here, slots=slots)
    tell_works_here(book)


def _hours(book: Notebook) -> str:
    minutes = spent(book, "wait", "sleep", "service")
    return hours_in_words(minutes) if minutes else "a while"


def spent(book: Notebook, *causes: str) -> int:
    """The minutes that went by this turn for one of these causes."""
    return sum(int(change.new or 0) - int(change.old or 0) for change in book.changes("time") if change.cause in causes)


def _trade(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    if (intent.mode == "gesture" or (intent.mode == "insult" and not intent.target)) and not book.by_model and tell_gesture(book, intent):
        return
    if intent.mode in ("gesture", "insult", "yield"):
        officer = next(iter(officers_here(book.state)), "") if intent.mode == GIVES_IN and not _sought(book) else ""
        unwanted = {"flags": "unwanted"} if officer else {}
        book.add("action", target=officer or intent.target, slots={"verb": intent.mode} | small_act(intent.about) | unwanted)
        if intent.mode == GIVES_IN:
            tell_stopped(book)
        return
    slots: dict[str, str] = {"verb": intent.mode or intent.verb}
    dealt = [
        change.detail for change in book.changes("item") if change.key == book.state.pc and change.cause.startswith(("bought:", "sold:"))
    ]
    intent = intent.model_copy(update={"item": alike(book.state, intent.item, dealt)}) if dealt else intent
    if intent.verb == "buy" and intent.item in rulebook_of(book.state.pack).services:
        _served(book, intent, slots)
    elif intent.item == "money":
        slots["item"] = intent.item
    elif intent.item:
        slots |= {"item": intent.item, "item_name": in_hand(book.state, intent.item, moved_of(book, intent.item))}
    elif intent.about:
        slots |= {"item_name": intent.about}
    purse = [change for change in book.changes("money") if change.key == book.state.pc]
    paid = next(
        (change for change in purse if change.cause.partition(":")[2] in {intent.item, intent.target} - {""}), next(iter(purse), None)
    )
    if paid is not None:
        slots["price"] = sum_in_words(book.state.pack.currency.say(abs(int(paid.new or 0) - int(paid.old or 0))))
        slots["purse"] = book.state.pack.currency.say(int(paid.new or 0))
    changed: list[StateChanged] = list(book.changes("item"))
    free = intent.verb == "buy" and bool(spent(book, "service", "sleep"))
    slots["flags"] = "done" if changed or paid or free else "undone"
    if intent.verb == "sell" and (work := made_of(book.state, intent.item)) and work.false and set(work.seen_by) & set(book.around()):
        slots["flags"] += " watched"
    band = roll.band if roll else ""
    text = seen_of(book, intent.item) if intent.verb == "read" else ""
    book.add("trade", target=intent.target, text=text, band=band, rolls=(roll.id,) if roll else (), slots=slots)


def _sought(book: Notebook) -> bool:
    """True where giving up has ended a fight, or put the player's character into the hands of the law."""
    return "custody" in book.state.law or any(change.detail == "fight" for change in book.changes("readiness"))


def _hired(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Somebody who has been taken on: for what, and what it cost."""
    paid = next((change for change in book.changes("money") if change.key == book.state.pc), None)
    if paid is None:
        return
    price = sum_in_words(book.state.pack.currency.say(abs(int(paid.new or 0) - int(paid.old or 0))))
    days = days_of(intent.mode)
    slots = {"telling": "hired", "flags": "task" if intent.about else "along", "price": price, "task": yours(intent.about)}
    slots["days"] = "a day" if days == 1 else f"{in_words(days)} days"
    book.add("trade", target=intent.target, band=roll.band if roll else "", rolls=(roll.id,) if roll else (), slots=slots)


def moved_of(book: Notebook, item: str) -> int:
    """How many of a thing the player's character got, or gave away, this turn; one where none moved."""
    moved = (
        int(change.new or 0) - int(change.old or 0)
        for change in book.changes("item")
        if (change.key, change.detail) == (book.state.pc, item)
    )
    return abs(sum(moved)) or 1


def _served(book: Notebook, intent: Intent, slots: dict[str, str]) -> None:
    """What was served, and the hours that a night's lodging takes."""
    slots["item_name"] = f"a {intent.item}" if intent.amount < 2 else f"{in_words(intent.amount)} {intent.item}s"
    if spent(book, "sleep") >= LONG_SERVICE:
        book.add("rest", slots={"verb": "sleep", "hours": _hours(book)})


def seen_of(book: Notebook, item: str) -> str:
    """What anybody sees who has a thing before their eyes, in the pack's words."""
    entry = book.state.pack.items.get(item)
    return (entry.description or entry.summary) if entry else ""


def encounter(book: Notebook) -> str:
    """What was met on the road, in the words of the campaign's table, and of those that it leads to."""
    return " ".join(drawn_words(book.happened, book.state.pack.tables, "encounter"))


def turned_up(book: Notebook, roll: Roll | None) -> dict[str, str]:
    """A small thing found where nobody was hiding anything, from the campaign's table of finds; each once."""
    table = book.state.pack.tables.get("found_on_the_range")
    place = book.state.pack.locations.get(book.state.here)
    if table is None or place is None or place.within or roll is None or roll.band not in ("triumph", "success"):
        return {}
    left = [number for number, row in enumerate(table.rows) if not book.state.used.get(f"found:{number}", 0) for _ in range(row.w)]
    if not left:
        return {}
    number = book.draws.pick(left)
    book.change("used", f"found:{number}", book.turn, cause="found")
    row = table.rows[number]
    if row.set:
        book.change("flag", row.set, 1, int(book.state.flags.get(row.set, 0)), cause="found")
    told = read_row(row, book.state.pack.tables, book.draws)
    if is_new(told):
        book.happen(come_in(book.state, told.partition(",")[0], summary=f"{told[:1].upper()}{told[1:].rstrip('.')}."))
    return {"turned_up": told}
