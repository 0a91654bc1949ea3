"""The second reader: what a language model is asked beside the telling, within the table's rules. It never makes a turn fail."""

from collections.abc import Generator, Iterator, Sequence

from gm_engine.continuity.pairs import SECOND_READER, raised
from gm_engine.extraction.reading import Reading
from gm_engine.memory.worded import summary_question
from gm_engine.play.asking import Ask, Asked
from gm_engine.play.second_claims import claims_of, claims_question
from gm_engine.play.second_clashes import clash_question, earlier, pairs_of
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.event import Event
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import OF_A_MODEL
from gm_engine.story.question import Question
from gm_engine.story.verdict import Verdict


class SecondReader:
    """One turn's second reading. ``ask`` is None where there is nobody to ask. The state is only read."""

    def __init__(self, ask: Ask | None, state: StoryState, tools: Tools) -> None:
        self._ask, self._state, self._tools = ask, state, tools
        self._asked = 0
        self._failed = False
        self._judged: tuple[Asked, tuple[Gist | Fact, ...]] | None = None

    def chapter(self) -> Iterator[Event]:
        """Has the chapter, or the evening, that was over last worded, once."""
        if not self._may("summaries"):
            return
        book, state = self._tools.memory.story, self._state
        pages = (book.page(stretch, state) for stretch in book.over(state.turn))
        last = next((page for page in reversed(tuple(pages)) if page is not None), None)
        if last is not None and last.id not in state.worded:
            yield from self._put(summary_question(last, state), about=last.id)

    def draft(self, text: str) -> Iterator[Event]:
        """Asks what a draft clashes with, before it is shown."""
        if not self._may("conflicts"):
            return
        yield from self._judge(self._tools.read(text, self._state).gists)

    def claims(self, text: str, reading: Reading) -> Generator[Event, None, tuple[Claim, ...]]:
        """All that a reply claims: what was read in it, and what a model reads besides. Its events say what was asked.

        Where both read the same, it is one claim, and its provenance names both.
        """
        if not self._may("claims") or not text.strip():
            return reading.claims
        asked = yield from self._put(claims_question(text, reading, self._state))
        return claims_of(asked.completion.text, text, reading, self._state, _named(asked)) if asked else reading.claims

    def conflicts(self, gists: Sequence[Gist], verdict: Verdict) -> Iterator[Event]:
        """The clashes of a reply that the rules did not find; a model is asked for them, unless it was of the draft."""
        if self._judged is None and self._may("conflicts"):
            yield from self._judge(gists)
        seen = self.clashes(gists, verdict)
        for claim in seen.claims:
            yield happened.ClaimHeard(turn=self._state.turn, claim=claim)
        for fact in seen.facts:
            yield happened.FactEstablished(turn=self._state.turn, fact=fact)
        for conflict in seen.conflicts:
            yield happened.ConflictFound(turn=self._state.turn, conflict=conflict)

    def clashes(self, gists: Sequence[Gist], verdict: Verdict) -> Verdict:
        """What is to be added to the verdict on these sentences by what a model has answered in this turn."""
        if self._judged is None:
            return Verdict()
        asked, before = self._judged
        pairs = pairs_of(asked.completion.text, gists, before, self._state, _named(asked))
        return raised(pairs, self._state, verdict, self._state.turn, SECOND_READER)

    def _may(self, use: str) -> bool:
        table = self._state.table
        return use in table.reads and self._ask is not None and not self._failed and self._asked < table.asks

    def _judge(self, gists: Sequence[Gist]) -> Iterator[Event]:
        before = earlier(gists, self._state) if gists else ()
        if before and (asked := (yield from self._put(clash_question(gists, before)))):
            self._judged = asked, before

    def _put(self, question: Question, about: str = "") -> Generator[Event, None, Asked | None]:
        """Asks. One that fails is on record, and nothing more is asked in this turn."""
        asked = self._ask(question) if self._ask else None
        if asked is None:
            return None
        self._asked += 1
        self._failed = not asked.completion.text
        yield happened.ModelAsked(
            turn=self._state.turn, purpose=question.purpose, question_hash=asked.question_hash, completion=asked.completion, about=about
        )
        return asked


def _named(asked: Asked) -> str:
    return f"{OF_A_MODEL}{asked.completion.model}"
