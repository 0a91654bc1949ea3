"""Reads claims and lore. Gives a verdict: facts, conflicts, look-alikes. It reports, and never raises for what prose says."""

from gm_engine.continuity.admission import put_away_by_hand
from gm_engine.continuity.canon import canon
from gm_engine.continuity.checking import check, raise_all
from gm_engine.continuity.conflict_words import say_conflict
from gm_engine.continuity.engine_claims import engine_claims, oracle_says
from gm_engine.continuity.judged import judged
from gm_engine.continuity.rules import refuse_unknown
from gm_engine.continuity.settle import reopen, settle, settled_before

__all__ = [
    "canon",
    "check",
    "engine_claims",
    "judged",
    "oracle_says",
    "put_away_by_hand",
    "raise_all",
    "refuse_unknown",
    "reopen",
    "say_conflict",
    "settle",
    "settled_before",
]
