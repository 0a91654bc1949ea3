"""YAML as it stands on the page: every value with its file and line, and nothing guessed about its type."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["text", "list", "map", "none"]
NONE_WORDS = ("", "~", "null", "Null", "NULL")
TRUE_WORDS = ("true", "True", "TRUE")
FALSE_WORDS = ("false", "False", "FALSE")


@dataclass(frozen=True, eq=False)
class Written:
    """One value. A text is kept as written: ``on``, ``no``, ``17:30`` and ``1878-05-07`` stay what they look like."""

    kind: Kind
    file: str
    line: int
    text: str = ""
    quoted: bool = False
    items: tuple["Written", ...] = ()
    entries: dict[str, "Written"] = field(default_factory=dict)
    key_lines: dict[str, int] = field(default_factory=dict)

    @property
    def says(self) -> str:
        """What kind of value it is, for a person: ``the text 'x'``, ``a list``."""
        if self.kind == "text":
            return repr(self.text if len(self.text) <= 40 else self.text[:37] + "...")
        return {"list": "a list", "map": "a mapping", "none": "nothing"}[self.kind]

    def line_of(self, key: str) -> int:
        """The line of one of its keys, else its own."""
        return self.key_lines.get(key, self.line)

    def __iter__(self) -> Iterator["Written"]:
        return iter(self.items)


def plain(written: Written) -> Any:
    """The value by the core rules of YAML 1.2: text, whole number, true, false, None, list or dict.

    A number with a decimal point stays the text that it was written as: no event may depend on how a float is printed.
    """
    if written.kind == "map":
        return {key: plain(value) for key, value in written.entries.items()}
    if written.kind == "list":
        return [plain(item) for item in written.items]
    if written.kind == "none":
        return None
    if written.quoted:
        return written.text
    if written.text in TRUE_WORDS or written.text in FALSE_WORDS:
        return written.text in TRUE_WORDS
    number = whole_number(written.text)
    return written.text if number is None else number


def whole_number(text: str) -> int | None:
    """The number that a text spells in ASCII digits, with an optional sign, if it spells one (at most twelve digits).

    >>> whole_number("-3"), whole_number("3.5"), whole_number("1_000")
    (-3, None, None)
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 12 else None
