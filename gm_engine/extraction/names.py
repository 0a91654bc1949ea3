"""The campaign's names: who or what a run of words means, the longest name first."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.entity import Entity
from gm_engine.story.name_table import NamesInText, written_so

Kept = TypeVar("Kept")
ARTICLES = frozenset({"the", "a", "an", "your", "my", "his", "her"})
TITLES = ("titles.he", "titles.she", "titles.any", "roles", "gender_nouns.he", "gender_nouns.she")
TELLING = frozenset({"of", "at", "to", "on", "for", "from", "in"})
"""Words after which something stands that tells one thing from its like: "the deed to the Lazy K"."""
TAIL_WORDS = frozenset({"of", "in", "at", "with", "from", "on", "for"})


@dataclass(frozen=True)
class Match:
    """``words`` tokens mean one of ``ids``. A ``proper`` name is read as one word; ``head`` is its chief word otherwise."""

    words: int
    ids: tuple[str, ...]
    proper: bool
    head: int
    title: str = ""


class Layer(MutableMapping[str, Kept]):
    """A mapping over another: what is put in stays in it, and what it lacks is looked up below. Nothing is taken out."""

    def __init__(self, below: Mapping[str, Kept]) -> None:
        self._own: dict[str, Kept] = {}
        self._below = below

    def get(self, key: str, default: Any = None) -> Any:
        """What is kept by the key, or ``default``."""
        found = self._own.get(key)
        return self._below.get(key, default) if found is None else found

    def __getitem__(self, key: str) -> Kept:
        return self._own[key] if key in self._own else self._below[key]

    def __contains__(self, key: object) -> bool:
        return key in self._own or key in self._below

    def __setitem__(self, key: str, kept: Kept) -> None:
        self._own[key] = kept

    def __delitem__(self, key: str) -> None:
        del self._own[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._below
        yield from (key for key in self._own if key not in self._below)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def parted(words: list[str]) -> tuple[list[str], list[str]]:
    """The words of an unnamed thing up to the noun that it is called by, and those after "at" or "of".

    >>> parted(["the", "grey", "mule"]), parted("the bridge of lee ferry".split())
    ((['the', 'grey', 'mule'], []), (['the', 'bridge'], ['lee', 'ferry']))
    """
    at = next((i for i, word in enumerate(words) if i > 1 and word in TELLING), len(words))
    return words[:at], words[at + 1 :]


def snake(name: str) -> str:
    """A readable id for a name.

    >>> snake("Dr. Imogen O'Hale"), snake("Tomás Vela")
    ('dr_imogen_ohale', 'tomas_vela')
    """
    plain = unicodedata.normalize("NFKD", re.sub(r"['’]", "", name.lower())).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60] or "unnamed"


@dataclass
class NameBook:
    """What everything is called. ``learn`` again with the same entities costs next to nothing."""

    lexicon: Lexicon
    split: Callable[[str], Sequence[str]]
    entities: MutableMapping[str, Entity] = field(default_factory=dict)
    unnamed: MutableMapping[str, Entity] = field(default_factory=dict)
    heads: MutableMapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int = 0
    """How many entities it has learnt."""
    _before: "NameBook | None" = None
    _declared: NamesInText[str] = field(default_factory=NamesInText)
    _derived: NamesInText[str] = field(default_factory=NamesInText)
    _rank: MutableMapping[str, int] = field(default_factory=dict)
    _opening: dict[str, dict[str, None]] = field(default_factory=dict)
    _by_head: dict[str, dict[str, None]] = field(default_factory=dict)

    def learn(self, entities: Iterable[Entity]) -> bool:
        """Adds or replaces entities; True when something was new."""
        known = self.entities
        fresh = [entity for entity in entities if (held := known.get(entity.id)) is not entity and held != entity]
        renamed = [entity for entity in fresh if self._renamed(entity)]
        stale = {words[0].lower() for entity in renamed for _, words in self._called(known[entity.id])}
        new = [entity for entity in fresh if entity.id not in known]
        for entity in fresh:
            known[entity.id] = entity
            if entity.id not in self._rank:
                self._rank[entity.id] = self.count
                self.count += 1
        for entity in (*renamed, *new):
            self._place(entity)
        for entity in new:
            for table, words in self._called(entity):
                table.learn(words, entity.id)
                self._opening.setdefault(words[0].lower(), {})[entity.id] = None
        for entity in renamed:
            for _, words in self._called(entity):
                self._opening.setdefault(words[0].lower(), {})[entity.id] = None
                stale.add(words[0].lower())
        for word in sorted(stale):
            self._add_anew(word)
        return bool(fresh)

    def _place(self, entity: Entity) -> None:
        """Puts somebody or something where it is found by the noun that it is called by."""
        if entity.of is not None:
            self.unnamed[entity.id] = entity
            if words := parted(entity.name.split())[0]:
                self._by_head.setdefault(words[-1], {})[entity.id] = None
        elif entity.kind in ("item", "place"):
            for head in (name.split()[-1].lower() for name in (entity.name, *entity.aliases) if name.split()):
                self.heads[head] = tuple(dict.fromkeys((*self.heads.get(head, ()), entity.id)))

    def _called(self, entity: Entity) -> Iterator[tuple[NamesInText[str], tuple[str, ...]]]:
        """The words of each of its names, with the table that the name belongs in."""
        if entity.of is not None:
            return
        declared = (entity.name, *entity.aliases, *entity.secret_aliases)
        for table, names in ((self._declared, declared), (self._derived, self._also(entity))):
            for name in names:
                words = tuple(word for word in self.split(name.strip()) if word.strip())
                words = words[1:] if words and words[0].lower() == "the" else words
                if any(letter.isalnum() for word in words for letter in word):
                    yield table, words

    def _add_anew(self, opening: str) -> None:
        """Makes the entries of all names that begin with a word anew, after somebody was given others."""
        self._declared.forget_all(opening)
        self._derived.forget_all(opening)
        for id_ in sorted(self._openers(opening), key=self._rank.__getitem__):
            for table, words in self._called(self.entities[id_]):
                if words[0].lower() == opening:
                    table.learn(words, id_)

    def _openers(self, opening: str) -> dict[str, None]:
        before = self._before._openers(opening) if self._before is not None else {}
        return before | self._opening.get(opening, {})

    def unnamed_by(self, head: str, first: int) -> list[Entity]:
        """What has no name and is called by a noun, of the ``first`` so many entities, as they were learnt."""
        ids = self._headed(head)
        found = (self.unnamed[id_] for id_ in sorted(ids, key=self._rank.__getitem__) if self._rank[id_] < first)
        return [entity for entity in found if parted(entity.name.split())[0][-1:] == [head]]

    def _headed(self, head: str) -> dict[str, None]:
        before = self._before._headed(head) if self._before is not None else {}
        return before | self._by_head.get(head, {})

    def learnt(self, id_: str, first: int) -> Entity | None:
        """What has no name and that id, where it is of the ``first`` so many entities."""
        entity = self.unnamed.get(id_)
        return entity if entity is not None and self._rank[id_] < first else None

    def _renamed(self, entity: Entity) -> bool:
        """True for somebody known whose names are others now."""
        known = self.entities.get(entity.id)
        return known is not None and known.model_copy(update={"pronouns": entity.pronouns}) != entity

    def beyond(self) -> "NameBook":
        """A book that knows all this one knows and learns apart from it, for what turns up in one text."""
        layers = (Layer(self.entities), Layer(self.unnamed), Layer(self.heads))
        return NameBook(self.lexicon, self.split, *layers, self.count, self, _rank=Layer(self._rank))

    def _also(self, entity: Entity) -> list[str]:
        """Shorter names that people will use: surname or given name alone, a house without its article or kind."""
        found: list[str] = []
        for name in (entity.name, *(alias for alias in entity.aliases if alias[:1].isupper())):
            words = [word for word in name.split() if word.lower() != "the"]
            if entity.kind == "character":
                words = self._untitled(words)
                if 2 <= len(words) <= 3 and all(word[:1].isupper() for word in words):
                    found += [words[0], words[-1]]
                    if len(words) == 3:
                        found.append(f"{words[0]} {words[-1]}")
                elif len(words) == 1 and words[0][:1].isupper():
                    found.append(words[0])
            elif entity.kind in ("place", "item") and len(words) == 2 and words[0].lower() in ("river", "hotel", "fort"):
                found.append(words[1])
            elif name.lower().startswith("the ") and len(words) > 1 and words[-1].lower() in self.lexicon.all("known_by_name"):
                found.append(" ".join(words[:-1]))
            elif entity.kind == "place" and len(words) == 2 and words[1].lower() in ("mountains", "hills") and words[0][:1].isupper():
                found.append(f"{words[0]}s")
            elif entity.kind == "place" and len(words) >= 3 and self._kind_last(words):
                found.append(" ".join(words[:-1]))
        return found

    def _kind_last(self, words: list[str]) -> bool:
        return words[-1].lower() in self.lexicon.all("place_nouns") and all(word[:1].isupper() for word in words[:-1])

    def _untitled(self, words: list[str]) -> list[str]:
        while len(words) > 1 and self.is_title(words[0]):
            words = words[1:]
        return words

    def is_title(self, word: str) -> bool:
        """True for a word that may stand before a name: Miss, Marshal, Old, Gentleman, Banker."""
        bare = word.lower().rstrip(".")
        return bare in self.lexicon.some(TITLES) and bare not in self.lexicon.all("trades_given")

    def match(self, words: Sequence[str], at: int) -> Match | None:
        """What the words from ``at`` on mean, or None."""
        titles = 0
        while at + titles < len(words) - 1 and titles < 3 and words[at + titles][:1].isupper() and self.is_title(words[at + titles]):
            titles += 1
        whole = self._longest(words, at)
        while titles:
            inner = self._longest(words, at + titles)
            if inner and inner.proper and (whole is None or titles + inner.words > whole.words):
                people = [id_ for id_ in inner.ids if self.entities[id_].kind == "character"]
                gender = self._title_gender(words[at : at + titles])
                fitting = tuple(id_ for id_ in people if self.entities[id_].pronouns in (gender, "it", "they") or not gender)
                if fitting:
                    return Match(titles + inner.words, fitting, True, titles, words[at + titles - 1].lower().rstrip("."))
            titles -= 1
        return whole

    def _title_gender(self, titles: Sequence[str]) -> str:
        for title in titles:
            for gender in ("he", "she"):
                if title.lower().rstrip(".") in self.lexicon.all(f"titles.{gender}"):
                    return gender
        return ""

    def _longest(self, words: Sequence[str], at: int) -> Match | None:
        own = self._in(words, at, (self._declared, self._derived))
        if self._before is None:
            return own
        theirs = self._before._longest(words, at)
        if own is None or theirs is None or own.words != theirs.words:
            return max((m for m in (theirs, own) if m is not None), key=lambda m: m.words, default=None)
        return Match(own.words, tuple(dict.fromkeys((*theirs.ids, *own.ids))), theirs.proper, theirs.head)

    def _in(self, words: Sequence[str], at: int, tables: Sequence[NamesInText[str]]) -> Match | None:
        best: Match | None = None
        for table in tables:
            name = next((name for name in table.at(words, at) if _stands(name.words, words, at)), None)
            if name is not None and (best is None or len(name.words) > best.words):
                size = len(name.words)
                head = next((i - 1 for i, word in enumerate(name.words) if i and word.lower() in TAIL_WORDS), size - 1)
                best = Match(size, tuple(name.bearers), _proper(name.words), head)
        return best

    def gender(self, id_: str) -> str:
        """he, she, it or they; empty for a character of whom nobody has said."""
        entity = self.entities.get(id_)
        if entity is None:
            return ""
        return "" if entity.kind == "character" and entity.pronouns not in ("he", "she") else entity.pronouns

    def kind(self, id_: str) -> str:
        """The kind of the entity; empty for an unknown one."""
        return self.entities[id_].kind if id_ in self.entities else ""


def _stands(name: tuple[str, ...], words: Sequence[str], at: int) -> bool:
    """True for a name that is meant where its words stand: one without capitals only behind an article."""
    if not written_so(name, words[at : at + len(name)]):
        return False
    return _proper(name) or name[0].lower() in ARTICLES or (at > 0 and words[at - 1].lower() in ("the", "this", "that"))


def _proper(name: tuple[str, ...]) -> bool:
    return name[-1][:1].isupper() or (name[0][:1].isupper() and name[0].lower() not in ARTICLES)
