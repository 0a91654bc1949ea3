"""Where the names of a graph stand on a page: bonds pull, all else pushes. No chance in it, so a graph is always drawn alike."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin, sqrt

ROUNDS = 220
GOLDEN = pi * (3 - sqrt(5))
MARGIN_X, MARGIN_Y = 130, 36
LINE, LABEL, SPREADS = 18, 150, 80
"""How high a name is and how wide, in pixels; how often crowded names are moved apart."""


def place(ids: Sequence[str], bonds: Sequence[tuple[str, str]], width: int, height: int) -> dict[str, tuple[int, int]]:
    """Whole pixels for each id, inside the margins.

    >>> place(["a"], [], 100, 80)
    {'a': (50, 40)}
    """
    if len(ids) < 2:
        return dict.fromkeys(ids, (width // 2, height // 2))
    at = {id: n for n, id in enumerate(ids)}
    pairs = sorted({(min(at[a], at[b]), max(at[a], at[b])) for a, b in bonds if a != b})
    # A sunflower's seeds lie evenly, and no two of them in a line.
    xs = [sqrt(n + 0.5) * cos(n * GOLDEN) for n in range(len(ids))]
    ys = [sqrt(n + 0.5) * sin(n * GOLDEN) for n in range(len(ids))]
    for turn in range(ROUNDS):
        _step(xs, ys, pairs, 0.8 * (1 - turn / ROUNDS) + 0.01)
    spots = [[_scaled(xs[n], xs, width, MARGIN_X), _scaled(ys[n], ys, height, MARGIN_Y)] for n in range(len(ids))]
    for _ in range(SPREADS):
        _spread(spots, height)
    return {id: (spots[n][0], spots[n][1]) for id, n in at.items()}


def _spread(spots: list[list[int]], height: int) -> None:
    """Moves names that would be written over one another apart, up and down."""
    order = sorted(range(len(spots)), key=lambda n: (spots[n][1], n))
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            gap = spots[j][1] - spots[i][1]
            if gap >= LINE:
                break
            if abs(spots[i][0] - spots[j][0]) < LABEL:
                push = (LINE - gap + 1) // 2
                spots[i][1] = max(MARGIN_Y // 2, spots[i][1] - push)
                spots[j][1] = min(height - MARGIN_Y // 2, spots[j][1] + push)


def _step(xs: list[float], ys: list[float], pairs: Sequence[tuple[int, int]], heat: float) -> None:
    count = len(xs)
    dx, dy = [0.0] * count, [0.0] * count
    for i in range(count):
        for j in range(i):
            x, y = xs[i] - xs[j], ys[i] - ys[j]
            push = 1.6 / max(x * x + y * y, 0.01)
            dx[i] += x * push
            dy[i] += y * push
            dx[j] -= x * push
            dy[j] -= y * push
    for i, j in pairs:
        x, y = xs[i] - xs[j], ys[i] - ys[j]
        pull = hypot(x, y) * 0.28
        dx[i] -= x * pull
        dy[i] -= y * pull
        dx[j] += x * pull
        dy[j] += y * pull
    for i in range(count):
        dx[i] -= xs[i] * 0.12
        dy[i] -= ys[i] * 0.12
        length = hypot(dx[i], dy[i]) or 1.0
        xs[i] += dx[i] / length * min(length, heat)
        ys[i] += dy[i] / length * min(length, heat)


def _scaled(value: float, values: Sequence[float], size: int, margin: int) -> int:
    low, high = min(values), max(values)
    return round(margin + (value - low) / ((high - low) or 1.0) * (size - 2 * margin))
