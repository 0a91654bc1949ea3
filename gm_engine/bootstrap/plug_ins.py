"""Rules of continuity and context sources that installed packages bring."""

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from gm_engine.play.plug_ins import PlugIns, bringing, judging
from gm_engine.story.claim import Claim
from gm_engine.story.context_element import ContextElement
from gm_engine.story.plug_in import Clash, PlugIn

RULES, SOURCES = "gm_engine.rules", "gm_engine.context_sources"
UNKNOWN = "unknown"
"""The version of a plug-in that could not be loaded."""


class Unloadable:
    """Stands for a plug-in that could not be loaded: it fails when it is first asked, so that this is said and put on record."""

    version = UNKNOWN

    def __init__(self, name: str, error: Exception) -> None:
        self.name, self._error = name, error

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
    for point in sorted(entry_points(group=RULES), key=lambda point: point.name):
        rule = _made(point, "find")
        found.rules.setdefault(_mark("rule", rule), judging(rule, _mark("rule", rule)))
    for point in sorted(entry_points(group=SOURCES), key=lambda point: point.name):
        source = _made(point, "recall")
        found.sources.setdefault(_mark("context_source", source), bringing(source, _mark("context_source", source)))
    return found


def _mark(kind: Literal["rule", "context_source"], made: Any) -> PlugIn:
    return PlugIn(kind=kind, name=made.name, version=made.version)


def _made(point: EntryPoint, does: str) -> Any:
    try:
        make: Callable[[], Any] = point.load()
        made = make()
        for part in ("name", "version"):
            if not isinstance(getattr(made, part, None), str) or not getattr(made, part):
                raise TypeError(f"it has no {part}")
        if not callable(getattr(made, does, None)):
            raise TypeError(f"it has no {does}()")
        return made
    except Exception as error:  # a package that is broken must not keep a story from being opened
        return Unloadable(point.name, error)
