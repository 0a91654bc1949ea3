"""Replies: how somebody takes up what is said to them and asks nothing: news, a claim, courtesy, a compliment, an insult."""

import re
from hashlib import blake2b

from gm_engine.direction.answer_pieces import pieces_of, ranked, stems_of
from gm_engine.direction.answers import Telling, tell_piece
from gm_engine.direction.facts import ALIVE, DEAD
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question, put_to, question_of
from gm_engine.direction.repeated import thing_said
from gm_engine.direction.told_before import told_at
from gm_engine.direction.turned import reported, reworded
from gm_engine.rules.sayings import CARRIED, CAUGHT, touches_hearer
from gm_engine.rules.secrets_used import in_hand, known_by
from gm_engine.story.event import ConsequenceDue
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Roll

POLITE = ("courtesy", "compliment", "insult", "farewell", "joke")
TAKEN_UP = (
    "tell", "news", "claim", "introduction", "confession", "denial", "lie", "refusal", "offer", "boast", "warning", "message", *POLITE,
)  # fmt: skip
"""What is said so is taken up by its own words."""
ACTS = ("introduction", "confession", "denial", "lie", "refusal", "offer", "boast", "warning", "message")
"""What is answered as what it does, whatever it is about."""
ON_THE_MATTER = 0.6
"""From here on a piece of what somebody knows is about what was said, and not only about somebody in it."""


def reply(book: Notebook, intent: Intent, manner: str, roll: Roll | None = None) -> bool:
    """Beats for what was said to somebody; False where there is nothing in it to take up."""
    npc = intent.target
    if manner in POLITE:
        thing = {"thing": _mine(intent, book)} if manner == "compliment" and intent.about and not intent.speech else {}
        book.add("reaction", target=npc, slots={"verb": manner, "telling": f"reply_{manner}"} | thing)
        return True
    if in_hand(book.state, intent.topic) and known_by(book.state, npc, intent.topic):
        own = book.state.pack.secrets[intent.topic].says.get(npc, "")
        if own:
            book.add("answer", target=npc, text=own, slots={"flags": "secret"})
        else:
            book.add("reaction", target=npc, slots={"verb": "tell", "telling": "secret_known"})
        return True
    question = question_of(intent, book.state)
    if manner not in ACTS and (truth := _known_of(book, question, npc)) is not None:
        book.add("reaction", target=npc, topic=question.topic, slots={"verb": "tell", "telling": "reply_known" if truth else "reply_false"})
        return True
    said = intent.about if intent.speech else put_to(intent.about, npc, intent.topic, book.state)
    whole, word = reported(said, clause=manner in (*ACTS, "claim", "news")), thing_said(book, question)
    again = _again(book, npc, question)
    if again and (whole or word):
        book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_again", "matter": whole or word})
        return True
    if manner in ACTS:
        slots = {"verb": manner, "telling": f"reply_{manner}"} | ({"matter": whole} if whole else {}) | _flags(book, intent, manner)
        diced = {"band": roll.band, "rolls": (roll.id,)} if roll else {}
        book.add("reaction", target=npc, topic=intent.topic if manner == "message" else "", slots=slots, **diced)
        return True
    return _answered(book, intent, question, whole, word)


def _mine(intent: Intent, book: Notebook) -> str:
    """What somebody is praised for, as they would name it: *his little cups* are *my little cups*."""
    whose = {"he": "his", "she": "her"}.get(book.state.pack.npcs[intent.target].pronouns, "their")
    return re.sub(rf"^{whose}\b", "my", reworded(intent.about), flags=re.I)


def _answered(book: Notebook, intent: Intent, question: Question, whole: str, word: str) -> bool:
    """What is only said to be so: answered with what is known of that very matter, else taken up in its own words."""
    npc = intent.target
    feared = stems_of(whole or word) & stems_of(book.state.pack.npcs[npc].fears)  # nobody repeats what they are afraid of
    untold = [piece for piece in pieces_of(book.state, npc) if not told_at(book, npc, piece.id)]
    fits = ranked(question._replace(kind="what"), untold, book.state)
    on_it = bool(fits) and (fits[0].by >= ON_THE_MATTER if whole else bool(question.topic))
    if on_it and len(question.units) > 1 - (not whole):
        tell_piece(book, npc, fits[0].piece, question, Telling(about=intent.about))
    elif whole and not feared:
        book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_turned", "matter": whole})
    elif word and not feared:
        book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_news", "matter": word})
    else:
        return False
    return True


def _flags(book: Notebook, intent: Intent, manner: str) -> dict[str, str]:
    """How somebody takes what is done by saying it, and the names that it needs."""
    state, npc = book.state, intent.target
    causes = {change.cause.partition(":")[0] for what in ("flag", "attitude") for change in book.changes(what)}
    pledged = any(isinstance(one, ConsequenceDue) for one in book.happened)
    if manner == "introduction":
        return {"flags": "of_old" if knows_of_old(book, npc) else "unknown", "name": state.name(state.pc)}
    if manner == "confession":
        return {"flags": "hearers" if touches_hearer(intent.about) else "elsewhere"}
    if manner == "lie":
        return {"flags": "caught" if CAUGHT in causes else "believed"}
    if manner == "message":
        return {"flags": "carried" if CARRIED in causes else "uncarried"}
    if manner == "offer":
        return {"flags": "accepted" if pledged else "unaccepted"}
    return {}


def knows_of_old(book: Notebook, npc: str) -> bool:
    """True for somebody who knows the player's character by name: they have met before this turn, or their own page names them."""
    state, person = book.state, book.state.pack.npcs[npc]
    new = any(change.key == npc for change in book.changes("met"))
    last = state.name(state.pc).rpartition(" ")[2]
    told = " ".join((person.summary, person.wants, *person.says, *person.knows))
    named = bool(state.flags.get(f"named_{npc}")) and not any(change.key == f"named_{npc}" for change in book.changes("flag"))
    return named or last in told or (abs(state.attitude(npc)) > 1 and not new and bool(state.met.get(npc, 0)))


def _again(book: Notebook, npc: str, question: Question) -> bool:
    """True where somebody has been told this before; from now on they have."""
    if not question.units:
        return False
    key = f"heard:{npc}:{_digest(question)}"
    again = bool(book.state.used.get(key, 0))
    book.change("used", key, book.turn, cause="told")
    return again


def _known_of(book: Notebook, question: Question, npc: str) -> bool | None:
    """Whether what is said of somebody who is named, that they are dead or alive, is so, for whoever could tell; else None."""
    said = question.stems
    rest = {one for unit in question.units if unit.id != question.topic for one in unit.stems}
    if question.topic not in book.state.pack.npcs or not rest or not rest <= (ALIVE | DEAD) or question.kind not in ("", "yes_no"):
        return None
    here = question.topic in book.around() or question.topic == npc
    dead = not book.state.alive(question.topic)
    return dead == bool(said & DEAD) if here or dead else None


def _digest(question: Question) -> str:
    stems = sorted({one for unit in question.units for one in ((unit.id,) if unit.id else unit.stems)})
    return blake2b("|".join(stems).encode(), digest_size=6).hexdigest()
