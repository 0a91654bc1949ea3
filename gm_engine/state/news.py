"""When news of something that happened can be known in another place: over the map, at the speed of what carries it."""

from functools import lru_cache
from heapq import heappop, heappush

from gm_engine.story.made_once import MadeOnce
from gm_engine.story.news_speed import News
from gm_engine.story.pack import Pack
from gm_engine.story.travel import minutes_for

DAY = 1440
TALK, RIDER = "talk", "rider"
CARRIED = (TALK, RIDER)
"""Channels that need no stops."""


class Carriers:
    """The ways of a pack, and how long news takes on each."""

    def __init__(self, pack: Pack) -> None:
        self.news = News.model_validate(pack.rulebook.get("news", {}))
        self._pack = pack
        self._ways = _ways(pack)
        self._stops = {channel: self._having(channel) for channel in self.news.stops if channel in self.news.miles}

    def _having(self, channel: str) -> frozenset[str]:
        """The places where a channel stops."""
        marks = set(self.news.stops[channel])
        return frozenset(id for id in self._pack.locations if marks & set(_marks(id, self._pack)))

    def arrivals(self, start: str, *, notable: bool, ridden: bool = False) -> dict[str, int]:
        """Minutes after which each place can have heard of what happened at ``start``: by talk alone, unless it is notable or ridden."""
        channels = [TALK] + ([RIDER] if notable or ridden else [])
        reached: dict[str, int] = {}
        queue = [(0, start)]
        while queue:
            minutes, place = heappop(queue)
            if place in reached:
                continue
            reached[place] = minutes
            for to, on_foot, tenths in self._ways.get(place, ()):
                quickest = min(self._leg(channel, on_foot, tenths) for channel in channels)
                if notable:
                    quickest = min([quickest, *(self._staged(channel, place, to, tenths) for channel in self._stops)])
                heappush(queue, (minutes + quickest, to))
            if notable:
                for channel in self.news.wired:
                    if place in self._stops.get(channel, ()):
                        wait = self.news.hours.get(channel, 0) * 60
                        for to in sorted(self._stops[channel] - reached.keys()):
                            heappush(queue, (minutes + max(1, wait), to))
        return reached

    def _leg(self, channel: str, on_foot: int, tenths: int) -> int:
        miles = self.news.miles.get(channel, 0)
        return tenths * DAY // (10 * miles) if tenths and miles else on_foot

    def _staged(self, channel: str, place: str, to: str, tenths: int) -> int:
        """A leg by coach, rail or post, where both of its ends have it."""
        stops, miles = self._stops[channel], self.news.miles.get(channel, 0)
        if channel in self.news.wired or not tenths or not miles or place not in stops or to not in stops:
            return DAY * 10_000
        return tenths * DAY // (10 * miles) + self.news.hours.get(channel, 0) * 60


def _ways(pack: Pack) -> dict[str, list[tuple[str, int, int]]]:
    """By place: where its ways lead, their minutes on foot, their tenths of a mile. News comes by every way, open or not."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for id in sorted(pack.locations):
        place = pack.locations[id]
        for way in place.exits:
            found.setdefault(id, []).append((way.to, minutes_for(way), way.tenths or 0))
            if not way.oneway:
                found.setdefault(way.to, []).append((id, minutes_for(way), way.tenths or 0))
        if place.within:
            found.setdefault(id, []).append((place.within, 1, 0))
            found.setdefault(place.within, []).append((id, 1, 0))
    return found


def _marks(id: str, pack: Pack) -> list[str]:
    """Tags and kinds of a place and of those that contain it."""
    marks: list[str] = []
    seen: set[str] = set()
    while id in pack.locations and id not in seen:
        seen.add(id)
        marks += [*pack.locations[id].tags, pack.locations[id].kind]
        id = pack.locations[id].within
    return marks


carriers_of: MadeOnce[Pack, Carriers] = MadeOnce(Carriers)
"""How news travels in a pack."""


@lru_cache(maxsize=512)
def _arrivals(carriers: Carriers, start: str, notable: bool, ridden: bool) -> dict[str, int]:
    return carriers.arrivals(start, notable=notable, ridden=ridden)


def takes(pack: Pack, start: str, to: str, *, notable: bool = False, ridden: bool = False) -> int | None:
    """Minutes until what happened at ``start`` can be known at ``to``; None where no way leads there.

    Talk carries everything. What is ``notable`` goes by rider, coach and wire too; what is ``ridden`` by rider.
    """
    return _arrivals(carriers_of(pack), start, notable, ridden).get(to)
