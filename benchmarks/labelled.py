"""Labelled transcripts and pairs: how they are read, and how a conflict report on them is counted.

A folder holds ``logN.jsonl`` with ``logN.labels.json``, and may hold ``pairs.jsonl``. The rules of counting:

- An alarm joins two turns and quotes a sentence of each. A quote that is no exact piece of its turn, is longer than a
  sentence or than 400 letters makes it a false alarm, whatever it joins.
- A label is *found* when an alarm joins its two turns, in either order, and the quotes are about the labelled ones: two
  words that carry meaning are shared with each, or four (all, where there are fewer) with one of them. ``also`` lists
  other pairs of turns that tell the same clash.
- An *echo* joins one side of a label with another turn that says what the other side says: neither right nor wrong.
- Any other alarm is false. Those of one class between the same two turns count once. A false alarm that joins the turns of
  a near miss is counted for the near miss as well.
- A pair is flagged when an exact alarm joins its two tellings.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

LONGEST = 400
WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
INNER_END = re.compile(r"[.!?]+[\"')*\]]*\s+[\"*]?[A-Z\"*]")
KIND = re.compile(r"(\w+)\s*:")
LITTLE = frozenset(
    WORDS.findall(
        "a an the this that these those i me my we our out you your he him his she her it its they them their so too no not if "
        "am is are was were be been do did does has have had can could will would of in on at to for from by with as into up off "
        "and or but than then there here who what when where which like one"
    )
)
Verdict = Literal["right", "echo", "false"]


class Side(NamedTuple):
    """One of an alarm's two quotes, and the turn that it is said to stand in."""

    turn: int
    quote: str


class Alarm(NamedTuple):
    """A reported conflict."""

    kind: str
    a: Side
    b: Side

    @property
    def place(self) -> tuple[int, int, str]:
        """Which turns it joins, the earlier first, and its class."""
        first, last = sorted((self.a.turn, self.b.turn))
        return first, last, self.kind


class Label(NamedTuple):
    """A labelled clash."""

    kind: str
    difficulty: str
    a: Side
    b: Side
    also: tuple[tuple[int, int], ...] = ()


class NearMiss(NamedTuple):
    """Two turns that look like a clash and are none. ``kind`` says by what they escape: a rumour, an alias, a change."""

    kind: str
    turns: frozenset[int]


@dataclass(frozen=True)
class Transcript:
    """A labelled transcript."""

    path: Path
    texts: dict[int, str]
    labels: tuple[Label, ...]
    near: tuple[NearMiss, ...]


class Pair(NamedTuple):
    """Two tellings. ``kind`` is the class of the clash, or what makes it none."""

    id: str
    kind: str
    difficulty: str
    clash: bool
    a: str
    b: str


@dataclass
class Judgement:
    """What an alarm list is worth on one transcript: a verdict for each alarm, and which labels were found."""

    verdicts: list[Verdict]
    found: list[bool]
    false: list[Alarm]
    trapped: list[NearMiss]


@dataclass
class Tally:
    """Counts over transcripts and pairs: of each kind, how many were found or flagged, and how many there are."""

    labels: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    hard: Counter[str] = field(default_factory=Counter)
    hard_found: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    near_flagged: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    echoes: int = 0
    pairs: Counter[str] = field(default_factory=Counter)
    pairs_flagged: Counter[str] = field(default_factory=Counter)
    alike: Counter[str] = field(default_factory=Counter)
    alike_flagged: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Takes in the counts of another."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
        self.echoes += other.echoes

    @property
    def precision(self) -> float:
        """Found labels among found labels and false alarms; 1 where nothing was reported."""
        found, false = self.found.total(), self.false.total()
        return share(found, found + false, empty=1.0)


def share(part: int, whole: int, empty: float = 0.0) -> float:
    """A part of a whole; ``empty`` where there is none."""
    return part / whole if whole else empty


# --- reading


def folders(root: Path) -> tuple[Path, ...]:
    """The folders of labelled data: ``root`` itself, else those in it."""
    own = any(root.glob("log*.jsonl")) or (root / "pairs.jsonl").exists()
    return (root,) if own else tuple(sorted(path for path in root.iterdir() if path.is_dir()))


def transcripts(folder: Path) -> Iterator[Transcript]:
    """The labelled transcripts of a folder, by name."""
    for path in sorted(folder.glob("log*.jsonl")):
        told = json.loads(path.with_suffix(".labels.json").read_text(encoding="utf-8"))
        yield Transcript(
            path,
            {row["turn"]: row["text"] for row in _rows(path)},
            tuple(_label(row) for row in told["contradictions"]),
            tuple(NearMiss(row.get("kind") or _kind(row["why"]), frozenset((row["a_turn"], row["b_turn"]))) for row in told["near_misses"]),
        )


def pairs(folder: Path) -> Iterator[Pair]:
    """The labelled pairs of a folder; none where it has no ``pairs.jsonl``."""
    path = folder / "pairs.jsonl"
    for row in _rows(path) if path.exists() else ():
        clash = row["label"] == "contradiction"
        yield Pair(str(row["id"]), row.get("class", ""), row.get("difficulty", ""), clash, row["a"], row["b"])


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _label(row: dict[str, Any]) -> Label:
    kind = re.sub(r"\W+", "_", row["class"])
    difficulty = row.get("difficulty") or _kind(row["why"])
    also = tuple((int(one), int(two)) for one, two in row.get("also", ()))
    return Label(kind, difficulty, Side(row["a_turn"], row["a_quote"]), Side(row["b_turn"], row["b_quote"]), also)


def _kind(why: str) -> str:
    """The word that stands first in a reason, before a colon."""
    named = KIND.match(why)
    return named.group(1).lower() if named else "other"


# --- counting


def judge(alarms: Sequence[Alarm], story: Transcript) -> Judgement:
    """A verdict for every alarm on a transcript."""
    exact = [is_exact(alarm.a, story.texts) and is_exact(alarm.b, story.texts) for alarm in alarms]
    verdicts: list[Verdict] = ["false"] * len(alarms)
    found = []
    for label in story.labels:
        hits = [at for at, alarm in enumerate(alarms) if exact[at] and finds(alarm, label)]
        found.append(bool(hits))
        for at in hits:
            verdicts[at] = "right"
    for at, alarm in enumerate(alarms):
        if exact[at] and verdicts[at] == "false" and any(is_echo(alarm, label) for label in story.labels):
            verdicts[at] = "echo"
    spared = {alarm.place for alarm, verdict in zip(alarms, verdicts, strict=True) if verdict != "false"}
    wrong = {alarm.place: alarm for alarm in alarms if alarm.place not in spared}
    trapped = [miss for miss in story.near if any(miss.turns == set(place[:2]) for place in wrong)]
    return Judgement(verdicts, found, list(wrong.values()), trapped)


def count(judgement: Judgement, story: Transcript) -> Tally:
    """A judgement in numbers."""
    hits = [label for label, found in zip(story.labels, judgement.found, strict=True) if found]
    return Tally(
        labels=Counter(label.kind for label in story.labels),
        found=Counter(label.kind for label in hits),
        hard=Counter(label.difficulty for label in story.labels),
        hard_found=Counter(label.difficulty for label in hits),
        near=Counter(miss.kind for miss in story.near),
        near_flagged=Counter(miss.kind for miss in judgement.trapped),
        false=Counter(alarm.kind for alarm in judgement.false),
        echoes=judgement.verdicts.count("echo"),
    )


def count_pairs(judged: Iterable[tuple[Pair, bool]]) -> Tally:
    """Pairs in numbers; each comes with whether it was flagged."""
    tally = Tally()
    for pair, flagged in judged:
        of_all, of_flagged = (tally.pairs, tally.pairs_flagged) if pair.clash else (tally.alike, tally.alike_flagged)
        of_all[pair.kind] += 1
        of_flagged[pair.kind] += flagged
    return tally


def flags(alarms: Iterable[Alarm], pair: Pair) -> bool:
    """True where an exact alarm joins the two tellings of a pair (told in turns 1 and 3)."""
    texts = {1: pair.a, 3: pair.b}
    return any({alarm.a.turn, alarm.b.turn} == {1, 3} and is_exact(alarm.a, texts) and is_exact(alarm.b, texts) for alarm in alarms)


def is_exact(side: Side, texts: dict[int, str]) -> bool:
    """True for a quote that is a piece of its turn and one sentence. One full stop inside is let be: it may be a "Mr."."""
    quote = side.quote.strip()
    return 0 < len(quote) <= LONGEST and quote in texts.get(side.turn, "") and len(INNER_END.findall(quote)) <= 1


def finds(alarm: Alarm, label: Label) -> bool:
    """True where an exact alarm is about what a label is about."""
    turns = {alarm.a.turn, alarm.b.turn}
    if any(turns == set(pair) for pair in label.also):
        return True
    for one, two in ((alarm.a, alarm.b), (alarm.b, alarm.a)):
        if (one.turn, two.turn) == (label.a.turn, label.b.turn):
            first, second = shared(one.quote, label.a.quote), shared(two.quote, label.b.quote)
            if min(first, second) >= 2 or first >= enough(label.a.quote) or second >= enough(label.b.quote):
                return True
    return False


def is_echo(alarm: Alarm, label: Label) -> bool:
    """True where one side of an alarm is one side of a label, and its other says in another turn what the label's other side says."""
    for here, there in ((alarm.a, alarm.b), (alarm.b, alarm.a)):
        for mine, other in ((label.a, label.b), (label.b, label.a)):
            if here.turn == mine.turn != there.turn and shared(here.quote, mine.quote) >= 2 and shared(there.quote, other.quote) >= 2:
                return True
    return False


def shared(one: str, two: str) -> int:
    """How many words that carry meaning two quotes share."""
    return len(meaning(one) & meaning(two))


def enough(quote: str) -> int:
    """How many shared words with one quote alone are enough: four, or as many as it has, but never one."""
    return min(4, max(2, len(meaning(quote))))


def meaning(quote: str) -> set[str]:
    """The words of a quote that carry meaning.

    >>> sorted(meaning("There is not ONE hair on that head."))
    ['hair', 'head']
    """
    return {word for word in WORDS.findall(quote.lower().replace("’", "'")) if word not in LITTLE}
