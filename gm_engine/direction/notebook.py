"""The GM's notebook for one turn: the beats and events planned so far, and the small questions that planning keeps asking."""

from collections.abc import Iterable

from gm_engine.chance import Draws
from gm_engine.rules.coming import coming_ids
from gm_engine.rules.effects import apply_effect
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.condition import Effect
from gm_engine.story.event import ConsequenceDue, Event, StateChanged
from gm_engine.story.intent import Intent
from gm_engine.story.noun import Noun
from gm_engine.story.roll import DrawKey

BARE = "bare"
"""The flag of what is told in the campaign's own words, with none of ours beside them."""


class Plan(Noun):
    """What this turn's telling should do, and what comes of it besides what the rules said.

    ``decided`` are sentences that chance has made true: they are told, and hold from now on.
    """

    beats: tuple[Beat, ...] = ()
    events: tuple[Event, ...] = ()
    decided: tuple[str, ...] = ()


def by_passages(state: StoryState) -> bool:
    """True in a story of scenes that names no place: what its own words offer is all that there is."""
    return not state.here and bool(state.pack.scenes)


class Notebook:
    """Collects a plan. Nothing is folded while planning, so what it has itself planned it looks up here."""

    def __init__(
        self, intents: tuple[Intent, ...], happened: tuple[Event, ...], state: StoryState, draw: DrawKey,
        shares: tuple[tuple[Event, ...], ...] = (), *, by_model: bool = False,
    ) -> None:  # fmt: skip
        self.intents, self.happened, self.state = intents, happened, state
        self.shares, self.by_model = shares, by_model
        """What came of each intent by itself, where that is known. Where a model heard them, no act is told by another's dice."""
        self.draws = Draws(draw, "plan")
        self.beats: list[Beat] = []
        self.events: list[Event] = []
        self.decided: list[str] = []
        self.turn = draw.turn
        came = next((change.old for change in self.changes("place") if change.key == state.pc), None)
        self.at = str(came or state.here)
        """Where the player's character is at the deed that is being told."""

    @property
    def plan(self) -> Plan:
        """What has been planned."""
        return Plan(beats=tuple(self.beats), events=tuple(self.events), decided=tuple(self.decided))

    @property
    def ends(self) -> bool:
        """True where the story has come to its end in this turn."""
        return any(isinstance(event, StateChanged) and event.what == "ended" and event.new for event in (*self.happened, *self.events))

    def changes(self, what: str) -> Iterable[StateChanged]:
        """What the rules changed of one kind, this turn."""
        return (event for event in self.happened if isinstance(event, StateChanged) and event.what == what)

    def add(self, kind: str, **fields: object) -> None:
        """One more beat; names for its ids come with it."""
        beat = Beat.model_validate({"kind": kind, **fields})
        names = {f"{role}_name": self.name(getattr(beat, role)) for role in ("actor", "target", "topic", "place") if getattr(beat, role)}
        if kind == "answer" and self.name_of_hero:
            names["hero"] = self.name_of_hero
        for role in ("actor", "target"):
            if person := self.state.pack.person(getattr(beat, role)):
                names[f"{role}_pronouns"] = person.pronouns
        self.beats.append(beat.model_copy(update={"slots": names | beat.slots}))

    @property
    def name_of_hero(self) -> str:
        """What the texts of lorebooks and cards call the player's character; empty in a campaign that has none."""
        pack = self.state.pack
        brought = pack.books or any(person.by_card for person in pack.npcs.values())
        return self.state.name(self.state.pc) if brought else ""

    def change(
        self, what: str, key: str, new: int | str | None, old: int | str | None = None, detail: str = "", cause: str = "plan"
    ) -> None:
        """One more change of the state."""
        form = {"turn": self.turn, "what": what, "key": key, "new": new, "old": old, "detail": detail, "cause": cause}
        self.events.append(StateChanged.model_validate(form))

    def apply(self, effects: Iterable[Effect], cause: str) -> None:
        """What a scene, a choice, a clock or a consequence does. Changes of one number add up."""
        for effect in effects:
            self.happen(apply_effect(effect, self.state, cause))

    def happen(self, events: Iterable[Event]) -> None:
        """What the rules make of something planned: it comes after what was planned before it."""
        for event in events:
            self.events.append(self._after_earlier(event))

    def _after_earlier(self, event: Event) -> Event:
        if isinstance(event, ConsequenceDue) and event.consequence.turn == self.turn:
            coming = sum(isinstance(one, ConsequenceDue) for one in self.events)
            id = coming_ids(self.state, coming + 1)[-1]
            return event.model_copy(update={"consequence": event.consequence.model_copy(update={"id": id})})
        if not isinstance(event, StateChanged) or not isinstance(event.new, int) or not isinstance(event.old, int):
            return event
        earlier = next(
            (
                one.new
                for one in reversed(self.events)
                if isinstance(one, StateChanged) and (one.what, one.key, one.detail) == (event.what, event.key, event.detail)
            ),
            None,
        )
        if not isinstance(earlier, int):
            return event
        return event.model_copy(update={"old": earlier, "new": max(-3 if event.what == "attitude" else 0, earlier + event.new - event.old)})

    def name(self, id: str) -> str:
        """What the table calls an id."""
        if id == self.state.pc:
            return "you"
        return self.state.name(id)

    def present(self) -> tuple[str, ...]:
        """The NPCs here who can speak."""
        return tuple(id for id in self.state.present() if self.state.condition(id) == "alive")

    def around(self) -> tuple[str, ...]:
        """The living NPCs at the place of the deed that is being told."""
        return self.state.present(self.at)

    def has(self, kind: str) -> bool:
        """True when a beat of that kind is planned."""
        return any(beat.kind == kind for beat in self.beats)

    @property
    def told_alone(self) -> bool:
        """True in a story of scenes that names no place: its own words say where one is, and nothing is told beside them."""
        return by_passages(self.state)

    @property
    def moved(self) -> bool:
        """True when the player's character has come to another place this turn."""
        return any(event.key == self.state.pc and event.new == self.state.here for event in self.changes("place"))
