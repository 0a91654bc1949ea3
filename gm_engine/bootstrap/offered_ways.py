"""The words of a link as a campaign offers a way: what completes "you could …"."""

import re
from collections.abc import Mapping, Sequence

from gm_engine import wordnet
from gm_engine.direction.player_verbs import built_in
from gm_engine.story.letters import in_marks
from gm_engine.story.pack import AuthoredScene, Choice

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
SPOKEN = re.compile(r"[\"“«].*[\"”»]", re.DOTALL)
WHITHER_WORDS = """
back on onward onwards forward away home north south east west northeast northwest southeast southwest up down in out inside outside
upstairs downstairs across along through into onto to toward towards over past around
"""
WHITHER = frozenset(WHITHER_WORDS.split())
"""Words with which a way begins that only says where it leads."""
POINTING = " \n\t<>|→➔➜➝➞➡▶►▸»←⬅◀◄«"
"""What points on, beside the words of a link."""
SMALL_WORDS = """
a an the this that these those my your his her its our their me you him it us them myself yourself himself herself itself
all both each every some any no nothing something anything everything nobody somebody someone anybody everybody
up down out off on away around along over through back aside across inside outside forward further again here there
"""
AFTER_A_VERB = frozenset(SMALL_WORDS.split())
"""Small words of which one behind a word that may be a noun says that it is a verb."""


def with_ways_offered(scenes: Mapping[str, AuthoredScene]) -> dict[str, AuthoredScene]:
    """The scenes, the text of each choice so that it completes "you could …"."""
    return {
        id: scene.changed(
            choices=tuple(choice.changed(text=text) for choice, text in zip(scene.choices, _told_apart(scene.choices), strict=True))
        )
        for id, scene in scenes.items()
    }


def _told_apart(choices: Sequence[Choice]) -> list[str]:
    """The texts of a scene's choices; of several that say the same, all but the first have a number, so that each can be said."""
    found: dict[str, None] = {}
    for choice in choices:
        text = offered(choice.text)
        said, count = text, 1
        while said in found:
            count += 1
            said = f"{text} ({count})"
        found[said] = None
    return [*found]


def offered(shown: str) -> str:
    """What one could do who takes a link that shows these words.

    >>> offered("Call the ferry."), offered("walk on"), offered("The boat"), offered("“Who goes there?”")
    ('call the ferry', 'walk on', 'follow "The boat"', 'say "Who goes there?"')
    >>> offered("Back to the quay"), offered("North"), offered("The ferryman waits.")
    ('go back to the quay', 'go north', 'follow "The ferryman waits."')
    >>> offered("your hands"), offered("open the door"), offered("say, “No.”"), offered(">> ...")
    ('follow "your hands"', 'open the door', 'say, “No.”', 'go on')
    """
    text = " ".join(shown.strip(POINTING).split()) or " ".join(shown.split())
    if not any(letter.isalnum() for letter in text):
        return "go on"
    if SPOKEN.fullmatch(text):
        return f"say {in_marks(text[1:-1])}"
    small = text if text[:1].islower() else f"{text[0].lower()}{text[1:]}".rstrip(".")
    words = [word.lower() for word in WORD.findall(text)]
    if words and words[0] in WHITHER:
        return f"go {small}"
    if _is_an_act(text, words):
        return small
    return f"follow {in_marks(text)}"


def _is_an_act(text: str, words: Sequence[str]) -> bool:
    """True for words that begin with the plain form of a verb, and with nothing else that it may be."""
    if not words or not text[0].isalpha() or (text.isupper() and len(text) > 1) or not wordnet.verb_class(words[0]):
        return False
    if text[len(words[0]) :].startswith((",", ":")):
        return wordnet.verb_class(words[0]) == "communication"
    return not wordnet.category(words[0]) or words[0] in built_in() or not AFTER_A_VERB.isdisjoint(words[1:2])
