"""An almanac at the table: what stands in it, weather that keeps, and a game master who cables."""

import re
from collections.abc import Callable, Iterator

from gm_engine import Cited, Claim, Clash, Completion, ContextElement, Pack, Prompt
from gm_engine.state import StoryView

WET = re.compile(r"[^.!?]*\b(?:rain falls|it is raining|rain drums)\b[^.!?]*[.!?]", re.IGNORECASE)
DRY = re.compile(r"[^.!?]*\b(?:cloudless|not a cloud|dry sky)\b[^.!?]*[.!?]", re.IGNORECASE)
SOON = 10
"""Story minutes in which the weather does not turn round."""
ENTRIES = {
    "moon": "The almanac has the moon full on June 11, 1881.",
    "frost": "The almanac has the last frost of the valley on May 20.",
}


class Telegraph:
    """A game master who pays by the word."""

    repeatable = True

    def __init__(self, pack: Pack, model: str = "") -> None:
        self.name, self.version = "telegraph", f"telegraph/{model or 1}"
        self._office = pack.title.upper()

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """What is new, in capitals."""
        said = prompt.section("said")
        text = f"{self._office} STOP {said.text.upper().rstrip('.') if said else 'NOTHING'} STOP"
        if on_text:
            on_text(text)
        return Completion(text=text, model=self.version)


class Weather:
    """Rain and a cloudless sky within ten minutes of each other cannot both be."""

    name, version = "weather", "1"

    def find(self, _claims: tuple[Claim, ...], state: StoryView) -> Iterator[Clash]:
        """The last telling of the other weather, if it is that fresh."""
        now = state.turn
        for here, there in ((WET, DRY), (DRY, WET)):
            told = here.search(now.reply)
            if told is None:
                continue
            for turn in reversed(state.turns(since=max(1, now.number - 10))):
                before = there.search(turn.reply) if turn.number < now.number and now.minute - turn.minute <= SOON else None
                if before:
                    yield Clash(
                        subject=state.here,
                        kind="quantity_state",
                        earlier=Cited(turn=turn.number, quote=before[0].strip()),
                        later=Cited(turn=now.number, quote=told[0].strip()),
                        why=f"weather does not turn round in {SOON} minutes",
                    )
                    break


class Almanac:
    """What stands in the almanac of things that are spoken of."""

    name, version = "almanac", "1881"

    def recall(self, _state: StoryView, said: str) -> Iterator[ContextElement]:
        """The entries whose heading is among the words."""
        for heading, text in ENTRIES.items():
            if heading in said.lower():
                yield ContextElement(id=heading, kind="lore", text=text)
