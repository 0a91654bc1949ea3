"""What a pattern's claim is made of: ``subject(die)`` is somebody, ``colour(hue)`` a value. Each term has one function here."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gm_engine.extraction.dates import Dated, dates
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import SUBJECTS, Scope
from gm_engine.extraction.values import FIGURE, colour, day_value, number, whole, year, year_value
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

CALL = re.compile(r"(\w+)\((.*)\)$")
FIELD = re.compile(r"\{(\w+)(?:@(\w+))?\}")
OLDEST = 1000
LEXICAL = 84
"""How sure it is that "the bell" of one text is that of another."""
COMING = frozenset({"new", "next", "future", "acting"})
"""Who is that was not so before."""
ENDINGS = ("-eyed", "-haired", "-bearded")


class Term(NamedTuple):
    """A part of a claim. ``head`` names a function; without one, ``text`` is a word of the pattern (``node``) or stands for itself."""

    text: str
    head: str = ""
    args: "tuple[Term, ...]" = ()
    node: bool = False


def term_of(text: str, names: set[str], functions: "Mapping[str, object]", lexicon: Lexicon) -> Term:
    """A term as it is written. Raises ``ValueError`` for a function, a word or a class that there is not."""
    text = text.strip()
    called = CALL.match(text)
    if called is None:
        if functions is PEOPLE and text not in names:
            raise ValueError(f"no word of the tree is called {text!r}")
        return Term(text, node=functions is PEOPLE)
    if called[1] not in functions:
        raise ValueError(f"{called[1]!r} is none of {', '.join(sorted(functions))}")
    arguments = tuple(_argument(part, names, lexicon) for part in re.split(r",(?![^(]*\))", called[2]))
    if not (arguments[0].node or arguments[0].head):
        raise ValueError(f"no word of the tree is called {arguments[0].text!r}")
    return Term(text, called[1], arguments)


def _argument(text: str, names: set[str], lexicon: Lexicon) -> Term:
    text = text.strip()
    if text.startswith("@"):
        if not lexicon.map(text[1:]):
            raise ValueError(f"no table {text[1:]!r} is known")
        return Term(text[1:])
    if CALL.match(text):
        return term_of(text, names, PEOPLE, lexicon)
    return Term(text, node=text in names)


@dataclass
class Sense:
    """One match read in its text. ``sure`` and ``denied`` are those of the value that was made last."""

    scope: Scope
    words: "Mapping[str, Token]"
    sure: int = 100
    denied: bool = False

    def people(self, term: Term) -> list[Ref]:
        """Whom or what a term means; nobody where that is not known."""
        if term.head:
            return PEOPLE[term.head](self, self.words[term.args[0].text])
        ref = self.scope.who(self.words[term.text])
        return [ref] if ref is not None else []

    def values(self, term: Term) -> Iterator[Value]:
        """The value of a term, where it can be had; a word that stands for itself is an enum."""
        self.sure = 100
        if not term.head:
            yield Value(kind="enum", text=term.text)
        elif (value := VALUES[term.head](self, *term.args)) is not None:
            yield value

    def relation(self, text: str) -> str:
        """A relation whose name is made of words: ``{side}_{part@parts}``."""
        return FIELD.sub(lambda found: self.table(found[2], self.words[found[1]]), text)

    def table(self, name: str, token: "Token") -> str:
        """What a table makes of a word, by its lemma or as it is written; without a table the word itself."""
        if not name:
            return token.lower_
        told = self.scope.lexicon.map(name)
        return str(told.get(token.lower_) or told.get(token.lemma_.lower()) or "")

    def token(self, term: Term) -> "Token":
        """The word of the pattern that a term names."""
        return self.words[term.text]

    def one(self, term: Term) -> Ref | None:
        """The first that a term means; how sure that is counts for the value."""
        found = next(iter(self.people(term)), None)
        if found is not None:
            self.sure = min(self.sure, found.sure)
        return found


# --- somebody


def _subject(sense: Sense, verb: "Token") -> list[Ref]:
    """Of whom a verb is told, over "and", "who" and infinitives."""
    return sense.scope.subjects(verb)


def _other(sense: Sense, verb: "Token") -> list[Ref]:
    """The second of two of whom a verb is told: "Ada and Bram are cousins"."""
    return sense.scope.subjects(verb)[1:2]


def _owner(sense: Sense, noun: "Token") -> list[Ref]:
    """Whose it is: "her eyes", "the eyes of Ada"."""
    ref = sense.scope.owner(noun)
    return [ref] if ref is not None else []


def _bearer(sense: Sense, noun: "Token") -> list[Ref]:
    """Of whom a noun is said: "Ada is a smith", "Ada, a smith, …", "the smith, Ada", "her brother Bram"."""
    scope, names = sense.scope, sense.scope.passage.names
    if noun.dep_ in ("attr", "acomp", "oprd") and noun.head.pos_ in ("VERB", "AUX"):
        return scope.subjects(noun.head)
    if noun.dep_ == "appos" or (noun.dep_ in ("compound", "nmod") and noun.head.i in names):
        ref = scope.who(noun.head)
        return [ref] if ref is not None else []
    beside = [child for child in noun.rights if child.dep_ == "appos" and child.i in names]
    if not beside and noun.i + 1 in names and not scope.doc_has(noun.i + 2, "'s", "’s", "and"):
        beside = [noun.doc[noun.i + 1]]
    if not beside and noun.dep_ in SUBJECTS and noun.head.lemma_ == "be":
        beside = [child for child in noun.head.children if child.dep_ == "attr" and child.i in names]
    if not beside and noun.dep_ in ("conj", "dep") and noun.head.i < noun.i and noun.head.dep_ in ("attr", "appos"):
        return _bearer(sense, noun.head)
    ref = scope.who(beside[0]) if beside else None
    return [ref] if ref is not None else []


def _matter(sense: Sense, token: "Token") -> list[Ref]:
    """What a verb, or a noun itself, is about: somebody or something known, else "the bell" by its own word where there is but one."""
    verbal = token.pos_ in ("VERB", "AUX")
    found = [_spot(sense.scope, noun) for noun in (sense.scope.subject_tokens(token)[:1] if verbal else [token])]
    return [ref for ref in found if ref is not None]


def _spot(scope: Scope, noun: "Token") -> Ref | None:
    """A thing or place known, or told with "the"; one of several is none."""
    ref = scope.who(noun)
    if ref is not None and (scope.named(ref) or noun.pos_ == "PRON"):
        return ref
    definite = any(child.lower_ == "the" for child in noun.lefts)
    if noun.pos_ not in ("NOUN", "PROPN") or not definite or (noun.tag_ == "NNS" and noun.lower_ not in scope.lexicon.all("landmarks")):
        return ref
    apart = any(child.lower_ in scope.lexicon.all("other_ones") for child in noun.lefts)
    return None if apart or noun.lower_ in scope.lexicon.all("telling.date_nouns") else Ref(f"the_{noun.lemma_.lower()}", LEXICAL)


def _here(sense: Sense, token: "Token") -> list[Ref]:  # noqa: ARG001
    """The place at which the text is told."""
    place = sense.scope.place
    return [Ref(place, 90)] if place else []


PEOPLE: "dict[str, Callable[[Sense, Token], list[Ref]]]" = {
    "subject": _subject, "other": _other, "owner": _owner, "bearer": _bearer, "matter": _matter, "here": _here,
}  # fmt: skip


# --- values


def _entity(sense: Sense, who: Term) -> Value | None:
    """Somebody or something: ``entity(who)``, ``entity(owner(sister))``."""
    ref = sense.one(who)
    return sense.scope.entity(ref) if ref is not None else None


def _long(sense: Sense, who: Term) -> Value | None:
    """Somebody, of whom a thing has held for long: it cannot have come to be so just now."""
    found = _entity(sense, who)
    return found.changed(unit="long") if found is not None else None


def _text(sense: Sense, noun: Term) -> Value | None:
    """A noun in its own words, with the entity where it is one."""
    token = sense.token(noun)
    return sense.scope.text(token) if token.pos_ in ("NOUN", "PROPN") else None


def _phrase(sense: Sense, noun: Term) -> Value | None:
    """A noun with what stands before it, and nothing else: "left cheek", "town barber"."""
    token = sense.token(noun)
    words = [
        *(word for word in token.lefts if word.dep_ in ("amod", "compound", "nmod") and word.i not in sense.scope.passage.names),
        token,
    ]
    return Value(kind="text", text=" ".join(word.lower_ for word in words))


def _office(sense: Sense, noun: Term) -> Value | None:
    """An office with where it is held; none where it is somebody's from now on."""
    token, value = sense.token(noun), _phrase(sense, noun)
    if any(word.lower_ in COMING for word in token.lefts):
        return None
    held = next(
        (deep for child in token.rights if child.lower_ in ("of", "in", "at") for deep in child.children if deep.dep_ == "pobj"), None
    )
    where = sense.scope.who(held) if held is not None else None
    told = {"entity": where.id} if where is not None else {"unit": held.lower_ if held is not None else None}
    return value.model_copy(update=told) if value is not None else None


def _charge(sense: Sense, verb: Term, table: Term) -> Value | None:
    """A verdict with what it is about: "acquitted of the robbery"."""
    value = _is(sense, verb, table)
    crime = next((deep.lemma_ for child in sense.token(verb).children if child.lower_ in ("of", "for") for deep in child.children), None)
    return value.model_copy(update={"unit": crime}) if value is not None else None


def _place(sense: Sense, noun: Term) -> Value | None:
    """A place that has a name: there may be a well in every yard."""
    ref = sense.one(noun)
    known = ref is not None and sense.scope.kind(ref) == "place" and sense.scope.named(ref)
    return sense.scope.entity(ref) if ref is not None and known else None


def _side(sense: Sense, side: Term, part: Term) -> Value | None:
    """Which of two: "left leg"."""
    return Value(kind="enum", text=f"{sense.token(side).lower_} {sense.table('parts', sense.token(part))}")


def _called(sense: Sense, noun: Term) -> Value | None:
    """A name as it is written, with what stands before it; None for a word that names nobody."""
    token = sense.token(noun)
    words = sense.scope.original(token.doc[token.left_edge.i], token)
    ref = sense.scope.who(token)
    if ref is not None and ref.id in sense.scope.passage.new:
        del sense.scope.passage.new[ref.id]
    return Value(kind="text", text=words) if words.split()[-1][:1].isupper() else None


def _word(sense: Sense, token: Term) -> Value | None:
    """A word's own base form."""
    return Value(kind="enum", text=sense.token(token).lemma_.lower())


def _is(sense: Sense, token: Term, table: Term) -> Value | None:
    """What a table makes of a word: ``is(state, @conditions_of)``."""
    text = sense.table(table.text, sense.token(token))
    return Value(kind="enum", text=text) if text else None


def _ever(sense: Sense, token: Term, table: Term) -> Value | None:
    """The same of kin that somebody has or lacks; its unit tells of a lack that it was so all along."""
    value = _is(sense, token, table)
    own = sense.token(token)
    if value is None or own.lemma_ == value.text == "kin":
        return None
    if value.text == "child" and own.lemma_.lower() in ("son", "daughter"):
        value = value.model_copy(update={"text": f"child {own.lemma_.lower()}"})
    always = any(word.lower_ in sense.scope.lexicon.all("all_along") for word in own.sent)
    return value.model_copy(update={"unit": "ever"}) if always else value


def _colour(sense: Sense, token: Term) -> Value | None:
    """A colour in one spelling."""
    word = sense.token(token).lower_
    for ending in ENDINGS:
        word = word.removesuffix(ending)
    found = colour([word], sense.scope.lexicon)
    return Value(kind="enum", text=found) if found else None


def _spelt(token: "Token", sense: Sense) -> tuple[int | None, bool]:
    """The number that the words before a noun spell, and whether it is a rough one."""
    words = sense.scope.lexicon
    told = [word for child in token.lefts if child.dep_ in ("nummod", "det", "quantmod", "amod", "predet") for word in child.subtree]
    texts = [
        word.text for word in told if word.text not in ("-", "the") and (word.dep_ != "advmod" or word.lower_ in words.all("approximate"))
    ]
    rough = [text for text in texts if text.lower() in words.all("approximate")]
    exact = [text for text in texts if text not in rough]
    if [text.lower() for text in exact] in (["a"], ["one"], ["an"]):
        return 1, bool(rough)
    return number(exact, words), bool(rough)


def _years(sense: Sense, token: Term) -> Value | None:
    """An age: "sixty", "forty-two years"."""
    own = sense.token(token)
    count, rough = _spelt(own, sense)
    if own.dep_ == "appos" and own.pos_ == "NUM" and not _set_off(own):
        return None  # "AC: 15 (plate)", "Level 3"
    if own.pos_ == "NUM":
        parts = sorted([*(word for word in own.lefts if word.pos_ == "NUM" or word.text == "-"), own], key=lambda word: word.i)
        count = number([word.text for word in parts if word.text != "-"], sense.scope.lexicon)
        rough = any(word.lower_ in sense.scope.lexicon.all("approximate") for word in own.lefts)
    return whole(count, "year", f"{count}", rough) if count and 1 < count < OLDEST else None


def _set_off(number: "Token") -> bool:
    """True for a number between commas, with nothing behind it that it counts: "Kip, fourteen, …"."""
    doc, first, last = number.doc, number.left_edge.i, number.right_edge.i
    return last == number.i and first > 0 and doc[first - 1].text == "," and last + 1 < len(doc) and doc[last + 1].text in (",", ".")


def _many(sense: Sense, noun: Term) -> Value | None:
    """A count of things: "three horses"."""
    token = sense.token(noun)
    count, rough = _spelt(token, sense)
    unit = token.lemma_.lower()
    return None if count is None or unit in sense.scope.lexicon.all("not_counted") else whole(count, unit, f"{count} {unit}", rough)


def _money(sense: Sense, coin: Term) -> Value | None:
    """An amount of money, in cents."""
    token = sense.token(coin)
    if token.pos_ == "NUM":
        figure = FIGURE.match(token.text)
        return whole(int(figure[1].replace(",", "")) * 100 + int(f"{figure[2] or 0:0<2}"), "cent", f"${token.text}") if figure else None
    count, rough = _spelt(token, sense)
    worth = sense.scope.lexicon.map("money_units").get(token.lemma_.lower())
    return whole(count * int(worth), "cent", f"{count} {token.text}", rough) if count and worth else None


def _none(sense: Sense, token: Term, unit: Term) -> Value | None:
    """None of what is counted."""
    return whole(0, unit.text, sense.token(token).lower_)


def _yards(sense: Sense, unit: Term, place: Term) -> Value | None:
    """How far it is from another place, in yards."""
    token, other = sense.token(unit), sense.one(place)
    count, rough = _spelt(token, sense)
    size = sense.scope.lexicon.map("length_units").get(token.lemma_)
    if other is None or count is None or size is None:
        return None
    return whole(round(count * float(size)), "yard", f"{count} {token.text}", rough, other.id)


def _way(sense: Sense, way: Term, place: Term) -> Value | None:
    """Which way it lies from another place."""
    other = sense.one(place)
    text = sense.token(way).lower_.replace("-", "").removesuffix("ern")
    return Value(kind="enum", text=text, entity=other.id) if other is not None else None


def _told_date(sense: Sense, verb: "Token") -> Dated | None:
    """The date that hangs on a verb and on no other."""
    for dated in dates(verb.sent, sense.scope.lexicon):
        at = verb.doc[dated.first]
        while at.head is not at and at.pos_ not in ("VERB", "AUX"):
            at = at.head
        if at is verb or at.head is verb:
            return dated
    return None


def _date(sense: Sense, verb: Term) -> Value | None:
    """The day or year that a verb is told with, as a span of days."""
    dated = _told_date(sense, sense.token(verb))
    if dated is None:
        return None
    words = dated.text.split()
    told, months = year(words[-1]), sense.scope.lexicon.map("months")
    month = next((months[word.lower()] for word in words if word.lower() in months), None)
    if told and month:
        return day_value(told, month, int(words[0]) if words[0].isdigit() and len(words[0]) < 3 else None)
    return year_value(told, dated.rough) if told else None


def _dated(sense: Sense, verb: Term, table: Term) -> Value | None:
    """When it was done, with the class of what was done and the places that are named with it."""
    token = sense.token(verb)
    dated = _told_date(sense, token)
    deed = sense.table(table.text, token)
    marks = {word.lower_ for noun in sense.scope.subject_tokens(token)[:1] for word in noun.lefts if word.dep_ in ("amod", "compound")}
    links = [child for child in token.children if child.dep_ == "prep" and child.lower_ in ("from", "to", "at", "for")]
    places = {noun.lower_ for link in links for noun in link.children if noun.pos_ == "PROPN"}
    unit = f"{deed}|{' '.join(sorted(marks))}|{' '.join(sorted(places))}"
    return Value(kind="date", text=dated.text, unit=unit, approximate=dated.rough) if dated is not None and deed else None


VALUES: "dict[str, Callable[..., Value | None]]" = {
    "entity": _entity, "long": _long,
    "place": _place, "text": _text, "phrase": _phrase, "called": _called, "word": _word, "office": _office,
    "is": _is, "ever": _ever, "charge": _charge, "colour": _colour, "side": _side, "years": _years, "many": _many, "none": _none,
    "money": _money,
    "yards": _yards, "way": _way, "date": _date, "dated": _dated,
}  # fmt: skip
