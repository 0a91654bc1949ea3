"""How a sentence is told: as it happens or looked back on, of a real thing or of a likeness; and whom it tells of."""

import re
from collections.abc import Callable, Iterator
from typing import Concatenate, ParamSpec, TypeVar

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.wordnet import category

P = ParamSpec("P")
T = TypeVar("T")
WORDS = lists("telling")
UNREAL = frozenset(WORDS["unreal"])
TRIES = frozenset(WORDS["tries"])
PERCEIVED = frozenset(WORDS["perceived"])
DENIED = frozenset(WORDS["denied"])
BACK = re.compile(r"\b(?:" + "|".join(WORDS["back"]) + r")\b", re.IGNORECASE)
HEARD = 76
"""From here on an id heard in both sentences is as good as certain."""


def kept(
    key: str,
) -> Callable[[Callable[Concatenate[Sentence, P], Iterator[T]]], Callable[Concatenate[Sentence, P], tuple[T, ...]]]:
    """Keeps on the sentence, under ``key``, what a function gives of it."""

    def wrap(give: Callable[Concatenate[Sentence, P], Iterator[T]]) -> Callable[Concatenate[Sentence, P], tuple[T, ...]]:
        def call(sentence: Sentence, /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, ...]:
            found: tuple[T, ...] | None = sentence.kept.get(key)
            if found is None:
                found = sentence.kept[key] = tuple(give(sentence, *args, **kwargs))
            return found

        return call

    return wrap


def animate(mention: Mention, ground: Ground) -> bool:
    """Whether the mention is a person or an animal, as far as can be told."""
    if mention.id == "you":
        return True
    kind = ground.kind(mention.id)
    if mention.pron:
        return bool(mention.id) and kind in ("character", "")
    if kind:
        return kind == "character" or (kind == "item" and category(mention.lemma) in ("person", "animal"))
    return category(mention.lemma) in ("person", "animal") or (mention.name and bool(mention.id))


def somebody(mention: Mention, ground: Ground) -> bool:
    """As `animate`, and not the player's character."""
    return mention.id != "you" and animate(mention, ground)


def same(one: Mention, other: Mention) -> float:
    """How sure two mentions are of one thing, from 0 to 3 (from 2 on: sure)."""
    if one.id and one.id == other.id:
        return 3.0 if min(one.sure, other.sure) >= HEARD else 2.0
    return float(ident(one, other))


def owner_of(mention: Mention, sentence: Sentence) -> Mention | None:
    """The mention of whose thing ``mention`` is."""
    if not mention.owner:
        return None
    found = next((m for m in sentence.mentions if m.id == mention.owner), None)
    return found or Mention(mention.at, mention.owner, mention.owner, HEARD)


def unreal(sentence: Sentence) -> bool:
    """Whether the sentence names a ghost, a dream, a likeness …"""
    return bool(UNREAL & set(sentence.words))


def real(clause: Clause) -> bool:
    """Whether the clause tells something as so."""
    return clause.mood == "asserted" and clause.tense not in ("future", "modal") and not (clause.tense == "inf" and clause.gov in TRIES)


def denied(sentence: Sentence, clause: Clause) -> bool:
    """Whether the clause is denied itself, and not only something that goes with it ("died without any fuss")."""
    start = max(0, clause.at - 4)
    return clause.neg and (bool(DENIED & set(sentence.lems[start : clause.at])) or any(m.det == "no" for m in clause.roles.get("subj", ())))


def looked_back(clause: Clause | None, sentence: Sentence) -> bool:
    """Whether the clause goes back behind the moment of its turn."""
    return sentence.recalled or bool(BACK.search(sentence.text)) or (clause is not None and clause.tense == "pluperfect")


def narration(sentence: Sentence) -> str:
    """ "present" or "past": the tense of the sentence's first finite clause ("" if none tells)."""
    for clause in sentence.clauses:
        if clause.mood == "asserted" and clause.verb and clause.dep in ("ROOT", "conj", "ccomp"):
            if clause.tense in ("present", "perfect"):
                return "present"
            if clause.tense in ("past", "pluperfect"):
                return "past"
    return ""


def tense_step(earlier: Sentence, clause: Clause) -> str:
    """ "back" if the earlier sentence is told in the present and the later ``clause`` in the past; "level" if not."""
    if clause.tense == "pluperfect":
        return "back"
    return "back" if clause.tense == "past" and narration(earlier) == "present" else "level"


def lemma_text(sentence: Sentence) -> str:
    """The sentence's lemmas with a blank around each: what patterns of phrases are matched on."""
    found: str | None = sentence.kept.get("_lemma_text")
    if found is None:
        found = sentence.kept["_lemma_text"] = " " + " ".join(sentence.lems) + " "
    return found
