"""Another time: what a sentence opens with when it tells of days gone by ("ten years before"), or of days to come ("a year from now")."""

from collections.abc import Sequence
from typing import Literal

from gm_engine.extraction.lexicon import Lexicon

Time = Literal["", "before", "ahead"]
JOINING = frozenset({"and", "but", "for", "then", ",", "yet", "so", "—", "well", "now"})
BACK = frozenset({"before", "earlier", "ago", "prior", "previously", "back"})
COME = (("from", "now"), ("from", "today"), ("hence",))
PAST_TAGS = frozenset({"VBD", "VBN"})


class Elsewhen:
    """Reads of what time a sentence tells, by the words that it opens with."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._counted = lexicon.all("telling.elsewhen.counted") | frozenset(lexicon.map("number_words"))
        self._units = lexicon.all("telling.elsewhen.units")
        self._seasons = lexicon.all("telling.elsewhen.seasons")
        self._back = tuple(tuple(phrase.split()) for phrase in sorted(lexicon.all("telling.elsewhen.back")))
        self._youth = lexicon.all("telling.elsewhen.youth")
        self._young = lexicon.all("telling.elsewhen.young")
        self._events = lexicon.all("telling.elsewhen.events")

    def of(self, words: Sequence[str], tags: Sequence[str]) -> Time:
        """*before* or *ahead* of the story's now, or nothing; ``words`` in lower case, each with its part of speech.

        >>> telling = {"elsewhen": {"units": ["years"], "seasons": ["spring"]}}
        >>> elsewhen = Elsewhen(Lexicon({"number_words": {"ten": 10}, "telling": telling}))
        >>> elsewhen.of("ten years before , he sings".split(), []), elsewhen.of("ten years from now he is dead".split(), [])
        ('before', 'ahead')
        >>> elsewhen.of("next spring he dies of a fever".split(), ["IN"]), elsewhen.of("ten years he sang".split(), [])
        ('ahead', '')
        """
        at = 0
        while at < len(words) and words[at] in JOINING:
            at += 1
        rest = words[at : at + 12]
        if self._opens_back(rest, tags):
            return "before"
        unit = self._span(rest)
        if unit and any(tuple(rest[unit : unit + len(come)]) == come for come in COME):
            return "ahead"
        if rest[:1] == ["next"] and rest[1:2] and rest[1] in self._seasons and not PAST_TAGS & set(tags):
            return "ahead"
        return ""

    def _span(self, words: Sequence[str]) -> int:
        """Where the words after a span of time begin ("ten years", "the night"); 0 where none stands first."""
        at = 0
        while at < min(len(words), 5) and (words[at] in self._counted or words[at].isdigit()):
            at += 1
        return at + 1 if at < len(words) and words[at] in self._units else 0

    def _opens_back(self, words: Sequence[str], tags: Sequence[str]) -> bool:
        unit = self._span(words)
        if unit and unit < len(words) and words[unit] in BACK:
            return True
        if any(tuple(words[: len(phrase)]) == phrase for phrase in self._back):
            return True
        if words[:1] == ["last"] and words[1:2] and words[1] in self._seasons:
            return True
        if words[:1] == ["as"] and words[1:2] and words[1] in ("a", "an"):
            grown = words[2:3] and words[2] in ("young", "small", "little")
            return bool(words[2:3]) and (words[2] in self._youth or bool(grown and words[3:4] and words[3] in self._youth | self._young))
        if words[:1] == ["in"] and words[1:2] and words[1] in ("his", "her", "their", "your", "its"):
            return any(word in ("youth", "boyhood", "girlhood", "childhood", "infancy", "heyday") for word in words[2:4])
        if words[:2] == ["before", "the"]:
            return words[2:3] != [] and words[2] in self._events and bool(PAST_TAGS & set(tags))
        return False
