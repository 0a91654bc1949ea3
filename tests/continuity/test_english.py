"""Sentences by topic: each clash is found, and no rule flags a look-alike. How many the second look flags is held to a limit.

``english/TOPIC.txt`` holds a line for each pair: ``clash | A | B`` or ``clean | A | B``, where A is told in turn 1 and B in turn 3;
``missed | A | B`` is a clash that is known to be missed. The comment at a file's head says how many it holds at the least
("60 clash, 50 clean", or "80 clean"); where it says nothing, it must hold 40 of each.
"""

import re
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

import pytest

from gm_engine.continuity.report import Matter
from tests.continuity.told import found_in, two_tellings

ENGLISH = Path(__file__).parent / "english"
AT_LEAST = 40
SECOND_LOOK = "second-look"
MOST_FLAGGED = 0.08
"""The share of look-alikes that the second look may flag: they were written to look like a clash of the rules in all but a word."""
PROMISE = re.compile(r"(\d+) (clash|clean)\b")
Verdict = Literal["clash", "clean", "missed"]


class Line(NamedTuple):
    """A pair of tellings: where it stands and what must become of it."""

    number: int
    verdict: Verdict
    a: str
    b: str


def read_lines(written: str, name: str = "") -> tuple[Line, ...]:
    """The pairs of a file's text. ValueError where a line is neither a pair nor a comment."""
    found = []
    for number, line in enumerate(written.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if parts[:2] == ["missed", "clash"]:
            parts = ["missed", *parts[2:]]
        if len(parts) < 3 or parts[0] not in get_args(Verdict) or not all(parts[:3]):
            raise ValueError(f'{name}:{number}: "{line}" is no pair; write: clash | A | B')
        found.append(Line(number, cast("Verdict", parts[0]), parts[1], parts[2]))
    return tuple(found)


def promised(written: str) -> dict[str, int]:
    """How many clashes and clean pairs the comment at the head of a file promises."""
    head = []
    for line in written.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        head.append(line)
    told = {kind: int(count) for count, kind in PROMISE.findall(" ".join(head))}
    return {kind: told.get(kind, 0 if told else AT_LEAST) for kind in ("clash", "clean")}


def wrong(line: Line, found: tuple[Matter, ...]) -> str:
    """What is wrong with what was found for a pair; empty where nothing is."""
    joined = [matter for matter in found if {matter.a.turn, matter.b.turn} == {1, 3}]
    if line.verdict == "clash" and not joined:
        return f"line {line.number}: a clash was not found\n    A  {line.a}\n    B  {line.b}"
    ruled = [matter for matter in found if matter.rule != SECOND_LOOK]
    if line.verdict == "clean" and ruled:
        told = "".join(f"\n    {matter.rule}: {matter.why}\n      “{matter.a.quote}” / “{matter.b.quote}”" for matter in ruled)
        return f"line {line.number}: a clean pair was flagged\n    A  {line.a}\n    B  {line.b}{told}"
    return ""


@cache
def files() -> tuple[Path, ...]:
    return tuple(sorted(ENGLISH.glob("*.txt")))


@cache
def kept() -> tuple[list[tuple[str, Line, tuple[Matter, ...]]], dict[str, list[str]]]:
    """Every line with what was found for it (all the files are parsed together), and what cannot be read in each file."""
    faults: dict[str, list[str]] = {path.name: [] for path in files()}
    lines: list[tuple[str, Line]] = []
    for path in files():
        try:
            lines += [(path.name, line) for line in read_lines(path.read_text(), path.name)]
        except ValueError as error:
            faults[path.name].append(str(error))
    found = found_in(two_tellings(line.a, line.b) for _, line in lines)
    return [(name, line, matters) for (name, line), matters in zip(lines, found, strict=True)], faults


def judged() -> dict[str, list[str]]:
    """What is wrong in each file."""
    lines, unread = kept()
    faults = {name: list(told) for name, told in unread.items()}
    for name, line, found in lines:
        if fault := wrong(line, found):
            faults[name].append(fault)
    return faults


def test_the_second_look_flags_few_of_the_look_alikes() -> None:
    alike = [found for _, line, found in kept()[0] if line.verdict == "clean"]
    flagged = sum(any(matter.rule == SECOND_LOOK for matter in found) for found in alike)
    assert flagged <= MOST_FLAGGED * len(alike), f"{flagged} of {len(alike)}"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_topic(path: Path) -> None:
    faults = judged()[path.name]
    assert not faults, f"{len(faults)} wrong in {path.name}\n" + "\n".join(faults)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_topic_holds_what_it_promises(path: Path) -> None:
    written = path.read_text()
    lines = read_lines(written, path.name)
    least = promised(written)
    assert sum(line.verdict != "clean" for line in lines) >= least["clash"]
    assert sum(line.verdict == "clean" for line in lines) >= least["clean"]
    assert len({(line.a, line.b) for line in lines}) == len(lines)


# --- the runner itself

RUNNER = """# for the runner: 1 clash, 2 clean
clash | Ada Pruitt has gray eyes. | Ada Pruitt has brown eyes.
clean | Ada Pruitt has gray eyes. | Ada Pruitt has a brown hat.
clean | Ada Pruitt has gray eyes. | Ada Pruitt has brown eyes.
clash | Ada Pruitt has gray eyes. | Ada Pruitt sings.
missed | Ada Pruitt has gray eyes. | Ada Pruitt laughs.
"""


def test_the_runner_tells_what_was_missed_and_what_was_flagged() -> None:
    lines = read_lines(RUNNER)
    faults = [wrong(line, found) for line, found in zip(lines, found_in(two_tellings(line.a, line.b) for line in lines), strict=True)]
    assert [bool(fault) for fault in faults] == [False, False, True, True, False]
    assert "line 4: a clean pair was flagged" in faults[2]
    assert "brown" in faults[2]
    assert "line 5: a clash was not found" in faults[3]


def test_the_head_of_a_file_promises() -> None:
    assert promised(RUNNER) == {"clash": 1, "clean": 2}
    assert promised("# 80 clean\n") == {"clash": 0, "clean": 80}
    assert promised("# anything\nclash | A. | B.\n# 3 clash\n") == {"clash": AT_LEAST, "clean": AT_LEAST}


def test_a_line_that_is_no_pair_is_refused() -> None:
    with pytest.raises(ValueError, match=r"here\.txt:2"):
        read_lines("# fine\nclash | only one telling\n", "here.txt")
