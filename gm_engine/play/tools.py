"""What a turn is played with: everything that is not the state, joined by ``bootstrap``."""

from dataclasses import dataclass

from gm_engine.continuity.second_look import Weigh
from gm_engine.extraction.reader import Reader
from gm_engine.memory.memory import Memory
from gm_engine.prompting.prompt_book import PromptBook
from gm_engine.providers.provider import Provider
from gm_engine.story.budget import Budget
from gm_engine.story.rule import Rule


@dataclass
class Tools:
    """``memory`` is a fold like the state, and is fed the same events; ``weigh`` is what the second look weighs two sentences by."""

    provider: Provider
    reader: Reader
    memory: Memory
    book: PromptBook
    rules: tuple[Rule, ...]
    budget: Budget
    weigh: Weigh
