"""Regular expressions as JavaScript writes them, put into the notation of ours: what the two read otherwise is spelt out."""

import re
from functools import lru_cache
from typing import NamedTuple

SLASHED = re.compile(r"/(.+)/([a-z]*)", re.DOTALL)
FLAGS = frozenset("dgimsuvy")
WORD, DIGIT, ENDS = "A-Za-z0-9_", "0-9", r"\n\r\u2028\u2029"
SPACE = r"\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
CLASSES = {"w": WORD, "d": DIGIT, "s": SPACE}
ANY = r"[\s\S]"
NEVER = "(?!)"
LETTERS = {"n": r"\n", "r": r"\r", "t": r"\t", "v": r"\x0b", "f": r"\x0c"}
TIMES = re.compile(r"\{\d+(?:,\d*)?\}")
GROUP = re.compile(r"\(\?(?::|=|!|<=|<!|<([A-Za-z_]\w*)>)")
BOUND = f"(?:(?<=[{WORD}])(?![{WORD}])|(?<![{WORD}])(?=[{WORD}]))"
NO_BOUND = f"(?:(?<=[{WORD}])(?=[{WORD}])|(?<![{WORD}])(?![{WORD}]))"


class Pattern(NamedTuple):
    """A pattern in our notation; ``caseless`` where large and small letters are one, ``at_start`` where it counts only there."""

    text: str
    caseless: bool
    at_start: bool


class Unreadable(ValueError):
    """What JavaScript itself would not read, or what cannot be said here."""


def slashed(word: str) -> tuple[str, str] | None:
    r"""The inside and the flags of ``/inside/flags``; None for what is no pattern: a slash within must have a backslash.

    >>> slashed("/a|b/i"), slashed("and/or"), slashed("/home/"), slashed("/usr/bin/")
    (('a|b', 'i'), None, ('home', ''), None)
    """
    found = SLASHED.fullmatch(word)
    if found is None or set(found[2]) - set("gimsuy") or re.search(r"(?:^|[^\\])/", found[1]):
        return None
    return found[1], found[2]


@lru_cache(maxsize=4096)
def ours(inside: str, flags: str = "") -> Pattern:
    """The pattern in our notation. Raises ``Unreadable``.

    >>> ours("^a.b$").text
    '\\\\Aa[^\\\\n\\\\r\\\\u2028\\\\u2029]b\\\\Z'
    """
    if set(flags) - FLAGS or len(set(flags)) < len(flags):
        raise Unreadable(f'there are no flags "{flags}"')
    return Pattern(_Reading(inside, flags).whole(), "i" in flags, "y" in flags)


class _Reading:
    """One pattern, read from left to right."""

    def __init__(self, inside: str, flags: str) -> None:
        self.inside, self.at = inside, 0
        self.many, self.all, self.unicode = "m" in flags, "s" in flags, bool({"u", "v"} & set(flags))
        plain = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "", inside, flags=re.DOTALL)
        self.groups = len(re.findall(r"\((?!\?)|\(\?<(?![=!])", plain))
        self.names = re.findall(r"\(\?<([A-Za-z_]\w*)>", plain)

    def whole(self) -> str:
        found = list[str]()
        while self.at < len(self.inside):
            found.append(self._next())
        return "".join(found)

    def _next(self) -> str:
        here = self.inside[self.at]
        if here == "\\":
            return self._escape()
        if here == "[":
            return self._set()
        if here == "(":
            return self._group()
        self.at += 1
        if here == "^":
            return rf"(?:\A|(?<=[{ENDS}]))" if self.many else r"\A"
        if here == "$":
            return rf"(?=[{ENDS}]|\Z)" if self.many else r"\Z"
        if here == ".":
            return ANY if self.all else f"[^{ENDS}]"
        if here in "*+?":
            return self._times(here)
        if here == "{":
            found = TIMES.match(self.inside, self.at - 1)
            if found:
                self.at = found.end()
                return self._times(found[0])
            return r"\{"
        return here if here in "|)" or here.isalnum() else as_it_is(here)

    def _times(self, times: str) -> str:
        """How often, and whether as little as can be. More of the kind has no meaning in JavaScript."""
        if self.inside[self.at : self.at + 1] == "?":
            self.at += 1
            times += "?"
        if self.inside[self.at : self.at + 1] in ("*", "+", "?") or TIMES.match(self.inside, self.at):
            raise Unreadable("nothing to repeat")
        return times

    def _group(self) -> str:
        if not self.inside.startswith("(?", self.at):
            self.at += 1
            if self.inside[self.at : self.at + 1] in ("*", "+"):
                raise Unreadable("nothing to repeat")
            return "("
        found = GROUP.match(self.inside, self.at)
        if found is None:
            raise Unreadable("there is no such group")
        self.at = found.end()
        return f"(?P<{found[1]}>" if found[1] else found[0]

    def _escape(self) -> str:
        letter = self.inside[self.at + 1 : self.at + 2]
        if letter in "bB" and letter:
            self.at += 2
            return BOUND if letter == "b" else NO_BOUND
        if letter == "k" and (found := re.compile(r"\\k<(\w+)>").match(self.inside, self.at)) and self.names:
            if found[1] not in self.names:
                raise Unreadable(f'there is no group "{found[1]}"')
            self.at = found.end()
            return f"(?({found[1]})(?P={found[1]})|)"
        if (found := re.compile(r"\\([1-9]\d*)").match(self.inside, self.at)) and int(found[1]) <= self.groups:
            self.at = found.end()
            return f"(?({found[1]})(?:\\{found[1]})|)"
        return self._one(in_set=False)

    def _one(self, *, in_set: bool) -> str:
        """What a backslash and what follows it stand for, in a set or outside of one."""
        letter = self.inside[self.at + 1 : self.at + 2]
        if not letter:
            raise Unreadable("a backslash stands at its end")
        self.at += 2
        if letter.lower() in CLASSES:
            return self._class(letter, in_set=in_set)
        if letter in "pP" and self.unicode:
            found = re.compile(r"\{[\w=]+\}").match(self.inside, self.at)
            if found is None:
                raise Unreadable("a property has no name")
            self.at = found.end()
            return f"\\{letter}{found[0]}"
        if letter == "c" and (found := re.compile("[A-Za-z]").match(self.inside, self.at)):
            self.at += 1
            return as_it_is(chr(ord(found[0]) % 32))
        if letter in "xu" and (number := self._number(letter)) is not None:
            return as_it_is(chr(number))
        if letter in "01234567" and (found := re.compile("[0-3]?[0-7]{1,2}|[0-7]").match(self.inside, self.at - 1)):
            self.at = found.end()
            return as_it_is(chr(int(found[0], 8)))
        if letter in LETTERS:
            return LETTERS[letter]
        return r"\x08" if letter == "b" else as_it_is(letter)

    def _number(self, letter: str) -> int | None:
        """The number of ``xHH``, ``uHHHH`` or ``u{H}``; None where there is none and the letter is itself."""
        shape = r"[0-9A-Fa-f]{2}" if letter == "x" else r"[0-9A-Fa-f]{4}"
        if letter == "u" and self.unicode and (found := re.compile(r"\{([0-9A-Fa-f]+)\}").match(self.inside, self.at)):
            self.at = found.end()
            number = int(found[1], 16)
        elif found := re.compile(shape).match(self.inside, self.at):
            self.at = found.end()
            number = int(found[0], 16)
        else:
            return None
        if number > 0x10FFFF:
            raise Unreadable("there is no such letter")
        return number

    def _class(self, letter: str, *, in_set: bool) -> str:
        members = CLASSES[letter.lower()]
        if in_set:
            return members
        return f"[{members}]" if letter.islower() else f"[^{members}]"

    def _set(self) -> str:
        self.at += 1
        none = self.inside.startswith("^", self.at)
        self.at += none
        members, outside = list[str](), list[str]()
        while not self.inside.startswith("]", self.at):
            if self.at >= len(self.inside):
                raise Unreadable("a set has no end")
            self._member(members, outside)
        self.at += 1
        if not members and not outside:
            return ANY if none else NEVER
        inner = "|".join([*([f"[{''.join(members)}]"] if members else []), *outside])
        if not outside:
            return f"[{'^' if none else ''}{''.join(members)}]"
        return f"(?:(?!{inner}){ANY})" if none else f"(?:{inner})"

    def _member(self, members: list[str], outside: list[str]) -> None:
        here = self.inside[self.at]
        following = self.inside[self.at + 1 : self.at + 2]
        if here == "\\" and following in ("W", "D", "S"):
            self.at += 2
            outside.append(f"[^{CLASSES[following.lower()]}]")
        elif here == "\\":
            members.append(self._one(in_set=True))
        elif here == "-" and members and following != "]":
            self.at += 1
            members.append("-")
        else:
            self.at += 1
            members.append(as_it_is(here))


def as_it_is(letter: str) -> str:
    """A letter that stands for itself, in a set and outside of one."""
    if letter.isalnum() or letter in "_ ":
        return letter
    number = ord(letter)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"
