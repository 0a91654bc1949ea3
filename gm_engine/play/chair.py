"""The GM's chair during one turn: who answers its prompts, and what is heard of the answers while they come."""

from collections.abc import Callable, Mapping

from gm_engine.direction.bookkeeping import said_of_it
from gm_engine.errors import GameError, ProviderError, Stopped
from gm_engine.journal import Journal
from gm_engine.play.asking import Asked
from gm_engine.play.sieve import Passage, Sieve, joined
from gm_engine.prompting import REPAIR
from gm_engine.providers.provider import Advisor, Provider
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.counting import counted
from gm_engine.story.event import Event
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules

LOST = {
    "interpret": "Your line was not heard by the model, and was read by the grammar",
    "note": "What was told was not noted",
    "check": "What was told was not compared with what was looked up for it",
}
"""What is said, once for each reason, where a question came to nothing."""
ENGINE = "engine"
"""The model of a completion that no GM was asked for: the engine's own answer to a command of bookkeeping."""
OnText = Callable[[str], None] | None
OnEvent = Callable[[Event], None] | None


def checked(answer: object, provider: Provider) -> Completion:
    """The answer, if it is one. Raises ProviderError for anything else that somebody's provider gives."""
    if isinstance(answer, Completion):
        return answer
    what = f"{provider.name} gave a {type(answer).__name__} where a Completion belongs."
    raise ProviderError("", what, 'Let complete() return gm_engine.Completion(text="…", model=self.version).', "no-completion")


class Chair:
    """``reply`` stands in for the GM's answer where a script gives one, and ``answers``, by purpose, for those to questions.

    ``on_text`` hears an answer piece by piece as it comes. Under table rules by which it may yet go back, it hears as much of it as
    ``stands``, and the rest once that does. ``failed`` holds what was noted before of a second reader that failed.
    """

    def __init__(
        self, provider: Provider, journal: Journal, attempt: int, rules: TableRules, *, reply: str | None,
        on_text: OnText, on_event: OnEvent, failed: set[str] | None = None, stands: Callable[[str, Prompt], bool] | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self._provider, self._journal, self._attempt, self._reply = provider, journal, attempt, reply
        self._on_text, self._on_event = on_text, on_event
        self._failures = set() if failed is None else failed
        self._rules = rules
        self._answers = answers or {}
        self._asked: list[str] = []
        as_it_comes = reply is None and rules.guard in ("off", "after")
        self._live = on_text if as_it_comes and not rules.tools else None
        self._passing = as_it_comes and bool(rules.tools)
        guarded = reply is None and self._live is None and "conflicts" not in rules.reads and rules.guard != "strict"
        self._stands = stands if guarded else None
        self._heard = ""

    def complete(self, prompt: Prompt) -> Completion:
        """The answer to a prompt; bookkeeping is answered without anybody being asked.

        One that cannot be had again for nothing is kept before its turn is whole; of one that breaks
        off, what was heard is kept as a draft."""
        if self._reply is not None:
            return Completion(text=self._reply, model="script", given_by="script")
        if line := said_of_it(prompt):
            if self._live:
                self._live(line)
            return Completion(text=line, model=ENGINE, given_by="engine")
        if self._passing and self._on_text is not None:
            return self._passed(prompt, Passage(self._on_text, self._heard))
        sieve, before = self._sieve(prompt), self._heard
        if sieve is None:
            return self._whole(self._answer(prompt, self._live))
        completion = self._answer(prompt, None if self._provider.repeatable else sieve.hear)
        if self._provider.repeatable:
            sieve.hear(joined(before, completion.text)[len(before) :])
        if sieve.heard:
            self._heard = joined(before, sieve.heard)
        return self._whole(completion)

    def _passed(self, prompt: Prompt, passage: Passage) -> Completion:
        """The answer, heard as it comes; what was heard before it asked the engine for something stands before what is said then."""
        before = self._heard
        completion = self._answer(prompt, passage.hear)
        text = joined(before, completion.text)
        if passage.open:
            self._heard = text
        return completion.model_copy(update={"text": text, "heard": len(before)}) if before else completion

    def _sieve(self, prompt: Prompt) -> Sieve | None:
        """What lets a draft be heard as far as it stands; none for one that is told as it is, once it is whole."""
        if self._on_text is None or self._stands is None or prompt.section(REPAIR):
            return None
        stands = self._stands
        return Sieve(self._on_text, lambda text: stands(text, prompt), self._heard)

    def _whole(self, completion: Completion) -> Completion:
        """The answer with what was heard of this turn before it."""
        if not self._heard:
            return completion
        return completion.model_copy(update={"text": joined(self._heard, completion.text), "heard": len(self._heard)})

    def _answer(self, prompt: Prompt, live: OnText) -> Completion:
        if self._provider.repeatable:
            return checked(self._provider.complete(prompt, live), self._provider)
        kept = self._journal.kept_completion(prompt.hash, self._attempt)
        if kept is None:
            try:
                kept = self._provider.complete(prompt, live)
            except BaseException as error:
                if isinstance(error, ProviderError) and error.heard:
                    self._journal.keep_draft(prompt.hash, self._attempt, error.heard)
                if isinstance(spent := getattr(error, "spent", None), Completion):
                    self._journal.keep_spent(prompt.hash, spent)
                raise
            checked(kept, self._provider)
            self._journal.keep_completion(prompt.hash, self._attempt, kept)
        elif live:
            live(kept.text)
        return kept

    def ask(self, question: Question) -> Asked | None:
        """The answer to a question beside the telling; None where whoever sits here cannot be asked, or (recorded) was not.

        Where one is not to be had, whatever the reason, it is one without text; why is noted, once for each reason. So is what the
        table's rules ask for, too, when no more may be asked in this turn.
        """
        provider = self._provider
        if question.purpose in self._answers:
            return Asked(question.hash, Completion(text=self._answers[question.purpose], model="script", given_by="script"))
        if not isinstance(provider, Advisor):
            return None
        kept = None if provider.repeatable else self._journal.kept_completion(question.hash, self._attempt)
        if kept is None:
            try:
                kept = provider.ask(question)
            except Stopped:
                raise
            except Exception as error:  # no failure beside the telling may cost the table its turn
                if provider.repeatable:
                    return None
                return Asked(question.hash, self._failed_answer(question, error))
            if not provider.repeatable:
                self._journal.keep_completion(question.hash, self._attempt, kept)
        self._asked.append(question.purpose)
        return Asked(question.hash, kept.model_copy(update={"notes": (*kept.notes, *self._left_out())}))

    def _left_out(self) -> tuple[str, ...]:
        """What had to wait, where this was the last question that may be asked in a turn; it is said once."""
        waits = [use for use in ("claims", "conflicts") if use in self._rules.reads and use not in self._asked]
        if not waits or len(self._asked) < self._rules.asks:
            return ()
        most = counted(self._rules.asks, "question")
        note = f"{most} a turn may be asked beside the telling (asks under [table]): there is none left in this one for {waits[0]}."
        fresh = note not in self._failures
        self._failures.add(note)
        return (note,) if fresh else ()

    def _failed_answer(self, question: Question, error: Exception) -> Completion:
        lost = LOST.get(question.purpose, "The second reader did not answer")
        why = f"{lost}: {error.what if isinstance(error, GameError) else type(error).__name__}"
        fresh = why not in self._failures
        self._failures.add(why)
        spent = error.spent if isinstance(error, ProviderError) else None
        failed = (
            spent if isinstance(spent, Completion) else Completion(text="", model=getattr(self._provider, "model", self._provider.version))
        )
        return failed.model_copy(update={"notes": (why,) if fresh else ()})

    def hear(self, event: Event) -> None:
        """What happened, and the words that stand, where they were not heard yet."""
        if self._on_text and self._live is None and isinstance(event, happened.CompletionReceived):
            self._on_text(event.completion.text[len(self._heard) :])
        if self._on_event:
            self._on_event(event)
