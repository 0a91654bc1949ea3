"""A table's lines: what is never shown, found in the words in which it would be shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gm_engine.memory.index_words import plain, stems
from gm_engine.play.guard import sentences
from gm_engine.stemming import stem

DENIED = re.compile(r"\b(?:no|not|never|nobody|none|nothing|without|unharmed|unhurt)\b|n't\b", re.IGNORECASE)
Row = Mapping[str, list[str]]


@dataclass(frozen=True)
class Limits:
    """What the words of lines take in, from ``data/limits.yaml``."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: Mapping[str, Row]) -> "Limits":
        """The limits of a table of words."""
        classes = {name: tuple(row) for part in ("whom", "what") for name, row in tables.get(part, {}).items()}
        return cls(classes, {name: tuple(row) for name, row in tables.get("whole", {}).items()})

    def crossed(self, text: str, lines: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Each sentence that crosses one of the lines, with that line. A denial ("nobody hurt the boy") crosses none.

        >>> limits = Limits({"harm": ("beat", "hurt"), "children": ("boy", "girl")})
        >>> limits.crossed("He takes a strap and beats the boy. The girl laughs.", ("harm to children",))
        (('He takes a strap and beats the boy.', 'harm to children'),)
        """
        found = []
        for sentence in sentences(text):
            if DENIED.search(sentence):
                continue
            held, running = set(stems(sentence)), " ".join(plain(sentence))
            found += [(sentence, line) for line in lines if self._crosses(line, held, running)]
        return tuple(found)

    def _crosses(self, line: str, held: set[str], running: str) -> bool:
        wanted = [word for word in plain(line) if stems(word)]
        if not wanted:
            return False
        if any(_stands(word, held, running) for word in self.whole.get(" ".join(wanted), ())):
            return True
        return all(any(_stands(word, held, running) for word in (asked, *self.words.get(asked, ()))) for asked in wanted)


def _stands(word: str, held: set[str], running: str) -> bool:
    return f" {word} " in f" {running} " if " " in word else stem(word) in held
