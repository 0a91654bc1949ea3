"""Trade: what is for sale here, what it costs, what one gets."""

import re
from collections.abc import Iterable, Iterator

from gm_engine.rules import secrets_used
from gm_engine.rules.changes import move_items, move_money
from gm_engine.rules.clock import linger, pass_time
from gm_engine.rules.hiring import days_of, hire
from gm_engine.rules.map import route
from gm_engine.rules.rulebook import Rulebook, Service
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.things import warmed
from gm_engine.rules.works import passes, worth_of
from gm_engine.state.hearsay import shuns
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event
from gm_engine.story.travel import minutes_for

FAR = 10**6
TREAT = "treat"
"""The mode of a purchase of what is had on the spot, for somebody else."""
LONG_SERVICE = 240
"""Minutes from which a service is a night's: it is bought once at a time; of drinks and meals one may stand a round."""


def price_of(state: StoryState, prices: dict[str, int], item: str) -> int:
    """What one of an item costs in cents; 0 where it is not for sale at any price."""
    entry = state.pack.items.get(item)
    return entry.price if entry and entry.price else prices.get(item, 0)


def service_of(book: Rulebook, item: str) -> Service | None:
    """The service by that name, or by one of its words (a whiskey is a drink); None where there is none."""
    words = item.replace("_", " ")
    return book.services.get(item) or next((service for service in book.services.values() if words in service.words), None)


def served_at(state: StoryState, service: Service) -> tuple[str, ...]:
    """The places that have a service, the nearest to hand first; empty where the campaign has none such."""
    wanted = set(service.at)
    found = []
    for id, place in state.pack.locations.items():
        named = re.findall(r"[a-z]+", f"{place.kind} {place.name} {' '.join(place.aliases)} {id}".lower())
        if wanted & set(named) and place.visibility == "table":
            found.append(id)

    def far(id: str) -> tuple[int, str]:
        legs = route(state, state.here, id)
        return (sum(minutes_for(way) for way in legs) if legs or id == state.here else FAR, id)

    return tuple(sorted(found, key=far))


def seller_of(state: StoryState, item: str, target: str) -> str | None:
    """Who sells an item here: the one asked, else whoever holds it, else anybody; None where nobody can.

    A unique thing is sold only by somebody who holds it; common goods by any shopkeeper, where the pack says that they are kept.
    """
    there = [npc for npc in state.present() if target in ("", npc)]
    having = [npc for npc in there if state.has(npc, item)]
    entry = state.pack.items.get(item)
    if having:
        return having[0]
    if entry is not None and (entry.unique or entry.owner or entry.at not in ("", state.here)):
        return None
    return there[0] if there else None


def alike(state: StoryState, item: str, among: Iterable[str]) -> str:
    """A thing of the same sort as the one meant, by the last word of its name (a saddle horse, a bay horse), among others; the one meant
    where there is none, or where it is among them."""
    found = tuple(among)
    if item in found:
        return item
    return next((one for one in found if _sort_of(state, one) == _sort_of(state, item)), item)


def _sort_of(state: StoryState, item: str) -> str:
    name = state.pack.items[item].name if item in state.pack.items else item.replace("_", " ")
    return name.lower().split()[-1] if name.split() else ""


def buy(ruling: Ruling) -> Iterator[Event]:
    """Buys ``amount`` of an item, or a service (a bed, a meal). Nobody spends what they have not got.

    Where the thing that was named is one's own, another of its sort that is for sale here is meant.
    """
    state, intent, book = ruling.state, ruling.intent, ruling.book
    if days_of(intent.mode):
        yield from hire(ruling)
        return
    if state.has(state.pc, intent.item) and intent.item in state.pack.items:
        for_sale = (id for id, item in state.pack.items.items() if item.price and item.at == state.here)
        intent = intent.model_copy(update={"item": alike(state, intent.item, for_sale)})
    service = service_of(book, intent.item) if not price_of(state, book.prices, intent.item) else None
    count = max(1, min(intent.amount or 1, 1000))
    if service is None and not price_of(state, book.prices, intent.item):
        yield ruling.refuse(f"not-for-sale:{intent.item}")
        return
    if service and (houses := served_at(state, service)) and state.here not in houses:
        yield ruling.refuse(f"not-served:{houses[0]}")
        return
    seller = seller_of(state, intent.item, intent.target) if service is None else next(iter(state.present()), None)
    if seller is None:
        yield ruling.refuse(f"no-seller:{intent.item}")
        return
    if shuns(state, seller):
        yield ruling.refuse(f"not-to-you:{seller}")
        return
    if intent.mode == TREAT and intent.target and intent.target not in state.present():
        yield ruling.refuse(f"nobody-here:{intent.target}")
        return
    stock = state.has(seller, intent.item)
    count = (count if service.minutes < LONG_SERVICE else 1) if service else min(count, stock) if stock else count
    cost = (service.price if service else price_of(state, book.prices, intent.item)) * count
    if state.purse(state.pc) < cost:
        yield ruling.refuse("no-money")
        return
    cause = f"bought:{intent.item}"
    yield from move_money(state, state.pc, -cost, cause)
    if state.purse(seller):
        yield from move_money(state, seller, cost, cause)
    if intent.mode == TREAT and intent.target:
        yield from warmed(ruling, intent.target, "treat")
    if service:
        yield from linger(state, service.minutes, "sleep" if service.minutes >= LONG_SERVICE else "service")
        return
    if stock:
        yield from move_items(state, seller, intent.item, -count, cause)
    yield from move_items(state, state.pc, intent.item, count, cause)
    yield from pass_time(state, book.takes("buy"), cause)


def sell(ruling: Ruling) -> Iterator[Event]:
    """Sells at half the price, to somebody present who can pay, and who takes it for what it is said to be; one's own, where another
    of its sort was named.
    """
    state, intent, book = ruling.state, ruling.intent, ruling.book
    if intent.topic in state.pack.secrets:
        yield from secrets_used.sell(ruling)
        return
    if intent.item:
        intent = intent.model_copy(update={"item": alike(state, intent.item, state.carried(state.pc))})
    count = max(1, min(intent.amount or 1, 1000))
    if not intent.item or state.has(state.pc, intent.item) < count:
        yield ruling.refuse(f"not-carried:{intent.item}")
        return
    worth = (price_of(state, book.prices, intent.item) or worth_of(ruling, intent.item)) * count // 2
    buyer = next((npc for npc in state.present() if intent.target in ("", npc)), None)
    if buyer is None:
        yield ruling.refuse("nobody-here")
        return
    if worth <= 0 or (state.purse(buyer) and state.purse(buyer) < worth):
        yield ruling.refuse(f"no-buyer:{intent.item}")
        return
    if not (yield from passes(ruling, intent.item, buyer)):
        yield from pass_time(state, book.takes("sell"), f"unsold:{intent.item}")
        return
    cause = f"sold:{intent.item}"
    yield from move_items(state, state.pc, intent.item, -count, cause)
    yield from move_items(state, buyer, intent.item, count, cause)
    if state.purse(buyer):
        yield from move_money(state, buyer, -worth, cause)
    yield from move_money(state, state.pc, worth, cause)
    yield from pass_time(state, book.takes("sell"), cause)
