"""The prompt book: templates with named sections, each known by its version and by the hash of its words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_args

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from gm_engine.errors import GameError, UnknownName
from gm_engine.prompting.bounds import LONGEST_TEXT, MOST, oversteps
from gm_engine.story.prompt import Role

FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
SECTION = re.compile(r"^## section: (\S+) \((\w+)\)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """One template of the book: its sections in order, each with its role."""

    name: str
    version: str
    hash: str
    sections: tuple[tuple[str, Role, Template], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What its sections are called, in order."""
        return tuple(name for name, _, _ in self.sections)

    @property
    def mark(self) -> str:
        """What a prompt says it was made from: ``gm 1 b2:…``."""
        return f"{self.name} {self.version} {self.hash}"


def prompts_text(folder: Path) -> dict[str, str]:
    """Every template's text by its file's stem, as a story's opening records them."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}


class PromptBook:
    """Templates by name, read from their texts: those in ``prompts/`` or those that a journal has kept.

    Templates run in a sandbox and within bounds; one that names a value which it is not given is an error, never a gap.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)
        self._pages = {name: _page(name, text) for name, text in sorted(texts.items())}

    @classmethod
    def open(cls, folder: Path) -> "PromptBook":
        """The book of a folder of ``.md`` files."""
        return cls(prompts_text(folder))

    @property
    def versions(self) -> dict[str, str]:
        """Each page's version and hash, by its name."""
        return {name: f"{page.version} {page.hash}" for name, page in self._pages.items()}

    def page(self, name: str) -> Page:
        """The template of that name. Raises ``UnknownName`` where there is none."""
        if name not in self._pages:
            raise UnknownName("prompts", f'there is no template "{name}".', f"There are: {', '.join(self._pages) or 'none'}.")
        return self._pages[name]

    def write(self, page: Page, section: str, values: Mapping[str, Any]) -> str:
        """One section's words with ``values`` in them, without blank lines at either end."""
        template = next((template for name, _, template in page.sections if name == section), None)
        if template is None:
            return ""
        try:
            return _written(template, values).strip("\n")
        except (TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise _broken(page.name, f'section "{section}": {error}') from error


def _written(template: Template, values: Mapping[str, Any]) -> str:
    pieces, size = list[str](), 0
    for piece in template.generate(values):
        pieces.append(piece)
        size += len(piece)
        if size > MOST:
            raise ValueError(f"it writes more than {MOST:,} letters.")
    return "".join(pieces)


def _broken(stem: str, what: str) -> GameError:
    return GameError(f"prompts/{stem}.md", what, "Correct the template; prompts/gm.md shows the form.", "broken-template")


@cache
def _ink() -> SandboxedEnvironment:
    ink = SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
    ink.globals.clear()
    return ink


@lru_cache(maxsize=64)
def _page(stem: str, text: str) -> Page:
    """A template read from its text; remembered, for every story that is opened has the same ones."""
    text = text.replace("\r\n", "\n")
    if len(text) > LONGEST_TEXT:
        raise _broken(stem, f"it is longer than {LONGEST_TEXT:,} letters.")
    front = FRONT.match(text)
    if front is None:
        raise _broken(stem, "it does not open with its name and version between two lines of ---.")
    about = dict(line.split(": ", 1) for line in front.group(1).split("\n") if ": " in line)
    pieces = SECTION.split(text[front.end() :])[1:]
    sections: list[tuple[str, Role, Template]] = []
    for name, role, words in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        if role not in get_args(Role):
            raise _broken(stem, f'section "{name}" is given the role "{role}"; there are system, user and assistant.')
        try:
            parsed = _ink().parse(words.strip("\n") + "\n")
            if wrong := oversteps(parsed):
                raise _broken(stem, f'section "{name}": {wrong}')
            sections.append((name, role, _ink().from_string(parsed)))  # type: ignore[arg-type]
        except (TemplateError, SyntaxError) as error:
            raise _broken(stem, f'section "{name}": {error}') from error
        except (RecursionError, MemoryError) as error:
            raise _broken(stem, f'section "{name}": it is nested too deeply.') from error
    mark = "b2:" + blake2b(text.encode(), digest_size=8).hexdigest()
    return Page(about.get("name", stem), about.get("version", "0"), mark, tuple(sections))
