"""Talk: what an NPC answers, will not answer, does not know, or says instead."""

import re

from gm_engine.direction.notebook import Notebook
from gm_engine.story.claim import Statement, Value
from gm_engine.story.intent import Intent
from gm_engine.story.pack import Person
from gm_engine.story.roll import Roll

WORKED = ("triumph", "success", "cost")
ASKING = ("ask", "persuade")
SMALL = frozenset("the a an of to in on for and or is are was were who what where when why how about do does did you your know tell me i my it that".split())


def speak_with(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Beats for one thing said to somebody."""
    target = intent.target
    npc = book.state.pack.npcs.get(target)
    band = roll.band if roll else ""
    rolls = (roll.id,) if roll else ()
    if npc is None or target not in book.state.present():
        book.add("action", slots={"verb": "talk", "about": intent.about})
        return
    if intent.verb == "greet":
        book.add("greet", target=target)
        speak_own(book, target, npc)
    elif intent.verb in ASKING:
        _asked(book, intent, npc, roll)
    elif intent.verb in ("promise", "borrow", "repay"):
        book.add("promise", target=target, band=band, rolls=rolls, slots={"verb": intent.verb, "about": intent.about})
    else:
        failed = bool(roll) and band not in WORKED
        slots = {"verb": intent.verb, "flags": "failed" if failed else "heard"}
        book.add("reaction", target=target, topic=intent.topic, band=band, rolls=rolls, slots=slots)


def speak_own(book: Notebook, id: str, npc: Person) -> None:
    """One of an NPC's own lines, the one that was said longest ago or never."""
    lines = [(int(book.state.used.get(f"says:{id}:{n}", 0)), n) for n in range(len(npc.says))]
    free = sorted(line for line in lines if line[0] == 0 or book.turn - line[0] > 40)
    if free:
        _, n = free[0]
        book.add("answer", target=id, text=npc.says[n], slots={"flags": "own"})
        book.change("used", f"says:{id}:{n}", book.turn, cause="said")


def _asked(book: Notebook, intent: Intent, npc: Person, roll: Roll | None) -> None:
    state, target = book.state, intent.target
    failed = roll is not None and roll.band not in WORKED
    band, rolls = (roll.band, (roll.id,)) if roll else ("", ())
    topic = intent.topic
    slots = {"about": intent.about} if intent.about else {}
    secret = _secret_asked(book, intent)
    if secret and state.secret(secret) == "revealed" and target in state.pack.secrets[secret].says:
        book.add("answer", target=target, text=state.pack.secrets[secret].says[target], slots={"flags": "secret"})
        return
    if any(change.key == secret for change in book.changes("secret")):
        return
    if secret and (target in state.pack.secrets[secret].known_by or secret in npc.knows) and (failed or roll is None):
        kind = "lie" if failed and npc.wants and book.draws.one_in(2) else "refusal"
        book.add(kind, target=target, topic=topic if topic not in state.pack.secrets else "", band=band, rolls=rolls, slots=slots)
        return
    if failed:
        book.add("refusal", target=target, topic=_sayable(book, topic), band=band, rolls=rolls, slots=slots)
        return
    found = known_to(book, target, topic, intent.about)
    if found:
        book.add("answer", target=target, topic=_sayable(book, topic), elements=(found,), band=band, rolls=rolls, slots=slots)
        book.change("used", f"told:{found}", book.turn, cause="said")
    else:
        book.add("ignorance", target=target, topic=_sayable(book, topic), band=band, rolls=rolls, slots=slots)


def _sayable(book: Notebook, topic: str) -> str:
    return "" if topic in book.state.pack.secrets else topic


def _secret_asked(book: Notebook, intent: Intent) -> str:
    secrets = book.state.pack.secrets
    if intent.topic in secrets:
        return intent.topic
    return next((id for id in secrets if intent.topic and intent.topic in secrets[id].about and intent.target in secrets[id].known_by), "")


def known_to(book: Notebook, npc: str, topic: str, about: str) -> str:
    """The element that answers best: ``lore:ID`` or ``rumour:ID``, what was not told before first; or nothing.

    Only what the table may know is given away so, and nobody lectures on themselves.
    """
    state = book.state
    asked = frozenset(words(about)) - SMALL
    best: tuple[int, int, str] | None = None
    for id, entry in state.pack.lore.items():
        if entry.visibility != "table" or npc in entry.about:
            continue
        keys = {word for key in (*entry.keys, *entry.keys_all) for word in words(key)}
        fit = 6 * (topic in entry.about and topic != "") + 2 * len(asked & keys) + len(asked & frozenset(words(entry.text)) - SMALL)
        if fit >= 3:
            told = int(state.used.get(f"told:lore:{id}", 0))
            if told and book.turn - told < 25:
                continue
            best = max(best or (0, 0, ""), (fit - 3 * bool(told), -told, f"lore:{id}"))
    for id, rumour in state.pack.rumours.items():
        fit = 4 * (topic in rumour.about and topic != "") + len(asked & frozenset(words(rumour.text)))
        if fit >= 3 and not state.rumours.get(id, 0) and npc not in rumour.about:
            best = max(best or (0, 0, ""), (fit, 0, f"rumour:{id}"))
    if best is None or not best[2]:
        return ""
    if best[2].startswith("rumour:"):
        book.change("rumour", best[2].partition(":")[2], 1, 0, cause="asked")
    return best[2]


def words(text: str) -> list[str]:
    """The words of a text, small."""
    return re.findall(r"[a-z]+", text.lower())


def trait_to_tell(book: Notebook, id: str) -> Statement | None:
    """A trait of somebody that the table has not been told yet."""
    npc = book.state.pack.npcs[id]
    for relation in sorted(npc.traits):
        if not book.state.traits.get(f"{id}/{relation}", 0):
            return Statement(subject=id, relation=relation, value=trait_value(book, id, relation, npc.traits[relation]))
    return None


def trait_value(book: Notebook, id: str, relation: str, written: str) -> Value:
    """A trait's value as the lore holds it, else as the pack writes it."""
    held = [fact for fact in book.state.lore.topic(id, relation) if fact.status == "open"]
    return held[0].value if held else Value(kind="enum", text=written)
