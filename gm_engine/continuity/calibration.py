"""How sure a conflict is: how often its rule was right in labelled texts, and how plain the two sentences are beside those.

``data/confidence.json`` is made by ``scripts/fit_confidence``: for each rule the right and the false reports, and how sure the readings
behind them were. A rule of which few were seen, or none, is taken for as good as all rules together.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from gm_engine.shipped import shipped
from gm_engine.story.conflict import Conflict
from gm_engine.story.relation import TOLD

WEIGHT = 4
"""How many reports of its own a rule needs to count as much as what is known of all rules together."""
MOST = 97


def calibrated(conflict: Conflict) -> int:
    """How sure a conflict is, in per cent. What the judge of pairs gives is a measured chance already."""
    return conflict.confidence if conflict.relation == TOLD else chance(conflict.rule, conflict.confidence, measured())


def chance(rule: str, reading: int, counts: Mapping[str, Any]) -> int:
    """The chance in per cent that a report is right: its rule's smoothed share, less where the reading is less sure than most.

    >>> counts = {"all": {"right": 9, "false": 1, "reading": 60}, "rules": {"kin": {"right": 1, "false": 5, "reading": 60}}}
    >>> chance("kin", 60, counts), chance("kin", 30, counts), chance("unheard-of", 80, counts)
    (46, 23, 90)
    """
    together = counts["all"]
    share = together["right"] / (together["right"] + together["false"])
    own = counts["rules"].get(rule, {"right": 0, "false": 0, "reading": together["reading"]})
    likely: float = (own["right"] + WEIGHT * share) / (own["right"] + own["false"] + WEIGHT)
    plain: float = min(1.0, reading / own["reading"])
    return min(MOST, round(100 * likely * plain))


@cache
def measured() -> Mapping[str, Any]:
    """The counts that are shipped."""
    found: dict[str, Any] = json.loads((shipped("data") / "confidence.json").read_text(encoding="utf-8"))
    return found
