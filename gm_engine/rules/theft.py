"""Theft: a thing pocketed where it lies, unseen or before everybody's eyes; and what comes of it when it is missed."""

from collections.abc import Iterable, Iterator

from gm_engine.rules.clock import pass_time
from gm_engine.rules.new_things import come_in, free_id
from gm_engine.rules.object_phrases import definite
from gm_engine.rules.robbery import STEALTHY, keeper_of, unseen
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.things import take
from gm_engine.rules.works import missed
from gm_engine.rules.wrongs import call_wrong, onlookers
from gm_engine.story.event import Event, StateChanged


def take_or_steal(ruling: Ruling) -> Iterator[Event]:
    """Takes a thing; by stealth where that is meant, and it is one that nobody has written."""
    if ruling.intent.mode == STEALTHY and not ruling.intent.item:
        yield from pilfer(ruling)
    else:
        yield from take(ruling)


def pilfer(ruling: Ruling) -> Iterator[Event]:
    """Takes what lies here, past the eyes of whoever is by: dice only where somebody is. Whoever is caught at it has not got it."""
    state, intent = ruling.state, ruling.intent
    watchers = onlookers(state)
    owner = _owner(ruling)
    yield from pass_time(state, ruling.book.takes("take"), "stealing")
    watcher = owner if owner in watchers else next(iter(watchers), "")
    got = not watcher or (yield from unseen(ruling, watcher))
    thing = _owned(intent.about, state.name(owner)) or lying_about(ruling)
    name = definite(thing)
    if got:
        yield from come_in(state, thing, holder=state.pc)
        if owner:
            yield missed(ruling, name, owner)
    if owner:
        yield call_wrong(ruling, "theft", owner, name, hidden=got)


def _owner(ruling: Ruling) -> str:
    """Whose it is: who is named, or who keeps the place; empty for nobody's."""
    state, intent = ruling.state, ruling.intent
    owner = (intent.target if intent.target in state.present() else "") or keeper_of(state, state.here)
    return owner if owner in state.pack.npcs and owner not in state.companions() else ""


def _owned(about: str, owner: str) -> str:
    """The words for a thing with its owner's name for *his* and *her*."""
    first, _, rest = about.partition(" ")
    return f"{owner}'s {rest}" if first.lower() in ("his", "her", "their") and owner else about


def lying_about(ruling: Ruling) -> str:
    """A small thing of the sort that lies about at a place of this kind, drawn from the rulebook's; one that is not carried yet."""
    state, lists = ruling.state, ruling.book.lying_about
    place = state.pack.locations.get(state.here)
    kinds = {*place.kind.lower().split(), *place.tags} if place else set()
    own = [thing for kind in sorted(lists) if kind in kinds for thing in lists[kind]]
    things = own or list(lists.get("", ())) or ["a button"]
    fresh = [thing for thing in things if free_id(state, _id(thing)) == _id(thing)] or things
    return fresh[ruling.roll(f"d{len(fresh)}", "what lies there").total - 1]


def _id(thing: str) -> str:
    return definite(thing).removeprefix("the ").replace(" ", "_")


def pocketed(happened: Iterable[Event], who: str) -> str:
    """The thing that somebody has got by what happened; empty for none."""
    got = [event for event in happened if isinstance(event, StateChanged) and event.what == "item" and event.key == who]
    return next((event.detail for event in got if int(event.new or 0) > int(event.old or 0)), "")
