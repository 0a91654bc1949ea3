"""Which thing a sentence lays in a direction, and from where: so that "north of the tracks" is not held against "south of the church"."""

from collections.abc import Iterable
from dataclasses import dataclass

from gm_engine.continuity.second.bearer import clause_at
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

MOBILE = frozenset(lists("lay")["mobile"])
POINTS = frozenset(word for words in lists("lay")["compass"].values() for word in words)
STAYS = S("stand be wait camp lie sit stay")
SAME = 1.2
REACH = 4
"""So many words behind "south of" the place stands from which it is reckoned."""


@dataclass(frozen=True)
class Bearing:
    """What lies in a direction (``what``), and from where (``whence``); either may be empty where that is not told. ``moves``: it may lie
    elsewhere tomorrow.
    """

    what: tuple[Mention, ...]
    whence: tuple[Mention, ...]
    moves: bool
    told: Sentence

    def lays(self, places: Iterable[Mention]) -> bool:
        """Whether it is one of these places that lies in the direction: travellers go one way today and another tomorrow."""
        return not self.moves and _meet(self.what, places)


def bearing(sentence: Sentence, at: int) -> Bearing:
    """The bearing that the word at a place of the sentence gives."""
    clause = clause_at(sentence, at)
    subjects = clause.roles.get("subj", ()) if clause else ()
    whence = [mention for mention in sentence.mentions if at < mention.at <= at + REACH and _of(sentence, at, mention)]
    if clause and not whence:
        whence = list(clause.roles.get("p:from", ()))
    stays = clause is not None and clause.verb in STAYS
    moves = any(mention.lemma in MOBILE or (mention.id == "you" and stays) for mention in subjects)
    return Bearing(tuple(m for m in subjects if _place(m)), tuple(m for m in whence if _place(m)), moves, sentence)


def _place(mention: Mention) -> bool:
    return not mention.pron and mention.lemma not in POINTS


def _of(sentence: Sentence, at: int, mention: Mention) -> bool:
    """Whether the word between a direction and a mention is "of" or "from"."""
    between = sentence.words[at + 1 : mention.at]
    return bool(between) and between[0] in ("of", "from") and not {",", "and", ";", "to"} & set(between)


def agree(one: Bearing, other: Bearing) -> bool:
    """Whether two opposite bearings may both be true: from other places, of other things, one the other way round, or of what moves."""
    if one.moves and other.moves:
        return True
    turned = _meet(one.what, other.whence) and _meet(one.whence, other.what)
    return turned or _apart(one.whence, other.whence) or _others(one, other)


def _others(one: Bearing, other: Bearing) -> bool:
    """Whether each sentence lays a thing of which the other does not speak."""
    return not one.moves and not other.moves and _apart(one.what, other.told.mentions) and _apart(other.what, one.told.mentions)


def _meet(ones: Iterable[Mention], others: Iterable[Mention]) -> bool:
    return any(ident(one, other) >= SAME or ident(other, one) >= SAME for one in ones for other in tuple(others))


def _apart(ones: tuple[Mention, ...], others: tuple[Mention, ...]) -> bool:
    """Whether both are told, and are not of one thing."""
    return bool(ones and others) and not _meet(ones, others)
