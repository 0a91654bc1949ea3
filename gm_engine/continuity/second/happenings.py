"""The event that a date or a length of time belongs to: its verb or noun, its kind, and what it concerns."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
_EVENTS: dict[str, dict[str, Any]] = _LISTS["events"]
_WEAK, _LIGHT = frozenset[str](_LISTS["weak_verbs"]), frozenset[str](_LISTS["light_verbs"])
TIMES = frozenset[str]((*_LISTS["times"], *_LISTS["months"], *_LISTS["weekdays"]))
"""Words that tell the time of something and are not what it happens to."""
_IRREGULAR = {"found": "found", "rose": "rise", "bore": "bear", "born": "bear", "lit": "light", "hanged": "hang", "dug": "dig",
              "sank": "sink", "founded": "found"}  # fmt: skip
"""Forms that the parser takes for another verb."""
_BELOW = S("relcl acl pobj prep pcomp appos attr nsubj dobj advcl nsubjpass dep ccomp conj")
"""How a word hangs on the path from a date to its verb, if it may be what is dated."""
_OF = S("of at in between")
FAR = 14
"""So many words off an event may be, if nothing nearer is."""


def _by_word(part: str) -> dict[str, tuple[str, ...]]:
    words = sorted({word for event in _EVENTS.values() for word in event[part]})
    return {word: tuple(name for name, event in _EVENTS.items() if word in event[part]) for word in words}


_VERBS, _NOUNS = _by_word("verbs"), _by_word("nouns")


@dataclass(frozen=True)
class Happening:
    """An event told in a sentence: the word ``at``, its base form, its kinds, and the mentions that it concerns;
    ``planned``: it is still to come.
    """

    at: int
    word: str
    kinds: tuple[str, ...]
    noun: bool
    args: tuple[Mention, ...]
    neg: bool = False
    planned: bool = False

    @property
    def once(self) -> bool:
        """Whether it comes to a thing one time only."""
        return any(_EVENTS[kind]["once"] for kind in self.kinds)


def happenings(sent: Sentence, at: int) -> tuple[Happening, ...]:
    """The events that a date at this word may tell the time of: up its path in the sentence, beside the path, else the nearest."""
    path = _path(sent, at)
    found = [
        told
        for other in range(at + 1, min(at + 9, len(sent.raw)))
        if _under(sent, other, at) or "year" in sent.lems[at + 1 : other]
        for told in _told(sent, other)
    ]
    for step in path:
        for other in _around(sent, step, path):
            found += _told(sent, other)
        if sent.pos[step] == "VERB" and _lemma(sent, step) not in _WEAK:
            if not any(told.at == step for told in found):
                found.append(_plain(sent, step))
            break
    if not found and (verbs := [step for step in path if sent.pos[step] in ("VERB", "AUX")]):
        found.append(_plain(sent, verbs[0]))
    if not any(told.kinds for told in found):
        rest = sorted((abs(other - at), other) for other in range(len(sent.raw)) if abs(other - at) <= FAR)
        found += next((told for _, other in rest if (told := list(_told(sent, other)))), [])
    return tuple(found)


def _path(sent: Sentence, at: int) -> list[int]:
    """The word and what it hangs on, up to the sentence's verb."""
    path = [at]
    while len(path) < 8 and sent.heads[path[-1]] != path[-1]:
        path.append(sent.heads[path[-1]])
    return path


def _around(sent: Sentence, step: int, path: list[int]) -> list[int]:
    """A word of the path, and what hangs on it."""
    words = range(len(sent.heads))
    below = [other for other in words if sent.heads[other] == step and other not in path and _may_be_dated(sent, other)]
    further = [deep for other in below for deep in words if sent.heads[deep] == other and sent.deps[deep] in ("pobj", "pcomp", "relcl")]
    return [step, *below, *further]


def _may_be_dated(sent: Sentence, at: int) -> bool:
    """Whether a word hangs so on its head that it may be what is dated; of adjectives those only that say when: "due at six"."""
    return sent.deps[at] in _BELOW or (sent.deps[at] == "acomp" and sent.lems[at] in _EVENTS["due"]["verbs"])


def _under(sent: Sentence, at: int, top: int) -> bool:
    """Whether a word hangs below another: "412, the year of her launching"."""
    for _ in range(5):
        at = sent.heads[at]
        if at == top:
            return True
    return False


def _plain(sent: Sentence, at: int) -> Happening:
    """What a verb tells, of no known kind."""
    args, neg = _args(sent, at, noun=False)
    return Happening(at, _lemma(sent, at), (), False, args, neg, _planned(sent, at))


def _told(sent: Sentence, at: int) -> Iterator[Happening]:
    """The event of a known kind that a word tells."""
    word, kinds, noun = _kinds(sent, at)
    if kinds:
        args, neg = _args(sent, at, noun=noun)
        yield Happening(at, word, kinds, noun, args, neg, _planned(sent, at))


def _planned(sent: Sentence, at: int) -> bool:
    """Whether the verb tells what is still to come."""
    return any(c.at == at and c.tense == "future" for c in sent.clauses)


def _lemma(sent: Sentence, at: int) -> str:
    low = sent.words[at]
    return "find" if low == "found" and sent.pos[at] in ("VERB", "AUX") else _IRREGULAR.get(low, sent.lems[at])


def _kinds(sent: Sentence, at: int) -> tuple[str, tuple[str, ...], bool]:
    """The word, its kinds and whether it is a noun; no kinds when no event is known by it."""
    word, pos = _lemma(sent, at), sent.pos[at]
    stem = next((stem for stem in (word[:-2], word[:-1], word) if stem in _VERBS), word) if word.endswith("ed") else word
    if pos in ("VERB", "AUX", "ADJ"):
        word = stem if pos == "ADJ" else word
        if word in _LIGHT and (leaning := _leaning(sent, at)):
            return leaning, _NOUNS[leaning], False
        joined = f"{word}_{_particle(sent, at)}"
        return (joined, _VERBS[joined], False) if joined in _VERBS else (word, _VERBS.get(word, ()), False)
    if sent.raw[at].isupper() and sent.raw[at].endswith("ED") and stem in _VERBS:
        return stem, _VERBS[stem], False
    return (word, _NOUNS.get(word, ()), True) if pos in ("NOUN", "PROPN") else (word, (), False)


def _particle(sent: Sentence, at: int) -> str:
    """The small word after a verb: "set *out*"."""
    near = range(at + 1, min(at + 4, len(sent.raw)))
    return next((sent.words[n] for n in near if sent.heads[n] == at and sent.deps[n] in ("prt", "advmod", "prep")), "")


def _leaning(sent: Sentence, at: int) -> str:
    """The event noun that a light verb leans on: "put in the ground", "got its charter"."""
    for other in range(at + 1, min(at + 9, len(sent.raw))):
        head, dep = sent.heads[other], sent.deps[other]
        under = (head == at and dep == "dobj") or (dep == "pobj" and sent.heads[head] == at)
        if under and sent.pos[other] == "NOUN" and sent.lems[other] in _NOUNS:
            return sent.lems[other]
    return ""


def _args(sent: Sentence, at: int, *, noun: bool) -> tuple[tuple[Mention, ...], bool]:
    """What the event at a word concerns, and whether it is denied."""
    if noun:
        return tuple(m for m in sent.mentions if m.at != at and _belongs_to(sent, m.at, at)), False
    for c in sent.clauses:
        if c.at == at:
            told = (m for role, mentions in c.roles.items() if not role.startswith("npadv") for m in mentions)
            return tuple(m for m in told if m.lemma not in TIMES), c.neg
    below = S("nsubj nsubjpass dobj pobj")
    return tuple(m for m in sent.mentions if sent.heads[m.at] == at and sent.deps[m.at] in below), False


def _belongs_to(sent: Sentence, at: int, noun: int) -> bool:
    """Whether a word tells of whom or of what the noun is: "the *county's* founding", "the founding of the *county*"."""
    head, dep = sent.heads[at], sent.deps[at]
    if head == noun and dep in ("poss", "compound", "nmod"):
        return True
    return dep == "pobj" and sent.heads[head] == noun and sent.words[head] in _OF


def alike(one: Happening, other: Happening) -> str:
    """How much two happenings may be one: "same" word, "kind", or empty."""
    if one.neg or other.neg or one.planned != other.planned:
        return ""
    if one.word == other.word and one.noun == other.noun and one.word not in _WEAK:
        return "same"
    return "kind" if set(one.kinds) & set(other.kinds) else ""


def concern(earlier: Sentence, later: Sentence, one: Happening, two: Happening, ground: Ground) -> tuple[str, str]:
    """How sure two happenings concern one thing, and which: "arg" surely, "part" probably, "near" if it is named in both sentences,
    "word" if only a rare word is, "bare" if nothing is.
    """
    tier, anchor = "", ""
    for mine in one.args:
        for theirs in two.args:
            if mine.id == "you" or (mine.pron and not mine.id):
                continue
            sure = ident(mine, theirs)
            if sure >= 2:
                return "arg", mine.id or mine.lemma
            if sure >= 1.0 or (mine.lemma == theirs.lemma and not mine.pron) or _belongs(mine, theirs) or _belongs(theirs, mine):
                tier, anchor = "part", mine.id or mine.lemma
    return (tier, anchor) if tier else _shared(earlier, later, one, two, ground)


def _shared(earlier: Sentence, later: Sentence, one: Happening, two: Happening, ground: Ground) -> tuple[str, str]:
    """What two sentences share beside what their happenings concern."""
    for mine in earlier.mentions:
        told = mine.id != "you" and not mine.pron and mine.lemma not in TIMES
        if told and any(not theirs.pron and ident(mine, theirs) >= 2 for theirs in later.mentions):
            return "near", mine.id or mine.lemma
    for args, ids in ((one.args, later.ids), (two.args, earlier.ids)):
        for mention in args:
            if mention.id and mention.id != "you" and mention.id in ids:
                return "near", mention.id
    shared = (earlier.lemmas & later.lemmas) - TIMES - {one.word, two.word}
    rare = [lemma for lemma in shared if ground.rare(lemma) >= 3]
    return ("word", min(rare)) if rare else ("bare", "")


def _belongs(one: Mention, two: Mention) -> bool:
    """Whether the second is told as the first's: "one rotation of Lamprey"."""
    if not one.name or one.id == "you":
        return False
    mine, whose = set(one.id.split("_")), set(two.owner.split("_"))
    if one.id and two.owner and two.owner != "you" and (mine <= whose or whose <= mine):
        return True
    return bool(one.id) and not one.pron and bool({one.lemma, *mine} & {*two.of, two.ownerlemma})
