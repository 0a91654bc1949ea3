"""Adjudication: what comes of one intent, as events. Everything that happened can be read from them alone."""

import re
from collections.abc import Callable, Iterator

from gm_engine.errors import GameError
from gm_engine.rules import cards, falling, gunfight, healing, journey, law, oracle, owing, requests, robbery, sayings, talk, trade
from gm_engine.rules.bystanders import come_forward
from gm_engine.rules.choice import decide
from gm_engine.rules.clock import lasting, linger, pass_time
from gm_engine.rules.clues import fumbled, ripen, search
from gm_engine.rules.object_phrases import has_own, head_noun
from gm_engine.rules.ruling import Ruling, chips_of
from gm_engine.rules.skill_check import worked
from gm_engine.rules.staying import company_stays
from gm_engine.rules.theft import take_or_steal
from gm_engine.rules.things import give, read_item, use
from gm_engine.rules.works import works
from gm_engine.rules.wrongs import reckon
from gm_engine.state.hearsay import fallen_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.intent import ABOUT_THE_GAME, AT_THE_TABLE, NOT_DONE, Intent
from gm_engine.story.roll import DrawKey

Judge = Callable[[Ruling], Iterator[Event]]
OUT_OF_PLAY = {"oracle", "spark", "roll", "note", "decide", "declare"}
UNTIL = frozenset(("until", "till", "til"))
DAYTIME = frozenset(("dawn", "morning", "noon", "afternoon"))
LEAVING = ("travel", "flee")
LYING_DOWN = OUT_OF_PLAY | {"look", "greet", "ask", "tell", "persuade", "wait", "sleep", "heal", "promise"}


def adjudicate(intent: Intent, state: StoryState, draw: DrawKey, first: dict[str, int] | None = None) -> Iterator[Event]:
    """Yields what comes of ``intent``, in order. The caller folds each event into ``state`` before it asks for the next.

    ``first`` counts the draws of each stream within the turn: hand the same dict to every intent of a turn.
    What cannot be done is one ``used`` change with cause ``refused:WHY``; nothing else then happens.
    """
    ruling = Ruling(state, draw, {} if first is None else first, intent)
    condition = state.condition(state.pc)
    if condition == "dead" and intent.verb not in OUT_OF_PLAY:
        yield ruling.refuse("dead")
        return
    if condition in ("down", "dying") and intent.verb not in LYING_DOWN:
        yield ruling.refuse(condition)
        return
    told = []
    judge = JUDGES[intent.verb]
    if "custody" in state.law and intent.verb in LEAVING:
        judge = break_out if intent.verb == "flee" else held
    yield from come_forward(ruling)
    yield from company_stays(ruling)
    for event in judge(ruling):
        told.append(event)
        yield event
    yield from reckon(ruling, tuple(told))
    if intent.verb not in OUT_OF_PLAY:
        if fallen_of(state.pack).alone:
            yield from falling.fall(ruling)
        else:
            yield from healing.tend_fallen(ruling)
    yield from ripen(state)


def held(ruling: Ruling) -> Iterator[Event]:
    """Nobody walks out of where they are held; getting out of it is another matter."""
    yield ruling.refuse("held")


def break_out(ruling: Ruling) -> Iterator[Event]:
    """Leaving where one is held: a matter of stealth; it works, or the door stays shut."""
    yield from pass_time(ruling.state, ruling.book.takes("check"), "breaking out")
    roll = yield from ruling.check(talk.skill_of(ruling, "stealth"), difficulty="hard")
    yield from fumbled(ruling.state, roll)
    if worked(roll.band):
        yield from law.step("flight", ruling.state, "broke out", pass_time)


def look(ruling: Ruling) -> Iterator[Event]:
    """A look round takes a minute and needs no dice; nobody looks at who or what is elsewhere. Asked which way is meant, and
    asked by the player, nobody looks."""
    intent = ruling.intent
    if intent.mode in (*NOT_DONE, *ABOUT_THE_GAME):
        return
    if away := _away(ruling):
        yield ruling.refuse(away)
        return
    yield from pass_time(ruling.state, ruling.book.takes("look"), f"look:{ruling.intent.target or ruling.state.here}")


def _away(ruling: Ruling) -> str:
    """Why nothing can be done to whom or with what an intent names: they are elsewhere. Empty where they are here."""
    state, intent = ruling.state, ruling.intent
    if intent.target in state.pack.npcs and state.where(intent.target) != state.here:
        return f"nobody-here:{intent.target}"
    return "" if at_hand(state, intent.item) else f"not-here:{intent.item}"


def at_hand(state: StoryState, item: str) -> bool:
    """True for a thing that lies here or that somebody here carries, and for what is no thing of the pack's."""
    near = (state.pc, *state.present())
    return item not in state.pack.items or state.where(item) == state.here or any(state.has(who, item) for who in near)


def out_of_reach(intent: Intent, state: StoryState) -> bool:
    """True for an act done to a thing of the pack's of which there is one, by its name, that is somewhere else."""
    entry = state.pack.items.get(intent.item)
    if entry is None or not (entry.unique or entry.owner) or at_hand(state, intent.item):
        return False
    return head_noun(intent.about) in {head_noun(name) for name in (entry.name, *entry.aliases)}


def kept(state: StoryState, item: str) -> bool:
    """True for a thing that somebody else here carries."""
    return not state.has(state.pc, item) and any(state.has(who, item) for who in state.present())


def wait(ruling: Ruling) -> Iterator[Event]:
    """Waits; by the minutes given, else by the rulebook's."""
    yield from linger(ruling.state, lasting(ruling.state, ruling.intent) or ruling.book.takes("wait"), "wait")


def sleep(ruling: Ruling) -> Iterator[Event]:
    """Sleeps; by the minutes given, else a night. By day nobody sleeps until the next day's dawn: that is for the evening."""
    if by_day_until_tomorrow(ruling.state, ruling.intent):
        yield ruling.refuse("daylight")
        return
    yield from linger(ruling.state, lasting(ruling.state, ruling.intent) or ruling.book.takes("sleep"), "sleep")


def by_day_until_tomorrow(state: StoryState, intent: Intent) -> bool:
    """True for "sleep until dawn" while it is day: the dawn that is meant is past, or most of a day off."""
    calendar = state.pack.calendar
    named = not UNTIL.isdisjoint(intent.words.lower().split())
    wakes = calendar.moment(state.minute + lasting(state, intent)).date()
    return named and calendar.part_of_day(state.minute) in DAYTIME and wakes > calendar.moment(state.minute).date()


def check(ruling: Ruling) -> Iterator[Event]:
    """A check of whatever skill: the dice, the time, and the clocks that wait for a failure."""
    intent, state = ruling.intent, ruling.state
    if intent.skill not in ruling.book.skills and intent.skill not in ruling.book.attributes:
        yield ruling.refuse(f"unknown-skill:{intent.skill}")
        return
    if intent.difficulty == "beyond":
        yield ruling.refuse("beyond")
        return
    if away := _away(ruling):
        yield ruling.refuse(away)
        return
    if intent.mode != AT_THE_TABLE:
        yield from pass_time(state, ruling.book.takes("check"), f"check:{intent.skill}")
    difficulty = intent.difficulty if intent.difficulty in ruling.book.difficulty else "fair"
    roll = yield from ruling.check(intent.skill, against=intent.target, difficulty=difficulty)
    yield from fumbled(state, roll)


def free(ruling: Ruling) -> Iterator[Event]:
    """An act that no rule knows: dice only where its outcome is open; the time that it takes, where that was said; what stays of it."""
    intent, state = ruling.intent, ruling.state
    if (intent.mode in ("alter", "mend", "undo") and not at_hand(state, intent.item)) or out_of_reach(intent, state):
        yield ruling.refuse(f"not-here:{intent.item}")
        return
    if intent.target in state.pack.npcs and state.where(intent.target) != state.here:
        yield ruling.refuse(f"nobody-here:{intent.target}")
        return
    gone = intent.item in state.pack.items and not at_hand(state, intent.item) and has_own(intent.words)
    if gone or (intent.mode in ("place", "hide") and kept(state, intent.item)):
        yield ruling.refuse(f"not-carried:{intent.item}")
        return
    minutes = 0 if intent.item == "money" else intent.amount
    if not intent.skill:
        if minutes:
            yield from linger(state, minutes, "free")
        else:
            yield from pass_time(state, ruling.book.takes("free"), "free")
        yield from works(ruling, None)
        return
    yield from pass_time(state, minutes or ruling.book.takes("check"), f"check:{intent.skill}")
    roll = yield from ruling.check(intent.skill, difficulty=intent.difficulty)
    yield from fumbled(state, roll)
    yield from works(ruling, roll)


def free_roll(ruling: Ruling) -> Iterator[Event]:
    """Dice for their own sake."""
    try:
        roll = ruling.roll(ruling.intent.expression or "d100", "roll", ruling.who)
    except GameError as error:
        yield ruling.refuse(error.slug)
        return
    yield DiceRolled(turn=ruling.state.turn, roll=roll)


def declare(ruling: Ruling) -> Iterator[Event]:
    """A chip for a small true detail."""
    if not re.search(r"\w", ruling.intent.about):
        yield ruling.refuse("no-detail")
        return
    held = chips_of(ruling.state, ruling.who, ruling.book)
    if held < 1 or "declare" not in ruling.book.chips.spend:
        yield ruling.refuse("no-chip")
        return
    yield ruling.change("chips", ruling.who, held - 1, old=held, cause="declare")


def nothing(_: Ruling) -> Iterator[Event]:
    """A note for the table: nothing happens."""
    yield from ()


JUDGES: dict[str, Judge] = {
    "look": look, "greet": talk.greet, "ask": requests.ask, "tell": sayings.tell, "persuade": talk.persuade, "travel": journey.travel,
    "search": search, "take": take_or_steal,
    "give": give, "buy": trade.buy, "sell": trade.sell, "use": use, "read": read_item, "wait": wait,
    "sleep": sleep, "draw": gunfight.exchange, "shoot": gunfight.exchange, "aim": gunfight.exchange, "cover": gunfight.exchange,
    "reload": gunfight.exchange, "close": gunfight.exchange, "flee": gunfight.exchange, "strike": gunfight.exchange,
    "heal": healing.heal, "promise": owing.promise, "keep": owing.keep, "threaten": owing.threaten, "borrow": owing.borrow,
    "repay": owing.repay,
    "decide": decide, "accuse": talk.accuse, "gamble": cards.gamble, "check": check, "roll": free_roll, "oracle": oracle.ask,
    "spark": oracle.spark, "note": nothing, "declare": declare, "free": free, "rob": robbery.rob, "burn": robbery.burn,
}  # fmt: skip
