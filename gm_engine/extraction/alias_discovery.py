"""Other names of people, told in so many words: "folks call Reuben the Deacon", "Ann Reed, known as the Swan"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gm_engine.extraction.names import NameBook, snake
from gm_engine.extraction.newcomers import capitalised
from gm_engine.extraction.pipeline import Stretch
from gm_engine.story.entity import Entity

CALLS = frozenset({"call", "calls", "called", "nickname", "nicknamed", "dub", "dubbed", "christened"})
KNOWN = frozenset({"called", "nicknamed", "dubbed", "alias", "known"})
LONGEST = 3


@dataclass
class ByNames:
    """Fed with every stretch of a text. A by-name is learnt where narration says whose it is."""

    book: NameBook
    _found: list[tuple[tuple[str, ...], tuple[str, ...], int]] = field(default_factory=list)

    def look(self, stretches: Iterable[Stretch], turn: int) -> None:
        """Takes in one text's words."""
        for stretch in stretches:
            if stretch.kind == "narration" and stretch.block == "prose":
                words = [word for word, _, _ in stretch.words]
                for at, word in enumerate(words):
                    if word.lower() in CALLS or word.lower() in KNOWN:
                        self._call(words, at, turn)

    def _call(self, words: Sequence[str], at: int, turn: int) -> None:
        size = capitalised(words, at + 1) if at + 1 < len(words) else 0
        if size and words[at].lower() in CALLS and at and words[at - 1].lower() not in ("is", "was", ",", "be"):
            byname = self._byname(words, at + 1 + size, ("",))
            if byname:
                self._found.append((tuple(words[at + 1 : at + 1 + size]), byname, turn))
            return
        if words[at].lower() not in KNOWN:
            return
        begin = at
        while begin and words[begin - 1].lower() in ("also", "better", "and", "sometimes", "often", "otherwise", "now"):
            begin -= 1
        byname = self._byname(words, at + 1, ("as", "only", "simply", "to", "everyone"))
        if byname and begin > 1 and words[begin - 1] == ",":
            start = begin - 1
            while start and begin - start <= LONGEST and words[start - 1][:1].isupper():
                start -= 1
            if start < begin - 1:
                self._found.append((tuple(words[start : begin - 1]), byname, turn))

    def _byname(self, words: Sequence[str], at: int, over: tuple[str, ...]) -> tuple[str, ...]:
        while at < len(words) and (words[at].lower() in over or words[at].lower() in ("the", '"', "“")):
            at += 1
        size = capitalised(words, at) if at < len(words) else 0
        return tuple(words[at : at + size]) if 0 < size <= LONGEST and words[at][:1].isupper() else ()

    def entities(self) -> tuple[Entity, ...]:
        """Those of whom it is told, with their by-names, each person once."""
        found: dict[str, Entity] = {}
        for name, byname, turn in self._found:
            match = self.book.match(name, 0)
            if match is None and (given := self._given(name[0])) and len(name) > 1:
                called = " ".join(name)
                self.book.learn([Entity(id=snake(called), kind="character", name=called, pronouns=given, introduced=turn)])
                match = self.book.match(name, 0)
            if match is None or match.words != len(name) or len(match.ids) != 1 or name == byname:
                continue
            entity = found.get(match.ids[0], self.book.entities[match.ids[0]])
            taken = self.book.match(("the", *byname), 1)
            if entity.kind == "character" and (taken is None or entity.id in taken.ids):
                aliases = dict.fromkeys((*entity.aliases, f"the {' '.join(byname)}"))
                found[entity.id] = entity.model_copy(update={"aliases": tuple(aliases)})
        return tuple(found.values())

    def _given(self, word: str) -> str:
        return next((gender for gender in ("he", "she") if word.lower() in self.book.lexicon.all(f"given.{gender}")), "")
