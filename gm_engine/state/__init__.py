"""Reads events. Gives the story's state: where, when, who is present, sheets, clocks, flags, threads, lore."""

from gm_engine.state.fold import fold, rebuild
from gm_engine.state.gist_book import GistBook
from gm_engine.state.story_state import StoryState
from gm_engine.state.story_view import StoryView
from gm_engine.state.view import holds, look_up

__all__ = ["GistBook", "StoryState", "StoryView", "fold", "holds", "look_up", "rebuild"]
