"""The expressions of Twine's story formats, read: what their macros set, ask and print, as a tree. A closed little language with limits.

SugarCube and Chapbook write JavaScript's signs and words of their own (``gte``, ``is``, ``and``), Harlowe its own grammar
(``$bag's 1st``, ``(either: 1, 2)``, ``it``). What is in neither is Unreadable; nothing is ever handed to an interpreter of code.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

LONGEST = 2_000
"""Letters of an expression."""
DEEPEST = 25
"""So deep may its parts lie in each other as they are written: in brackets, or behind signs and words that ask of what follows."""
LONGEST_CHAIN = 120
"""So deep may its tree be, in which each part of ``1 + 1 + 1`` lies in the next."""
Node = tuple[Any, ...]
"""What stands at its first place says what it is: ``value``, ``name``, ``list``, ``map``, ``not``, ``minus``, ``and``, ``or``, ``two`` (a
sign, two parts), ``choice`` (condition, then, else), ``call`` (name, parts), ``part`` (whole, key), ``method`` (whole, name, parts),
``set`` (where, sign, value) and ``it``."""
PIECES = re.compile(
    r"""(?P<belongs>(?:'s|’s)\b)|(?P<number>\d+(?:\.\d+)?(?:(?:st|nd|rd|th)?(?:last)?|m?s)(?![\w$])|\.\d+)|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$\\]*`)"""
    r"""|(?P<macro>\([A-Za-z][\w-]*:)|(?P<name>[$_A-Za-z][\w$]*)"""
    r"""|(?P<sign>===|!==|\*\*|\+\+|--|&&|\|\||==|!=|<=|>=|\+=|-=|\*=|/=|%=|\.\.\.|[-+*/%<>=!?:,;.()\[\]{}])|(?P<blank>\s+)""",
    re.DOTALL,
)
SUGAR = {
    "eq": "==", "is": "==", "neq": "!=", "isnot": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "and": "&&", "or": "||",
    "not": "!", "to": "=",
}  # fmt: skip
SIGNS = {"===": "==", "!==": "!="}
COMPARES = frozenset({"==", "!=", "<", ">", "<=", ">=", "contains", "in", "lacks", "not in"})
CONSTANTS: dict[str, Any] = {"true": True, "false": False}
NOTHING = frozenset({"null", "undefined", "NaN"})
CHANGES = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "into"})
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)(last)?")
LEVELS = (("||",), ("&&",), tuple(sorted(COMPARES)), ("+", "-"), ("*", "/", "%"), ("**",))


class Unreadable(ValueError):
    """An expression that is in none of the languages that are read here."""


class Piece(NamedTuple):
    """A word, a sign, a number or a text."""

    kind: str
    text: str


def parsed(text: str, harlowe: bool = False) -> tuple[Node, ...]:
    """The trees of what stands between commas (or semicolons). Raises Unreadable.

    >>> parsed("$coins gte 2")
    (('two', '>=', ('name', '$coins'), ('value', 2)),)
    >>> parsed("$bag's 1st is 'key'", True)
    (('two', '==', ('part', ('name', '$bag'), ('value', 1)), ('value', 'key')),)
    """
    found = _parsed(text, harlowe)
    if isinstance(found, str):
        raise Unreadable(found)
    return found


@lru_cache(maxsize=8192)
def _parsed(text: str, harlowe: bool) -> tuple[Node, ...] | str:
    """The trees of a text, or why it cannot be read."""
    if len(text) > LONGEST:
        return "it is too long"
    try:
        reader = _Reader(_pieces(text, harlowe), harlowe)
        found = reader.several()
    except Unreadable as error:
        return str(error)
    if reader.at < len(reader.pieces):
        return reader.pieces[reader.at].text
    return "its parts lie too deep in each other" if _too_deep(found) else tuple(found)


def _too_deep(nodes: list[Node]) -> bool:
    """True for trees that are deeper than can be worked out. A part that stands in two places is looked at once on each level."""
    level = nodes
    for _ in range(LONGEST_CHAIN):
        level = list({id(part): part for node in level for part in _parts(node)}.values())
        if not level:
            return False
    return True


def names_in(node: Node) -> set[str]:
    """Every name in a tree; what is only written to is in it too, and Harlowe's ``it``."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if one[0] in ("name", "it"):
            found.add(one[1] if one[0] == "name" else "it")
        waiting += _parts(one)
    return found


def _parts(node: Node) -> list[Node]:
    """The trees that lie in a tree."""
    if node[0] in ("name", "it", "value"):
        return []
    return [item for _, item in node[1]] if node[0] == "map" else [one for part in node[1:] for one in _nodes(part)]


def _nodes(part: Any) -> tuple[Node, ...]:
    """The trees in a part of a tree."""
    if not isinstance(part, tuple) or not part:
        return ()
    return (part,) if isinstance(part[0], str) else part


def _pieces(text: str, harlowe: bool) -> list[Piece]:
    found: list[Piece] = []
    at = 0
    while at < len(text):
        match = PIECES.match(text, at)
        if match is None:
            raise Unreadable(text[at : at + 20])
        at = match.end()
        kind, word = str(match.lastgroup), match[0]
        if kind == "blank":
            continue
        if kind == "macro" and not harlowe:
            at = match.start() + 1
            kind, word = "sign", "("
        elif kind == "belongs" and not harlowe:
            raise Unreadable(word)
        if kind == "name" and not harlowe and word in SUGAR:
            kind, word = "sign", SUGAR[word]
        found.append(Piece(kind, SIGNS.get(word, word) if kind == "sign" else word))
    return _joined(found) if harlowe else found


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Harlowe's pieces, its comparing words as signs."""
    found: list[Piece] = []
    words = [piece.text.lower() if piece.kind == "name" else piece.text for piece in pieces]
    at = 0
    while at < len(pieces):
        taken, sign = next(
            (
                (len(phrase), sign)
                for phrase, sign in PHRASES
                if tuple(words[at : at + len(phrase)]) == phrase and pieces[at].kind == "name"
            ),
            (0, ""),
        )
        found.append(Piece("sign", sign) if taken else pieces[at])
        at += taken or 1
    return found


PHRASES = (
    (("is", "not", "in"), "not in"), (("is", "not"), "!="), (("is", "in"), "in"), (("does", "not", "contain"), "lacks"),
    (("is", ">"), ">"), (("is", "<"), "<"), (("is", ">="), ">="), (("is", "<="), "<="), (("is",), "=="), (("contains",), "contains"),
    (("and",), "&&"), (("or",), "||"), (("not",), "!"), (("to",), "="), (("into",), "into"),
)  # fmt: skip


class _Reader:
    """Reads pieces from left to right, the loosest signs first."""

    def __init__(self, pieces: list[Piece], harlowe: bool) -> None:
        self.pieces, self.harlowe = pieces, harlowe
        self.at = 0
        self.depth = 0
        self.compared: Node | None = None

    def several(self, close: str = "") -> list[Node]:
        found: list[Node] = []
        while self.at < len(self.pieces) and not (close and self.sees(close)):
            if self.takes(",") or self.takes(";"):
                continue
            found.append(self.one())
            if self.at < len(self.pieces) and not self.sees(",", ";", close):
                break
        return found

    def sees(self, *signs: str) -> bool:
        return self.at < len(self.pieces) and self.pieces[self.at].kind == "sign" and self.pieces[self.at].text in signs

    def takes(self, sign: str) -> bool:
        seen = self.sees(sign)
        self.at += seen
        return seen

    def needs(self, sign: str) -> None:
        if not self.takes(sign):
            raise Unreadable(f"no {sign}")

    def one(self) -> Node:
        """One expression, or one change."""
        return self.deeper(self.changed)

    def deeper(self, read: Callable[[], Node]) -> Node:
        """What is read in another part."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("its parts lie too deep in each other")
        made = read()
        self.depth -= 1
        return made

    def changed(self) -> Node:
        made = self.level(0)
        if self.sees(*CHANGES):
            sign = self.pieces[self.at].text
            self.at += 1
            other = self.one()
            made = ("set", other, "=", made) if sign == "into" else ("set", made, sign, other)
            if made[1][0] not in ("name", "part"):
                raise Unreadable("that cannot be set")
        elif self.takes("?"):
            then = self.one()
            self.needs(":")
            made = ("choice", made, then, self.one())
        return made

    def level(self, number: int) -> Node:
        if number == len(LEVELS):
            return self.single()
        made = self.level(number + 1)
        while self.sees(*LEVELS[number]):
            sign = self.pieces[self.at].text
            self.at += 1
            if self.harlowe and number < 2 and self.compared is not None and self.sees(*COMPARES):
                other = self.rest_of_comparison(self.compared)
            else:
                other = self.level(number + 1)
            if number == 2:
                self.compared = made
            made = ({"&&": "and", "||": "or"}[sign], made, other) if number < 2 else ("two", sign, made, other)
        return made

    def rest_of_comparison(self, left: Node) -> Node:
        """``$x > 2 and < 5``: what is compared is what was compared before."""
        sign = self.pieces[self.at].text
        self.at += 1
        return ("two", sign, left, self.level(3))

    def single(self) -> Node:
        for sign, kind in (("!", "not"), ("-", "minus")):
            if self.takes(sign):
                return (kind, self.deeper(self.single))
        if self.takes("+"):
            return self.deeper(self.single)
        if self.takes("..."):
            return ("spread", self.deeper(self.single))
        for sign in ("++", "--"):
            if self.takes(sign):
                return ("set", self.followed(self.simple()), f"{sign[0]}=", ("value", 1))
        return self.followed(self.simple())

    def simple(self) -> Node:
        if self.at >= len(self.pieces):
            raise Unreadable("it breaks off")
        piece = self.pieces[self.at]
        self.at += 1
        if piece.kind == "number":
            return self.number(piece.text)
        if piece.kind == "text":
            return ("value", re.sub(r"\\(.)", lambda found: {"n": "\n", "t": " "}.get(found[1], found[1]), piece.text[1:-1]))
        if piece.kind == "macro":
            inside = self.several(")")
            self.needs(")")
            return ("call", piece.text[1:-1].lower().replace("_", "-"), tuple(inside))
        if piece.kind == "name":
            return self.named(piece.text)
        if piece.text == "(":
            before, self.compared = self.compared, None
            made = self.one()
            self.compared = before
            self.needs(")")
            return made
        if piece.text == "[":
            items = self.several("]")
            self.needs("]")
            return ("list", tuple(items))
        if piece.text == "{":
            return self.mapping()
        raise Unreadable(piece.text)

    def number(self, text: str) -> Node:
        found = ORDINAL.fullmatch(text)
        if found is None:
            if self.harlowe and text.endswith("s"):
                return ("value", round(float(text.rstrip("ms")) * (1 if text.endswith("ms") else 1000)))
            if not re.fullmatch(r"[\d.]+", text):
                raise Unreadable(text)
            return ("value", float(text) if "." in text else int(text[:18]))
        place = ("value", -int(found[1][:9]) if found[2] else int(found[1][:9]))
        return ("part", self.deeper(self.single), place) if self.of() else place

    def of(self) -> bool:
        found = self.harlowe and self.at < len(self.pieces) and self.pieces[self.at] == Piece("name", "of")
        self.at += found
        return found

    def named(self, word: str) -> Node:
        if word in CONSTANTS:
            return ("value", CONSTANTS[word])
        if word in NOTHING:
            return ("value", None)
        if self.harlowe and word == "it":
            return ("it",)
        if word in ("def", "ndef") and not self.harlowe:
            asked: Node = ("two", "!=", self.deeper(self.single), ("value", None))
            return asked if word == "def" else ("not", asked)
        if self.harlowe and word in ("last", "length", "random") and self.of():
            return ("part", self.deeper(self.single), ("value", -1 if word == "last" else word))
        return ("name", word)

    def mapping(self) -> Node:
        found: list[tuple[str, Node]] = []
        while not self.takes("}"):
            if self.takes(","):
                continue
            if self.at >= len(self.pieces):
                raise Unreadable("it breaks off")
            key = self.pieces[self.at]
            self.at += 1
            if key.kind not in ("name", "text", "number"):
                raise Unreadable(key.text)
            self.needs(":")
            found.append((key.text[1:-1] if key.kind == "text" else key.text, self.one()))
        return ("map", tuple(found))

    def followed(self, made: Node) -> Node:
        """What is asked of something: its parts, its methods, one more or less."""
        for _ in range(DEEPEST):
            if self.harlowe and self.at < len(self.pieces) and self.pieces[self.at].kind == "belongs":
                self.at += 1
                made = ("part", made, self.belonging())
            elif self.takes("["):
                made = ("part", made, self.one())
                self.needs("]")
            elif self.sees(".") and not self.harlowe:
                self.at += 1
                if self.at >= len(self.pieces) or self.pieces[self.at].kind != "name":
                    raise Unreadable("a dot leads to nothing")
                name = self.pieces[self.at].text
                self.at += 1
                made = ("method", made, name, self.handed()) if self.sees("(") else ("part", made, ("value", name))
            elif self.sees("(") and made[0] == "name" and not self.harlowe:
                made = ("call", made[1], self.handed())
            elif self.sees("++", "--") and made[0] in ("name", "part"):
                made = ("set", made, f"{self.pieces[self.at].text[0]}=", ("value", 1))
                self.at += 1
            else:
                return made
        raise Unreadable("its parts lie too deep in each other")

    def handed(self) -> tuple[Node, ...]:
        self.needs("(")
        inside = tuple(self.several(")"))
        self.needs(")")
        return inside

    def belonging(self) -> Node:
        """What stands behind Harlowe's ``'s``."""
        if self.at < len(self.pieces) and self.pieces[self.at].kind == "name" and self.pieces[self.at].text[0] not in "$_":
            word = self.pieces[self.at].text
            self.at += 1
            return ("value", -1 if word == "last" else word)
        return self.simple()
