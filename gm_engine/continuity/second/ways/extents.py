"""How tall, far, deep, heavy or wide a thing is, told twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.identity import ident
from gm_engine.continuity.second.measures import NUMS, Numeral, numerals
from gm_engine.continuity.second.openings import both
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.story.conflict import ConflictClass

_LISTS = lists("extents")
UNITS: dict[str, tuple[str, float]] = {unit: (name, size) for name, units in _LISTS["units"].items() for unit, size in units.items()}
"""What each unit measures, and how much of the smallest of its kind it is."""
WAYS: dict[str, str] = {word: name for name, words in _LISTS["ways"].items() for word in words}
"""Words for the way in which a thing is measured: "deep" and "down" are one."""
PART = frozenset[str](_LISTS["part"])
KINDS: dict[str, ConflictClass] = {"distance": "geography", "length": "physical_trait", "weight": "physical_trait"}
SLACK = 0.12
"""By so much of itself a round number may be off."""


@dataclass(frozen=True)
class Extent:
    """A measure of something: what is measured, between what, and in which way, if that is told; ``of`` is what it may measure."""

    kind: str
    low: float
    high: float
    way: str
    of: tuple[Mention, ...]


def nominate(earlier: Sentence, later: Sentence, ground: Ground) -> Iterator[Candidate]:
    """Two measures of one thing that cannot both be right."""
    for one in extents(earlier):
        for two in extents(later):
            if one.kind != two.kind or not _differ(one, two) or (one.way and two.way and one.way != two.way):
                continue
            if found := _measured(earlier, later, one, two, ground):
                tier, anchor = found
                way = "same" if one.way and one.way == two.way else "open"
                klass = KINDS.get(one.kind, "quantity_state")
                yield Candidate(f"extent:{one.kind}:{tier}-{way}", klass, f"two measures of one thing ({one.kind})", anchor)
                return


def extents(sent: Sentence) -> tuple[Extent, ...]:
    """The measures of a sentence; kept on the sentence."""
    if "extents" not in sent.kept:
        sent.kept["extents"] = tuple(found for number in numerals(sent) if not number.ordinal and (found := _extent(sent, number)))
    kept: tuple[Extent, ...] = sent.kept["extents"]
    return kept


def _extent(sent: Sentence, number: Numeral) -> Extent | None:
    words, at = sent.words, number.end + (sent.words[number.end : number.end + 1] == ("-",))
    unit = UNITS.get(sent.lems[at]) if at < len(words) else None
    if unit is None or PART & set(words[max(0, number.at - 3) : number.at]) or words[at + 1 : at + 2] == ("of",):
        return None
    kind, size = unit
    slack = SLACK if number.value >= 10 and number.value % 5 == 0 else 0.0
    low, high, end = number.low * size * (1 - slack), number.high * size * (1 + slack), at + 1
    inches = NUMS.get(words[end], 0) if size == 12 and end < len(words) else 0
    if words[end : end + 1] == ("-",) and size == 12:
        inches = NUMS.get("".join(words[end + 1 : end + 2]), 0)
    near = words[max(0, number.at - 3) : number.at] + words[end : end + 4]
    way = next((WAYS[word] for word in near if word in WAYS), "")
    return Extent(kind, low + inches, high + inches, way or ("tall" if inches else ""), _of(sent, at))


def _of(sent: Sentence, at: int) -> tuple[Mention, ...]:
    """What a measure at this word may be of: whose it is, and what its clause speaks of."""
    path = [at]
    while len(path) < 6 and sent.heads[path[-1]] != path[-1]:
        path.append(sent.heads[path[-1]])
    told = [m for m in sent.mentions if m.at in path[1:]]
    for c in sent.clauses:
        if c.at in path:
            told += [m for role in ("subj", "obj") for m in c.roles.get(role, ())]
            break
    return tuple(m for m in told if m.at != at and m.lemma not in UNITS)


def _differ(one: Extent, two: Extent) -> bool:
    """Whether they are too far apart to be one measure, and near enough to be tellings of one."""
    least, most = sorted((one, two), key=lambda extent: extent.low)
    return least.high * 1.04 < most.low < least.high * 40


def _measured(earlier: Sentence, later: Sentence, one: Extent, two: Extent, ground: Ground) -> tuple[str, str] | None:
    """How surely they measure one thing, and which; a distance needs both its ends."""
    shared = sorted(id for id in earlier.ids & later.ids if id != "you")
    if one.kind == "distance":
        places = [id for id in shared if ground.kind(id) == "place"]
        return ("ends" if len(places) > 1 else "end", places[0]) if places else None
    for mine in one.of:
        for theirs in two.of:
            if mine.id != "you" and not (mine.pron and not mine.id) and ident(mine, theirs) >= 1.2:
                return "arg", mine.id or mine.lemma
    return ("near", shared[0]) if shared and one.way and one.way == two.way else None


OPENINGS = both(lambda sent, _: extents(sent))
