"""Spoken: what the rules have decided of something said to somebody, at a table where a language model hears.

Nothing else is told of it: the game master has the player's own words, and what was told of the matter before. That somebody does not
know, or will not say, is told only where the rules have it so.
"""

from gm_engine.direction.lies import falsehood, names_in
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.speaking_with import WORKED, denial
from gm_engine.story.intent import Intent
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.roll import Roll

OWING = ("promise", "keep", "borrow", "repay")


def speak_as_ruled(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Beats for one thing said to somebody: what was promised or paid, how a check came out, what a secret's holder does about it."""
    state, target = book.state, intent.target
    npc = state.pack.npcs.get(target)
    if npc is None or target not in book.around():
        return
    if state.condition(target) != "alive":
        book.add("action", target=target, slots={"telling": "unheard"})
        return
    rolls, band = ((roll.id,), roll.band) if roll else ((), "")
    if intent.verb in OWING:
        slots = {"verb": intent.verb, "about": intent.about}
        paid = next((change for change in book.changes("money") if change.key == state.pc), None)
        if paid:
            slots["price"] = sum_in_words(state.pack.currency.say(abs(int(paid.new or 0) - int(paid.old or 0))))
        book.add("promise", target=target, band=band, rolls=rolls, slots=slots)
        return
    secret = intent.topic if intent.topic in state.pack.secrets else ""
    keeps = bool(secret) and (target in state.pack.secrets[secret].known_by or secret in npc.knows)
    out = any(change.key == secret for change in book.changes("secret"))
    if keeps and not out and state.secret(secret) == "revealed" and target in state.pack.secrets[secret].says:
        book.add("answer", target=target, text=state.pack.secrets[secret].says[target], slots={"flags": "secret"})
    elif roll is None or out:
        return
    elif keeps and roll.band not in WORKED:
        slots = {"about": intent.about} if intent.about else {}
        if npc.wants and book.draws.one_in(2):
            lie = falsehood(state, target, secret, book.draws) if book.draws.one_in(2) else None
            lie = lie or denial(book, target, secret)
            book.add("lie", target=target, statement=lie, band=band, rolls=rolls, slots=slots | names_in(lie, state))
        else:
            book.add("refusal", target=target, band=band, rolls=rolls, slots=slots)
    elif not keeps:
        book.add("check", target=target, band=band, rolls=rolls, slots={"skill": roll.skill, "tried": intent.words})
