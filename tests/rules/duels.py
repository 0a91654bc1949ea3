"""Duels by the hundred: two people shoot until one of them is out of it."""

from dataclasses import dataclass

from tables import WESTERN, do, mesa, opened, play

from gm_engine.state import StoryState
from gm_engine.story.event import StateChanged
from gm_engine.story.pack import Pack, Person


@dataclass
class Tally:
    """What came of many duels: exchanges of each, and in a hundred who fell and who was killed outright."""

    exchanges: list[int]
    fallen: tuple[int, int]
    killed: tuple[int, int]

    def quantile(self, share: float) -> int:
        return sorted(self.exchanges)[int(share * (len(self.exchanges) - 1))]


def fighter(eyes: int, hands: int, weapon: str = "revolver") -> Person:
    attributes = {"brawn": 50, "hands": hands, "eyes": eyes, "wits": 40, "grit": 50, "charm": 40}
    return Person(name="Somebody", at="street", attributes=attributes, items={weapon: 1, "cartridges": 60, "shells": 20})


def field(one: Person, other: Person) -> Pack:
    """A duel to the end of it: nobody picks up who falls, which is another story."""
    people = {"characters": {"cal": one}, "npcs": {"pete": other.model_copy(update={"attitude": -2})}}
    return mesa(**people, clocks={}, secrets={}, scenes={}, rulebook={**WESTERN, "fallen": {}})


def duel(pack: Pack, seed: int, *, chips: int = 0, cover: bool = False, most: int = 60) -> tuple[int, StoryState]:
    state = opened(pack, seed)
    given = [StateChanged(turn=0, what="chips", key="cal", new=chips), StateChanged(turn=0, what="place", key="cal", new="street")]
    if cover:
        given += [StateChanged(turn=0, what="readiness", key=who, detail="cover", new=1) for who in ("cal", "pete")]
    play(state, given)
    mode = "chip" if chips else ""
    for exchange in range(1, most + 1):
        done = do(state, "shoot", target="pete", mode=mode)
        if any(isinstance(event, StateChanged) and event.cause == "refused:empty" for event in done):
            do(state, "reload")
        if out(state, "cal") or out(state, "pete"):
            return exchange, state
    return most, state


def out(state: StoryState, who: str) -> bool:
    return state.condition(who) != "alive" or state.boxes(who) >= 4


def tally(pack: Pack, count: int, **terms: object) -> Tally:
    exchanges, fallen, killed = [], [0, 0], [0, 0]
    for seed in range(1, count + 1):
        spent, state = duel(pack, seed, **terms)  # type: ignore[arg-type]
        exchanges.append(spent)
        for side, who in enumerate(("cal", "pete")):
            fallen[side] += out(state, who)
            killed[side] += state.condition(who) == "dead"
    return Tally(exchanges, (100 * fallen[0] // count, 100 * fallen[1] // count), (100 * killed[0] // count, 100 * killed[1] // count))
