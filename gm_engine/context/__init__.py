"""Reads the story, the lore and the memory. Gives the few elements that fit."""

from gm_engine.context.allowance import Allowance, allowance
from gm_engine.context.choose import choose, spread_of
from gm_engine.context.explain import Change, Why, WhyNot, whole_prompt, why, why_not
from gm_engine.context.fit import Fitted, fit
from gm_engine.context.gather import gather
from gm_engine.context.left_free import left_free
from gm_engine.context.npc_knowledge import from_what_they_know
from gm_engine.context.window import Window, window

__all__ = [
    "Allowance",
    "Change",
    "Fitted",
    "Why",
    "WhyNot",
    "Window",
    "allowance",
    "choose",
    "fit",
    "from_what_they_know",
    "gather",
    "left_free",
    "spread_of",
    "whole_prompt",
    "why",
    "why_not",
    "window",
]
