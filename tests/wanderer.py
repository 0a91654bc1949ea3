"""The wanderer: a sensible random player, for tests and benchmarks. The same seed wanders the same way."""

from collections.abc import Callable
from dataclasses import dataclass

from gm_engine.chance import Draws
from gm_engine.state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.intent import Intent
from gm_engine.story.roll import DrawKey

GREETINGS = ("I say good day to {}.", "I tip my hat to {}.", "I greet {}.")
ASKS = ("I ask {} about {}.", "I ask {} what they know of {}.", "I ask {} to tell me about {}.")
LOOKS = ("I look around.", "/look", "I take a look around the place.")
SEARCHES = ("I search the place.", "I search the room with care.", "I look for anything out of the way.")


@dataclass(frozen=True)
class Move:
    """A line of the player's, and how it should be read."""

    said: str
    intent: Intent


class Wanderer:
    """Chooses among what is open: ways out, people, decisions, things to ask about, a rest."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def move(self, state: StoryState) -> Move:
        """The next line, from the state before the turn."""
        draws = Draws(DrawKey(seed=self.seed, turn=state.turn + 1), "wander")
        decision = self._decide(state, draws)
        if decision:
            return decision
        people = [id for id in state.present() if state.condition(id) == "alive"]
        choices: list[tuple[int, Callable[[StoryState, Draws, list[str]], Move | None]]] = [
            (6, self._go), (7, self._ask), (3, self._greet), (2, self._look), (2, self._watch), (2, self._search),
            (1, self._persuade), (1, self._wait), (1, self._sleep), (1, self._promise),
        ]  # fmt: skip
        for _ in range(12):
            ticket = draws.roll(sum(weight for weight, _ in choices))
            for weight, choose in choices:
                ticket -= weight
                if ticket <= 0:
                    found = choose(state, draws, people)
                    if found:
                        return found
                    break
        return Move("I look around.", Intent(verb="look", words="look around"))

    def next(self, state: StoryState) -> str:
        """The next line as typed."""
        return self.move(state).said

    def _decide(self, state: StoryState, draws: Draws) -> Move | None:
        standing = [one for one in state.open_decisions() if one.scene == state.scene.id and one.options]
        if not standing or draws.one_in(3):
            return None
        option = draws.pick(standing[0].options)
        text = option.text.rstrip(".")
        intent = Intent(verb="decide", option=option.id, target=standing[0].id, about=text, words=text)
        return Move(f"I {text}." if text[:1].islower() else f"/decide {option.id}", intent)

    def _go(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        here = state.pack.locations.get(state.here)
        ways = {way.to: way for way in here.exits if holds(way.when, state)} if here else {}
        for id, location in state.pack.locations.items():
            for way in location.exits:
                if way.to == state.here and not way.oneway and id not in ways and holds(way.when, state):
                    ways[id] = way
        near = sorted(ways, key=lambda id: (int(state.visits.get(id, 0)), id))
        if not near:
            return None
        to = draws.pick(near[:3] if draws.one_in(2) else near)
        far = ways[to].tenths is not None
        name = state.pack.locations[to].name
        verb = "ride" if far else "walk"
        return Move(f"I {verb} to {name}.", Intent(verb="travel", place=to, mode="horse" if far else "foot", words=f"{verb} to {name}"))

    def _ask(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        if not people:
            return None
        who = draws.pick(people)
        pack = state.pack
        topics = [id for id in (*pack.npcs, *pack.locations, *pack.factions) if id != who]
        if not topics:
            return None
        topic = draws.pick(topics)
        name = state.name(topic)
        said = draws.pick(ASKS).format(state.name(who), name)
        return Move(said, Intent(verb="ask", target=who, topic=topic, about=name, words=said))

    def _greet(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        if not people:
            return None
        who = draws.pick(people)
        return Move(draws.pick(GREETINGS).format(state.name(who)), Intent(verb="greet", target=who))

    def _look(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        return Move(draws.pick(LOOKS), Intent(verb="look"))

    def _watch(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        if not people:
            return None
        who = draws.pick(people)
        return Move(f"I look {state.name(who)} over.", Intent(verb="look", target=who))

    def _search(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        return Move(draws.pick(SEARCHES), Intent(verb="search", skill="notice"))

    def _persuade(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        if not people:
            return None
        who = draws.pick(people)
        said = f"I try to persuade {state.name(who)} to help me."
        return Move(said, Intent(verb="persuade", target=who, skill="persuade", words=said))

    def _wait(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        hours = draws.roll(3)
        return Move(f"I wait {hours} hour{'s' if hours > 1 else ''}.", Intent(verb="wait", amount=60 * hours))

    def _sleep(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        hour = state.pack.calendar.moment(state.minute).hour
        if 6 <= hour < 20:
            return None
        return Move("I sleep 8 hours.", Intent(verb="sleep", amount=480))

    def _promise(self, state: StoryState, draws: Draws, people: list[str]) -> Move | None:
        if not people:
            return None
        who = draws.pick(people)
        return Move(
            f"I promise {state.name(who)} to be back within the week.",
            Intent(verb="promise", target=who, about="to be back within the week", amount=7 * 1440),
        )
