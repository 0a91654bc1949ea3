"""What a play may expect of the turn just played, each verb a function: (words, scene of the test) to what is so."""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from gm_engine.errors import PlayError
from gm_engine.expressions import found, readable
from gm_engine.memory.recap import recap
from gm_engine.play.game import Game, Played
from gm_engine.play.guard import leaks, oversteps
from gm_engine.story import event as happened
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.claim import Fact, Value
from gm_engine.story.conflict import SEVERITIES
from gm_engine.story.intent import Intent
from gm_engine.story.play_script import Expectation

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
ORDERED: dict[str, Callable[[str, str], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
IN_ORDER = re.compile(r"\d{4}-\d\d-\d\d|\d?\d:\d\d")


@dataclass
class Outcome:
    """Whether an expectation held, and what was so instead."""

    ok: bool
    seen: str = ""


@dataclass
class Table:
    """What an expectation may look at: the game, the last turn, and the states that the play has saved by name."""

    game: Game
    played: Played | None
    digests: dict[str, str]


def judge(expectation: Expectation, table: Table) -> Outcome:
    """Whether ``expectation`` holds now."""
    words = list(expectation.words)
    verb, negated = expectation.verb, expectation.negated
    if verb == "no" and words:
        verb, words, negated = words[0], words[1:], not negated
    check = CHECKS.get(verb)
    if check is None:
        raise PlayError("", f'nobody knows how to expect "{verb}".', f"Known: {', '.join(sorted(CHECKS))}.", slug="unknown-expectation")
    try:
        outcome = check(words, table)
    except (IndexError, ValueError) as error:
        said = " ".join((verb, *words))
        what = f'"{said}" lacks a word, or has one that means nothing there.'
        raise PlayError("", what, "What is to stand there: docs/plays.md", slug="bad-expectation") from error
    return Outcome(outcome.ok != negated, outcome.seen)


def compared(value: int | str, words: list[str]) -> Outcome:
    """``== V`` and its kin: numbers as numbers, dates and times of day in their order, else words without regard to case."""
    if not words:
        return Outcome(bool(value) and str(value) != "0", str(value))
    sign, wanted = words[0], " ".join(words[1:])
    if sign not in OPERATORS:
        raise PlayError("", f'"{sign}" compares nothing.', f"Use one of {' '.join(OPERATORS)}.", slug="bad-expectation")
    try:
        return Outcome(OPERATORS[sign](int(value), int(wanted)), str(value))
    except ValueError:
        pass
    seen = str(value).casefold()
    if sign in ("==", "!="):
        return Outcome((seen == wanted.casefold()) == (sign == "=="), str(value))
    if not (IN_ORDER.fullmatch(seen) and IN_ORDER.fullmatch(wanted)):
        what = f'"{sign}" compares numbers, dates and times, not "{value}" and "{wanted}".'
        raise PlayError("", what, "Use == or !=.", slug="bad-expectation")
    return Outcome(ORDERED[sign](seen, wanted.rjust(5, "0")), str(value))


def _at(words: list[str], table: Table) -> Outcome:
    here = table.game.state.here
    return Outcome(here == words[0], here)


def _said(words: list[str], table: Table) -> Outcome:
    reply = table.played.turn.reply if table.played else ""
    wanted = " ".join(words)
    return Outcome(_has(wanted, reply, " ".join(reply.split())), reply)


def _has(wanted: str, text: str, plain: str) -> bool:
    """Whether words stand in a text; or, where they are a pattern, the pattern."""
    return found(wanted, text) if readable(wanted) else wanted.casefold() in plain.casefold()


def _shown(value: Value) -> str:
    return value.entity or value.text


def _facts(path: str, table: Table) -> tuple[Fact, ...]:
    subject, _, relation = path.partition(".")
    state = table.game.state
    return tuple(fact for fact in state.lore.facts(subject, relation) if fact.polarity)


def _fact(words: list[str], table: Table) -> Outcome:
    facts = _facts(words[0], table)
    seen = ", ".join(_shown(fact.value) for fact in facts) or "nothing known"
    if words[1] in ("known", "unknown"):
        return Outcome(bool(facts) == (words[1] == "known"), seen)
    wanted = " ".join(words[2:]).casefold()
    same = any(wanted in (_shown(fact.value).casefold(), fact.value.text.casefold(), str(fact.value.low)) for fact in facts)
    return Outcome(same == (words[1] == "=="), seen)


def _knows(words: list[str], table: Table) -> Outcome:
    who, secret = words[:2]
    state = table.game.state
    person = state.person(who)
    knows = (person is not None and secret in person.knows) or bool(state.flags.get(f"knows_{who}_{secret}"))
    if who == state.pc:
        knows = knows or state.secret(secret) == "revealed"
    return Outcome(knows, "knows" if knows else "does not know")


def _secret(words: list[str], table: Table) -> Outcome:
    status = table.game.state.secret(words[0])
    wanted = [word for word in words[1:] if word != "=="]
    return Outcome(status in wanted, status)


def _count(read: Callable[[Table, str], int | str]) -> Callable[[list[str], Table], Outcome]:
    return lambda words, table: compared(read(table, words[0]), words[1:])


def _plain(read: Callable[[Table], int | str]) -> Callable[[list[str], Table], Outcome]:
    def check(words: list[str], table: Table) -> Outcome:
        return compared(read(table), words if words and words[0] in OPERATORS else ["==", *words])

    return check


def _loaded(table: Table) -> int:
    """Cartridges in the gun of the player's character: the last one that was fired or loaded, else the first carried."""
    state = table.game.state
    counts = [count for key, count in state.ammo.items() if key.startswith(f"{state.pc}/")]
    return counts[-1] if counts else 0


def _roll(words: list[str], table: Table) -> Outcome:
    rolls = [event.roll for event in table.played.events if isinstance(event, happened.DiceRolled)] if table.played else []
    cut = words.index("in") if "in" in words else len(words)
    what, wanted = " ".join(words[:cut]), set(words[cut + 1 :])
    seen = ", ".join(f"{roll.skill or roll.why} {roll.band}".strip() for roll in rolls) or "no roll"
    matching = [roll for roll in rolls if not what or what in (roll.skill, roll.why, roll.expression, roll.stream)]
    return Outcome(any(not wanted or roll.band in wanted for roll in matching), seen)


def _scene(words: list[str], table: Table) -> Outcome:
    state = table.game.state
    seen = state.scene.authored or state.scene.id
    played_now = (
        {event.scene.authored for event in table.played.events if isinstance(event, happened.SceneOpened)} if table.played else set()
    )
    return Outcome(words[0] in (state.scene.authored, state.scene.id) or words[0] in played_now, seen)


def _conflict(words: list[str], table: Table) -> Outcome:
    found = table.played.conflicts if table.played else ()
    seen = ", ".join(f"{conflict.kind} about {conflict.subject} ({conflict.severity})" for conflict in found) or "no conflict"
    if words and words[0] != "about" and words[0] != "severity":
        found = tuple(conflict for conflict in found if conflict.kind == words[0])
        words = words[1:]
    if words[:1] == ["about"]:
        found = tuple(conflict for conflict in found if conflict.subject == words[1])
        words = words[2:]
    if words[:1] == ["severity"]:
        least = SEVERITIES.index(words[-1])
        found = tuple(conflict for conflict in found if SEVERITIES.index(conflict.severity) >= least)
    return Outcome(bool(found), seen)


def _prompt(words: list[str], table: Table) -> Outcome:
    prompt = table.played.prompt if table.played else None
    text = "\n".join(section.text for section in prompt.sections) if prompt else ""
    wanted = " ".join(words[1:] if words[:1] == ["has"] else words)
    return Outcome(_has(wanted, text, text), f"a prompt of {len(text)} characters")


def _remembered(words: list[str], table: Table) -> Outcome:
    prompt = table.played.prompt if table.played else None
    elements = [element for section in prompt.sections for element in section.elements] if prompt else []
    matching = [element for element in elements if words[0] in (element.id, element.id.partition(":")[2], element.source)]
    seen = ", ".join(f"{element.id} ({', '.join(element.reasons)})" for element in matching) or "not in the prompt"
    if "because" in words:
        wanted = " ".join(words[words.index("because") + 1 :])
        matching = [element for element in matching if any(wanted in reason for reason in element.reasons)]
    return Outcome(bool(matching), seen)


def _recap(words: list[str], table: Table) -> Outcome:
    text = " ".join(line.text for line in recap(table.game.state))
    return Outcome(_has(" ".join(words[1:] if words[:1] == ["has"] else words), text, text), text)


def _leak(_: list[str], table: Table) -> Outcome:
    found = leaks(table.played.turn.reply, table.game.state) if table.played else ()
    return Outcome(bool(found), ", ".join(found) or "no leak")


def _agency(_: list[str], table: Table) -> Outcome:
    found = oversteps(table.played.turn.reply) if table.played else ()
    return Outcome(not found, ", ".join(found) or "ok")


def _same(words: list[str], table: Table) -> Outcome:
    name = words[-1]
    saved = table.digests.get(name)
    if saved is None:
        raise PlayError("", f'no state was saved as "{name}".', f'Put "! save {name}" before it.', slug="unknown-save")
    return Outcome(saved == table.game.state.digest, f"{table.game.state.digest} against {saved}")


def _owed(words: list[str], table: Table) -> Outcome:
    """``owed KIND [to|by WHO]``: something of that kind is still open."""
    owed = table.game.state.owed()
    seen = ", ".join(f"{one.kind} by {one.debtor or 'nobody'} to {one.creditor or 'nobody'}" for one in owed) or "nothing owed"
    found = [one for one in owed if one.kind == words[0]]
    if words[1:2] == ["to"]:
        found = [one for one in found if one.creditor == words[2]]
    if words[1:2] == ["by"]:
        found = [one for one in found if one.debtor == words[2]]
    return Outcome(bool(found), seen)


def _intent(words: list[str], table: Table) -> Outcome:
    """``intent VERB [WORD …]``: something of that kind was attempted, and each further word names a part of it."""
    attempted = _attempted(table)
    seen = "; ".join(" ".join((intent.verb, *_parts(intent))) for intent in attempted) or "nothing attempted"
    return Outcome(any(intent.verb == words[0] and set(words[1:]) <= set(_parts(intent)) for intent in attempted), seen)


def _attempted(table: Table) -> tuple[Intent, ...]:
    spoken = (event for event in table.played.events if isinstance(event, happened.PlayerSpoke)) if table.played else iter(())
    return next((event.intents for event in spoken), ())


def _parts(intent: Intent) -> tuple[str, ...]:
    """Whom and what an intent names, its skill and its number, as far as it has them."""
    named = (intent.target, intent.item, intent.place, intent.topic, intent.skill, intent.option, intent.mode)
    return tuple(dict.fromkeys(part for part in (*named, str(intent.amount or "")) if part))


CHECKS: dict[str, Callable[[list[str], Table], Outcome]] = {
    "at": _at,
    "said": _said,
    "fact": _fact,
    "knows": _knows,
    "secret": _secret,
    "clock": _count(lambda table, id: table.game.state.clock(id)),
    "item": _count(lambda table, id: table.game.state.has(table.game.state.pc, id)),
    "attitude": _count(lambda table, id: table.game.state.attitude(id)),
    "flag": _count(lambda table, id: table.game.state.flags.get(id, 0)),
    "met": _count(lambda table, id: table.game.state.met.get(id, 0)),
    "party": _count(lambda table, id: int(id in table.game.state.companions())),
    "tag": _count(lambda table, tag: table.game.state.tagged(tag)),
    "condition": _count(lambda table, id: table.game.state.condition(id)),
    "decision": _count(lambda table, id: table.game.state.decisions[id].taken or "" if id in table.game.state.decisions else ""),
    "wound": _plain(lambda table: table.game.state.boxes(table.game.state.pc)),
    "money": _plain(lambda table: table.game.state.purse(table.game.state.pc)),
    "loaded": _plain(_loaded),
    "session": _plain(lambda table: table.game.state.session),
    "date": _plain(lambda table: f"{table.game.state.pack.calendar.moment(table.game.state.minute):%Y-%m-%d}"),
    "weekday": _plain(lambda table: WEEKDAYS[table.game.state.pack.calendar.moment(table.game.state.minute).weekday()]),
    "time": _plain(lambda table: f"{table.game.state.pack.calendar.moment(table.game.state.minute):%H:%M}"),
    "roll": _roll,
    "scene": _scene,
    "conflict": _conflict,
    "conflicts": _plain(lambda table: len(table.game.state.conflicts)),
    "prompt": _prompt,
    "remembered": _remembered,
    "recap": _recap,
    "leak": _leak,
    "agency": _agency,
    "same": _same,
    "owed": _owed,
    "intent": _intent,
    "intents": _plain(lambda table: len(_attempted(table))),
    "words": _plain(lambda table: len(table.played.turn.reply.split()) if table.played else 0),
}
