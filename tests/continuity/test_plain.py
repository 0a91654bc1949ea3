"""Plain pairs by topic: how many clashes the rules find, and how rarely they flag a look-alike.

``data/contradictions/plain/TOPIC.jsonl`` holds a pair a line: ``a`` is told in turn 1, ``b`` in turn 3.
"""

import json
from functools import cache
from pathlib import Path

from tests.continuity.told import found_in, two_tellings

PLAIN = Path(__file__).resolve().parents[2] / "data" / "contradictions" / "plain"
RECALL, PRECISION = 0.25, 0.98


@cache
def verdicts() -> tuple[tuple[str, bool, bool], ...]:
    """Each pair as text, whether it clashes, and whether a rule says so."""
    rows = [json.loads(line) for path in sorted(PLAIN.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    found = found_in(two_tellings(row["a"], row["b"]) for row in rows)
    return tuple(
        (f"{row['a']} | {row['b']}", row["label"] == "contradiction", any({one.a.turn, one.b.turn} == {1, 3} for one in matters))
        for row, matters in zip(rows, found, strict=True)
    )


def test_the_rules_find_most_plain_clashes() -> None:
    clashes = [found for _, clash, found in verdicts() if clash]
    assert len(clashes) > 500
    assert sum(clashes) >= RECALL * len(clashes), f"{sum(clashes)} of {len(clashes)}"


def test_the_rules_flag_hardly_a_look_alike() -> None:
    flagged = [clash for _, clash, found in verdicts() if found]
    false = [text for text, clash, found in verdicts() if found and not clash]
    assert sum(flagged) >= PRECISION * len(flagged), "\n".join(false)
