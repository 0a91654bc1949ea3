"""The part of the reader of Twine's passages that all story formats share: what is open, what has been found in it, and links."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gm_engine.exchange.formats.twine_tree import Arms, Asked, Call, Loop, Lost, Part, Way, Words

TOKEN = re.compile(
    r"(?P<comment><!--|/\*|/%)|(?P<verbatim>\"\"\"|\{\{\{|<nowiki>)"
    r"|(?P<image>\[img\[)|(?P<link>\[\[)|(?P<code><%)"
    r"|(?P<double><<)|(?P<tag></?[A-Za-z][^<>]*>)|(?P<macro>\((?P<name>[A-Za-z][\w-]*|\$\w+):)|(?P<insert>\{[^{}\n]*\})|(?P<brace>[{}])"
    r"|(?P<styled>@@(?:[#.\w:-][^@\n]*?;)?)|(?P<open>\[)|(?P<close>\])",
    re.DOTALL,
)
UNCLOSED = 20
"""So many that are never closed, and the passage is taken for one that has no macros."""
LONGEST = 20_000
"""Letters within which a macro is closed; one that is not is taken for words."""
DEEPEST = 40
"""So deep may macros and hooks lie in each other."""
FIRST_TEXT = re.compile(r""""([^"]*)"|'([^']*)'""")
ASKED_TARGET = re.compile(r"""[$_][A-Za-z]\w*(?:[.\[][\w.\]\[$"']*)?|[A-Za-z]\w*\(.*\)""")
"""The target of a link that only play says."""


def parted_link(inside: str) -> tuple[str, str, str]:
    """The shown words, the target and what it sets, of what stands between the brackets of a link.

    >>> parted_link("Go in->Hall"), parted_link("Hall<-Go in"), parted_link("Go in|Hall"), parted_link("Hall][$lamp to 1")
    (('Go in', 'Hall', ''), ('Go in', 'Hall', ''), ('Go in', 'Hall', ''), ('Hall', 'Hall', '$lamp to 1'))
    """
    inside, _, sets = inside.partition("][")
    if "->" in inside:
        shown, _, target = inside.rpartition("->")
    elif "<-" in inside:
        target, _, shown = inside.partition("<-")
    elif "|" in inside:
        shown, _, target = inside.rpartition("|")
    else:
        shown = target = inside
    return shown.strip() or target.strip(), target.strip(), sets.strip()


@dataclass
class Frame:
    """A macro or a hook that is open: what has been found in it so far, and the parts before it."""

    kind: str
    name: str = ""
    given: str = ""
    raw: str = ""
    parts: list[Part] = field(default_factory=list)
    done: list[tuple[str, tuple[Part, ...]]] = field(default_factory=list)


class PassageReader(ABC):
    """Reads a passage: each find is added to the frame that is open."""

    def __init__(self, source: str, dialect: str) -> None:
        self.source, self.dialect = source, dialect
        self.frames = [Frame("passage")]
        self.unclosed = 0
        self.ways = 0

    @abstractmethod
    def shut(self) -> None:
        """Closes what was opened last, and hands it to what it lies in."""

    @abstractmethod
    def bracket(self, at: int) -> int:
        """A single bracket that opens; where what is in it begins."""

    @abstractmethod
    def inner(self, name: str, given: str) -> bool:
        """What parts the inside of another macro; False where none such is open."""

    def scan(self, source: str) -> None:
        """Reads a text into the open frame; what is still open at its end is closed there."""
        self.source = source
        base = len(self.frames)
        at = 0
        while found := TOKEN.search(self.source, at):
            self.say(self.source[at : found.start()])
            at = getattr(self, f"_{found.lastgroup}")(found)
        self.say(self.source[at:])
        while len(self.frames) > base:
            self.shut()

    def within(self, source: str) -> tuple[Part, ...]:
        """The tree of a text that stands in the passage: what a link shows."""
        if not TOKEN.search(source):
            return (Words(source),) if source else ()
        whole, self.frames = self.source, [*self.frames, Frame("inside")]
        if len(self.frames) > DEEPEST:
            self.frames.pop()
            return (Words(source),)
        self.scan(source)
        self.source = whole
        return tuple(self.frames.pop().parts)

    def add(self, part: Part) -> None:
        self.frames[-1].parts.append(part)

    def say(self, text: str) -> None:
        if text:
            self.add(Words(text))

    def lost(self, what: str, value: str, why: str) -> None:
        self.add(Lost(what, value, why))

    def way(self, shown: str, target: str, *, asked: bool = False, sets: str = "", body: tuple[Part, ...] = (), said: bool = True) -> None:
        words = self.within(re.sub(r"</?[A-Za-z][^<>]*>", "", shown))
        if not target and not body:
            self.frames[-1].parts += words
            return
        self.ways += 1
        self.add(Way(self.ways, words, target, asked, sets, body, said))

    def open_frame(self, frame: Frame) -> bool:
        if len(self.frames) > DEEPEST:
            return False
        self.frames.append(frame)
        return True

    def end(self, mark: str, found: "re.Match[str]") -> int:
        """Behind the mark that closes what was found; where there is none, it is words."""
        end = self.source.find(mark, found.end(), found.end() + LONGEST)
        if end < 0:
            self.say(found[0])
        return found.end() if end < 0 else end + len(mark)

    def _link(self, found: "re.Match[str]") -> int:
        """A link of two brackets."""
        if self.source.startswith("[[[", found.start()):
            return self.bracket(found.start())
        end = self.source.find("]]", found.end(), found.end() + LONGEST)
        inside = self.source[found.end() : max(end, found.end())]
        if end < 0 or "\n\n" in inside or "[[" in inside:
            self.say("[[")
            return found.end()
        shown, target, sets = parted_link(inside)
        asked = self.dialect not in ("harlowe", "chapbook") and ASKED_TARGET.fullmatch(target) is not None
        self.way(shown, target, asked=asked, sets=sets)
        return end + 2


def in_one_line(parts: Iterable[Part]) -> list[Part]:
    """Parts without the ends of their lines."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Words):
            found.append(Words(part.text.replace("\\\n", "").replace("\n", " ")))
        elif isinstance(part, Asked):
            found.append(Asked(part.kind, part.condition, tuple(in_one_line(part.body))))
        elif isinstance(part, Arms):
            found.append(Arms(tuple((condition, tuple(in_one_line(body))) for condition, body in part.arms)))
        elif isinstance(part, (Loop, Call)):
            found.append(replace(part, body=tuple(in_one_line(part.body))))
        else:
            found.append(part)
    return found


def two(words: "re.Match[str]") -> tuple[str, str]:
    return (words[1] or words[2] or "").strip(), (words[3] or words[4] or "").strip()
