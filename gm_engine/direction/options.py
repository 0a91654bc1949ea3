"""Options: a decision taken in the player's own words."""

import re

from rapidfuzz import fuzz

from gm_engine.direction.naming import stem, tokens_of
from gm_engine.rules.choice import standing
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent

SMALL_WORDS = """
i a an the to of in on at my his her their your you it is and or with for me him them do will would that this let
"""
SMALL = frozenset(SMALL_WORDS.split())
ENOUGH = 75


def option_meant(said: str, state: StoryState, verb: str) -> Intent | None:
    """The option of an open decision that the words take, as a ``decide`` intent; None where they take none.

    Most of an option's own words must be there; a question or a look takes nothing.
    """
    if verb in ("look", "ask") or said.rstrip().endswith("?"):
        return None
    words = content(said)
    best: tuple[int, str, str] | None = None
    for made in standing(state):
        for option in made.options:
            wanted = content(option.text)
            score = _share(wanted if len(wanted) > 1 else every(option.text), words if len(wanted) > 1 else every(said))
            if content(option.id.replace("_", " ")) == words:
                score = 100
            if score >= ENOUGH and (best is None or score > best[0]):
                best = (score, made.id, option.id)
    if best is None:
        return None
    return Intent(verb="decide", words=said, option=best[2], target=best[1], about=_own_words(said))


def content(text: str) -> list[str]:
    """The words that carry a text's meaning."""
    tokens = [stem(token) for token in tokens_of(text) if re.match(r"[a-z0-9$]", token)]
    return [token for token in tokens if token not in SMALL] or tokens


def every(text: str) -> list[str]:
    """All words of a text but its articles."""
    return [stem(token) for token in tokens_of(text) if re.match(r"[a-z0-9$]", token) and token not in ("a", "an", "the")]


def _share(wanted: list[str], words: list[str]) -> int:
    """How much of ``wanted`` the words hold, in a hundred; a word may be mistyped."""
    if not wanted or not words:
        return 0
    held = sum(1 for word in wanted if any(word == other or (len(word) > 3 and fuzz.ratio(word, other) >= 80) for other in words))
    return 100 * held // len(wanted)


def _own_words(said: str) -> str:
    return re.sub(r"^\s*i(?:'ll| will|'d)?\s+(?:(?:decide|choose|want) to\s+)?", "", said.strip(), flags=re.I).rstrip(".!")
