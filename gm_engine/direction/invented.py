"""Small things that nobody has written: how many, how long, when, which of two. The dice say it once, and so it stays."""

from hashlib import blake2b

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.answer_pieces import stems_of
from gm_engine.direction.chances import Said, touches_secret
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.turned import AUXILIARIES, LINKS, parted, verb_of
from gm_engine.direction.who_fits import place_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.calendar import WEEKDAYS
from gm_engine.story.counting import in_words

MOST_COUNTED, MOST_YEARS, MOST_DAYS = 9, 12, 6
HALVES = ("morning", "evening")
ONGOING = ("have", "has", "had", "'ve", "'s")
"""What helps a verb that still goes on: how long it has is counted in years."""
MOST_CHOSEN = 5
"""A side of *this or that* has no more words."""


def invented(book: Notebook, question: Question, npc: str) -> Said | None:
    """What somebody says of a small matter that nothing hangs on, always the same for the same question; None for any other."""
    if question.kind == "" or not (question.units or question.of_asked) or hangs_on_it(book, question, npc):
        return None
    key = f"small:{npc}:{blake2b('|'.join(sorted(_stems(question))).encode(), digest_size=6).hexdigest()}:"
    sides = _sides(book, question, npc)
    if not sides:
        return None
    earlier = next((at for at in range(len(sides)) if book.state.used.get(f"{key}{at}", 0)), None)
    at = earlier if earlier is not None else book.draws.roll(len(sides)) - 1
    if earlier is None:
        book.change("used", f"{key}{at}", book.turn, cause="decided")
    return Said(sides[at], earlier is not None)


def _stems(question: Question) -> set[str]:
    return {question.kind, *(one for unit in question.units for one in ((unit.id,) if unit.id else unit.stems))}


def hangs_on_it(book: Notebook, question: Question, npc: str) -> bool:
    """True where the pack has something to say of the matter, hidden or not, so that no dice may: of those named, or by its words.

    Whoever is asked of themselves, and of nobody else, is asked for a small thing.
    """
    state = book.state
    things = question._replace(units=tuple(unit for unit in question.units if not unit.act))
    pack = state.pack
    named = {unit.id for unit in question.units if unit.id} if question.of_asked else set()
    small = {id for id in named if id not in (*pack.npcs, *pack.locations, *pack.factions, state.pc)}
    small |= {id for id in named & set(pack.npcs) if question.kind == "when" and state.alive(id) and id not in book.around()}
    others = [unit for unit in question.units if unit.id and unit.id not in (npc, book.at, *small)]
    if others or any(unit.proper for unit in question.units) or touches_secret(book, things):
        return True
    written = _matters(state)
    return any(unit.stems & written for unit in question.units if not unit.act)


def _matters(state: StoryState) -> frozenset[str]:
    """The words of what is hidden and of what is to be found."""
    secrets = state.pack.secrets.values()
    return stems_of(" ".join(text for secret in secrets for text in (secret.truth, *(clue.text for clue in secret.clues))))


def _sides(book: Notebook, question: Question, npc: str) -> tuple[str, ...]:
    """What may be answered, each as likely as the other; empty where nothing fits."""
    if chosen := alternatives_in(question.words):
        return tuple(f"{side[:1].upper()}{side[1:]}." for side in chosen)
    if question.kind == "how_many":
        return _numbers(question)
    if question.kind == "when":
        return _times(question)
    if question.kind == "where" and _of_living(question) and npc and (home := place_of(book, npc)):
        return ("Here, as a rule.",) if home == book.at else (f"At {book.name(home)}, as a rule.",)
    return ()


def _of_living(question: Question) -> bool:
    """True where somebody is asked where they sleep, eat, stay."""
    parts = parted(question.words)
    verb = verb_of(parts) if parts and question.of_asked and parts.helps == "do" else ""
    return wordnet.verb_class(verb) in ("stative", "consumption", "body", "social") and verb not in ("come", "be")


def alternatives_in(words: str) -> tuple[str, str] | None:
    """The two of which one is asked for; None where no *or* stands between two short things.

    >>> alternatives_in("What kind of ink did he use, black or that brown stuff?"), alternatives_in("More flux or more tea?")
    (('black', 'that brown stuff'), ('more flux', 'more tea'))
    >>> alternatives_in("Do you take coffee or tea?"), alternatives_in("is he dead or what"), alternatives_in("will he go or is he dead?")
    (('coffee', 'tea'), None, None)
    """
    tokens = words.strip(" ?!.").replace(",", " , ").split()
    small = [token.lower() for token in tokens]
    if small.count("or") != 1:
        return None
    at = small.index("or")
    after = tokens[at + 1 :]
    before = tokens[:at]
    if "," in before:
        before = before[len(before) - before[::-1].index(",") :]
    else:
        before = before[-len(after) :] if len(before) > len(after) or not _same_start(before, after) else before
    while len(before) > 1 and not _begins(before[0].lower()):
        before = before[1:]
    both = [[word for word in side if word != ","] for side in (before, after)]
    if not all(0 < len(side) <= MOST_CHOSEN and _is_thing(side[-1].lower()) for side in both) or set(small[at:]) & AUXILIARIES:
        return None
    first, second = (" ".join(side[:1]).lower() + (" " if side[1:] else "") + " ".join(side[1:]) for side in both)
    return first, second


def _same_start(one: list[str], other: list[str]) -> bool:
    return one[0].lower() == other[0].lower()


def _begins(word: str) -> bool:
    """True for what a thing's name may begin with: not a verb, not a small word of the question."""
    return word not in AUXILIARIES | set(LINKS) | {"you", "i", "he", "she", "it", "they", "we"} and (
        bool(wordnet.category(singular(word)))
        or bool(wordnet.synonyms(word, "a"))
        or word in ("the", "a", "more", "that", "this", "his", "her")
    )


def _is_thing(word: str) -> bool:
    plain = singular(word)
    adjective = bool(wordnet.synonyms(word, "a") or wordnet.opposites(word, "a", near=True))
    return (bool(wordnet.category(plain)) or adjective) and not (wordnet.verb_class(word) and not adjective and not wordnet.category(word))


def _numbers(question: Question) -> tuple[str, ...]:
    """How many, how long, how often: a small number in words, with what is counted."""
    parts, tokens = parted(question.words), tokens_of(question.words)
    measure = tokens[tokens.index("how") + 1] if "how" in tokens[:-1] else ""
    if (
        measure == "many"
        and parts is not None
        and (counted := [word.lower() for word in parts.sought[2:]])
        and wordnet.category(singular(counted[-1]))
    ):
        name = " ".join(counted)
        return tuple(f"{in_words(count).capitalize()} {name}." for count in range(2, MOST_COUNTED))
    if measure == "long" and parts is not None and parts.helps in ONGOING:
        return tuple(f"{in_words(count).capitalize()} years." for count in range(2, MOST_YEARS))
    if measure == "often":
        return ("Once a week.", "Every other day.", "Twice a month.", "Once in a long while.")
    return ()


def _times(question: Question) -> tuple[str, ...]:
    """When: a day and a half of it, gone by or to come."""
    parts = parted(question.words)
    if parts is None:
        return ()
    past = parts.helps in ("did", "was", "were", "had")
    coming = parts.helps in ("will", "'ll", "is", "are")
    if past:
        return tuple(f"{count.capitalize()} days ago, in the {half}." for count in map(in_words, range(2, MOST_DAYS)) for half in HALVES)
    return tuple(f"On {day}, in the {half}." for day in WEEKDAYS[:5] for half in HALVES) if coming or parts.helps in ("do", "does") else ()
