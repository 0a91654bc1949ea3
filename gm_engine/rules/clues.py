"""Clues: what a search turns up, what those who know can be brought to say."""

from collections.abc import Iterator

from gm_engine.rules.changes import move_attitude, uncover
from gm_engine.rules.clock import clock_event, pass_time
from gm_engine.rules.ruling import Ruling, dark
from gm_engine.rules.skill_check import worked
from gm_engine.state.story_state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.event import Event
from gm_engine.story.pack import Clue
from gm_engine.story.roll import Modifier, Roll

Found = tuple[str, Clue]


def unfound(state: StoryState, secret: str) -> tuple[Clue, ...]:
    """The clues of a secret that nobody has found yet, as the author ordered them."""
    entry = state.pack.secrets.get(secret)
    return tuple(clue for clue in entry.clues if f"{secret}/{clue.text}" not in state.clues) if entry else ()


def holders(state: StoryState, secret: str) -> tuple[str, ...]:
    """Everybody who knows a secret, by id."""
    entry = state.pack.secrets.get(secret)
    known = set(entry.known_by) if entry else set()
    known |= {id for id, npc in state.pack.npcs.items() if secret in npc.knows}
    return tuple(sorted(known))


def can_tell(state: StoryState, npc: str, secret: str) -> bool:
    """True for those who know a secret, and for those who hold a clue to it that nobody has found."""
    return npc in holders(state, secret) or any(clue.who == npc for clue in unfound(state, secret))


def clues_here(state: StoryState, item: str = "", who: str = "") -> tuple[Found, ...]:
    """The clues that a search could turn up: in an item, about somebody, else here; those bound to this place first.

    A clue that is bound to nothing lies where its secret does: at a place it is about, or where somebody lives who knows it.
    """
    bound: list[Found] = []
    loose: list[Found] = []
    lying = {id for id in state.pack.items if state.where(id) == state.here}
    for id in sorted(state.pack.secrets):
        if state.secret(id) == "revealed":
            continue
        homes = {state.pack.npcs[npc].at for npc in holders(state, id) if npc in state.pack.npcs}
        for clue in unfound(state, id):
            if item or who:
                fits = clue.item == item if item else clue.who == who
            else:
                fits = (clue.at == state.here and not clue.item) or clue.item in lying
            if fits:
                bound.append((id, clue))
            elif not (clue.at or clue.who or clue.item or item or who) and state.here in homes | set(state.pack.secrets[id].about):
                loose.append((id, clue))
    return tuple(bound + loose)


def find(state: StoryState, found: Found, band: str, cause: str, enough: int) -> Iterator[Event]:
    """A clue is found: the secret is hinted at; enough clues, or a triumph, lay it open."""
    id, clue = found
    yield from uncover(state, id, "hinted", cause, clue.text)
    known = len(state.pack.secrets[id].clues) - len(unfound(state, id))
    if band == "triumph" or known >= min(enough, max(2, len(state.pack.secrets[id].clues))):
        yield from uncover(state, id, "revealed", cause)


def search(ruling: Ruling) -> Iterator[Event]:
    """Searches a place, a person's things or an item: time, a notice check, perhaps a clue."""
    state, intent = ruling.state, ruling.intent
    yield from pass_time(state, ruling.book.takes("search"), "searched")
    situation = (Modifier(why="dark", value=ruling.book.situation.get("dark", 0)),) if dark(state) else ()
    skill = "notice" if "notice" in ruling.book.skills else next(iter(ruling.book.skills))
    roll = yield from ruling.check(skill, why="search", difficulty=intent.difficulty, situation=situation)
    at_hand = clues_here(state, intent.item, intent.target) if intent.item or intent.target else clues_here(state)
    if worked(roll.band) and at_hand:
        yield from find(state, at_hand[0], roll.band, "searched", ruling.book.secrets.enough)
        if roll.band == "cost":
            yield from pass_time(state, ruling.book.takes("search"), "searched")
    yield from fumbled(state, roll)


def fumbled(state: StoryState, roll: Roll) -> Iterator[Event]:
    """What some clocks wait for: a failure, a disaster."""
    if roll.band in ("failure", "disaster"):
        yield from clock_event(state, roll.band)


def press(ruling: Ruling, npc: str, secret: str, skill: str = "persuade") -> Iterator[Event]:
    """Asks a holder about a secret: a check against their attitude; a clue, or the secret itself.

    A holder who trusts you (or a triumph) tells it; a disaster costs their regard.
    """
    state, book = ruling.state, ruling.book
    attitude = state.attitude(npc)
    cause = f"asked:{npc}"
    situation = (Modifier(why="attitude", value=attitude * book.secrets.step),) if attitude else ()
    difficulty = ruling.intent.difficulty if ruling.intent.difficulty != "fair" else difficulty_by(attitude)
    roll = yield from ruling.check(skill, against=npc, why=skill, difficulty=difficulty, situation=situation)
    if worked(roll.band):
        if attitude >= book.secrets.trust or roll.band == "triumph":
            yield from uncover(state, secret, "revealed", cause)
        else:
            told = [clue for clue in unfound(state, secret) if within_reach(state, clue, npc)]
            left = sorted(told, key=lambda clue: (clue.who != npc, bool(clue.who), bool(clue.at or clue.item)))
            if left:
                yield from find(state, (secret, left[0]), roll.band, cause, book.secrets.enough)
            else:
                yield from uncover(state, secret, "hinted", cause)
    elif roll.band == "disaster":
        yield from move_attitude(state, npc, -1, cause)
    yield from fumbled(state, roll)


def within_reach(state: StoryState, clue: Clue, npc: str) -> bool:
    """True where ``npc`` can give a clue away here: it is not bound to another place, to somebody else or to a thing elsewhere."""
    if clue.at not in ("", state.here) or clue.who not in ("", npc):
        return False
    return not clue.item or state.where(clue.item) == state.here or any(state.has(who, clue.item) for who in (npc, state.pc))


def difficulty_by(attitude: int) -> str:
    """How hard somebody is to talk to: easy for friends, hard for enemies."""
    return "easy" if attitude >= 2 else "hard" if attitude <= -2 else "fair"


def ripen(state: StoryState) -> Iterator[Event]:
    """Secrets whose moment has come are out."""
    for id in sorted(state.pack.secrets):
        secret = state.pack.secrets[id]
        if secret.reveal_when is not None and state.secret(id) != "revealed" and holds(secret.reveal_when, state):
            yield from uncover(state, id, "revealed", "reveal_when")
