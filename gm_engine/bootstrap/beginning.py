"""How a saved story began."""

from typing import Any

from gm_engine.errors import GameError
from gm_engine.journal import Journal
from gm_engine.story import event as happened
from gm_engine.story.pack import Pack


def beginning(journal: Journal) -> tuple[happened.StoryOpened, Pack, tuple[Any, ...]]:
    """What a story was opened with: its first event, its pack, its rules of continuity."""
    opened: happened.StoryOpened | None = None
    pack: Pack | None = None
    rules = []
    for entry in journal.entries():
        if isinstance(entry.event, happened.StoryOpened):
            opened = entry.event
        elif isinstance(entry.event, happened.PackOpened):
            pack = entry.event.pack
        elif isinstance(entry.event, happened.RuleDeclared):
            rules.append(entry.event.rule)
        elif isinstance(entry.event, happened.EntityIntroduced | happened.TurnClosed):
            break
    if opened is None or pack is None:
        raise GameError(
            journal.name,
            "the record has no beginning.",
            "It was never opened, or it was cut. Delete it: gm delete NAME",
            "no-beginning",
        )
    return opened, pack, tuple(rules)
