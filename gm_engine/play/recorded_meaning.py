"""By what the prompts of a record were chosen: a story that is played again chooses them in the same way, or says that it cannot."""

from collections.abc import Callable, Iterator

from gm_engine.journal import Entry
from gm_engine.memory.meanings import Meanings
from gm_engine.memory.memory import Memory
from gm_engine.story import event as happened
from gm_engine.story.event import Event


class RecordedMeaning:
    """Hands ``memory`` the model of this machine, or the ``vectors`` of another that were kept beside the record; ``note`` hears
    what could not be compared. Nobody is asked for a vector.
    """

    def __init__(self, memory: Memory, vectors: Callable[[str], dict[str, bytes]], note: Callable[[str], None]) -> None:
        self._memory, self._vectors, self._note = memory, vectors, note
        self._here = None if memory.meanings and memory.meanings.remote else memory.meanings
        self._elsewhere: dict[str, Meanings] = {}

    def choose(self, group: list[Entry]) -> bool:
        """Let prompts be chosen as the recorded one was, by meaning or not. True where what it takes is not at hand."""
        recorded = next((entry.event for entry in group if isinstance(entry.event, happened.PromptAssembled)), None)
        if recorded is None:
            return False
        memory = self._memory
        said = next((entry.event.said for entry in group if isinstance(entry.event, happened.PlayerSpoke)), "")
        mark, remote, _ = recorded.meaning.partition("#")
        memory.meanings = meanings = self._kept(mark) if remote else self._here
        if meanings:
            meanings.until, meanings.lacked = recorded.turn - 1, False
            meanings.counts = meanings.mark == mark
            if meanings.counts and not remote:
                meanings.learn(meanings.missing(memory.talk))
            meanings.counts = meanings.counts and memory.chosen_for(said) == recorded.meaning
        if memory.chosen_for(said) == recorded.meaning:
            return False
        if remote:
            self._not_kept(mark, "Prompts were chosen")
        else:
            self._note(
                f"Prompts were chosen by meaning, with {mark}, which is not installed: they were taken from the record, and not "
                "compared. To compare them, install it."
            )
        return True

    def as_far_as_known(self, group: list[Entry], today: Iterator[Event]) -> Iterator[Event]:
        """Today's events; those on record from where something was looked up by a vector that is not kept."""
        meanings = self._memory.meanings
        rest = iter([entry.event for entry in group])
        for event in today:
            was = next(rest, None)
            if meanings and meanings.counts and meanings.lacked and was is not None:
                self._not_kept(meanings.mark, "Something was looked up")
                yield was
                yield from rest
                return
            yield event

    def _kept(self, mark: str) -> Meanings:
        if mark not in self._elsewhere:
            self._elsewhere[mark] = Meanings.of_record(mark, self._vectors(mark))
        return self._elsewhere[mark]

    def _not_kept(self, mark: str, what: str) -> None:
        self._note(
            f"{what} by meaning, with vectors of {mark} that are not kept here, or were made anew: that was taken from the record, "
            "and not compared."
        )
