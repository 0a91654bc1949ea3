"""A tie in a sentence: "Mara Voss is Ben Oakes's sister"."""

import re
from collections.abc import Callable, Mapping

from gm_engine.lore.tie import SPOKE_OF, TOGETHER, TOLD_TO, WAS_AT, Tie

Name = Callable[[str], str]
KIN: Mapping[str, tuple[str, str, str]] = {
    "spouse": ("husband", "wife", "spouse"), "father": ("father", "father", "father"), "mother": ("mother", "mother", "mother"),
    "child": ("son", "daughter", "child"), "sibling": ("brother", "sister", "sibling"), "cousin": ("cousin", "cousin", "cousin"),
    "uncle": ("uncle", "aunt", "uncle or aunt"), "nephew": ("nephew", "niece", "nephew or niece"),
    "grandparent": ("grandfather", "grandmother", "grandparent"), "grandchild": ("grandson", "granddaughter", "grandchild"),
}  # fmt: skip
"""What the other one is to the first: a man, a woman, anybody."""
MUTUAL = frozenset({"spouse", "sibling", "cousin"})
"""Kin who are the same to each other: whoever is at the far end is spoken of."""
WIDOWED = ("widower", "widow", "widow or widower")
SAYS: Mapping[str, str] = {
    "same_as": "{one} [is|was] the same as {other}",
    "owner": "{other} [owns|owned] {one}",
    "held_by": "{other} [has|had] {one}",
    "has": "{one} [has|had] {other}",
    "member_of": "{one} [belongs|belonged] to {other}",
    "works_for": "{one} [works|worked] for {other}",
    "role": "{one} [is|was] {text} at {other}",
    "killed_by": "{other} killed {one}",
    "made_by": "{other} made {one}",
    "named_for": "{one} is named for {other}",
    "met": "{one} and {other} [know|knew] each other",
    "knows": "{one} [knows|knew] of {other}",
    "at": "{one} [is|was] at {other}",
    "within": "{one} [is|was] in {other}",
    "lives_at": "{one} [lives|lived] at {other}",
    "comes_from": "{one} [comes|came] from {other}",
    "buried_at": "{one} [is|was] buried at {other}",
    "debt": "{one} [owes|owed] {other} {text}",
    "promise": "{one} [has promised|promised] {other}: {text}",
    "threat": "{one} [threatens|threatened] {other}: {text}",
    "owing": "{one} [owes|owed] {other}: {text}",
    "outstanding": "{one} [owes|owed] {other}: {text}",
    SPOKE_OF: "{one} spoke of {other}",
    TOLD_TO: "{one} told {other} of {about}",
    TOGETHER: "{one} and {other} were both there: {text}",
    WAS_AT: "{one} was at {other}: {text}",
}
"""The sentence of each relation: ``[while it holds|afterwards]``."""
SAYS_TEXT = "{one} and {other}: {text}"
JOINED = "{one} and {other} [are|were] joined by {relation}"
"""Of a relation that has no sentence of its own: with what the record says, and without."""
UNSAID = re.compile(r":? \{text\}")
TENSE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def say_tie(tie: Tie, name: Name, pronouns: Name, minute: int, toward: str = "") -> str:
    """The tie in a sentence without its stop, as of a story minute. ``toward`` is the end that the way leads to.

    >>> ruth = Tie("kinship", "sibling", "ben", "ruth", "fact f1")
    >>> say_tie(ruth, str.title, lambda id: "she" if id == "ruth" else "he", 0, toward="ruth")
    "Ruth is Ben's sister"
    """
    stands = tie.stands_at(minute)
    one, other = tie.one, tie.other
    if tie.kind == "kinship":
        return _capital(_kinship(tie, name, pronouns, "is" if stands else "was", toward))
    text = _text(tie, name)
    pattern = SAYS.get(tie.relation, SAYS_TEXT if text else JOINED)
    if not text:
        pattern = UNSAID.sub("", pattern)
    said = TENSE.sub(lambda found: found[1] if stands else found[2], pattern)
    words = {"one": name(one), "other": name(other), "text": text, "about": _about(tie, name, pronouns)}
    return _capital(" ".join(said.format_map(words | {"relation": tie.relation.replace("_", " ")}).split()))


def _about(tie: Tie, name: Name, pronouns: Name) -> str:
    """Of whom or what somebody told another."""
    if tie.about in ("", tie.other):
        return "something"
    if tie.about == tie.one:
        return {"he": "himself", "she": "herself", "it": "itself"}.get(pronouns(tie.one), "themselves")
    return name(tie.about)


def _kinship(tie: Tie, name: Name, pronouns: Name, verb: str, toward: str) -> str:
    one, other = tie.one, tie.other
    if tie.relation == "widow_of":
        return f"{name(one)} {verb} {_whose(name(other))} {_of_sex(WIDOWED, pronouns(one))}"
    if tie.relation in KIN:
        if tie.relation in MUTUAL and toward == one:
            one, other = other, one
        return f"{name(other)} {verb} {_whose(name(one))} {_of_sex(KIN[tie.relation], pronouns(other))}"
    text = _text(tie, name)
    return f"{name(one)} {verb} {_whose(name(other))} {text}" if text else f"{name(one)} {verb} kin to {name(other)}"


def _text(tie: Tie, name: Name) -> str:
    """What the record says besides the two names."""
    text = " ".join(tie.text.split()).rstrip(".")
    same = {name(id).casefold() for id in (tie.one, tie.other)} | {id.casefold() for id in (tie.one, tie.other)}
    return "" if text.casefold() in same else text


def _of_sex(words: tuple[str, str, str], pronoun: str) -> str:
    return words[{"he": 0, "she": 1}.get(pronoun, 2)]


def _whose(name: str) -> str:
    return f"{name}'s"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
