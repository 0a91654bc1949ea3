"""The macros and hooks of Harlowe in a passage."""

import re
from collections.abc import Mapping
from functools import lru_cache

from gm_engine.exchange.formats.twine_frames import FIRST_TEXT, LONGEST, UNCLOSED, Frame, PassageReader, two
from gm_engine.exchange.formats.twine_macros import (
    ASKED_FOR,
    CLICKS,
    FIELDS,
    HARLOWE,
    LATER,
    LATER_MACROS,
    LOOKS,
    NOT_RUN,
    ONLY_LOOKS,
    PICKS,
    REPLACES,
    REVEALS,
    SET_MACROS,
    VALUES,
)  # fmt: skip
from gm_engine.exchange.formats.twine_tree import BACK, Asked, Do, Go, Hidden, Include, Loop, Lost, Part, Print, Show, Words

WORDS_ONLY = re.compile(r"""\s*+(?:"([^"]*)"|'([^']*)')\s*+(?:(?:,\s*+|(?<=\s))(?:"([^"]*)"|'([^']*)')\s*+)?""")
"""One or two texts in quotes, and nothing else."""
BESIDE_HOOK = re.compile(r"<([A-Za-z_]\w*)\|")
"""The name of a hook, behind it."""
NAMED_HOOK = re.compile(r"\|([A-Za-z_]\w*)([>)])$")
"""The name of a hook, before it."""
HOOK = re.compile(r"\|(\w+)>\[([^\[\]\n]+)\]|\[([^\[\]\n]+)\]<(\w+)\|")
"""A hook that has a name, and holds nothing but words."""
OPENING = re.compile(r"\[\[")
LAST_OF_HISTORY = re.compile(r"\(history:\s*\)'s\s+(?:last|1stlast)")
VALUED_HOOK = re.compile(r"(?:\$|(?<!\w)_)[A-Za-z]\w*$")
"""A value before a hook, that says how it is shown."""


class Harlowe(PassageReader):
    """What stands in ``(name: …)``, and the hooks behind it."""

    def _macro(self, found: "re.Match[str]") -> int:
        """A macro of Harlowe, with the hook that it may have."""
        known = self.dialect == "harlowe" or (not self.dialect and found["name"].lower() in HARLOWE)
        end = _balanced(self.source, found.start()) if known and self.unclosed < UNCLOSED else -1
        if end < 0:
            self.unclosed += known
            self.say(found[0])
            return found.end()
        raw, given = self.source[found.start() : end], self.source[found.end() : end - 1].strip()
        name = found["name"].lower().replace("_", "-")
        while chained := re.compile(r"\s*\+\s*\(([A-Za-z][\w-]*):").match(self.source, end):
            after = _balanced(self.source, chained.start(1) - 1)
            if after < 0:
                break
            if chained[1].lower().replace("_", "-") in LOOKS:
                self.lost("macro", self.source[chained.start(1) - 1 : after], ONLY_LOOKS)
            else:
                given, name, raw = self.source[chained.end() : after - 1].strip(), chained[1].lower(), self.source[found.start() : after]
            end = after
        blank = re.compile(r"[ \t]*\n?[ \t]*(?=\[)" if name in ("if", "unless", "else", "else-if", "elseif") else "").match(
            self.source, end
        )
        behind = blank.end() if blank else end
        if self.source.startswith("[", behind) and (self.source[behind + 1 : behind + 2] != "[" or self.source.startswith("[[[", behind)):
            opened = behind + (2 if self.source.startswith("[=", behind) else 1)
            if self.open_frame(Frame("hook", name, given, raw)):
                return opened
        if name in ("else", "else-if", "elseif", "if", "unless") and self.source.startswith("[[", behind):
            close = self.source.find("]]", behind)
            opening = OPENING.match(self.source, behind)
            if opening and 0 <= close < behind + LONGEST and self.open_frame(Frame("hook", name, given, raw)):
                at = self._link(opening)
                self.shut()
                return at
        self.hook_shut(Frame("hook", name, given, raw), None)
        return end

    def hook_shut(self, frame: Frame, inside: tuple[Part, ...] | None) -> None:
        """A macro of Harlowe with what was in its hook; None where it has none."""
        name, given, raw, body = frame.name, frame.given, frame.raw, inside or ()
        words = WORDS_ONLY.fullmatch(given)
        shown, target = two(words) if words else ("", "")
        first = FIRST_TEXT.search(given)
        if name == "":
            self.frames[-1].parts += body
        elif name in ("hidden hook", "hidden"):
            self.add(Hidden(given, body))
        elif name in ("if", "unless", "else", "else-if", "elseif", "shown") and inside is not None:
            self.add(Asked("else-if" if name == "elseif" else name, given, body))
        elif name in SET_MACROS:
            self.add(Do(given))
        elif name in ("link-goto", "link-reveal-goto"):
            at, to = _halves(given)
            to = BACK if LAST_OF_HISTORY.fullmatch(to) else to
            self.way(shown or _asked_text(at), target or (to if not words else shown), asked=not words and bool(to), body=body)
        elif name in ("link-undo", "undo"):
            self.way(shown or "Undo", BACK, asked=True)
        elif name in ("goto", "go-to", "redirect"):
            self.add(Go(BACK if LAST_OF_HISTORY.fullmatch(given) else shown or given, not shown))
        elif name == "display":
            self.add(Include(shown or given, not shown))
        elif name in REVEALS:
            self.way(shown or _asked_text(given), "", body=body or ((Lost("macro", raw, NOT_RUN),)))
        elif name in CLICKS:
            self.way(shown or self._hook_words(given) or given, "", body=body or (Lost("macro", raw, NOT_RUN),), said=False)
        elif name in PICKS:
            self.lost("macro", raw, ASKED_FOR)
            if bound := re.search(r"\b(?:2)?bind\s+(\$\w+)", given):
                self.add(Do(f'{bound[1]} to "{(first[1] or first[2] or "") if first else ""}"'))
            self.say((first[1] or first[2] or "") if first else "")
        elif name in FIELDS:
            self.lost("macro", raw, ASKED_FOR)
        elif name in ("show", "show-hook"):
            for hook in re.findall(r"\?(\w+)", given):
                self.add(Show(hook))
        elif name in ("for", "loop"):
            each = re.match(r"each\s+([$_]\w+)\s*(?:where[^,]*)?,(.*)", given, re.DOTALL)
            self.add(Loop("", "", "", each[1], each[2], body) if each else Lost("macro", raw, NOT_RUN))
        elif name in VALUES and inside is None:
            self.add(Print(given if name == "print" else raw))
        elif name in LATER_MACROS:
            self.lost("macro", raw, LATER)
            self.frames[-1].parts += [Go(part.target, part.asked, later=True) if isinstance(part, Go) else part for part in body]
        else:
            self.lost("macro", raw, ONLY_LOOKS if name in LOOKS or name in REPLACES else NOT_RUN)
            self.frames[-1].parts += body

    def _hook_words(self, given: str) -> str:
        """The words of a hook that is named."""
        name = given.lstrip("?").strip()
        if not re.fullmatch(r"\w+", name):
            return ""
        return _hooks(self.source).get(name, "")

    def _open(self, found: "re.Match[str]") -> int:
        return self.bracket(found.start())

    def bracket(self, at: int) -> int:
        """A hook, or a bracket that stands in the text."""
        last = self.frames[-1].parts[-1] if self.frames[-1].parts else None
        if self.dialect in ("harlowe", "") and isinstance(last, Words) and (named := NAMED_HOOK.search(last.text)):
            self.frames[-1].parts[-1] = Words(last.text[: named.start()])
            self.open_frame(Frame("hook", "" if named[2] == ">" else "hidden hook", named[1]))
        elif self.dialect == "harlowe" and isinstance(last, Words) and (valued := VALUED_HOOK.search(last.text)):
            self.frames[-1].parts[-1] = Words(last.text[: valued.start()])
            self.open_frame(Frame("hook", "shown", valued[0], valued[0]))
        elif not self.open_frame(Frame("bracket")):
            self.say("[")
        return at + 1

    def _close(self, found: "re.Match[str]") -> int:
        kind = self.frames[-1].kind
        if kind not in ("hook", "bracket"):
            self.say("]")
            return found.end()
        beside = BESIDE_HOOK.match(self.source, found.end()) if self.dialect in ("harlowe", "") else None
        if kind == "bracket" and beside is None:
            self.say("]")
        elif kind == "bracket":
            self.frames[-1].kind = "inside"
        self.shut()
        return beside.end() if beside else found.end()

    def _brace(self, found: "re.Match[str]") -> int:
        """Around what Harlowe tells in one line."""
        if self.dialect != "harlowe":
            self.say(found[0][0])
        elif found[0][0] == "{":
            self.open_frame(Frame("line"))
        elif self.frames[-1].kind == "line":
            self.shut()
        return found.start() + 1


@lru_cache(maxsize=8)
def _hooks(source: str) -> Mapping[str, str]:
    """The words of the hooks of a passage that have a name; the first of a name counts."""
    found: dict[str, str] = {}
    for one in HOOK.finditer(source):
        found.setdefault(one[1] or one[4], one[2] or one[3])
    return found


def _asked_text(given: str) -> str:
    """What a link of Harlowe shows, where it is no plain text."""
    found = FIRST_TEXT.search(given)
    return (found[1] or found[2] or "") if found else given


def _halves(given: str) -> tuple[str, str]:
    """What stands before, and behind, the last comma that is in no quotes."""
    at, quote = -1, ""
    for place, letter in enumerate(given):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == ",":
            at = place
    return (given[:at].strip(), given[at + 1 :].strip()) if at >= 0 else (given, given)


def _balanced(text: str, at: int) -> int:
    """Behind the bracket that closes the one at ``at``; brackets in quotes do not count; -1 where none does."""
    depth, quote = 0, ""
    for place in range(at, min(len(text), at + LONGEST)):
        letter = text[place]
        if quote:
            quote = "" if letter == quote else quote
        elif letter == '"' or (letter == "'" and not text[place - 1].isalnum() and text[place - 1] != ")"):
            quote = letter
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if not depth:
                return place + 1
    return -1
