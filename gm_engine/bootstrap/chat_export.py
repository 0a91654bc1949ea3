"""Chats written out: the branches of a campaign, each as a chat of its own."""

from gm_engine.exchange.chat_of import chat_of
from gm_engine.exchange.chat_tree import TRUNK
from gm_engine.exchange.formats.brought import Chat
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.other_tellings import events_on, other_tellings


def chat_on(journal: Ledger, branch: str = "") -> Chat:
    """The chat of a branch (the current one, unless named), with what was told otherwise."""
    branch = branch or journal.branch
    left = {point.name: point.forked_from or "" for point in journal.branches()}
    return chat_of(
        events_on(journal, branch), other_tellings(journal, branch), name=_name(journal, branch), parent=_name(journal, left[branch])
    )


def chats_of(journal: Ledger) -> tuple[Chat, ...]:
    """A chat for each branch, in the order in which they were made."""
    return tuple(chat_on(journal, point.name) for point in journal.branches() if point.head)


def _name(journal: Ledger, branch: str) -> str:
    """What the chat of a branch is called: the main one as its campaign, another one as its branch."""
    return journal.name if branch == TRUNK else branch
