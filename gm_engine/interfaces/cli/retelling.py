"""A saved campaign shown again, from its record alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.play.game import Played
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.noun import TAKEN_OUT

if TYPE_CHECKING:
    from gm_engine.journal import Journal


class Shown:
    """What the transcript needs of a game: its state."""

    def __init__(self) -> None:
        self.state = StoryState()


def turns(journal: "Journal") -> Iterator[tuple[Event, ...]]:
    """The events up to the end of each turn."""
    group: list[Event] = []
    for entry in journal.entries():
        group.append(entry.event)
        if isinstance(entry.event, happened.TurnClosed):
            yield tuple(group)
            group = []


def retell(journal: "Journal", since: int, until: int) -> None:
    """Print the turns from ``since`` to ``until`` (0: the last), each as it was shown when it was played."""
    from gm_engine.interfaces.cli.transcript import Transcript, console

    shown = Shown()
    transcript = Transcript(console(), shown)
    titled = False
    for events in turns(journal):
        turn = events[-1].turn
        visible = turn > 0 and turn >= since and not (until and turn > until)
        if visible and not titled:
            transcript.title()
            titled = True
        for event in events:
            if visible and isinstance(event, happened.PlayerSpoke):
                transcript.says(turn, event.said or TAKEN_OUT, event.speaker)
            fold(shown.state, event)
            if visible:
                transcript.event(event)
            if visible and isinstance(event, happened.CompletionReceived):
                if event.completion.given_by == "import":
                    transcript.tells(turn, event.speaker)
                transcript.text(event.completion.text or TAKEN_OUT)
        played = shown.state.turns.last()
        if visible and played:
            scripted = any(isinstance(event, happened.CompletionReceived) and event.completion.given_by == "script" for event in events)
            transcript.played(Played(played, events), scripted=scripted)
    if not titled:
        transcript.title()
        transcript.shows("Nothing has been played yet.")
