"""What tables write into their lines beside the story: mentions and pictures of Discord, commands to programs, words out of character."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.story.bare_words import bare

SIGN = re.compile(
    r"<(?:(?P<emoji>a?:\w{1,40}:\d{1,25})|@!?(?P<who>\d{1,25})|@&(?P<role>\d{1,25})|\#(?P<channel>\d{1,25})"
    r"|t:(?P<moment>-?\d{1,15}(?::[tTdDfFR])?)|/(?P<command>[^<>\n]{1,100}):\d{1,25}|id:(?P<place>\w{1,40}))>"
)
SHORTCODE = re.compile(r"(?<![^\s>*_~|])(?::[A-Za-z]\w{1,39}(?:~\d+)?:)+(?![^\s<*_~|.,!?])")
"""A picture that is written by its name: ``:horse:``."""
WHY = {
    "emoji": "A picture of a server stands for no word.",
    "who": "The file does not say whose name it is.",
    "role": "The file does not say what the role is called.",
    "channel": "The file does not say what the channel is called.",
    "moment": "It is a time of the clock on the wall.",
    "command": "It is a command to a program.",
    "place": "It leads to a part of the server.",
}
OUT, UNSHUT = re.compile(r"\(\(.*?\)\)+", re.DOTALL), re.compile(r"\(\([^\n]*")
OUT_LINE = re.compile(r"^[ \t]*(?://|[\[({<]?ooc\b[\])}>:]).*$", re.MULTILINE | re.IGNORECASE)
ASIDE = "It is said out of character."
COMMAND = re.compile(r"\s*`{0,3}[!/][A-Za-z]\w*\b")
TYPED = re.compile(r"`{1,2}[!/][A-Za-z][^`\n]*`{1,2}")
DICE = re.compile(r"\d[ \t]*[dD][ \t]*[\dF%]")
DIGIT = re.compile(r"\d")
SPACES = re.compile(r"[ \t]{2,}")


class Names(NamedTuple):
    """What the numbers of a server stand for."""

    people: Mapping[str, str]
    roles: Mapping[str, str]
    channels: Mapping[str, str]


NO_NAMES = Names({}, {}, {})


def told_at_the_table(text: str, path: str, losses: list[Loss], names: Names = NO_NAMES) -> str:
    """The words of a message that are the story's; empty where none are. What stands for no word, and what is said out of character, is
    told as lost.

    >>> losses: list[Loss] = []
    >>> told_at_the_table("**Sal** waits for <@12>. <:sad:3> ((brb))", "content", losses, Names({"12": "Ann"}, {}, {}))
    'Sal waits for Ann.'
    >>> [loss.value for loss in losses]
    ['<:sad:3>', '((brb))']
    """
    if COMMAND.match(text):
        return ""

    def put(found: re.Match[str]) -> str:
        kind = found.lastgroup or ""
        table = {"who": names.people, "role": names.roles, "channel": names.channels}.get(kind, {})
        if name := table.get(found[kind]):
            return name
        losses.append(Loss(path, found[0], WHY[kind]))
        return ""

    def leave(found: re.Match[str], why: str) -> str:
        if found[0].strip():
            losses.append(Loss(path, found[0].strip(), why))
        return ""

    text = SIGN.sub(put, text)
    text = SHORTCODE.sub(lambda found: leave(found, WHY["emoji"]), text)
    # behind the last that shuts none is shut: each of those goes on to the end of its line
    shut = text.rfind("))") + 2 if "))" in text else 0
    text = OUT.sub(lambda found: leave(found, ASIDE), text[:shut]) + UNSHUT.sub(lambda found: leave(found, ASIDE), text[shut:])
    text = OUT_LINE.sub(lambda found: leave(found, ASIDE), text)
    text = TYPED.sub(lambda found: leave(found, WHY["command"]), text)
    for name in sorted(names.people.values(), key=lambda name: (-len(name), name)):
        text = text.replace(f"@{name}", name) if name else text
    return "\n".join(line.rstrip() for line in SPACES.sub(" ", bare(text)).split("\n")).strip()


def is_rolled(text: str) -> bool:
    """True for words that tell what dice came to.

    >>> is_rolled("Perception\\n1d20 + 4 = 13 + 4 = 17"), is_rolled("Two = a pair.")
    (True, False)
    """
    return any(map(_is_rolled, text.split("\n")))


def _is_rolled(line: str) -> bool:
    """True for a formula with dice in it, and what came of it."""
    formula, equals, came = line.partition("=")
    return bool(equals and DIGIT.match(came.rstrip(" \t")[-1:]) and DICE.search(formula))
