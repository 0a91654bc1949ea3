"""A kept sentence as the nominators look at it: words, nouns and verbs side by side, and the sentence before it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gm_engine.story.gist import Clause as ToldClause
from gm_engine.story.gist import Gist

ALONE = "alone"
"""Under which name a gist keeps what it says by itself."""


@dataclass(frozen=True)
class Mention:
    """A noun or pronoun, as the gist has it (``story.gist.Mention``)."""

    at: int
    lemma: str
    id: str = ""
    sure: int = 0
    name: bool = False
    pron: bool = False
    det: str = ""
    mods: tuple[str, ...] = ()
    nums: tuple[int, ...] = ()
    owner: str = ""
    ownerlemma: str = ""
    of: tuple[str, ...] = ()
    plural: bool = False
    appos: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Clause:
    """What one verb says. ``roles`` give the mentions by their part: ``subj``, ``obj``, ``dat``, ``attr``, ``p:PREPOSITION``."""

    verb: str
    at: int
    roles: Mapping[str, tuple[Mention, ...]]
    adj: tuple[str, ...] = ()
    neg: bool = False
    tense: str = "present"
    particle: str = ""
    mood: str = "asserted"
    passive: bool = False
    advs: tuple[str, ...] = ()
    dep: str = ""
    gov: str = ""
    govneg: bool = False
    able: bool = False
    mark: str = ""


@dataclass
class Sentence:
    """A gist unpacked. ``words`` and ``raw`` are its words in small letters and as written; ``lems``, ``pos``, ``deps`` and ``heads``
    what the parser says of each; ``before`` is the sentence before it in its turn, where that was kept; ``minute`` the story time of
    telling; ``about`` the id of whom it goes on about where it speaks of nobody. ``kept`` holds what was worked out of it.
    """

    turn: int
    n: int
    text: str
    lemmas: frozenset[str]
    ids: frozenset[str]
    mentions: tuple[Mention, ...]
    clauses: tuple[Clause, ...]
    words: tuple[str, ...]
    raw: tuple[str, ...]
    lems: tuple[str, ...]
    pos: tuple[str, ...]
    deps: tuple[str, ...]
    heads: tuple[int, ...]
    minute: int = 0
    recalled: bool = False
    about: str = ""
    before: "Sentence | None" = field(default=None, repr=False, compare=False)
    kept: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


def sentence_of(gist: Gist, before: Sentence | None = None) -> Sentence:
    """The gist as a sentence; ``before`` is the one before it. What is the same whatever is kept of it is unpacked only once."""
    alone: Sentence | None = gist.kept.get(ALONE)
    if alone is None:
        alone = gist.kept[ALONE] = _unpacked(gist)
    sentence = Sentence.__new__(Sentence)
    sentence.__dict__.update(alone.__dict__, before=before, kept={})
    return sentence


def _unpacked(gist: Gist) -> Sentence:
    words = gist.words
    mentions = tuple(Mention(**vars(mention)) for mention in gist.mentions)
    raw = tuple(gist.quote[word.start : word.end] for word in words)
    return Sentence(
        turn=gist.turn,
        n=gist.n,
        text=gist.quote,
        lemmas=frozenset(gist.lemmas),
        ids=gist.ids,
        mentions=mentions,
        clauses=tuple(_clause(clause, mentions) for clause in gist.clauses),
        words=tuple(word.lower().replace("’", "'") for word in raw),
        raw=raw,
        lems=tuple(word.lemma for word in words),
        pos=tuple(word.pos for word in words),
        deps=tuple(word.dep for word in words),
        heads=tuple(word.head for word in words),
        minute=gist.minute,
        recalled=gist.recalled,
        about=gist.about,
    )


def _clause(clause: ToldClause, mentions: tuple[Mention, ...]) -> Clause:
    return Clause(**vars(clause) | {"roles": {role: tuple(mentions[at] for at in places) for role, places in clause.roles}})
