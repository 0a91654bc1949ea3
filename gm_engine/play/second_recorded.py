"""The second reader of a turn that is played again: its answers come from the record, and so does what it found where need be."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from gm_engine.extraction.reading import Reading
from gm_engine.play.asking import Ask, Asked
from gm_engine.play.second_reader import SecondReader
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.event import Event
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import OF_A_MODEL, Provenance
from gm_engine.story.question import Question
from gm_engine.story.relation import TOLD
from gm_engine.story.verdict import Verdict


def by_a_model(telling: Provenance) -> bool:
    """True for what only a model read, and not the engine's own reader."""
    return telling.reader.startswith(OF_A_MODEL)


def own_reader(telling: Provenance) -> str:
    """The engine's own reader of a telling, whether or not a model read the same."""
    return telling.reader.partition(f"+{OF_A_MODEL}")[0]


class Answers:
    """The answers on record of one turn. One that is not there was not asked for."""

    def __init__(self, events: Iterable[Event], note: Callable[[str], None]) -> None:
        self._left = [event for event in events if isinstance(event, happened.ModelAsked)]
        self._note = note

    def ask(self, question: Question) -> Asked | None:
        """The answer to this very question, else the next one on record for the same purpose."""
        same = [event for event in self._left if event.question_hash == question.hash]
        alike = [event for event in self._left if event.purpose == question.purpose]
        found = next(iter(same or alike), None)
        if found is None:
            return None
        if not same:
            self._note("What a second reader was asked is asked in other words today: its answers were taken from the record.")
        self._left.remove(found)
        return Asked(found.question_hash, found.completion, found.question)


class RecordedSecond(SecondReader):
    """Gives what a second reader was asked and found in a turn that another reader had read: all of it is an input."""

    def __init__(self, events: Sequence[Event], ask: Ask | None, state: StoryState, tools: Tools) -> None:
        super().__init__(ask, state, tools)
        told = next((n for n, event in enumerate(events) if isinstance(event, happened.CompletionReceived)), len(events))
        self._chapter = [event for event in events[:told] if _asked(event, "summary")]
        self._before = [event for event in events[:told] if _asked(event, "conflicts")]
        self._claims = [event for event in events[told:] if _asked(event, "claims")]
        gists = next((n for n, event in enumerate(events) if isinstance(event, happened.GistsHeard)), len(events))
        first = (n for n, event in enumerate(events[:gists]) if n > told and (_asked(event, "conflicts") or _of_a_clash(event)))
        self._after = events[next(first, gists) : gists]

    def chapter(self) -> Iterator[Event]:
        """What was asked of a chapter."""
        yield from self._chapter

    def draft(self, text: str) -> Iterator[Event]:  # noqa: ARG002
        """What was asked of the draft."""
        yield from self._before

    def claims(self, text: str, reading: Reading) -> Generator[Event, None, tuple[Claim, ...]]:  # noqa: ARG002
        """What was asked of the reply; the claims are among those on record."""
        yield from self._claims
        return reading.claims

    def conflicts(self, gists: Sequence[Gist], verdict: Verdict) -> Iterator[Event]:  # noqa: ARG002
        """What was asked, and what came of it."""
        yield from self._after


def _asked(event: Event, purpose: str) -> bool:
    return isinstance(event, happened.ModelAsked) and event.purpose == purpose


def _of_a_clash(event: Event) -> bool:
    return isinstance(event, happened.ClaimHeard) and event.claim.relation == TOLD and by_a_model(event.claim.provenance)
