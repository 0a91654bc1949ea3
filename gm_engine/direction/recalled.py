"""What the player may ask of the table that the last turns, the clock, the sheet and the faces of those here answer."""

from itertools import pairwise

from gm_engine.direction.act_sorts import singular
from gm_engine.direction.answer_pieces import stems_of
from gm_engine.direction.asides import known_ways, unplaced
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.of_a_sort import named_with_place, sort_asked, sort_in, those_of
from gm_engine.direction.player_question import EMPTY, Question, lemma
from gm_engine.direction.turned import parted, verb_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.ruling import chance
from gm_engine.rules.works import made_of
from gm_engine.story.listing import either, listed
from gm_engine.story.sentences import spans_of_sentences
from gm_engine.wordnet import category, verb_classes

MINE = frozenset(("i", "me", "my", "we", "us", "our"))
BEST = 3
REGARD = {
    -3: "hates you, and does not hide it", -2: "wants nothing to do with you", -1: "is wary of you",
    0: "has nothing against you that shows", 1: "is well disposed to you", 2: "trusts you", 3: "would go a long way for you",
}  # fmt: skip
AS_TOLD = "You, and whoever has just been told of: the story says no more than that."
"""Who is there in a story of scenes alone, which places nobody: its own words say it."""
TALKED_BACK = 4
"""So many turns are looked through for what was said."""


def hour_asked(book: Notebook, question: Question) -> str:
    """The moment, where it is asked what hour, day or year it is."""
    parts = parted(question.words)
    of_now = parts is not None and len(parts.sought) == 2 and [word.lower() for word in parts.subject] in (["it"], ["this"])
    timed = of_now and parts is not None and singular(parts.sought[1].lower()) in ("time", "hour", "day", "date", "year", "month")
    return f"It is {book.state.say_time()}." if timed else ""


def who_that_is(book: Notebook, question: Question) -> str:
    """Who stands here, where it is asked who somebody is that is pointed at."""
    if question.kind != "who" or question.units or MINE & set(tokens_of(question.words)):
        return ""
    said = []
    for id in book.present():
        person = book.state.pack.npcs[id]
        said.append(f"{book.name(id)}, {person.role}" if person.role else book.name(id))
    if not said and unplaced(book):
        return AS_TOLD
    return f"{'. '.join(said)}." if said else "There is nobody here but you."


def who_it_is(book: Notebook, who: str) -> str:
    """What anybody knows of somebody who is named: what they are, and where they are to be found."""
    person = book.state.pack.npcs.get(who)
    if person is None or person.visibility == "gm":
        return ""
    if not book.state.alive(who):
        return f"{book.name(who)} is dead."
    role = f", {person.role}" if person.role else ""
    if who in book.around():
        return f"{book.name(who)}{role}, is here." if role else f"{book.name(who)} is here."
    place = book.state.usually(who)
    known = place in book.state.pack.locations and book.state.pack.locations[place].visibility == "table"
    return (
        f"{book.name(who)}{role}{', is' if role else ' is'} mostly to be found at {book.name(place)}."
        if known
        else f"{book.name(who)}{role}."
    )


def regard_asked(book: Notebook, question: Question) -> str:
    """How somebody here is disposed to the player's character, as it shows, where that is asked: *does he believe me?*"""
    topic, tokens = question.topic, tokens_of(question.words)
    if topic not in book.around() or not MINE & set(tokens) - {"i", "we"}:
        return ""
    verbs = {kind for token in tokens for kind in verb_classes(lemma(token))}
    if not {"cognition", "emotion"} & verbs and "against" not in tokens:
        return ""
    return f"{book.name(topic)} {REGARD[book.state.attitude(topic)]}."


def spoken_of_lately(book: Notebook, question: Question) -> str:
    """What was said in the last turns, of a matter or at all, where it is asked what *we* were saying."""
    parts = parted(question.words)
    if parts is None or not {word.lower() for word in parts.subject} & (MINE | {"he", "she", "they", "you"}):
        return ""
    verb = lemma(verb_of(parts))
    if "communication" not in verb_classes(verb)[:1] and verb not in ("say", "tell", "talk", "speak"):
        return ""
    wanted = {one for unit in question.units if not unit.act for one in unit.stems}
    spoken = [
        sentence
        for turn in reversed(book.state.recent_turns(TALKED_BACK))
        if turn.number < book.turn
        for sentence in (turn.reply[start:end].strip() for start, end in spans_of_sentences(turn.reply))
        if '"' in sentence or "“" in sentence
    ]
    found = [sentence for sentence in spoken if not wanted or wanted & stems_of(sentence)]
    if found:
        return found[0]
    return "Nothing has been said of that." if wanted else "Nothing has been said yet."


def best_at(book: Notebook, question: Question) -> str:
    """The skills in which the player's character is best, where it is asked what they are good at."""
    parts = parted(question.words)
    if parts is None or question.kind not in ("what", "which") or [word.lower() for word in parts.subject] != ["i"]:
        return ""
    if not {"good", "best", "better"} & {word.lower() for word in (*parts.rest, *parts.sought)}:
        return ""
    state = book.state
    ranked = sorted(rulebook_of(state.pack).skills, key=lambda skill: (-chance(state, skill), skill))[:BEST]
    said = [f"{skill.replace('_', ' ')}, {chance(state, skill)} in a hundred" for skill in ranked]
    return f"Best at these: {'; '.join(said)}."


def purse_asked(book: Notebook, question: Question) -> str:
    """What is in the purse, where it is asked how much one has."""
    tokens, currency = set(tokens_of(question.words)), book.state.pack.currency
    money = {"money", "cash", currency.unit, currency.units}
    rest = [token for token in tokens if category(token) and token not in EMPTY and not verb_classes(lemma(token))]
    much = question.kind == "how_many" and "much" in tokens and MINE & tokens
    of = next((after for word, after in pairwise(tokens_of(question.words)) if word == "much"), "")
    of_another = bool(category(of)) and of not in (*EMPTY, *money)  # "how much water", which is a verb as well
    if not much or of_another or (rest and not tokens & money):
        return ""
    purse = book.state.purse(book.state.pc)
    if not book.state.counts_money():
        return "You have no money."
    return f"You have {currency.figure(purse)}." if purse else "Your purse is empty."


def how_good(book: Notebook, question: Question) -> str:
    """How good a thing is that the player's character has made: what its page says of it."""
    asked = (question.topic, *(unit.id for unit in question.units))
    made = next((id for id in asked if id and made_of(book.state, id)), "")
    newcomer = book.state.newcomers.get(made)
    return newcomer.summary if newcomer and (question.kind in ("how", "opinion") or "good" in question.words.lower()) else ""


def counsel(book: Notebook, question: Question) -> str:
    """What one could do: where a place of the sort that is thought of is, else the ways that are open, those here, the ways out."""
    tokens = tokens_of(question.words)
    parts = parted(question.words)
    modal = {"could", "should", "would", "can", "might", "shall", "must"} & set(tokens)
    verb = lemma(verb_of(parts)) if parts else ""
    if (not modal and verb != "do") or sort_asked(book, question):
        return ""
    if (sort := sort_in(question.words)) and (found := those_of(book, sort)):
        return f"There is {named_with_place(book, found[0])}."
    if "do" not in tokens or question.topic:
        return ""
    if decisions := standing(book.state):
        return f"You could {either([option.text.strip().rstrip('.') for option in decisions[0].options])}."
    said = [f"talk to {listed([book.name(id) for id in book.present()])}"] if book.present() else []
    ways = known_ways(book).get("ways", "")
    return f"You could {either([*said, 'look about or search'])}.{f' From here: {ways}.' if ways else ''}"
