"""Chats taken in: the main chat as turns, what was not chosen as other tellings of them, chats that share its beginning as branches.

An alternative (a swipe) is what a retry leaves behind: another future of the turn before, that no branch leads to. A branch is
for what was played on. So a chat with three hundred swipes does not bring three hundred branches.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from gm_engine.bootstrap.games import as_recorded
from gm_engine.bootstrap.in_and_out import unbegun
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.exchange.chat_tree import TRUNK, Tree
from gm_engine.exchange.formats.brought import Message
from gm_engine.exchange.formats.tavern_record import with_header
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.memory_journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.play.ingest import ingest, minutes_of, outline, pack_of, tellings, told_otherwise
from gm_engine.play.snapshot import seldom_disturbed
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack
from gm_engine.story.transcript_line import TranscriptLine

AT_A_TIME = 200
Kept = SqlJournal | MemoryJournal


def import_tree(
    journal: Kept, tree: Tree, on_line: Callable[[int, int], None] | None = None, given: Settings | None = None, pack: Pack | None = None
) -> Game:
    """A chat and its branches as a campaign, on its main branch. ``pack`` is what the story lives in; the smallest that will do, unless
    it is given. It is written in one go at the end."""
    with seldom_disturbed(), all_at_once(journal) as draft:
        game, beginning = unbegun(draft, as_recorded(pack) if pack else pack_of(journal.name, lines_of(tree)), given)
        game.take_in(beginning)
        take_in_tree(game, tree, on_line)
    game.journal = journal
    game.learn(on_text=on_line)
    return game


@contextmanager
def all_at_once(journal: Ledger) -> Iterator[MemoryJournal]:
    """A journal to begin a campaign in, with every branch that it gets. At the end all of it is written in one go: whoever is stopped
    on the way, however it is, leaves nothing behind."""
    draft = MemoryJournal(journal.name, journal.salter)
    yield draft
    now, whole = journal.now(), draft.all_of_it()
    journal.restore(replace(whole, rows=(replace(row, written=row.written or now) for row in whole.rows)))


def lines_of(tree: Tree) -> tuple[TranscriptLine, ...]:
    """The lines of the main chat."""
    return tuple(message.line for message in tree.trunk.told)


def take_in_tree(game: Game, tree: Tree, on_line: Callable[[int, int], None] | None = None) -> None:
    """Put a chat on record behind the opening of a game, with all that it brings. The game is then on its main branch.

    The journal of the game is one that ``all_at_once`` has given, since this takes several steps.
    """
    _Taking(game, on_line, len(tree.trunk.told) + sum(len(limb.chat.told) - limb.shared for limb in tree.limbs)).all(tree)


def not_chosen(message: Message, turn: int | None = None) -> Iterator[Event]:
    """The tellings of a line that were not chosen, each with its place among all of them; ``turn`` is the line's own, unless given."""
    line = message.line if turn is None else message.line.changed(turn=turn)
    for number, text in enumerate(message.alternatives):
        yield told_otherwise(line, text, number + (number >= message.chosen))


class _Taking:
    """A chat being taken in: how many lines are done, and which other tellings are on record."""

    def __init__(self, game: Game, on_line: Callable[[int, int], None] | None, total: int) -> None:
        self.game, self.on_line, self.total = game, on_line, total
        self.first = game.state.turn
        self.done = 0
        self.aside: set[tuple[str, int, str]] = set()

    def all(self, tree: Tree) -> None:
        self.told(tree.trunk.told, 0)
        self.others(TRUNK, tree.trunk.told)
        for limb in tree.limbs:
            self.game.switch(limb.of)
            self.game.journal.fork(limb.name, self.first + limb.shared)
            messages = limb.chat.told
            self.others(limb.of, messages[: limb.shared])
            self.game.switch(limb.name)
            if own := messages[limb.shared :]:
                self.told(own, limb.shared, limb.chat.raw.get("header"))
                self.others(limb.name, own)
        if tree.limbs:
            self.game.switch(TRUNK)

    def told(self, messages: Sequence[Message], shared: int, header: Mapping[str, Any] | None = None) -> None:
        """Messages as turns, behind as many of the story as there are; a branch's with the first line of its file."""
        state, tools = self.game.state, self.game.tools
        lines = [self.line(message, shared + n) for n, message in enumerate(messages, 1)]
        if shared:
            lines[0] = lines[0].changed(brought=with_header(lines[0].brought, header))
        minutes = minutes_of(lines, state.pack.calendar, state.minute)
        tools.reader.follow(state.lore)
        readings, shape = tools.reader.read_many(tellings(lines, state.pack, state.minute)), outline(lines, minutes)

        def story() -> Iterator[Event]:
            for first in range(0, len(lines), AT_A_TIME):
                here = slice(first, first + AT_A_TIME)
                yield from ingest(lines[here], minutes[here], readings, shape, state, tools)
                self.done += len(lines[here])
                if self.on_line:
                    self.on_line(self.done, self.total)

        self.game.take_in(story())

    def others(self, branch: str, messages: Sequence[Message]) -> None:
        """What was told in the place of these messages and not chosen. What two chats share is put on record once."""
        for message in messages:
            turn = self.first + message.line.turn
            for text, event in zip(message.alternatives, not_chosen(message, turn), strict=True):
                if (branch, turn, text) not in self.aside:
                    self.aside.add((branch, turn, text))
                    self.game.journal.aside(turn, [event])

    def line(self, message: Message, number: int) -> TranscriptLine:
        return message.line.changed(turn=self.first + number)
