"""What a GM answers."""

from typing import Literal

from gm_engine.story.claim import Claim
from gm_engine.story.noun import Noun, Words
from gm_engine.story.tool_call import ToolCall

Finish = Literal["stop", "length", "tool_calls", "refusal"]


class Usage(Noun):
    """Tokens read and written, as counted by whoever answered: ``cached`` of those read came from its cache, ``reasoning``
    of those written were thought and not said."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    reasoning: int = 0


class Completion(Noun):
    """``given_by``: a provider, or the script's ``! reply``, or an imported transcript, or the engine itself (a roll
    or a note at the table).

    ``sims`` marks injected sentences by their span (start, end, ``fault:CLASS`` or ``decoy:CLASS``), for good.
    ``authored`` are the spans of text that the pack wrote. ``calls`` are what a model asks of the engine before it tells on;
    ``reasoning`` is what it thought, never shown at the table; ``cost`` is in millionths of a dollar; ``notes`` are what the
    provider noticed (a prompt cut short, a step down). ``heard`` letters of the text the table had heard before it stood.
    ``claims`` are what the words say, with their places in the text, from a GM that knows it of its own words: they are the facts
    of the reply, and nothing of it is read back but what was injected. None: the words are read.
    """

    text: Words
    model: str
    usage: Usage = Usage()
    given_by: Literal["provider", "script", "import", "engine"] = "provider"
    sims: tuple[tuple[int, int, str], ...] = ()
    authored: tuple[tuple[int, int], ...] = ()
    finish: Finish = "stop"
    calls: tuple[ToolCall, ...] = ()
    reasoning: Words = ""
    cost: int = 0
    notes: tuple[Words, ...] = ()
    heard: int = 0
    claims: tuple[Claim, ...] | None = None
