"""How good a judge is: what it ranks right, how many clashes are found at which precision, and how likely a score makes a clash."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from gm_engine.story.gist import Common
from training.lessons import Story

FEATURES = ("logit", "ids", "words", "turns")
"""What a chance is made of, beside a bias."""


class Alarm(NamedTuple):
    """A pair that would be raised: its score and which clash it is; -1 where it is none."""

    score: float
    label: int


def auc(scores: Sequence[float] | np.ndarray, clash: Sequence[bool] | np.ndarray) -> float:
    """How often a clash is scored above a pair that is none; half of the ties count."""
    values, right = np.asarray(scores, float), np.asarray(clash, bool)
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[place]
    count = int(right.sum())
    return float((ranks[right].sum() - count * (count + 1) / 2) / (count * (len(values) - count)))


def found_at(scores: Sequence[float] | np.ndarray, clash: Sequence[bool] | np.ndarray, false: float) -> float:
    """The share of clashes that are scored above all but a share of the pairs that are none."""
    values, right = np.asarray(scores, float), np.asarray(clash, bool)
    return float((values[right] > np.quantile(values[~right], 1 - false)).mean())


def alarms(story: Story, scores: Sequence[float]) -> list[Alarm]:
    """What would be raised of a story's pairs, the surest first: one for each later sentence and for each two turns. What echoes a clash
    is neither right nor wrong.
    """
    sentences, turns, found = set(), set(), []
    for at in sorted(range(len(scores)), key=lambda at: (-scores[at], at)):
        told = story.told[at]
        sides = (told.earlier[0], told.later[0])
        if told.later in sentences or sides in turns:
            continue
        sentences.add(told.later)
        turns.add(sides)
        if told.verdict != "echo":
            found.append(Alarm(scores[at], told.label))
    return found


def by_threshold(found: Iterable[tuple[Story, Sequence[Alarm]]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Threshold, precision and share of the labelled clashes found, for each alarm from the surest on."""
    every, labels = [], 0
    for number, (story, raised) in enumerate(found):
        labels += len(story.clashes)
        every += [(alarm.score, number, alarm.label) for alarm in raised]
    every.sort(key=lambda alarm: -alarm[0])
    seen, right, false, rows = set(), 0, 0, []
    for score, number, label in every:
        if label < 0:
            false += 1
        elif (number, label) not in seen:
            seen.add((number, label))
            right += 1
        rows.append((score, right / max(1, right + false), right / max(1, labels)))
    table = np.array(rows)
    return table[:, 0], table[:, 1], table[:, 2]


def figures(found: Iterable[tuple[Story, Sequence[Alarm]]]) -> dict[str, float]:
    """The average precision, the best F1, and the shares found at precisions of 95, 85 and 50 %."""
    _, precision, share = by_threshold(found)
    steps = np.diff(share, prepend=0.0)
    values = {
        "ap": float((precision * steps).sum()),
        "f1": float((2 * precision * share / np.maximum(1e-9, precision + share)).max()),
        **{f"found_at_{int(100 * least)}": float(share[precision >= least].max(initial=0.0)) for least in (0.95, 0.85, 0.5)},
    }
    return {name: round(value, 4) for name, value in values.items()}


def features(logits: Sequence[float] | np.ndarray, commons: Sequence[Common]) -> np.ndarray:
    """What a chance is made of, a row for each pair."""
    beside = np.log1p([[common.ids, common.words, common.turns] for common in commons])
    return np.column_stack([np.asarray(logits, float), beside])


def calibrated(rows: np.ndarray, clash: Sequence[bool] | np.ndarray, hold: float = 1.0) -> dict[str, float]:
    """The weights of a logistic formula that says how likely each row is a clash; ``hold`` keeps them from running off."""
    right = np.asarray(clash, float)
    mean, spread = rows.mean(axis=0), np.maximum(1e-6, rows.std(axis=0))
    table = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])
    weights, holding = np.zeros(table.shape[1]), hold * np.diag([0.0] + [1.0] * rows.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -60, 60)))
        slope = table.T @ (chance - right) + holding @ weights
        bend = (table * (chance * (1 - chance))[:, None]).T @ table + holding + 1e-9 * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    plain = weights[1:] / spread
    values = (float(weights[0] - plain @ mean), *map(float, plain))
    return {name: round(value, 6) for name, value in zip(("bias", *FEATURES), values, strict=True)}


def chances(rows: np.ndarray, weights: dict[str, float]) -> np.ndarray:
    """How likely each row is a clash."""
    total = weights["bias"] + rows @ np.array([weights[name] for name in FEATURES])
    return 1 / (1 + np.exp(-np.clip(total, -60, 60)))
