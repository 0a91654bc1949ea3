"""Who was there before the first turn: named by the opening, or by the lines with which a story was brought in."""

from gm_engine.direction.clause import TITLES
from gm_engine.state import StoryState
from gm_engine.state.table_lore import naming_of

LATELY = 40
"""So many turns are gone through for somebody who was called by name."""


def brought_on(state: StoryState, id: str) -> bool:
    """True for somebody whom the opening, or the lines with which a story was brought in, called by name: nobody meets them anew. A part
    of their name that somebody else bears, an article and a title call nobody by name."""
    if not state.name(id)[:1].isupper():
        return False
    texts = [state.pack.opens_with(state.opening), *(turn.reply for turn in state.recent_turns(LATELY) if turn.given_by == "import")]
    naming = naming_of(state, TITLES)
    return any(id in bearers for text in texts for bearers in naming.found(text, surely=False))
