"""What a passage of a Twine story says: its words, its links, and what its story format would have done besides.

The macros of Harlowe, SugarCube, Chapbook and Snowman are programs; they are not run here. A link that a macro makes out of plain words is
a link; of every other macro the words around and inside of it stay, and a Loss says what it was.
"""

import re
from typing import NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.story.letters import plain

DIALECTS = ("harlowe", "sugarcube", "chapbook", "snowman", "sugarcane", "jonah")
OPENED, CLOSED = "\x02", "\x03"
"""Around a link's words, while a passage is read: no text has them (``letters.plain``)."""
ONLY_LINKS = re.compile(rf"(?:[\s>*•+|/,;.–-]|\d+[.)])*(?:{OPENED}[^{CLOSED}]*{CLOSED}[\s>*•+|/,;.–-]*)+")
"""A line that holds nothing but links: what it offers is offered as choices."""
TOKEN = re.compile(
    r"(?P<comment><!--|/\*|/%)|(?P<verbatim>\"\"\")"
    r"|(?P<image>\[img\[)|(?P<link>\[\[)|(?P<code><%)"
    r"|(?P<double><<)|(?P<tag></?[A-Za-z][^<>]*>)|(?P<macro>\((?P<name>[A-Za-z][\w-]*):)|(?P<insert>\{[^{}\n]*\})|(?P<open>\[)|(?P<close>\])",
    re.DOTALL,
)
HARLOWE = frozenset(
    [
        "set",
        "put",
        "move",
        "print",
        "display",
        "if",
        "unless",
        "else-if",
        "elseif",
        "else",
        "for",
        "loop",
        "either",
        "random",
        "cond",
        "link",
        "link-goto",
        "link-reveal",
        "link-repeat",
        "link-undo",
        "link-reveal-goto",
        "link-show",
        "link-rerun",
        "link-fullscreen",
        "click",
        "click-goto",
        "click-replace",
        "mouseover",
        "mouseout",
        "goto",
        "go-to",
        "undo",
        "redirect",
        "show",
        "hide",
        "rerun",
        "live",
        "stop",
        "event",
        "after",
        "after-error",
        "alert",
        "prompt",
        "confirm",
        "cycling-link",
        "seq-link",
        "dropdown",
        "checkbox",
        "input",
        "force-input",
        "input-box",
        "replace",
        "append",
        "prepend",
        "enchant",
        "change",
        "text-style",
        "text-colour",
        "text-color",
        "colour",
        "color",
        "font",
        "align",
        "transition",
        "t8n",
        "t8n-time",
        "live",
        "box",
        "css",
        "background",
        "bg",
        "hook",
        "verbatim",
        "nth",
        "visits",
        "visited",
        "history",
        "passage",
        "a",
        "array",
        "dm",
        "datamap",
        "ds",
        "dataset",
        "macro",
        "output",
        "border",
        "size",
        "str",
        "string",
        "num",
        "save-game",
        "load-game",
        "meter",
        "dialog",
        "storylet",
        "link-storylet",
        "open-storylets",
        "enchant-in",
        "char-style",
        "line-style",
        "collapse",
        "nobr",
        "opacity",
        "rotate",
        "hover-style",
    ]
)
"""Harlowe's macros, where a story does not say which format it is in."""
CLOSES = {"<!--": "-->", "/*": "*/", "/%": "%/"}
UNCLOSED = 20
"""So many that are never closed, and the passage is taken for one that has no macros."""
LONGEST = 20_000
"""Letters within which a macro is closed; one that is not is taken for words."""
WORDS_ONLY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)')\s*(?:[,\s]\s*(?:"([^"]*)"|'([^']*)')\s*)?""")
"""One or two texts in quotes, and nothing else."""
MEDIA = frozenset(
    {"img", "audio", "video", "iframe", "input", "textarea", "select", "button", "svg", "canvas", "object", "embed", "source"}
)
VARIABLE = re.compile(r"(?<![\w$\\])\$[A-Za-z_]\w*")
MARKED = (
    re.compile(r"''(.+?)''"), re.compile(r"(?<![:/])//(?!/)(.+?)(?<![:/])//"), re.compile(r"\*\*(.+?)\*\*"), re.compile(r"__(.+?)__"),
    re.compile(r"~~(.+?)~~"), re.compile(r"\^\^(.+?)\^\^"), re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])"),
    re.compile(r"(?<![\w`])`+([^`\n]+?)`+(?!\w)"),
)  # fmt: skip
"""Bold, slanted, underlined, struck and raised words."""
BESIDE_HOOK = re.compile(r"<[A-Za-z_]\w*\|")
"""The name of a hook, behind it."""
MODIFIER = re.compile(r"\[[^\[\]\n]+\](?=\n|\Z)")
"""A line of Chapbook that says how the next ones are shown."""
NOT_RUN = "What it does is not done here; the words inside of it stay."


class Link(NamedTuple):
    """A way on: the words that are shown, and the name of the passage."""

    shown: str
    target: str


class Told(NamedTuple):
    """What a passage says. ``then`` is the passage that it goes on to by itself."""

    text: str
    links: tuple[Link, ...]
    then: str
    losses: tuple[Loss, ...]


def dialect_of(name: str) -> str:
    """The story format that is meant; empty where it is none of those that are known.

    >>> dialect_of("Harlowe 3"), dialect_of("paperthin")
    ('harlowe', '')
    """
    return next((one for one in DIALECTS if name.casefold().startswith(one)), "")


def read_passage(source: str, path: str, dialect: str = "") -> Told:
    """The words and the links of a passage; ``path`` is where it stands, for its losses.

    >>> read_passage("It rains. [[Go in->Hall]]", "x").links
    (Link(shown='Go in', target='Hall'),)
    """
    return _Passage(plain(source.replace("\r\n", "\n").replace("\r", "\n")), path, dialect).told()


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


class _Passage:
    def __init__(self, source: str, path: str, dialect: str) -> None:
        self.source, self.path, self.dialect = source, path, dialect
        self.said: list[str] = []
        self.links: list[Link] = []
        self.then = ""
        self.losses: list[Loss] = []
        self.hooks: list[bool] = []
        self.unclosed = 0

    def told(self) -> Told:
        if self.dialect == "chapbook":
            self._chapbook_head()
        at = 0
        while found := TOKEN.search(self.source, at):
            self.said.append(self.source[at : found.start()])
            at = getattr(self, f"_{found.lastgroup}")(found)
        self.said.append(self.source[at:])
        text = self._worded("".join(self.said))
        for name in dict.fromkeys(VARIABLE.findall(text)):
            self._lost("variable", name, "What a story counts or remembers is not known here; its name stays in the text.")
        return Told(text, tuple(dict.fromkeys(self.links)), self.then, tuple(self.losses))

    def _lost(self, what: str, value: str, why: str) -> None:
        self.losses.append(Loss(f"{self.path}.{what}", value, why))

    def _link_to(self, shown: str, target: str, say: bool = True) -> None:
        shown = _unmarked(re.sub(r"</?[A-Za-z][^<>]*>", "", shown)).strip() or target
        if not target:
            self.said.append(shown)
            return
        self.links.append(Link(" ".join(shown.split()), target))
        if say:
            self.said.append(f"{OPENED}{shown}{CLOSED}")

    # --- what is found, each with where it ends

    def _comment(self, found: "re.Match[str]") -> int:
        if self.dialect in ("harlowe", "chapbook", "snowman") and not found[0].startswith("<!--"):
            self.said.append(found[0])
            return found.end()
        end = self._end(CLOSES[found[0]], found)
        if end > found.end():
            self._lost("comment", self.source[found.start() : end], "It was for the author alone.")
        return end

    def _verbatim(self, found: "re.Match[str]") -> int:
        end = self._end('"""', found)
        self.said.append(self.source[found.end() : max(found.end(), end - 3)])
        return end

    def _end(self, mark: str, found: "re.Match[str]") -> int:
        """Behind the mark that closes what was found; where there is none, it is words."""
        end = self.source.find(mark, found.end(), found.end() + LONGEST)
        if end < 0:
            self.said.append(found[0])
        return found.end() if end < 0 else end + len(mark)

    def _link(self, found: "re.Match[str]") -> int:
        end = self.source.find("]]", found.end(), found.end() + LONGEST)
        inside = self.source[found.end() : end]
        if end < 0 or "\n\n" in inside or "[[" in inside:
            self.said.append("[[")
            return found.end()
        shown, target, sets = parted_link(inside)
        if sets:
            self._lost("link.sets", sets, "What a link counts or remembers is not kept here.")
        self._link_to(shown, target)
        return end + 2

    def _image(self, found: "re.Match[str]") -> int:
        end = self.source.find("]]", found.end(), found.end() + LONGEST)
        if end < 0:
            self.said.append(found[0])
            return found.end()
        end += 2
        inside = self.source[found.start() : end]
        self._lost("picture", inside, "Pictures are not shown.")
        _, parted, target = inside[5:].removesuffix("]]").partition("][")
        if parted and target:
            self._link_to(target.partition("][")[0], target.partition("][")[0])
        return end

    def _code(self, found: "re.Match[str]") -> int:
        end = self._end("%>", found)
        if end > found.end():
            self._lost("macro", self.source[found.start() : end], NOT_RUN)
        return end

    def _tag(self, found: "re.Match[str]") -> int:
        name = re.match(r"</?([A-Za-z][\w-]*)", found[0])
        kind = name[1].lower() if name else ""
        if kind in ("script", "style") and not found[0].startswith("</"):
            close = re.compile(rf"</{kind}\s*>", re.IGNORECASE).search(self.source, found.end(), found.end() + LONGEST)
            end = close.end() if close else found.end()
            self._lost(kind, self.source[found.start() : end], "Neither scripts nor styles are taken over.")
            return end
        passage = re.search(r"""\bdata-passage\s*=\s*(?:"([^"]*)"|'([^']*)')""", found[0])
        if kind == "a" and passage:
            close = re.compile(r"</a\s*>", re.IGNORECASE).search(self.source, found.end(), found.end() + LONGEST)
            self._link_to(self.source[found.end() : close.start()] if close else "", passage[1] or passage[2] or "")
            return close.end() if close else found.end()
        if kind in MEDIA and not found[0].startswith("</"):
            self._lost("picture" if kind == "img" else kind, found[0], "Neither pictures nor sounds nor fields to fill in are taken over.")
        if kind in ("br", "p", "div", "li", "h1", "h2", "h3", "tr"):
            self.said.append("\n")
        return found.end()

    def _double(self, found: "re.Match[str]") -> int:
        """A macro of SugarCube, or of a format that is like it."""
        end = _closed(self.source, found.end(), ">>") if self.unclosed < UNCLOSED else -1
        self.unclosed += end < 0
        if end < 0 or self.dialect in ("harlowe", "chapbook"):
            self.said.append("<<")
            return found.end()
        macro = self.source[found.start() : end]
        name, _, given = macro[2:-2].strip().partition(" ")
        if name == "script":
            close = self.source.find("<</script>>", end, end + LONGEST)
            end = close + len("<</script>>") if close >= 0 else end
            macro = self.source[found.start() : end]
        if name.startswith("/") or name in ("nobr", "silently"):
            return end
        inside = given.strip().removeprefix("[[").removesuffix("]]") if given.strip().startswith("[[") else ""
        words = WORDS_ONLY.fullmatch(given)
        shown, target = parted_link(inside)[:2] if inside else _two(words) if words else ("", "")
        if name in ("link", "button", "click") and shown and target:
            self._link_to(shown, target)
        elif name in ("link", "button", "click", "linkreplace", "linkappend", "linkprepend") and shown:
            self.said.append(shown + " ")
            self._lost("macro", macro, NOT_RUN)
        elif name == "goto" and (target or shown) and not self.then:
            self.then = target or shown
        else:
            self._lost("macro", macro, NOT_RUN)
        return end

    def _macro(self, found: "re.Match[str]") -> int:
        """A macro of Harlowe, with the hook that it may have."""
        known = self.dialect == "harlowe" or (not self.dialect and found["name"].lower() in HARLOWE)
        end = _balanced(self.source, found.start()) if known and self.unclosed < UNCLOSED else -1
        if end < 0:
            self.unclosed += known
            self.said.append(found[0])
            return found.end()
        macro, given = self.source[found.start() : end], self.source[found.end() : end - 1]
        name = found["name"].lower().replace("_", "-")
        words = WORDS_ONLY.fullmatch(given)
        shown, target = _two(words) if words else ("", "")
        if name in ("link-goto", "link-reveal-goto") and shown:
            self._link_to(shown, target or shown)
        elif name in ("goto", "go-to", "redirect") and shown and not self.then:
            self.then = shown
        else:
            if name in ("link", "link-reveal", "link-repeat", "link-rerun") and shown:
                self.said.append(shown + " ")
            self._lost("macro", macro, NOT_RUN)
        if self.source.startswith("[", end) and not self.source.startswith("[[", end):
            self.hooks.append(True)
            end += 1
        return end

    def _insert(self, found: "re.Match[str]") -> int:
        """An insert of Chapbook."""
        if self.dialect != "chapbook":
            self.said.append("{")
            return found.start() + 1
        inside = found[0][1:-1]
        given = dict(re.findall(r"([A-Za-z ]+):\s*'([^']*)'", inside))
        given = {key.strip(): value for key, value in given.items()}
        if target := given.get("link to") or (given.get("passage", "") if "reveal link" in given else ""):
            self._link_to(given.get("label") or given.get("reveal link") or target, target)
        else:
            self._lost("macro", found[0], NOT_RUN)
        return found.end()

    def _open(self, found: "re.Match[str]") -> int:
        modifier = MODIFIER.match(self.source, found.start()) if self.dialect == "chapbook" else None
        if modifier and self.source[found.start() - 1 : found.start()] in ("", "\n"):
            self._lost("macro", modifier[0], NOT_RUN)
            return modifier.end()
        named = re.search(r"\|[A-Za-z_]\w*[>)]$", self.said[-1]) if self.said and self.dialect in ("harlowe", "") else None
        if named:
            self.said[-1] = self.said[-1][: named.start()]
        self.hooks.append(named is not None)
        if named is None:
            self.said.append("[")
        return found.end()

    def _close(self, found: "re.Match[str]") -> int:
        dropped = self.hooks.pop() if self.hooks else False
        if not dropped:
            self.said.append("]")
            return found.end()
        named = BESIDE_HOOK.match(self.source, found.end())
        return named.end() if named else found.end()

    def _chapbook_head(self) -> None:
        """What a passage of Chapbook sets before its text."""
        head, parted, rest = self.source.partition("\n--\n")
        if parted and all(re.match(r"\s*$|[^:\n]+:", line) for line in head.splitlines()):
            self._lost("variables", head, "What a story counts or remembers is not kept here.")
            self.source = rest

    @staticmethod
    def _worded(text: str) -> str:
        text = text.replace("\\\n", " ")
        lines = [line for line in text.split("\n") if not ONLY_LINKS.fullmatch(line)]
        text = _unmarked("\n".join(lines).replace(OPENED, "").replace(CLOSED, ""))
        lines = [" ".join(line.split()) for line in text.split("\n")]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _unmarked(text: str) -> str:
    for mark in MARKED:
        text = mark.sub(r"\1", text)
    return text


def _two(words: "re.Match[str]") -> tuple[str, str]:
    return (words[1] or words[2] or "").strip(), (words[3] or words[4] or "").strip()


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


def _balanced(text: str, at: int) -> int:
    """Behind the bracket that closes the one at ``at``; brackets in quotes do not count; -1 where none does."""
    depth, quote = 0, ""
    for place in range(at, min(len(text), at + LONGEST)):
        letter = text[place]
        if quote:
            quote = "" if letter == quote else quote
        elif letter == '"' or (letter == "'" and not text[place - 1].isalnum()):
            quote = letter
        elif letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if not depth:
                return place + 1
    return -1
