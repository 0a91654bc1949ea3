"""What has been told already: the same thing in other words is told once."""

from functools import lru_cache
from itertools import islice

from gm_engine.memory.index_words import plain, stems
from gm_engine.story.claim import Statement
from gm_engine.story.context_element import ContextElement

REPEATABLE = frozenset({"fact", "lore", "turn", "rumour", "story_point", "scene", "summary"})
"""Only these are ever left out as told already: decisions, debts, clues and conflicts are kept."""
SHARE = 0.85
FEWEST = 4
DENIALS = frozenset({"no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without"})


class Repeats:
    """Remembers what was told, and knows it again."""

    def __init__(self) -> None:
        self._stated: dict[tuple[str, ...], str] = {}
        self._words: dict[tuple[str, str], tuple[frozenset[str], frozenset[str]]] = {}

    def tell(self, element: ContextElement) -> None:
        """``element`` is told."""
        for statement in element.statements:
            self._stated.setdefault(_key(statement), element.id)
        if (element.id, element.text) not in self._words:
            self._words[element.id, element.text] = _telling(element.text, element.kind == "story_point")

    def told(self, element: ContextElement) -> str | None:
        """The id of what has told all of ``element`` already; None if it is news."""
        if element.kind not in REPEATABLE or element.pinned:
            return None
        keys = [_key(statement) for statement in element.statements]
        if keys and all(key in self._stated for key in keys):
            return self._stated[keys[0]]
        mine, marks = _telling(element.text, element.kind == "story_point")
        if len(mine) < FEWEST:
            return None
        most = SHARE * len(mine)
        # Whoever has told so much of it lacks so few of its words that one of these is among theirs.
        some = tuple(islice(mine, int(len(mine) - most) + 1))
        for (id, _), (words, theirs) in self._words.items():
            if len(words) >= most and not words.isdisjoint(some) and len(mine & words) >= most and marks <= theirs:
                return id
        return None


@lru_cache(maxsize=8192)
def _telling(text: str, headed: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The stems that tell something, with its denials; and of those its numbers and denials, of which none may differ.

    A decision's record (``headed``) says no more for being headed *Decided*.
    """
    found = {*stems(text), *(word for word in plain(text) if word in DENIALS or word.endswith("n't"))}
    words = frozenset(found - {"decid"} if headed else found)
    return words, frozenset(word for word in words if word in DENIALS or word.endswith("n't") or any(letter.isdigit() for letter in word))


def _key(statement: Statement) -> tuple[str, ...]:
    value = statement.value.entity or statement.value.text.lower()
    return (statement.subject, statement.relation, value, str(statement.polarity))
