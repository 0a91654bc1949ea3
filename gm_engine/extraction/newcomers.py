"""Names that nobody has declared: who turns up in a text for the first time."""

from collections.abc import Sequence

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import NameBook, snake
from gm_engine.story.entity import Entity, EntityKind

ENDS = frozenset({".", "!", "?", "…", ":", ";"})
NO_NAMES = ("not_names", "place_name_ends", "titles.he", "titles.she", "titles.any")


class Signs:
    """What a text's own words give away of its names: who acts and speaks, which names are longer elsewhere.

    ``common`` holds words that have a capital only because a sentence opens with them.
    """

    def __init__(self, lexicon: Lexicon, stop: frozenset[str]) -> None:
        self._lexicon = lexicon
        self._stop = stop
        acts = lexicon.some(("acts", "said"))
        self._acts = lexicon.forms(acts)
        self._commands = acts
        self._says = lexicon.forms(lexicon.all("said"))
        self._acting: set[str] = set()
        self._within: set[str] = set()
        self._inside: set[str] = set()
        self._runs: dict[str, str] = {}
        self._plain: set[str] = set()
        self._opening: dict[str, int] = {}
        self.common: frozenset[str] = frozenset()

    def acts(self, word: str) -> bool:
        """True for the third person of a verb of action: "grins", "draws"."""
        return word.endswith("s") and word in self._acts

    def look(self, words: Sequence[str]) -> None:
        """Takes in the words of one stretch of text."""
        first = True
        at = 0
        self._plain.update(word for word in words if word.islower())
        while at < len(words):
            size = capitalised(words, at) if words[at][:1].isupper() else 0
            if size:
                self._run(words, at, size, first)
            first = words[at + max(size, 1) - 1] in ENDS
            at += max(size, 1)

    def _run(self, words: Sequence[str], at: int, size: int, first: bool) -> None:
        run = list(words[at : at + size])
        if first and self.opens(run[0]):
            if run[0].lower() in ("the", "a", "an"):
                return
            run = run[1:]
            if not run:
                return
        before = words[at - 1].lower() if at and len(run) == size else ""
        after = words[at + size].lower() if at + size < len(words) else ""
        names = [word for word in run if self.may_be_name(word)]
        if len(names) != len(run) or before in ("the", "a", "an", "'s", "’s"):
            return
        if not first or len(run) < size:
            self._within.update(names)
        if after in self._acts or before in self._says or self._described(words, at + size):
            self._acting.update((run[0], run[-1]))
            if first and len(run) == size:
                self._opening[run[0]] = self._opening.get(run[0], 0) + 1
        if before in ("in", "near", "outside") and len(run) == 1 and after not in ("'s", "’s"):
            self._inside.add(run[0])
        given = any(run[0].lower() in self._lexicon.all(f"given.{gender}") for gender in ("he", "she"))
        if 2 <= len(run) <= 3 and (not first or len(run) < size or given):
            for word in (run[0], run[-1]):
                self._runs.setdefault(word, " ".join(run))

    def _described(self, words: Sequence[str], at: int) -> bool:
        """True before ", the blacksmith" or ", a boy of ten"."""
        if at + 2 >= len(words) or words[at] != "," or words[at + 1].lower() not in ("the", "a", "an", "his", "her", "your", "their"):
            return False
        people = ("roles", "kin", "distant_kin", "gender_nouns.he", "gender_nouns.she")
        return any(word.lower() in self._lexicon.all(name) for word in words[at + 2 : at + 5] for name in people)

    def known(self, word: str) -> bool:
        """True for a word that has a capital inside a sentence, or that opens several with an act and is no common word here."""
        return word in self._within or (self._opening.get(word, 0) > 1 and word.lower() not in self._plain)

    def may_be_name(self, word: str) -> bool:
        """True for a word written like a name that is no month, tongue or commonest word."""
        lower = word.lower()
        if len(word) < 2 or not word[1:].islower() or not word.isalpha() or lower in self._stop:
            return False
        return not any(lower in self._lexicon.all(name) for name in NO_NAMES)

    def opens(self, word: str) -> bool:
        """True for a word that only begins a sentence: "Presently", "Fetch", "When"."""
        lower = word.lower()
        given = lower in self._lexicon.all("given.he") or lower in self._lexicon.all("given.she")
        return lower in self._stop or lower in self._commands or (lower.endswith("ly") and not given)

    def person(self, run: Sequence[str], first: bool) -> str | None:
        """The whole name of the person whom the words name, where somebody of that name acts or speaks."""
        if not all(self.may_be_name(word) for word in run) or run[0].endswith("ing"):
            return None
        if first and self.opens(run[0]):
            return None
        if len(run) == 1:
            if run[0] not in self._acting or run[0] in self.common or not self.known(run[0]):
                return None
            return self._runs.get(run[0], run[0])
        if len(run) > 3 or not {run[0], run[-1]} & self._acting or (first and not self.known(run[0])):
            return None
        return " ".join(run)

    def place(self, run: Sequence[str]) -> bool:
        """True for a lone name that things are said to be in, and that never acts."""
        return len(run) == 1 and run[0] in self._inside and run[0] not in self._acting and self.may_be_name(run[0])


def capitalised(words: Sequence[str], at: int) -> int:
    """How many words from ``at`` on are written like a name."""
    size = 0
    while at + size < len(words) and size < 5:
        word = words[at + size]
        if not (word[:1].isupper() and word.replace(".", "").replace("'", "").replace("’", "").replace("-", "").isalpha()):
            break
        if len(word) > 1 and word.isupper() and size == 0 and len(word) > 4:
            break
        size += 1
    return size


def stranger(
    words: Sequence[str], at: int, first: bool, book: NameBook, signs: Signs, stop: frozenset[str], turn: int
) -> tuple[int, Entity] | None:
    """A person or place that the words from ``at`` on name for certain: a title or a given name, or "… Creek" says so.

    ``first`` is true at the start of a sentence, where every word has a capital.
    """
    lexicon = book.lexicon
    size = capitalised(words, at)
    if not size or (first and words[at].lower() in stop):
        return None
    bare = [word.lower().rstrip(".") for word in words[at : at + size]]
    if house := _house(words, at, size, lexicon, stop):
        short = (f"the {' '.join(words[at : at + size])}",) if words[at + size] in lexicon.all("known_by_name") else ()
        return size + 1, _entity(f"the {house}", "place", "it", short, turn)
    if kept := _kept_by(words, at, size, lexicon):
        return kept, _entity(_joined(words[at : at + kept]), "place", "it", (), turn)
    told = at + size < len(words) and (words[at + size] in ("'s", "’s", "is", "was", "has", "had") or words[at + size].endswith("s"))
    if size == 2 and bare[0] in lexicon.all("place_name_starts") and not (first and bare[0] in lexicon.all("acts") and not told):
        return size, _entity(" ".join(words[at : at + size]), "place", "it", (), turn)
    if size > 1 and bare[-1] in lexicon.all("place_name_ends") and bare[-2] not in lexicon.all("place_name_ends"):
        if first and bare[0] in lexicon.all("titles.any"):
            return None
        the = at and words[at - 1].lower() == "the" and size == 2 and bare[-1] in lexicon.all("known_by_name")
        return size, _entity(" ".join(words[at : at + size]), "place", "it", (f"the {words[at]}",) if the else (), turn)
    titles = 0
    while titles < size - 1 and book.is_title(words[at + titles]):
        titles += 1
    rest = list(words[at + titles : at + size])
    if titles and words[at].endswith(".") and bare[0] in lexicon.all("telling.full_titles"):
        return None
    if any(word.lower() in stop for word in rest):
        return None
    if any(word.lower() in lexicon.all("not_names") and word.lower() not in lexicon.all("given.she") for word in rest):
        return None
    given = next((g for g in ("he", "she") if rest[0].lower() in lexicon.all(f"given.{g}")), "")
    if not titles and not (given and len(rest) > 1):
        before = words[at - 1].lower() if at else ""
        if before in ("the", "a", "an"):
            return None
        if _namesake(rest, first, book, signs):
            return size, _entity(" ".join(rest), "character", given or "they", (), turn)
        if name := signs.person(rest, first):
            return size, _entity(name, "character", given or "they", (), turn)
        return (size, _entity(rest[0], "place", "it", (), turn)) if not first and signs.place(rest) else None
    if not titles and book.is_title(rest[0]):
        return None
    if titles and at and words[at - 1].lower() == "the" and _common_name(words[at + titles - 1], rest, lexicon):
        return None
    gender = given
    for word in words[at : at + titles]:
        gender = next((g for g in ("he", "she") if word.lower().rstrip(".") in lexicon.all(f"titles.{g}")), gender)
    title = " ".join(words[at : at + titles])
    name = " ".join(rest)
    if titles and len(rest) == 1:
        return size, _entity(f"{title} {name}", "character", gender or "they", (), turn)
    aliases = (f"{title} {rest[-1]}", f"{title} {name}") if titles else ()
    return size, _entity(name, "character", gender or "they", aliases, turn)


def _namesake(run: Sequence[str], first: bool, book: NameBook, signs: Signs) -> bool:
    """True for another of a known surname: Harlan Pruitt, where Lemuel Pruitt is known."""
    if len(run) != 2 or book.match(run, 0) is not None or not all(signs.may_be_name(word) for word in run):
        return False
    if first and not signs.known(run[0]):
        return False
    known = book.match(run, 1)
    if known is None or not known.proper or book.is_title(run[0]):
        return False
    people = [book.entities[id_] for id_ in known.ids]
    return any(person.kind == "character" and len(person.name.split()) > 1 and person.name.split()[-1] == run[1] for person in people)


def ordinary(word: str) -> bool:
    """True for an adjective or participle that may open a sentence before a name: "Nervous Mara".

    >>> ordinary("nervous"), ordinary("harlan")
    (True, False)
    """
    return bool(wordnet.synonyms(word, "a") or wordnet.opposites(word, "a", near=True)) or word.endswith(("ing", "ed", "ly"))


def _common_name(title: str, rest: Sequence[str], lexicon: Lexicon) -> bool:
    """True for "the Old Tongue": what stands after the title is a word of English, and the title need not be somebody's."""
    return title.lower() in lexicon.all("titles.any") and all(wordnet.categories(word.lower()) for word in rest)


def _kept_by(words: Sequence[str], at: int, size: int, lexicon: Lexicon) -> int:
    """How many words "Delaney's Livery" or "Cutler's Gulch" has; 0 where no place is named for somebody."""
    end = at + size
    if end + 1 >= len(words) or words[end] not in ("'s", "’s", "'", "’") or size > 2:
        return 0
    more = capitalised(words, end + 1)
    last = words[end + more].lower() if more else ""
    named = last in lexicon.all("place_name_ends") or last in lexicon.all("houses")
    return size + 1 + more if 0 < more < 3 and named else 0


def _joined(words: Sequence[str]) -> str:
    """The words as they are written, "'s" without a blank before it."""
    return " ".join(words).replace(" 's", "'s").replace(" ’s", "’s").replace(" ' ", "' ").replace(" ’ ", "’ ")


def _house(words: Sequence[str], at: int, size: int, lexicon: Lexicon, stop: frozenset[str]) -> str:
    """ "the Lucky Boot mine": a name of up to three words after "the", with what it is in small letters; else empty."""
    end = at + size
    if not at or words[at - 1].lower() != "the" or size > 3 or end >= len(words) or words[end] not in lexicon.all("houses"):
        return ""
    name = words[at:end]
    if any(word.lower() in lexicon.all("not_names") or word.lower() in lexicon.all("roles") or word.lower() in stop for word in name):
        return ""
    if not all(word[1:].islower() for word in name) or any(
        lexicon.all(f"titles.{kind}") & {word.lower()} for word in name for kind in ("he", "she", "any")
    ):
        return ""
    return " ".join(words[at : end + 1])


def _entity(name: str, kind: EntityKind, pronouns: str, aliases: tuple[str, ...], turn: int) -> Entity:
    return Entity(id=snake(name), kind=kind, name=name, aliases=aliases, pronouns=pronouns, introduced=turn)
