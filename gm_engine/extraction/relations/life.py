"""Life and death: who is dead, who killed them, where they lie; and who is seen to act."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from gm_engine.extraction.relations.naming import date_after
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token


FELLED = ("find", "shoot", "strike", "leave", "pronounce", "declare", "discover", "certify")
"""Of whom this is done, and who is dead by it, is the verb's object."""
DEAD_BUT_ALIVE = frozenset((("on", "foot"), ("on", "feet"), ("on", "leg"), ("in", "water"), ("in", "saddle"), ("behind", "ear")))
"""Dead on one's feet is tired, and dead in the water stuck."""


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of life and death."""
    words = scope.lexicon
    if token.pos_ == "VERB":
        lemma = token.lemma_
        passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in token.children) or (
            token.tag_ == "VBN" and token.dep_ in ("acl", "amod")
        )
        fading = any(child.lower_ in ("away", "down", "out", "off", "back") for child in token.children)  # a yell dies away
        if lemma in words.all("die") and not passive and not fading and not _meant_to(token) and not (lemma == "drown" and objects(token)):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    dying = token.tag_ == "VBG" and any(child.lemma_ == "be" and child.dep_ == "aux" for child in token.children)
                    yield Found(
                        subject,
                        "condition",
                        enum("dying" if dying else "dead"),
                        token,
                        lasting=True,
                        since=minute_of(date_after(token, scope), scope),
                    )
        elif lemma in words.all("kill"):
            yield from _killing(token, scope, passive)
        elif passive and token.tag_ == "VBN" and token.dep_ not in ("acl", "amod") and token.lower_ in words.all("conditions_of"):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    yield Found(subject, "condition", enum(str(words.map("conditions_of")[token.lower_])), token)
        elif lemma in words.all("bury") and passive and not after(token, "to"):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    yield Found(subject, "condition", enum("dead"), token, lasting=True, sure=88)
                    for _, place in after(token, "in", "at", "under", "beside", "near", "behind", "on"):
                        if not place.text.isdigit() and place.lower_ not in words.all("not_names"):
                            yield Found(subject, "buried_at", scope.text(place), token, lasting=True)
                            break
        elif _ends(token):
            for subject in scope.subjects(token):
                if scope.kind(subject) == "character":
                    yield Found(subject, "condition", enum("dead"), token, lasting=True, sure=92)
    if token.lower_ == "dead" and token.head.pos_ == "VERB" and token.head.lemma_ in (*FELLED, "drop", "lie", "fall"):
        yield from _struck(token, scope)
    elif token.dep_ in ("acomp", "oprd", "amod") and token.lower_ in words.all("conditions_of"):
        yield from _condition(token, scope)
    if token.lower_ in words.all("remains"):
        yield from _remains(token, scope)
    if (
        token.lower_ == "late"
        and token.i + 1 in scope.passage.names
        and token.i
        and token.doc[token.i - 1].lower_ in ("the", "your", "his", "her")
    ):
        ref = scope.person(token.doc[token.i + 1])
        if ref is not None:
            yield Found(ref, "condition", enum("dead"), token, sure=88)


def _meant_to(verb: "Token") -> bool:
    """Whether it is what somebody goes somewhere for, not what came of it: "he is walking home to die"."""
    return (
        verb.dep_ in ("advcl", "xcomp")
        and any(child.lower_ == "to" and child.dep_ == "aux" for child in verb.children)
        and not any(child.lower_ == "on" for child in verb.head.children)
    )


def _ends(verb: "Token") -> bool:
    """True for "bleeds out", "passes away", "freezes to death", "breathes his last"."""
    lemma = verb.lemma_
    parts = {child.lower_ for child in verb.children}
    if (lemma, True) in (
        ("bleed", "out" in parts),
        ("pass", "away" in parts and not objects(verb)),
        ("breathe", any(noun.lower_ == "last" for noun in objects(verb))),
    ):
        return True
    deaths = [noun for _, noun in after(verb, "to") if noun.lower_ == "death" and not list(noun.lefts)]
    return bool(deaths) and lemma in ("bleed", "freeze", "starve", "burn", "choke", "fall") and not objects(verb)


def _struck(token: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "is found dead", "shot Kip dead", "pronounces him dead", "drops dead"."""
    verb = token.head
    if any(child.lower_ in ("nobody", "none", "never", "nearly", "almost") or child.dep_ == "neg" for child in verb.children):
        return
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    if verb.lemma_ in FELLED and not passive:
        called = [child for child in token.children if child.dep_ == "nsubj"] or objects(verb)
        victims = [ref for noun in called if (ref := scope.who(noun)) is not None]
    else:
        victims = scope.subjects(verb)
    for victim in victims:
        if scope.kind(victim) == "character" and token.i > verb.i and token.dep_ != "amod":
            yield Found(victim, "condition", enum("dead"), verb, lasting=True)


def _remains(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "Kip's grave", "the corpse of Kip", "Kip's widow": Kip is dead."""
    if any(child.lower_ in ("own", "future", "open", "early") for child in noun.lefts) or noun.head.lemma_ in ("dig", "plan", "promise"):
        return
    follows = noun.doc[noun.i + 1] if noun.i + 1 < len(noun.doc) else None
    if noun.pos_ != "NOUN" or noun.dep_ in ("compound", "amod", "nmod") or (follows is not None and follows.pos_ in ("NOUN", "ADJ")):
        return  # "Kip's grave gaze"
    ref = scope.owner(noun)
    if ref is not None and scope.kind(ref) == "character" and ref.id != scope.you and ref.sure >= 85:
        yield Found(ref, "condition", enum("dead"), noun, sure=86)


def minute_of(dated: Value | None, scope: Scope) -> int | None:
    """The story minute at the end of a date; None without a date or a calendar, or for a date that lies ahead."""
    if dated is None or dated.high is None or scope.calendar is None:
        return None
    minute = scope.calendar.minute_of(datetime.fromordinal(dated.high))
    return minute if minute < scope.minute else None


def _killing(verb: "Token", scope: Scope, passive: bool) -> Iterator[Found]:
    if passive:
        victims = scope.subjects(verb)
        killers = [scope.who(noun) for _, noun in after(verb, "by")]
    else:
        victims = [ref for noun in objects(verb) if (ref := scope.who(noun)) is not None]
        killers = list(scope.subjects(verb))
    dated = date_after(verb, scope)
    since = minute_of(dated, scope)
    for victim in victims:
        if scope.kind(victim) != "character":
            continue
        if any(killer is not None and killer.id == victim.id for killer in killers):
            continue
        if any(child.dep_ == "neg" for child in verb.children) and verb.lemma_ not in ("kill", "murder"):
            continue  # who was never hanged may have died otherwise
        if not killers or passive or all(killer is None for killer in killers) or not any(child.dep_ == "neg" for child in verb.children):
            yield Found(victim, "condition", enum("dead"), verb, lasting=True, since=since)
        for killer in killers:
            if killer is not None and scope.kind(killer) in ("character", "faction"):
                yield Found(victim, "killed_by", scope.entity(killer), verb, lasting=True, sure=killer.sure)


def _condition(token: "Token", scope: Scope) -> Iterator[Found]:
    state = str(scope.lexicon.map("conditions_of")[token.lower_])
    if token.dep_ == "amod":
        ref = scope.person(token.head)
        if ref is not None and token.lower_ in ("dead", "deceased", "slain") and token.i == token.head.i - 1:
            yield Found(ref, "condition", enum(state), token, sure=85)
        return
    verb = token.head
    if verb.lemma_ not in ("be", "lie", "remain", "stay", "drop", "fall"):
        return
    if any(
        child.dep_ in ("npadvmod", "prep", "xcomp", "amod", "advcl")
        and child.i > token.i
        and child.lower_ in ("tired", "asleep", "to", "of", "set")
        for child in token.children
    ):
        return
    if any((prep.lower_, noun.lemma_.lower()) in DEAD_BUT_ALIVE for prep, noun in (*after(token), *after(verb))):
        return
    for subject in scope.subjects(verb):
        if scope.kind(subject) == "character":
            yield Found(subject, "condition", enum(state), verb, lasting=state == "dead")
