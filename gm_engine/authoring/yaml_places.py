"""Where on the page things stand: plain texts with their span, and block mappings with the lines of their keys."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Key:
    """A key of a block mapping: its first line, the line after its value's last, and the block mapping that it may hold."""

    name: str
    line: int
    end: int = 0
    inside: list["Key"] = field(default_factory=list)


@dataclass
class Page:
    """A YAML text taken apart. Lines count from 0; spans are characters."""

    keys: list[Key] = field(default_factory=list)
    plains: list[tuple[int, int, str]] = field(default_factory=list)
    literal_lines: set[int] = field(default_factory=set)


def take_apart(text: str) -> Page:
    """The places of everything in a readable YAML text."""
    from ruamel.yaml import YAML

    page = Page()
    events = YAML(typ="safe", pure=True).parse(text)
    for event in events:
        if type(event).__name__ == "DocumentStartEvent":
            page.keys, _ = _value(events, next(events), page)
    return page


def _value(events: Iterator[Any], event: Any, page: Page) -> tuple[list[Key], int]:
    """The keys of a block mapping (none for other values), and the line after the value's last."""
    name = type(event).__name__
    if name == "ScalarEvent":
        return [], _scalar(event, page)
    if name == "SequenceStartEvent":
        end = event.end_mark.line + 1
        for item in events:
            if type(item).__name__ == "SequenceEndEvent":
                return [], max(end, item.end_mark.line + 1) if event.flow_style else end
            end = max(end, _value(events, item, page)[1])
    if name == "MappingStartEvent":
        keys: list[Key] = []
        end = event.end_mark.line + 1
        for first in events:
            if type(first).__name__ == "MappingEndEvent":
                return ([], max(end, first.end_mark.line + 1)) if event.flow_style else (keys, end)
            _value(events, first, page)
            key = Key(str(getattr(first, "value", "")), first.start_mark.line)
            key.inside, key.end = _value(events, next(events), page)
            key.end = end = max(end, key.end, first.end_mark.line + 1)
            keys.append(key)
    return [], event.end_mark.line + 1


def _scalar(event: Any, page: Page) -> int:
    if event.style in ("|", ">"):
        page.literal_lines.update(range(event.start_mark.line + 1, event.end_mark.line))
        return max(int(event.end_mark.line), int(event.start_mark.line) + 1)
    if event.style is None and event.tag is None and event.value:
        page.plains.append((event.start_mark.index, event.end_mark.index, str(event.value)))
    return int(event.end_mark.line) + 1
