"""Mistyped words: what a hasty hand meant, where it is no word and one word that fits is near it.

A word that English does not have, nor the story, is taken for the one word nearest to it: a verb where an act begins, elsewhere the name of
somebody or something, a ware, a small word. Letters may be missing, doubled, changed or in the wrong order, vowels left out, and the last
word of a place's name cut short. What stands in quotation marks is left as it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from rapidfuzz.distance import OSA

from gm_engine.direction.act_sorts import SORTS
from gm_engine.direction.naming import Names, names_of
from gm_engine.direction.player_verbs import built_in, forms, lexicon
from gm_engine.direction.turned import AUXILIARIES, LINKS, WH
from gm_engine.direction.words_typed import unowned
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.pack import Pack

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
QUOTED = re.compile(r'"[^"]*"?|“[^”]*”?')
NEGATED = "do does did is are was were have has had ca wo could would should must"
JOINED = "what:s who:s where:s how:s that:s there:s here:s he:s she:s i:m i:ve you:re you:ve you:ll they:re they:ve they:ll we:ve"
CONTRACTIONS = {f"{verb}nt": f"{verb}n't" for verb in NEGATED.split()} | {
    pair.replace(":", ""): pair.replace(":", "'") for pair in JOINED.split()
}
"""What English contracts, without its apostrophe, where that is no other word."""
SHORT = {"pls": "please", "plz": "please", "thx": "thanks", "u": "you", "ur": "your", "ppl": "people", "smth": "something"}
"""What is written short wherever people type to one another."""
SMALL_WORDS = """
the and with what where when about around from into there then that this have they your their would could should please through behind under
before after over again some until till toward towards near inside outside across along
"""
SMALL = frozenset((*SMALL_WORDS.split(), *AUXILIARIES, *LINKS, *WH))
BEFORE_WORDS = "i and then to we please let's lets go come try start ok okay now just but"
BEFORE_VERBS = frozenset(BEFORE_WORDS.split())
"""Words behind which an act may begin."""
GRAVE = frozenset(("shoot", "strike", "draw", "threaten", "accuse", "rob", "burn", "decide"))
"""Acts that a slip of the keys must not bring about."""
VOWELS = str.maketrans("", "", "aeiou")
FEWEST, LONG = 4, 8
"""Letters from which on a word is judged, and from which on two slips are allowed."""
CUT_SHORT = 2
"""Letters that must be left of a name's last word."""


class Mended(NamedTuple):
    """A line as it is read, and the words that were taken for others, each with what it was taken for."""

    words: str
    taken: tuple[tuple[str, str], ...] = ()

    @property
    def note(self) -> str:
        """The table's word about it; empty where nothing was taken for anything else."""
        pairs = [f"“{typed}” as “{meant}”" for typed, meant in self.taken]
        return f"I read {', '.join(pairs[:-1])}{' and ' if pairs[1:] else ''}{pairs[-1]}." if pairs else ""


def mended(said: str, state: StoryState, knows: Callable[[str], bool]) -> Mended:
    """The line with its mistyped words put right. ``knows`` says whether English has a word."""
    return Mender(state, rulebook_of(state.pack), knows).mended(said)


def _of_the_pack(pack: Pack, id: str) -> bool:
    return pack.person(id) is not None or id in pack.locations or id in pack.items or id in pack.factions


class _Words(NamedTuple):
    """What a rulebook has words for: the verbs that begin an act, the commoner ones first; its acts; what is sold."""

    verbs: tuple[tuple[str, ...], ...]
    acts: frozenset[str]
    wares: frozenset[str]


def _read_words(book: Rulebook) -> _Words:
    known = lexicon(book)
    common = {phrase.split()[0] for phrase, verb in built_in().items() if verb not in GRAVE} - SMALL
    others = {phrase.split()[0] for phrase in known if known[phrase][0] not in GRAVE} - SMALL
    others |= {form for sort in SORTS for verb in sort.verbs if verb not in known for form in forms(verb)}
    verbs = tuple(tuple(sorted(word for word in pool if word.isalpha())) for pool in (common, others - common))
    served = (word for name, service in book.services.items() for word in (name, *service.words))
    wares = frozenset(word for ware in (*book.prices, *served) for word in re.split(r"[\s_]", ware.lower()))
    return _Words(verbs, frozenset(known), wares)


_words_of: MadeOnce[Rulebook, _Words] = MadeOnce(_read_words)


class Mender:
    """Puts right what was mistyped in a story's lines."""

    def __init__(self, state: StoryState, book: Rulebook, knows: Callable[[str], bool]) -> None:
        self.knows = knows
        self.names: Names = names_of(state)
        self.longer: dict[str, list[tuple[str, ...]]] = {}
        """The names of several words, by the last but one of them."""
        for words in sorted(name.lowered for name in self.names if len(name.lowered) > 1):
            self.longer.setdefault(words[-2], []).append(words)
        self.own = frozenset(word for name in self.names for word in name.lowered)
        self.state = state
        self.verbs, self.acts, self.wares = _words_of(book)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The words of what the pack names, and of what is sold."""
        # What only the table has said is never written into another line: its words may be taken out again.
        of_the_pack = (name for name in self.names if any(_of_the_pack(self.state.pack, one.id) for one in name.bearers))
        authored = {word for name in of_the_pack for word in name.lowered}
        return tuple(sorted(word for word in authored | self.wares if word.isalpha() and len(word) >= FEWEST))

    def mended(self, said: str) -> Mended:
        """The line as it is read."""
        quotes = [match.span() for match in QUOTED.finditer(said)]
        words = [match for match in WORD.finditer(said) if not any(start <= match.start() < end for start, end in quotes)]
        parts: list[str] = []
        taken: list[tuple[str, str]] = []
        read: list[str] = []
        at = 0
        for number, match in enumerate(words):
            typed = match[0].replace("’", "'")
            meant = self._plain(typed) or self._cut_short(typed, read)
            if not meant and (meant := self._nearest(said, words, number)):
                meant = meant.capitalize() if typed[:1].isupper() else meant
            if meant and typed.lower() not in CONTRACTIONS and typed.lower() not in SHORT:
                taken.append((typed, meant))
            read.append(meant or typed)
            parts += [said[at : match.start()], meant or match[0]]
            at = match.end()
        return Mended("".join((*parts, said[at:])), tuple(dict.fromkeys(taken)))

    def _plain(self, typed: str) -> str:
        """A contraction with its apostrophe, or a word that people write short, in full."""
        full = CONTRACTIONS.get(typed.lower(), "") or SHORT.get(typed.lower(), "")
        full = "" if typed.lower() in self.own else full
        return f"{full[:1].upper()}{full[1:]}" if full and (typed[:1].isupper() or full.startswith("i'")) else full

    def _cut_short(self, said: str, read: list[str]) -> str:
        """The last word of a name, where the words ``read`` before it are the others: *water st* is Water Street."""
        typed = said.lower()
        if len(typed) < CUT_SHORT or typed in SMALL or not typed.isalpha():
            return ""
        fits = _begins if self.knows(typed) else _shortens
        for *first, last in self.longer.get(read[-1].lower(), ()) if read else ():
            before = read[-len(first) :]
            named = [word.lower() for word in before] == first and any(len(word) >= FEWEST for word in first)
            if named and last != typed and fits(typed, last):
                return last.capitalize() if before[-1][:1].isupper() else last
        return ""

    def _nearest(self, said: str, words: list[re.Match[str]], number: int) -> str:
        """The word that was meant; empty for a known word, and where no word fits, or two do."""
        typed = words[number][0].replace("’", "'").lower()
        if not self._unknown(typed) or (words[number][0][:1].isupper() and not self._opens(said, words, number)):
            return ""
        acts = self._opens(said, words, number) or words[number - 1][0].lower() in BEFORE_VERBS
        for pool in (*(self.verbs if acts else ()), self.things, SMALL):
            if found := _nearest_in(typed, pool):
                return found[0] if len(found) == 1 else ""
        return ""

    def _unknown(self, typed: str) -> bool:
        if not typed.isalpha() or typed in self.own or self.knows(typed) or unowned(typed) in self.own:
            return False
        return len(typed) > 2 and typed not in SMALL and typed not in self.acts

    def _opens(self, said: str, words: list[re.Match[str]], number: int) -> bool:
        """True for the first word of what is done: nothing but a mark stands before it."""
        return number == 0 or bool(re.search(r"[.,;:!?]", said[words[number - 1].end() : words[number].start()]))


def _begins(typed: str, word: str) -> bool:
    """True for the first letters of a word, which are fewer than a word of their own would have."""
    return len(typed) < FEWEST and word.startswith(typed)


def _shortens(typed: str, word: str) -> bool:
    """True where letters of a word, in their order from its first on, stand for it: *st* and *stn* for *station*."""
    letters = iter(word)
    return len(typed) < len(word) and typed[:1] == word[:1] and all(letter in letters for letter in typed)


def _nearest_in(typed: str, pool: Iterable[str]) -> tuple[str, ...]:
    """The words of a pool that are nearest, all as near as one another; none where none is near."""
    found = sorted(_slips(typed, pool))
    return tuple(word for slips, word in found if slips == found[0][0])


def _slips(typed: str, pool: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The words that a hasty hand may have meant, each with the number of its slips."""
    most = 2 if len(typed) >= LONG else 1
    for word in pool:
        if word == typed or not set(typed[:2]) & set(word[:1]):
            continue
        unvoiced = 2 < len(typed) < len(word) and typed == word[:1] + word[1:].translate(VOWELS)
        if unvoiced:
            yield 0, word
        elif min(len(typed), len(word)) < FEWEST:
            if sorted(word) == sorted(typed) and OSA.distance(typed, word) == 1:
                yield 1, word
        elif abs(len(word) - len(typed)) <= most and (slips := OSA.distance(typed, word)) <= most:
            yield (slips if sorted(word) != sorted(typed) else 0), word
