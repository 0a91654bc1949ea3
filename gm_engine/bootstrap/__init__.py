"""Joins a campaign, a store and a GM into a game. Reads settings, packs and records. Gives games.

The only place where clocks, chance and the outside come in.
"""

from gm_engine.bootstrap.beginning import beginning
from gm_engine.bootstrap.budgets import budget_of
from gm_engine.bootstrap.diagnosis import compact_saved, diagnose, is_hurt, is_silent, repair_saved
from gm_engine.bootstrap.exports import ARCHIVES, EXPORTS, export_archive, export_files, export_text
from gm_engine.bootstrap.games import (
    begin_saved,
    find_play,
    new_game,
    open_campaign,
    pack_for_play,
    reader,
    resume_game,
    tools_of,
    trial,
    verify_game,
)
from gm_engine.bootstrap.gms import GMS, closing_of, endpoint_of, make_provider, named_gm, narrator_words, recordings, who_notes, who_tells
from gm_engine.bootstrap.in_and_out import import_file, import_lines
from gm_engine.bootstrap.openings import next_opening
from gm_engine.bootstrap.pauses import minutes_since
from gm_engine.bootstrap.proof import proofread_pack, self_contradictions
from gm_engine.bootstrap.settings_file import Settings, open_store, settings
from gm_engine.bootstrap.shelf_of_plays import find_to_check
from gm_engine.bootstrap.table_settings import lay_table

__all__ = [
    "ARCHIVES",
    "EXPORTS",
    "GMS",
    "Settings",
    "begin_saved",
    "beginning",
    "budget_of",
    "closing_of",
    "compact_saved",
    "diagnose",
    "endpoint_of",
    "export_archive",
    "export_files",
    "export_text",
    "find_play",
    "find_to_check",
    "import_file",
    "import_lines",
    "is_hurt",
    "is_silent",
    "lay_table",
    "make_provider",
    "minutes_since",
    "named_gm",
    "narrator_words",
    "new_game",
    "next_opening",
    "open_campaign",
    "open_store",
    "pack_for_play",
    "proofread_pack",
    "reader",
    "recordings",
    "repair_saved",
    "resume_game",
    "self_contradictions",
    "settings",
    "tools_of",
    "trial",
    "verify_game",
    "who_notes",
    "who_tells",
]
