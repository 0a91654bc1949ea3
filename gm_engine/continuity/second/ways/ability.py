"""What somebody cannot do, never learned or never does, against his doing it; and a limb that is lost, against its use."""

from collections.abc import Iterator

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.openings import Opening, either
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists, wordlist
from gm_engine.continuity.second.words import S, alike

LEARN = S("learn teach able unable manage know")
GOING = S("begin start continue go come use manage")
DULL = wordlist("ability", "dull")
LASTING = wordlist("ability", "lasting")
SOON = wordlist("ability", "soon")
LOST = wordlist("ability", "lost")
HURT = LOST | wordlist("ability", "hurt")
LIMBS: dict[str, str] = {word: limb for limb, words in lists("ability")["limbs"].items() for word in words}
OBJECTS = ("obj", "dat", "p:on", "p:in", "p:to", "p:with", "p:at")
SIDES = {"left": "left", "right": "right", "leave": "left"}
SURE = 2.0
NEAR, NEXT = 8, 4
"""So many words from a limb stands what befell it; from "left-handed", whom it means."""


def nominate(earlier: Sentence, later: Sentence, _ground: Ground) -> Iterator[Candidate]:
    """Not able and doing, in either order; a limb lost and used."""
    yield from _acts(earlier, later, first=True)
    yield from _acts(later, earlier, first=False)
    yield from _limbs(earlier, later)


def _acts(low: Sentence, high: Sentence, *, first: bool) -> Iterator[Candidate]:
    for one in low.clauses:
        how = _unable(one)
        for other in high.clauses if how else ():
            if not _does(other) or not _same_verb(one.verb, other.verb):
                continue
            subjects = [(a, b) for a in one.roles.get("subj", ()) for b in _subjects(other, high)]
            things, others = _objects(one), _objects(other)
            if max((ident(a, b) for a, b in subjects), default=0) < SURE or (things and not things & others):
                continue
            span = "lasting" if how == "learn" or LASTING & set(low.words) else "soon" if SOON & set(low.words) else "plain"
            tie = f"{'thing' if things else 'bare'}{'' if one.verb == other.verb else ':alike'}"
            kind = f"unable:{how}:{span}:{tie}:{'first' if first else 'after'}"
            who = one.roles["subj"][0].id
            yield Candidate(kind, "ability", _why(who, one.verb, other.verb, first=first), who)


def _subjects(clause: Clause, sentence: Sentence) -> tuple[Mention, ...]:
    """Who does it: also a name that the parser has taken for a part of the verb."""
    named = (mention for mention in sentence.mentions if mention.name and mention.id and mention.at == clause.at - 1)
    return clause.roles.get("subj") or tuple(named)


def _why(who: str, one: str, other: str, *, first: bool) -> str:
    be = "are" if who == "you" else "is"
    unable = f"could not or never did {one}"
    if first:
        return f"{who or 'somebody'} {unable} before, and {be} said to {other} here"
    return f"{who or 'somebody'} {be} said to {other} before, and {unable} by what is told here"


def _same_verb(one: str, other: str) -> bool:
    return one == other or (not {one, other} & DULL and alike(one, other))


def _unable(clause: Clause) -> str:
    """How a clause says that somebody cannot or never does it: learn, able or never; empty where it does not."""
    if clause.mood != "asserted" or clause.verb in DULL or clause.passive or clause.tense == "future":
        return ""
    if clause.tense == "modal" and not clause.able:
        return ""
    if clause.gov in LEARN and (clause.govneg or clause.gov == "unable"):
        return "learn"
    if clause.neg and (clause.able or "never" in clause.advs or clause.tense in ("perfect", "pluperfect")):
        return "able" if clause.able else "never"
    return ""


def _does(clause: Clause) -> bool:
    """Whether a clause tells that its subject does it."""
    denied = clause.neg or clause.passive or (clause.gov and clause.govneg)
    real = clause.mood == "asserted" and clause.tense not in ("future", "modal")
    return real and not denied and not (clause.tense == "inf" and clause.gov not in GOING)


def _objects(clause: Clause) -> set[str]:
    """What is done, and to what, by id or lemma; not to oneself, nor in one's life."""
    self = {subject.id for subject in clause.roles.get("subj", ())}
    things = (thing for role in OBJECTS for thing in clause.roles.get(role, ()) if thing.lemma != "life")
    return {thing.id or thing.lemma for thing in things if (not thing.pron or thing.id) and thing.id not in self - {""}}


def _limbs(low: Sentence, high: Sentence) -> Iterator[Candidate]:
    if HURT & set(high.lems):
        return
    used = [(owner, limb, side) for owner, limb, side, _ in _sided(high)]
    for owner, limb, side, mention in _sided(low):
        if mention is None or not (mention.det == "no" or LOST & set(low.lems[max(0, mention.at - NEAR) : mention.at + NEAR + 1])):
            continue
        whose = owner or _first(low)
        for other in [user for user, part, where in used if (part, where) == (limb, side)]:
            if whose and whose == (other or _first(high)):
                why = f"{whose} had lost the {side} {limb} before, and has the use of it here"
                yield Candidate(f"limb:{'own' if owner and other else 'guess'}", "physical_trait", why, whose)
                return


def _first(sentence: Sentence) -> str:
    return next((mention.id for mention in sentence.mentions if mention.id), "")


def _sided(sentence: Sentence) -> Iterator[tuple[str, str, str, Mention | None]]:
    """(owner, limb, side, mention) of the limbs told of with a side."""
    for mention in sentence.mentions:
        side = next((SIDES[word] for word in mention.mods if word in SIDES), "")
        if side and mention.lemma in LIMBS:
            yield mention.owner, LIMBS[mention.lemma], side, mention
    for at, word in enumerate(sentence.words):
        if word in ("left-handed", "right-handed"):
            near = (mention.id for mention in sentence.mentions if mention.id and at < mention.at <= at + NEXT)
            yield next(near, ""), "hand", word.split("-")[0], None


def _denies(sentence: Sentence, _ground: Ground) -> bool:
    return any(map(_unable, sentence.clauses))


def _has_side(sentence: Sentence, _ground: Ground) -> bool:
    return any(_sided(sentence))


OPENINGS = (*either(_denies), Opening(_has_side, _has_side))
