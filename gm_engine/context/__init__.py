"""Reads the story, the lore and the memory. Gives the few elements that fit."""

from gm_engine.context.explain import Change, Why, WhyNot, whole_prompt, why, why_not
from gm_engine.context.fit import Fitted, fit
from gm_engine.context.gather import gather

__all__ = ["Change", "Fitted", "Why", "WhyNot", "fit", "gather", "whole_prompt", "why", "why_not"]
