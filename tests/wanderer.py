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


class Busy(Wanderer):
    """A wanderer who does business, too: gambles, borrows, pays, trades, gives, promises, fights, heals, declares and does as it likes."""

    def next(self, state: StoryState) -> str:
        """The next line: two in five of them the other wanderer's."""
        draws = Draws(DrawKey(seed=self.seed, turn=state.turn + 1), "busy")
        if state.condition(state.pc) != "alive":
            return draws.pick(("I wait 3 hours.", "I call for help.", "I bandage my wounds.", "I look around."))
        for _ in range(8):
            if draws.roll(5) <= 2:
                return super().next(state)
            line = draws.pick(DOINGS)(self, state, draws)
            if line:
                return line
        return super().next(state)

    def somebody(self, state: StoryState, draws: Draws) -> str:
        """The name of somebody who is here."""
        people = [id for id in state.present() if state.condition(id) == "alive"]
        return state.name(draws.pick(people)) if people else ""

    def cards(self, state: StoryState, draws: Draws) -> str:
        """A game for money."""
        return f"I play cards for {draws.pick(('a dollar', '2 dollars', '50 cents', '5 dollars'))}." if state.present() else ""

    def borrow(self, state: StoryState, draws: Draws) -> str:
        """Money from somebody."""
        who = self.somebody(state, draws)
        return who and draws.pick(
            (f"I borrow 5 dollars from {who}.", f"I ask {who} to lend me 3 dollars.", f"I borrow 50 cents from {who}.")
        )

    def repay(self, state: StoryState, draws: Draws) -> str:
        """What is owed to somebody who is here, the whole or a part."""
        owed = [one for one in state.owed() if one.kind == "debt" and one.creditor in state.present()]
        if not owed:
            return ""
        who = state.name(owed[0].creditor)
        return draws.pick((f"I pay {who} back.", f"I repay {who} 1 dollar.", f"I pay my debt to {who}."))

    def buy(self, state: StoryState, draws: Draws) -> str:
        """A thing that is for sale here, or a service."""
        things = [item.name for item in state.pack.items.values() if item.price and item.at == state.here]
        return f"I buy {draws.pick((*things, *things, 'a meal', 'a drink', 'a room', 'a knife', 'a rope'))}." if state.present() else ""

    def sell(self, state: StoryState, draws: Draws) -> str:
        """Something that is carried."""
        held = [state.name(item) for item in state.carried(state.pc)]
        return f"I sell {draws.pick(held)}." if held and state.present() else ""

    def give(self, state: StoryState, draws: Draws) -> str:
        """Money, or a thing."""
        who = self.somebody(state, draws)
        held = [state.name(item) for item in state.carried(state.pc)]
        return who and draws.pick(
            (f"I give {who} 2 dollars.", f"I give {who} $1.50.", f"I give {draws.pick(held) if held else 'a dollar'} to {who}.")
        )

    def promise_or_keep(self, state: StoryState, draws: Draws) -> str:
        """A promise made, or one that is made good."""
        kept = [one for one in state.owed() if one.kind == "promise" and one.creditor in state.present()]
        who = state.name(kept[0].creditor) if kept else self.somebody(state, draws)
        return who and (f"I keep my promise to {who}." if kept else f"I promise {who} to bring back news within two days.")

    def fight(self, state: StoryState, draws: Draws) -> str:
        """Blows and shots, now and then."""
        who = self.somebody(state, draws)
        lines = (f"I hit {who}.", f"I shoot {who}.", f"I shoot {who}.", "I draw my gun.", "I reload.", f"I threaten {who}.")
        return draws.pick(lines) if who else ""

    def heal(self, state: StoryState, draws: Draws) -> str:
        """Whoever is hurt."""
        hurt = [id for id in (state.pc, *state.present()) if state.boxes(id)]
        return f"I bandage {'my wounds' if hurt[0] == state.pc else state.name(hurt[0])}." if hurt else ""

    def take_or_drop(self, state: StoryState, draws: Draws) -> str:
        """A thing that lies here, or one that is put down."""
        here = [item.name for id, item in state.pack.items.items() if state.where(id) == state.here]
        held = [state.name(item) for item in state.carried(state.pc)]
        lines = [f"I take {draws.pick(here)}."] * 2 if here else []
        return draws.pick([*lines, f"I drop {draws.pick(held)}."] if held else lines or ["I look around."])

    def declare(self, state: StoryState, draws: Draws) -> str:
        """A small true detail, which is then picked up."""
        things = ("brass key", "red blanket", "tin whistle", "broken compass")
        said = [thing for thing in things if any(f"a {thing} " in turn.said for turn in state.recent_turns(3))]
        return f"I take the {said[-1]}." if said else f"/declare There is a {draws.pick(things)} here." if draws.one_in(3) else ""

    def freely(self, state: StoryState, draws: Draws) -> str:
        """Whatever comes to mind."""
        who = self.somebody(state, draws) or "nobody"
        return draws.pick(FREELY).format(who)


FREELY = (
    "I whittle a stick.", "I sing a song.", "I dig a hole.", "How much money do I have?", "What do I carry?", "What do I owe?",
    "What time is it?",
    "Who is here?", "Where can I go?", "What is for sale?", "I tell {} a joke.", "I thank {}.", "I insult {}.", "I see to my horse.",
    "I climb onto the roof.", "I sneak about.", "I read the signs.", "Is it raining?", "I tell {} that I am sorry.", "I wash my face.",
    "I hire {} for a dollar.", "I sleep 8 hours.", "I bluff.", "I hunt.", "Am I hurt?", "What does a meal cost?",
)  # fmt: skip
DOINGS: tuple[Callable[[Busy, StoryState, Draws], str], ...] = (
    Busy.cards, Busy.borrow, Busy.repay, Busy.repay, Busy.buy, Busy.buy, Busy.sell, Busy.give, Busy.promise_or_keep, Busy.fight, Busy.heal,
    Busy.heal, Busy.take_or_drop, Busy.declare, Busy.freely, Busy.freely,
)  # fmt: skip
