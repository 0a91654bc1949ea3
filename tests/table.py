"""A small table for tests: plays turns with rules, plan, cards and the embedded GM, without journal, memory or reader."""

from dataclasses import dataclass, field

from gm_engine import rules
from gm_engine.context.focus import Focus
from gm_engine.context.perceived import cards
from gm_engine.direction.beats import plan
from gm_engine.direction.notebook import Plan
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.opening import cast_of
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion
from gm_engine.story.context_element import ContextElement
from gm_engine.story.event import Event
from gm_engine.story.intent import Intent
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.scene import Scene

HISTORY = 6


@dataclass
class Told:
    """One turn as it was told."""

    said: str
    plan: Plan
    prompt: Prompt
    completion: Completion
    events: list[Event] = field(default_factory=list)


class SmallTable:
    """Plays a pack, one turn after another."""

    def __init__(self, pack: Pack, gm: EmbeddedGM, seed: int = 1) -> None:
        self.state = StoryState()
        self.gm = gm
        self.turns: list[Told] = []
        for event in self._opening(pack, seed):
            fold(self.state, event)

    def _opening(self, pack: Pack, seed: int) -> list[Event]:
        start = Scene(id="s1", title="", place=pack.start.at)
        return [
            happened.StoryOpened(campaign=pack.id, title=pack.title, seed=seed, gm="embedded"),
            happened.PackOpened(pack=pack),
            *(happened.EntityIntroduced(entity=entity) for entity in cast_of(pack)),
            happened.SceneOpened(scene=start),
            happened.StateChanged(what="visit", key=pack.start.at, old=0, new=1),
        ]

    def play(self, said: str, *intents: Intent, extra: tuple[Beat, ...] = ()) -> Told:
        """One turn."""
        state, turn = self.state, self.state.turn + 1
        told: list[Event] = []
        fold(state, happened.PlayerSpoke(turn=turn, said=said, intents=intents))
        counts: dict[str, int] = {}
        for intent in intents:
            for event in rules.adjudicate(intent, state, state.draw(turn), counts):
                fold(state, event)
                told.append(event)
        planned = plan(intents, tuple(told), state, state.draw(turn))
        for event in planned.events:
            fold(state, event)
        prompt = self.prompt(said, (*planned.beats, *extra))
        completion = self.gm.complete(prompt)
        fold(state, happened.CompletionReceived(turn=turn, completion=completion))
        self.turns.append(Told(said, planned, prompt, completion, told))
        return self.turns[-1]

    def prompt(self, said: str, beats: tuple[Beat, ...]) -> Prompt:
        """The prompt of the present turn, as the context and prompting rooms would make it, without a budget."""
        state = self.state
        found = {element.id: element for element in scene_cards(state, beats)}
        history = [
            PromptSection(name="history", role="assistant", text=turn.reply) for turn in state.recent_turns(HISTORY + 1) if turn.reply
        ]
        return Prompt(
            sections=(
                PromptSection(name="memory", role="system", text="", elements=tuple(pinned(state, beats))),
                *history,
                PromptSection(name="scene", role="system", text="", elements=tuple(found.values())),
                PromptSection(name="beats", role="system", text="", beats=beats),
                PromptSection(name="said", role="user", text=said),
            ),
            draw=state.draw(),
        )


def scene_cards(state: StoryState, beats: tuple[Beat, ...]) -> tuple[ContextElement, ...]:
    """The cards of the place, the hour and the people."""
    spoken = tuple(dict.fromkeys(id for beat in beats for id in (beat.actor, beat.target, beat.topic) if id))
    return cards(Focus(minute=state.minute, here=state.here, pc=state.pc, spoken=spoken, present=state.present()), state)


def pinned(state: StoryState, beats: tuple[Beat, ...]) -> list[ContextElement]:
    """The elements that the beats name."""
    found = []
    for id in dict.fromkeys(id for beat in beats for id in beat.elements):
        kind, _, name = id.partition(":")
        if kind == "lore" and name in state.pack.lore:
            entry = state.pack.lore[name]
            found.append(ContextElement(id=id, kind="lore", text=entry.text, about=entry.about))
        elif kind == "rumour" and name in state.pack.rumours:
            rumour = state.pack.rumours[name]
            found.append(ContextElement(id=id, kind="rumour", text=rumour.text, about=rumour.about))
    return found
