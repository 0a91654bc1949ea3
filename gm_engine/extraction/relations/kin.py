"""Kin and company: parents, brothers, husbands and wives, employers, bands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, enum, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of kin, marriage and company."""
    words = scope.lexicon
    if token.pos_ == "NOUN" and (token.lemma_.lower() in words.all("kin") or token.lemma_.lower() in words.all("distant_kin")):
        yield from _kin(token, scope)
    if token.lower_ in words.all("marital") and token.dep_ in ("attr", "acomp", "appos"):
        yield from _marital(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in ("marry", "wed"):
        yield from _marries(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in words.all("parent_verbs"):
        yield from _raises(token, scope)
    if token.lower_ in ("altar", "wedding", "marriage") and token.pos_ == "NOUN":
        yield from _wedding(token, scope)
    if token.lower_ in ("kin", "relation", "kinsmen", "related", "kinship", "relations") and token.dep_ in (
        "attr",
        "acomp",
        "ROOT",
        "dobj",
    ):
        yield from _no_kin(token, scope)
    if token.pos_ in ("VERB", "AUX") and token.lemma_ in words.all("work_verbs"):
        yield from _works(token, scope)
    if token.lemma_.lower() in ("member", "founder") and token.dep_ in ("attr", "appos"):
        yield from _member(token, scope)
    if token.pos_ == "VERB" and token.lemma_ in ("join", "leave", "quit"):
        yield from _joins(token, scope)


def _kin(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "is Thorne's brother", "the son of Enid", "her brother Jack"."""
    lemma = noun.lemma_.lower()
    relation = str(scope.lexicon.map("kin").get(lemma) or scope.lexicon.map("distant_kin")[lemma])
    anchor = scope.owner(noun)
    if anchor is None:
        yield from _to_somebody(noun, relation, scope)
    if anchor is None and noun.dep_ == "attr" and noun.head.lemma_ == "be" and relation in ("sibling", "spouse", "cousin"):
        both = scope.subjects(noun.head)
        if len(both) == 2 and all(scope.kind(one) == "character" for one in both) and (list(noun.conjuncts) or noun.tag_ == "NNS"):
            yield Found(both[0], relation, scope.entity(both[1]), noun.head, sure=both[1].sure)
        return
    if anchor is None or scope.kind(anchor) != "character":
        return
    over = any(child.lower_ in scope.lexicon.all("former") and child.lower_ != "old" for child in noun.lefts)
    polarity = not scope.has_no(noun)
    people: list[Ref] = []
    at = noun
    if noun.dep_ == "attr" and noun.head.lemma_ in ("be", "become", "remain"):
        people, at = scope.subjects(noun.head), noun.head
    elif noun.dep_ == "appos" or (noun.dep_ in ("compound", "nmod") and noun.head.i == noun.i + 1 and noun.head.i in scope.passage.names):
        ref = scope.who(noun.head)
        people = [ref] if ref else []
    elif noun.i + 1 in scope.passage.names and not scope.doc_has(noun.i + 2, "'s", "’s"):
        ref = scope.who(noun.doc[noun.i + 1])
        people = [ref] if ref else []
    else:
        for child in noun.rights:
            if child.dep_ == "appos" and child.i in scope.passage.names:
                ref = scope.who(child)
                people = [ref] if ref else []
        if noun.dep_ in ("nsubj", "nsubjpass") and noun.head.lemma_ == "be":
            attr = next((child for child in noun.head.children if child.dep_ == "attr" and child.i in scope.passage.names), None)
            ref = scope.who(attr) if attr is not None else None
            people, at = ([ref] if ref else people), (noun.head if ref else at)
    for person in people:
        if scope.kind(person) != "character" or person.id == anchor.id:
            continue
        if relation == "child":
            parent = {"he": "father", "she": "mother"}.get(scope.salience.book.gender(anchor.id))
            if parent is not None:
                yield Found(person, parent, scope.entity(anchor), at, polarity, anchor.sure, over=over)
            else:
                yield Found(anchor, "child", scope.entity(person), at, polarity, person.sure, over=over)
        elif relation in ("father", "mother", "uncle", "nephew", "grandparent", "grandchild"):
            yield Found(anchor, relation, scope.entity(person), at, polarity, person.sure)
        else:
            yield Found(person, relation, scope.entity(anchor), at, polarity, anchor.sure, over=over and relation == "spouse")


def _to_somebody(noun: "Token", relation: str, scope: Scope) -> Iterator[Found]:
    """Kin to somebody known by a trade: "the blacksmith's daughter", told of a person with a name."""
    whose = next((child for child in noun.lefts if child.dep_ == "poss"), None)
    of = [inner for prep, inner in after(noun, "of")]
    head = whose or (of[0] if of else None)
    if head is None or head.pos_ != "NOUN" or not any(child.lower_ == "the" for child in head.lefts) or scope.has_no(noun):
        return
    trade = head.lemma_.lower()
    if trade not in scope.lexicon.all("roles") and not trade.endswith(tuple(sorted(scope.lexicon.all("trade_ends")))):
        return
    people = scope.subjects(noun.head) if noun.dep_ == "attr" and noun.head.lemma_ == "be" else []
    if noun.dep_ == "appos" and (ref := scope.who(noun.head)) is not None:
        people = [ref]
    at = noun.head if noun.dep_ == "attr" else noun
    for person in people[:1]:
        if scope.kind(person) == "character":
            yield Found(person, "kin_to", Value(kind="enum", text=relation, unit=trade), at)


def _raises(verb: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "Kip fathered Dot", "Kip adopted the boy Nat"."""
    bond = str(scope.lexicon.map("parent_verbs")[verb.lemma_])
    for parent in scope.subjects(verb)[:1]:
        for noun in objects(verb):
            child = scope.who(noun)
            if child is not None and child.id != parent.id and scope.kind(child) == scope.kind(parent) == "character":
                if bond == "adoptive":
                    yield Found(parent, "child", scope.entity(child), verb, sure=child.sure, lasting=True)
                else:
                    yield Found(child, bond, scope.entity(parent), verb, sure=parent.sure, lasting=True)


def _wedding(noun: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "the day he took her to the altar", "the band that Kip put there on their wedding day", "her marriage to Kip"."""
    if noun.lower_ == "altar" and noun.dep_ == "pobj" and noun.head.lower_ == "to" and noun.head.head.lemma_ in ("take", "lead", "bring"):
        verb = noun.head.head
        one, other = scope.subjects(verb)[:1], [ref for child in objects(verb) if (ref := scope.who(child)) is not None][:1]
    elif noun.lower_ == "marriage" and (owner := scope.owner(noun)) is not None:
        one, other, verb = [owner], [ref for _, inner in after(noun, "to") if (ref := scope.who(inner)) is not None][:1], noun
    else:
        ring = next((word for word in noun.sent if word.lower_ in ("band", "ring") and word.i < noun.i), None)
        clause = next((child for child in ring.rights if child.dep_ == "relcl"), None) if ring is not None else None
        if ring is None or clause is None or clause.lemma_ not in ("put", "place", "slip", "slide", "give", "set"):
            return
        one = [ref for child in clause.children if child.dep_ == "nsubj" and (ref := scope.who(child)) is not None]
        wearer = scope.owner(ring)
        other, verb = ([wearer] if wearer else scope.subjects(ring.head) if ring.dep_ == "dobj" else []), clause
    for giver in one:
        for taker in other[:1]:
            if giver.id != taker.id and scope.kind(giver) == scope.kind(taker) == "character":
                yield Found(giver, "spouse", scope.entity(taker), verb, sure=min(giver.sure, taker.sure), lasting=True)


def _no_kin(token: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "are no kin at all", "is no relation to Kip", "are not related"."""
    verb = token.head if token.head.lemma_ == "be" else token
    denied = scope.has_no(token) or any(child.dep_ == "neg" for child in verb.children) or token.doc[token.i - 1].lower_ == "no"
    people = [ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"]
    others = [ref for _, inner in after(token, "to", "of") if (ref := scope.who(inner)) is not None and scope.kind(ref) == "character"]
    pair = [people[0], others[0]] if people and others else people[:2]
    if denied and len(pair) == 2 and pair[0].id != pair[1].id:
        neg = any(child.dep_ == "neg" for child in verb.children)
        yield Found(pair[0], "unrelated", scope.entity(pair[1]), verb, polarity=not neg, sure=pair[1].sure)


def _marital(token: "Token", scope: Scope) -> Iterator[Found]:
    word = str(scope.lexicon.map("marital")[token.lower_])
    if token.lower_ == "single" and token.dep_ != "acomp":
        return
    spouses = [ref for _, noun in after(token, "to") if (ref := scope.who(noun)) is not None]
    at = token.head if token.dep_ != "appos" else token
    ref = scope.who(token.head) if token.dep_ == "appos" else None
    for subject in ([ref] if ref else []) if token.dep_ == "appos" else scope.subjects(token.head):
        if scope.kind(subject) != "character":
            continue
        if token.lower_ in ("widow", "widower") and (dead := scope.owner(token)) is not None and dead.id != subject.id:
            yield Found(subject, "married", enum("widowed"), at)
            if scope.kind(dead) == "character":
                yield Found(subject, "widow_of", scope.entity(dead), at, sure=dead.sure, lasting=True)
            continue
        yield Found(subject, "married", enum(word), at, polarity=not scope.has_no(token))
        for spouse in spouses:
            if spouse.id != subject.id and scope.kind(spouse) == "character":
                yield Found(subject, "spouse", scope.entity(spouse), at, sure=spouse.sure)


def _marries(verb: "Token", scope: Scope) -> Iterator[Found]:
    passive = any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)
    others = [noun for _, noun in after(verb, "to")] if passive else objects(verb)
    subjects = [ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"]
    partners = [ref for noun in others if (ref := scope.who(noun)) is not None and scope.kind(ref) == "character"]
    if not others and len(subjects) == 2:
        subjects, partners = subjects[:1], subjects[1:]
    for subject in subjects:
        for partner in partners[:1]:
            if partner.id != subject.id:
                yield Found(subject, "spouse", scope.entity(partner), verb, sure=partner.sure, lasting=True, change=not passive)
        if partners or passive:
            yield Found(subject, "married", enum("married"), verb, lasting=True, change=not passive)


def _works(verb: "Token", scope: Scope) -> Iterator[Found]:
    for _, noun in after(verb, "for"):
        employer = scope.who(noun)
        if employer is None or scope.kind(employer) not in ("character", "faction"):
            continue
        for subject in scope.subjects(verb):
            if scope.kind(subject) == "character" and subject.id != employer.id:
                yield Found(subject, "works_for", scope.entity(employer), verb, sure=employer.sure)


def _member(noun: "Token", scope: Scope) -> Iterator[Found]:
    for _, inner in after(noun, "of"):
        band = scope.who(inner)
        if band is None or scope.kind(band) != "faction":
            continue
        ref = scope.who(noun.head) if noun.dep_ == "appos" else None
        for subject in ([ref] if ref else []) if noun.dep_ == "appos" else scope.subjects(noun.head):
            if scope.kind(subject) == "character":
                yield Found(subject, "member_of", scope.entity(band), noun.head if noun.dep_ == "attr" else noun)


def _joins(verb: "Token", scope: Scope) -> Iterator[Found]:
    for noun in objects(verb):
        band = scope.who(noun)
        if band is not None and scope.kind(band) == "faction":
            for subject in scope.subjects(verb):
                if scope.kind(subject) == "character":
                    yield Found(subject, "member_of", scope.entity(band), verb, verb.lemma_ == "join", lasting=True, change=True)
