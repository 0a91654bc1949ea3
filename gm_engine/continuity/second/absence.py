"""Who is told to be away, kept somewhere, sent off or never to have left; and who is at hand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Clause, Mention, Sentence
from gm_engine.continuity.second.telling import animate, kept, looked_back, real, unreal
from gm_engine.continuity.second.vocabulary import lists, phrases
from gm_engine.continuity.second.words import S

DATA = lists("absence")
SETS = {key: frozenset(words) for key, words in DATA.items() if key not in ("patterns",)}
AWAY, BOUNDED, NOT_BACK, SENT = (phrases(DATA["patterns"][key]) for key in ("away", "bounded", "not_back", "sent"))
HOME, STAYS = S("home behind"), S("stay remain")
WITH_YOU = r"\b(?:beside|behind|alongside|next to|with|follows?|followed|across from|opposite|to|at|past|towards?) you\b"
BESIDE = re.compile(rf"{WITH_YOU}|\byour (?:{'|'.join(DATA['near_you'])})\b", re.IGNORECASE)
"""Words that put somebody beside the player's character."""


@dataclass(frozen=True)
class Away:
    """Who is not where the player's character is: in which ``manner``, at which places, and whether until some time is told."""

    who: Mention
    manner: str
    places: frozenset[str]
    bounded: bool


def _places(clause: Clause, *roles: str) -> frozenset[str]:
    wanted = roles or tuple(f"p:{word}" for word in SETS["preps"])
    return frozenset(
        key
        for role in wanted
        for m in clause.roles.get(role, ())
        if not m.pron and m.lemma not in SETS["no_place"]
        for key in (m.id, m.lemma)
        if key
    )


@kept("_away")
def away(sentence: Sentence, ground: Ground) -> Iterator[Away]:
    """Everybody whom the sentence tells to be away."""
    if unreal(sentence) or looked_back(None, sentence) or set(sentence.words) & SETS["supposed"]:
        return
    text, bounded = sentence.text, bool(BOUNDED.search(sentence.text))
    for clause in sentence.clauses:
        if not real(clause) or clause.mark == "if" or clause.tense in ("ing", "inf", "pluperfect"):
            continue
        subjects = [m for m in clause.roles.get("subj", ()) if _somebody(m, ground)]
        objects = [m for m in clause.roles.get("obj", ()) if _somebody(m, ground)]
        names = any(m.name for role, ms in clause.roles.items() if role in ("p:in", "p:at", "p:to", "p:for") for m in ms)
        manner, who = "", subjects
        if clause.neg:
            if clause.verb in SETS["leave"] and (clause.roles.get("obj") or clause.roles.get("p:from") or clause.roles.get("p:of")):
                yield from (Away(m, "never-left", _places(clause, "obj", "p:from", "p:of", "p:outside"), bounded) for m in subjects)
            continue
        if clause.verb in SETS["be"] and AWAY.search(text):
            manner = "far"
        elif clause.verb in SETS["stay"] and HOME & {*clause.advs, *_places(clause, "p:at")}:
            manner = "home"
        elif clause.verb in SETS["be"] | SETS["stay"] and names and bounded:
            manner = "bound"
        elif clause.verb in STAYS and _places(clause):
            manner = "stays"
        elif clause.verb in SETS["go"] and (NOT_BACK.search(text) or (names and bounded)):
            manner = "gone"
        elif clause.verb in SETS["send"] and objects and not clause.passive and SENT.search(text):
            manner, who = "sent", objects
        elif (
            clause.verb in SETS["be"] | SETS["stay"]
            and clause.roles.get("p:on")
            and any(m.lemma in SETS["duty"] for m in clause.roles["p:on"])
            and bounded
        ):
            manner = "duty"
        elif clause.verb in SETS["shut"] and (clause.roles.get("obj") or clause.tense == "vbn") and not _tradesman(clause):
            manner, who = "shut", subjects if clause.tense == "vbn" else objects
        if manner:
            yield from (Away(m, manner, _places(clause), bounded) for m in who)


def _tradesman(clause: Clause) -> bool:
    """Whether what is shut is no person: "she is shutting up her saloon"."""
    return any(m.id and m.det == "poss" for m in clause.roles.get("obj", ())) or (clause.tense == "vbn" and not _places(clause))


def _somebody(mention: Mention, ground: Ground) -> bool:
    return mention.id != "you" and not (mention.pron and not mention.id) and (animate(mention, ground) or (mention.name and not mention.id))


@kept("_at_hand")
def at_hand(sentence: Sentence, ground: Ground) -> Iterator[tuple[Mention, str, frozenset[str], Clause]]:
    """Who is seen to be somewhere: "beside" the player's character, "there" at a place, or it only "acts"."""
    if unreal(sentence) or set(sentence.words) & SETS["from_afar"]:
        return
    for clause in sentence.clauses:
        if (
            not real(clause)
            or clause.neg
            or clause.mark in ("if", "before", "when", "because")
            or clause.tense not in ("present", "past", "perfect")
        ):
            continue
        if clause.dep not in ("ROOT", "conj", "ccomp", "advcl", "dep") or clause.verb in SETS["no_act"]:
            continue
        seen = clause.verb in SETS["find"] and not clause.passive
        who = [*clause.roles.get("subj", ()), *(clause.roles.get("obj", ()) if seen or clause.passive else ())]
        places = _places(clause)
        you = any(m.id == "you" for role, ms in clause.roles.items() if role != "subj" for m in ms)
        near = "beside" if you or BESIDE.search(sentence.text) else "there" if places else "acts"
        yield from ((m, near, places, clause) for m in who if _somebody(m, ground) and not (clause.passive and near == "acts"))
