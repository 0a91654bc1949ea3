"""The shelf of campaigns, in a database: SQLite, or PostgreSQL for a shared table. Reads entries. Gives them back after any crash."""

from gm_engine.storage.salvage import Salvaged, damage_of, is_damaged, repair
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.storage.store import Store

__all__ = ["Salvaged", "SqlJournal", "Store", "damage_of", "is_damaged", "repair"]
