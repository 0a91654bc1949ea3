"""Reads claims and lore. Gives a verdict: facts, conflicts, look-alikes. It reports, and never raises for what prose says."""

from gm_engine.continuity.check import check

__all__ = ["check"]
