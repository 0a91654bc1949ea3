"""Every rule catches what it is for and leaves its look-alikes alone."""

import pytest

from gm_engine.continuity.rules import JUDGES
from tests.continuity.county import Pair, Table, claim, pairs, rules


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: f"{pair.rule}: {pair.second[1]}")
def test_a_pair(pair: Pair) -> None:
    table = Table()
    first = [claim(written, pair.first[1], turn=1, number=number) for number, written in enumerate(pair.first[0].split(" + "), 1)]
    second = claim(*pair.second, turn=2, number=len(first) + 1)
    assert not table.tell(*first).conflicts
    found = table.tell(second).conflicts
    assert [conflict.rule for conflict in found] == ([CAUGHT_BY.get(pair.rule, pair.rule)] if pair.clash else [])
    for conflict in found:
        assert conflict.incoming.quote == pair.second[1]
        assert conflict.why.endswith(tuple("abcdefghijklmnopqrstuvwxyz0123456789"))


CAUGHT_BY = {"death-follows": "dead-act", "part-follows": "lost-part"}
"""Rules that only draw conclusions, and the rule that catches what comes of them."""


def test_every_rule_has_a_clash_and_two_look_alikes() -> None:
    kept = pairs()
    for rule in rules():
        if rule.compare in JUDGES:
            continue  # it finds what no rule is for: tests/continuity/test_judged.py
        clashes = sum(pair.clash for pair in kept if pair.rule == rule.id)
        look_alikes = sum(not pair.clash for pair in kept if pair.rule == rule.id)
        assert (clashes >= 1, look_alikes >= 2) == (True, True), rule.id


def test_every_class_has_a_rule() -> None:
    assert len({rule.kind for rule in rules()}) == 12
