"""Parts of a body: one that is lost, told without a verb ("one eye gone"), and those that are put to use ("cups both hands")."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.pronouns import SUBJECTS, Ref
from gm_engine.extraction.scope import Found, Scope, enum

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SIDES = frozenset({"left", "right"})
PAIRED = {"hand": "hands", "arm": "hands", "eye": "sight"}
ONE = {"one-armed": "hands", "one-handed": "hands", "one-eyed": "sight"}
STOPS = frozenset({".", ";", ":", "!", "?", "—", "–"})


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of a part that is gone, or in use."""
    lower = token.lower_
    if lower in ONE:
        yield from _one(token, scope)
    elif lower in ("sleeve", "hand", "arm", "leg", "eye", "foot"):
        yield from _lost(token, scope)
        yield from _used(token, scope)
    elif lower in ("hands", "arms", "eyes"):
        yield from _both(token, scope)


def _one(word: "Token", scope: Scope) -> Iterator[Found]:
    """Reads "one-armed Kip", "Kip is one-eyed", "a one-armed man" of him who is one."""
    at = word.head if word.dep_ in ("amod", "compound", "nmod") else word
    ref = scope.person(at)
    if ref is None and (at.head.lemma_ == "be" or at.dep_ == "ROOT"):
        ref = next(iter(scope.subjects(at.head)), None)
    if ref is None and at.dep_ == "appos":
        ref = scope.person(at.head)
    if ref is not None and scope.kind(ref) == "character":
        yield Found(ref, ONE[word.lower_], enum("one"), word)


def _side(noun: "Token") -> str:
    before = noun.doc[noun.i - 1].lower_ if noun.i else ""
    return before if before in SIDES else ""


def bearer(noun: "Token", scope: Scope) -> Ref | None:
    """Whose part it is: "his left hand"; and "…, left sleeve pinned up", of the one person that the sentence is about."""
    first = noun.i - (1 if _side(noun) or noun.doc[noun.i - 1].lower_ in ("one", "both") else 0)
    before = noun.doc[first - 1] if first > noun.sent.start else None
    if before is not None and before.lower_ == "of" and first - 2 >= noun.sent.start:
        before = noun.doc[first - 2]
    if before is not None and before.lower_ in ("his", "her", "your", "my"):
        ref = scope.who(before)
        return ref if ref is not None and scope.kind(ref) == "character" else None
    if before is not None and before.text in ("'s", "’s") and before.i:
        return scope.person(noun.doc[before.i - 1])
    if before is not None and before.lower_ not in (",", "with", "and", "the", ":"):
        return None
    if (sketched := scope.sketched(noun)) is not None:
        return sketched
    people = [ref for token in noun.sent[: noun.i - noun.sent.start] if token.dep_ != "poss" and (ref := scope.person(token)) is not None]
    if len({ref.id for ref in people}) != 1:
        return None
    return Ref(people[0].id, min(people[0].sure, 84))


def _lost(noun: "Token", scope: Scope) -> Iterator[Found]:
    which = _side(noun)
    sleeve = noun.lower_ == "sleeve"
    one = not which and noun.i and noun.doc[noun.i - 1].lower_ == "one"
    if not (which or one) or (one and noun.lower_ not in PAIRED):
        return
    where = noun.doc[noun.i - 3 : noun.i]
    instead = (
        not sleeve
        and any(token.lower_ == "where" for token in where)
        and any(token.lemma_ in ("be", "use", "should") for token in noun.doc[noun.i + 1 : noun.i + 4])
    )
    words: list[str] = []
    for token in noun.doc[noun.i + 1 : min(noun.i + 7, noun.sent.end)]:
        if token.text in STOPS or (token.text == "," and words) or token.dep_ in SUBJECTS:
            break
        words.append(token.lower_)
    gone = {"pinned", "empty"} if sleeve else {"gone", "missing", "lost"}
    loose = next(
        (word for word in words if word not in ("is", "was", "had", "been", "long", "now", "already", "hung", "hangs", "hanging", ",")), ""
    )
    if not instead and loose not in gone:
        return
    ref = bearer(noun, scope)
    if ref is None:
        return
    part = "arm" if sleeve else {"foot": "leg"}.get(noun.lower_, noun.lower_)
    if which:
        yield Found(ref, f"{which}_{part}", enum("missing"), noun, sure=88)
        if part == "arm":
            yield Found(ref, f"{which}_hand", enum("missing"), noun, sure=84)
    if part in PAIRED:
        yield Found(ref, PAIRED[part], enum("one"), noun, sure=86)


def _doing(noun: "Token", scope: Scope) -> "tuple[Token, Ref] | None":
    """The verb and the person, where somebody does something with a part of their own."""
    verb = noun.head
    if noun.dep_ == "pobj" and verb.lower_ == "of" and verb.head.dep_ == "dobj":
        verb = verb.head.head
    elif noun.dep_ == "pobj" and verb.lower_ in ("with", "in", "between"):
        verb = verb.head
    elif noun.dep_ != "dobj":
        return None
    if verb.pos_ != "VERB" or verb.lemma_ not in scope.lexicon.all("handles") or verb.tag_ == "VBN":
        return None
    subject = next((ref for ref in scope.subjects(verb) if scope.kind(ref) == "character"), None)
    if subject is None:
        return None
    whose = next((child for child in noun.children if child.dep_ == "poss"), None)
    if whose is not None and ((owner := scope.who(whose)) is None or owner.id != subject.id):
        return None
    return verb, subject


def _used(noun: "Token", scope: Scope) -> Iterator[Found]:
    which = _side(noun)
    if not which or noun.lower_ not in ("hand", "arm"):
        return
    if any(child.lower_ in ("wooden", "iron", "false", "bad", "good", "tin", "steel") for child in noun.lefts):
        return
    if (doing := _doing(noun, scope)) is not None:
        yield Found(doing[1], f"{which}_{noun.lower_}", enum("used"), doing[0], sure=85, momentary=True, importance=1)


def _both(noun: "Token", scope: Scope) -> Iterator[Found]:
    both = any(token.lower_ == "both" for token in noun.doc[max(noun.i - 3, 0) : noun.i])
    mine = any(child.dep_ == "poss" for child in noun.lefts)
    if not (both or (mine and noun.lower_ != "eyes")):
        return
    doing = _doing(noun, scope)
    if doing is None or (not both and doing[0].lemma_ not in scope.lexicon.all("two_handed")):
        return
    kind = "sight" if noun.lower_ == "eyes" else "hands"
    sure = 90 if both else 75
    yield Found(doing[1], kind, enum("both"), doing[0], sure=sure, momentary=True, importance=1)
