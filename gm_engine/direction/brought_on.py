"""Who was there before the first turn: named by the opening, or by the lines with which a story was brought in."""

import re

from gm_engine.state import StoryState

LATELY = 40
"""So many turns are gone through for somebody who was called by name."""


def brought_on(state: StoryState, id: str) -> bool:
    """True for somebody whom the opening, or the lines with which a story was brought in, called by name: nobody meets them anew."""
    names = [name for name in (state.name(id), state.name(id).partition(" ")[0]) if name[:1].isupper()]
    texts = [state.pack.opens_with(state.opening), *(turn.reply for turn in state.recent_turns(LATELY) if turn.given_by == "import")]
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names for text in texts)
