"""The law: custody, trial, sentence, flight; each a step that a scene's choice can take (``law STEP``)."""

from collections.abc import Callable, Iterator

from gm_engine.rules.called import answer_to_call
from gm_engine.rules.changes import change, move_items, move_money, move_to
from gm_engine.rules.dunning import dun
from gm_engine.rules.map import route, ways
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.weapons import ready, row_of
from gm_engine.state.hearsay import bounty, evidence, holders, known_to_the_law, law_of, officers_here, open_wrongs, sought_for
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import Event, StateChanged, WrongSettled
from gm_engine.story.travel import minutes_for
from gm_engine.story.wrong import Wrong

DAY = 1440
COURT = 10 * 60
"""The minute of the day at which a case is heard."""
TAKING_IN = 20
"""Minutes that it takes at the least to be brought to a cell."""
WITNESSES = 2
"""So many must have seen what somebody is to die for."""
PassTime = Callable[[StoryState, int, str], Iterator[Event]]


def step(name: str, state: StoryState, cause: str, pass_time: PassTime) -> Iterator[Event]:
    """The events of one step. ``pass_time`` is handed in: time passes by effects, and a step is one."""
    match name:
        case "custody":
            yield from take_in(state, cause, pass_time)
        case "release":
            yield from let_go(state, cause)
        case "trial":
            yield from pass_time(state, until_court(state), cause)
            yield set_law(state, "trial", state.turn, cause)
        case "acquit":
            yield from settle(state, answered_for(state), "acquitted")
            yield set_law(state, "sentence", "acquitted", cause)
            yield from let_go(state, cause)
        case "guilty" | "mercy":
            yield from sentence(state, cause, pass_time, mercy=name == "mercy")
        case "fine":
            yield from pay_fine(state, cause, pass_time)
        case "grace":
            yield set_law(state, "grace", state.minute + DAY, cause)
        case "flight":
            yield from flee(state, cause, pass_time)
        case "fight":
            for who in officers_here(state) or state.present()[:1]:
                yield from ready(state, who, "fight", 1, cause)
        case "bounty":
            yield set_law(state, "hunted", state.minute, cause)
        case "amends" | "quarrel":
            yield from answer_to_call(name, state, cause)
        case _:
            yield from dun(name, state, cause)


def until_court(state: StoryState) -> int:
    """The minutes until the court sits next: the following morning."""
    now = state.pack.calendar.moment(state.minute)
    return DAY - now.hour * 60 - now.minute + COURT


def set_law(state: StoryState, key: str, new: int | str | None, cause: str, detail: str = "") -> StateChanged:
    """Where the player's character stands with the law, in one respect."""
    old = state.law.get(f"{key}/{detail}" if detail else key)
    return StateChanged(turn=state.turn, what="law", key=key, detail=detail, old=old, new=new, cause=cause)


def answered_for(state: StoryState) -> tuple[Wrong, ...]:
    """The wrongs that are judged now: those of which the law knows, else those of which somebody here does."""
    here = tuple(dict.fromkeys(wrong for id in officers_here(state) for wrong in sought_for(state, id)))
    return known_to_the_law(state) or here or open_wrongs(state)[:1]


def cell_of(state: StoryState) -> str:
    """Where somebody is held: the place of that kind, else where those who are the law are to be found; else here."""
    kinds = set(law_of(state.pack).cells)
    for id in sorted(state.pack.locations):
        place = state.pack.locations[id]
        if kinds & {*place.kind.lower().split(), *place.tags}:
            return id
    officers = officers_here(state) or holders(state, "law")
    return (state.pack.npcs[officers[0]].at if officers else "") or state.here


def take_in(state: StoryState, cause: str, pass_time: PassTime) -> Iterator[Event]:
    """Taken in: weapons are laid by, and the player's character is where people are held."""
    officer = next(iter(officers_here(state)), "") or str(state.law.get("officer", ""))
    if officer:
        yield set_law(state, "officer", officer, cause)
    for who in state.present():
        yield from ready(state, who, "fight", 0, cause)
    book = rulebook_of(state.pack)
    for item, count in state.carried(state.pc).items():
        if row_of(state, book, item):
            yield from move_items(state, state.pc, item, -count, "custody")
            yield set_law(state, "kept", count, cause, item)
    cell = cell_of(state)
    yield from pass_time(state, max(TAKING_IN, sum(minutes_for(way) for way in route(state, state.here, cell))), cause)
    yield from move_to(state, state.pc, cell, cause)
    if officer and state.alive(officer):
        yield from move_to(state, officer, cell, cause)
    yield set_law(state, "custody", state.minute, cause)
    for gone in ("flight", "trial", "sentence", "grace"):
        if gone in state.law:
            yield set_law(state, gone, None, cause)


def let_go(state: StoryState, cause: str) -> Iterator[Event]:
    """Free again, with what was kept."""
    for key, count in sorted(state.law.items()):
        head, _, item = key.partition("/")
        if head == "kept":
            yield from move_items(state, state.pc, item, int(count), "released")
            yield set_law(state, "kept", None, cause, item)
    for gone in ("custody", "trial"):
        if gone in state.law:
            yield set_law(state, gone, None, cause)


def settle(state: StoryState, wrongs: tuple[Wrong, ...], how: str) -> Iterator[Event]:
    """The wrongs are answered."""
    for wrong in wrongs:
        yield WrongSettled(turn=state.turn, wrong=wrong.model_copy(update={"settled": how}))


def sentence(state: StoryState, cause: str, pass_time: PassTime, *, mercy: bool = False) -> Iterator[Event]:
    """What the gravest of what is judged costs: money, days, or one's life before two witnesses; with mercy a degree less."""
    law, judged = law_of(state.pack), answered_for(state)
    gravest = max((wrong.weight for wrong in judged), default=1)
    proof = max((evidence(state, wrong) for wrong in judged if wrong.weight == gravest), default=0)
    worst = max(1, gravest - 1) if mercy else gravest
    fine, days = law.fines.get(worst, 0), law.days.get(worst, 0)
    if law.gallows and worst >= law.gallows and proof >= WITNESSES:
        yield set_law(state, "sentence", "hanged", cause)
        yield from settle(state, judged, "hanged")
        yield change(state, "condition", state.pc, "dead", state.condition(state.pc), "hanged")
        return
    if fine and state.purse(state.pc) >= fine:
        yield set_law(state, "sentence", "fined", cause)
        yield set_law(state, "fine", fine, cause)
        yield from move_money(state, state.pc, -fine, "fined")
        yield from settle(state, judged, "fined")
        yield from let_go(state, cause)
        return
    yield set_law(state, "sentence", "jailed", cause)
    yield set_law(state, "days", max(days, 1), cause)
    yield from pass_time(state, max(days, 1) * DAY, "served")
    yield from settle(state, judged, "served")
    yield from let_go(state, cause)


def pay_fine(state: StoryState, cause: str, pass_time: PassTime) -> Iterator[Event]:
    """Pays on the spot what the wrong costs; whoever cannot is taken in."""
    judged = answered_for(state)
    fine = fine_of(state)
    if not fine or state.purse(state.pc) < fine:
        yield from take_in(state, cause, pass_time)
        return
    officer = next(iter(officers_here(state)), "")
    yield from move_money(state, state.pc, -fine, "fined")
    yield set_law(state, "fine", fine, cause)
    yield set_law(state, "officer", officer, cause)
    yield set_law(state, "sentence", "fined", cause)
    yield from settle(state, judged, "fined")


def fine_of(state: StoryState) -> int:
    """What would have to be paid for what is judged now, in cents; 0 where no money answers for it."""
    return law_of(state.pack).fines.get(max((wrong.weight for wrong in answered_for(state)), default=0), 0)


def flee(state: StoryState, cause: str, pass_time: PassTime) -> Iterator[Event]:
    """Away from here, by the first way out: from now on the player's character is looked for."""
    yield set_law(state, "flight", state.minute, cause)
    for gone in ("custody", "trial"):
        if gone in state.law:
            yield set_law(state, gone, None, cause)
    for who in state.present():
        yield from ready(state, who, "fight", 0, cause)
    way = next(iter(ways(state, state.here)), None)
    if way is not None:
        yield from pass_time(state, max(1, way.minutes or 5), cause)
        yield from move_to(state, state.pc, way.to, cause)


def hunters_due(state: StoryState) -> bool:
    """True where somebody would come for the bounty: once a day at most, and nobody where the law itself stands by."""
    last = state.law.get("hunted")
    rested = last is None or state.minute - int(last) >= DAY
    return bool(bounty(state)) and rested and "custody" not in state.law and not officers_here(state)
