"""The little language of conditions: ``at == saloon and clock.payroll >= 4 and not flag.spared``. Parsed here, never evaluated."""

import re
from typing import Literal, cast, get_args

from gm_engine.authoring.margin_note import nearest
from gm_engine.authoring.measures import cents
from gm_engine.authoring.written import whole_number
from gm_engine.errors import PackError
from gm_engine.story.condition import Comparison, Condition

BARE = ("at", "start", "turn", "day", "hour", "session", "money", "wounds", "tension", "wanted", "bounty", "custody", "witnesses")
DOTTED: dict[str, tuple[str, ...]] = {
    "clock": ("clocks",),
    "full": ("clocks",),
    "flag": (),
    "met": ("people",),
    "present": ("people",),
    "alive": ("people",),
    "item": ("things",),
    "attitude": ("people", "factions"),
    "secret": ("secrets",),
    "visits": ("locations",),
    "scene": ("scenes",),
    "decision": ("scenes",),
    "party": ("people",),
    "at": ("people", "items"),
    "tag": ("tags",),
    "wronged": ("people",),
}
"""What may follow the dot, by the sections in which its id must be found."""
COMPARISONS = get_args(Comparison)
NUMBERED = (
    "turn",
    "day",
    "hour",
    "session",
    "money",
    "wounds",
    "tension",
    "clock",
    "item",
    "attitude",
    "visits",
    "tag",
    "wanted",
    "bounty",
    "witnesses",
    "wronged",
)
TOKEN = re.compile(r"""\s*(?:(?P<mark>==|!=|<=|>=|<|>|\(|\)|=)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<word>[^\s()<>=!"']+))""")
LONGEST = 2_000
DEEPEST = 30


class Unreadable(PackError):
    """A condition or an effect that cannot be read."""

    slug = "unreadable-condition"


def parse_condition(text: str) -> Condition:
    """The tree of a condition. Raises ``PackError`` that quotes what it could not read.

    >>> parse_condition("clock.payroll >= 4 and not flag.spared").parts[0].path
    'clock.payroll'
    """
    return _Parser(text).condition()


def condition_words(condition: Condition) -> str:
    """The condition as an author would write it; ``parse_condition`` reads it back.

    >>> condition_words(parse_condition("(at == saloon or at==street) and start"))
    '(at == saloon or at == street) and start'
    """
    if condition.op == "is":
        if condition.compare == "!=" and condition.value == 0:
            return condition.path
        return f"{condition.path} {condition.compare} {_value_words(condition.value)}"
    if condition.op == "not":
        return f"not {_inside(condition.parts[0])}"
    return (" and " if condition.op == "all" else " or ").join(_inside(part) for part in condition.parts)


def _inside(condition: Condition) -> str:
    words = condition_words(condition)
    return f"({words})" if condition.op in ("all", "any") else words


def _value_words(value: int | str) -> str:
    if isinstance(value, int):
        return str(value)
    is_word = (
        re.fullmatch(r"[^\s()<>=!\"'$.]+", value) and whole_number(value) is None and value not in ("and", "or", "not", "true", "false")
    )
    return value if is_word else f"'{value}'" if '"' in value else f'"{value}"'


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.tokens: list[tuple[str, str]] = []
        self.at = 0
        if len(self.text) > LONGEST:
            raise self.stop(f"it has {len(self.text):,} characters", "split it over several scenes")
        self._scan()

    def stop(self, what: str, then: str) -> Unreadable:
        shown = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        return Unreadable(f"condition {shown!r}", what, then)

    def _scan(self) -> None:
        place = 0
        while place < len(self.text):
            found = TOKEN.match(self.text, place)
            if not found:
                raise self.stop(
                    f"nothing can be read from {self.text[place:].strip()[:20]!r} on", "write: at == saloon and clock.payroll >= 4"
                )
            kind = str(found.lastgroup)
            self.tokens.append(("text" if kind in ("double", "single") else kind, found[kind]))
            place = found.end()

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def next(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def condition(self) -> Condition:
        if not self.tokens:
            raise self.stop("it is empty", "write one, such as: start, or leave the key out")
        tree = self.joined(0, "any")
        kind, word = self.peek()
        if kind == "mark" and word == ")":
            raise self.stop("a ')' without its '('", "remove it")
        if kind != "end":
            raise self.stop(f"{word!r} is not expected here", "join conditions with and, or")
        return tree

    def joined(self, depth: int, op: Literal["any", "all"]) -> Condition:
        if depth > DEEPEST:
            raise self.stop("too many parentheses", "split it over several scenes")
        word = "or" if op == "any" else "and"
        parts = [self.part(depth, op)]
        while self.peek() == ("word", word):
            self.next()
            parts.append(self.part(depth, op))
        return parts[0] if len(parts) == 1 else Condition(op=op, parts=tuple(parts))

    def part(self, depth: int, op: Literal["any", "all"]) -> Condition:
        return self.joined(depth, "all") if op == "any" else self.single(depth)

    def single(self, depth: int) -> Condition:
        if depth > DEEPEST:
            raise self.stop("too many parentheses or nots", "split it over several scenes")
        kind, word = self.next()
        if (kind, word) == ("word", "not"):
            return Condition(op="not", parts=(self.single(depth + 1),))
        if (kind, word) == ("mark", "("):
            inner = self.joined(depth + 1, "any")
            if self.next() != ("mark", ")"):
                raise self.stop("a '(' is not closed", "write the ')'")
            return inner
        if kind == "end" or (kind == "word" and word in ("and", "or")):
            raise self.stop(
                f"something is missing {'before ' + repr(word) if word else 'at the end'}", "write a comparison there, such as flag.spared"
            )
        if kind != "word":
            raise self.stop(f"{word!r} stands where a name is wanted", "begin with a path: at, clock.ID, flag.ID …")
        return self.comparison(word)

    def comparison(self, path: str) -> Condition:
        self.check_path(path)
        kind, mark = self.peek()
        if kind != "mark" or mark in ("(", ")"):
            if path.partition(".")[0] == "at":
                raise self.stop(f"{path!r} is compared with nothing", f"write: {path} == PLACE")
            return Condition(op="is", path=path)
        self.next()
        if mark == "=":
            raise self.stop("a single '=' compares nothing", "write ==")
        kind, word = self.next()
        if kind not in ("word", "text") or (kind == "word" and word in ("and", "or", "not")):
            raise self.stop(f"{path} {mark} is compared with nothing", f"write a word or a number after {mark}")
        return Condition(op="is", path=path, compare=cast(Comparison, mark), value=self.value(path, mark, kind, word))

    def check_path(self, path: str) -> None:
        head, dot, rest = path.partition(".")
        if head in DOTTED and rest and "." not in rest:
            return
        if not dot and head in BARE:
            return
        if head in DOTTED and not rest:
            raise self.stop(f"{head!r} wants an id after a dot", f"write {head}.ID")
        if head in BARE and head not in DOTTED:
            raise self.stop(f"nothing may follow {head!r} after a dot", f"write {head}")
        name = nearest(head, (*BARE, *DOTTED))
        known = ", ".join((*BARE, *(f"{word}.ID" for word in DOTTED)))
        raise self.stop(f"{path!r} is nothing that a condition can ask for", f"did you mean '{name}'?" if name else f"known: {known}")

    def value(self, path: str, mark: str, kind: str, word: str) -> int | str:
        number = whole_number(word) if kind == "word" else None
        if number is None and path == "money" and ("." in word or "$" in word):
            number = cents(word)
        if number is not None:
            return number
        if kind == "word" and word in ("true", "false"):
            return int(word == "true")
        if path.partition(".")[0] in NUMBERED or mark not in ("==", "!="):
            raise self.stop(f"{path} {mark} wants a whole number, not {word!r}", "write it in digits")
        return word
