"""Macros in texts of other programs: filled in where they are known here, and a sentence that needs another is left out."""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from gm_engine.story.sentences import TITLED

MACRO = re.compile(r"\{\{([^{}]*)\}\}|<(char|bot|user)>", re.IGNORECASE)
PLACE = re.compile(r"([$%])\{(?:\d{1,4}#)?([^\[\]{}:]{1,200})(?:\[([^\[\]{}]{0,500})\])?(?::[^{}]{0,2000})?\}")
"""A blank that whoever begins the story fills in: ``${name}``, ``${1#name[Ann]:Who are you?}``; with ``%`` it is only explained."""
OF_THE_PLAYER = "character.name"
SOMEBODY = "somebody"
"""What stands in a blank of which nothing is known."""
PARTS = re.compile(r"\{\{|\}\}|<(?:char|bot|user)>", re.IGNORECASE)
UNSEEN = ("//", "comment:", "hidden_key:", "original", "noop")
CHOICES = re.compile(r"(random|pick)\s*:{1,2}(.*)", re.IGNORECASE | re.DOTALL)
DIE = re.compile(r"roll[\s:]+(?:(\d{0,2})d)?(\d+)\s*(?:([+-])\s*(\d{1,6}))?", re.IGNORECASE)
OUTLET = re.compile(r"outlet::(.+)", re.IGNORECASE | re.DOTALL)
VARIABLE = re.compile(r"(set|add|inc|dec|get)(?:global)?var:{1,2}(.*)", re.IGNORECASE | re.DOTALL)
CONDITION = re.compile(r"#?if\b[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
REVERSED = re.compile(r"reverse:(.*)", re.IGNORECASE | re.DOTALL)
CLOCK = re.compile(r"(time|date|weekday|isotime|isodate)(?:_utc[+-]?\d+|::?\s*utc[+-]?\d+)?", re.IGNORECASE)
NOBODY_ELSE = ("group", "charifnotgroup", "groupnotmuted")
"""What is the other one's name where two talk."""
NUMBER = re.compile(r"[+-]?\d{1,15}")
FALSE = ("", "0", "false", "off", "no", "null")
DEEPEST, NESTED = 5, 50
"""So often what an outlet says is filled in itself, and so deep macros may stand in each other."""
LONGEST = 10_000
"""Letters of the longest variable: what doubles itself has an end."""
MOST_MADE = 500_000
"""Letters that the macros of one text may add to it in all."""
MOST_TEXTS = 4
"""So many times a text may ask for another one."""
NARRATOR = "the narrator"
"""Who ``{{char}}`` is where there is nobody else."""
HOLE, TRIM = "\x00", "\x01"
ENDED = re.compile(r"(?<![.!?…])[.!?…]++[\"”’')\]*_~]*+(?:\s+|(?=<))")
QUOTES = '"“”'


class Filled(NamedTuple):
    """A text whose macros are filled in, those that are not known here, and those that would make too much of it: the sentences that held
    them are left out."""

    text: str
    unknown: tuple[str, ...] = ()
    endless: tuple[str, ...] = ()

    @property
    def left_out(self) -> tuple[str, ...]:
        """All macros for which a sentence is left out."""
        return (*self.unknown, *self.endless)


def first(_: int) -> int:
    """Chooses the first where nothing is thrown."""
    return 1


def filled(
    text: str,
    char: str,
    user: str,
    choose: Callable[[int], int] = first,
    outlets: Mapping[str, str] | None = None,
    *,
    scanned: bool = False,
    clock: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
) -> Filled:
    """A text with the names and choices in it. ``outlets`` are the texts by the names of their outlets; without them ``{{outlet::…}}``
    stays. ``clock`` says what time it is (``time``, ``date``, ``weekday``), ``texts`` what else can be asked for by name (``description``).
    ``scanned``: as it is looked through for keys, its hidden keys with it.

    >>> filled("{{Char}} likes <USER>.{{// a remark}}", "Ana", "Bo").text
    'Ana likes Bo.'
    >>> filled("It is {{random:hot,cold}}. It is {{time}} now.", "Ana", "Bo")
    Filled(text='It is hot.', unknown=('{{time}}',), endless=())
    """
    if "{{" not in text and "<" not in text and "${" not in text:
        return Filled(text)
    filling = _Filling(char, user, choose, outlets, scanned, clock or {}, texts or {})
    text = placed(text, {OF_THE_PLAYER: user}, filling.unknown)
    text = text.replace(HOLE, "").replace(TRIM, "")
    for _ in range(DEEPEST if outlets else 1):
        after = filling.of(text)
        if after == text:
            break
        text = after
    if TRIM in text:
        before, *behind = text.split(TRIM)
        text = "".join((before.rstrip("\n") if behind else before, *(part.strip("\n") for part in behind[:-1]), behind[-1].lstrip("\n")))
    return Filled(_whole(text).strip(), tuple(filling.unknown), tuple(filling.endless))


def placed(text: str, known: Mapping[str, str], unknown: dict[str, None]) -> str:
    """A text with its blanks filled in: with what is known under their names, else with what they say themselves. A blank of which nobody
    knows anything becomes a plain word, and is told in ``unknown``.

    >>> placed("You are ${name}, of ${1#town[Gao]:Where?}. ${pet} waits.", {"name": "Ann"}, {})
    'You are Ann, of Gao. somebody waits.'
    """
    if "{" not in text:
        return text
    said = {found[2].strip().casefold(): found[3] for found in PLACE.finditer(text) if found[3]}

    def put(found: re.Match[str]) -> str:
        name = found[2].strip().casefold()
        told = known.get(name, said.get(name))
        if found[1] == "%":
            return ""
        if told is None:
            unknown[found[0]] = None
        return SOMEBODY if told is None else told

    return PLACE.sub(put, text)


class _Open(NamedTuple):
    """A macro that is being read (``branch`` None), or a branch of a condition, and what is said in it so far."""

    said: list[str]
    branch: bool | None = None
    live: bool = True


class _Filling:
    """What macros stand for in one text: its variables last as long as it."""

    def __init__(
        self, char: str, user: str, choose: Callable[[int], int], outlets: Mapping[str, str] | None, scanned: bool,
        clock: Mapping[str, str], texts: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.char, self.user, self.choose, self.outlets, self.scanned = char, user, choose, outlets, scanned
        self.clock, self.texts = clock, texts
        self.variables: dict[str, str] = {}
        self.unknown: dict[str, None] = {}
        self.endless: dict[str, None] = {}
        self.asked = self.made = 0

    def of(self, text: str) -> str:
        """The text, macros within macros first."""
        stack, done = [_Open([])], 0
        for found in PARTS.finditer(text):
            stack[-1].said.append(text[done : found.start()])
            done = found.end()
            sign = found[0]
            if sign == "{{" and len(stack) <= NESTED:
                stack.append(_Open([], live=stack[-1].live))
            elif sign.startswith("<"):
                stack[-1].said.append(self._bounded(sign, self.user if sign[1:-1].casefold() == "user" else self.char))
            elif sign == "}}" and stack[-1].branch is None and len(stack) > 1:
                self._closed("".join(stack.pop().said).strip(), stack)
            else:
                stack[-1].said.append(sign)
        stack[-1].said.append(text[done:])
        begun = (("{{" if one.branch is None else "") + "".join(one.said) for one in stack[1:] if one.live)
        return "".join((*stack[0].said, *begun))

    def _closed(self, inside: str, stack: list[_Open]) -> None:
        name, here = inside.casefold(), stack[-1]
        if name == "else" and here.branch is not None:
            stack.pop()
            said = "".join(here.said) if here.live else ""
            around = stack[-1].live
            stack[-1].said.append(said)
            stack.append(_Open([], not here.branch, around and not here.branch))
        elif name == "/if" and here.branch is not None:
            stack.pop()
            if here.live:
                stack[-1].said.append("".join(here.said))
        elif condition := CONDITION.fullmatch(inside):
            true = here.live and self._true(condition[1].strip())
            stack.append(_Open([], true, here.live and true))
        elif here.live:
            here.said.append(self._said(inside))

    def _true(self, condition: str) -> bool:
        turned = condition.startswith("!")
        what = condition.lstrip("! ").replace(HOLE, "").strip()
        told = self._known(what)
        if told is None and VARIABLE.fullmatch(what):
            told = ""
        return ((told if told is not None else what).strip().casefold() in FALSE) == turned

    def _said(self, inside: str) -> str:
        told = self._known(inside)
        if told is None:
            self.unknown["{{" + inside.replace(HOLE, "") + "}}"] = None
            return HOLE
        return self._bounded("{{" + inside + "}}", told)

    def _bounded(self, macro: str, told: str) -> str:
        """What a macro stands for, where that does not make too much of the text."""
        more = max(0, len(told) - len(macro))
        if more and self.made + more > MOST_MADE:
            self.endless[macro.replace(HOLE, "")] = None
            return HOLE
        self.made += more
        return told

    def _known(self, inside: str) -> str | None:
        """What a macro stands for; None for one that nobody here knows."""
        name = inside.casefold()
        if not name or name in ("char", "bot", *NOBODY_ELSE):
            return self.char if name else ""
        if name in ("user", "notchar"):
            return self.user
        if name in ("else", "/if"):
            return ""
        if name.startswith(UNSEEN):
            return inside.partition(":")[2].strip() if self.scanned and name.startswith("hidden_key:") else ""
        if name in ("trim", "newline", "space"):
            return {"trim": TRIM, "newline": "\n", "space": " "}[name]
        if choices := CHOICES.fullmatch(inside):
            given = re.split(r"::" if "::" in choices[2] else r"(?<!\\),", choices[2])
            return given[self.choose(len(given)) - 1].replace("\\,", ",").strip()
        if die := DIE.fullmatch(inside):
            thrown = sum(self.choose(max(1, int(die[2][:9]))) for _ in range(int(die[1] or 1)))
            return str(thrown + int(die[4] or 0) * (-1 if die[3] == "-" else 1))
        if outlet := OUTLET.fullmatch(inside):
            return "{{" + inside + "}}" if self.outlets is None else self.outlets.get(outlet[1].strip(), "")
        if variable := VARIABLE.fullmatch(inside):
            return self._variable(variable[1].casefold(), variable[2])
        if turned := REVERSED.fullmatch(inside):
            return turned[1][::-1]
        if moment := CLOCK.fullmatch(inside):
            return self.clock.get(moment[1].casefold()) if moment[0].casefold() == moment[1].casefold() else self.clock.get("time")
        if name in self.texts and self.asked < MOST_TEXTS:
            self.asked += 1
            return self.texts[name].strip()
        return None

    def _variable(self, act: str, given: str) -> str | None:
        name, _, value = given.partition("::")
        name = name.strip()
        was = self.variables.get(name)
        if act == "get":
            return was
        if act in ("inc", "dec"):
            value = "1" if act == "inc" else "-1"
        elif HOLE in value:
            return None
        if act != "set":
            both = NUMBER.fullmatch((was or "0").strip()) and NUMBER.fullmatch(value.strip())
            value = str(int(was or 0) + int(value)) if both else f"{was or ''}{value}"
        self.variables[name] = value[:LONGEST]
        return self.variables[name] if act in ("inc", "dec") else ""


def _whole(text: str) -> str:
    """A text without the sentences that have a hole; a quotation of which a part is left keeps both its marks."""
    if HOLE not in text:
        return text
    lines = []
    for line in text.split("\n"):
        if HOLE not in line:
            lines.append(line)
            continue
        stops = (found for found in ENDED.finditer(line) if not TITLED.search(line[max(0, found.start() - 8) : found.start() + 1]))
        ends = [0, *(found.end() for found in stops), len(line)]
        kept, opened = list[str](), ""
        for begin, end in pairwise(ends):
            sentence = line[begin:end]
            if HOLE not in sentence:
                kept.append(opened + sentence)
                opened = ""
                continue
            words = sentence.strip()
            if sum(map(words.count, QUOTES)) % 2:
                if words[0] in QUOTES:
                    opened = words[0]
                elif words[-1] in QUOTES and kept and not opened:
                    kept[-1] = kept[-1].rstrip() + words[-1] + " "
                elif opened:
                    opened = ""
        if "".join(kept).strip():
            lines.append("".join(kept).rstrip())
    return "\n".join(lines)


def untold(text: str, clock: Mapping[str, str] | None = None, texts: Mapping[str, str] | None = None) -> Filled:
    """The macros of a text for which a sentence is left out, in what is left of it.

    >>> untold("{{user}} waits. {{lastMessage}} is long ago.").unknown
    ('{{lastMessage}}',)
    """
    return filled(text, "", "", outlets={}, clock=clock, texts=texts)


def names_of(name: str, char: str, user: str) -> str:
    """A title or a key with its macros filled in; one that nobody here knows is taken out alone.

    >>> names_of("{{char}}'s {{mood}} book", "Ana", "Bo")
    "Ana's book"
    """
    told = filled(name, char, user, outlets={})
    return " ".join(MACRO.sub("", with_names(name, char, user)).split()) if told.left_out else told.text


def with_names(text: str, char: str, user: str) -> str:
    """A text with the two names in it, and everything else as it stands.

    >>> with_names("{{char}} meets <USER> at {{time}}", "Ana", "Bo")
    'Ana meets Bo at {{time}}'
    """
    names = {"char": char, "bot": char, "user": user}
    return MACRO.sub(lambda found: names.get((found[1] or found[2] or "").strip().casefold(), found[0]), text)


def outlets_in(text: str) -> tuple[str, ...]:
    """The outlets that a text asks for."""
    return tuple(found[1].strip() for macro in MACRO.finditer(text) if macro[1] and (found := OUTLET.fullmatch(macro[1].strip())))
