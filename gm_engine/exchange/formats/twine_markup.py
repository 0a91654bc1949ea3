"""Reads a passage of a Twine story into the tree of what it is made of.

The macros of Harlowe, SugarCube and Chapbook that tell, set, ask and lead on are understood; of every other the words around and inside of
it stay, and what it was is told. Of Snowman's programs what plainly asks, sets or prints is read;
what is more is left out, and told.
"""

import re

from gm_engine.exchange.formats.twine_chapbook import Chapbook
from gm_engine.exchange.formats.twine_frames import LONGEST, UNCLOSED, in_one_line
from gm_engine.exchange.formats.twine_harlowe import Harlowe
from gm_engine.exchange.formats.twine_sugarcube import SugarCube
from gm_engine.exchange.formats.twine_tree import Part, Words
from gm_engine.story.letters import plain

CLOSES = {"<!--": "-->", "/*": "*/", "/%": "%/"}
VERBATIM = {'"""': '"""', "{{{": "}}}", "<nowiki>": "</nowiki>"}
MEDIA = frozenset(
    {"img", "audio", "video", "iframe", "input", "textarea", "select", "button", "svg", "canvas", "object", "embed", "source"}
)
LINES = frozenset({"br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote", "section", "center", "hr"})


def read_markup(source: str, dialect: str = "") -> tuple[Part, ...]:
    """The tree of a passage.

    >>> read_markup("It rains. <<set $wet to true>>", "sugarcube")
    (Words(text='It rains. '), Do(source='$wet to true'))
    """
    return _Reader(plain(source.replace("\r\n", "\n").replace("\r", "\n")), dialect).read()


class _Reader(SugarCube, Harlowe, Chapbook):
    """All of them together."""

    def read(self) -> tuple[Part, ...]:
        if self.dialect == "chapbook":
            return tuple(self._chapbook())
        self.scan(self.source)
        return tuple(self.frames[0].parts)

    def shut(self) -> None:
        """Closes what was opened last, and hands it to what it lies in."""
        frame = self.frames.pop()
        inside = tuple(frame.parts)
        if frame.kind == "macro":
            self.macro_shut(frame, inside)
        elif frame.kind == "hook":
            self.hook_shut(frame, inside)
        elif frame.kind == "line":
            self.frames[-1].parts += in_one_line(inside)
        else:
            self.frames[-1].parts += [Words("["), *inside] if frame.kind == "bracket" else inside

    # --- what is found, each with where it ends

    def _comment(self, found: "re.Match[str]") -> int:
        if self.dialect in ("harlowe", "chapbook", "snowman") and not found[0].startswith("<!--"):
            self.say(found[0])
            return found.end()
        end = self.end(CLOSES[found[0]], found)
        if end > found.end():
            self.lost("comment", self.source[found.start() : end], "It was for the author alone.")
        return end

    def _verbatim(self, found: "re.Match[str]") -> int:
        mark = VERBATIM[found[0]]
        if mark == "}}}" and self.dialect in ("harlowe", "chapbook", "snowman"):
            self.say(found[0])
            return found.end()
        end = self.end(mark, found)
        self.say(self.source[found.end() : max(found.end(), end - len(mark))])
        return end

    def _image(self, found: "re.Match[str]") -> int:
        end = self.source.find("]]", found.end(), found.end() + LONGEST)
        if end < 0:
            self.say(found[0])
            return found.end()
        end += 2
        inside = self.source[found.start() : end]
        self.lost("picture", inside, "Pictures are not shown.")
        _, parted, target = inside[5:].removesuffix("]]").partition("][")
        if parted and target:
            self.way(target.partition("][")[0], target.partition("][")[0], sets=target.partition("][")[2])
        return end

    def _styled(self, found: "re.Match[str]") -> int:
        """SugarCube's styled words: the marks go, the words stay."""
        if self.dialect in ("harlowe", "chapbook", "snowman"):
            self.say(found[0])
        return found.end()

    def _tag(self, found: "re.Match[str]") -> int:
        name = re.match(r"</?([A-Za-z][\w-]*)", found[0])
        kind = name[1].lower() if name else ""
        if kind in ("script", "style") and not found[0].startswith("</"):
            close = self._closed(kind, found.end())
            end = close.end() if close else found.end()
            self.lost(kind, self.source[found.start() : end], "Neither scripts nor styles are taken over.")
            return end
        passage = re.search(r"""\bdata-passage\s*=\s*(?:"([^"]*)"|'([^']*)')""", found[0])
        if kind in ("a", "button", "span", "div") and passage and not found[0].startswith("</"):
            close = self._closed(kind, found.end())
            self.way(self.source[found.end() : close.start()] if close else "", passage[1] or passage[2] or "")
            return close.end() if close else found.end()
        if kind in MEDIA and not found[0].startswith("</"):
            self.lost("picture" if kind == "img" else kind, found[0], "Neither pictures nor sounds nor fields to fill in are taken over.")
        if kind in LINES:
            self.say("\n")
        return found.end()

    def _closed(self, kind: str, at: int) -> "re.Match[str] | None":
        """What closes an element that begins before ``at``."""
        if self.unclosed >= UNCLOSED:
            return None
        found = re.compile(rf"</{kind}\s*>", re.IGNORECASE).search(self.source, at, at + LONGEST)
        self.unclosed += found is None
        return found

    def _insert(self, found: "re.Match[str]") -> int:
        return self.insert(found) if self.dialect == "chapbook" else self._brace(found)
