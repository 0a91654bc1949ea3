"""A saved campaign shown again, from its record alone."""

from collections.abc import Iterator

from gm_engine.journal import Journal
from gm_engine.play.game import Played
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.event import Event


class Shown:
    """What the transcript needs of a game: its state."""

    def __init__(self) -> None:
        self.state = StoryState()


def turns(journal: Journal, shown: Shown) -> Iterator[tuple[Event, ...]]:
    """The events of each turn, the state folded up to before the turn's end."""
    group: list[Event] = []
    for entry in journal.entries():
        fold(shown.state, entry.event)
        group.append(entry.event)
        if isinstance(entry.event, happened.TurnClosed):
            yield tuple(group)
            group = []


def retell(journal: Journal, since: int, until: int) -> None:
    """Print the turns from ``since`` to ``until`` (0: the last)."""
    from gm_engine.interfaces.cli.transcript import Transcript, console

    shown = Shown()
    transcript = Transcript(console(), shown)
    titled = False
    for events in turns(journal, shown):
        turn = events[-1].turn
        if turn == 0 or turn < since or (until and turn > until):
            continue
        if not titled:
            transcript.title()
            titled = True
        spoke = next((event for event in events if isinstance(event, happened.PlayerSpoke)), None)
        received = next((event for event in events if isinstance(event, happened.CompletionReceived)), None)
        if spoke:
            transcript.says(turn, spoke.said)
        for event in events:
            transcript.event(event)
        if received:
            transcript.text(received.completion.text)
        played = shown.state.turns.last()
        if played:
            transcript.played(Played(played, events), scripted=bool(received and received.completion.given_by == "script"))
