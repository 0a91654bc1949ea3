"""Whether two mentions are of one thing."""

from gm_engine.continuity.second.sentence import Mention
from gm_engine.story.gist import DEFINITE


def ident(one: Mention, other: Mention) -> float:
    """How sure a mention and a later one mean one thing, 0 to 3: from 1.2 on they probably do, from 2 on surely."""
    if _nobody(one) or _nobody(other) or other.det == "every":
        return 0.0
    if one.id and other.id:
        return _known(one, other)
    if one.lemma == other.lemma and not one.pron:
        return _called(one, other)
    return 1.3 if _meant(one, other) or _meant(other, one) else 0.0


def _nobody(mention: Mention) -> bool:
    """Whether it is none in particular, or nobody knows which."""
    return (mention.pron and not mention.id) or mention.det in ("other", "no")


def _known(one: Mention, other: Mention) -> float:
    if one.id == other.id:
        return 3.0 if min(one.sure, other.sure) >= 80 else 2.3
    if one.name and other.name:
        return 0.0
    mine, theirs = set(one.id.split("_")), set(other.id.split("_"))
    return 1.5 if one.lemma == other.lemma and (mine <= theirs or theirs <= mine) else 0.0


def _called(one: Mention, other: Mention) -> float:
    """How sure it is for two mentions by one word, of which one at most is known."""
    if one.name or other.name:
        return 2.3 if one.name and other.name else 1.0
    if one.owner and other.owner and one.owner != other.owner:
        return 0.0
    if one.plural != other.plural:
        return 0.7
    if other.det == "a":
        return 0.5
    sure = 2.0 if other.det in DEFINITE and one.det in (*DEFINITE, "a") else 1.2
    if set(one.mods) & set(other.mods) or set(one.of) & set(other.of):
        return sure + 0.5
    return sure - 0.7 if one.mods and other.mods else sure


def _meant(one: Mention, other: Mention) -> bool:
    """Whether the second is a word of the first's name: "the *Lamprey*" and "the lamprey"."""
    return bool(one.id) and other.lemma in one.id.split("_") and other.det in DEFINITE
