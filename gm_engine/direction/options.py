"""Options: a decision taken in the player's own words."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from gm_engine.direction.words_typed import tokens_of, unended
from gm_engine.rules.choice import standing
from gm_engine.state.story_state import StoryState
from gm_engine.story.decision import Option
from gm_engine.story.intent import Intent

SMALL_WORDS = """
i'm i'll i'd i've am are was be have has about
i a an the to of in on at my his her their your you it is and or with for me him them do will would that this let myself yourself
"""
SMALL = frozenset(SMALL_WORDS.split())
ENOUGH = 75
STRONG = 90
"""From here on the words are the option's own, whatever verb they begin with and however many acts they seem to hold."""


LINK = re.compile(r"[a-z]+ [\"“«](.+)[\"”»](?: [(][0-9]+[)])?", re.DOTALL)
NUMBER = re.compile(r"\s*(\d{1,3})\s*[.)]?\s*")


def open_ways(state: StoryState) -> tuple[str, ...]:
    """What can be chosen here and now, in the campaign's words, the newest first: the first has the number 1."""
    texts = (" ".join(option.text.split()).rstrip(".") for made in standing(state) for option in made.options)
    return tuple(dict.fromkeys(texts))


def numbered_way(said: str, ways: Sequence[str]) -> str:
    """The way whose number was typed; empty for any other line, and for a number that no way has.

    >>> numbered_way("2.", ["pay", "ride on"]), numbered_way("3", ["pay", "ride on"]), numbered_way("I pay 2 dollars.", ["pay"])
    ('ride on', '', '')
    """
    typed = NUMBER.fullmatch(said)
    return ways[int(typed[1]) - 1] if typed and 0 < int(typed[1]) <= len(ways) else ""


def way_named(said: str, state: StoryState) -> Intent | None:
    """The option of an open decision whose words these are, to the letter, or its number; the newest decision's, where several have
    them."""
    told = numbered_way(said, open_ways(state)) or said
    words = _letters(told)
    for whole in (True, False) if words else ():
        for made, option in ((one, option) for one in standing(state) for option in one.options):
            if words == _letters(option.text if whole else _link(option.text)):
                return Intent(verb="decide", words=said, option=option.id, target=made.id, about=_own_words(told))
    return None


def _link(text: str) -> str:
    """The words in marks of a way that is followed: *The lantern* of ``follow "The lantern"``."""
    link = LINK.fullmatch(text.strip())
    return link[1] if link else ""


def _letters(text: str) -> str:
    return " ".join(text.split()).rstrip(".!").casefold()


def option_said(said: str, state: StoryState) -> Intent | None:
    """The option of an open decision that the words say in full, and nothing besides; None where they say none."""
    if named := way_named(said, state):
        return named
    if said.rstrip().endswith("?"):
        return None
    words = content(said)
    ranked = sorted(
        (
            (min(_share(content(option.text), words), _share(words, content(option.text))), made.id, option.id)
            for made in standing(state)
            for option in made.options
            if len(content(option.text)) > 1
        ),
        key=lambda entry: -entry[0],
    )
    return _taken(ranked, STRONG, said)


def option_meant(said: str, state: StoryState, verb: str) -> Intent | None:
    """The option of an open decision that the words take, as a ``decide`` intent; None where they take none.

    Where two fit alike, neither is taken. Most of an option's own words must be there; a question or a look takes nothing.
    """
    if verb == "look" or said.rstrip().endswith("?"):
        return None
    words = content(said)
    ranked = sorted(
        (
            (fit(option, said, words, verb), made.id, option.id)
            for made in standing(state)
            for option in made.options
            if verb != "ask" or content(option.text)[0] == "ask"
        ),
        key=lambda entry: -entry[0],
    )
    return _taken(ranked, ENOUGH, said)


def _taken(ranked: list[tuple[int, str, str]], enough: int, said: str) -> Intent | None:
    """The decision at the head of the ranking, where it is sure enough and stands alone there."""
    sure = ranked and ranked[0][0] >= enough and (len(ranked) == 1 or ranked[1][0] < ranked[0][0])
    best = ranked[0] if sure else None
    if best is None:
        return None
    return Intent(verb="decide", words=said, option=best[2], target=best[1], about=_own_words(said))


def fit(option: Option, said: str, words: list[str], verb: str) -> int:
    """How well the words name an option, in a hundred: most of its own words are said, or nothing but its words is."""
    wanted = list(dict.fromkeys(content(option.text)))
    if content(option.id.replace("_", " ")) == words and (verb != "travel" or len(words) > 1):
        return 100
    if len(wanted) < 2:
        return _share(every(option.text), every(said))
    own, only = _share(wanted, words), _share(words, wanted)
    return max(own, ENOUGH + own // 5 if only == 100 and len(set(words)) > 1 else 0)


def content(text: str) -> list[str]:
    """The words that carry a text's meaning."""
    tokens = [unended(token) for token in tokens_of(text) if re.match(r"[a-z0-9$]", token)]
    return [token for token in tokens if token not in SMALL] or tokens


def every(text: str) -> list[str]:
    """All words of a text but its articles."""
    return [unended(token) for token in tokens_of(text) if re.match(r"[a-z0-9$]", token) and token not in ("a", "an", "the")]


def _share(wanted: list[str], words: list[str]) -> int:
    """How much of ``wanted`` the words hold, in a hundred; a word may be mistyped."""
    if not wanted or not words:
        return 0
    held = sum(1 for word in wanted if any(word == other or (len(word) > 3 and fuzz.ratio(word, other) >= 80) for other in words))
    return 100 * held // len(wanted)


def _own_words(said: str) -> str:
    return re.sub(r"^\s*i(?:'ll| will|'d)?\s+(?:(?:decide|choose|want) to\s+)?", "", said.strip(), flags=re.I).rstrip(".!")
