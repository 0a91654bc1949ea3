"""What a turn is played with: everything that is not the state, joined by ``bootstrap``."""

from dataclasses import dataclass, field

from gm_engine.continuity.judged import Find
from gm_engine.direction.naming import proper_names
from gm_engine.direction.ways_meant import Alike
from gm_engine.extraction.ear import Ear
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.reading import Reading
from gm_engine.memory.memory import Memory
from gm_engine.play.plug_ins import PlugIns
from gm_engine.play.safety_lines import Limits
from gm_engine.prompting.prompt_book import PromptBook
from gm_engine.providers.provider import Provider
from gm_engine.state import StoryState
from gm_engine.story.budget import Budget
from gm_engine.story.parsed import Parsed
from gm_engine.story.provenance import Source, Voice
from gm_engine.story.rule import Rule
from gm_engine.story.table_rules import TableRules


@dataclass
class Tools:
    """``memory`` is a fold like the state, and is fed the same events; ``find`` finds sentences that may not stand together.

    ``limits`` are what the words of a table's lines take in. ``table`` is what this GM is allowed and asked from the next turn
    on; None leaves that as the story has it. ``plug_ins`` are what installed packages bring; ``ear`` parses what the player says;
    ``near`` says how near texts lie by what they mean, where a model for that is installed, and ``near_mark`` which.
    """

    provider: Provider
    reader: Reader
    memory: Memory
    book: PromptBook
    rules: tuple[Rule, ...]
    budget: Budget
    find: Find
    limits: Limits = field(default_factory=Limits)
    table: TableRules | None = None
    plug_ins: PlugIns = field(default_factory=PlugIns)
    ear: Ear = field(default_factory=Ear)
    near: Alike | None = None
    near_mark: str = ""

    @property
    def heard_by(self) -> str:
        """By what a player's line is heard here: a replay by anything else takes what was heard from the record."""
        return " ".join(filter(None, (self.ear.version, self.near_mark)))

    def read(self, text: str, state: StoryState, voice: Voice = "narrator", source: Source = "extracted") -> Reading:
        """What a text says, told here and now: in the story's present turn, at its place, to those who are there."""
        self.reader.follow(state.lore)
        return self.reader.read(
            text, turn=state.turn, voice=voice, source=source, minute=state.minute, place=state.here, present=state.present(), you=state.pc,
            calendar=state.pack.calendar,
        )  # fmt: skip

    def parse(self, said: str, state: StoryState) -> Parsed:
        """A player's line, parsed with the story's names known."""
        return self.ear.parse(said, proper_names(state))
