"""Reads campaigns, plays and every data file. Gives packs, plays, rules and words, and findings for what is wrong with them."""

from gm_engine.authoring.condition_text import condition_words, parse_condition
from gm_engine.authoring.data_files import read_data, read_patterns, read_relations, read_rulebook, read_rules
from gm_engine.authoring.editor_schema import authored_schema
from gm_engine.authoring.effect_text import effect_words, parse_effect
from gm_engine.authoring.fresh import Wishes, fresh_id, new_pack
from gm_engine.authoring.genres import genre_names, read_words
from gm_engine.authoring.margin_note import CODES, Finding
from gm_engine.authoring.pack_reading import PackReading, campaign_names, find_pack, load_pack, pack_of_play, read_pack
from gm_engine.authoring.play_file import parse_play, read_play
from gm_engine.authoring.proofread import proofread
from gm_engine.authoring.tidy import format_pack

__all__ = [
    "CODES",
    "Finding",
    "PackReading",
    "Wishes",
    "authored_schema",
    "campaign_names",
    "condition_words",
    "effect_words",
    "find_pack",
    "format_pack",
    "fresh_id",
    "genre_names",
    "load_pack",
    "new_pack",
    "pack_of_play",
    "parse_condition",
    "parse_effect",
    "parse_play",
    "proofread",
    "read_data",
    "read_pack",
    "read_patterns",
    "read_play",
    "read_relations",
    "read_rulebook",
    "read_rules",
    "read_words",
]
