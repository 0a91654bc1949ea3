"""How old somebody is, as a sentence tells it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gm_engine.continuity.second.lengths import spans
from gm_engine.continuity.second.measures import Numeral, numerals
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

PEOPLE = frozenset[str](lists("measures")["aging"])
"""Words for those whose age is told."""
DECADES: dict[str, int] = lists("measures")["decades"]
_OF_A_DECADE = S("his her their your late early mid middle")
_AGE_VERBS = S("be turn look reach become seem stay near")
_COPULAS = S("is was 's are 're turned turns")
_ELSEWHEN = S("before until till when if like as since")
_NO_AGE = S("when dice roll")
_YEAR = 365.25
OLDEST = 130


@dataclass(frozen=True)
class Age:
    """How old somebody is, in years. ``how`` it is told: "is", "turn", "bound" (past forty), "at" another time, "apposed", by a
    "decade", or by when they were "born".
    """

    who: Mention
    low: float
    high: float
    how: str


def ages(sent: Sentence) -> tuple[Age, ...]:
    """The ages that a sentence tells; kept on the sentence."""
    if "ages" not in sent.kept:
        sent.kept["ages"] = (*_counted(sent), *_decades(sent), *_births(sent))
    found: tuple[Age, ...] = sent.kept["ages"]
    return found


def _counted(sent: Sentence) -> Iterator[Age]:
    for number in numerals(sent):
        if 1 <= number.value <= OLDEST and (age := _age(sent, number)):
            yield age


def _decades(sent: Sentence) -> Iterator[Age]:
    """ "in his forties"."""
    for at, word in enumerate(sent.words):
        if word in DECADES and at and sent.words[at - 1] in _OF_A_DECADE and (who := _whose(sent, at)):
            yield Age(who, DECADES[word], DECADES[word] + (9 if word != "teens" else 6), "decade")


def _births(sent: Sentence) -> Iterator[Age]:
    """ "was born forty years ago"."""
    for span in spans(sent):
        for event in span.of:
            if span.mode == "ago" and event.args and ("bear" in event.kinds or event.word == "world"):
                yield Age(event.args[0], span.low / _YEAR, span.high / _YEAR, "born")


def _age(sent: Sentence, number: Numeral) -> Age | None:
    words, end = sent.words, number.end
    before = words[max(0, number.at - 4) : number.at]
    told = _is_told(sent, number, before)
    if not told and not _may_be(sent, number, before):
        return None
    how, low, high = _bounds(words, number)
    if "when" in before and told:
        how = "at"
    elif _ELSEWHEN & set(words[max(0, number.at - 5) : number.at]) or (_NO_AGE | S("again" if how == "is" else "")) & set(
        words[end : end + 3]
    ):
        return None
    who = _whose(sent, end - 1)
    if who is None:
        return None
    age = Age(who, low, high, how)
    return age if told or how != "is" else _bare(sent, number, before, age)


def _is_told(sent: Sentence, number: Numeral, before: tuple[str, ...]) -> bool:
    """Whether the words beside a number make an age of it."""
    after = sent.words[number.end : number.end + 3]
    if after[:2] in (("years", "old"), ("winters", "old"), ("summers", "old")) or after in (("years", "of", "age"), ("-", "year", "-")):
        return True
    if after[:1] in (("year",), ("summers",), ("birthday",)) or before[-1:] == ("aged",):
        return True
    return before[-1:] == ("turned",) and (number.end >= len(sent.words) or sent.pos[number.end] not in ("NOUN", "ADP"))


def _may_be(sent: Sentence, number: Numeral, before: tuple[str, ...]) -> bool:
    """Whether a number with no such words may be an age: "she is forty", "a man of sixty"."""
    words, end = sent.words, number.end
    after = words[end : end + 3]
    if number.value < 3 or number.ordinal or (number.digits and number.value < 10) or after[:1] == ("years",):
        return False
    hour = S("half quarter minutes o'clock") & set(before) or S("o'clock morning noon evening afternoon") & set(after)
    if hour or ("past" in before and number.value <= 12):
        return False
    if end >= len(words) or after[0] in S("this again and but in"):
        return True
    return sent.pos[end] in S("PUNCT CCONJ ADP SCONJ ADV PRON") and after[0] not in S("of to percent -")


def _bare(sent: Sentence, number: Numeral, before: tuple[str, ...], age: Age) -> Age | None:
    """An age by nothing but a verb or its place, if that is enough."""
    at, after = number.end - 1, sent.words[number.end : number.end + 1]
    dep, verb = sent.deps[at], sent.lems[sent.heads[at]]
    between = before[-1:] == (",",) and after in ((",",), (".",), (";",))
    if before[-1:] in (("of",), ("at",)) or dep == "appos" or between:
        unsure = number.value < 10 or number.digits or (age.who.id == "you" and before[-1:] != ("at",))
        return None if unsure else replace(age, how="at" if before[-1:] == ("at",) else "apposed")
    near = before[-2:] if verb in {*_AGE_VERBS, "have", "see", "pass"} else before[-1:]
    return age if _COPULAS & set(near) or (verb in _AGE_VERBS and dep in ("attr", "acomp", "dobj", "oprd")) else None


def _bounds(words: tuple[str, ...], number: Numeral) -> tuple[str, float, float]:
    """How an age is told, its least and its greatest years: "not yet thirty", "past forty", "will not see forty again"."""
    value, before = number.value, words[max(0, number.at - 6) : number.at]
    near, last = " ".join(before[-4:]), before[-1:]
    denied = S("not n't never") & set(words[max(0, number.at - 7) : number.at])
    if "see" in before and denied:
        return ("bound", value + 1, OLDEST) if "again" in words[number.end : number.end + 3] else ("bound", 0, value - 1)
    if before[-2:] == ("not", "yet") or last in (("under",), ("below",)) or _ends(near, "n't yet", "short of", "younger than", "less than"):
        return "bound", 0, value - 1
    if last in (("past",), ("over",), ("above",)) or _ends(near, "side of", "older than", "more than"):
        return "bound", value, value + (6 if S("not much little just n't") & set(before) else 16)
    if last in (("rising",), ("near",), ("nearly",), ("almost",), ("pushing",)) or _ends(near, "going on", "close on"):
        return "bound", value - 2, value
    slack = 4 if number.rough or last in (("perhaps",), ("maybe",), ("about",)) else 0
    turned = bool(S("turned turn turns") & set(before[-2:]))
    return ("turn" if turned or "birthday" in words else "is", value - slack, value + slack + (slack == 0 and turned))


def _ends(text: str, *phrases: str) -> bool:
    return any(phrase in text for phrase in phrases)


def _whose(sent: Sentence, at: int) -> Mention | None:
    """Whom an age at this word belongs to: up the sentence to a person or to the clause's subject."""
    by_at = {mention.at: mention for mention in sent.mentions}
    step = at
    for _ in range(6):
        step = sent.heads[step]
        if step != at and (found := by_at.get(step)) and _ages_there(sent, found):
            return found
        for c in sent.clauses:
            if c.at == step:
                told = (*c.roles.get("subj", ()), *(c.roles.get("obj", ()) if c.passive else ()))
                if subject := [mention for mention in told if mention.at != at]:
                    return subject[0] if subject[0].id or not subject[0].pron else None
        if sent.heads[step] == step:
            break
    named = [mention for mention in sent.mentions if mention.id and mention.at < at]
    return named[0] if len({mention.id for mention in named}) == 1 else None


def _ages_there(sent: Sentence, mention: Mention) -> bool:
    """Whether an age below this word is that of what it means: not in "he is a man of sixty", which is about him."""
    dep = sent.deps[mention.at]
    if mention.lemma in PEOPLE:
        return bool(mention.id) or dep not in ("attr", "appos")
    return bool(mention.id) and dep not in ("pobj", "dobj")
