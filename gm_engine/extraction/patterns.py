"""The patterns of ``data/patterns.yaml``: compiled for spaCy's ``DependencyMatcher`` and matched, all over a parsed text.

A pattern is tried only on a text that holds one of the words that it turns on: there are many patterns, and few words in a text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_engine.errors import PackError
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.scope import Found, Scope
from gm_engine.extraction.terms import PEOPLE, VALUES, Sense, Term, term_of

if TYPE_CHECKING:
    from spacy.matcher import DependencyMatcher
    from spacy.tokens import Doc as ParsedDoc

    from gm_engine.extraction.syntax import Doc, Token

FILE = "patterns.yaml"
BITS = re.compile(r"\s*([\w'’][\w'’.-]*|\.\.|[@|:=~/(),!+])")
WORD_KINDS = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "ADP", "PRON", "NUM", "DET", "PART", "SYM"})
KEYS = frozenset({
    "tree", "claim", "of", "to", "lasting", "able", "denied", "change", "momentary", "over", "sure", "importance", "at", "unless",
    "yes", "no", "line",
})  # fmt: skip
KINDS = frozenset({"character", "place", "item", "faction", "concept", "any"})
LINKS = frozenset({"prep", "agent", "aux", "auxpass", "neg", "det", "dative", "prt"})
EVERYWHERE = frozenset({"be", "have"})
"""Ties and words that stand in nearly every sentence: a pattern turns on another of its words."""
FLAGS = ("lasting", "able", "change", "momentary", "over")


@dataclass(frozen=True)
class Node:
    """A word of a pattern: how it hangs on the one above (``deps``), which lemmas or (``written``) forms it has, and which tags.

    ``absent`` must not be there; ``name`` is what the claim calls it. One that is ``loose`` may as well hang on a word that stands before
    it in the same bracket; one that is ``far`` on anything below.
    """

    name: str
    deps: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    written: bool = False
    tags: frozenset[str] = frozenset()
    absent: bool = False
    loose: bool = False
    far: bool = False
    children: "tuple[Node, ...]" = ()

    def fits(self, token: "Token") -> bool:
        """True for a word that this node allows, whatever hangs on it."""
        return (
            (not self.deps or token.dep_ in self.deps)
            and (not self.words or (token.lower_ if self.written else token.lemma_.lower()) in self.words)
            and (not self.tags or token.pos_ in self.tags or token.tag_ in self.tags)
        )

    def all(self) -> "Iterator[Node]":
        """This node and those under it that must be there, the upper ones first."""
        yield self
        for child in self.children:
            if not child.absent:
                yield from child.all()


@dataclass(frozen=True)
class Pattern:
    """One entry: the words it looks for (``root``), and what is claimed where they stand."""

    id: str
    root: Node
    claims: tuple[tuple[Term, str, Term], ...]
    of: frozenset[str]
    to: frozenset[str]
    flags: Mapping[str, bool]
    sure: int
    importance: int | None
    denied: bool
    at: str
    unless: frozenset[str]


class Matched(NamedTuple):
    """A pattern where it stands: its words by name."""

    pattern: Pattern
    words: "Mapping[str, Token]"


class _Notation:
    """Reads ``die=@die/VERB(nsubj:who, !auxpass:)`` into nodes."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self._bits = BITS.findall(text)
        if "".join(self._bits) != "".join(text.split()):
            raise ValueError(f"{text!r} holds a sign that no pattern knows")
        self._lexicon = lexicon
        self._at = 0
        self._unnamed = 0

    def read(self) -> Node:
        """The one tree that the text spells."""
        root = self._node()
        if self._at < len(self._bits):
            raise ValueError(f"{self._bits[self._at]!r} stands after the end of the tree")
        return root

    def _next(self, *signs: str) -> bool:
        if self._at < len(self._bits) and self._bits[self._at] in signs:
            self._at += 1
            return True
        return False

    def _word(self) -> str:
        word = self._bits[self._at] if self._at < len(self._bits) else ""
        if not re.match(r"[\w'’-]", word):
            raise ValueError(f"a word is missing before {word or 'the end'!r}")
        self._at += 1
        return word

    def _list(self) -> list[str]:
        found = [self._word()]
        while self._next("|"):
            found.append(self._word())
        return found

    def _words(self) -> frozenset[str]:
        found: set[str] = set()
        while True:
            if self._next("@"):
                name = self._word()
                if not self._lexicon.all(name):
                    raise ValueError(f"no word class {name!r} is known")
                found |= self._lexicon.all(name)
            else:
                found.add(self._word())
            if not self._next("|"):
                return frozenset(found)

    def _node(self) -> Node:
        absent, loose, far = self._next("!"), self._next("+"), self._next("..")
        deps: frozenset[str] = frozenset()
        name = ""
        if self._at < len(self._bits) and re.match(r"\w", self._bits[self._at]):
            first = self._list()
            if self._next(":"):
                deps = frozenset(first)
                name = self._word() if self._at < len(self._bits) and re.match(r"\w", self._bits[self._at]) else ""
            else:
                name = "|".join(first)
        self._unnamed += not name
        name = name or f"_{self._unnamed}"
        words: frozenset[str] = frozenset()
        written = False
        if self._next("="):
            words = self._words()
        elif self._next("~"):
            words, written = self._words(), True
        tags = frozenset(self._list()) if self._next("/") else frozenset()
        children: list[Node] = []
        if self._next("("):
            while not self._next(")"):
                children.append(self._node())
                if not self._next(",") and (self._at >= len(self._bits) or self._bits[self._at] != ")"):
                    raise ValueError("a bracket is not closed")
        return Node(name, deps, words, written, tags, absent, loose, far, tuple(children))


def read_pattern(id_: str, entry: Mapping[str, Any], lexicon: Lexicon) -> Pattern:
    """One entry of the file as a pattern. Raises ``PackError`` with its line where it cannot be one."""
    try:
        return _pattern(id_, entry, lexicon)
    except ValueError as error:
        where = f"{FILE}, line {entry['line']}" if "line" in entry else FILE
        raise PackError(where, f"pattern {id_!r}: {error}", "The notation is told at the head of the file.") from None


def _pattern(id_: str, entry: Mapping[str, Any], lexicon: Lexicon) -> Pattern:
    if unknown := sorted(set(entry) - KEYS):
        raise ValueError(f"nothing is called {unknown[0]!r} in a pattern")
    if missing := sorted({"tree", "claim"} - set(entry)):
        raise ValueError(f"{missing[0]!r} is missing")
    root = _Notation(str(entry["tree"]), lexicon).read()
    names = {node.name for node in root.all()}
    claims = tuple(_claim(text.strip(), names, lexicon) for text in str(entry["claim"]).split(";"))
    kinds = {key: frozenset(str(entry.get(key, standard)).split()) for key, standard in (("of", "character"), ("to", "any"))}
    if wrong := sorted((kinds["of"] | kinds["to"]) - KINDS):
        raise ValueError(f"{wrong[0]!r} is no kind of entity")
    at = str(entry.get("at", root.name))
    if at not in names:
        raise ValueError(f"no word of the tree is called {at!r}")
    flags = {flag: bool(entry.get(flag, False)) for flag in FLAGS}
    unless = _Notation(f"x~{entry['unless']}", lexicon).read().words if "unless" in entry else frozenset()
    importance = int(entry["importance"]) if "importance" in entry else None
    sure, denied = int(entry.get("sure", 95)), bool(entry.get("denied", False))
    return Pattern(id_, root, claims, kinds["of"], kinds["to"], flags, sure, importance, denied, at, unless)


def _claim(text: str, names: set[str], lexicon: Lexicon) -> tuple[Term, str, Term]:
    """Subject, relation and value: ``subject(die) condition dead``."""
    parts = re.match(r"(\S+(?:\([^ ]*\))?)\s+(\S+)\s+(.+)$", text)
    if parts is None:
        raise ValueError(f"{text!r} is not a subject, a relation and a value")
    subject, value = term_of(parts[1], names, PEOPLE, lexicon), term_of(parts[3], names, VALUES, lexicon)
    for name in re.findall(r"\{(\w+)", parts[2]):
        if name not in names:
            raise ValueError(f"no word of the tree is called {name!r}")
    return subject, parts[2], value


class Patterns:
    """All patterns of a reader."""

    def __init__(self, entries: Mapping[str, Mapping[str, Any]], lexicon: Lexicon) -> None:
        self._all = tuple(read_pattern(id_, entry, lexicon) for id_, entry in entries.items())
        self._lemmas: dict[str, list[int]] = {}
        self._forms: dict[str, list[int]] = {}
        self._wordless: list[int] = []
        self._paths = tuple(_path(pattern.root) for pattern in self._all)
        for number, (node, *_) in enumerate(self._paths):
            for word in node.words:
                (self._forms if node.written else self._lemmas).setdefault(word, []).append(number)
            if not node.words:
                self._wordless.append(number)
        self._matchers: dict[int, DependencyMatcher] = {}

    def match(self, parsed: "ParsedDoc", doc: "Doc") -> dict[int, list[Matched]]:
        """Every pattern wherever it stands, by the place of its first word, in the order of the file."""
        found: dict[int, list[Matched]] = {}
        for number in sorted(self._likely(doc)):
            pattern, matcher = self._all[number], self._matchers.get(number) or self._compiled(number, parsed.vocab)
            for _, places in matcher(parsed):
                named = {node.name: doc[at] for node, at in zip(pattern.root.all(), places, strict=True)}
                if _nothing_absent(pattern.root, named) and not (pattern.unless and _told(pattern, named)):
                    found.setdefault(places[0], []).append(Matched(pattern, named))
        return found

    def _likely(self, doc: "Doc") -> set[int]:
        """The patterns whose rarest word stands in a text, with what must hang right on it: only these are worth a search."""
        found: set[int] = set()
        for token in doc:
            for number in (*self._lemmas.get(token.lemma_.lower(), ()), *self._forms.get(token.lower_, ()), *self._wordless):
                path = self._paths[number]
                if number not in found and path[0].fits(token) and _hung(path[0], token) and _hangs(path, token):
                    found.add(number)
        return found

    def _compiled(self, number: int, vocab: Any) -> "DependencyMatcher":
        from spacy.matcher import DependencyMatcher

        matcher = self._matchers[number] = DependencyMatcher(vocab)
        matcher.add(self._all[number].id, _specs(self._all[number].root))
        return matcher


def _path(root: Node) -> tuple[Node, ...]:
    """The way up from the node without which a pattern can stand nowhere, the one that allows the fewest words, to its first."""
    ways: list[tuple[Node, ...]] = [(root,)]
    for way in ways:
        ways += [(child, *way) for child in way[0].children if not child.absent]
    told = [way for way in ways if way[0].words]
    return min(told, key=lambda way: (bool(way[0].deps & LINKS or way[0].words & EVERYWHERE), len(way[0].words)), default=(root,))


def _hung(node: Node, token: "Token") -> bool:
    """True where a word has under it what the node asks for."""
    return all(
        any(under.fits(child) and _hung(under, child) for child in token.children)
        for under in node.children
        if not (under.absent or under.loose or under.far)
    )


def _hangs(path: tuple[Node, ...], token: "Token") -> bool:
    """True where a word stands under what is above it in the pattern."""
    for node, above in pairwise(path):
        if node.loose or node.far:
            return True
        token = token.head
        if not above.fits(token):
            return False
    return _hung(path[-1], token)


def _specs(node: Node, above: tuple[str, ...] = ()) -> list[list[dict[str, Any]]]:
    """A node in spaCy's own form, then those under it; one list for each word of ``above`` on which it may hang."""
    own = _attributes(node)
    first = {"RIGHT_ID": node.name, "RIGHT_ATTRS": own}
    found = [[first | {"LEFT_ID": upper, "REL_OP": ">>" if node.far else ">"}] for upper in above] or [[first]]
    before = [node.name]
    for child in node.children:
        if not child.absent:
            under = _specs(child, tuple(before) if child.loose else (node.name,))
            found = [[*upper, *lower] for upper in found for lower in under]
            before.append(child.name)
    return found


def _attributes(node: Node) -> dict[str, Any]:
    """What a node asks of its word, as spaCy has it."""
    attrs: dict[str, Any] = {}
    if node.words:
        attrs["LOWER" if node.written else "LEMMA"] = {"IN": sorted(node.words)} if len(node.words) > 1 else min(node.words)
    if node.deps:
        attrs["DEP"] = {"IN": sorted(node.deps)} if len(node.deps) > 1 else min(node.deps)
    if node.tags:
        kind = "POS" if node.tags <= WORD_KINDS else "TAG"
        attrs[kind] = {"IN": sorted(node.tags)} if len(node.tags) > 1 else min(node.tags)
    return attrs


def _nothing_absent(root: Node, named: "Mapping[str, Token]") -> bool:
    """True where nothing hangs on a word that must not."""
    return not any(
        under.fits(child) and child is not named.get(under.name) and _hung(under, child)
        for node in root.all()
        for under in node.children
        if under.absent
        for child in named[node.name].children
    )


def _told(pattern: Pattern, named: "Mapping[str, Token]") -> bool:
    """True where one of the words that make it something else stands in the sentence."""
    return any(token.lower_ in pattern.unless for token in named[pattern.root.name].sent)


def claims_of(matched: Matched, scope: Scope) -> Iterator[Found]:
    """The rough claims of a pattern where it stands: none where nobody can tell of whom it speaks."""
    pattern, words = matched
    sense = Sense(scope, words)
    at = words[pattern.at]
    for who, relation, what in pattern.claims:
        for subject in sense.people(who):
            if not _of_kind(subject, pattern.of, scope):
                continue
            for value in sense.values(what):
                other = value.entity
                if other is not None and (other == subject.id or not _of_kind(Ref(other, 100), pattern.to, scope)):
                    continue
                sure = min(pattern.sure, sense.sure)
                yield Found(
                    subject, sense.relation(relation), value, at, polarity=not (pattern.denied or sense.denied),
                    sure=sure, importance=pattern.importance, **pattern.flags,
                )  # fmt: skip


def _of_kind(ref: Ref, kinds: frozenset[str], scope: Scope) -> bool:
    return "any" in kinds or scope.kind(ref) in kinds
