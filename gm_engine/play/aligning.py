"""Lays a front-end's exchanges beside those on record: which are which, what was clipped, what reads otherwise, what is nowhere on record.

A history is read as a few stretches of the record in their order. A hole between two stretches is clipping: front-ends keep the first
exchanges, or a summary of what they left out, before the newest ones.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gm_engine.play.same_words import Exchange, follows, leads, plain, same, unnamed

MOST_PLACES = 24
"""So many places where a stretch may lie are looked at closely."""
FEW = 12
"""Where no more exchanges than these stand from a changed one on, they are told again on a branch; else it is put right where it stands."""
ALL = 3
"""Where so many replies are shown, and every one of them otherwise than it was told, nobody has put them right by hand: they are another
wording of all that is told, such as a translation. So are more than ``FEW`` up to the end."""
TELLING = 1000
"""How much it says where words stand that stand nowhere else."""
WHOLE, HALF, HOLE = 4, 2, 1
"""What it counts that an exchange is on record, or half of it; and what it costs that the next is not where it would be."""


@dataclass(frozen=True)
class Fit:
    """How a history lies on a branch: its last words stand after ``at`` recorded exchanges and ``given``, which are not on record there.

    ``changed`` are exchanges that read otherwise than the recorded one of that number, amid others that are as they were told. ``full``
    counts the exchanges that are on record whole, ``score`` the halves, ``reworded`` those up to the end whose replies are all worded
    otherwise.
    """

    at: int
    given: tuple[Exchange, ...] = ()
    changed: tuple[tuple[int, Exchange], ...] = ()
    full: int = 0
    score: int = 0
    reworded: int = 0

    @property
    def whole(self) -> bool:
        """True where nothing has to be taken in first."""
        return not self.given


class Pair(NamedTuple):
    """An exchange of the history (``sent``) and the recorded one that it is (``told``). ``halves``: so many are the same; ``full``: as
    far as the record still knows them, all. ``sure``: no other recorded one would do as well."""

    sent: int
    told: int
    halves: int
    full: bool
    sure: bool


class _Record:
    """The recorded exchanges, and where each of their halves stands."""

    def __init__(self, told: Sequence[Exchange]) -> None:
        self.told = told
        self.replies: dict[str, list[int]] = {}
        self.lines: dict[str, list[int]] = {}
        self.blank = {at for at, one in enumerate(told) if not one.said.strip() and not one.reply.strip()}
        """Whatever a front-end has in the place of words that were taken out is those."""
        for at, one in enumerate(told):
            self.replies.setdefault(plain(one.reply), []).append(at)
            self.lines.setdefault(plain(one.said), []).append(at)

    def places(self, one: Exchange) -> Counter[int]:
        """Where one of its halves stands on record, and how much that says: what is said in one place alone says most."""
        found: Counter[int] = Counter()
        halves: tuple[tuple[str, Mapping[str, list[int]]], ...] = ((one.said, self.lines), (one.reply, self.replies))
        for text, known in halves:
            for words in {plain(text), plain(unnamed(text))} - {""}:
                places = known.get(words, ())
                found.update(dict.fromkeys(places, max(1, TELLING // len(places))) if places else {})
        return found

    def pair(self, sent: int, one: Exchange, at: int) -> Pair | None:
        """Whether an exchange is the recorded one of that number, wholly or by half."""
        was = self.told[at]
        said = same(was.said, one.said) or follows(was.said, one.said, self.lines)
        reply = same(was.reply, one.reply, reply=True) or leads(was.reply, one.reply, self.replies)
        halves = int(said and bool(was.said.strip())) + int(reply and bool(was.reply.strip()))
        if not halves and not (said and reply):
            return None
        sure = (reply and bool(was.reply.strip())) or (halves > 0 and len(self.lines[plain(was.said)]) == 1)
        return Pair(sent, at, halves, said and reply, sure)


def fitted(sent: Sequence[Exchange], told: Sequence[Exchange]) -> Fit:
    """How exchanges lie on a branch. ``score`` is 0 where they have nothing in common with it."""
    ends = len(told) - len(sent)
    if ends >= 0 and all(map(_is, told[ends:], sent)):
        return Fit(len(told), full=len(sent), score=2 * len(sent))
    pairs = _pairs(sent, _Record(told))
    halves = sum(pair.halves for pair in pairs)
    if halves < min(2, len(sent)):
        return Fit(0, tuple(sent))
    full = sum(pair.full for pair in pairs)
    last = next((n for n in range(len(pairs) - 1, -1, -1) if pairs[n].full), -1)
    known, behind = pairs[: last + 1], pairs[last + 1 :]
    at, begun = (known[-1].told + 1, known[-1].sent + 1) if known else (0, 0)
    if behind:  # by half: the end reads otherwise
        begun = begun if known else behind[0].sent
        at = max(at, behind[0].told - (behind[0].sent - begun))
        if _reworded(sent[begun:], [pair.told for pair in behind], told, full):
            return Fit(behind[-1].told + 1, (), _changed(sent, known), full, halves, len(behind))
    changed = _changed(sent, known)
    if changed and (again := _told_again(sent, known, changed[0][0])) is not None:
        return Fit(changed[0][0], tuple(sent[again:]), full=full, score=halves)
    return Fit(at, tuple(sent[begun:]), changed, full, halves)


def _is(was: Exchange, one: Exchange) -> bool:
    return same(was.said, one.said) and same(was.reply, one.reply, reply=True)


def _reworded(rest: Sequence[Exchange], at: Sequence[int], told: Sequence[Exchange], full: int) -> bool:
    """True where all that is left of a history are lines as they stand on record, each with another reply."""
    if len(at) != len(rest) or not all(same(told[n].said, one.said) for n, one in zip(at, rest, strict=True)):
        return False
    return len(rest) > FEW or (len(rest) >= ALL and not full)


def _changed(sent: Sequence[Exchange], known: Sequence[Pair]) -> tuple[tuple[int, Exchange], ...]:
    """What reads otherwise than on record: by half, or between two neighbours that stand as far apart on record."""
    found = [(pair.told, sent[pair.sent]) for pair in known if not pair.full]
    for one, other in pairwise(known):
        if other.told - one.told == other.sent - one.sent:
            found += [(one.told + n, sent[one.sent + n]) for n in range(1, other.sent - one.sent)]
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _told_again(sent: Sequence[Exchange], known: Sequence[Pair], first: int) -> int | None:
    """The number of the changed exchange, where it is so near to the end that what comes after it is told again; None where it is not, or
    where something was clipped behind it, which would be lost."""
    gaps = {pair.told - pair.sent for pair in known if pair.told >= first}
    at = first - min(gaps)
    return at if len(gaps) == 1 and len(sent) - at <= FEW else None


class _Ladder:
    """The best chain of pairs that ends before a recorded exchange: best by its score, then the one that ends last."""

    def __init__(self, size: int) -> None:
        self._rungs: list[_Chain | None] = [None] * (size + 1)

    def put(self, chain: "_Chain") -> None:
        """Know of a chain."""
        rung = chain.pair.told + 1
        while rung < len(self._rungs):
            held = self._rungs[rung]
            if held is None or chain.rank > held.rank:
                self._rungs[rung] = chain
            rung += rung & -rung

    def below(self, told: int) -> "_Chain | None":
        """The best chain that ends before the recorded exchange of that number."""
        best: _Chain | None = None
        while told:
            held = self._rungs[told]
            if held is not None and (best is None or held.rank > best.rank):
                best = held
            told -= told & -told
        return best


@dataclass(frozen=True)
class _Chain:
    """Pairs, the last one first, and what they count together."""

    pair: Pair
    score: int
    before: "_Chain | None" = None

    @property
    def rank(self) -> tuple[int, int]:
        """What makes one of two chains the better one."""
        return self.score, self.pair.told


def _pairs(sent: Sequence[Exchange], record: _Record) -> list[Pair]:
    """The likeliest pairs, in the order of both: as many halves as can be had, in as few stretches."""
    places = [record.places(one) for one in sent]
    offsets = _offsets(places)
    here: dict[int, _Chain] = {}
    ladder = _Ladder(len(record.told))
    for number, one in enumerate(sent):
        ended: dict[int, _Chain] = {}
        for off in offsets:
            at = number + off
            pair = record.pair(number, one, at) if at in places[number] or at in record.blank else None
            if pair is None:
                continue
            worth = WHOLE if pair.full and pair.halves else HALF * pair.halves
            ways = [_Chain(pair, here[off].score + worth, here[off])] if off in here else []
            if pair.sure or not here:
                ways.append(_Chain(pair, worth))
                ways += [_Chain(pair, before.score + worth - HOLE, before)] if (before := ladder.below(at)) else []
            if ways:
                ended[off] = max(ways, key=lambda way: way.score)
        here |= ended
        for chain in ended.values():
            ladder.put(chain)
    found: list[Pair] = []
    last = ladder.below(len(record.told))
    while last:
        found.append(last.pair)
        last = last.before
    return found[::-1]


def _offsets(places: Sequence[Counter[int]]) -> list[int]:
    """How far from its place in the history an exchange may stand on record: the likeliest first."""
    votes: Counter[int] = Counter()
    for number, found in enumerate(places):
        for at, says in found.items():
            votes[at - number] += says
    return sorted(votes, key=lambda off: (-votes[off], -off))[:MOST_PLACES]
