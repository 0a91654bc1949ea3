"""The saved story. Reads events. Gives entries: written once, in order, each hashed with the one before."""

from gm_engine.journal.branch import BranchPoint
from gm_engine.journal.chain import entry_hash, plain_digest
from gm_engine.journal.journal import Entry, Journal
from gm_engine.journal.ledger import Ledger
from gm_engine.journal.lines import is_journal, read_lines, write_lines
from gm_engine.journal.memory_journal import MemoryJournal

__all__ = [
    "BranchPoint",
    "Entry",
    "Journal",
    "Ledger",
    "MemoryJournal",
    "entry_hash",
    "is_journal",
    "plain_digest",
    "read_lines",
    "write_lines",
]
