"""What a language model asks the engine for while it tells, and what the engine says to that."""

from gm_engine.story.noun import Noun, Words


class ToolCall(Noun):
    """A tool by its name, with ``arguments`` in JSON exactly as the model wrote them: they may be no JSON at all.

    ``id`` joins the answer to the call.
    """

    id: str
    name: str
    arguments: Words = ""


class ToolAnswer(Noun):
    """What the engine answered to the call ``id``: ``granted`` is False where the table's rules do not allow it."""

    id: str
    name: str
    text: Words
    granted: bool = True
