"""People known by what they are: "the sheriff", "the smith's daughter", where one text speaks of one such person."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import snake
from gm_engine.extraction.newcomers import ENDS
from gm_engine.extraction.pipeline import Stretch
from gm_engine.story.entity import Entity

AT_LEAST = 2
"""How often somebody must be spoken of to be one of the story's people."""
OUT_OF_SIGHT = 60
"""After so many turns without a word of them, the next of that trade may be another."""
BE = frozenset({"is", "was", "are", "be", "been", "being", "become", "becomes", "became", "as", "'s", "’s", "'m", "’m", "am"})


@dataclass
class _Heard:
    turns: list[int] = field(default_factory=list)
    introduced: int = 0
    several: bool = False


class Bearers:
    """Fed with every stretch of a text. A trade is one person's for as long as nothing says that another has it too."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._kin = lexicon.all("kin") | lexicon.all("distant_kin") | {"widow"}
        self._ends = tuple(sorted(lexicon.all("trade_ends")))
        self._common, self._roles = lexicon.all("common_trades"), lexicon.all("roles")
        self._heard: dict[str, _Heard] = {}
        self._plurals: Counter[str] = Counter()

    def look(self, stretches: Iterable[Stretch], turn: int) -> None:
        """Takes in one text's words."""
        for stretch in stretches:
            if stretch.block != "heading":
                words = [word for word, _, _ in stretch.words]
                for at, word in enumerate(words):
                    self._word(words, at, word, turn)

    def _word(self, words: Sequence[str], at: int, word: str, turn: int) -> None:
        lower = word.lower()
        if lower.endswith("s") and self._trade(lower[:-1]):
            self._plurals[lower[:-1]] += 1
            return
        if lower.endswith("men") and self._trade(f"{lower[:-3]}man"):
            self._plurals[f"{lower[:-3]}man"] += 1
            return
        if not self._trade(lower):
            return
        before = words[at - 1].lower() if at else ""
        after = [*words[at + 1 : at + 3], "", ""]
        heard = self._heard.setdefault(lower, _Heard())
        if before == "the":
            if self._told_elsewhere(words, at, after):
                heard.several = True
            heard.turns.append(turn)
            if after[0] in ("'s", "’s") and after[1].lower() in self._kin:
                heard.turns.pop()
                self._heard.setdefault(f"{lower}'s {after[1].lower()}", _Heard()).turns.append(turn)
        elif before in ("a", "an"):
            heard.introduced += 1
            heard.several = heard.several or (at > 1 and words[at - 2].lower() in BE) or heard.introduced > 1 or bool(heard.turns)
        elif word[0].isupper() and not after[0][:1].isupper() and (before == "" or before in ENDS or before == ","):
            heard.turns += [turn] if after[0] in (",", "!", "?", ".") else []
        else:
            heard.several = True

    def _told_elsewhere(self, words: Sequence[str], at: int, after: Sequence[str]) -> bool:
        """True where a name goes with it, or a place of its own: "is the sheriff", "the sheriff of Dunn", "the sheriff, Tom"."""
        if at > 1 and (words[at - 2].lower() in BE or words[at - 2] == ","):
            return self._named_before(words, at) or words[at - 2].lower() in BE
        if after[0][:1].isupper() or after[0].lower() in ("of", "from", "who", "named", "called"):
            return True
        return after[0] == "," and after[1][:1].isupper()

    def _named_before(self, words: Sequence[str], at: int) -> bool:
        return at > 2 and words[at - 3][:1].isupper()

    def _trade(self, word: str) -> bool:
        if len(word) < 4 or word in self._common:
            return False
        return word in self._roles or (word.endswith(self._ends) and word not in self._ends and word.isalpha())

    def entities(self) -> tuple[Entity, ...]:
        """The people, by what they are called."""
        return tuple(self._entity(name, heard.turns[0]) for name, heard in sorted(self._heard.items()) if self._one(name, heard))

    def _one(self, name: str, heard: _Heard) -> bool:
        trade = name.split("'")[0]
        if len(heard.turns) < AT_LEAST or heard.several or self._plurals[trade]:
            return False
        if trade != name and self._heard[trade].several:
            return False
        return all(later - earlier <= OUT_OF_SIGHT for earlier, later in zip(heard.turns, heard.turns[1:], strict=False))

    def _entity(self, name: str, turn: int) -> Entity:
        kind = name.split()[-1]
        he, she = (kind in self._lexicon.all(f"gender_nouns.{gender}") for gender in ("he", "she"))
        pronouns = "he" if he and not she else "she" if she and not he else "they"
        return Entity(id=snake(f"the {name}"), kind="character", name=f"the {name}", pronouns=pronouns, introduced=turn)
