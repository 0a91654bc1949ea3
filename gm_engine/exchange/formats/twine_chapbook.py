"""The head, the modifiers and the inserts of a passage of Chapbook."""

import re

from gm_engine.exchange.formats.twine_frames import FIRST_TEXT, Frame, PassageReader
from gm_engine.exchange.formats.twine_macros import ASKED_FOR, LATER, NO_CODE, NOT_RUN, ONLY_LOOKS
from gm_engine.exchange.formats.twine_tree import BACK, Asked, Do, Include, Lost, Part, Print, Words

MODIFIER = re.compile(r"\[([^\[\]\n]+)\][ \t]*(?=\n|\Z)")
"""A line of Chapbook that says how the next ones are shown."""
CHAPBOOK_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")


class Chapbook(PassageReader):
    """What stands before ``--``, in lines of brackets, and in braces."""

    def insert(self, found: "re.Match[str]") -> int:
        """An insert of Chapbook."""
        inside = found[0][1:-1].strip()
        given = {key.strip(): one or other for key, one, other in re.findall(r"""([A-Za-z ]+):\s*(?:'([^']*)'|"([^"]*)")""", inside)}
        name = re.match(r"[A-Za-z ]+", inside)
        kind = name[0].strip() if name else ""
        if target := given.get("link to") or (given.get("passage", "") if "reveal link" in given else ""):
            if "link to" in given:
                self.way(given.get("label") or target, target)
            else:
                self.way(given["reveal link"], "", body=(Include(target),))
        elif "reveal link" in given and "text" in given:
            self.way(given["reveal link"], "", body=(Words(given["text"]),))
        elif target := given.get("embed passage") or given.get("embed passage named", ""):
            self.add(Include(target))
        elif kind.startswith("back link"):
            self.way(given.get("label") or "Back", BACK, asked=True)
        elif kind.startswith(("cycling link", "dropdown menu")) and (options := re.search(r"choices:\s*\[([^\]]*)", inside)):
            self.lost("macro", found[0], ASKED_FOR)
            first = FIRST_TEXT.search(options[1])
            value = (first[1] or first[2] or "") if first else ""
            if bound := given.get("cycling link for") or given.get("dropdown menu for"):
                self.add(Do(f"{bound} = '{value}'"))
            self.say(value)
        elif inside.startswith("random.d"):
            self.add(Print("random(1, 1)"))
        elif CHAPBOOK_NAME.fullmatch(inside):
            self.add(Print(inside))
        else:
            self.lost("macro", found[0], ASKED_FOR if "input" in kind else NOT_RUN)
        return found.end()

    def _chapbook(self) -> list[Part]:
        """A passage of Chapbook: what its head sets, then its text, cut at its modifiers."""
        source = f"{self.source}\n"
        head, parted, rest = source.partition("\n--\n")
        if source.startswith("--\n"):
            head, parted, rest = "", "--", source[3:]
        found: list[Part] = []
        if parted and all(re.match(r"\s*$|[^:\n]+:|\s*#", line) for line in head.splitlines()):
            source = rest
            found += [part for line in head.splitlines() if (part := _headed(line))]
        at, modifiers = 0, ""
        pieces: list[tuple[str, str]] = []
        for one in MODIFIER.finditer(source):
            if one.start() and source[one.start() - 1] != "\n":
                continue
            pieces.append((modifiers, source[at : one.start()]))
            at, modifiers = one.end(), one[1]
        pieces.append((modifiers, source[at:]))
        for modifiers, text in pieces:
            found += self._modified(modifiers, text)
        return found

    def _modified(self, modifiers: str, text: str) -> list[Part]:
        self.frames.append(Frame("inside"))
        self.scan(text)
        parts: list[Part] = list(self.frames.pop().parts)
        for modifier in reversed([one.strip() for one in modifiers.split(";") if one.strip()]):
            kind, _, given = modifier.partition(" ")
            kind = kind.lower()
            if kind in ("if", "unless"):
                parts = [Asked(kind, given, tuple(parts))]
            elif kind in ("else", "ifalways", "ifnever"):
                fixed = {"ifalways": ("if", "true"), "ifnever": ("if", "false")}.get(kind, ("else", ""))
                parts = [Asked(*fixed, tuple(parts))]
            elif kind in ("javascript", "css", "note", "n.b.", "fixme", "todo"):
                parts = [Lost("macro", f"[{modifier}]{text}", NO_CODE if kind in ("javascript", "css") else "It was for the author alone.")]
            elif kind == "after":
                parts = [Lost("macro", f"[{modifier}]", LATER), *parts]
            elif kind not in ("continue", "continued", "cont'd", "cont"):
                parts = [Lost("macro", f"[{modifier}]", ONLY_LOOKS), *parts]
        return parts


def _headed(line: str) -> Part | None:
    """What a line of a Chapbook passage's head sets, under the condition that it may have."""
    name, parted, value = line.partition(":")
    name = name.strip()
    if not parted or name.startswith("#") or not name:
        return None
    asked = re.fullmatch(r"([^()\s]+)\s*\((.*)\)", name)
    done = Do(f"{asked[1] if asked else name} = ({value.strip()})")
    return Asked("if", asked[2], (done,)) if asked else done
