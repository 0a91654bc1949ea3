"""What is read in words that are not told, or not told yet: the player's premises, and what a draft breaks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gm_engine.play.asking import Ask
from gm_engine.play.entries_acting import lorebooks_act
from gm_engine.play.noter import Noter
from gm_engine.play.objections import Added, objections
from gm_engine.play.premises import premises
from gm_engine.play.second_reader import SecondReader
from gm_engine.play.tools import Tools
from gm_engine.play.understanding import Understood, understood
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt


@dataclass(frozen=True)
class Judgement:
    """Judges by today's reader and ear; a replay of what others read or heard hands in what those found."""

    premises: Callable[[str, StoryState, Tools], tuple[Beat, ...]] = premises
    objections: Callable[[Completion, Prompt, StoryState, Tools, Added], tuple[Objection, ...]] = objections
    second: Callable[[Ask | None, StoryState, Tools], SecondReader] = SecondReader
    noter: Callable[[Ask | None, StoryState, Tools], Noter] = Noter
    understood: Callable[[str, StoryState, Tools], Understood] = understood
    lorebooks: Callable[[StoryState, Tools], Iterator[Event]] = lorebooks_act


TODAYS = Judgement()


def stands_in(state: StoryState, tools: Tools) -> Callable[[str, Prompt], bool]:
    """Says whether the beginning of a draft stands, as far as it goes; everything does where a reply is shown as it comes."""
    return lambda text, prompt: state.table.guard == "after" or not objections(Completion(text=text, model=""), prompt, state, tools)
