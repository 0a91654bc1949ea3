"""The shelf of campaigns, in a database: SQLite, or PostgreSQL for a shared table. Reads entries. Gives them back after any crash."""

from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.storage.store import Store

__all__ = ["SqlJournal", "Store"]
