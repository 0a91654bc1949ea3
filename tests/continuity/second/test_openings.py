"""A way is asked of the pairs of sentences that it may have something to say of, and of no others."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.openings import ANY, Dispatch, Opening, both, either
from gm_engine.continuity.second.ways import WAYS, asked
from gm_engine.continuity.second_look import Beside
from gm_engine.exchange.transcript import read_transcript
from tests.continuity.told import beside_each_other, two_tellings

LABELLED = Path(__file__).parent.parent / "labelled"
SETS = sorted(folder.name for folder in LABELLED.iterdir() if folder.is_dir())
PAIRS = 20


def stories(name: str) -> Iterator[tuple]:
    """A transcript and some pairs of a set."""
    yield read_transcript(LABELLED / name / "log1.jsonl").lines
    for line in (LABELLED / name / "pairs.jsonl").read_text(encoding="utf-8").splitlines()[:PAIRS]:
        pair = json.loads(line)
        yield two_tellings(pair["a"], pair["b"])


def candidates(one: Beside, *, every: bool) -> tuple[Candidate, ...]:
    ways = [nominate for nominate, _ in WAYS] if every else asked(*one.sentences, one.ground)
    return tuple(candidate for nominate in ways for candidate in nominate(*one.sentences, one.ground))


@pytest.mark.parametrize("name", SETS)
def test_ways_that_are_not_asked_have_nothing_to_say(name: str) -> None:
    told = beside_each_other(stories(name), lambda one: [(candidates(one, every=False), candidates(one, every=True), one.later.quote)])
    rows = [row for found in told for row in found]
    assert [row for row in rows if row[0] != row[1]] == []
    assert sum(len(some) for some, _, _ in rows) > 10


def test_few_ways_are_asked_of_a_pair() -> None:
    found = next(iter(beside_each_other(stories(SETS[0]), lambda one: [len(asked(*one.sentences, one.ground))])))
    assert len(found) > 100
    assert sum(found) / len(found) < len(WAYS) / 4


def test_every_kind_of_opening() -> None:
    def way(name: str):
        return lambda *_: iter((Candidate(name, "kinship_role"),))

    def long(sentence, _ground) -> bool:
        return len(sentence.words) > 6

    def denied(sentence, _ground) -> bool:
        return "not" in sentence.words

    ways = (("any", ANY), ("both", both(long)), ("either", either(denied)), ("then", (Opening(denied, long),)))
    dispatch = Dispatch([(way(name), openings) for name, openings in ways])

    def names(one: Beside) -> list[str]:
        return [found.type for nominate in dispatch(*one.sentences, one.ground) for found in nominate(*one.sentences, one.ground)]

    short, no, much = "Wade sings.", "Wade does not sing.", "Wade sings in the church every Sunday morning."
    pairs = ((short, short), (no, short), (short, no), (much, much), (no, much), (much, no))
    told = beside_each_other((two_tellings(earlier, later) for earlier, later in pairs), lambda one: [names(one)])
    assert [found[0] for found in told] == [
        ["any"], ["any", "either"], ["any", "either"], ["any", "both"], ["any", "either", "then"], ["any", "either"]
    ]  # fmt: skip
