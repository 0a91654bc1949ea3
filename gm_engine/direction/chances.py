"""Yes or no, where nobody has written it: the dice decide by what the place and the person suggest, and what they said holds."""

from hashlib import blake2b
from typing import NamedTuple

from gm_engine.direction.answer_pieces import Piece, fitness, pieces_of, rarities, stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.turned import parted, statement_of
from gm_engine.rules.oracle import answer as answer_by
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.story.pack import BROUGHT

SECRET, BY_WORDS = 0.5, 0.75
"""From here on a matter touches a secret, and the dice stay out of it; where they share nobody and no place, only by more words."""


class Said(NamedTuple):
    """A yes or no told in a full sentence; ``again`` where it was told before."""

    text: str
    again: bool = False


def decide_yes_or_no(book: Notebook, question: Question, npc: str = "") -> Said | None:
    """What a yes-or-no question is answered by the dice, always the same for the same question; None where the dice have no say:

    where it touches a secret, speaks of the player's own character or of somebody who came with a text, or cannot be turned into a
    statement.
    """
    parts = parted(question.words)
    if parts is None or parts.sought or not question.units or touches_secret(book, question) or _of_the_player(parts.subject, npc):
        return None
    if _came_with_a_text(book, npc if question.of_asked and not question.topic else question.topic):
        return None
    key = _key(book, question, npc, " ".join(parts.subject).lower())
    used = book.state.used
    earlier = next((side for side in ("yes", "no") if used.get(f"{side}:{key}", 0)), "")
    side = earlier or _fallen(book, question, npc)
    stated = statement_of(question.words, yes=side == "yes")
    if not stated:
        return None
    if not earlier:
        book.change("used", f"{side}:{key}", book.turn, cause="decided")
        if not npc or "you" not in {word.lower() for word in parts.subject}:
            book.decided.append(stated)
    return Said(f"{side.capitalize()}. {stated}" if not npc else f"{side.capitalize()}, {_run_on(stated, question.words)}", bool(earlier))


def _run_on(stated: str, asked: str) -> str:
    first = stated.split(" ")[0]
    typed = asked.split()[1:]
    proper = first in ("I", "I'm") or (first in typed and first.lower() not in RUNNING)
    return stated if proper else stated[:1].lower() + stated[1:]


RUNNING_WORDS = """
the a an he she it they we you there this that these those some no none nobody somebody nothing something my your his her its our their not
every all both any one two three four five someone no
"""
RUNNING = frozenset(RUNNING_WORDS.split())
"""Words that open a statement and are nobody's name."""


def _of_the_player(subject: tuple[str, ...], npc: str) -> bool:
    """True where the question is whether the player's character does or is something: that is not for dice, nor for others, to say."""
    return bool({"i", "we", "me"} & {word.lower() for word in subject}) or (not npc and "you" in subject)


def _came_with_a_text(book: Notebook, who: str) -> bool:
    """True for whoever came by a card or with files: what their author holds of them is not for dice to say."""
    person = book.state.pack.npcs.get(who)
    return person is not None and (person.by_card or BROUGHT in book.state.pack.x)


def touches_secret(book: Notebook, question: Question) -> bool:
    """True where what is still hidden speaks of most of what the question is about."""
    state = book.state
    rarity = rarities(state.pack)
    plain = question._replace(kind="")
    for id, secret in state.pack.secrets.items():
        if state.secret(id) == "revealed":
            continue
        texts = (secret.truth, *(clue.text for clue in secret.clues), *secret.says.values())
        least = SECRET if any(unit.id in secret.about for unit in question.units if unit.id) else BY_WORDS
        if any(fitness(plain, Piece(f"secret:{id}", "secret", text, secret.about), state, rarity) >= least for text in texts):
            return True
    return False


def _fallen(book: Notebook, question: Question, npc: str) -> str:
    rules = rulebook_of(book.state.pack).oracle
    odds = rules.odds.get(_odds(book, question, npc), 50)
    return "yes" if answer_by(book.draws.roll(100), odds, rules).startswith("yes") else "no"


def _odds(book: Notebook, question: Question, npc: str) -> str:
    """Likely where the words belong to the place or the person, unlikely where nothing here has anything to do with them."""
    state = book.state
    place = state.pack.locations.get(book.at)
    person = state.pack.npcs.get(npc)
    texts = [*(place.senses if place else ()), place.description if place else "", place.summary if place else ""]
    if person is not None and question.of_asked:
        texts = [person.role, person.summary, person.wants, *person.voice]
    near = stems_of(" ".join(texts))
    shared = sum(bool(unit.stems & near or unit.like & near) for unit in question.units)
    if shared * 2 > len(question.units):
        return "likely"
    told = any(fitness(question._replace(kind=""), piece, state, rarities(state.pack)) >= SECRET for piece in pieces_of(state, npc))
    return "even" if shared or told or question.of_asked else "unlikely"


def _key(book: Notebook, question: Question, npc: str, subject: str) -> str:
    """The question as it is known again, whatever its small words: of whom and where it was asked, and what it is about."""
    stems = sorted(one for unit in question.units for one in ((unit.id,) if unit.id else unit.stems))
    whose = npc if npc and "you" in subject.split() else book.at if not any(unit.id for unit in question.units) else ""
    return f"{whose}:{blake2b('|'.join(stems).encode(), digest_size=6).hexdigest()}"
