"""What a GM answers."""

from typing import Literal

from gm_engine.story.noun import Noun, Words


class Usage(Noun):
    """Tokens read and written, as counted by whoever answered."""

    prompt: int = 0
    completion: int = 0


class Completion(Noun):
    """``given_by``: a provider, or the script's ``! reply``, or an imported transcript.

    ``sims`` marks injected sentences by their span (start, end, ``fault:CLASS`` or ``decoy:CLASS``), for good.
    ``authored`` are the spans of text that the pack wrote.
    """

    text: Words
    model: str
    usage: Usage = Usage()
    given_by: Literal["provider", "script", "import"] = "provider"
    sims: tuple[tuple[int, int, str], ...] = ()
    authored: tuple[tuple[int, int], ...] = ()
