"""How sure a conflict is: what is printed is about how often its rule is right."""

import json

import pytest

from gm_engine.continuity.calibration import MOST, calibrated, chance, measured
from gm_engine.shipped import shipped
from tests.continuity.told import import_all, two_tellings

EYES = ("Wren Hobb, the smith, has gray eyes.", "Wren Hobb looks up, and her brown eyes are wet.")
DEATH = ("Silas Hobb died at noon. You bury him on the hill.", "Silas Hobb leans on the rail and whistles.")


def shown(a: str, b: str) -> int:
    (state,) = import_all([two_tellings(a, b)])
    (conflict,) = state.conflicts.values()
    return calibrated(conflict)


def test_a_rule_that_is_nearly_always_right_is_not_called_two_thirds_sure() -> None:
    assert shown(*EYES) >= 85


def test_a_rule_that_is_often_wrong_says_so() -> None:
    assert shown(*DEATH) < shown(*EYES)


@pytest.mark.parametrize("rule", sorted(measured()["rules"]))
def test_what_is_printed_lies_between_a_rules_share_and_that_of_all(rule: str) -> None:
    own, together = measured()["rules"][rule], measured()["all"]
    shares = sorted(100 * counts["right"] / (counts["right"] + counts["false"]) for counts in (own, together))
    assert min(shares[0], MOST) - 1 <= chance(rule, own["reading"], measured()) <= shares[1] + 1


def test_the_counts_add_up() -> None:
    counts = json.loads((shipped("data") / "confidence.json").read_text(encoding="utf-8"))
    for side in ("right", "false"):
        assert sum(own[side] for own in counts["rules"].values()) == counts["all"][side]
