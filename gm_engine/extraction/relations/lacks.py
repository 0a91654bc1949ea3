"""What bodies lack: sight, hearing, speech, the use of the legs; and how it comes back."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope, after, objects
from gm_engine.story.claim import Value

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

ELSEWHERE = frozenset({"to", "in", "with", "from", "by", "about", "for"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of what somebody lacks."""
    lower = token.lower_
    if lower in scope.lexicon.all("telling.disabled"):
        yield from _without(token, scope)
    elif lower in scope.lexicon.all("telling.senses") and token.pos_ in ("NOUN", "VERB"):
        yield from _sense(token, scope)
    elif token.pos_ == "VERB" and token.lemma_ in scope.lexicon.all("telling.abilities"):
        yield from _cannot(token, scope)
    elif lower in ("feeling", "use", "power") and token.pos_ == "NOUN":
        yield from _use(token, scope)
    elif lower == "tongue":
        yield from _tongue(token, scope)


def lacking(subject: Ref, ability: str, at: "Token", sure: int = 90, change: bool = False, able: bool = True) -> Found:
    """That somebody cannot do a thing."""
    return Found(subject, "can", Value(kind="text", text=ability), at, polarity=False, sure=sure, change=change, able=able)


def people(refs: Iterable[Ref | None], scope: Scope) -> list[Ref]:
    return [ref for ref in refs if ref is not None and scope.kind(ref) == "character"]


def _without(word: "Token", scope: Scope) -> Iterator[Found]:
    """ "blind since birth, Kip …", "Kip was born deaf", "old Kip, mute from the cradle", "is paralysed from the waist down"."""
    ability = str(scope.lexicon.map("telling.disabled")[word.lower_])
    doc = word.doc
    follows = doc[word.i + 1].lower_ if word.i + 1 < word.sent.end else ""
    if ability == "walk" and follows not in ("from", "below", "since", ".", ",", ";", "for", "and", "in"):
        return
    if follows in scope.lexicon.all("telling.blind_idioms"):
        return
    for prep, inner in after(word, *ELSEWHERE) or (
        after(word.head, "to", "in", "with") if word.dep_ in ("acomp", "oprd") and word.head.lemma_ == "be" else ()
    ):
        good = prep.lower_ == "from" and inner.lower_ in (
            *scope.lexicon.all("lower_body"),
            "birth",
            "cradle",
            "childhood",
            "infancy",
            "boyhood",
            "girlhood",
        )
        good = good or (
            prep.lower_ == "in" and inner.lower_ in ("eyes", "ears", "legs") and any(child.lower_ == "both" for child in inner.lefts)
        )
        good = (
            good or (prep.lower_ == "for" and inner.lemma_ in ("year", "life", "decade")) or (prep.lower_ == "in" and inner.text.isdigit())
        )
        good = (
            good
            or (prep.lower_ == "by" and ability != "walk" and inner.lemma_ not in scope.lexicon.all("lights"))
            or (prep.lower_ == "from" and inner.lemma_ == "year")
        )
        if not good:
            return
    if follows in ("to", "with"):
        return
    partly = scope.lexicon.all("telling.partly")
    if any(
        token.lower_ in partly or token.lower_ == "not" for token in doc[max(word.sent.start, word.i - 2) : word.i] if token.lower_ != "as"
    ) or (word.i and doc[word.i - 1].lower_ == "as"):
        return
    for subject in people(_bearers(word, scope), scope):
        yield lacking(subject, ability, word.head if word.dep_ in ("acomp", "oprd") else word, sure=88)
        if word.lower_ == "deaf-mute" or (
            word.lower_ == "deaf" and scope.doc_has(word.i + 1, "and") and scope.doc_has(word.i + 2, "dumb", "mute")
        ):
            yield lacking(subject, "hear" if word.lower_ == "deaf-mute" else "speak", word, sure=86)


def _bearers(word: "Token", scope: Scope) -> "list[Ref | None]":
    verb = word.head
    born = verb.lemma_ == "bear" or (verb.dep_ in ("advcl", "conj") and verb.lemma_ == "bear")
    left_so = born or verb.lemma_ in scope.lexicon.all("telling.left_so")
    if left_so and word.dep_ in ("acomp", "oprd", "ccomp", "dobj", "xcomp", "attr", "advcl", "advmod", "prep"):
        if verb.lemma_ in ("leave", "strike", "turn", "make", "render") and (given := objects(verb, "dobj", "dative")):
            return [scope.who(noun) for noun in given if noun.i < word.i]
        if word.lower_ in ("dumb", "mute") and verb.lemma_ in ("strike", "leave", "turn", "stand"):
            return []
        if word.dep_ == "ccomp" and (inside := [child for child in word.lefts if child.dep_ in ("nsubj", "compound")]):
            return [scope.who(noun) for noun in inside]
        return list(scope.subjects(verb))
    if word.tag_ == "VBN" and any(child.dep_ in ("auxpass", "nsubjpass") for child in word.children):
        return list(scope.subjects(word))
    if word.dep_ in ("advcl", "ROOT") and word.i == word.sent.start:
        return (
            list(scope.subjects(verb))
            if word.dep_ == "advcl"
            else [scope.person(child) for child in word.children if child.dep_ in ("nsubj", "appos")]
        )
    if word.dep_ == "appos" or (
        word.dep_ in ("amod", "acl", "advcl") and word.head.i < word.i and word.doc[word.i - 1].text in (",", "stone")
    ):
        return [scope.person(verb)] if verb.pos_ != "VERB" else list(scope.subjects(verb))
    if word.dep_ in ("amod", "compound", "nmod") and word.head.i > word.i:
        noun = word.head
        if noun.i in scope.passage.names and noun.i == word.i + 1:
            return [scope.person(noun)]
        if (
            noun.dep_ == "attr"
            and noun.head.lemma_ == "be"
            and noun.lemma_ in scope.lexicon.all("gender_nouns.he") | scope.lexicon.all("gender_nouns.she")
        ):
            return list(scope.subjects(noun.head))
        if word.lower_ == "sightless" and noun.lemma_ == "eye":
            return [scope.owner(noun)]
    if word.dep_ == "conj" and word.head.dep_ in ("acomp", "appos") and word.head.pos_ == "ADJ":
        return list(scope.subjects(word.head.head))
    return []


def _sense(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "lost his sight", "a fever took her hearing", "his hearing comes back", "gave her back her sight"."""
    ability = str(scope.lexicon.map("telling.senses")[noun.lower_])
    verb = noun.head
    owner = next((ref for child in noun.lefts if child.dep_ == "poss" and (ref := scope.who(child))), None)
    if any(child.lower_ == "of" for child in noun.rights) and noun.lower_ != "hearing":
        return
    if noun.dep_ in ("nsubj", "nsubjpass") and owner is not None and scope.kind(owner) == "character":
        parts = {child.lower_ for child in verb.children}
        if (verb.lemma_ in ("come", "return") and ("back" in parts or verb.lemma_ == "return")) or verb.lemma_ in (
            "restore",
            "mend",
            "clear",
            "recover",
        ):
            yield Found(owner, "can", Value(kind="text", text=ability), verb, change=True, sure=90)
        elif (
            verb.lemma_ in ("fail", "go", "destroy", "lose", "take")
            and (verb.lemma_ != "go" or verb.tag_ == "VBN" or "gone" in parts)
            and verb.lemma_ != "fail"
        ):
            yield lacking(owner, ability, verb, sure=84, change=True)
        return
    if noun.dep_ != "dobj":
        return
    given = verb.lemma_ in ("restore", "regain", "recover", "return") or (
        verb.lemma_ in ("give", "get", "bring", "have") and any(token.lower_ == "back" for token in verb.subtree)
    )
    subjects = people(scope.subjects(verb), scope)
    if given:
        dative = [ref for child in verb.children if child.dep_ in ("dative", "dobj") and child != noun and (ref := scope.who(child))]
        for subject in people([owner] if owner else dative or subjects, scope):
            yield Found(subject, "can", Value(kind="text", text=ability), verb, change=True, sure=90)
    elif verb.lemma_ == "lose":
        for subject in subjects:
            if owner is None or owner.id == subject.id:
                yield lacking(subject, ability, noun, sure=88)
    elif verb.lemma_ in scope.lexicon.all("rob_verbs") and not any(child.dep_ == "neg" for child in verb.children):
        dative = [ref for child in verb.children if child.dep_ == "dative" and (ref := scope.who(child))]
        for subject in people([owner] if owner else dative, scope):
            if subject.id not in {ref.id for ref in subjects} or verb.lemma_ == "cost":
                yield lacking(subject, ability, noun, sure=85)


def _cannot(verb: "Token", scope: Scope) -> Iterator[Found]:
    """ "cannot see", "could not swim a stroke", "has not spoken since Veracruz", "will never walk again", "has never heard a sound"."""
    helpers = {child.lower_ for child in verb.children if child.dep_ == "aux"}
    denied = any(child.dep_ == "neg" or child.lower_ in ("never", "neither") for child in verb.children)
    ability = str(scope.lexicon.map("telling.abilities")[verb.lemma_])
    rights = [child for child in verb.rights if child.dep_ not in ("punct", "cc", "conj", "neg")]
    nouns = objects(verb)
    if any(inner.dep_ == "pcomp" for child in rights if child.dep_ == "prep" for inner in child.children):
        return  # "cannot speak for coughing"
    again = any(child.lower_ == "again" for child in rights)
    if not denied:
        if again and helpers & {"can", "could"} and not nouns and ability != "swim":
            for subject in people(scope.subjects(verb), scope):
                yield Found(subject, "can", Value(kind="text", text=ability), verb, change=True, able=True, sure=85)
        return
    none_at_all = scope.lexicon.all("telling.none_at_all")
    if any(noun.lemma_ not in none_at_all for noun in nouns) or any(child.dep_ in ("xcomp", "ccomp", "advcl") for child in rights):
        return
    if any(
        child.dep_ == "advmod"
        and child.lower_
        in ("here", "there", "yet", "now", "well", "far", "much", "properly", "tonight", "today", "too", "straight", "clearly")
        for child in rights
    ):
        return
    preps = [(prep.lower_, inner) for prep, inner in after(verb)] + [(prep.lower_, inner) for noun in nouns for prep, inner in after(noun)]
    since = any(prep in ("since", "from") for prep, _ in preps) or any(child.dep_ == "prep" and child.lower_ == "since" for child in rights)
    years = any(prep in ("in", "for") and inner.lemma_ in ("year", "life", "decade") for prep, inner in preps)
    if any(
        prep not in ("since", "from", "in", "for") or (prep in ("in", "for") and inner.lemma_ not in ("year", "life", "decade"))
        for prep, inner in preps
    ):
        return
    if helpers & {"can", "ca", "could"}:
        if ability in ("see", "hear", "speak", "walk") and not nouns and "could" in helpers and not (since or years):
            return
        sure = 86
    elif helpers & {"will", "wo", "'ll"}:
        if not again or ability == "swim":
            return
        sure = 86
    elif helpers & {"has", "have", "'s", "had", "'ve"}:
        never = any(child.lower_ == "never" for child in verb.children)
        if not (since or years or (never and nouns)) or ability == "swim":
            return
        sure = 84
    else:
        return
    for subject in people(scope.subjects(verb), scope):
        yield Found(subject, "can", Value(kind="text", text=ability), verb, sure=sure, able=True)


def owner_of(noun: "Token", scope: Scope) -> Ref | None:
    ref = scope.owner(noun)
    return ref if ref is not None and scope.kind(ref) == "character" else None


def _use(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "has no feeling below the ribs", "lost the use of her legs", "lost the power of speech"."""
    verb = noun.head
    lost = (verb.lemma_ == "lose" and not any(child.dep_ == "neg" for child in verb.children)) or (
        verb.lemma_ == "have" and scope.has_no(noun)
    )
    if noun.dep_ != "dobj" or not lost:
        return
    where = [inner.lower_ for _, inner in [*after(noun), *after(verb)]]
    ability = "speak" if "speech" in where else "walk" if set(where) & (scope.lexicon.all("lower_body") - {"leg", "hip"}) else ""
    if not ability or (noun.lower_ == "power") != (ability == "speak"):
        return
    for subject in people(scope.subjects(verb), scope):
        yield lacking(subject, ability, noun, sure=86)


def _tongue(noun: "Token", scope: Scope) -> Iterator[Found]:
    """ "had his tongue cut out", "his tongue was torn out", "they cut out her tongue", "has no tongue"."""
    verb = noun.head
    out = any(child.lower_ in ("out", "off") for child in verb.children)
    if verb.lemma_ in ("cut", "tear", "rip", "slice", "take", "pull", "hack") and out:
        owner = owner_of(noun, scope) or next((ref for child in noun.lefts if child.dep_ == "poss" and (ref := scope.who(child))), None)
        if owner is not None and scope.kind(owner) == "character":
            had = verb.dep_ == "ccomp" and verb.head.lemma_ in ("have", "get")
            yield lacking(owner, "speak", verb.head if had else noun, sure=88)
    elif noun.dep_ == "dobj" and verb.lemma_ == "have" and scope.has_no(noun) and not list(noun.rights):
        for subject in people(scope.subjects(verb), scope):
            yield lacking(subject, "speak", noun, sure=84)
