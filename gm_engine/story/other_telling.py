"""A turn as it was told otherwise, and the order in which all its tellings stand."""

from collections.abc import Iterable
from typing import NamedTuple

from gm_engine.story.event import CompletionReceived, Event, PlayerSpoke
from gm_engine.story.transcript_line import place_noted


class OtherTelling(NamedTuple):
    """Words that were told in the place of a turn and stand on no branch: ``events`` are those of the player and of the GM.

    ``at`` is the number of their first entry, ``end`` of the one that closes their turn: 0 where nothing but the words is on record, as
    another program's chat brought them.
    """

    turn: int
    events: tuple[Event, ...]
    at: int
    end: int = 0

    @property
    def said(self) -> str:
        """The player's words; empty where there are none, or they were taken out."""
        return next((event.said for event in self.events if isinstance(event, PlayerSpoke)), "")

    @property
    def reply(self) -> str:
        """The GM's words."""
        return next((event.completion.text for event in reversed(self.events) if isinstance(event, CompletionReceived)), "")

    @property
    def speaker(self) -> str:
        """Who spoke, where a name came with the words."""
        return next((event.speaker for event in self.events if isinstance(event, PlayerSpoke | CompletionReceived) and event.speaker), "")

    @property
    def imported(self) -> bool:
        """True for a line of a chat that was taken in."""
        first = self.events[0]
        if isinstance(first, PlayerSpoke):
            return first.origin == "import"
        return isinstance(first, CompletionReceived) and first.completion.given_by == "import"

    @property
    def place(self) -> int | None:
        """Its place among all tellings of its line, from 0, where it came with one."""
        first = self.events[0]
        if self.end:
            return None
        if isinstance(first, PlayerSpoke):
            return first.attempt
        return place_noted(first.completion.notes) if isinstance(first, CompletionReceived) else None


def in_order(said: str, reply: str, others: Iterable[OtherTelling]) -> list[OtherTelling | None]:
    """All tellings of a turn whose words stand as ``said`` and ``reply``; None is the place of these.

    Those that came with a place stand there, and what had no place among them fills the gap. Those of a retry stand before what they led
    to. Words that were taken out are left out, and so are those that are the standing ones; a whole turn goes before its mere words.
    """
    others = sorted(others, key=lambda one: one.at)
    own = next((one.place for one in others if one.place is not None and (one.said, one.reply) == (said, reply)), None)
    rest = [one for one in others if (one.said.strip() or one.reply.strip()) and (one.said, one.reply) != (said, reply)]
    whole = {(one.said, one.reply): one for one in reversed(rest) if one.imported and one.place is None}
    mere = {(one.said, one.reply) for one in rest if one.place is not None}
    placed = [(one.place, one.at, whole.get((one.said, one.reply), one)) for one in rest if one.place is not None]
    loose = [one for one in rest if one.place is None and not (one.imported and (one.said, one.reply) in mere)]
    if own is None and not placed:
        return [*loose, None]
    taken = {place for place, _, _ in placed}
    row: list[tuple[int, int, OtherTelling | None]] = [*placed]
    if own is None:
        own = _gap(taken)
    elif loose and loose[0].imported:
        # it stood before another was gone on with
        row.append((_gap({*taken, own}), 0, loose.pop(0)))
    row.append((own, 0, None))
    return [*(one for _, _, one in sorted(row, key=lambda each: each[:2])), *loose]


def _gap(taken: set[int]) -> int:
    """The first place that nothing has."""
    return next(place for place in range(len(taken) + 1) if place not in taken)
