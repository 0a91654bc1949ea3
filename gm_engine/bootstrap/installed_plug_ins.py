"""Rules of continuity and context sources that installed packages bring."""

from collections.abc import Callable, Container, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from gm_engine.play.plug_ins import BROKEN, PlugIns, bringing, judging
from gm_engine.story.claim import Claim
from gm_engine.story.context_element import ContextElement
from gm_engine.story.plug_in import Clash, PlugIn, miscalled

RULES, SOURCES = "gm_engine.rules", "gm_engine.context_sources"
UNKNOWN = "unknown"
"""The version of a plug-in that could not be loaded."""


class Unloadable:
    """Stands for a plug-in that could not be loaded: it fails when it is first asked, so that this is said and put on record."""

    name, version = "", UNKNOWN

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def find(self, _claims: tuple[Claim, ...], _state: object) -> Iterable[Clash]:
        """Raises what the loading raised."""
        raise self._error

    def recall(self, _state: object, _said: str) -> Iterable[ContextElement]:
        """Raises what the loading raised."""
        raise self._error


def installed_plug_ins() -> PlugIns:
    """What is installed, made anew for one game. Each entry point names a class, or a function, that is called with nothing and
    gives the plug-in."""
    found = PlugIns()
    for point in points(RULES):
        rule, mark = _made(point, "find", "rule", found.rules)
        found.rules[mark] = judging(rule, mark, package_of(point))
    for point in points(SOURCES):
        source, mark = _made(point, "recall", "context_source", found.sources)
        found.sources[mark] = bringing(source, mark, package_of(point))
    return found


def points(group: str) -> list[EntryPoint]:
    """The entry points of a group, in an order that is the same on every machine."""
    return sorted(entry_points(group=group), key=lambda point: (point.name, package_of(point), point.value))


def package_of(point: EntryPoint) -> str:
    """The package that brings an entry point, with its version: ``frontier-almanac 1.0``."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _made(point: EntryPoint, does: str, kind: Literal["rule", "context_source"], there: Container[PlugIn]) -> tuple[Any, PlugIn]:
    """A plug-in and how it is called; one that fails when it is asked, where it cannot be made or is called as another is."""
    try:
        make: Callable[[], Any] = point.load()
        made = make()
        if wrong := miscalled(made):
            raise TypeError(wrong)
        if not callable(getattr(made, does, None)):
            raise TypeError(f"it has no {does}()")
        mark = PlugIn(kind=kind, name=made.name, version=made.version)
        if mark in there:
            raise ValueError(f'another package brings a {kind.replace("_", " ")} of this name and version: "{mark.id}"')
    except BROKEN as error:  # a package that is broken must not keep a story from being opened
        made = Unloadable(error)
        mark = PlugIn(kind=kind, name=point.name, version=UNKNOWN)
        if mark in there:
            mark = PlugIn(kind=kind, name=f"{point.name} of {package_of(point)}", version=UNKNOWN)
    return made, mark
