"""The noter: has a language model note what was told, and puts on record what stands of its answer. It never makes a turn fail."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gm_engine import continuity
from gm_engine.continuity.pairs import SECOND_READER, raised
from gm_engine.play.asking import Ask, Asked
from gm_engine.play.beside import Beside, beside
from gm_engine.play.looking_up import check_question, looked_up, looks, together
from gm_engine.play.note import note_question
from gm_engine.play.note_clashes import Clash, clashes
from gm_engine.play.note_rows import Recorder
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.event import Event
from gm_engine.story.objection import Objection
from gm_engine.story.provenance import OF_A_MODEL, Source
from gm_engine.story.question import Question
from gm_engine.story.verdict import Verdict


class Noter:
    """One turn's note. ``ask`` asks whoever hears at this table; where nobody does, nothing is noted.

    ``late``: the turn is long over, and ``state`` a view of it; the engine's own numbers are left alone.
    """

    def __init__(self, ask: Ask | None, state: StoryState, tools: Tools, *, late: bool = False) -> None:
        self._ask, self._state, self._tools, self._late = ask, state, tools, late
        self._noted: tuple[str, Asked, Beside] | None = None
        self._checked: tuple[Asked, Beside] | None = None

    @property
    def hears(self) -> bool:
        """True where the table's rules have what is told noted, and there is somebody to ask."""
        return "note" in self._state.table.hears and self._ask is not None

    def question(self, text: str, booked: Sequence[Event] = (), said: str = "", speaker: str = "") -> Iterator[Event]:
        """Asks what a text establishes, and, where the answer asks what was told before of something, whether that bears it out; the
        events say what was asked, and answered. A text that was noted is not asked about again.

        ``speaker`` is the character whose words the text is; empty for the game master's.
        """
        if not self.hears or not text.strip() or (self._noted and self._noted[0] == text):
            return
        lying = beside(text, self._state, self._tools)
        question = note_question(text, self._state, lying, booked, said=said, speaker=speaker)
        asked = self._ask(question) if self._ask else None
        if asked is None:
            return
        self._noted, self._checked = (text, asked, lying), None
        yield self._was_asked(question, asked)
        found = looked_up(looks(rows_of(asked.completion.text, "look"), text), lying, self._state, self._tools)
        if not found:
            return
        question = check_question(found, text, self._state)
        checked = self._ask(question) if self._ask else None
        if checked is not None:
            self._checked = checked, together(lying, found)
            yield self._was_asked(question, checked)

    def _was_asked(self, question: Question, asked: Asked) -> Event:
        return happened.ModelAsked(
            turn=self._state.turn,
            purpose=question.purpose,
            question_hash=asked.question_hash,
            completion=asked.completion,
            question=asked.question or question,
        )

    def noted(self, text: str) -> bool:
        """True where somebody was asked about this text, whatever came of it."""
        return self._noted is not None and self._noted[0] == text

    def objections(self, text: str) -> tuple[Objection, ...]:
        """What a draft cannot be told beside, as its note has it."""
        verdict, right = self._judged(text, "extracted")
        return tuple(
            Objection(
                kind="conflict", quote=one.incoming.quote, against=one.established.quote, why=one.why, conflict=one, turn=one.incoming.turn
            )
            for one in verdict.conflicts
            if one not in right
        )

    def records(
        self, text: str, booked: Sequence[Event], said: str, source: Source = "extracted", speaker: str = ""
    ) -> Iterator[Event]:  # fmt: skip
        """What a text put on record: newcomers, facts, story points, decisions, what is owed, what changed; then its conflicts."""
        if self._noted is None or self._noted[0] != text:
            return
        asked = self._noted[1]
        desk = Recorder(text, self._state, _named(asked), booked=booked, said=said, source=source, speaker=speaker, late=self._late)
        yield from desk.who_speaks()
        yield from desk.take(rows_of(asked.completion.text, "rows"))
        yield from self.clashes(text, source)

    def clashes(self, text: str, source: Source = "extracted") -> Iterator[Event]:
        """The conflicts that a note found, with the claims and facts that these need; those that settle themselves are settled."""
        turn = self._state.turn
        verdict, right = self._judged(text, source)
        for claim in verdict.claims:
            yield happened.ClaimHeard(turn=turn, claim=claim)
        for fact in verdict.facts:
            yield happened.FactEstablished(turn=turn, fact=fact)
        for conflict in verdict.conflicts:
            yield happened.ConflictFound(turn=turn, conflict=conflict)
        for conflict in right:
            yield from continuity.settle(conflict, _for_canon(), self._state, turn=turn)

    def _judged(self, text: str, source: Source) -> tuple[Verdict, tuple[Conflict, ...]]:
        """What a note's clashes come to, and those of its conflicts in which what is certain bears out the later telling."""
        found = list(self._clashes(text, source))
        verdict = raised((one.pair for one in found), self._state, Verdict(), self._state.turn, SECOND_READER)
        sure = {(one.pair.old.turn, one.pair.old.quote, one.pair.later.quote) for one in found if one.later_is_right}
        right = (one for one in verdict.conflicts if (one.established.turn, one.established.quote, one.incoming.quote) in sure)
        return verdict, tuple(right)

    def _clashes(self, text: str, source: Source) -> Iterator[Clash]:
        if self._noted is None or self._noted[0] != text:
            return
        for asked, lying in filter(None, (self._noted[1:], self._checked)):
            yield from clashes(rows_of(asked.completion.text, "clashes"), text, lying, self._state, _named(asked), source)


def _for_canon() -> Settlement:
    return Settlement(resolution="accept", because="the later telling agrees with what the campaign's author or the engine says")


def rows_of(answer: str, name: str) -> tuple[Mapping[str, Any], ...]:
    """The rows of one list of an answer; none where it is no such answer.

    >>> rows_of('{"rows": [{"kind": "event"}, 3], "clashes": "none"}', "rows"), rows_of("no", "rows")
    (({'kind': 'event'},), ())
    """
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return ()
    found: Iterable[Any] = told.get(name, ()) if isinstance(told, dict) and isinstance(told.get(name), list) else ()
    return tuple(row for row in found if isinstance(row, dict))


def is_note(answer: str) -> bool:
    """True for an answer that has the lists of a note, be they empty.

    >>> is_note('{"rows": [], "clashes": []}'), is_note('{"answer": 42}'), is_note("")
    (True, False, False)
    """
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and isinstance(told.get("rows"), list)


def _named(asked: Asked) -> str:
    return f"{OF_A_MODEL}{asked.completion.model}"
