"""Events: the day on which a trial, a wedding or a fire is or was, and how a contest came out."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.relations.naming import date_after
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.extraction.values import ordinal
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LEAP_YEAR = 2000
TELLS_DAY = frozenset(
    {"be", "begin", "start", "open", "fall", "come", "happen", "occur", "end", "set", "fix", "hold", "burn", "leave", "run"}
)


ANOTHER_TIME = frozenset(
    {"second", "next", "again", "another", "rematch", "later", "other", "previous", "year", "years", "always", "often"}
)
"""Words beside which a race won is perhaps not the race that was lost."""


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of an event."""
    if token.pos_ not in ("VERB", "AUX"):
        return
    lemma = token.lemma_
    if lemma in TELLS_DAY:
        yield from _dated(token, scope)
    if lemma in ("win", "lose"):
        yield from _won(token, scope)
    elif lemma in scope.lexicon.all("verdicts"):
        yield from _judged(token, scope)


def event(noun: "Token", scope: Scope) -> Ref | None:
    """The event that a definite noun means: there is one of its kind in a story until a second is told of."""
    if noun.pos_ != "NOUN" or noun.lemma_.lower() not in scope.lexicon.all("events") or noun.tag_ != "NN":
        return None
    return scope.salience.meant(noun)


def _dated(verb: "Token", scope: Scope) -> Iterator[Found]:
    subjects = [ref for noun in scope.subject_tokens(verb) if (ref := event(noun, scope)) is not None]
    if verb.lemma_ in ("burn", "be", "leave", "run", "open", "end", "hold") and verb.tag_ == "VBG":
        return
    for subject in subjects:
        for value in _days(verb, scope):
            yield Found(subject, "happened", value, verb, sure=86)


def _days(verb: "Token", scope: Scope) -> Iterator[Value]:
    """The days that stand with a verb: a weekday, a day of the year, and the date where the year is told."""
    nouns = [noun for _, noun in after(verb, "on", "for", "in")]
    for noun in nouns:
        words = [token for token in noun.subtree if abs(token.i - noun.i) < 6]
        weekday = next((token.lower_ for token in words if token.lower_ in WEEK), "")
        if weekday and not any(token.lower_ in ("next", "last", "every", "each", "some", "one", "or") for token in words):
            number = WEEK.index(weekday) + 1
            yield Value(kind="date", text=weekday.capitalize(), low=number, high=number, unit="weekday")
        months = scope.lexicon.map("months")
        month = next((int(months[token.lower_]) for token in words if token.lower_ in months and token.text[:1].isupper()), 0)
        day = next((found for token in words if (found := ordinal(token.text, scope.lexicon))), 0)
        if month and day and day <= (29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31):
            point = date(LEAP_YEAR, month, day)
            yield Value(kind="date", text=f"{point:%B} {day}", low=point.toordinal(), high=point.toordinal(), unit="day of the year")
    dated = date_after(verb, scope)
    if dated is not None and any(token.text == str(date.fromordinal(dated.low or 1).year) for token in verb.sent):
        yield dated.model_copy(update={"unit": "date"})


def _won(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "Kip wins the race", "the race was won by Kip": the race was won by Kip."""
    if any(word.lower_ in ANOTHER_TIME for word in verb.sent):
        return
    if any(child.dep_ == "auxpass" for child in verb.children):
        for noun in scope.subject_tokens(verb):
            contest = event(noun, scope) if noun.lemma_.lower() in scope.lexicon.all("contests") else None
            winner = next((ref for _, by in after(verb, "by") if (ref := scope.who(by)) is not None), None)
            if contest is not None and winner is not None and verb.lemma_ == "win" and scope.kind(winner) in ("character", "faction"):
                value = Value(kind="enum", text=f"won by {scope.name(winner)}", entity=winner.id)
                yield Found(contest, "outcome", value, verb, sure=winner.sure, lasting=True)
    for noun in objects(verb):
        contest = event(noun, scope)
        if contest is None or noun.lemma_.lower() not in scope.lexicon.all("contests"):
            continue
        for winner in scope.subjects(verb)[:1]:
            if scope.kind(winner) in ("character", "faction"):
                value = Value(kind="enum", text=f"won by {scope.name(winner)}", entity=winner.id)
                yield Found(contest, "outcome", value, verb, polarity=verb.lemma_ == "win", sure=winner.sure, lasting=True)


def _judged(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "The strike carries", "the motion is voted down"."""
    passive = any(child.dep_ == "auxpass" for child in verb.children)
    result = str(scope.lexicon.map("verdicts")[verb.lemma_])
    if (verb.lemma_ == "vote" and not any(child.lower_ == "down" for child in verb.children)) or (passive and result == "carried"):
        return
    transitive = objects(verb) if not passive else []
    for noun in transitive if verb.lemma_ in ("vote", "defeat") else scope.subject_tokens(verb) if not transitive else []:
        contest = event(noun, scope)
        if contest is not None and noun.lemma_.lower() in scope.lexicon.all("motions"):
            yield Found(contest, "outcome", enum(result), verb, sure=86, lasting=True)
