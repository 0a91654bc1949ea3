"""What a table allows a language model in the GM's chair, and what it asks of one beside the telling."""

from typing import Literal, get_args

from pydantic import Field

from gm_engine.story.noun import Noun

Guard = Literal["off", "critical", "major"]
Tool = Literal["roll", "recall", "tick", "item", "decide"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
"""What a language model may ask of the engine: see ``play.granting``."""
Reads = Literal["claims", "conflicts", "summaries"]


class TableRules(Noun):
    """``guard``: a draft goes back once where it gives a secret away, crosses a line, tells other numbers than the engine, or
    breaks what is established: gravely (``critical``), or plainly (``major``). ``off`` shows it as it comes.

    ``tools`` are the tools that the GM may call, ``calls`` how many of them in one turn. ``premises``: what the player takes
    for granted is looked up, and the prompt says what nothing supports. ``reads`` is what a model is asked beside the
    telling, ``asks`` how often in a turn at most, ``sure`` how sure it is taken to be of what it finds, in per cent. A story
    without table rules has none of all this.
    """

    guard: Guard = "off"
    tools: tuple[Tool, ...] = ()
    calls: int = 4
    premises: bool = False
    reads: tuple[Reads, ...] = ()
    asks: int = Field(default=2, ge=0)
    sure: int = Field(default=70, ge=1, le=100)
