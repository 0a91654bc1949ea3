"""Who and what of a sort there is: *are there any women here?*, *where can I find a doctor?*, *is there a shop?* The pack and the state
answer, and never the dice.
"""

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import EMPTY, Question
from gm_engine.direction.talked import ANYBODY
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.rules.bystanders import SEXES
from gm_engine.rules.journey import leg_minutes
from gm_engine.rules.map import route
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import served_at
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.numbers import hours_in_words
from gm_engine.story.pack import Location
from gm_engine.story.travel import Exit

NEAR = frozenset(("here", "around", "about", "nearby", "near", "close", "town"))
MOST_NAMED = 4


def sort_asked(book: Notebook, question: Question) -> str:
    """The noun of which it is asked whether, or where, there is one; empty for any other question.

    What more is said of it (*behind the door*) must be only where one stands, or what one would do there.
    """
    tokens = [token for token in tokens_of(question.words) if token[:1].isalnum()]
    there = tokens[:2] in (["is", "there"], ["are", "there"]) or question.kind == "where"
    if not there:
        return ""
    noun, at = next(((unowned(token), at) for at, token in enumerate(tokens) if _is_sort(unowned(token))), ("", 0))
    before = [token for token in tokens[2:at] if question.kind == "yes_no" and token not in EMPTY]
    if question.kind == "where" and not {"a", "an", "any", "some", "nearest"} & set(tokens[max(0, at - 2) : at]):
        return ""
    return noun if noun and not before and _only(book, question, noun, tokens[at + 1 :]) else ""


def _is_sort(word: str) -> bool:
    plain = singular(word)
    return plain in SEXES or word in ANYBODY or (word not in EMPTY and wordnet.category(plain) in ("person", "structure", "place", "group"))


def _only(book: Notebook, question: Question, noun: str, rest: list[str]) -> bool:
    """True where the words behind the noun add nothing to it but *here* and what one would do."""
    around = book.state.pack.locations.get(book.at)
    places = {unit.id for unit in question.units if unit.id} - {book.at, around.within if around else ""} - set(those_of(book, noun))
    clause = next((at for at, token in enumerate(rest) if token in ("i", "we", "one", "to", "who")), len(rest))
    stems = {stem(noun), *(stem(token) for token in rest[clause:])}
    rest = rest[:clause]
    others = [unit for unit in question.units if not unit.id and not unit.stems <= stems]
    acts = all(unit.act or unit.stems & {stem(one) for one in NEAR} for unit in others)
    where = [
        token for token in rest if token in ("behind", "under", "inside", "above", "below", "upstairs", "on", "next", "between", "with")
    ]
    return acts and not where and not places


def those_of(book: Notebook, noun: str) -> list[str]:
    """The people and places of a sort, those at hand first, then by how far it is to them."""
    state = book.state
    plain = singular(noun)
    alike = like(plain)
    found = [id for id, person in state.pack.npcs.items() if person.visibility == "table" and state.alive(id) and is_one(state, id, plain)]
    if plain not in SEXES and noun not in ANYBODY and wordnet.category(plain) != "person":
        inside = {place.within for place in state.pack.locations.values()}
        places = {id: place for id, place in state.pack.locations.items() if place.visibility == "table" and id not in inside}
        found += [id for id, place in places.items() if alike & _called(place)]
    near = {id: _minutes(book, id) for id in found}
    return sorted((id for id in found if near[id] >= 0), key=lambda id: (near[id], id))


def _called(place: Location) -> set[str]:
    return {stem(word) for word in tokens_of(f"{place.kind} {place.name} {' '.join(place.aliases)}")}


def like(noun: str) -> set[str]:
    """The stems of a noun and of the words that mean the same."""
    return {stem(noun), *(stem(word) for word in wordnet.synonyms(noun, "n"))}


def is_one(state: StoryState, id: str, noun: str) -> bool:
    """True for somebody of the sort that a noun names: by what they are, or by their sex."""
    person = state.pack.npcs[id]
    if noun in SEXES or noun in ANYBODY:
        return noun in ANYBODY or person.pronouns == SEXES[noun]
    return bool(like(noun) & {stem(word) for word in tokens_of(person.role)})


def _minutes(book: Notebook, id: str) -> int:
    """How far somebody or somewhere is on foot; -1 where nobody could say."""
    if id in book.around() or id == book.at:
        return 0
    legs = _legs(book, id)
    return sum(leg_minutes(book.state, way, "foot") for way in legs) if legs else -1


def _legs(book: Notebook, id: str) -> tuple[Exit, ...]:
    """The way to somebody or somewhere; none where nobody knows one."""
    state = book.state
    place = id if id in state.pack.locations else state.usually(id)
    known = place in state.pack.locations and state.pack.locations[place].visibility == "table"
    return route(state, book.at, place) if known else ()


def named_with_place(book: Notebook, id: str) -> str:
    """Somebody or somewhere, with what anybody would add: where, or how far."""
    state = book.state
    if id in state.pack.locations:
        minutes = _minutes(book, id)
        told = all(way.told for way in _legs(book, id))
        far = f"{hours_in_words(minutes)} from here" if told else "some way from here"
        return f"{book.name(id)}, {far if minutes else 'where you are'}"
    if id in book.around():
        return f"{book.name(id)}, who is here"
    return f"{book.name(id)}, at {book.name(state.usually(id))}"


def told_of_sort(book: Notebook, question: Question) -> tuple[bool, str] | None:
    """Whether there is one of a sort that is asked for, and who or which; None for any other question."""
    noun = sort_asked(book, question)
    if not noun:
        return None
    found = those_of(book, noun)
    if found:
        said = [named_with_place(book, id) for id in found[:MOST_NAMED]]
        return True, f"{'; '.join(said)}."
    if served := _served(book, noun):
        return True, served
    if wordnet.category(singular(noun)) == "person" or singular(noun) in SEXES:
        return False, "None that anybody has heard of."
    return None


def _served(book: Notebook, noun: str) -> str:
    """Where a service of the rulebook is to be had that is called so."""
    state, rules = book.state, rulebook_of(book.state.pack)
    service = rules.services.get(singular(noun))
    houses = served_at(state, service) if service else ()
    named = [named_with_place(book, house) for house in houses if house in state.pack.locations]
    return f"{'; '.join(named)}." if named else ""


def sort_in(words: str) -> str:
    """The first noun among words that means a sort of person or place: *a shop*; empty for none."""
    tokens = tokens_of(words)
    return next((token for at, token in enumerate(tokens) if at and tokens[at - 1] in ("a", "an", "some", "any") and _is_sort(token)), "")
