"""What can be done with a secret that is out: it is told, printed, sold, or kept as a promise. Each is an event, and people act on it."""

from collections.abc import Iterator

from gm_engine.rules.changes import change, move_attitude, move_money
from gm_engine.rules.ruling import Ruling
from gm_engine.state import news
from gm_engine.state.hearsay import LOYAL
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import ConsequencePaid, Event, StateChanged

PRINTERS = ("print", "publish", "newspaper", "editor", "gazette", "press", "notice", "broadcast", "bulletin")
"""Words by which a campaign says that somebody puts things before everybody."""
PRINTING = ("print", "publish", "post", "broadcast", "announce", "run it")
SILENT = frozenset(("not", "never", "no", "nothing", "nobody", "none", "keep", "silent", "silence", "quiet", "secret"))
"""Words without which a promise that touches on a secret is none to say nothing of it."""
CONCERNED, IDLE = 10, 40
"""Into how many parts a purse goes of which a secret fetches as many as it matters: of whom it concerns, of anybody else."""
GOING_ROUND = 6 * 60
"""Minutes that a secret lies with whoever was told it before it is passed on."""
SILENCE = "silence"
"""The key under which it is noted which promise is one to say nothing of a secret."""
TOLD, PRINTED, SOLD, KEPT = "secret-told", "secret-printed", "secret-sold", "secret-kept"


def known_by(state: StoryState, npc: str, secret: str) -> bool:
    """True for whoever knows a secret: from the first, because they were told, because it stood in print or because it goes round."""
    entry, person = state.pack.secrets[secret], state.pack.npcs.get(npc)
    born = npc in entry.known_by or bool(person and secret in person.knows)
    told = state.flags.get(f"knows_{npc}_{secret}") or state.flags.get(f"printed_{secret}")
    return born or bool(told) or (person is not None and _goes_round(state, npc, secret))


def _goes_round(state: StoryState, npc: str, secret: str) -> bool:
    """True where talk of a secret has reached somebody by now from one who was told it, and is not so much a friend as to keep it."""
    for teller in sorted(state.pack.npcs):
        since = int(state.flags.get(f"since_{teller}_{secret}", 0))
        if not since or state.attitude(teller) >= LOYAL or not state.alive(teller):
            continue
        arrives = news.takes(state.pack, state.where(teller), state.where(npc))
        if arrives is not None and state.minute + 1 - since >= arrives + GOING_ROUND:
            return True
    return False


def in_hand(state: StoryState, secret: str) -> bool:
    """True for a secret that the player's character holds whole."""
    return secret in state.pack.secrets and state.secret(secret) == "revealed"


def prints(state: StoryState, npc: str) -> bool:
    """True for whoever can put a thing before everybody, by the campaign's own words for them and their place."""
    person = state.pack.npcs.get(npc)
    place = state.pack.locations.get(state.where(npc)) if person else None
    told = " ".join((person.role, person.summary, place.kind if place else "")).lower() if person else ""
    return any(word in told for word in PRINTERS)


def let_out(ruling: Ruling, *, telling: bool = True) -> Iterator[Event]:
    """What comes of speaking of a secret that is out: it is printed where that is asked of somebody who prints, else told, where
    it is ``telling`` and no question.
    """
    state, intent = ruling.state, ruling.intent
    secret, who = intent.topic, intent.target
    if not who or not in_hand(state, secret):
        return
    said = f"{intent.words} {intent.about}".lower()
    if prints(state, who) and any(word in said for word in PRINTING):
        yield from _printed(ruling, secret, who)
    elif telling and not known_by(state, who, secret):
        yield _known(state, who, secret, TOLD)
        yield change(state, "flag", f"since_{who}_{secret}", state.minute + 1, 0, f"heard:{who}")
        yield from _minded(state, who, secret)
        yield from _broken(state, secret, who)


def sell(ruling: Ruling) -> Iterator[Event]:
    """Sells a secret: whom it concerns pays most, and nobody pays for what they know."""
    state, who, secret = ruling.state, ruling.intent.target, ruling.intent.topic
    if who not in state.present():
        yield ruling.refuse("nobody-here")
        return
    if not in_hand(state, secret) or known_by(state, who, secret):
        yield ruling.refuse("no-buyer")
        return
    price = worth(state, who, secret)
    if not price:
        yield ruling.refuse("no-buyer")
        return
    yield _known(state, who, secret, SOLD)
    yield from move_money(state, who, -price, f"{SOLD}:{secret}")
    yield from move_money(state, state.pc, price, f"{SOLD}:{secret}")
    yield from _broken(state, secret, who)


def worth(state: StoryState, who: str, secret: str) -> int:
    """What somebody gives for a secret, in cents: by how much it matters, whether it concerns them, and what they have."""
    entry = state.pack.secrets[secret]
    mine = {who, *state.factions_of(who)}
    parts = CONCERNED if mine & set(entry.about) else IDLE
    return state.purse(who) * entry.importance // parts


def keep(ruling: Ruling) -> Iterator[Event]:
    """A promise to say nothing of a secret: whoever hears it holds one to it."""
    state, intent = ruling.state, ruling.intent
    if intent.target and in_hand(state, intent.topic) and SILENT & set(f"{intent.words} {intent.about}".lower().split()):
        cause = f"{KEPT}:{intent.target}:{intent.topic}"
        yield change(state, "flag", f"kept_{intent.target}_{intent.topic}", 1, 0, cause)
        word = next((owed.id for owed in reversed(state.owed()) if owed.kind == "promise" and owed.creditor == intent.target), "")
        yield ruling.change("law", SILENCE, word, detail=f"{intent.target}.{intent.topic}", cause=cause)


def _known(state: StoryState, who: str, secret: str, how: str) -> StateChanged:
    return change(state, "flag", f"knows_{who}_{secret}", 1, 0, f"{how}:{who}:{secret}")


def _printed(ruling: Ruling, secret: str, who: str) -> Iterator[Event]:
    state = ruling.state
    if state.flags.get(f"printed_{secret}"):
        return
    yield from _broken(state, secret, "")
    for npc in sorted(state.pack.secrets[secret].known_by):
        yield from move_attitude(state, npc, -1, f"{PRINTED}:{secret}")
    yield change(state, "flag", f"printed_{secret}", 1, 0, f"{PRINTED}:{who}:{secret}")


def _minded(state: StoryState, who: str, secret: str) -> Iterator[Event]:
    """Whom it concerns, and who was never told, is the player's friend for it."""
    if {who, *state.factions_of(who)} & set(state.pack.secrets[secret].about):
        yield from move_attitude(state, who, 1, f"{TOLD}:{secret}")


def _broken(state: StoryState, secret: str, hearer: str) -> Iterator[Event]:
    """A promise to keep it is broken before all to whom it was made, but not by telling them."""
    for npc in sorted(state.pack.npcs):
        if npc != hearer and state.flags.get(f"kept_{npc}_{secret}"):
            word = state.consequences.get(str(state.law.get(f"{SILENCE}/{npc}.{secret}", "")))
            if word is not None and word.paid is None:
                yield ConsequencePaid(turn=state.turn, consequence=word.model_copy(update={"paid": state.turn, "outcome": "broken"}))
            yield change(state, "flag", f"kept_{npc}_{secret}", 0, 1, f"secret-broken:{npc}:{secret}")
            yield from move_attitude(state, npc, -2, f"secret-broken:{secret}")
