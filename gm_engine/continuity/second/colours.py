"""Colours of somebody's eyes, hair, beard, skin, coat and clothes (colours.toml)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gm_engine.continuity.second.bearer import POSS, clause_at, named_in
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.sides import DENY
from gm_engine.continuity.second.telling import kept
from gm_engine.continuity.second.vocabulary import lists, wordlist
from gm_engine.continuity.second.words import S

MOUNTS = wordlist("colours", "mounts")
MADE_UP = wordlist("colours", "natural")
FLUSHED = S("red pink white")
"""Colours of a face, and of eyes that weep or drink."""
LINKS = S("be look seem remain stay shine gleam flash turn go stare come fall hang glint burn catch watch")
ONE = S("one other left right good blind glass dead bad")
AS = S("as like color colour of than shade")
SHADES = S("color colour shade")
REACHED = S("waist shoulder back knee hip belt collar chin elbow chest ear")
"""How far hair and beards fall, which may stand between them and their colour."""
NO = S("never no not n't")
ENDS = S(". ; : but who while when where not n't never neither")
WEARING = S("have wear grow")
BEFORE, AFTER, NEXT, DENIED = 7, 12, 4, 3
"""So many words from a part stands its colour, whom a word like "redhead" means, and what denies it."""


@dataclass(frozen=True)
class Colour:
    """The colour of a part of somebody: ``word`` is the part as it was said, ``shades`` basic colours; ``said`` unless it is only what a
    likeness gives ("hair like straw").
    """

    whose: Mention
    part: str
    word: str
    shades: frozenset[str]
    said: bool


def _by_word(told: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, words in told.items():
        for word in words:
            found[word].append(name)
    return {word: tuple(names) for word, names in found.items()}


_DATA = lists("colours")
SHADE = _by_word(_DATA["shades"])
LIKENESS = _by_word(_DATA["likeness"])
PART = _by_word(_DATA["parts"])
HEAD = _by_word({f"{part} {shade}": words for part, shades in _DATA["heads"].items() for shade, words in shades.items()})
CLOSE = frozenset(frozenset(pair[:2]) for pair in _DATA["close"])


def close(one: str, other: str) -> bool:
    """Whether two colours can be told of one thing.

    >>> close("grey", "blue"), close("brown", "blue")
    (True, False)
    """
    return one == other or frozenset((one, other)) in CLOSE


def same_colour(one: str, other: str) -> bool:
    """Whether two words can be told of the colour of one thing.

    >>> same_colour("yellow", "fair"), same_colour("black", "snowy")
    (True, False)
    """
    return any(close(a, b) for a in SHADE.get(one, ()) for b in SHADE.get(other, ()))


@kept("colours")
def colours_of(sentence: Sentence) -> Iterator[Colour]:
    """All colours told in a sentence."""
    words = set(sentence.words)
    if not words & MADE_UP or words & NO:
        yield from _of_parts(sentence)
        yield from _of_heads(sentence)


def _of_parts(sentence: Sentence) -> Iterator[Colour]:
    for mention in sentence.mentions:
        at = mention.at
        part = PART.get(sentence.lems[at], ("",))[0]
        barred = DENY | ONE if part == "eyes" else DENY
        if not part or mention.pron or barred & set(sentence.words[max(0, at - DENIED) : at]):
            continue
        shades, said = _around(sentence, at)
        if part == "eyes":
            shades -= FLUSHED
        whose = _owner(sentence, mention) if shades else None
        if whose is not None:
            yield Colour(whose, part, sentence.lems[at], shades, said)


def _of_heads(sentence: Sentence) -> Iterator[Colour]:
    for at, word in _joined(sentence.words):
        for head in HEAD.get(word, ()):
            part, shade = head.split()
            whose = _headed(sentence, at, part)
            if whose is not None and not DENY & set(sentence.words[max(0, at - NEXT) : at]):
                yield Colour(whose, part, word, frozenset([shade]), True)


def _joined(words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Each word with its place, and hyphened words put together again."""
    for at, word in enumerate(words):
        yield at, word
        if at + 2 < len(words) and words[at + 1] == "-":
            yield at, f"{word}-{words[at + 2]}"


def _shades(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(shade for _, word in _joined(words) for shade in SHADE.get(word, ()))


def _around(sentence: Sentence, at: int) -> tuple[frozenset[str], bool]:
    """Shades told of the noun, in front of it or after it up to the next thing, and whether they are said outright."""
    first = at
    while first > max(0, at - BEFORE) and _describes(sentence, first - 1):
        first -= 1
    before = _shades(sentence.words[first:at])
    if before:
        return before, True
    return _after(sentence, at)


def _describes(sentence: Sentence, at: int) -> bool:
    """Whether a word before a noun may belong to its description."""
    return sentence.words[at] not in (";", ".", ":") and (
        sentence.pos[at] in ("ADJ", "ADV", "CCONJ", "PUNCT", "PROPN")
        or sentence.words[at] in SHADE
        or sentence.deps[at] in ("amod", "compound", "npadvmod")
    )


def _after(sentence: Sentence, at: int) -> tuple[frozenset[str], bool]:
    found: list[str] = []
    like: tuple[str, ...] = ()
    for step in range(at + 1, min(at + 1 + AFTER, len(sentence.words))):
        word, kind = sentence.words[step], sentence.pos[step]
        reached = bool(REACHED & set(sentence.lems[step + 1 : step + 2]))
        if word in ENDS or (word in POSS and sentence.words[step - 1] != "of" and not reached):
            break
        of_noun = sentence.heads[step] > step and sentence.pos[sentence.heads[step]] == "NOUN"
        if word in SHADE and kind != "VERB" and not of_noun:
            found.append(word)
        elif kind == "VERB" and sentence.lems[step] not in LINKS and not found:
            break
        elif kind in ("NOUN", "PROPN"):
            if AS & set(sentence.words[max(at, step - 4) : step]):
                like = like or LIKENESS.get(sentence.lems[step], ())
            elif sentence.lems[step] not in SHADES | REACHED:
                break
    shades = _shades(tuple(found))
    return (shades, True) if shades else (frozenset(like), False)


def _owner(sentence: Sentence, mention: Mention) -> Mention | None:
    """Whose the part is."""
    if mention.owner:
        return named_in(sentence, mention.owner, mention.at)
    named = [other for other in sentence.mentions if other.id]
    for other in named:
        if mention.at < other.at <= mention.at + 3 and sentence.words[other.at - 1] == "of":
            return other
    for other in named:
        between = sentence.pos[other.at + 1 : mention.at]
        if mention.at - 5 <= other.at < mention.at and sentence.words[other.at] in POSS and not {"NOUN", "PUNCT", "VERB"} & set(between):
            return other
    clause = clause_at(sentence, mention.at)
    return None if clause is None else _wearer(sentence, mention, clause)


def _wearer(sentence: Sentence, mention: Mention, clause: Clause) -> Mention | None:
    """Who has the part, by how the clause is built."""
    subjects = [subject for subject in clause.roles.get("subj", ()) if subject.id]
    having = clause.verb in WEARING and mention in clause.roles.get("obj", ())
    if subjects and (having or any(mention in clause.roles.get(role, ()) for role in ("p:with", "attr"))):
        return subjects[0]
    if sentence.deps[mention.at] in ("nsubj", "nsubjpass") and mention.det == "the":
        return None
    head = sentence.heads[mention.at]
    if sentence.words[head] not in ("with", "in"):
        return None
    whole = sentence.heads[head]  # "a woman with blue eyes", or of "Ezra, a man with blue eyes" the name
    named = {other.at: other for other in sentence.mentions if other.id}
    return named.get(whole) or (named.get(sentence.heads[whole]) if sentence.deps[whole] == "appos" else None)


def _headed(sentence: Sentence, at: int, part: str) -> Mention | None:
    """Whom a word like redhead, blue-eyed or palomino means."""
    mentions = {mention.at: mention for mention in sentence.mentions}
    mention, clause = mentions.get(at), clause_at(sentence, at)
    being = clause if clause is not None and clause.verb == "be" else None
    said = [subject for subject in clause.roles.get("subj", ()) if subject.id] if clause is not None else []
    attributes = clause.roles.get("attr", ()) if clause is not None else ()
    if part == "coat":
        if being and mention in attributes and said and not said[0].pron:
            return said[0]
        head = mentions.get(sentence.heads[at])
        if head is None or head.lemma not in MOUNTS:
            return None
        if head.id or head.det in ("the", "poss"):
            return head
        return said[0] if said and head in attributes else None
    if being and said and (mention is None or mention in attributes or sentence.deps[at] in ("attr", "acomp", "amod")):
        return said[0]
    if mention is not None and mention.id:
        return mention
    following = next((mentions[step] for step in range(at + 1, at + 1 + NEXT) if step in mentions), None)
    return following if following is not None and following.id else None
