"""Secrets that are out, and are spoken of: which one words tell, sell or promise to keep, by how much of what they say it holds."""

from gm_engine.direction.answer_pieces import Piece, fitness, rarities
from gm_engine.direction.player_question import question_of
from gm_engine.rules.secrets_used import PRINTING, in_hand
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.intent import Intent

SPOKEN = ("tell", "sell", "promise", "persuade")
MEANT = 0.75
"""From here on words are about a secret: so much of what they are about, by weight, it must speak of."""
LEAST = 2
"""So many things words must be about, at the least."""
CALLED = frozenset(stem(word) for word in ("secret", "truth", "story", "matter", "business", "news"))
"""Words that say only that it is a matter."""
LEANING = frozenset(("it", "that", "this", "all"))


def with_secret(intent: Intent, state: StoryState) -> Intent:
    """The act with the secret that it is about (``topic``), where that is out; any other comes back as it is."""
    if intent.topic in state.pack.secrets or (intent.verb == "sell" and state.has(state.pc, intent.item)):
        return intent
    asks_to_print = intent.verb == "ask" and any(word in f"{intent.words} {intent.about}".lower() for word in PRINTING)
    if intent.verb not in SPOKEN and not asks_to_print:
        return intent
    secret = secret_of(intent, state)
    last = state.exchange.topic if state.exchange else ""
    if not secret and asks_to_print and LEANING & set(intent.about.lower().split()) and in_hand(state, last):
        secret = last
    return intent.model_copy(update={"topic": secret, "item": ""}) if secret else intent


def secret_of(intent: Intent, state: StoryState) -> str:
    """The secret that is out and that words are about; empty for none."""
    known = [id for id in sorted(state.pack.secrets) if in_hand(state, id)]
    if not known:
        return ""
    question = question_of(intent.model_copy(update={"verb": "tell", "manner": "", "topic": ""}), state)._replace(kind="", topic="")
    units = tuple(unit for unit in question.units if unit.id or not unit.stems & CALLED)
    question = question._replace(units=units)
    if len(units) < LEAST:
        return ""
    found = []
    for id in known:
        secret = state.pack.secrets[id]
        texts = (secret.truth, *secret.says.values(), *(clue.text for clue in secret.clues))
        rarity = rarities(state.pack)
        found.append((max(fitness(question, Piece(id, "secret", text, secret.about), state, rarity) for text in texts), id))
    best = max(found)
    return best[1] if best[0] >= MEANT else ""
