"""Replies: how somebody takes up what is said to them and asks nothing: news, a claim, courtesy, a compliment, an insult."""

from hashlib import blake2b

from gm_engine.direction.answers import Telling, tell_piece, told_at
from gm_engine.direction.facts import ALIVE, DEAD
from gm_engine.direction.known import pieces_of, ranked, stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.question import Question, question_of
from gm_engine.direction.repeated import thing_said
from gm_engine.direction.turned import reported
from gm_engine.rules.secrets_used import in_hand, known_by
from gm_engine.story.intent import Intent

POLITE = ("courtesy", "compliment", "insult", "farewell")


def reply(book: Notebook, intent: Intent, manner: str) -> bool:
    """Beats for what was said to somebody; False where there is nothing in it to take up."""
    npc = intent.target
    if manner in POLITE:
        book.add("reaction", target=npc, slots={"verb": manner, "telling": f"reply_{manner}"})
        return True
    if in_hand(book.state, intent.topic) and known_by(book.state, npc, intent.topic):
        own = book.state.pack.secrets[intent.topic].says.get(npc, "")
        if own:
            book.add("answer", target=npc, text=own, slots={"flags": "secret"})
        else:
            book.add("reaction", target=npc, slots={"verb": "tell", "telling": "secret_known"})
        return True
    question = question_of(intent, book.state)
    if (truth := _known_of(book, question, npc)) is not None:
        book.add("reaction", target=npc, topic=question.topic, slots={"verb": "tell", "telling": "reply_known" if truth else "reply_false"})
        return True
    word = thing_said(book, question)
    if not word and (whole := reported(intent.about)) and not stems_of(whole) & stems_of(book.state.pack.npcs[npc].fears):
        book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_turned", "matter": whole})
        return True
    if not word or stems_of(word) & stems_of(book.state.pack.npcs[npc].fears):  # nobody repeats what they are afraid of
        return False
    key = f"heard:{npc}:{_digest(question)}"
    again = bool(book.state.used.get(key, 0))
    book.change("used", key, book.turn, cause="told")
    if again:
        book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_again", "matter": word})
        return True
    untold = [piece for piece in pieces_of(book.state, npc) if not told_at(book, npc, piece.id)]
    fits = ranked(question._replace(kind="what"), untold, book.state)
    if question.topic and fits:
        tell_piece(book, npc, fits[0].piece, question, Telling(about=intent.about))
        return True
    book.add("reaction", target=npc, slots={"verb": "tell", "telling": "reply_news", "matter": word})
    return True


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
