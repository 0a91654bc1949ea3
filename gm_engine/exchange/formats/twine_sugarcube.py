"""The macros of SugarCube, and of the formats that are like it, in a passage; and the programs of Snowman."""

import re
from collections.abc import Mapping
from functools import lru_cache

from gm_engine.exchange.formats.twine_frames import LONGEST, UNCLOSED, Frame, PassageReader, in_one_line, parted_link
from gm_engine.exchange.formats.twine_macros import ASKED_FOR, LATER, LATER_MACROS, NO_CODE, NOT_RUN, ONLY_LOOKS, OPEN_ENDED, PARTS
from gm_engine.exchange.formats.twine_tree import BACK, Arms, Call, Do, Go, Include, Loop, Lost, Made, Part, Print, Silent

PROGRAM = re.compile(r"[{}]|\b(?:function|var|let|const|new|return|window|document|setTimeout)\b|=>|[$]\(")
"""What is more than a few values that are set."""
HANDED = re.compile(
    r"""\[\[.{0,1000}?\]\]|\[img\[.{0,1000}?\]\]|"(?:[^"\\]|\\.){0,4000}"|'(?:[^'\\]|\\.){0,4000}'|`[^`]*`|[^\s"'`]+""", re.DOTALL
)
"""What is handed to a macro of SugarCube, one after the other. What is never closed is not looked for to the very end."""
CLOSING = re.compile(r"<</([/\w-]+|=|-|.)>>")


class SugarCube(PassageReader):
    """What stands between ``<<`` and ``>>``, and between ``<%`` and ``%>``."""

    def _code(self, found: "re.Match[str]") -> int:
        """A piece of a program, as Snowman has them: what it plainly asks, sets or prints is read."""
        end = self.end("%>", found)
        if end == found.end():
            return end
        raw = self.source[found.start() : end]
        code = raw[2:-2].strip()
        if asked := re.fullmatch(r"(}\s*else\s+)?if\s*\((.*)\)\s*{", code, re.DOTALL):
            if asked[1]:
                self.inner("elseif", asked[2])
            else:
                self.open_frame(Frame("macro", "if", asked[2], raw))
        elif re.fullmatch(r"}\s*else\s*{", code):
            self.inner("else", "")
        elif code == "}":
            self.close_named("if")
        elif told := re.fullmatch(r"[=-]\s*(?:window\.)?story\.render\(\s*[\"']([^\"']+)[\"']\s*\);?", code):
            self.add(Include(told[1]))
        elif code.startswith(("=", "-")):
            self.add(Print(code[1:].strip().rstrip(";")))
        elif PROGRAM.search(code):
            self.lost("macro", raw, NO_CODE)
        else:
            self.add(Do(re.sub(r"/\*.*?\*/|//[^\n]*", "", code, flags=re.DOTALL)))
        return end

    def _double(self, found: "re.Match[str]") -> int:
        """A macro of SugarCube, or of a format that is like it."""
        end = _closed(self.source, found.end(), ">>") if self.unclosed < UNCLOSED else -1
        self.unclosed += end < 0
        if end < 0 or self.dialect in ("harlowe", "chapbook"):
            self.say("<<")
            return found.end()
        raw = self.source[found.start() : end]
        name, given = _parted_macro(raw[2:-2])
        if name == "script" or (name == "widget" and not given):
            close = self.source.find(f"<</{name}>>", end, end + LONGEST)
            end = close + len(f"<</{name}>>") if close >= 0 else end
            self.lost("macro", self.source[found.start() : end], NO_CODE)
        elif name.startswith("/") or (name.startswith("end") and name[3:] in OPEN_ENDED):
            self.close_named(name.removeprefix("/").removeprefix("end") if name.startswith("/") else name[3:])
        elif name in PARTS and self.inner(name, given):
            pass
        elif self._has_inside(name, end):
            if not self.open_frame(Frame("macro", name, given, raw)):
                self.lost("macro", raw, NOT_RUN)
        else:
            self.single(name, given, raw)
        return end

    def _has_inside(self, name: str, end: int) -> bool:
        if name in ("click", "link", "button") or name not in OPEN_ENDED:
            return _closings(self.source).get(name, -1) >= end
        return True

    def inner(self, name: str, given: str) -> bool:
        """What parts the inside of another macro; False where none such is open."""
        if name == "else" and given.startswith("if "):
            given = given[3:]
        outer = {"cycle": ("cycle", "listbox")}.get(PARTS[name], (PARTS[name],))
        place = next((n for n in range(len(self.frames) - 1, 0, -1) if self.frames[n].name in outer), 0)
        if not place:
            return False
        while len(self.frames) - 1 > place:
            self.shut()
        frame = self.frames[-1]
        frame.done.append((frame.given, tuple(frame.parts)))
        frame.parts = []
        frame.given = given
        if PARTS[name] == "switch":
            subject = frame.raw.strip("<>").partition(" ")[2]
            values = HANDED.findall(given)
            frame.given = " or ".join(f"(({subject}) is ({value.strip('`')}))" for value in values) if name == "case" else ""
        return True

    def close_named(self, name: str) -> None:
        place = next((n for n in range(len(self.frames) - 1, 0, -1) if self.frames[n].kind == "macro" and self.frames[n].name == name), 0)
        while place and len(self.frames) > place:
            self.shut()

    def macro_shut(self, frame: Frame, inside: tuple[Part, ...]) -> None:
        name = frame.name
        if name in ("if", "switch"):
            arms = [*frame.done, (frame.given, inside)]
            self.add(Arms(tuple(arms[1:] if name == "switch" else arms)))
        elif name in ("link", "button", "click", "linkreplace", "linkappend", "linkprepend"):
            self.linked(name, frame.given, inside, frame.raw)
        elif name == "for":
            self.add(_loop(frame.given, inside))
        elif name == "widget":
            self.add(Made(frame.given.strip("\"' ").split(" ")[0].strip("\"'"), inside))
        elif name == "nobr":
            self.frames[-1].parts += in_one_line(inside)
        elif name in ("silently", "silent"):
            self.add(Silent(inside))
        elif name in ("cycle", "listbox"):
            self._picked(frame)
        elif name in LATER_MACROS:
            self.lost("macro", frame.raw, LATER)
            told = [*(part for _, parts in frame.done for part in parts), *inside]
            self.frames[-1].parts += [Go(part.target, part.asked, later=True) if isinstance(part, Go) else part for part in told]
        elif name in ("capture", "done"):
            self.frames[-1].parts += inside
        elif name in ("replace", "append", "prepend", "type", "mouseover", "mouseout"):
            self.lost("macro", frame.raw, ONLY_LOOKS)
            self.frames[-1].parts += inside
        else:
            self.add(Call(name, frame.given, frame.raw, inside))

    def _picked(self, frame: Frame) -> None:
        """What one could turn to another value: the first one stands."""
        self.lost("macro", frame.raw, ASKED_FOR)
        offered = [given for given, _ in frame.done[1:]] + ([frame.given] if frame.done else [])
        handed = HANDED.findall(offered[0]) if offered else []
        where = HANDED.findall(frame.raw.strip("<>").partition(" ")[2])
        if handed and where:
            self.add(Do(f"{where[0].strip(chr(34) + chr(39))} to {handed[-1] if len(handed) > 1 else handed[0]}"))
            self.say(handed[0].strip("\"'"))

    def linked(self, name: str, given: str, body: tuple[Part, ...], raw: str) -> None:
        """A link that a macro makes."""
        handed = HANDED.findall(given)
        first = handed[0] if handed else ""
        sets = ""
        if first.startswith("[["):
            shown, target, sets = parted_link(first.removeprefix("[[").removesuffix("]]"))
        else:
            shown = unquoted(first)
            target = unquoted(handed[1]) if len(handed) > 1 else ""
            if shown == first and re.match(r"[$_]", first):
                shown = f"<<print {first}>>"
            elif first.startswith("`"):
                shown = f"<<print {first.strip('`')}>>"
        asked = len(handed) > 1 and handed[1][:1] in "$_`"
        if first.startswith("[img["):
            self.lost("picture", first, "Pictures are not shown.")
            shown = target
        if not body and not target:
            self.lost("macro", raw, NOT_RUN)
            self.say(shown)
            return
        self.way(shown, "" if name.startswith("link") and name != "link" else target, asked=asked, sets=sets, body=body)

    def single(self, name: str, given: str, raw: str) -> None:
        """A macro of SugarCube that has no inside."""
        handed = HANDED.findall(given)
        if name in ("set", "run", "remember"):
            self.add(Do(given))
        elif name == "unset":
            self.add(Do(", ".join(f"{one.strip(',')} to undefined" for one in handed)))
        elif name in ("print", "=", "-", "display-value"):
            self.add(Print(given))
        elif name in ("include", "display") and handed:
            inner = parted_link(handed[0][2:-2])[1] if handed[0].startswith("[[") else handed[0].strip("\"'`")
            self.add(Include(inner, handed[0][0] in "$_`"))
        elif name == "goto" and handed:
            inner = parted_link(handed[0][2:-2])[1] if handed[0].startswith("[[") else handed[0].strip("\"'`")
            self.add(Go(inner, handed[0][0] in "$_`"))
        elif name in ("back", "return"):
            shown = handed[0].strip("\"'") if handed and not handed[0].startswith("[[") else ""
            inner = parted_link(handed[0][2:-2]) if handed and handed[0].startswith("[[") else ("", "", "")
            target = inner[1] or (handed[1].strip("\"'") if len(handed) > 1 else "")
            self.way(shown or inner[0] or name.capitalize(), target or BACK, asked=not target)
        elif name in ("link", "button", "click"):
            self.linked(name, given, (), raw)
        elif name == "actions":
            for one in handed:
                shown, target, sets = parted_link(one[2:-2]) if one.startswith("[[") else (one.strip("\"'"), one.strip("\"'"), "")
                self.way(shown, target, sets=sets)
        elif name == "choice" and handed:
            first = parted_link(handed[0][2:-2]) if handed[0].startswith("[[") else ("", handed[0].strip("\"'"), "")
            self.way(first[0] or (handed[1].strip("\"'") if len(handed) > 1 else first[1]), first[1])
        elif name in ("textbox", "textarea", "numberbox", "radiobutton", "checkbox"):
            self.lost("macro", raw, ASKED_FOR)
            if len(handed) > 1 and name != "radiobutton":
                self.add(Do(f"{handed[0].strip(chr(34) + chr(39))} to {handed[1]}"))
        elif name not in ("nobr", "stop", "break", "continue"):
            self.add(Call(name, given, raw))


def unquoted(handed: str) -> str:
    """What is handed to a macro, without its quotes; a sign that is a quote within them stays.

    >>> unquoted('"say, \\\\"No.\\\\""'), unquoted("'the door'"), unquoted("$door")
    ('say, "No."', 'the door', '$door')
    """
    if len(handed) > 1 and handed[0] == handed[-1] and handed[0] in "\"'`":
        return re.sub(r"\\(.)", r"\1", handed[1:-1])
    return handed


@lru_cache(maxsize=8)
def _closings(source: str) -> Mapping[str, int]:
    """Where what closes each macro stands last in a passage."""
    return {found[1]: found.start() for found in CLOSING.finditer(source)}


def _parted_macro(inside: str) -> tuple[str, str]:
    """The name of a macro of SugarCube, and what is handed to it."""
    inside = inside.strip()
    found = re.match(r"[/\w-]+|=|-", inside)
    name = found[0] if found else inside[:1]
    if name.startswith("-") and len(name) > 1:
        name = "-"
    return name, inside[len(name) :].strip()


def _loop(given: str, body: tuple[Part, ...]) -> Part:
    """SugarCube's loop."""
    over = re.fullmatch(r"(?:[$_]\w+\s*,\s*)?([$_]\w+)\s+range\s+(.*)", given, re.DOTALL)
    if over:
        return Loop("", "", "", over[1], over[2], body)
    parts = [part.strip() for part in given.split(";")]
    if len(parts) == 3:
        return Loop(parts[0], parts[1], parts[2], "", "", body)
    return Loop("", given, "", "", "", body) if given else Lost("macro", "<<for>>", NOT_RUN)


def _closed(text: str, at: int, mark: str) -> int:
    """Where what began before ``at`` ends: behind the mark, which counts only outside of quotes; -1 where it never ends."""
    quote = ""
    for place in range(at, min(len(text), at + LONGEST)):
        letter = text[place]
        if quote:
            quote = "" if letter == quote else quote
        elif letter == '"' or (letter == "'" and not text[place - 1].isalnum()):
            quote = letter
        elif text.startswith(mark, place):
            return place + len(mark)
        elif letter == "\n" and text.startswith("\n\n", place):
            return -1
    return -1
