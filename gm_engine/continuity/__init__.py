"""Reads claims and lore. Gives a verdict: facts, conflicts, look-alikes. It reports, and never raises for what prose says."""

from gm_engine.continuity.by_hand import put_away_by_hand
from gm_engine.continuity.canon import canon, engine_claims
from gm_engine.continuity.check import check, raise_all
from gm_engine.continuity.judged import judged
from gm_engine.continuity.oracle import oracle_says
from gm_engine.continuity.settle import reopen, settle, settled_before
from gm_engine.continuity.wording import say_conflict

__all__ = [
    "canon",
    "check",
    "engine_claims",
    "judged",
    "oracle_says",
    "put_away_by_hand",
    "raise_all",
    "reopen",
    "say_conflict",
    "settle",
    "settled_before",
]
