"""What the judge of pairs learns from: pairs of sentences that clash, and pairs that do not.

From the files of ``data/contradictions``: the short pairs of ``plain``, the entries of the hands, the pairs beside the transcripts, and
the transcripts themselves, of which the engine brings up what it would have judged. All of it in the order of the files' names: the same
files give the same lessons.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from benchmarks.labelled import folders
from gm_engine.continuity.judged import Beside
from gm_engine.exchange.plain_transcript import read_transcript
from gm_engine.judging import Passages
from gm_engine.stemming import stem
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.gist import Common
from gm_engine.story.sentences import spans_of_sentences
from tests.continuity.told import beside_each_other

DATA = Path(__file__).resolve().parent.parent / "data" / "contradictions"
BASE = "all_minilm_l6_v2"
"""The package of the encoder from which the schooling begins."""
CLASSES: tuple[ConflictClass, ...] = get_args(ConflictClass)
WORD = re.compile(r"[^\W_]+")
LITTLE = frozenset(
    WORD.findall(
        "a an the this that these those i me my we us our you your he him his she her it its they them their so too no not if am is are "
        "was were be been being do does did have has had can could will would shall should may might must of in on at to for from by with "
        "as into up off out over under and or but than then there here who whom whose what which when where how like one s t d ll re ve m"
    )
)
ALIKE = 2
"""So many telling words make another sentence one that may say what a labelled one says."""
Side = tuple[int, tuple[int, int]]
"""A sentence of a transcript: its turn, and where it stands in the turn's text."""


class Lesson(NamedTuple):
    """A pair, and what is known of it. ``kind`` is the place of its class among ``CLASSES``, -1 where none is told."""

    passages: Passages
    clash: bool
    kind: int = -1


class Told(NamedTuple):
    """A pair that the engine brings up of a transcript. ``label`` is the number of the clash that it is; ``none`` is it of none;
    ``echo`` means that it may be one beside a labelled one: neither right nor wrong. ``near``: a look-alike.
    """

    passages: Passages
    common: Common
    verdict: Literal["clash", "none", "echo"]
    earlier: Side
    later: Side
    label: int = -1
    near: bool = False


class Story(NamedTuple):
    """A transcript: what the engine brings up of it, and its labelled clashes and look-alikes as lessons of their own, whether or not
    the engine brings them up. ``clashes`` are as many as there are labels, in their order."""

    name: str
    told: tuple[Told, ...]
    clashes: tuple[Lesson, ...]
    near: tuple[Lesson, ...]


def kind_of(name: str) -> int:
    """The place of a class among ``CLASSES``; -1 for a word that names none."""
    plain = re.sub(r"\W+", "_", name)
    return CLASSES.index(plain) if plain in CLASSES else -1


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def plain(folder: Path) -> list[Lesson]:
    """The pairs of files that hold two sentences and a label a line."""
    return [
        Lesson(Passages(row["a"], row["b"]), row["label"] == "contradiction", kind_of(row.get("class", "")))
        for path in sorted(folder.glob("*.jsonl"))
        if not path.name.startswith("log")
        for row in rows(path)
    ]


def entries(path: Path) -> list[tuple[Lesson, ...]]:
    """The entries of a hand, the pairs of each: two, or four where an earlier passage is told in two ways."""
    return [tuple(_pairs_of(entry)) for entry in rows(path)]


def _pairs_of(entry: dict[str, str]) -> Iterator[Lesson]:
    kind, before = kind_of(entry["class"]), entry.get("before", "")
    yield Lesson(Passages(entry["earlier"], entry["clash"], before), True, kind)
    yield Lesson(Passages(entry["earlier"], entry["holds"], before), False)
    if "other" in entry:
        yield Lesson(Passages(entry["other"], entry["holds"], before), True, kind)
        yield Lesson(Passages(entry["other"], entry["clash"], before), False)


def is_short(path: Path) -> bool:
    """True for a hand that writes plain, short sentences."""
    lengths = sorted(len(entry["earlier"].split()) for entry in rows(path))
    return lengths[len(lengths) // 2] <= 25


def whole(folder: Path) -> bool:
    """True for a folder in which every transcript has its labels."""
    logs = sorted(folder.glob("log*.jsonl"))
    return bool(logs) and all(path.with_suffix(".labels.json").exists() for path in logs)


def stories(root: Path, leave_out: Iterable[str] = ()) -> Iterator[Story]:
    """The transcripts of all writers in a folder, those left out whose names are given."""
    left = frozenset(leave_out)
    paths = [path for folder in folders(root) if folder.name not in left and whole(folder) for path in sorted(folder.glob("log*.jsonl"))]
    told = beside_each_other((read_transcript(path).lines for path in paths), lambda beside: [beside])
    for path, found in zip(paths, told, strict=True):
        yield _story(path, found)


def _story(path: Path, found: Iterable[Beside]) -> Story:
    texts = {row["turn"]: row["text"] for row in rows(path)}
    labels = json.loads(path.with_suffix(".labels.json").read_text(encoding="utf-8"))
    clashes = [(_side(texts, label, "a"), _side(texts, label, "b"), label) for label in labels["contradictions"]]
    near = [(_side(texts, label, "a"), _side(texts, label, "b")) for label in labels["near_misses"] if label.get("a_quote")]
    return Story(
        f"{path.parent.name}/{path.stem}",
        tuple(_told(beside, clashes, near) for beside in found),
        tuple(Lesson(_around(texts, a, b), True, kind_of(label["class"])) for a, b, label in clashes),
        tuple(Lesson(_around(texts, a, b), False) for a, b in near),
    )


def _side(texts: dict[int, str], label: dict[str, Any], side: str) -> Side:
    turn, quote = label[f"{side}_turn"], label[f"{side}_quote"]
    start = texts[turn].find(quote)
    return turn, (start, start + len(quote)) if start >= 0 else (0, 0)


def _told(beside: Beside, clashes: Iterable[tuple[Side, Side, dict[str, Any]]], near: Iterable[tuple[Side, Side]]) -> Told:
    earlier, later = (beside.earlier.turn, beside.earlier.span), (beside.later.turn, beside.later.span)
    told = Told(
        Passages(beside.earlier.quote, beside.later.quote, beside.before_earlier, beside.before_later),
        beside.common,
        "none",
        earlier,
        later,
    )
    verdict: Literal["none", "echo"] = "none"
    for number, (a, b, label) in enumerate(clashes):
        if _touch(earlier, a) and _touch(later, b):
            return told._replace(verdict="clash", label=number)
        if _echoes(told, a, b, label):
            verdict = "echo"
    return told._replace(verdict=verdict, near=any(_touch(earlier, a) and _touch(later, b) for a, b in near))


def _touch(one: Side, two: Side) -> bool:
    return one[0] == two[0] and one[1][0] < two[1][1] and two[1][0] < one[1][1]


def _echoes(told: Told, a: Side, b: Side, label: dict[str, Any]) -> bool:
    """True where a pair joins one side of a clash with a sentence that may say what the other side says."""
    if [told.earlier[0], told.later[0]] in [sorted(turns) for turns in label.get("also", ())]:
        return True
    sides = ((told.earlier, told.passages.later), (told.later, told.passages.earlier))
    quotes = ((a, label["b_quote"]), (b, label["a_quote"]))
    return any(_touch(side, quoted) and len(telling(text) & telling(quote)) >= ALIKE for side, text in sides for quoted, quote in quotes)


def telling(text: str) -> frozenset[str]:
    """The stems of the words of a text that say something."""
    return frozenset(stem(word) for word in WORD.findall(text.lower()) if word not in LITTLE)


def _around(texts: dict[int, str], a: Side, b: Side) -> Passages:
    """The whole sentences of two quotes, and those before them."""
    before_earlier, earlier = _sentence(texts[a[0]], a[1])
    before_later, later = _sentence(texts[b[0]], b[1])
    return Passages(earlier, later, before_earlier, before_later)


def _sentence(text: str, span: tuple[int, int]) -> tuple[str, str]:
    """The sentence in which a span lies, with the one before it."""
    spans = spans_of_sentences(text)
    at = next((number for number, (start, end) in enumerate(spans) if start < span[1] and span[0] < end), 0)
    quotes = [text[start:end] for start, end in spans]
    return quotes[at - 1] if at else "", quotes[at]


def without_earlier(lesson: Lesson) -> Lesson:
    """A lesson of which only the later passage is left: what is learnt of it is an accident of the data."""
    return lesson._replace(passages=Passages("", lesson.passages.later, "", lesson.passages.before_later))
