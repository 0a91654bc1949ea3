"""Where a telling comes from: whose voice, which turn, the very sentence."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

Voice = Literal["author", "engine", "narrator", "player", "character", "document", "oracle"]
Source = Literal["pack", "engine", "extracted", "chip", "ruling", "import"]

PAGES = ("npcs.", "characters.", "locations.", "items.", "factions.")
"""How the place of an author's words begins where that is the page of somebody or something."""
OF_A_MODEL = "model:"
"""What stands before the name of a language model where that is the reader of a telling."""


class Provenance(Noun):
    """One telling. ``quote`` is an exact piece of the turn's text and ``span`` its place there (start, end).

    A character may lie: only author, engine and narrator (and the player by a chip, the oracle with less confidence)
    make facts. ``turn`` 0 is before play; ``where`` is ``file:line`` for an author's words; ``minute`` is the story
    time at which it was told.
    """

    source: Source
    turn: int
    voice: Voice
    quote: Words
    span: tuple[int, int] = (0, 0)
    speaker: str | None = None
    minute: int = 0
    reader: str = ""
    where: str | None = None

    @property
    def on_a_page(self) -> bool:
        """True for a value that the campaign's page of somebody or something gives in so many words: there is no sentence to quote."""
        return not self.turn and (self.where or "").startswith(PAGES)
