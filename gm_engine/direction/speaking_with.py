"""Talk: what an NPC answers, will not answer, does not know, or says instead."""

import re

from gm_engine.direction.answers import Telling, answer
from gm_engine.direction.asked_for import tell_request
from gm_engine.direction.brought_on import brought_on
from gm_engine.direction.lies import falsehood, names_in
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import asked_words, follow_up
from gm_engine.direction.replies import TAKEN_UP, reply
from gm_engine.direction.word_brought import tell_word_brought
from gm_engine.rules.secrets_used import PRINTED, SOLD, TOLD
from gm_engine.story.claim import Statement, Value
from gm_engine.story.event import ConsequenceDue
from gm_engine.story.intent import Intent
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.pack import Person
from gm_engine.story.roll import Band, Roll

WORKED = ("triumph", "success", "cost")
OWN_LINE_RESTS = 40
"""Turns after which somebody may say a line of their own again."""
GREETING = re.compile(r"\b(good (day|morning|evening|afternoon)|hello|howdy|greetings)\b")
ASKING = ("ask", "persuade")
SMALL = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "on",
        "for",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "who",
        "what",
        "where",
        "when",
        "why",
        "how",
        "about",
        "do",
        "does",
        "did",
        "you",
        "your",
        "know",
        "tell",
        "me",
        "i",
        "my",
        "it",
        "that",
    ]
)

UNTELLING_WORDS = """
ever have been anything something nothing there here they this with from were will after before since anybody anyone somebody someone nobody
everybody everyone asked asks asking ask told tells tell telling says said saying heard hear hears come came comes coming goes going gone
went want wants wanted think thinks thought like likes liked look looks looking looked know knows knew known much many more most some when
then than these those them their would could should might must again always never back being does down into just last make makes made
myself next only other others over really same still such sure take takes took that where which while whom whose away also because
cannot each even every give gives gave good great keep keeps kept less little long mean means need needs once other people perhaps please
quite right seem seems show talk talked talking thing things time times today under until upon very want what whatever your yours
"""
UNTELLING = frozenset(UNTELLING_WORDS.split())
"""Words that fit any question, and so tell nothing of what it is about."""


def speak_with(book: Notebook, intent: Intent, roll: Roll | None) -> None:
    """Beats for one thing said to somebody."""
    target = intent.target
    npc = book.state.pack.npcs.get(target)
    band = roll.band if roll else ""
    rolls = (roll.id,) if roll else ()
    if npc is None or target not in book.around():
        book.add("action", slots={"verb": "talk", "about": intent.about})
        return
    if book.state.condition(target) != "alive":
        book.add("action", target=target, slots={"telling": "unheard"})
        return
    tell_word_brought(book, target)
    if used := _used_of(book, target):
        tell_use(book, intent, used)
    elif intent.verb == "persuade" and roll and _worked_on(intent, book):
        slots = {"skill": roll.skill, "telling": "persuade"}
        paid = next((change for change in book.changes("money") if change.cause == f"offered:{target}"), None)
        if paid:
            slots["price"] = sum_in_words(book.state.pack.currency.say(abs(int(paid.new or 0) - int(paid.old or 0))))
        book.add("check", target=target, band=band, rolls=rolls, slots=slots)
        if paid and intent.topic:
            answer(book, intent, Telling())
    elif intent.verb == "ask" and tell_request(book, intent):
        return
    elif manner_of(intent) == "thanks":
        book.add("reaction", target=target, slots={"verb": "thanks", "flags": "heard"})
    elif intent.verb == "greet" and intent.manner == "farewell":
        reply(book, intent, "farewell")
    elif intent.verb == "greet" or (
        intent.verb == "tell" and not intent.manner and GREETING.search(f"{intent.words} {intent.about}".lower())
    ):
        new = any(change.key == target for change in book.changes("met")) or not book.state.met.get(target, 0)
        shown = brought_on(book.state, target) and f"greeted:{target}" not in book.state.used
        if shown:
            book.change("used", f"greeted:{target}", book.turn, cause="said")
        book.add("greet", target=target, slots={} if new or shown else {"flags": "known"})
        speak_own(book, target, npc)
    elif intent.verb in ASKING or (intent.verb == "tell" and follow_up(asked_words(intent.about))):
        _asked(book, intent, npc, roll)
    elif intent.verb in ("promise", "keep", "borrow", "repay"):
        slots = {"verb": intent.verb, "about": intent.about}
        paid = next((change for change in book.changes("money") if change.key == book.state.pc), None)
        if paid:
            slots["price"] = sum_in_words(book.state.pack.currency.say(abs(int(paid.new or 0) - int(paid.old or 0))))
        left = next((one.consequence.amount for one in book.happened if intent.verb == "repay" and isinstance(one, ConsequenceDue)), 0)
        if left:
            slots["left"] = sum_in_words(book.state.pack.currency.say(left))
        book.add("promise", target=target, band=band, rolls=rolls, slots=slots)
    elif (
        intent.verb == "tell"
        and (roll is None or intent.manner == "lie")
        and manner_of(intent) in TAKEN_UP
        and reply(book, intent, manner_of(intent), roll)
    ):
        return
    else:
        failed = bool(roll) and band not in WORKED
        slots = {"verb": manner_of(intent), "flags": "failed" if failed else "heard"}
        book.add("reaction", target=target, topic=intent.topic, band=band, rolls=rolls, slots=slots)


def _worked_on(intent: Intent, book: Notebook) -> bool:
    """True where somebody is talked round, or paid, and not asked of something."""
    return bool(intent.amount) or not intent.topic or intent.topic in book.state.pack.items or bool(HAGGLING.search(intent.words))


def _used_of(book: Notebook, target: str) -> str:
    """What this turn did with a secret that is out before somebody: told, printed; empty for nothing."""
    causes = (change.cause.split(":") for change in book.changes("flag"))
    return next((cause[0] for cause in causes if cause[0] in (TOLD, PRINTED, SOLD) and cause[1] == target), "")


def tell_use(book: Notebook, intent: Intent, used: str) -> None:
    """How somebody takes a secret that is told, sold or given to be printed: in their own words where the author wrote them."""
    target, secret = intent.target, book.state.pack.secrets[intent.topic]
    concerned = bool({target, *book.state.factions_of(target)} & set(secret.about))
    book.add("reaction", target=target, slots={"telling": used.replace("-", "_"), "flags": "concerned" if concerned else "aside"})
    if target in secret.says and used == TOLD:
        book.add("answer", target=target, text=secret.says[target], slots={"flags": "secret"})


HAGGLING = re.compile(r"\b(haggl\w+|bargain\w*|negotiat\w+|brib\w+|flirt\w*|flatter\w*|beg|begs|begged|plead\w*|offer\w*)\b", re.I)
"""What is worked on somebody rather than asked of them, whatever it is about."""
MANNERS = (
    ("joke", re.compile(r"\b(jokes?|joking|funny story|riddle|pun|limerick)\b", re.I)),
    ("sorry", re.compile(r"\b(sorry|apologi[sz]e[sd]?|apology|apologies|forgive me|beg (your|his|her) pardon)\b", re.I)),
    ("thanks", re.compile(r"\b(thanks?|thank you|obliged|grateful)\b", re.I)),
    ("accuse", re.compile(r"\b(you|he|she|they)('re| are| is|'s) (a )?(liar|lying)\b|\bthat('s| is) a lie\b|\bdon't believe you\b", re.I)),
)
"""What is said rather than how: a joke wants another answer than a warning does."""


TOLD_MANNERS = ("thanks", "sorry", *(manner for manner in TAKEN_UP if manner != "tell"))


def manner_of(intent: Intent) -> str:
    """What sort of thing is said.

    >>> manner_of(Intent(verb="tell", words="I tell him a joke about a mule", target="ben")), manner_of(Intent(verb="threaten"))
    ('joke', 'threaten')
    """
    if intent.manner in TOLD_MANNERS:
        return intent.manner
    said = intent.words.replace("’", "'")
    manner = next((manner for manner, words in MANNERS if words.search(said)), "")
    if intent.verb == "greet":
        return "thanks" if manner == "thanks" else "greet"
    return (manner or "tell") if intent.verb == "tell" else intent.verb


def speak_own(book: Notebook, id: str, npc: Person) -> None:
    """One of an NPC's own lines, the one that was said longest ago or never."""
    lines = [(int(book.state.used.get(f"says:{id}:{n}", 0)), n) for n in range(len(npc.says))]
    free = sorted(line for line in lines if line[0] == 0 or book.turn - line[0] > OWN_LINE_RESTS)
    if free:
        _, n = free[0]
        book.add("answer", target=id, text=npc.says[n], slots={"flags": "own"})
        book.change("used", f"says:{id}:{n}", book.turn, cause="said")


def _asked(book: Notebook, intent: Intent, npc: Person, roll: Roll | None) -> None:
    state, target = book.state, intent.target
    failed = roll is not None and roll.band not in WORKED
    band: Band = roll.band if roll else ""
    rolls = (roll.id,) if roll else ()
    topic = intent.topic
    slots = {"about": intent.about} if intent.about else {}
    secret = _secret_asked(book, intent)
    just_out = any(change.key == secret for change in book.changes("secret"))
    if secret and not just_out and state.secret(secret) == "revealed" and target in state.pack.secrets[secret].says:
        book.add("answer", target=target, text=state.pack.secrets[secret].says[target], slots={"flags": "secret"})
        return
    if just_out:
        return
    if secret and (target in state.pack.secrets[secret].known_by or secret in npc.knows) and (failed or roll is None):
        if failed and npc.wants and book.draws.one_in(2):
            lie = falsehood(book.state, target, topic, book.draws) if book.draws.one_in(2) else None
            lie = lie or denial(book, target, topic)
            book.add("lie", target=target, statement=lie, band=band, rolls=rolls, slots=slots | names_in(lie, book.state))
        else:
            book.add("refusal", target=target, topic=_sayable(book, topic), band=band, rolls=rolls, slots=slots)
        return
    if failed:
        book.add("refusal", target=target, topic=_sayable(book, topic), band=band, rolls=rolls, slots=slots)
        return
    if QUESTION_OF_WHEREABOUTS & set(words(f"{intent.words} {intent.about}")) and topic in book.around() and topic != target:
        book.add("reaction", target=target, topic=topic, slots=slots | {"telling": "right_here"})
        return
    answer(book, intent, Telling(band, rolls, intent.about))


QUESTION_OF_WHEREABOUTS = frozenset(("where",))


def denial(book: Notebook, npc: str, topic: str) -> Statement:
    """What a liar says: that they know nothing of it. The topic is named only where the table has its name."""
    sayable = _sayable(book, topic)
    about = Value(kind="text", text=book.state.name(sayable) if sayable else "the matter")
    return Statement(subject=npc, relation="knows", value=about, polarity=False)


def _sayable(book: Notebook, topic: str) -> str:
    return "" if topic in book.state.pack.secrets else topic


def _secret_asked(book: Notebook, intent: Intent) -> str:
    secrets = book.state.pack.secrets
    if intent.topic in secrets:
        return intent.topic
    return next((id for id in secrets if intent.topic and intent.topic in secrets[id].about and intent.target in secrets[id].known_by), "")


def fitness(book: Notebook, topic: str, asked: frozenset[str], about: tuple[str, ...], keys: tuple[str, ...], text: str) -> int:
    """How well a piece of lore answers: it is about the topic, or names it, or shares its key words; 0 for not at all."""
    if topic and topic in about:
        return 8
    named = {word for key in keys for word in words(key)}
    if topic:
        name = book.state.name(topic).lower().removeprefix("the ")
        return 4 if name in text.lower() else 0
    shared = len(asked & named) * 2 + len(asked & (frozenset(words(text)) - SMALL))
    return shared if shared >= 2 else 0


def words(text: str) -> list[str]:
    """The words and figures of a text, small, without what marks an owner."""
    return re.findall(r"[a-z]+|\d+", re.sub(r"['’]s\b", "", text.lower()))


def trait_value(book: Notebook, id: str, relation: str, written: str) -> Value:
    """A trait's value as the lore holds it, else as the pack writes it."""
    held = [fact for fact in book.state.lore.topic(id, relation) if fact.status == "open"]
    return held[0].value if held else Value(kind="enum", text=written)
