"""Answers: what somebody who is asked says of the matter, or that they do not know it, and of what."""

from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.advice import COLD, advice_asked, way_advised, worth_knowing
from gm_engine.direction.answer_pieces import Fit, Piece, asked_who, pieces_of, ranked
from gm_engine.direction.chances import decide_yes_or_no
from gm_engine.direction.facts import Found, fact_for, who_is
from gm_engine.direction.feelings import best_regarded, between, felt_for_the_asker, grounds_asked, lean, leaning, of_feeling, regard_for
from gm_engine.direction.gossip import news_asked, of_them, talk_of, unheard
from gm_engine.direction.invented import alternatives_in, invented
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import EMPTY, Question, Unit, kind_of, lemma, question_of, questions_in, units_of
from gm_engine.direction.told_before import in_own_mouth, last_kind, last_told, last_topic, note_told, remember_topic, told_at, told_now
from gm_engine.direction.turned import ADVERBS, AUXILIARIES, WH, parted
from gm_engine.direction.unknown import NEAR_ENOUGH, nearest, pointed, sayable, slots_of_the_unknown, who_knows_better
from gm_engine.direction.who_asked import those_at
from gm_engine.direction.who_fits import in_talk, place_run, who_is_described
from gm_engine.direction.word_of_a_card import word_on
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.stemming import stem
from gm_engine.story.intent import Intent
from gm_engine.story.roll import Band

FRIENDLY = 1


class Telling(NamedTuple):
    """What goes with whatever is told for an answer: how the dice fell, and the words of the matter."""

    band: Band = ""
    rolls: tuple[str, ...] = ()
    about: str = ""

    def add(self, book: Notebook, kind: str, slots: dict[str, str], **fields: object) -> None:
        """One beat, with these."""
        about = {"about": self.about} if self.about else {}
        book.add(kind, band=self.band, rolls=self.rolls, slots=about | slots, **fields)


def answer(book: Notebook, intent: Intent, telling: Telling) -> None:
    """Beats for a question put to somebody who will answer it, or for each of several in a breath. ``telling`` goes with whatever is told
    (dice, band).
    """
    pieces = questions_in(intent.about or intent.speech or intent.words)
    for n, piece in enumerate(pieces):
        one = intent if len(pieces) == 1 else intent.model_copy(update={"about": piece, "manner": intent.manner if not n else ""})
        _answer(book, one, telling, besides=bool(n))


YOURS = frozenset(("you", "your", "yours", "yourself"))
PRONOUNS = frozenset(("he", "him", "his", "she", "her", "they", "them", "their", "it", "its"))


def _answer(book: Notebook, intent: Intent, telling: Telling, *, besides: bool) -> None:
    npc = intent.target
    leans = not besides or bool(PRONOUNS & set(tokens_of(intent.about)))
    question = question_of(intent if leans else intent.model_copy(update={"topic": ""}), book.state)
    if intent.words and all(token in (*WH, "?", "and", "but") for token in tokens_of(intent.words)):
        question = question._replace(units=(), topic="")
    if question.kind in ("same", "more") or not (question.units or question.of_asked):
        question = followed(book, question, npc)
    known = bool(question.topic) and bool(book.state.used.get(f"topic:{npc}:{question.topic}", 0))
    remember_topic(book, npc, question)
    if question.kind == "more":
        _more(book, question, npc, telling)
        return
    if any(way(book, question, npc, telling) for way in WAYS):
        return
    last = last_told(book, npc) if question.words in LEANT else None
    said = told_now(book, npc)
    fits = [fit for fit in ranked(question, pieces_of(book.state, npc), book.state) if fit.piece != last and fit.piece.id not in said]
    if fits:
        piece = (fits[0] if question.kind else first_told(book, npc, fits)).piece
        tell_piece(book, npc, piece, question, telling, besides=known and not question.kind)
        return
    if any(way(book, question, npc, telling) for way in LATER_WAYS):
        return
    unknown(book, question, npc, telling)


def _news(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    heard = unheard(book, npc) if news_asked(question) else None
    if heard:
        tell_piece(book, npc, heard, question, telling)
    return heard is not None


def _name(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Whoever is asked for their name gives it, or keeps it where they have none yet."""
    asked = {one for unit in question.units for one in unit.stems} == {stem("name")} and not question.topic
    if asked:
        named = book.state.name(npc)[:1].isupper()
        telling.add(book, "answer" if named else "refusal", {"telling": "named" if named else "nameless"}, target=npc)
    return asked


def _oneself(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Whoever is asked whether they are who or what they are called by says that they are: *are you Ortega?*, *are you the cook?*"""
    parts = parted(question.words)
    if parts is None or parts.sought or parts.helps.lower() != "are" or [word.lower() for word in parts.subject] != ["you"]:
        return False
    person = book.state.pack.npcs[npc]
    called = {unowned(token) for name in (person.name, *person.aliases) for token in tokens_of(name)}
    words = {unowned(word) for word in tokens_of(" ".join(parts.rest))} - EMPTY
    asked = bool(words) and words <= called
    if asked:
        telling.add(book, "reaction", {"telling": "that_is_me"}, target=npc)
    return asked


def _talk(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """What people say of the matter; where they say nothing, what whoever is asked thinks of it; else that there is no talk."""
    if question.kind != "talk":
        return False
    if piece := talk_of(book, question, npc):
        tell_piece(book, npc, piece, question, telling, so="yes" if kind_of(telling.about) == "yes_no" else "")
    elif question.topic == npc or not opine(book, question, npc, telling):
        of_you = question.topic == book.state.pc
        matter = {"matter": sayable(book, question.topic)} if question.topic not in ("", npc) and not of_you else {}
        telling.add(book, "ignorance", {"telling": "no_talk"} | matter | _flags("of_you" if of_you else ""), target=npc)
    return True


def _fact(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    found = fact_for(book, question, npc) or _of_themselves(book, question, npc)
    if found is not None:
        _tell_fact(book, question, npc, found, telling)
    return found is not None


def _themselves(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    of_them = all(unit.id == npc for unit in question.units)
    asked = question.of_asked and of_them and question.kind in ("", "who", "what") and not felt_for_the_asker(question)
    piece = _about_themselves(book, npc, question) if asked and not advice_asked(question) else None
    if piece:
        tell_piece(book, npc, piece, question, telling)
    return piece is not None


def _advice(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Whoever is asked what is best done says what they would do, of somebody whether they are to be trusted, else what to bear in mind."""
    if not advice_asked(question):
        return False
    state, attitude = book.state, book.state.attitude(npc)
    if attitude <= COLD:
        telling.add(book, "reaction", {"telling": "advice_cold"}, target=npc)
    elif question.topic in state.pack.npcs and question.topic != npc:
        regard = regard_for(book, npc, question.topic)
        telling.add(book, "reaction", {"telling": "advice_about", "flags": lean(regard)}, target=npc, topic=question.topic)
    elif question.kind == "who":
        plain = question._replace(units=tuple(unit for unit in question.units if not unit.act))
        other = who_knows_better(book, plain, npc) if plain.units else best_regarded(book, npc)
        if not other:
            return False
        telling.add(book, "reaction", {"telling": "advice_who"} | pointed(book, question, other), target=npc)
    elif way := way_advised(book, npc):
        telling.add(book, "reaction", {"telling": "advice_way", "way": way}, target=npc)
    elif piece := worth_knowing(book, npc):
        tell_piece(book, npc, piece, question, telling, how="advice")
    else:
        telling.add(book, "reaction", {"telling": "advice_none"}, target=npc)
    return True


def _feeling(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """What somebody feels for whoever asks: what is between the two, where that is known, else how they are disposed."""
    asked = felt_for_the_asker(question)
    if not asked:
        return False
    if asked == "known" and not book.state.met.get(npc, 0) and not book.state.attitude(npc) and not between(book, npc):
        telling.add(book, "reaction", {"telling": "not_known"}, target=npc)
    elif asked != "felt" and (piece := between(book, npc)):
        tell_piece(book, npc, piece, question, telling)
    else:
        telling.add(book, "reaction", {"telling": f"{asked}_of_you", "flags": leaning(book, npc)}, target=npc)
    return True


def _card(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """What the text says that they came with, where they are asked whether something of theirs is so."""
    word = word_on(book, question, npc)
    if word:
        tell_piece(book, npc, word.piece, question, telling, so="yes" if word.so else "")
    return word is not None


def _grounds(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    grounds = grounds_asked(book, question, npc)
    if grounds:
        telling.add(book, "reaction", {"telling": "grounds", "flags": grounds}, target=npc)
    return bool(grounds)


def _others(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Whom to ask instead, where that is asked: *who else would know?*"""
    parts = parted(question.words)
    if question.kind != "who" or parts is None or parts.subject:
        return False
    verbs = (lemma(word.lower()) for word in parts.rest if word.lower() not in (*AUXILIARIES, *ADVERBS))
    verb = next((verb for verb in verbs if wordnet.verb_class(verb)), "")
    if "cognition" not in wordnet.verb_classes(verb)[:1]:
        return False
    meant = question if question.units else followed(book, question, npc)
    if not (other := who_knows_better(book, meant._replace(units=tuple(unit for unit in meant.units if not unit.act)), npc)):
        return False
    telling.add(book, "reaction", {"telling": "advice_who"} | pointed(book, question, other), target=npc)
    return True


def _opinion(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    return (question.kind == "opinion" or of_feeling(question)) and opine(book, question, npc, telling)


def _runs(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Who has the say in a place."""
    found = who_is_described(book, question) if place_run(book, question) else []
    return _tell_those(book, question, npc, found, telling)


def _found_there(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Who is to be found at a place."""
    return _tell_those(book, question, npc, [id for id in those_at(book, question) if id != npc], telling)


def _described(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """Who answers to what is asked for."""
    return _tell_those(book, question, npc, who_is_described(book, question), telling)


def _tell_those(book: Notebook, question: Question, npc: str, found: list[str], telling: Telling) -> bool:
    if not found:
        return False
    if found == [npc]:
        telling.add(book, "reaction", {"telling": "that_is_me"}, target=npc)
        return True
    said = " ".join(f"{in_talk(book, id)}." for id in found if id != npc)
    _tell_fact(book, question, npc, Found(text=f"{said[:1].upper()}{said[1:]}"), telling)
    return True


def _who_is_named(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    found = who_is(book, question.topic) if not question.kind and question.topic else None
    if found:
        _tell_fact(book, question, npc, found, telling)
    return found is not None


def _by_chance(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    said = decide_yes_or_no(book, question, npc) if question.kind == "yes_no" and not alternatives_in(question.words) else None
    said = said or invented(book, question, npc)
    if said:
        telling.add(book, "answer", _flags("again" if said.again else "own"), target=npc, text=said.text)
    return said is not None


WAYS = (_talk, _news, _name, _oneself, _runs, _found_there, _others, _fact, _card, _grounds, _advice, _feeling, _themselves, _opinion)
"""What a question may be, each tried in its turn, before all that somebody knows is looked through."""
LATER_WAYS = (_described, _who_is_named, _by_chance)
"""What is tried where nothing that somebody knows is on the matter."""


def followed(book: Notebook, question: Question, npc: str) -> Question:
    """A question that leans on what was said before, made whole: *tell me more*, *why?*, *what about her?*"""
    last = last_topic(book, npc)
    if question.kind == "same":
        earlier = last_kind(book, npc)
        return question._replace(kind=earlier if question.topic else "more", topic=question.topic or last)
    if question.units:
        return question
    piece = last_told(book, npc)
    if question.kind in LEANING and piece:
        units = tuple(unit for unit in units_of(piece.text, book.state, (npc, book.state.pc)) if unit.id or not unit.act)[:4]
        return question._replace(units=units, topic="", words=leant_on(question.kind))
    return question._replace(units=(Unit(last, frozenset()),) if last else (), topic=last)


LEANING = ("why", "who", "when", "where", "how", "which")
"""What is asked of the last answer by a single word."""


def leant_on(kind: str) -> str:
    """A question of a single word, made whole.

    >>> leant_on("why"), leant_on("when")
    ('why that is', 'when that was')
    """
    return f"{kind} that {'was' if kind in ('who', 'when', 'where') else 'is'}"


LEANT = frozenset(map(leant_on, LEANING))


def first_told(book: Notebook, npc: str, fits: list[Fit]) -> Fit:
    """Of a matter that is only named, what was not told yet; where all of it was, what fits best."""
    return next((fit for fit in fits if not told_at(book, npc, fit.piece.id)), fits[0])


def tell_piece(
    book: Notebook, npc: str, piece: Piece, question: Question, telling: Telling, *, besides: bool = False, how: str = "", so: str = ""
) -> None:
    """Somebody says a piece of what they know; as something said before, where it was.

    ``how`` names another way of saying it; ``so`` is a yes or a no said before it.
    """
    again = bool(told_at(book, npc, piece.id))
    own = {"own": "own", "secret": "secret"}.get(piece.sort, "")
    slots = _flags(how or ("again" if again else "besides" if besides else own)) | ({"so": so} if so else {})
    topic = question.topic if question.topic != npc else ""
    text = in_own_mouth(piece.text, book.state.pack.npcs[npc]) if piece.sort == "lore" else piece.text
    if piece.of_a_card or piece.done:
        telling.add(book, "answer", {"flags": "page"}, topic=topic, text=text, elements=(piece.element,) if piece.element else ())
    else:
        telling.add(book, "answer", slots, target=npc, topic=topic, text=text, elements=(piece.element,) if piece.element else ())
    note_told(book, npc, piece)


def _more(book: Notebook, question: Question, npc: str, telling: Telling) -> None:
    """The next piece on the same matter, until that is all."""
    last = last_told(book, npc)
    matter = question
    if rest := next(
        (piece for piece in pieces_of(book.state, npc) if last and _goes_on(piece, last) and not told_at(book, npc, piece.id)), None
    ):
        tell_piece(book, npc, rest, matter, telling)
        return
    if not matter.units and last:
        matter = question._replace(units=units_of(last.text, book.state, (npc, book.state.pc))[:3])
    pieces = [piece for piece in pieces_of(book.state, npc) if not told_at(book, npc, piece.id)]
    fits = ranked(matter._replace(kind=""), pieces, book.state)
    if fits:
        tell_piece(book, npc, fits[0].piece, matter, telling)
        return
    slots = {"telling": "exhausted"} | ({"matter": "me" if matter.topic == npc else sayable(book, matter.topic)} if matter.topic else {})
    telling.add(book, "ignorance", slots, target=npc)


def _goes_on(piece: Piece, last: Piece) -> bool:
    """True for a later part of what somebody told last."""
    return piece.whole == last.whole and piece.id > last.id


def _tell_fact(book: Notebook, question: Question, npc: str, found: Found, telling: Telling) -> None:
    key = f"fact:{question.topic or npc}:{found.statement.relation if found.statement else question.kind}"
    slots = _flags("again" if told_at(book, npc, key) else "")
    if found.so is not None:
        slots["so"] = "yes" if found.so else "no"
    book.change("used", f"told:{npc}:{key}", book.turn, cause="said")
    if found.statement is not None:
        slots |= {"subject_name": book.name(found.statement.subject)}
        telling.add(book, "answer", slots, target=npc, topic=found.statement.subject, statement=found.statement)
    else:
        telling.add(book, "answer", slots, target=npc, text=found.text)


def _of_themselves(book: Notebook, question: Question, npc: str) -> Found | None:
    """What somebody says of what they want, to those whom they like well enough."""
    person = book.state.pack.npcs[npc]
    wishes = frozenset(map(stem, ("want", "wish", "hope", "dream", "need", "after")))
    said = {stem(word) for word in tokens_of(question.words)}
    asked = question.of_asked and question.kind == "what" and not question.units and bool(said & wishes)
    if asked and person.wants and book.state.attitude(npc) >= FRIENDLY:
        return Found(text=f"{person.wants[:1].upper()}{person.wants[1:].rstrip('.')}.")
    return None


def _about_themselves(book: Notebook, npc: str, question: Question) -> Piece | None:
    """What somebody says of themselves: what they answer to just that, a line of their own, what everybody knows and nobody has told yet,
    their trade; where there is nothing of these, what the card says of whoever came by one, and then what they answer when they are asked
    of anything that is theirs.

    What they have not said yet comes first.
    """
    if own := next((piece for piece in pieces_of(book.state, npc) if piece.asked and asked_who(piece, question)), None):
        return own
    told = {key.rpartition(":lore:")[2] for key in book.state.used if ":lore:" in key}
    of_them = [piece for piece in pieces_of(book.state, npc) if npc in piece.about]
    known = [piece for piece in of_them if piece.sort in ("own", "lore") or piece.of_a_card]
    pieces = [piece for piece in known if piece.sort != "lore" or piece.id.partition(":")[2] not in told]
    person = book.state.pack.npcs[npc]
    if role := person.role:
        pieces.append(Piece(f"role:{npc}", "fact", f"{role[:1].upper()}{role[1:]}.", (npc,)))
    _, being, what = person.summary.partition(f"{person.name} is ")
    if not pieces and person.by_card and being and not person.summary.partition(being)[0]:
        pieces.append(Piece(f"summary:{npc}", "fact", f"{what[:1].upper()}{what[1:]}", (npc,)))
    if not pieces:
        asked = (piece for piece in pieces_of(book.state, npc) if piece.id.startswith("answers:") and YOURS & set(tokens_of(piece.asked)))
        pieces = sorted(asked, key=lambda piece: (person.description.find(piece.asked), piece.id))
    return min(pieces, key=lambda piece: (told_at(book, npc, piece.id), ("own", "lore", "fact").index(piece.sort)), default=None)


def opine(book: Notebook, question: Question, npc: str, telling: Telling) -> bool:
    """What somebody thinks of somebody else, by what joins or parts them. A line of their own comes first; False where there is none."""
    state, topic = book.state, question.topic
    own = [fit.piece for fit in ranked(question, pieces_of(state, npc), state) if fit.piece.sort == "own"]
    if own := [piece for piece in (*own, *of_them(state, npc, topic)) if not told_at(book, npc, piece.id)] or own:
        tell_piece(book, npc, own[0], question, telling)
        return True
    if topic not in state.pack.npcs and topic not in state.pack.factions:
        return False
    regard = regard_for(book, npc, topic)
    telling.add(book, "reaction", {"telling": "opinion", "flags": lean(regard)}, target=npc, topic=topic)
    return True


def unknown(book: Notebook, question: Question, npc: str, telling: Telling) -> None:
    """The nearest thing that somebody does know, where that is near; else says shortly that they do not know, and who would know better."""
    near, by = nearest(book, question, npc)
    if near and by >= NEAR_ENOUGH:
        tell_piece(book, npc, near, question, telling, how="nearest")
        return
    slots = slots_of_the_unknown(book, question, npc)
    if slots.get("telling") == "unknown_own":
        telling.add(book, "refusal", slots, target=npc)
        return
    topic = question.topic if question.topic not in ("", npc) else ""
    telling.add(book, "ignorance", slots, target=npc, topic=topic)
    if "better" not in slots and slots["telling"] != "asked_back" and near:
        tell_piece(book, npc, near, question, telling, how="nearest")


def _flags(flags: str) -> dict[str, str]:
    return {"flags": flags} if flags else {}
