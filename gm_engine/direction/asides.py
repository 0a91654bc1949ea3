"""Asides: what a player's character can see, count and remember, told by the GM when the player wonders."""

from collections.abc import Callable

from gm_engine.direction.answer_pieces import pieces_of, told_of_entry
from gm_engine.direction.belongings import in_hand
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.scenes import open_choice
from gm_engine.direction.speaking_with import SMALL, fitness, words
from gm_engine.direction.weather import weather
from gm_engine.rules.choice import standing
from gm_engine.rules.journey import leg_minutes
from gm_engine.rules.map import route, ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import price_of, seller_of, served_at, service_of
from gm_engine.story.intent import Intent
from gm_engine.story.listing import listed
from gm_engine.story.numbers import hours_in_words
from gm_engine.story.travel import Exit

MOST_KNOWN = 3
MOST_WAYS = 6
MOST_WARES = 10
REMEMBERING = frozenset(("remember", "recall", "think", "heard", "anything", "already"))


def tell_wondered(book: Notebook, intent: Intent) -> None:
    """Beats that answer what was wondered: ``intent.mode`` says what (see ``wondering``)."""
    if intent.mode == "know":
        _known(book, intent)
    elif standing(book.state) and (intent.mode == "options" or (intent.mode == "ways" and book.told_alone)):
        open_choice(book, standing(book.state)[0])
    else:
        slots = TOLD[intent.mode](book, intent)
        book.add("look", topic=intent.topic, place=book.state.here, slots={"telling": f"self_{intent.mode}"} | slots)


def _time(book: Notebook, _: Intent) -> dict[str, str]:
    return {"time": book.state.say_time()}


def _money(book: Notebook, _: Intent) -> dict[str, str]:
    purse = book.state.purse(book.state.pc)
    if not book.state.counts_money():
        return {"flags": "moneyless"}
    return {"money": book.state.pack.currency.figure(purse)} if purse else {}


def _things(book: Notebook, _: Intent) -> dict[str, str]:
    held = book.state.carried(book.state.pc)
    said = [in_hand(book.state, item, count) for item, count in held.items()]
    return {"things": listed(said)} if said else {}


def _people(book: Notebook, _: Intent) -> dict[str, str]:
    here = book.present()
    if not here and unplaced(book):
        return {"flags": "unplaced"}
    return {"people": listed([book.name(id) for id in here]), "flags": "one" if len(here) == 1 else "many"} if here else {}


def unplaced(book: Notebook) -> bool:
    """True in a story of scenes alone, which says nowhere who is where: its own words say who is there."""
    return not book.state.pack.locations and bool(book.state.played)


def _place(book: Notebook, _: Intent) -> dict[str, str]:
    location = book.state.pack.locations.get(book.state.here)
    within = location.within if location else ""
    if location is None:
        return {"flags": "placeless"}
    return {"within": book.name(within)} if within else {}


def _ways(book: Notebook, _: Intent) -> dict[str, str]:
    return known_ways(book)


def known_ways(book: Notebook) -> dict[str, str]:
    """The ways from here in words, and whether there is only one."""
    said = ways_out(book)
    return {"ways": said} | ({} if "; " in said else {"only": "yes"}) if said else {}


def lying(way: Exit) -> str:
    """How a way lies, as it is added to its length; *in* and *out* say nothing there."""
    return f" {way.dir}" if way.dir and way.dir not in ("in", "out") else ""


def ways_out(book: Notebook) -> str:
    """The ways from here, each with how long it takes on foot and how it lies."""
    state = book.state
    found = [way for way in ways(state, state.here) if way.to in state.pack.locations][:MOST_WAYS]
    return "; ".join(_how_it_lies(book, way) for way in found)


def _how_it_lies(book: Notebook, way: Exit) -> str:
    """Where a way leads, how long it takes where that was told, and on which side it is: "the gorge, three hours north"."""
    long = hours_in_words(leg_minutes(book.state, way, "foot")) if way.told else ""
    how = f"{long}{lying(way)}".strip()
    return f"{book.name(way.to)}, {how}" if how else book.name(way.to)


def _way(book: Notebook, intent: Intent) -> dict[str, str]:
    state, goal = book.state, intent.topic
    person = state.pack.npcs.get(goal)
    if person and state.where(goal) == state.here:
        return {"flags": "here"}
    slots: dict[str, str] = {}
    if person:
        goal = person.at
        slots = {"flags": "person"} | ({"place_name": book.name(goal)} if goal in state.pack.locations else {})
    legs = route(state, state.here, goal) if goal in state.pack.locations else ()
    if goal == state.here:
        return {"flags": "person gone"} if person else {"flags": "here"}
    if legs:
        if all(way.told for way in legs):
            slots["hours"] = hours_in_words(sum(leg_minutes(state, way, "foot") for way in legs))
        else:
            slots["flags"] = f"{slots.get('flags', '')} untold".strip()
        if legs[0].dir:
            slots["bearing"] = legs[0].dir
        if len(legs) > 1:
            slots["by"] = book.name(legs[0].to)
    return slots


def _self(book: Notebook, _: Intent) -> dict[str, str]:
    state = book.state
    person = state.person(state.pc)
    hurt = [wound.place for wound in state.wounds.get(state.pc, ()) if wound.heals > state.minute]
    slots = {"name": person.name, "who": person.summary.rstrip(".")} if person else {}
    return slots | ({"wounds": listed(list(dict.fromkeys(hurt)))} if hurt else {})


def _options(book: Notebook, intent: Intent) -> dict[str, str]:
    return _ways(book, intent) | _people(book, intent)


def _owed(book: Notebook, _: Intent) -> dict[str, str]:
    owed = [one for one in book.state.owed() if one.kind in ("promise", "debt") and one.debtor == book.state.pc]
    said = [f'a {one.kind} to {book.name(one.creditor) if one.creditor else "somebody"}, "{one.text}"' for one in owed[:MOST_KNOWN]]
    return {"owed": listed(said)} if said else {}


def _weather(book: Notebook, _: Intent) -> dict[str, str]:
    return {"weather": weather(book.state)}


def _goal(book: Notebook, _: Intent) -> dict[str, str]:
    person = book.state.person(book.state.pc)
    return {"goal": person.drive.strip().rstrip(".")} if person and person.drive else {}


def _wares(book: Notebook, _: Intent) -> dict[str, str]:
    state, rules = book.state, rulebook_of(book.state.pack)
    if not book.present():
        return {}
    things = [(book.name(id), item.price) for id, item in state.pack.items.items() if item.price and item.at == state.here]
    served = [(name, entry.price) for name, entry in rules.services.items() if entry.price and state.here in served_at(state, entry)]
    said = [f"{name}, {state.pack.currency.figure(price)}" for name, price in (*served, *things)][:MOST_WARES]
    return {"wares": "; ".join(said)} if said else {}


def _nothing(_: Notebook, __: Intent) -> dict[str, str]:
    return {}


def _price(book: Notebook, intent: Intent) -> dict[str, str]:
    state, rules = book.state, rulebook_of(book.state.pack)
    service = service_of(rules, intent.about)
    cost = price_of(state, rules.prices, intent.about) or (service.price if service else 0)
    name = book.name(intent.about)
    said = {"item_name": name if name.split(" ")[0] in ("a", "an", "the") else f"a {name}", "price": state.pack.currency.figure(cost)}
    if service:
        houses = served_at(state, service)
        sold = bool(book.present()) and (not houses or state.here in houses)
    else:
        sold = seller_of(state, intent.about, "") is not None
    return said if cost and sold else {"flags": "none"}


TOLD: dict[str, Callable[[Notebook, Intent], dict[str, str]]] = {
    "time": _time, "money": _money, "things": _things, "people": _people, "place": _place, "ways": _ways, "way": _way, "self": _self,
    "goal": _goal, "wares": _wares, "may": _nothing, "unasked": _nothing, "price": _price, "options": _options, "owed": _owed,
    "weather": _weather,
}  # fmt: skip


def _known(book: Notebook, intent: Intent) -> None:
    """What the character knows of a matter: what came out, what was found, what was heard, what everybody knows."""
    state, topic = book.state, intent.topic
    secret = state.pack.secrets.get(topic)
    if secret and state.secret(topic) == "revealed":
        book.add("answer", text=secret.truth)
        return
    found = [key.partition("/")[2] for key in state.clues.keys() if secret and key.partition("/")[0] == topic]  # noqa: SIM118
    asked = frozenset(word for word in words(intent.about) if len(word) > 2) - SMALL - REMEMBERING
    named = "" if secret else topic
    resting = state.resting
    ranked = sorted(
        [
            (-(fit + entry.importance), f"lore:{id}")
            for id, entry in state.pack.lore.items()
            if entry.visibility == "table"
            and not entry.bids
            and id not in resting
            and (fit := fitness(book, named, asked, entry.about, (*entry.keys, *entry.keys_all), entry.text))
        ]
        + [
            (-fit, f"rumour:{id}")
            for id, rumour in state.pack.rumours.items()
            if state.rumours.get(id, 0) and (fit := fitness(book, named, asked, rumour.about, (), rumour.text))
        ]
    )
    for text in found[:MOST_KNOWN]:
        book.add("clue", text=text)
    for _, id in ranked[: max(0, MOST_KNOWN - len(found))]:
        told = told_of_entry(id, state)
        if told is None or told:
            book.add("answer", elements=(id,), text=told or "")
    cards = [piece for piece in pieces_of(state, "") if piece.of_a_card and named in piece.about]
    for card in cards if len(found) + len(ranked) < MOST_KNOWN else ():
        book.add("answer", text=card.text, slots={"flags": "page"})
    if not found and not ranked and not cards:
        book.add("look", topic=named, slots={"telling": "self_unknown"})
