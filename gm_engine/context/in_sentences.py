"""What a page holds as relation and value, in a sentence: a prompt is there to be read, and nobody says "beard: beard"."""

from collections.abc import Iterable

from gm_engine.story.listing import listed

HAS = {
    "eyes": "{} eyes", "hair": "{} hair", "beard": "a {}", "scar": "a scar on the {}", "has": "{}", "feature": "{}",
    **{part: f"a {{}} {part.replace('_', ' ')}" for part in (
        "left_hand", "right_hand", "left_arm", "right_arm", "left_leg", "right_leg", "left_eye", "right_eye",
    )},
}  # fmt: skip
"""Relations of which one says that somebody has it."""
IS = {
    "build": "{} of build", "height": "{}", "handed": "{}", "age": "{} years old", "married": "{}", "colour": "{}", "condition": "{}",
    "role": "{}", "state": "{}", "quality": "{}", "at": "at {}", "held_by": "held by {}", "made_by": "the work of {}",
    "named_for": "named for {}", "within": "in {}", "founded": "of {}", "member_of": "of {}", "widow_of": "the widow of {}",
    "killed_by": "killed by {}", "buried_at": "buried at {}", "stays": "{}", "can": "able to {}", "cousin": "a cousin of {}",
    "sibling": "a brother or sister of {}", "uncle": "an uncle or aunt of {}", "unrelated": "no kin of {}", "met": "known to {}",
    "fill": "{}", "sole": "the only place with {}", "terrain": "on {}",
}  # fmt: skip
"""Relations of which one says that somebody or something is it."""
DOES = {
    "comes_from": ("comes from {}", "come from {}"), "speaks": ("speaks {}", "speak {}"), "reads": ("reads {}", "read {}"),
    "works_for": ("works for {}", "work for {}"), "lives_at": ("lives at {}", "live at {}"), "wears": ("wears {}", "wear {}"),
    "limp": ("limps on the {}", "limp on the {}"), "born": ("was born in {}", "were born in {}"), "knows": ("knows {}", "know {}"),
    "wants": ("wants {}", "want {}"), "price": ("costs {}", "cost {}"), "does": ("{}", "{}"),
}  # fmt: skip
"""Relations with a verb of their own: for one, and for *they*."""
BARE = frozenset({"no", "none", "nothing", "not"})
"""Values by which an author says that somebody is not able to: ``reads: no``."""
WHOSE = {"he": "his", "she": "her", "it": "its", "they": "their"}
VOWELS = "aeiou"


def sentence(name: str, relation: str, value: str, *, so: bool = True) -> str:
    """One thing that is so, or not so, in a sentence.

    >>> sentence("Ben Oakes", "beard", "beard"), sentence("Kettering", "left_hand", "maimed"), sentence("Lum Hing", "reads", "no")
    ('Ben Oakes has a beard.', 'Kettering has a maimed left hand.', 'Lum Hing does not read.')
    >>> sentence("Ruth Cade", "father", "Hollis Cade"), sentence("Ben Oakes", "eyes", "brown", so=False)
    ("Ruth Cade's father is Hollis Cade.", 'Ben Oakes does not have brown eyes.')
    """
    value = value.strip().rstrip(".")
    if relation in HAS:
        told = _article(HAS[relation].format(value))
        return f"{name} has {told}." if so else f"{name} does not have {told}."
    if relation in IS:
        return f"{name} is {'' if so else 'not '}{_article(IS[relation].format(value))}."
    if relation in DOES:
        return f"{name} {_does(relation, value, 0, so=so)}."
    return f"{name}'s {relation.replace('_', ' ')} is {'' if so else 'not '}{value}."


def described(page: Iterable[tuple[str, str]], pronouns: str) -> str:
    """What a page says of somebody, in a few sentences: what they have, what they are, the rest.

    >>> described([("eyes", "blue"), ("build", "broad"), ("right_arm", "scarred"), ("speaks", "English"), ("age", "39")], "he")
    'He has blue eyes and a scarred right arm. He is broad of build and 39 years old. He speaks English.'
    """
    they = pronouns == "they"
    who, whose = pronouns[:1].upper() + pronouns[1:], WHOSE.get(pronouns, "their")
    has, is_, does, owns = list[str](), list[str](), list[str](), list[str]()
    for relation, written in page:
        value = written.strip().rstrip(".")
        if relation in HAS:
            has.append(_article(HAS[relation].format(value)))
        elif relation in IS:
            is_.append(_article(IS[relation].format(value)))
        elif relation in DOES:
            does.append(_does(relation, value, int(they)))
        else:
            owns.append(f"{whose} {relation.replace('_', ' ')} is {value}")
    parts = []
    if has:
        parts.append(f"{who} {'have' if they else 'has'} {listed(has)}.")
    if is_:
        parts.append(f"{who} {'are' if they else 'is'} {listed(is_)}.")
    if does:
        parts.append(f"{who} {listed(does)}.")
    if owns:
        told = listed(owns)
        parts.append(f"{told[:1].upper()}{told[1:]}.")
    return " ".join(parts)


def with_article(noun: str) -> str:
    """*a livery stable*, *an assay office*."""
    return _article(f"a {noun}")


def _does(relation: str, value: str, form: int, *, so: bool = True) -> str:
    if value.lower() in BARE or not so:
        what = "" if value.lower() in BARE else f" {value}"
        plain = DOES[relation][1].format("").strip()
        return f"{'do' if form else 'does'} not {plain}{what}"
    return DOES[relation][form].format("" if value.lower() == "yes" else value).strip()


def _article(told: str) -> str:
    """*a* before what begins with a vowel becomes *an*."""
    return f"an {told[2:]}" if told.startswith("a ") and told[2:3].lower() in VOWELS else told
