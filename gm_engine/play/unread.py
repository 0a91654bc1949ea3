"""Replies out of which nothing can be read, so that whoever shows one can say so."""

from gm_engine.extraction.foreign import is_foreign
from gm_engine.story.turn import Turn


def is_unread(turn: Turn) -> bool:
    """True where a turn's reply is in another language than English."""
    return is_foreign(turn.reply)
