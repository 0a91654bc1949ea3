"""Plug-ins at the table: asked in their order; one that fails is said once, by its name, and left out."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from gm_engine.context.sources import ContextSource, marked
from gm_engine.continuity.plug_in_rules import ContinuityRule, Unfounded, checked, conflict_of
from gm_engine.state import StoryState, StoryView
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.context_element import ContextElement
from gm_engine.story.event import Event
from gm_engine.story.letters import plain
from gm_engine.story.plug_in import PlugIn

BROKEN = (Exception, SystemExit)
"""Whatever a stranger's code raises must not end the turn; nor may it end the program."""
LONGEST = 200
"""Letters of what is said of a failure."""


class Judge(Protocol):
    """What a rule makes of a reply, as events."""

    def __call__(self, claims: tuple[Claim, ...], state: StoryState, turn: int) -> Iterator[Event]:
        """The conflicts that it finds, and what is to be said of it."""
        ...


Bring = Callable[[str, StoryState, int], tuple[tuple[ContextElement, ...], tuple[Event, ...]]]
"""What a source brings to the player's words, and what is to be said of it."""


@dataclass
class PlugIns:
    """Everything that installed packages bring to a turn, by name. ``silenced`` have failed in this sitting."""

    rules: dict[PlugIn, Judge] = field(default_factory=dict)
    sources: dict[PlugIn, Bring] = field(default_factory=dict)
    silenced: set[PlugIn] = field(default_factory=set)

    @property
    def marks(self) -> tuple[PlugIn, ...]:
        """Those that take part, in the order in which they are asked."""
        return tuple(mark for mark in sorted((*self.rules, *self.sources), key=order) if mark not in self.silenced)

    def chosen(self, state: StoryState, turn: int) -> Iterator[Event]:
        """Who takes part from now on, where that has changed."""
        if self.marks != state.plug_ins:
            yield happened.PlugInsChosen(turn=turn, plug_ins=self.marks)

    def brought(self, said: str, state: StoryState, turn: int) -> Generator[Event, None, tuple[ContextElement, ...]]:
        """What the sources bring. Yields what is to be said of them, and gives the elements."""
        elements: list[ContextElement] = []
        for mark in [mark for mark in self.marks if mark in self.sources]:
            found, said_of_it = self.sources[mark](said, state, turn)
            elements += found
            yield from self._heard(said_of_it)
        return tuple(elements)

    def judged(self, claims: tuple[Claim, ...], state: StoryState, turn: int) -> Iterator[Event]:
        """What the rules find in a reply that was just told."""
        for mark in [mark for mark in self.marks if mark in self.rules]:
            yield from self._heard(self.rules[mark](claims, state, turn))

    def _heard(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            if isinstance(event, happened.PlugInFailed) and event.left_out:
                self.silenced.add(event.plug_in)
            yield event


def order(mark: PlugIn) -> tuple[str, str, str]:
    """Where a plug-in stands among the others."""
    return (mark.name, mark.kind, mark.version)


def judging(rule: ContinuityRule, mark: PlugIn, package: str = "") -> Judge:
    """A rule as it is asked at the table. ``package`` is who brought it."""

    def judge(claims: tuple[Claim, ...], state: StoryState, turn: int) -> Iterator[Event]:
        try:
            clashes = checked(rule.find(claims, StoryView(state)))
        except BROKEN as error:
            yield failed(mark, error, turn, package)
            return
        for clash in clashes:
            try:
                conflict = conflict_of(clash, mark, state, turn)
            except Unfounded as unfounded:
                yield happened.PlugInFailed(turn=turn, plug_in=mark, why=plain(str(unfounded))[:LONGEST], left_out=False)
                continue
            if conflict:
                yield happened.ConflictFound(turn=turn, conflict=conflict)

    return judge


def bringing(source: ContextSource, mark: PlugIn, package: str = "") -> Bring:
    """A source as it is asked at the table. ``package`` is who brought it."""

    def bring(said: str, state: StoryState, turn: int) -> tuple[tuple[ContextElement, ...], tuple[Event, ...]]:
        try:
            return marked(source.recall(StoryView(state), said), mark), ()
        except BROKEN as error:
            return (), (failed(mark, error, turn, package),)

    return bring


def failed(mark: PlugIn, error: BaseException, turn: int, package: str = "") -> Event:
    """That a plug-in raised, and is left out; with the package that brought it."""
    why = " ".join(plain(f"{type(error).__name__}: {error}").split())[:LONGEST] + (f" (brought by {package})" if package else "")
    return happened.PlugInFailed(turn=turn, plug_in=mark, why=why, left_out=True)


def as_recorded(today: PlugIns, group: Iterable[Event], state: StoryState) -> tuple[PlugIns, tuple[PlugIn, ...]]:
    """The plug-ins of a recorded turn, to play it again: today's where they are the same, else what they gave on record.

    Beside them those that are not installed. One that failed in that turn is not asked again: what it raised need not come again.
    """
    events = tuple(group)
    chosen = next((event.plug_ins for event in events if isinstance(event, happened.PlugInsChosen)), state.plug_ins)
    broke = {event.plug_in for event in events if isinstance(event, happened.PlugInFailed) and event.left_out}
    found, missing = PlugIns(), []
    for mark in chosen:
        installed = today.rules if mark.kind == "rule" else today.sources
        if mark not in installed:
            missing.append(mark)
        theirs = tuple(event for event in events if _by(event, mark))
        if mark.kind == "rule":
            found.rules[mark] = today.rules[mark] if mark in installed and mark not in broke else _found(theirs)
        else:
            found.sources[mark] = today.sources[mark] if mark in installed and mark not in broke else _brought(theirs)
    return found, tuple(missing)


def _by(event: Event, mark: PlugIn) -> bool:
    if isinstance(event, happened.PlugInFailed):
        return event.plug_in == mark
    return isinstance(event, happened.ConflictFound) and mark.kind == "rule" and event.conflict.rule == mark.id


def _found(events: tuple[Event, ...]) -> Judge:
    return lambda _claims, _state, _turn: iter(events)


def _brought(events: tuple[Event, ...]) -> Bring:
    return lambda _said, _state, _turn: ((), events)


def is_of(prompt: happened.PromptAssembled, mark: PlugIn) -> bool:
    """True where a source had brought something to a prompt, chosen or left out."""
    chosen = (element.source for section in prompt.prompt.sections for element in section.elements)
    return mark.id in chosen or any(left.id.startswith(f"{mark.id}:") for left in prompt.left_out)
