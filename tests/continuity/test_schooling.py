"""The passages of data/contradictions: every entry is whole, none stands twice, and a reader of the later passages alone learns nothing."""

import json
import re
from collections import Counter
from difflib import SequenceMatcher
from math import log
from pathlib import Path
from typing import get_args

import pytest

from gm_engine.story.conflict import ConflictClass

DATA = Path(__file__).resolve().parent.parent.parent / "data" / "contradictions"
FILES = sorted(DATA.glob("*.jsonl"))
NEEDED = {"earlier", "clash", "holds", "class", "kind", "difficulty"}
KINDS = frozenset((
    "change_over_time", "rumour", "dream_vision", "plan_not_done", "quoted_text", "alias_title", "same_name", "refinement", "hyperbole",
    "sarcasm", "other_time", "other_thing", "character_lie", "hypothetical", "paraphrase", "negated", "plural_partial", "simile_pretence",
    "correction", "plain",
))  # fmt: skip
WORD = re.compile(r"[a-z']+")
ALIKE = 0.35


def entries(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_is_whole(path: Path) -> None:
    for number, entry in enumerate(entries(path), 1):
        assert set(entry) >= NEEDED, number
        assert set(entry) <= NEEDED | {"before", "other"}, number
        assert entry["class"] in get_args(ConflictClass), number
        assert entry["kind"] in KINDS, number
        assert entry["difficulty"] in ("explicit", "paraphrase", "inference"), number
        assert all(entry.values()), number
        assert SequenceMatcher(None, entry["clash"].split(), entry["holds"].split()).ratio() >= ALIKE, number
        assert entry["clash"] != entry["holds"], number
        assert entry["earlier"] != entry.get("other"), number


def test_every_hand_has_every_class() -> None:
    for path in FILES:
        assert {entry["class"] for entry in entries(path)} == set(get_args(ConflictClass)), path.stem


def test_no_passage_stands_twice() -> None:
    told = Counter(entry["earlier"] for path in FILES for entry in entries(path))
    assert not [passage for passage, times in told.items() if times > 1]


def later(path: Path) -> list[tuple[str, bool]]:
    """Every later passage with whether it clashes, once for each earlier one that it is laid beside."""
    found = []
    for entry in entries(path):
        found += [(entry["clash"], True), (entry["holds"], False)]
        found += [(entry["holds"], True), (entry["clash"], False)] if "other" in entry else []
    return found


def test_the_words_of_the_later_passages_alone_tell_nothing() -> None:
    """Words of clashes and of look-alikes, counted in every other hand's file, rank the pairs of the rest hardly better than chance."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for path in FILES[::2]:
        for passage, clashes in later(path):
            counts[clashes].update(set(WORD.findall(passage.lower())))

    def odds(passage: str) -> float:
        return sum(log((counts[True][word] + 1) / (counts[False][word] + 1)) for word in sorted(set(WORD.findall(passage.lower()))))

    scored = sorted((odds(passage), clashes) for path in FILES[1::2] for passage, clashes in later(path))
    values: dict[float, list[bool]] = {}
    for value, clashes in scored:
        values.setdefault(value, []).append(clashes)
    below, won, right = 0, 0.0, sum(clashes for _, clashes in scored)
    for found in values.values():
        hits = sum(found)
        won += hits * (below + (len(found) - hits) / 2)
        below += len(found) - hits
    assert won / (right * (len(scored) - right)) < 0.60


TRANSCRIPTS = sorted((DATA / "transcripts").glob("*/log*.labels.json")) + sorted((DATA / "held_out").glob("*/log*.labels.json"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}")
def test_every_label_stands_in_its_transcript(path: Path) -> None:
    lines = path.with_name(path.name.replace(".labels.json", ".jsonl")).read_text(encoding="utf-8").splitlines()
    turns = {turn["turn"]: turn for turn in map(json.loads, lines)}
    labels = json.loads(path.read_text(encoding="utf-8"))
    for label in (*labels["contradictions"], *labels["near_misses"]):
        for side in "ab":
            turn = turns[label[f"{side}_turn"]]
            assert turn["role"] == "gm"
            assert label[f"{side}_quote"] in turn["text"]
        assert label["a_turn"] <= label["b_turn"]
    assert {label["class"] for label in labels["contradictions"]} <= set(get_args(ConflictClass))


def test_there_is_as_much_as_the_card_says() -> None:
    """More than 12,000 pairs by more than 40 hands, and 60 transcripts, beside those that are only measured with."""
    rows = sum(4 if "other" in entry else 2 for path in FILES for entry in entries(path))
    pairs = [*(DATA / "plain").glob("*.jsonl"), *(DATA / "transcripts").glob("*/pairs.jsonl")]
    rows += sum(len(path.read_text(encoding="utf-8").splitlines()) for path in pairs)
    schooling = {path.parent for path in TRANSCRIPTS if path.parent.parent.name == "transcripts"}
    assert rows >= 12_000
    assert len(FILES) + len(schooling) >= 40
    assert len([path for path in TRANSCRIPTS if path.parent in schooling]) >= 60
