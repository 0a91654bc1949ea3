"""What a passage tells whoever comes to it with what the story has counted and remembered: its words, the ways on, and what it changes."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.twine_markup import read_markup
from gm_engine.exchange.formats.twine_tree import (
    BACK,
    Arms,
    Asked,
    Call,
    Do,
    Go,
    Hidden,
    Include,
    Loop,
    Lost,
    Made,
    Part,
    Print,
    Show,
    Silent,
    Way,
    Words,
)  # fmt: skip
from gm_engine.exchange.formats.twine_values import UNKNOWN, Memory, Pairs, holds, shown

OPENED, CLOSED = "\x02", "\x03"
"""Around a link's words, while a passage is read: no text has them (``letters.plain``)."""
ONLY_LINKS = re.compile(rf"(?:[\s>*•+|/,;.–-]|\d+[.)])*(?:{OPENED}[^{CLOSED}]*{CLOSED}[\s>*•+|/,;.–-]*)+")
"""A line that holds nothing but links: what it offers is offered as choices."""
VARIABLE = re.compile(r"""(?<![\w$\\])\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:\d+|"[^"\]]*"|'[^'\]]*'|[$_]\w+)\]){0,10}""")
PASSING = re.compile(VARIABLE.pattern.replace(r"\$[A-Za-z_]", "_[A-Za-z]", 1))
"""A variable of one passage alone."""
MARKED = (
    re.compile(r"''(.+?)''"), re.compile(r"(?<![:/])//(?!/)(.+?)(?<![:/])//"), re.compile(r"\*\*\*?(.+?)\*\*\*?"), re.compile(r"__(.+?)__"),
    re.compile(r"~~(.+?)~~"), re.compile(r"\^\^(.+?)\^\^"), re.compile(r"(?<![=\w])==(?=\S)([^=\n]+?)(?<=\S)==(?![=>])"),
    re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])"), re.compile(r"(?<![\w`])`+([^`\n]+?)`+(?!\w)"),
)  # fmt: skip
"""Bold, slanted, underlined, struck and raised words."""
SLANTED = re.compile(r"(?<![\w_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w_])")
"""What Markdown slants besides."""
HEADING = re.compile(r"^[ \t]*(?:!{1,6}|#{1,6}(?=[ \t]))[ \t]*(?=\S)", re.MULTILINE)
LINE_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
LEFT_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
"""What a value that is told may hold."""
HARLOWE_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]*(?=\S)", re.MULTILINE)
RULE = re.compile(r"[-*_]{3,}|=+(?:[<>]=*){0,2}|[<>]=+(?:[<>]=*)?|[*•+>\s-]+")
"""A line without words: one that is drawn, that says how the next ones lie, or a bullet of which nothing is left."""
MARKUP = re.compile(r"<|\[\[|\(\w+:")
"""What is printed may be more than words."""
DEEPEST = 30
MOST_ROUNDS = 100
MOST_HOPS = 50
MOST_PARTS = 4_000
"""Parts that are told from one choice to the next."""
MOST_WORK = 80_000
"""Parts that are told, again and again, until a story has unfolded far enough."""
MOST_WORK_EVER = 320_000
"""Parts that are told until no state of a story is looked at any more."""
MOST_OFFERS = 1_000
"""Ways that are offered from one choice to the next."""
FEWER_PARTS = 600
"""Parts that are told from one choice to the next when it has."""
LONGEST_TOLD = 300_000
"""Letters that are told from one choice to the next."""
MOST_LETTERS = 10_000_000
"""Letters that are told of a story, as often as it is."""
MOST_LOSSES = 20_000
SOME = 10
"""So many values or ways that are copied count as one part that is told."""
NO_PASSAGE = "No passage is called so; the way is left out."
CHANCE = "Nothing is drawn here: the first that could come is told each time."
NOT_KNOWN = "It cannot be worked out here: what is told where it does not hold is told, and the ways of both are offered."
NO_VALUE = "What it is cannot be worked out here; nothing is told in its place."
NOT_SET = "What comes of it cannot be worked out here."
CIRCLE = "It goes round in a circle; it is left here."
TOO_LONG = "More is told than is followed here; the rest is left out."
MORE_LOST = "More is lost than is listed."
NOT_RUN = "What it does is not done here; the words inside of it stay."


class Offer(NamedTuple):
    """A way on that is offered: its words, and what it does."""

    shown: str
    way: Way
    target: str


@dataclass
class Moment:
    """What is told from one choice to the next. ``then`` is the passage that the story goes on to by itself."""

    text: str = ""
    offers: tuple[Offer, ...] = ()
    memory: Memory = field(default_factory=Memory)
    then: str = ""
    here: str = ""


@dataclass(frozen=True)
class Passages:
    """A story's passages as trees, by name; ``made`` are the macros that its author has made. ``counted`` says up to which number the
    visits of a passage are counted, where the story asks for them. ``head`` and ``foot`` stand above and below each."""

    trees: Mapping[str, tuple[Part, ...]]
    made: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    dialect: str = ""
    counted: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    head: str = ""
    foot: str = ""


class Teller:
    """Tells a story's passages; what cannot be told goes to ``losses``, each once, the names of those that were told to ``told``.
    ``parts`` and ``letters`` count how much was done for it."""

    def __init__(self, story: Passages) -> None:
        self.story = story
        self.losses: dict[tuple[str, str, str], Loss] = {}
        self.told: set[str] = set()
        self.parts = self.letters = 0

    @property
    def tired(self) -> bool:
        """True where so much was told that each passage is told once more at most."""
        return self.parts > MOST_WORK or self.letters > MOST_LETTERS // 4

    @property
    def exhausted(self) -> bool:
        """True where so much was told that no state is told apart from another any more."""
        return self.parts > MOST_WORK_EVER

    def begin(self, parts: tuple[Part, ...], memory: Memory) -> Memory:
        """The memory with which a story begins, where these parts are done before it."""
        moment = Moment(memory=_copied(memory), here="StoryInit")
        _Run(self, moment).all(parts)
        return moment.memory

    def come_to(self, name: str, memory: Memory) -> Moment:
        """What is told to whoever comes to a passage."""
        moment = Moment(memory=self._entered(name, memory), here=name)
        told = self._told(self.story.trees[name], moment)
        told.text = "\n\n".join(filter(None, (self.story.head, told.text, self.story.foot)))
        return told

    def take(self, moment: Moment, offer: Offer) -> Moment | str:
        """What comes of a way: the name of the passage that it leads to (with ``moment.memory`` as it is then), or what is told."""
        if offer.target and not offer.way.sets and not offer.way.body:
            return offer.target
        self.parts += (len(moment.offers) + len(moment.memory.values)) // SOME
        memory = _copied(moment.memory)
        told = Moment(memory=memory, here=moment.here)
        if offer.way.sets and UNKNOWN in self.each(offer.way.sets, memory, moment.here):
            self.lost(moment.here, "link.sets", offer.way.sets, NOT_SET)
        run = _Run(self, told)
        gone = run.all(offer.way.body)
        moment.memory = memory
        if target := gone or offer.target:
            return target
        rest = [one for one in moment.offers if one.way.number != offer.way.number or one.shown != offer.shown]
        told.text, told.then = worded(run.said, self.story.dialect) or offer.shown, run.then
        told.offers = tuple(dict.fromkeys([*run.offers, *rest]))
        return told

    def lost(self, here: str, what: str, value: str, why: str) -> None:
        """Notes a loss of a passage."""
        if len(self.losses) < MOST_LOSSES:
            self.losses.setdefault((here, what, value), Loss(f"passages.{here}.{what}", value, why))
        else:
            self.losses.setdefault(("", "", ""), Loss("passages", MOST_LOSSES, MORE_LOST))

    def known(self, name: str) -> str:
        """The passage that a name means, as it is written or nearly so."""
        return name if name in self.story.trees else " ".join(name.split())

    def each(self, source: str, memory: Memory, here: str) -> list[Any]:
        """The values of the expressions of a text, as they are at a passage."""
        found = memory.each(source)
        if memory.drawn:
            self.lost(here, "chance", source, CHANCE)
            memory.drawn.clear()
        return found

    def _entered(self, name: str, memory: Memory) -> Memory:
        memory = _copied(memory)
        memory.values = {key: value for key, value in memory.values.items() if not key.startswith("_")}
        if name in self.story.counted:
            memory.visits = {**memory.visits, name: min(memory.visits.get(name, 0) + 1, self.story.counted[name])}
        memory.before, memory.here = memory.here, name
        self.told.add(name)
        memory.tags = self.story.tags.get(name, ())
        return memory

    def _told(self, parts: tuple[Part, ...], moment: Moment) -> Moment:
        """Tells a passage, and those that it goes on to at once."""
        run = _Run(self, moment)
        gone = run.all(parts)
        for _ in range(MOST_HOPS):
            if not gone or self.known(gone) not in self.story.trees:
                break
            moment.here = self.known(gone)
            moment.memory = self._entered(moment.here, moment.memory)
            run.said.append("\n\n")
            gone = run.all(self.story.trees[moment.here])
        else:
            self.lost(moment.here, "goto", gone, CIRCLE)
        if gone and self.known(gone) not in self.story.trees:
            self.lost(moment.here, "goto", gone, NO_PASSAGE)
        moment.text, moment.offers, moment.then = worded(run.said, self.story.dialect), tuple(dict.fromkeys(run.offers)), run.then
        return moment


class _Gone(Exception):
    """The story goes on to another passage."""


class _Run:
    def __init__(self, teller: Teller, moment: Moment) -> None:
        self.teller, self.moment = teller, moment
        self.said: list[str] = []
        self.offers: list[Offer] = []
        self.hidden: dict[str, tuple[Part, ...]] = {}
        self.then = ""
        self.depth = 0
        self.told = 0
        self.letters = self.filled = 0

    def all(self, parts: Iterable[Part], told: int = 0) -> str:
        """Tells parts, ``told`` of which are told already; the passage that they go on to at once, where they do."""
        self.told = told
        try:
            self.tell(tuple(parts))
        except _Gone as gone:
            return str(gone)
        return ""

    def lost(self, what: str, value: str, why: str) -> None:
        self.teller.lost(self.moment.here, what, value, why)

    def say(self, text: str) -> None:
        """Tells a text, as far as there is room for it."""
        self.letters += len(text)
        self.teller.letters += len(text)
        if self.letters <= LONGEST_TOLD and self.teller.letters <= MOST_LETTERS:
            self.said.append(text)
        elif text:
            self.lost("text", "", TOO_LONG)

    def work(self, source: str) -> Any:
        return self.each(source)[-1]

    def each(self, source: str) -> list[Any]:
        return self.teller.each(source, self.moment.memory, self.moment.here)

    def tell(self, parts: tuple[Part, ...]) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.depth -= 1
            self.lost("macro", "", CIRCLE)
            return
        taken: bool | None = None
        words: list[str] = []
        for part in parts:
            self.told += 1
            self.teller.parts += 1
            if self.told > (FEWER_PARTS if self.teller.tired else MOST_PARTS):
                self.lost("text", "", TOO_LONG)
                break
            if isinstance(part, Words):
                words.append(part.text)
                continue
            self._words("".join(words))
            words.clear()
            if isinstance(part, Asked):
                taken = self.asked(part, taken)
            else:
                getattr(self, f"_{type(part).__name__.lower()}")(part)
        self._words("".join(words))
        self.depth -= 1

    def aside(self, parts: tuple[Part, ...]) -> None:
        """Offers the ways of what is not told."""
        other = _Run(self.teller, replace(self.moment, memory=_copied(self.moment.memory)))
        other.depth = self.depth
        other.all(parts, self.told)
        self.told = other.told
        self.offers = list(dict.fromkeys([*self.offers, *other.offers]))

    def target(self, target: str, asked: bool) -> str:
        """The passage that is meant: its name, or what an expression comes to."""
        if not asked:
            return target
        return self.moment.memory.before if target == BACK else shown(self.work(target))

    def asked(self, part: Asked, taken: bool | None) -> bool | None:
        """Tells what stands under a condition, where it holds; whether it, or one before it, did."""
        if part.kind in ("else", "else-if") and taken:
            return True
        found: bool | None = True
        if part.kind == "shown":
            found = holds(self.work(part.condition)) is not False
        elif part.kind != "else":
            found = holds(self.work(part.condition))
            if found is not None and part.kind == "unless":
                found = not found
        if found is None:
            self.lost("condition", part.condition, NOT_KNOWN)
            self.aside(part.body)
            return False
        if found:
            self.tell(part.body)
        return found

    # --- what a passage is made of

    def _words(self, text: str) -> None:
        if not text or self.teller.story.dialect in ("chapbook", "snowman"):
            self.say(text)
            return
        text = VARIABLE.sub(lambda found: self._naked(found[0]), text)
        if "_" in text:
            values = self.moment.memory.values
            text = PASSING.sub(lambda found: self._naked(found[0]) if re.split(r"[.\[]", found[0])[0] in values else found[0], text)
        self.say(text)

    def _naked(self, name: str) -> str:
        """The value of a variable that stands in the words."""
        behind = ""
        memory = self.moment.memory
        self.teller.parts += 1
        if self.filled > LONGEST_TOLD or self.teller.letters > MOST_LETTERS:
            self.lost("text", "", TOO_LONG)
            return ""
        while True:
            value = memory.worked(name)
            if (value is not UNKNOWN and value is not None) or not re.search(r"[.\[]", name):
                break
            cut = max(name.rfind("."), name.rfind("["))
            name, behind = name[:cut], name[cut:] + behind
            if isinstance(memory.worked(name), (tuple, Pairs)) or memory.worked(name) in (UNKNOWN, None):
                behind = ""
        if value is UNKNOWN or value is None or isinstance(value, Pairs):
            self.lost("variable", name, NO_VALUE)
        text = shown(value, memory.harlowe)
        self.filled += len(text)
        return text + behind

    def _way(self, part: Way) -> None:
        other = _Run(self.teller, self.moment)
        other.depth = self.depth
        other.all(part.shown, self.told)
        self.told = other.told
        target = self.target(part.target, part.asked)
        if part.asked and not target and not part.body:
            self.lost("link", part.target, NO_VALUE)
            return
        words = " ".join(unmarked("".join(other.said), self.teller.story.dialect).split()) or target
        if not words:
            self.lost("link", part.target, "It has no words; the way is left out.")
            return
        if len(self.offers) >= MOST_OFFERS:
            self.lost("link", "", TOO_LONG)
            return
        self.offers.append(Offer(words, part, self.teller.known(target) if target else ""))
        if part.said:
            self.say(f"{OPENED}{words}{CLOSED}")

    def _arms(self, part: Arms) -> None:
        for condition, body in part.arms:
            found = holds(self.work(condition)) if condition else True
            if found:
                self.tell(body)
                break
            if found is None:
                self.lost("condition", condition, NOT_KNOWN)
                self.aside(body)

    def _do(self, part: Do) -> None:
        if UNKNOWN in self.each(part.source):
            self.lost("set", part.source, NOT_SET)

    def _print(self, part: Print) -> None:
        value = self.work(part.source)
        if value is UNKNOWN or value is None:
            self.lost("print", part.source, NO_VALUE)
        text = shown(value, self.moment.memory.harlowe)
        if MARKUP.search(text) and len(text) < MOST_PARTS:
            self.tell(read_markup(text, self.teller.story.dialect))
        else:
            self.say(text)

    def _include(self, part: Include) -> None:
        name = self.teller.known(self.target(part.target, part.asked))
        if name in self.teller.story.trees:
            self.teller.told.add(name)
            self.tell(self.teller.story.trees[name])
        else:
            self.lost("display", part.target, NO_PASSAGE)

    def _go(self, part: Go) -> None:
        name = self.target(part.target, part.asked)
        if not name:
            self.lost("goto", part.target, NO_VALUE)
        elif part.later:
            self.then = self.then or self.teller.known(name)
        else:
            raise _Gone(name)

    def _loop(self, part: Loop) -> None:
        memory = self.moment.memory
        if part.name:
            over = self.each(part.over)
            flat = over[0] if len(over) == 1 and isinstance(over[0], tuple) and not isinstance(over[0], Pairs) else tuple(over)
            if UNKNOWN in flat:
                self.lost("macro", f"for {part.name} of {part.over}", NO_VALUE)
                return
            for value in flat[:MOST_ROUNDS]:
                self.told += 1
                memory.remember(part.name, value)
                self.tell(part.body)
            return
        if part.first:
            self.work(part.first)
        for _ in range(MOST_ROUNDS):
            if not holds(self.work(part.condition)) or self.told > MOST_PARTS:
                return
            self.told += 1
            self.tell(part.body)
            if part.then:
                self.work(part.then)
        self.lost("macro", f"for {part.condition}", CIRCLE)

    def _silent(self, part: Silent) -> None:
        before, offers = len(self.said), len(self.offers)
        self.tell(part.body)
        del self.said[before:], self.offers[offers:]

    def _hidden(self, part: Hidden) -> None:
        self.hidden[part.name] = part.body

    def _show(self, part: Show) -> None:
        if body := self.hidden.pop(part.name, None):
            self.tell(body)

    def _call(self, part: Call) -> None:
        body = self.teller.story.made.get(part.name)
        if body is None:
            self.lost("macro", part.raw, NOT_RUN)
            self.tell(part.body)
            return
        memory = self.moment.memory
        before = {name: memory.values.get(name) for name in ("_args", "$args")}
        given = tuple(memory.worked(one) for one in _handed(part.given)[:MOST_ROUNDS])
        memory.values |= {"_args": given, "$args": given}
        try:
            self.tell(body)
        finally:
            for name, value in before.items():
                memory.values.pop(name, None)
                if value is not None:
                    memory.values[name] = value

    def _made(self, part: Made) -> None:
        """Its story's macros are known from the start."""

    def _lost(self, part: Lost) -> None:
        self.lost(part.what, part.value, part.why)


def _handed(given: str) -> list[str]:
    """What is handed to a macro: a word that is in no quotes is a text."""
    pieces = re.findall(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s"'`]+""", given)
    return [
        one.strip("`") if re.match(r"[$_`\"']|-?\d+(?:\.\d+)?$|true$|false$", one) else f'"{one}"'
        for one in (piece.strip(",") for piece in pieces)
        if one
    ]


def _copied(memory: Memory) -> Memory:
    return replace(memory, values=dict(memory.values), drawn=set())


def worded(said: Iterable[str], dialect: str) -> str:
    """What was said as it is read: without marks, and without the lines that hold nothing but links."""
    text = re.sub(r"\\\n|\n\\(?=\S)", " ", LEFT_TAG.sub("", LINE_TAG.sub("\n", "".join(said))))
    lines = [line for line in text.split("\n") if not ONLY_LINKS.fullmatch(line)]
    text = "\n".join(lines).replace(OPENED, "").replace(CLOSED, "")
    heading = HARLOWE_HEADING if dialect == "harlowe" else HEADING
    text = "\n".join("" if RULE.fullmatch(line.strip(" \t")) else line for line in heading.sub("", text).split("\n"))
    text = unmarked(text, dialect)
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def unmarked(text: str, dialect: str) -> str:
    """Words without the marks of how they look."""
    for mark in (*MARKED, SLANTED) if dialect in ("chapbook", "snowman") else MARKED:
        text = mark.sub(r"\1", text)
    return unescape(text).replace("\xa0", " ") if "&" in text else text
