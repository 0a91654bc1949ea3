"""What the GM answers to the player: about what is there, about their own character, about the rules. Nobody in the story is asked."""

import re
from collections.abc import Callable

from gm_engine.direction import recalled, who_asked
from gm_engine.direction.act_sorts import sorts_of
from gm_engine.direction.answer_pieces import (
    ASKED_SO,
    AT_ONCE,
    SURE,
    Fit,
    Piece,
    in_parts,
    likeness,
    pieces_of,
    ranked,
    talk_of_text,
)
from gm_engine.direction.answers import Telling, tell_piece
from gm_engine.direction.asides import known_ways
from gm_engine.direction.belongings import in_hand
from gm_engine.direction.chances import decide_yes_or_no
from gm_engine.direction.details import either_or
from gm_engine.direction.facts import Found, fact_for
from gm_engine.direction.free_acts import fitting_skill
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import EMPTY, Question, lemma, question_of
from gm_engine.direction.player_verbs import lexicon
from gm_engine.direction.provisions import to_eat
from gm_engine.direction.recalled import MINE
from gm_engine.direction.rule_answers import page_for, rolled_for
from gm_engine.direction.stakes import SKILL_OF
from gm_engine.direction.turned import matter_of, parted, verb_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.rules.ruling import chance, training
from gm_engine.stemming import stem
from gm_engine.story.intent import Intent
from gm_engine.story.listing import listed
from gm_engine.story.sentences import runs_of_sentences
from gm_engine.story.text_fields import unlisted
from gm_engine.wordnet import verb_classes

ASSURED, GOOD, FAIR, POOR = 75, 55, 40, 25
"""What a chance in a hundred comes to in a word."""
CARRYING = frozenset(map(stem, ("carry", "have", "wear", "hold", "own", "got", "bring")))


def answer_player(book: Notebook, intent: Intent) -> None:
    """A beat that answers what the player asks of the GM, and nothing else: no time passes, no scenery is told. Of two questions in one
    breath each is answered; what was just answered is not said again.
    """
    if intent.mode == "rules" and intent.told:
        book.add("look", text=rolled_for(book, intent), slots={"telling": "plainly", "flags": "alone"} | hero(book))
        return
    pieces = questions_in(intent.about)
    one = intent.model_copy(update={"about": pieces[0]} if pieces else {})
    asked = [intent.model_copy(update={"about": piece, "manner": ""}) for piece in pieces] if pieces[1:] else [one]
    questions = [question_of(one, book.state) for one in asked]
    if len(questions) == 1 and intent.mode != "rules" and (shown := _shown_to_answer(book, questions[0])):
        tell_piece(book, *shown, questions[0], Telling())
        return
    answers = [_answered(book, one, question) for one, question in zip(asked, questions, strict=True)]
    said = {beat.text for beat in book.beats if beat.kind == "look"}
    if any(answers):
        if new := [answer for answer in dict.fromkeys(answers) if answer and answer not in said]:
            book.add("look", text=" ".join(new), slots={"telling": "plainly", "flags": "alone"} | hero(book))
        return
    question = questions[0]
    matter = matter_of(question.words)
    named = book.name(question.topic) if question.topic else ""
    if said and not matter and not named:
        return
    slots = {"matter": matter} if matter else {"named": named} if named else {}
    book.add("look", slots={"telling": f"untold_{intent.mode}", "flags": "alone"} | slots)


AND_ASKED = re.compile(
    r"(?:,?\s+and|[.?!;])\s+(?=(?:who|what|which|where|when|why|how|is|are|was|were|do|does|did|can|could|will|would|may|has|have)\b)", re.I
)


ALSO = re.compile(r"^(?:(?:and|so|but|or|oh|well|sorry|also)\b[\s,]*)+(?=\w)", re.I)


def questions_in(about: str) -> tuple[str, ...]:
    """The questions that were put in one breath.

    >>> questions_in("Who am I supposed to be, exactly, and do these people know me?")
    ('Who am I supposed to be, exactly', 'do these people know me?')
    """
    return tuple(ALSO.sub("", piece.strip(" ,")) for piece in AND_ASKED.split(about) if piece.strip(" ,"))


def _answered(book: Notebook, intent: Intent, question: Question) -> str:
    """What is said to one question: by what it is about first, then by what the other pages have."""
    if intent.mode == "rules":
        return _of_the_rules(book, question)
    parts = parted(question.words)
    mine = parts is not None and bool({word.lower() for word in parts.subject} & MINE)
    order: tuple[Callable[[Notebook, Question], str], ...] = (_of_the_world,)
    if intent.mode == "self":
        order = (_of_the_character,) if mine or parts is None else (_of_the_character, _of_the_world)
    elif mine and not question.topic:
        order = (_of_the_character, _of_the_world) if question.kind == "who" else (_of_the_world, _of_the_character)
    return next(filter(None, (answer(book, question) for answer in order)), "")


def _shown_to_answer(book: Notebook, question: Question) -> tuple[str, Piece] | None:
    """Whoever is here and is shown by their card, or its book, to answer just that, with the answer."""
    pieces = ((id, piece) for id in book.present() for piece in pieces_of(book.state, id) if piece.asked)
    return next(((id, piece) for id, piece in pieces if question.units and likeness(piece, question) >= ASKED_SO), None)


UNREAL = frozenset(("real", "true", "historical", "fictional", "invented", "actual"))


def made_up(book: Notebook, question: Question) -> str:
    """That the story is one, where it is asked whether this place or these people are real."""
    parts = parted(question.words)
    if question.kind != "yes_no" or parts is None or question.topic in book.state.pack.npcs or parts.helps not in ("is", "are", "was"):
        return ""
    shown = [word.lower() for word in parts.subject[:1]]
    of_all = shown in (["this"], ["these"], ["it"], ["they"]) and not any(unit.act for unit in question.units)
    if not of_all or not UNREAL & {word.lower() for word in parts.rest}:
        return ""
    here = book.name(book.at)
    return f"No. {here[:1].upper()}{here[1:]} and everybody in it are made up, and so is what happens."


def _of_the_world(book: Notebook, question: Question) -> str:
    """What can be seen, is written, or falls by the dice."""
    if said := next(filter(None, (ask(book, question) for ask in BY_THE_TABLE)), ""):
        return said
    if not question.units:
        return _what_is_here(book) if question.kind in ("what", "who", "where", "how", "") else ""
    if question.topic in book.state.pack.npcs and all(unit.id == question.topic for unit in question.units) and question.kind in NAMED_ONLY:
        return _of_somebody(book, question)
    if (found := fact_for(book, question, "")) and (said := in_a_sentence(book, found)):
        return said
    fits = [fit for fit in ranked(question, (*pieces_of(book.state, ""), *seen_here(book)), book.state) if fit.piece.sort != "rumour"]
    if fits and (question.kind != "yes_no" or fits[0].by >= SURE):
        return _written(fits)
    if picked := either_or(book, question):
        return picked
    if question.kind == "yes_no" and (said_so := decide_yes_or_no(book, question)):
        return said_so.text
    return ""


BY_THE_TABLE = (
    made_up, to_eat, who_asked.name_asked, who_asked.known_here, who_asked.in_charge, who_asked.found_at, who_asked.time_left,
    who_asked.worth_asked, recalled.hour_asked,
    recalled.who_that_is, recalled.spoken_of_lately, recalled.regard_asked, recalled.purse_asked, recalled.how_good, recalled.counsel,
)  # fmt: skip
NAMED_ONLY = ("", "who", "what", "same", "opinion")
"""Questions of these kinds that name somebody and nothing else ask for what is known of them."""


def _of_somebody(book: Notebook, question: Question) -> str:
    """Who somebody is and where, and what is best known of them: of whoever came by a card, what that says, before any lore of others."""
    known = [piece for piece in pieces_of(book.state, "") if question.topic in piece.about and (piece.sort == "lore" or piece.of_a_card)]
    best = max(known, key=lambda piece: (piece.of_a_card, piece.importance), default=None)
    told = runs_of_sentences(best.text, AT_ONCE)[:1] if best else ()
    return " ".join(filter(None, (recalled.who_it_is(book, question.topic), *told)))


def _written(fits: list[Fit]) -> str:
    """What is written of it: the best, with another of the same page behind it where one fits as well."""
    best = fits[0].piece
    beside = (fit.piece for fit in fits[1:2] if fits[0].by - fit.by < 0.05 and fit.piece.whole != best.whole)
    short = (piece.text for piece in beside if len(f"{best.text} {piece.text}".split()) <= AT_ONCE)
    return " ".join(dict.fromkeys((best.text, *short)))


def hero(book: Notebook) -> dict[str, str]:
    """What the player's character is called in the files of a world that was brought in: they are told of as *you*."""
    return {"hero": book.name_of_hero} if book.name_of_hero else {}


def seen_here(book: Notebook) -> tuple[Piece, ...]:
    """What anybody sees who stands here: the place, the things that lie about, the people."""
    state = book.state
    found: list[Piece] = []
    place = state.pack.locations.get(state.here)
    if place and place.description:
        found.append(Piece(f"seen:{state.here}", "sense", place.description, (state.here,), importance=5))
    for id, item in state.pack.items.items():
        if (state.where(id) == state.here or state.has(state.pc, id)) and (item.description or item.summary):
            found.append(Piece(f"seen:{id}", "sense", item.description or item.summary, (id,), importance=5))
    for id in book.present():
        person = state.pack.npcs[id]
        if told := talk_of_text(person.description, state.pack, state.pc).prose:
            found.append(Piece(f"seen:{id}", "sense", unlisted(told) if person.by_card else told, (id,), importance=5))
    return tuple(part for piece in found if piece.text for part in in_parts(piece))


def _what_is_here(book: Notebook) -> str:
    """The place as its page has it, who is here, and what lies about."""
    state = book.state
    place = state.pack.locations.get(state.here)
    if place is None:
        return ""
    parts = [place.description or place.summary]
    lying = [state.name(id) for id in state.pack.items if state.where(id) == state.here]
    if book.present():
        names = listed([book.name(id) for id in book.present()])
        parts.append(f"{names} {'is' if len(book.present()) == 1 else 'are'} here.")
    if lying:
        parts.append(f"There {'is' if len(lying) == 1 else 'are'} {listed(lying)}.")
    if ways := known_ways(book).get("ways"):
        parts.append(f"From here: {ways}.")
    return " ".join(part for part in parts if part)


def in_a_sentence(book: Notebook, found: Found) -> str:
    """A fact as the GM says it; empty for one that needs more words than these."""
    side = {None: "", True: "Yes. ", False: "No. "}[found.so]
    if found.statement is None:
        return f"{side}{found.text}"
    name, value = book.name(found.statement.subject), found.statement.value.text
    name = f"{name[:1].upper()}{name[1:]}"
    said = {"at": f"{name} is at {value}.", "role": f"{name} is the {value}.", "condition": f"{name} is {value}."}
    known = said.get(found.statement.relation)
    return f"{side}{known}" if known else ""


def _of_the_character(book: Notebook, question: Question) -> str:
    """What the sheet, the purse and the record say of the player's character; what they say of nothing is the player's to say."""
    state, pc = book.state, book.state.pc
    person = state.person(pc)
    said = {stem(token) for token in tokens_of(question.words)}
    if answered := next(filter(None, (ask(book, question) for ask in OF_ONESELF)), ""):
        return answered
    if said & CARRYING and all(unit.stems <= CARRYING for unit in question.units):
        held = [in_hand(state, item, count) for item, count in state.carried(pc).items()]
        purse = [state.pack.currency.figure(state.purse(pc))] if state.counts_money() else []
        return f"You have {listed([*held, *purse]) or 'nothing but your clothes'}."
    held_things = [unit.id for unit in question.units if unit.id in state.pack.items or unit.id in state.carried(pc)]
    if held_things and said & CARRYING:
        item = held_things[0]
        count = state.has(pc, item)
        return f"Yes, {in_hand(state, item, count)}." if count else f"No, you have no {state.name(item).removeprefix('the ')}."
    if question.kind == "who" and "am" in said and person:
        return f"{person.name}. {person.summary}".strip()
    skill = skill_meant(question, rulebook_of(state.pack))
    if skill and question.kind in ("yes_no", "how", "how_many", "which", ""):
        return skill_in_words(book, skill)
    if nearest := _nearest_skills(book, question):
        return nearest
    if question.kind == "who" and stem("know") in said and "am" not in said:
        met = [state.name(id) for id in state.pack.npcs if state.met.get(id, 0)]
        return f"{listed(met)} {'has' if len(met) == 1 else 'have'} met you." if met else "Nobody whom you have met yet."
    told = ((id, entry) for id, entry in state.pack.lore.items() if pc in entry.about and not entry.bids)
    mine = [Piece(f"lore:{id}", "lore", entry.text, entry.about) for id, entry in told]
    if person:
        mine += [Piece("pc:summary", "lore", person.summary, (pc,)), Piece("pc:description", "lore", person.description, (pc,))]
        mine += [Piece(f"pc:tie:{n}", "lore", story, (pc,)) for n, story in enumerate(person.stories)]
    if fits := ranked(question, [piece for piece in mine if piece.text], state):
        return _written(fits)
    if not question.kind and (fits := ranked(question, common(book), state)):
        return _written(fits)
    if found := fact_for(book, question._replace(topic=pc, of_asked=True), pc):
        return found.text
    return ""


def may_go(book: Notebook, question: Question) -> str:
    """That nothing stands in the way, where it is asked whether one may go somewhere."""
    parts, words = parted(question.words), lexicon(rulebook_of(book.state.pack))
    asked = parts is not None and not parts.sought and parts.helps in ("can", "may", "could") and parts.subject[0].lower() in ("i", "we")
    return FREELY if parts and asked and words.get(lemma(verb_of(parts)), ("", ""))[0] == "travel" else ""


OF_ONESELF = (
    may_go, who_asked.time_left, who_asked.known_here, who_asked.worth_asked, recalled.purse_asked, recalled.best_at,
    recalled.spoken_of_lately,
    recalled.regard_asked, recalled.how_good, recalled.counsel,
)  # fmt: skip


def common(book: Notebook) -> list[Piece]:
    """What the player's character may remember: what is known, was heard, or came out."""
    heard = {f"rumour:{id}" for id, told in book.state.rumours.items() if told}
    return [piece for piece in pieces_of(book.state, "") if piece.sort in ("lore", "secret", "fact") or piece.id in heard]


def _of_the_rules(book: Notebook, question: Question) -> str:
    """Which skill an act would take, and the chance; how one may type; that nothing stands in the way of an act that needs no dice."""
    if said := may_go(book, question):
        return said
    skill = skill_meant(question, rulebook_of(book.state.pack))
    if skill:
        return skill_in_words(book, skill)
    return page_for(book, frozenset(stem(token) for token in tokens_of(question.words)))


FREELY = "Nothing stands in the way of it. Say that you do it, and it is done."


def skill_meant(question: Question, rules: Rulebook) -> str:
    """The skill that a question is about: named, called by one of its verbs, or the one that such an act takes; empty for none."""
    tokens = [token for token in tokens_of(question.words) if token[:1].isalpha() and token not in EMPTY]
    words = lexicon(rules)
    for token in tokens:
        verb, skill = words.get(token, ("", ""))
        called = token if token in rules.skills else skill if verb == "check" else SKILL_OF.get(verb, "")
        if called in rules.skills:
            return called
        for sort in sorts_of(lemma(token)):
            if found := fitting_skill(Intent(verb="free", words=lemma(token), about=lemma(token)), sort, rules):
                return found
    return ""


NEAREST = 2


def _nearest_skills(book: Notebook, question: Question) -> str:
    """The skills whose verbs are of the kind of the one that it is asked whether one knows how to do; empty for any other question."""
    tokens = tokens_of(question.words)
    if tokens[-1:] == ["?"]:
        tokens = tokens[:-1]
    at = next((n for n, token in enumerate(tokens) if token == "to" and tokens[max(0, n - 1)] == "how"), -1)
    verb = lemma(tokens[at + 1]) if 0 <= at < len(tokens) - 1 else ""
    rules = rulebook_of(book.state.pack)
    kinds = set(verb_classes(verb)) if verb else set()
    alike = {name: sum(bool(kinds & set(verb_classes(phrase.split()[0]))) / len(skill.verbs) for phrase in skill.verbs)
             for name, skill in rules.skills.items() if skill.verbs}  # fmt: skip
    best = [name for name in sorted(alike, key=lambda name: (-alike[name], name)) if alike[name]][:NEAREST]
    said = "; ".join(f"{name.replace('_', ' ')}, {chance(book.state, name)} in a hundred" for name in best)
    return f"Your sheet has no skill of that name. What comes nearest: {said}." if best else ""


def skill_in_words(book: Notebook, skill: str) -> str:
    """A skill, its chance, and what that comes to.

    The chance is what the sheet gives now: wounds count, what stands in the way of an act does not.
    """
    state, rules = book.state, rulebook_of(book.state.pack)
    at = chance(state, skill)
    worth = "sure" if at >= ASSURED else "good" if at >= GOOD else "fair" if at >= FAIR else "poor" if at >= POOR else "slim"
    entry = rules.skills.get(skill)
    learnt = "" if entry is None else ", learnt" if training(state, state.pc, skill) else ", never learnt"
    name = skill.replace("_", " ")
    return f"{name[:1].upper()}{name[1:]}: {at} in a hundred, {worth}{learnt}."
