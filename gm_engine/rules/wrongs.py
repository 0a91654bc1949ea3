"""Wrongs: what of that which happened is one, how grave, and before whose eyes."""

import re
from collections.abc import Iterator, Mapping

from gm_engine.rules.map import route
from gm_engine.rules.onlookers import DISTURBANCE, react
from gm_engine.rules.ruling import Ruling
from gm_engine.state.hearsay import holders, law_of, open_wrongs, outside_the_law
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event, StateChanged, WrongDone
from gm_engine.story.travel import minutes_for
from gm_engine.story.wrong import Wrong

SAME_AFFAIR = 60
"""Minutes within which blows at the same place are one quarrel: who answers fire in it has not begun it."""
EARSHOT = 5
"""Minutes of walking from which a shot brings somebody to the door."""
HURT = ("brawl", "attack", "wounding", "killing")


def reckon(ruling: Ruling, told: tuple[Event, ...]) -> Iterator[Event]:
    """The wrongs in what came of one intent, each with what those who saw it do at once. ``told`` are its events, folded already."""
    state = ruling.state
    known = law_of(state.pack).wrongs
    if not known:
        return
    for kind, victim, thing, hidden in (*_hurt(ruling, told), *_taken(ruling, told), *_marked(told)):
        if kind in known and victim != state.pc and not outside_the_law(state, victim):
            yield from commit(ruling, kind, victim, thing, hidden=hidden)
    yield from _died(state)


def commit(ruling: Ruling, kind: str, victim: str, thing: str = "", *, hidden: bool = False) -> Iterator[Event]:
    """A wrong is done, or one of the same affair becomes graver; those who see it act at once."""
    state = ruling.state
    weight = law_of(state.pack).wrongs[kind].weight
    seen = tuple(id for id in onlookers(state) if not hidden or (id == victim and kind == "robbery"))
    loud = kind in ("burning", DISTURBANCE) or (kind in HURT and ruling.intent.verb == "shoot")
    came = drawn_by_noise(state, victim) if loud else ""
    seen = (*seen, *((came,) if came else ()))
    if kind == DISTURBANCE and not seen:
        return
    earlier = next((one for one in open_wrongs(state) if kind in HURT and one.kind in HURT and one.victim == victim), None)
    if earlier is not None:
        seen = tuple(dict.fromkeys((*earlier.seen, *seen)))
        if weight <= earlier.weight and seen == earlier.seen:
            return
        wrong = earlier.model_copy(update={"seen": seen})
        if weight > earlier.weight:
            wrong = as_kind(state, wrong, kind)
    else:
        count = sum(1 for one in state.wrongs.values() if one.turn == state.turn)
        wrong = Wrong(
            id=f"w{state.turn}.{count + 1}", kind=kind, weight=weight, victim=victim, thing=thing, place=state.here,
            minute=state.minute, turn=state.turn, seen=seen,
        )  # fmt: skip
        wrong = as_kind(state, wrong, kind)
    hurt = kind in HURT and not hidden and state.condition(victim) == "alive" and victim not in wrong.seen
    # who was hit and ran knows who it was, and has acted by running
    yield WrongDone(turn=state.turn, wrong=wrong.model_copy(update={"seen": (*wrong.seen, victim)}) if hurt else wrong)
    if earlier is None or wrong.weight > earlier.weight:
        yield from react(ruling, wrong)


def as_kind(state: StoryState, wrong: Wrong, kind: str) -> Wrong:
    """The wrong as one of that kind, with its weight and its words."""
    entry = law_of(state.pack).wrongs[kind]
    person = state.pack.person(wrong.victim)
    names = {"victim": person.name if person else "somebody", "thing": wrong.thing or "what was there"}
    words = {"named": filled(entry.named, names), "done": filled(entry.done, names)}
    seen = tuple(who for who in wrong.seen if kind != "killing" or who != wrong.victim)
    return wrong.model_copy(update={"kind": kind, "weight": entry.weight, "seen": seen, **words})


def filled(text: str, slots: Mapping[str, str]) -> str:
    """A text with what stands in braces put in; what nobody knows is left out.

    >>> filled("the killing of {victim}", {"victim": "Pete"})
    'the killing of Pete'
    """
    return re.sub(r"\{(\w+)\}", lambda slot: slots.get(slot[1], ""), text)


def drawn_by_noise(state: StoryState, victim: str = "") -> str:
    """Who comes to look at a shot or a fire, where nobody is by: the nearest within earshot but who has run from it; empty: nobody."""
    if onlookers(state):
        return ""
    up = [id for id in sorted(state.pack.npcs) if state.condition(id) == "alive" and id != victim]
    ways = {id: route(state, state.where(id), state.here) for id in up}
    near = [(sum(minutes_for(way) for way in legs), id) for id, legs in ways.items() if legs]
    return next((id for minutes, id in sorted(near) if minutes <= EARSHOT), "")


def onlookers(state: StoryState) -> tuple[str, ...]:
    """Those here who can see what is done: the living who are on their feet."""
    return tuple(id for id in state.present() if state.condition(id) == "alive")


def _hurt(ruling: Ruling, told: tuple[Event, ...]) -> Iterator[tuple[str, str, str, bool]]:
    """Whom the player's character attacked, wounded or killed, unless they only answered. Blows without a named weapon are a brawl."""
    state, pc = ruling.state, ruling.state.pc
    worst: dict[str, str] = {}
    aimed_at = ruling.intent.target
    lying = state.condition(aimed_at) in ("down", "dying") and any(isinstance(event, DiceRolled) for event in told)
    if ruling.intent.verb in ("shoot", "strike") and (lying or any(_is_begun(event, aimed_at) for event in told)):
        worst[ruling.intent.target] = "attack"
    for event in told:
        if isinstance(event, StateChanged) and event.key in state.pack.npcs:
            if event.what == "wound" and f"shot:{pc}" in event.detail and event.new:
                worst[event.key] = "killing" if worst.get(event.key) == "killing" else "wounding"
            elif event.what == "condition" and event.new == "dead" and event.cause == f"shot:{pc}":
                worst[event.key] = "killing"
    if ruling.intent.verb == "strike" and not ruling.intent.item and "brawl" in law_of(state.pack).wrongs:
        worst = {victim: kind if kind == "killing" else "brawl" for victim, kind in worst.items()}
    for victim in sorted(worst):
        if victim and not _answered(state, victim, told):
            yield worst[victim], victim, "", False


def _is_begun(event: Event, target: str) -> bool:
    return isinstance(event, StateChanged) and event.what == "readiness" and event.key == target and event.detail == "fight"


def _answered(state: StoryState, victim: str, told: tuple[Event, ...]) -> bool:
    """True where the victim came for the player's character first, and no wrong of theirs had begun it."""
    moves = [event for event in told if isinstance(event, StateChanged) and _is_begun(event, victim)]
    was_in_it = bool(moves[0].old) if moves else bool(state.readiness.get(f"{victim}/fight", 0))
    if victim in holders(state, "law") or not was_in_it:
        return False
    began = [one for one in open_wrongs(state) if one.kind in HURT and one.place == state.here]
    return not any(one.victim == victim or state.minute - one.minute <= SAME_AFFAIR for one in began)


def _taken(ruling: Ruling, told: tuple[Event, ...]) -> Iterator[tuple[str, str, str, bool]]:
    """Whose thing was taken off them as they lay there, or from where it was kept."""
    state = ruling.state
    got = [event for event in told if isinstance(event, StateChanged) and event.what == "item" and event.cause.startswith("took:")]
    if not any(event.key == state.pc for event in got) or any(True for _ in _marked(told)):
        return
    item = got[0].cause.partition(":")[2]
    off = next((event.key for event in got if event.key in state.pack.npcs), "")
    entry = state.pack.items.get(item)
    owner = off or (entry.owner if entry is not None else "")
    if owner in state.pack.npcs and owner not in state.companions():
        yield ("robbery" if off else "theft"), owner, state.name(item), False


def _marked(told: tuple[Event, ...]) -> Iterator[tuple[str, str, str, bool]]:
    """What a rule has itself called a wrong: ``law`` changes with the key ``wrong``, whose cause is ``KIND:VICTIM:seen|hidden``."""
    for event in told:
        if isinstance(event, StateChanged) and event.what == "law" and event.key == "wrong":
            kind, victim, seen = event.cause.split(":")
            yield kind, victim, event.detail, seen == "hidden"


def call_wrong(ruling: Ruling, kind: str, victim: str, thing: str = "", *, hidden: bool = False) -> StateChanged:
    """Notes that what is being done is a wrong: ``reckon`` makes one of it where the campaign's law knows that kind."""
    cause = f"{kind}:{victim}:{'hidden' if hidden else 'seen'}"
    return ruling.change("law", "wrong", ruling.state.turn, detail=thing, cause=cause)


def _died(state: StoryState) -> Iterator[Event]:
    """Those who have died of what was done to them: a wounding is a killing now."""
    kinds = law_of(state.pack).wrongs
    for wrong in open_wrongs(state):
        if wrong.kind in ("brawl", "attack", "wounding") and "killing" in kinds and wrong.victim and not state.alive(wrong.victim):
            yield WrongDone(turn=state.turn, wrong=as_kind(state, wrong, "killing"))
