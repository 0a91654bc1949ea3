"""What can be asked of a story that is told: its turns, its prompts and their reasons, what is remembered, what was let go."""

from collections.abc import Callable
from contextlib import suppress

from gm_engine import context
from gm_engine.context.explain import with_lorebooks
from gm_engine.context.lorebook_why import LorebookWhy, lorebook_reasons
from gm_engine.errors import GameError, ProviderError, UnknownName
from gm_engine.journal import Entry, Journal
from gm_engine.memory.chapters import Summary
from gm_engine.memory.forgetting import Forgotten, forgotten
from gm_engine.memory.recall import recall, recall_written
from gm_engine.memory.worded import as_worded
from gm_engine.play import what_if
from gm_engine.play.sitting import Sitting, sitting
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict
from gm_engine.story.context_element import ContextElement
from gm_engine.story.counting import turns_run

AT_ONCE = 500
"""So many vectors are kept in one go."""
AT_A_CALL = 64
"""So many at most where they are made elsewhere, so that what was paid for is kept."""


class Told:
    """A story as it stands. To ask changes nothing in it; ``learn`` and ``recall`` may keep vectors beside the journal."""

    def __init__(self, journal: Journal, tools: Tools) -> None:
        self.journal = journal
        self.tools = tools
        self.state = StoryState()
        self._remarked: set[str] = set()

    def turn_events(self, turn: int) -> tuple[Entry, ...]:
        """The entries of one turn."""
        return self.journal.turn(turn)

    def prompt_of(self, turn: int) -> happened.PromptAssembled:
        """The prompt of a turn, as it was sent, with what was left out."""
        found = (entry.event for entry in self.journal.turn(turn) if isinstance(entry.event, happened.PromptAssembled))
        event = next(found, None)
        if event is None:
            raise GameError(self.journal.name, f"turn {turn} has no prompt.", turns_run(self.state.turn), "no-such-turn")
        return event

    def why(self, turn: int) -> tuple[context.Why, ...]:
        """Every element of a turn's prompt with its score split, the highest first."""
        return with_lorebooks(context.whole_prompt(self.prompt_of(turn)), self.lorebooks(turn))

    def lorebooks(self, turn: int) -> tuple[LorebookWhy, ...]:
        """What became of the lorebooks' entries in a turn: which acted and by what, and which had a reason to and did not."""
        acted = (entry.event.activation for entry in self.journal.turn(turn) if isinstance(entry.event, happened.LorebooksActed))
        return tuple(why for found in acted for why in lorebook_reasons(found, self.state))

    def why_not(self, turn: int, text: str) -> context.WhyNot:
        """Why what ``text`` (an id, or words) speaks of was not in a turn's prompt, and what would have brought it in: it is tried.

        Raises GameError where there is no such turn.
        """
        return what_if.why_not(text, turn, self.journal, self.tools)

    def session(self, number: int = 0) -> Sitting:
        """The state of a session (0: the last): its anchor, topics and pins, what its prompts held and what they left out."""
        return sitting(self.journal, self.state, self.tools.memory, number)

    def summaries(self) -> tuple[Summary, ...]:
        """The chapters and evenings that are over, the oldest first, each in a few sentences: in a model's words, where one was asked
        for them and they stand."""
        book = self.tools.memory.story
        pages = (book.page(stretch, self.state) for stretch in book.over(self.state.turn))
        return tuple(as_worded(page, self.state) for page in pages if page is not None)

    def forgotten(self) -> tuple[Forgotten, ...]:
        """What no longer comes to mind by itself, the oldest first: what was let go, and what is told together. ``recall`` finds it all."""
        memory = self.tools.memory
        return forgotten(self.state, memory.story.annals, memory.weights.fading)

    def recall(self, query: str, budget: int) -> tuple[ContextElement, ...]:
        """What the memory would bring up for these words within ``budget`` tokens: what was told, best first, and behind it, in at
        most a quarter of it, what is written of the world."""
        self.learn()
        meanings = self.tools.memory.meanings
        whole = meanings is None or not meanings.missing(self.tools.memory.talk)
        written = recall_written(self.tools.memory, self.state, query, budget // 4 if len(self.tools.memory.talk) else budget)
        left = budget - sum(element.tokens for element in written)
        found = recall(self.tools.memory, self.state, query, left, by_words=not whole)
        self._keep_vectors({})
        return (*found, *written)

    def learn(self, most: int | None = None, on_text: Callable[[int, int], None] | None = None) -> int:
        """Make and keep the vectors that are missing of what was said, ``most`` of them at most; how many were made.

        ``on_text`` hears how many are done, and of how many. Does nothing where no model is installed (``gm doctor`` says so), and
        stops where an endpoint gives none: ``new_remarks`` says why.
        """
        meanings = self.tools.memory.meanings
        if meanings is None:
            return 0
        meanings.until = None
        owed = meanings.missing(self.tools.memory.talk)
        keys = list(owed)[:most]
        step = AT_A_CALL if meanings.remote else AT_ONCE
        done = 0
        try:
            for first in range(0, len(keys), step):
                self._keep_vectors(meanings.learn({key: owed[key] for key in keys[first : first + step]}))
                done = min(first + step, len(keys))
                if on_text:
                    on_text(done, len(keys))
        except ProviderError:
            pass  # the endpoint is away: words do
        self._keep_vectors({})
        return done

    def _keep_vectors(self, learnt: dict[str, bytes]) -> None:
        """Keep vectors beside the journal, those of questions too, and what they cost."""
        if meanings := self.tools.memory.meanings:
            with suppress(GameError):  # what cannot be kept now is made again another time: the turn stands
                self.journal.keep_vectors(meanings.mark, learnt | meanings.questions(), meanings.spent())

    def new_remarks(self) -> tuple[str, ...]:
        """What whoever plays should know of how the story is remembered, in whole sentences: each is said once."""
        meanings = self.tools.memory.meanings
        return self.once(f"What was said is recalled by words alone: {meanings.away}") if meanings and meanings.away else ()

    def once(self, remark: str) -> tuple[str, ...]:
        """A remark for whoever plays; nothing where it was made since the game was opened."""
        if remark in self._remarked:
            return ()
        self._remarked.add(remark)
        return (remark,)

    def labels(self) -> dict[str, str]:
        """Which label the dice of each branch are drawn with."""
        return {point.name: point.label for point in self.journal.branches()}

    def conflict(self, id: str) -> Conflict:
        """The conflict of that id; ``last`` is the newest open one."""
        conflicts = list(self.state.conflicts.values())
        if id == "last":
            found = next((conflict for conflict in reversed(conflicts) if conflict.status == "open"), None)
        else:
            found = self.state.conflicts.get(id)
        if found is None:
            known = ", ".join(conflict.id for conflict in conflicts if conflict.status == "open") or "none"
            raise UnknownName(self.state.campaign, f'there is no conflict "{id}".', f"Open conflicts: {known}.", slug="unknown-conflict")
        return found
