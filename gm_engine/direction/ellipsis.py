"""Ellipsis: what a line leaves out, or says in a word beside its act: where that is done, when, and what *one* of them is."""

from gm_engine import wordnet
from gm_engine.direction.acts import intents_of
from gm_engine.direction.amounts import HOURS, minutes
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.naming import Names
from gm_engine.direction.second_person import object_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.map import route
from gm_engine.state.story_state import StoryState
from gm_engine.story.act import Act
from gm_engine.story.intent import Intent
from gm_engine.story.parsed import Sentence

AT = ("at", "in", "on", "inside", "behind", "outside", "near", "beside", "by", "under", "opposite", "around")
"""Words behind which it stands where something is done."""
AIMED = ("perception", "communication", "cognition", "emotion", "contact", "competition")
"""Acts that are done at something, and not there."""
WHEN = ("at", "in", "after", "around", "come", "about")
NEXT = frozenset(("next", "tomorrow", "following"))
NIGHT_LONG = 6 * 60
LONGEST_NIGHT = 16 * 60
"""Between these a wait for the next day is slept through."""
INWARD = ("cognition", "emotion", "communication")
"""Acts that are about a time, and not done at it."""
PARTS = {
    "dusk": "evening",
    "sundown": "evening",
    "sunset": "evening",
    "nightfall": "night",
    "dark": "night",
    "midday": "noon",
    "tonight": "night",
}
ONE = frozenset(("one", "another", "same", "ones", "more", "again", "too"))
LOOKED_BACK = 6
"""So many turns are looked through for what was bought."""


def place_in_front(sentence: Sentence, names: Names, here: str) -> tuple[str, int]:
    """The place that stands alone before an act, and how many words it takes: *store, buy a rope*; empty and 0 for none."""
    comma = next((at for at, word in enumerate(sentence) if word.text in (",", ":", "-")), 0)
    if not comma or comma > LOOKED_BACK or any(word.tag.startswith("VB") and word.dep != "compound" for word in sentence[:comma]):
        return "", 0
    tokens = [token for token in tokens_of("".join(f"{word.text} " for word in sentence[:comma])) if token[:1].isalnum()]
    found = [one for one in names.mentions(tokens) if one.kind == "place"]
    alone = bool(found) and all(token in ("the", "at", "to", "in", "then", "now") for token in tokens[: found[0].start])
    fits = alone and found[0].end == len(tokens) and found[0].id != here
    return (found[0].id, comma + 1) if fits else ("", 0)


def place_of(attempt: Attempt, mentions: list[tuple[str, tuple[int, ...]]], state: StoryState, here: str) -> str:
    """The other place at which an act is done, where it says so beside it: *hide behind the livery*; empty for none."""
    sentence = attempt.sentence
    if attempt.negated or attempt.verb in ("be", "look"):
        return ""
    at_it = wordnet.verb_class(attempt.verb) in AIMED
    tops = {attempt.at, *sentence.children(attempt.at, "dobj", "advmod", "prt")}
    preps = [one for one in attempt.places if sentence[one].lemma in AT and sentence[one].dep == "prep" and sentence[one].head in tops]
    behind = {at for one in preps if not (at_it and sentence[one].lemma == "at") for at in sentence.children(one, "pobj")}
    behind |= {at for one in behind for of in sentence.children(one, "prep") if sentence[of].lemma in ("of", *AT)
               for at in sentence.children(of, "pobj")}  # fmt: skip
    own = set(tokens_of(object_of(attempt)))
    named = [id for id, places in mentions if behind & set(places) and id != here and not set(tokens_of(sentence[places[-1]].text)) & own]
    return next((id for id in named if route(state, here, id)), "")


def awaited(attempt: Attempt, state: StoryState) -> Intent | None:
    """The time that goes by before an act that is done later: *next morning I …*, *come back at midnight*; None for now."""
    sentence = attempt.sentence
    if attempt.negated or sentence[attempt.at].tag in ("VBD", "VBN") or wordnet.verb_class(attempt.verb) in INWARD:
        return None
    said = [at for at in attempt.span if _hour(sentence[at].text) and _says_when(attempt, at)]
    if not said:
        return None
    words = [sentence[at].text.lower() for at in said]
    word = next((one for one in words if one != "tomorrow"), "tomorrow")
    part, calendar = PARTS.get(word, word), state.pack.calendar
    later = bool(NEXT & {*words, *(sentence[max(0, at - 1)].text.lower() for at in said)})
    if calendar.part_of_day(state.minute) == part and not later:
        return None
    span = minutes(f"until {_hour(word)}", state.minute, calendar) or 0
    today = calendar.moment(state.minute).date() == calendar.moment(state.minute + span).date()
    span += 24 * 60 if later and word != "tomorrow" and today else 0
    slept = later and NIGHT_LONG <= span <= LONGEST_NIGHT
    return Intent(verb="sleep" if slept else "wait", words=f"let it be {word}", amount=span) if span else None


def _hour(word: str) -> str:
    """The word for an hour that the calendar's arithmetic knows; empty for no such word."""
    small = word.lower()
    return small if small in HOURS else PARTS.get(small, "")


def _says_when(attempt: Attempt, at: int) -> bool:
    """True for a word of time that hangs on the act's own verb, or stands in front of it: not within what is said, nor behind *until*."""
    sentence, word = attempt.sentence, attempt.sentence[at]
    tops = {attempt.at, attempt.top}
    if word.dep == "npadvmod" or (word.dep == "advmod" and word.text.lower() in ("tonight", "tomorrow")):
        return word.head in tops and bool(
            NEXT & {word.text.lower(), sentence[max(0, at - 1)].text.lower()} or word.text.lower() == "tonight"
        )
    prep = sentence[word.head]
    loose = word.dep == "pobj" and prep.dep in ("prep", "advmod", "mark") and prep.lemma in WHEN
    on_the_way = {prep.head} | {sentence[prep.head].head if sentence[prep.head].dep in ("prt", "advmod", "prep") else prep.head}
    return loose and bool(on_the_way & tops)


def same_again(intent: Intent, state: StoryState) -> Intent:
    """A purchase of *one* too, with what was bought last; any other intent as it is."""
    if intent.verb != "buy" or intent.item or not ONE & set(tokens_of(intent.words)):
        return intent
    for turn in reversed(state.recent_turns(LOOKED_BACK)):
        words = [word for word in tokens_of(turn.said) if word.isalpha()]
        for bought in intents_of((Act(verb="buy", thing=word, words=turn.said) for word in words), state):
            if bought.verb == "buy" and bought.item:
                return intent.model_copy(update={"item": bought.item, "amount": max(1, intent.amount), "about": ""})
    return intent
