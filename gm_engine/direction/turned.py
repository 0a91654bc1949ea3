"""A question turned round: into the words that name its matter ("who the eleven were"), and into the statement that a yes or a no makes."""

import re
from itertools import pairwise
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.player_verbs import IRREGULAR, forms

BE = ("is", "are", "was", "were", "am", "'s", "isn't", "aren't", "wasn't", "weren't", "ain't")
DO = ("do", "does", "did", "don't", "doesn't", "didn't")
OTHERS_WORDS = """
have has had can could will would shall should may might must haven't hasn't hadn't can't couldn't won't wouldn't shan't shouldn't mightn't
mustn't
"""
OTHERS = tuple(OTHERS_WORDS.split())
AUXILIARIES = frozenset((*BE, *DO, *OTHERS))
WH = ("who", "whom", "whose", "what", "which", "where", "when", "why", "how")
NEGATED = {"won't": "will", "can't": "can", "shan't": "shall", "ain't": "is"}
ALONE_WORDS = """
i you he she it we they this that these those there one who everybody everyone somebody someone anybody anyone nobody something anything
nothing everything
"""
ALONE = frozenset(ALONE_WORDS.split())
"""Words that are a subject by themselves."""
OPENERS_WORDS = """
the a an my your his her its our their this that these those some any no every each all both many most much several few two three four five
six seven eight nine ten eleven twelve another other such half whose
"""
OPENERS = frozenset(OPENERS_WORDS.split())
"""Words with which what is spoken of begins."""
LINKS_WORDS = "of in on at from with by for to about under over behind near inside into against through during before after since without"
LINKS = frozenset(LINKS_WORDS.split())
ADVERBS = frozenset(["ever", "still", "already", "always", "never", "often", "really", "also", "just", "even", "usually", "once", "only"])
EXPLETIVE = frozenset(("there", "it", "i", "you", "he", "she", "we", "they"))
"""Subjects of which nothing further is said by *of*, *in* …: that belongs to what is said of them."""
HOLDING = frozenset(["here", "there", "now", "again", "yet", "today", "tonight", "tomorrow", "yesterday", "then", "too", "either"])
"""Words that say when or where, and nothing of what something is."""
STOPS = frozenset(("and", "or", "but", ",", "if", "when", "while", "because", "than", "as", "that", "who", "which", "not", "then", "too"))
YOURS = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you", "us": "you", "our": "your", "ours": "yours",
    "you": "me", "your": "my", "yours": "mine", "yourself": "myself",
}  # fmt: skip
"""Whose a thing is, as the one says it who was asked."""
PERSONS = {("i", "are"): "am", ("i", "were"): "was", ("you", "am"): "are", ("you", "was"): "were", ("i", "is"): "am"}
SOME = {"any": "some", "anybody": "somebody", "anyone": "someone", "anything": "something", "anywhere": "somewhere", "ever": ""}
NONE = {"any": "no", "anybody": "nobody", "anyone": "no one", "anything": "nothing", "somebody": "nobody", "someone": "no one",
        "something": "nothing", "some": "no", "a": "no", "an": "no", "one": "none", "everybody": "not everybody", "all": "not all",
        "everyone": "not everyone", "both": "not both", "every": "not every"}  # fmt: skip
BEEN = frozenset(("been", "got", "had"))
"""Before these a shortened *'s* is *has*."""
FURTHER = re.compile(r",?\s+(?:and|or|but)\s+(?:who|what|which|where|when|why|how|did|does|do|is|are|was|were)\b.*$", re.I | re.S)
"""A second question behind the first."""
TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*|,")


class Turned(NamedTuple):
    """The parts of a question: what is asked for (empty for a yes or a no), the verb that helps, whom it is about, what is said of them."""

    sought: tuple[str, ...]
    helps: str
    subject: tuple[str, ...]
    rest: tuple[str, ...]


def parted(question: str) -> Turned | None:
    """The parts of a question put outright; None for words that are built otherwise.

    >>> parted("Who were the eleven?")
    Turned(sought=('Who',), helps='were', subject=('the', 'eleven'), rest=())
    >>> parted("did the old man shoot first?").subject, parted("the spring") is None
    (('the', 'old', 'man'), True)
    """
    words = [word.replace("’", "'") for word in TOKEN.findall(FURTHER.sub("", question))]
    while words and words[0] == ",":
        words = words[1:]
    if not words:
        return None
    first = words[0].lower()
    opened = first.removesuffix("'s") if first.endswith("'s") else first
    if first not in AUXILIARIES and opened not in WH and not (first in LINKS and len(words) > 1 and words[1].lower() in WH):
        return None
    sought: tuple[str, ...] = ()
    if first not in AUXILIARIES:
        if first.endswith("'s"):
            words[:1] = [words[0][:-2], "has" if words[1:] and words[1].lower() in BEEN else "is"]
        at = next((n for n, word in enumerate(words) if word.lower() in AUXILIARIES and n), 0)
        if not at or any(word == "," for word in words[:at]):
            return Turned((words[0],), "", (), tuple(words[1:]))
        sought, words = tuple(words[:at]), words[at:]
        led = sought[0].lower() in ("what", "which", "whose", "how", *LINKS) or (sought[1:2] and sought[1].lower() in LINKS)
        if len(sought) > 1 and not led:
            return Turned((sought[0],), "", (), (*sought[1:], *words))
    helps, tail = words[0].lower(), words[1:]
    if sought and sought[0].lower() in ("who", "what", "which", "whose") and _is_verbal(helps, tail):
        return Turned(sought, "", (), (helps, *tail))
    size = _subject(tail, helps)
    return Turned(sought, helps, tuple(tail[:size]), tuple(tail[size:])) if size else None


def verb_of(parts: Turned) -> str:
    """The verb that says what is done, as it was typed; empty where only *be* is said.

    >>> verb_of(parted("When does the stage leave?")), verb_of(parted("who shot him")), verb_of(parted("Where is he?"))
    ('leave', 'shot', '')
    """
    rest = [word.lower() for word in parts.rest if word.lower() not in ADVERBS and word.lower() not in AUXILIARIES]
    done = parts.helps in (*DO, *OTHERS) or not parts.helps or (rest and rest[0].endswith(("ing", "ed", "en")))
    return rest[0] if (rest and done and wordnet.verb_class(rest[0])) or (rest and done and rest[0] in IRREGULAR_PASTS) else ""


def _is_verbal(helps: str, tail: list[str]) -> bool:
    """True where what is asked for is the subject itself: *who has seen it*, *what is burning*, *who can swim*."""
    if not tail or helps in DO:
        return False
    follows = tail[0].lower()
    if follows in ALONE or follows in OPENERS or tail[0][:1].isupper():
        return False
    if helps in BE:
        return follows in ("next", "near") or follows.endswith("ing") or (follows in LINKS and follows != "of") or _adjective(follows)
    return not wordnet.category(follows) or bool(wordnet.verb_class(follows)) or follows.endswith(("ed", "en"))


def _subject(words: list[str], helps: str) -> int:
    """How many words name whom or what it is about."""
    if not words:
        return 0
    first = words[0].lower()
    if first in ALONE and not (first in ("this", "that", "these", "those", "one") and len(words) > 1 and _noun(words[1])):
        return 1 + (0 if first in EXPLETIVE else _linked(words, 1, helps))
    at = 0
    while at < len(words) and words[at].lower() in OPENERS:
        at += 1
    named = words[at : at + 1] and words[at][:1].isupper()
    while at < len(words) and not named and _adjective(words[at].lower()) and at + 1 < len(words) and _noun(words[at + 1]):
        at += 1
    start = at
    while at < len(words) and _noun(words[at]) and words[at].lower() not in STOPS | ADVERBS:
        more = at + 1 < len(words)
        if at > start and not words[at - 1].endswith("'s") and _predicate(words, at, helps):
            break
        at += 1
        if not more:
            break
    if at == start:
        return at + _linked(words, at, helps) if at else 0
    return at + _linked(words, at, helps)


def _predicate(words: list[str], at: int, helps: str) -> bool:
    """True where the word is what is said of the subject, and no more of its name."""
    word = words[at].lower()
    if words[at][:1].isupper() or word.endswith("'s"):
        return False
    if helps in DO or helps in OTHERS:
        return bool(_plain_verb(word)) or (helps in ("have", "has", "had") and word.endswith(("ed", "en")))
    return _adjective(word) or word.endswith(("ing", "ed")) or at == len(words) - 1


def _linked(words: list[str], at: int, helps: str) -> int:
    """How many words more belong to the name by *of*, *in* …: as many as leave something to be said of it."""
    if at >= len(words) or words[at].lower() not in LINKS:
        return 0
    if helps in DO and words[at].lower() not in ("of", "in"):
        return 0
    size = _subject(words[at + 1 :], helps)
    whole = 1 + size
    left = [word.lower() for word in words[at + whole :]]
    return whole if size and any(word not in HOLDING and wordnet.category(word) != "time" for word in left) else 0


def _noun(word: str) -> bool:
    plain = word.lower().removesuffix("'s")
    if plain in AUXILIARIES or plain in LINKS or plain in ALONE or plain in OPENERS or plain in WH or word == ",":
        return False
    singular = plain[:-1] if plain.endswith("s") else plain
    return word[:1].isupper() or bool(wordnet.category(plain) or wordnet.category(singular)) or not _known(plain)


def _adjective(word: str) -> bool:
    return bool(wordnet.synonyms(word, "a") or wordnet.opposites(word, "a", near=True))


def _plain_verb(word: str) -> str:
    return wordnet.verb_class(word)


def _known(word: str) -> bool:
    return bool(wordnet.category(word) or wordnet.verb_class(word) or _adjective(word)) or word.endswith(("ly", "ed", "ing"))


def untagged(statement: str, tag: str) -> str:
    """A statement with a question hung behind it, as the question that is meant; empty where the tag is none.

    >>> untagged("You're not scared of him", "are you?"), untagged("It is mine", "isn't it?"), untagged("You rode there", "didn't you")
    ('are you scared of him?', 'is it mine?', 'did you ride there?')
    >>> untagged("I asked the judge", "is he dead")
    ''
    """
    words = [word.replace("’", "'").lower() for word in TOKEN.findall(tag)]
    typed = [word.replace("’", "'") for word in TOKEN.findall(statement)]
    if len(words) != 2 or words[0] not in AUXILIARIES or words[1] not in EXPLETIVE or not typed:
        return ""
    helps = NEGATED.get(words[0], words[0].removesuffix("n't"))
    first = typed[0].lower()
    if first != words[1] and first.partition("'")[0] != words[1]:
        return ""
    rest = typed[1:]
    while rest and (rest[0].lower() in AUXILIARIES or rest[0].lower() == "not"):
        rest = rest[1:]
    if helps in DO and rest:
        rest[0] = next((verb for verb, made in IRREGULAR.items() if rest[0].lower() in made), rest[0])
    return f"{helps} {words[1]} {' '.join(rest)}?"


def matter_of(question: str) -> str:
    """The matter of a question, as whoever is asked would name it; empty where the question cannot be turned round.

    >>> matter_of("Who were the eleven?"), matter_of("Did you see him?"), matter_of("when does the stage leave")
    ('who the eleven were', 'whether I saw him', 'when the stage leaves')
    >>> matter_of("Who shot the old man?"), matter_of("where is my horse?"), matter_of("the spring")
    ('who shot the old man', 'where your horse is', '')
    >>> matter_of("what the fare to Socorro is")
    'what the fare to Socorro is'
    """
    parts = parted(question)
    if parts is None:
        words = tuple(word.replace("’", "'") for word in TOKEN.findall(FURTHER.sub("", question)))
        return _joined(_spoken(words)) if words and words[0].lower() in WH else ""
    sought = _spoken(parts.sought)
    if not parts.helps:
        return _joined((*sought, *_spoken(parts.rest)))
    subject, helps, rest = _agreeing(parts)
    lead = sought or ("whether",)
    return _joined((*lead, *subject, *helps, *rest))


def statement_of(question: str, *, yes: bool) -> str:
    """What a yes or a no to the question says, as a sentence; empty for a question that no yes or no answers.

    >>> statement_of("Are any of the lamps still warm?", yes=False), statement_of("is the well deep?", yes=True)
    ('None of the lamps are still warm.', 'The well is deep.')
    >>> statement_of("Did he ever ride alone?", yes=False), statement_of("Is there anything up there?", yes=True)
    ('He did not ride alone.', 'There is something up there.')
    """
    parts = parted(question)
    if parts is None or parts.sought:
        return ""
    flat = parts._replace(helps=NEGATED.get(parts.helps, parts.helps.removesuffix("n't")))
    first = parts.subject[0].lower() if parts.subject else ""
    denied = first in NONE and first not in ("a", "an")
    subject, helps, rest = _agreeing(flat, keep=not yes and not denied)
    if yes:
        words = [SOME.get(word.lower(), word) for word in (*subject, *helps, *rest)]
    elif first == "there" and rest and rest[0].lower() in NONE:
        words = [*subject, *helps, NONE[rest[0].lower()], *rest[1:]]
    elif first == "any" and len(subject) > 1 and subject[1].lower() == "of":
        words = ["none", *subject[1:], *helps, *rest]
    elif denied:
        words = [NONE[first], *subject[1:], *helps, *rest]
    else:
        words = [*subject, *helps, "not", *(word for word in rest if word.lower() != "ever")]
    text = _joined(tuple(words))
    return f"{text[:1].upper()}{text[1:]}."


def _agreeing(parts: Turned, *, keep: bool = False) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Subject, helping verb and rest as a statement has them: *did he ride* is *he rode*, *are you* is *I am*."""
    subject = _spoken(parts.subject)
    if len(parts.subject) == 1 and parts.subject[0].lower() == "you":
        subject = ("I",)
    rest = _spoken(parts.rest)
    if parts.subject[:1] and parts.subject[0].lower() == "there" and _many(parts.rest):
        parts = parts._replace(helps={"is": "are", "was": "were"}.get(parts.helps, parts.helps))
    first = subject[0].lower() if len(subject) == 1 else ""
    helps = PERSONS.get((first, parts.helps), parts.helps)
    if parts.helps in DO and not parts.helps.endswith("n't") and not keep and parts.rest:
        at = next((n for n, word in enumerate(rest) if word.lower() not in ADVERBS and not _is_order(rest, n)), 0)
        verb = parts.rest[at].lower()
        said = verb
        if parts.helps == "did":
            said = _past(verb)
        elif parts.helps == "does":
            said = forms(verb)[1]
        return subject, (), (*rest[:at], said, *rest[at + 1 :])
    return subject, (helps,), rest


def _is_order(rest: tuple[str, ...], at: int) -> bool:
    """True for *first*, *last* before the verb: *when did you last see him*."""
    behind = rest[at + 1].lower() if at + 1 < len(rest) else ""
    return rest[at].lower() in ("first", "last", "next") and bool(wordnet.verb_class(behind))


def _many(rest: tuple[str, ...]) -> bool:
    """True where what there is, is more than one: *any women*, *lamps*."""
    noun = next((word.lower() for word in rest if _noun(word) and word.lower() not in NONE), "")
    return (noun.endswith("s") and singular(noun) != noun) or noun.endswith("men")


IRREGULAR_PASTS = frozenset(form for made in IRREGULAR.values() for form in made)


def _past(verb: str) -> str:
    """The past of a verb: *rode*, *went*."""
    if verb == "be":
        return "was"
    made = forms(verb)
    return verb if len(made) == 3 else made[2]


def _spoken(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as whoever was asked says them: *my* is *your*."""
    said: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1].lower() if at else ""
        if word.lower() == "mine" and (before in OPENERS or _adjective(before) or wordnet.category(before)):
            said.append(word)  # a silver mine is nobody's own
            continue
        turned = YOURS.get(word.lower(), word if word[:1].isupper() and word.lower() not in (*WH, "I") else word.lower())
        said.append("I" if word.lower() == "you" and _acts(words, at) else turned)
    return tuple(said)


def _acts(words: tuple[str, ...], at: int) -> bool:
    """True where a word stands before a verb as its subject: *what you drink*, and not *who told you*."""
    behind = [word.lower() for word in words[at + 1 :] if word.lower() not in (*ADVERBS, "first", "last") and not word.endswith("ly")][:1]
    led = words[at - 1].lower() if at else ""
    free = not led or (led not in LINKS and not wordnet.verb_class(led) and led not in IRREGULAR_PASTS)
    if not free or not behind or behind[0] in LINKS:
        return False
    done = behind[0] in AUXILIARIES or behind[0] in IRREGULAR_PASTS or behind[0].endswith("ed")
    return done or bool(wordnet.verb_class(behind[0]))


def reworded(words: str) -> str:
    """Words as the one says them who is spoken to: *my horse* is *your horse*.

    >>> reworded("my horse and the mule")
    'your horse and the mule'
    >>> reworded("a silver mine of mine")
    'a silver mine of yours'
    """
    return _joined(_spoken(tuple(word.replace("’", "'") for word in TOKEN.findall(words))))


def reported(statement: str, *, clause: bool = False) -> str:
    """A statement as the one says it to whom it was made; empty for words that state nothing, or too much to be said again. ``clause``:
    they are known to state something.

    >>> reported("I'm happy to be home again"), reported("there was enough salt"), reported("my horse kicked you"), reported("the spring")
    ("you're happy to be home again", 'there was enough salt', 'your horse kicked me', '')
    >>> reported("I was there when they came to your people"), reported("You're late, and I am not")
    ('you were there when they came to my people', "I'm late, and you are not")
    """
    words = tuple(word.replace("’", "'") for word in TOKEN.findall(statement.strip(" .!?")))
    words = words[1:] if words and words[0].lower() in ("if", "whether", "that") else words
    plain = [word.lower() for word in words]
    does = clause or any(
        one in AUXILIARIES or one in IRREGULAR_PASTS or one in IRREGULAR or one.endswith("ed") or one in SHORT or one[-3:] in ENCLITIC
        or one in ("it's", "that's", "there's", "he's", "she's") or (wordnet.verb_class(one) and plain[at - 1] in EXPLETIVE)
        for at, one in enumerate(plain[:6])
    )  # fmt: skip
    if not does or not 3 <= len(words) <= MOST_REPORTED or plain[0] in (*AUXILIARIES, *WH):
        return ""
    return _joined(_agreed(tuple(SHORT.get(word.lower(), word) for word in words)))


SHORT = {"i'm": "you're", "i've": "you've", "i'll": "you'll", "i'd": "you'd", "you're": "I'm", "you've": "I've", "you'll": "I'll"}
ENCLITIC = ("'re", "'ve", "'ll")
AGREEING = {"am": "are", "was": "were", "wasn't": "weren't"}, {"are": "am", "were": "was", "weren't": "wasn't"}
"""What stands beside *I* and is said of the one spoken to, and the other way round."""
MOST_REPORTED = 20


def _agreed(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with *I* and *you* changed over, each with a verb that agrees with it."""
    spoken = list(_spoken(words))
    for at, word in enumerate(words):
        helps = next((n for n in range(at + 1, min(at + 3, len(words))) if words[n].lower() not in ADVERBS), len(words))
        if word.lower() not in ("i", "you") or helps >= len(words):
            continue
        if word.lower() == "you" and spoken[at] != "I" and words[helps].lower() in AGREEING[1]:
            spoken[at] = "I"
        agreeing = AGREEING[word.lower() == "you"]
        if word.lower() == "i" or spoken[at] == "I":
            spoken[helps] = agreeing.get(words[helps].lower(), spoken[helps])
    return tuple(spoken)


def sound(clause: str) -> bool:
    """True for a turned clause that can be said: short, whole, with no word twice over and no sentence's first capital in the middle.

    >>> sound("who carried him in"), sound("whether A woman who runs this place"), sound("when I first felt it, and whether I logged it")
    (True, False, False)
    >>> sound("what make it is"), sound("whether whether it is"), sound("where where")
    (True, False, False)
    """
    words = TOKEN.findall(clause)
    small = [word.lower() for word in words]
    if not 3 <= len(words) <= MOST_SOUND or "," in words or any(one == other for one, other in pairwise(small)):
        return False
    if any(word[:1].isupper() and word.lower() in SMALL_WORDS for word in words):
        return False
    rest = small[1:]
    held = [at for at, word in enumerate(rest) if _finite(word) and not (at and rest[at - 1] in ("who", "that", "which"))]
    return small[0] in (*WH, "whether", *LINKS) and bool(held)


MOST_SOUND = 10
SMALL_WORDS = (frozenset((*OPENERS, *ALONE, *LINKS, *WH, *AUXILIARIES)) - {"i", "will", "may", "can"}) | {"a", "an", "whether"}
"""Words that have a capital only where a sentence begins."""


def _finite(word: str) -> bool:
    known = word in AUXILIARIES or word in IRREGULAR_PASTS or word.endswith("ed")
    return (
        known
        or bool(wordnet.verb_class(word))
        or bool(wordnet.verb_class(word.removesuffix("s")))
        or bool(wordnet.verb_class(word.removesuffix("es")))
    )


def _joined(words: tuple[str, ...]) -> str:
    text = " ".join(word for word in words if word).replace(" ,", ",")
    return re.sub(r"\bi\b", "I", text)
