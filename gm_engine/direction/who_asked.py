"""Short questions to the table: who somebody is, who knows one, who has the say, who is where, how long is left, what a sum is worth."""

from gm_engine.direction.act_sorts import singular
from gm_engine.direction.answer_pieces import stems_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import TO_COME, Question, lemma
from gm_engine.direction.turned import parted, verb_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.hearsay import law_of
from gm_engine.story.counting import in_words
from gm_engine.story.listing import listed
from gm_engine.wordnet import is_a, synonyms

OWNERS = {"his": "he", "him": "he", "he": "he", "her": "she", "she": "she", "their": "they", "they": "they", "its": "it"}
SEX = {"he": "man", "she": "woman"}
RULING = frozenset(("run", "rule", "own", "lead", "govern", "command", "head", "control", "manage", "boss"))
"""What those do who have the say."""
IN_CHARGE = frozenset(("charge", "boss", "chief", "leader", "owner", "ruler", "mayor", "captain"))
KNOWING = frozenset(("know", "recognize", "recognise", "remember", "meet"))
MUCH = frozenset(("lot", "much", "enough", "rich", "fortune", "plenty", "little"))
LOOKED_BACK = 6
"""So many turns are looked through for a beast that was spoken of."""
MOST_NAMED = 4


def name_asked(book: Notebook, question: Question) -> str:
    """What somebody is called who was met, where that is asked: *what's her name?*; that it is not known, of anybody else."""
    tokens = tokens_of(question.words)
    called = "name" in tokens or "called" in tokens
    owner = next((OWNERS[token] for token in tokens if token in OWNERS), "")
    if not called or not owner or question.topic in book.state.pack.items:
        return ""
    around = [id for id in book.present() if owner in ("they", book.state.pack.npcs[id].pronouns)]
    if around:
        who = question.topic if question.topic in around else around[0]
        person = book.state.pack.npcs[who]
        return f"{person.name}{f', {person.role}' if person.role else ''}."
    if beast := _beast(book):
        return f"Nobody has told you what the {beast} is called."
    here = [book.name(id) for id in book.present()]
    is_ = "are" if len(here) > 1 else "is"
    whom = f"There is no {SEX[owner]} here." if owner in SEX else "There is nobody here of whom you could mean that."
    return f"{whom} {listed(here)} {is_} here." if here else whom


def _beast(book: Notebook) -> str:
    """The beast of which the last turns spoke; empty for none."""
    for turn in reversed(book.state.recent_turns(LOOKED_BACK)):
        if turn.number < book.turn:
            for token in reversed(tokens_of(turn.said)):
                if is_a(singular(token), "animal"):
                    return singular(token)
    return ""


def known_here(book: Notebook, question: Question) -> str:
    """Whether those here know the player's character: by having met, or by what joins them."""
    parts = parted(question.words)
    if parts is None or parts.sought or lemma(verb_of(parts)) not in KNOWING or [word.lower() for word in parts.subject] == ["it"]:
        return ""
    if not {"me", "us"} & {word.lower() for word in parts.rest} or {"i", "we"} & {word.lower() for word in parts.subject}:
        return ""
    asked = [question.topic] if question.topic in book.present() else list(book.present())
    knowing = [id for id in asked if book.state.met.get(id, 0) or _joined(book, id)]
    strange = [id for id in asked if id not in knowing]
    if not asked:
        return "There is nobody here who could."
    said = [f"{listed([book.name(id) for id in knowing])} {'know' if len(knowing) > 1 else 'knows'} you."] if knowing else []
    said += [f"{listed([book.name(id) for id in strange])} {'have' if len(strange) > 1 else 'has'} never met you."] if strange else []
    return " ".join(said)


def _joined(book: Notebook, id: str) -> bool:
    """True for somebody whom something on the pages joins to the player's character."""
    state = book.state
    facts = (*state.lore.facts(id), *state.lore.facts(state.pc))
    tied = any({fact.subject, fact.value.entity} == {id, state.pc} for fact in facts)
    lore = any({id, state.pc} <= set(entry.about) for entry in state.pack.lore.values())
    return tied or lore


def in_charge(book: Notebook, question: Question) -> str:
    """Who has the say in a place, where that is asked: *who runs this town?*; its law, its courts, those who keep its houses."""
    parts = parted(question.words)
    if question.kind != "who" or parts is None:
        return ""
    words = [word.lower() for word in (*parts.subject, *parts.rest)]
    verb = lemma(verb_of(parts)) or next((lemma(word) for word in words[:1]), "")
    leads = verb in RULING or bool(IN_CHARGE & set(words))
    state = book.state
    here = state.pack.locations.get(book.at)
    place = question.topic if question.topic in state.pack.locations else ""
    pointed = bool({"here", "this", "place", "town", "house", "outfit", "show"} & set(words)) or not words[1:]
    if not leads or not (place or pointed) or any(unit.id and unit.id not in state.pack.locations for unit in question.units):
        return ""
    place = place or (here.within if here and here.within and {"town", "city", "village", "ship", "station"} & set(words) else book.at)
    inside = {id for id, one in state.pack.locations.items() if place in (id, one.within)}
    keeps = [id for id, one in state.pack.npcs.items() if one.visibility == "table" and one.role and state.alive(id) and one.at in inside]
    law = law_of(state.pack)
    ranks = [word for kind in (law.officers, law.courts) for word in kind]

    def rank(id: str) -> tuple[bool, bool, bool, str]:
        role = tokens_of(state.pack.npcs[id].role)
        over = any(IN_CHARGE & {word, *synonyms(word, "n")} for word in role)
        return (not over, not any(word in role for word in ranks), state.pack.npcs[id].at != book.at, id)

    named = [f"{book.name(id)}, {state.pack.npcs[id].role}" for id in sorted(keeps, key=rank)[:MOST_NAMED]]
    if not named:
        return ""
    return f"{named[0]}." if len(inside) == 1 else f"Nobody says that they do. Ask about {'; '.join(named)}."


def those_at(book: Notebook, question: Question) -> list[str]:
    """Who is mostly to be found at a place where one is not, where that is asked: *who is in the jail?*"""
    state, place = book.state, place_asked_of(book, question)
    return [
        id for id, one in state.pack.npcs.items()
        if place and one.visibility == "table" and state.alive(id) and id not in book.around() and state.usually(id) == place
    ]  # fmt: skip


def place_asked_of(book: Notebook, question: Question) -> str:
    """The place elsewhere of which it is asked who is there; empty for any other question."""
    parts = parted(question.words)
    place = question.topic if question.topic in book.state.pack.locations else ""
    only_asked = question.kind == "who" and parts is not None and [*parts.helps.split(), *parts.rest][:1] in (["is"], ["are"])
    return place if only_asked and place != book.at and all(unit.id == place for unit in question.units) else ""


def found_at(book: Notebook, question: Question) -> str:
    """Who is mostly to be found at a place, as the table says it."""
    place = place_asked_of(book, question)
    if not place:
        return ""
    roles = {id: book.state.pack.npcs[id].role for id in those_at(book, question)[:MOST_NAMED]}
    said = [f"{book.name(id)}, {role}" if role else book.name(id) for id, role in roles.items()]
    name = book.name(place)
    return f"Mostly to be found at {name}: {'; '.join(said)}." if said else f"Nobody whom you know of is mostly at {name}."


def time_left(book: Notebook, question: Question) -> str:
    """How far the clocks that the table sees have run, where it is asked how long something still takes to come."""
    state, tokens = book.state, tokens_of(question.words)
    asked = question.kind == "when" and (TO_COME & set(tokens) or {"left", "deadline"} & set(tokens))
    seen = {id: clock for id, clock in state.pack.clocks.items() if clock.visibility == "table"} if asked else {}
    if not seen:
        return ""
    stems = {one for unit in question.units for one in unit.stems}
    meant = {id: clock for id, clock in seen.items() if stems & stems_of(f"{clock.name} {clock.full}")} or (
        seen if "deadline" in tokens or not stems else {}
    )
    said = []
    for id, clock in meant.items():
        daily = f", and goes on by {in_words(clock.advance.each_day)} a day" if clock.advance.each_day else ""
        filled = in_words(state.clock(id)) if state.clock(id) else "none"
        said.append(f"{clock.name}: {filled} of {in_words(clock.size)}{daily}.")
    return " ".join([f"It is {state.say_time()}.", *said]) if said else ""


def worth_asked(book: Notebook, question: Question) -> str:
    """What money buys here, where it is asked whether a sum is much."""
    tokens = set(tokens_of(question.words))
    money = {"money", "cash", "lot", "rich", "fortune", "worth"} & tokens
    if question.kind != "yes_no" or not MUCH & tokens or not money or question.topic:
        return ""
    rules, currency = rulebook_of(book.state.pack), book.state.pack.currency
    served = [(name, one.price) for name, one in rules.services.items() if one.price][:2]
    dearest = max(rules.prices.items(), key=lambda row: (row[1], row[0]), default=("", 0))
    shown = [*served, *([dearest] if dearest[1] else [])]
    if not shown:
        return ""
    purse = book.state.purse(book.state.pc)
    sums = listed([f"a {name.replace('_', ' ')} is {currency.figure(price)}" for name, price in shown])
    return f"To measure {currency.figure(purse)} by: {sums}." if purse else f"{sums[:1].upper()}{sums[1:]}."
