"""What a table allows a language model in the GM's chair, and what it asks of one beside the telling."""

from typing import Literal, get_args

from pydantic import Field

from gm_engine.story.noun import Noun

Guard = Literal["off", "after", "strict", "critical", "major"]
Tool = Literal["roll", "recall", "tick", "item", "decide"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
"""What a language model may ask of the engine: see ``play.granting``."""
Reads = Literal["claims", "conflicts", "summaries"]
Hears = Literal["interpret", "note"]
HEARD: tuple[Hears, ...] = get_args(Hears)
"""The purposes of the questions by which a language model hears."""
OF_HEARING = (*HEARD, "check")
"""The same, and what a note may lead to: a check of what its reader would look up."""


class TableRules(Noun):
    """``guard``: what is done about words that give a secret away, cross a line, tell other numbers than the engine, or break what
    is established. ``after`` shows them, marks what clashes, and the next prompt carries the repair; ``strict`` has the draft noted
    first, and it goes back once. ``critical`` and ``major`` judge a draft by the rules alone: it goes back where it breaks the story
    gravely, or plainly. ``off`` does nothing.

    ``hears`` is what a language model hears at this table: the player's lines (``interpret``), what was told (``note``); ``room`` are
    the tokens of earlier story that lie beside a reply when it is noted.

    ``tools`` are the tools that the GM may call, ``calls`` how many of them in one turn, ``tool_tokens`` what they cost in a prompt
    (0: stories of a time when that was not counted). ``premises``: what the player takes
    for granted is looked up, and the prompt says what nothing supports. ``reads`` is what a model is asked beside the
    telling, ``asks`` how often in a turn at most, ``sure`` how sure it is taken to be of what it finds, in per cent. A story
    without table rules has none of all this.
    """

    guard: Guard = "off"
    tools: tuple[Tool, ...] = ()
    calls: int = 4
    tool_tokens: int = Field(default=0, ge=0)
    premises: bool = False
    reads: tuple[Reads, ...] = ()
    asks: int = Field(default=2, ge=0)
    sure: int = Field(default=70, ge=1, le=100)
    hears: tuple[Hears, ...] = ()
    room: int = Field(default=270, ge=100, le=20_000)
