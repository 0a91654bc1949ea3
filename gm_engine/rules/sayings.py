"""What comes of what is said to somebody by whoever says it: a confession weighs, a lie is believed or seen through, word is carried on,
an offer is taken up, a warning is remembered.
"""

from collections.abc import Iterator

from gm_engine.rules import talk
from gm_engine.rules.changes import change, move_attitude
from gm_engine.rules.coming import coming_ids
from gm_engine.rules.object_phrases import slug
from gm_engine.rules.owing import pledge
from gm_engine.rules.ruling import Ruling
from gm_engine.rules.secrets_used import known_by
from gm_engine.rules.skill_check import worked
from gm_engine.state import news
from gm_engine.state.hearsay import LOYAL, shuns
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequenceDue, Event, StateChanged

CONFESSED, WARNED, INTRODUCED, REFUSED = "confessed", "warned", "introduced", "turned-down"
BELIEVED, CAUGHT, CARRIED = "lie-believed", "lie-caught", "word-carried"
HEARERS_OWN = frozenset(("you", "your", "yours"))
PASSED = "has passed it on to"
LEAST_WAY = 20
"""Minutes that word takes at the least until somebody has it."""
ONCE = {"confession": CONFESSED, "warning": WARNED, "introduction": INTRODUCED, "refusal": REFUSED}
"""What is remembered of whoever it was said to, by its manner."""


def tell(ruling: Ruling) -> Iterator[Event]:
    """Saying something, and what comes of it, where there is somebody to hear it."""
    heard = True
    for event in talk.tell(ruling):
        heard = heard and not (isinstance(event, StateChanged) and event.cause.startswith("refused"))
        yield event
    state, intent = ruling.state, ruling.intent
    if not heard or not intent.target or state.condition(intent.target) != "alive":
        return
    if intent.manner in ONCE:
        yield from _remembered(ruling, ONCE[intent.manner])
    elif intent.manner == "lie":
        yield from _lie(ruling)
    elif intent.manner == "message":
        yield from _send_word(ruling)
    elif intent.manner == "offer" and state.attitude(intent.target) >= 0 and not shuns(state, intent.target):
        yield pledge(ruling, "promise", intent.about or intent.words, None)


def _remembered(ruling: Ruling, how: str) -> Iterator[Event]:
    """Whoever hears it keeps it; what concerns their own is held against one, and a warning for one, once."""
    state, intent = ruling.state, ruling.intent
    who = intent.target
    key = f"named_{who}" if how == INTRODUCED else f"{how.replace('-', '_')}_{who}_{slug(intent.about or intent.words)}"
    if state.flags.get(key):
        return
    yield change(state, "flag", key, 1, 0, f"{how}:{who}")
    if how == CONFESSED and touches_hearer(intent.about) and state.attitude(who) < LOYAL:
        yield from move_attitude(state, who, -1, f"{how}:{who}")
    elif how == WARNED and 0 <= state.attitude(who) < LOYAL:
        yield from move_attitude(state, who, 1, f"{how}:{who}")


def touches_hearer(words: str) -> bool:
    """True for words that are about the hearer, or what is theirs.

    >>> touches_hearer("I was there when they came to your people"), touches_hearer("I shot a man")
    (True, False)
    """
    return bool(HEARERS_OWN & set(words.lower().replace(",", " ").split()))


def _lie(ruling: Ruling) -> Iterator[Event]:
    """A lie is seen through by whoever knows better; else dice say whether it is believed. To be seen through costs regard."""
    state, intent = ruling.state, ruling.intent
    who = intent.target
    if knows_better(ruling):
        yield from _caught(ruling)
        return
    roll = yield from talk.sway(ruling, talk.skill_of(ruling, "deceive"), f"lied:{who}")
    if worked(roll.band):
        yield change(state, "flag", f"believes_{who}_{slug(intent.about or intent.words)}", 1, 0, f"{BELIEVED}:{who}")
    else:
        yield from _caught(ruling)


def _caught(ruling: Ruling) -> Iterator[Event]:
    state, who = ruling.state, ruling.intent.target
    before = int(state.flags.get(f"caught_{who}", 0))
    yield change(state, "flag", f"caught_{who}", before + 1, before, f"{CAUGHT}:{who}")
    yield from move_attitude(state, who, -1, f"{CAUGHT}:{who}")


def knows_better(ruling: Ruling) -> bool:
    """True where the hearer knows a secret, of what the lie is about, in which the player's character has a part."""
    state, intent = ruling.state, ruling.intent
    return any(
        known_by(state, intent.target, id) and bool(intent.topic) and intent.topic in secret.about and state.pc in secret.about
        for id, secret in sorted(state.pack.secrets.items())
    )


def _send_word(ruling: Ruling) -> Iterator[Event]:
    """Word for somebody else: whoever is asked carries it, unless they want nothing to do with one, and it arrives as fast as they can."""
    state, intent = ruling.state, ruling.intent
    who, to = intent.target, intent.topic
    if state.attitude(who) < 0 or shuns(state, who) or not state.alive(to):
        return
    way = news.takes(state.pack, state.here, state.where(to), notable=False, ridden=True)
    text = f"{state.name(who)} {PASSED} {state.name(to)}: {intent.leaves or intent.about}."
    yield ConsequenceDue(
        turn=state.turn,
        consequence=Consequence(
            id=coming_ids(state, 1)[0], kind="consequence", text=text, cause=f"turn {state.turn}", debtor=who, creditor=to,
            due=state.minute + max(LEAST_WAY, way or 0), turn=state.turn, scene=state.scene.id, minute=state.minute,
            participants=(state.pc, who, to),
        ),
    )  # fmt: skip
    yield change(state, "flag", f"word_{to}_{slug(intent.about)}", 1, 0, f"{CARRIED}:{who}:{to}")


def words_sent(owed: Consequence) -> str:
    """What was to be passed on to somebody, as they were told it; empty for anything else that was owed."""
    passed, _, words = owed.text.partition(": ")
    return words.rstrip(".") if PASSED in passed and owed.kind == "consequence" and owed.creditor else ""
