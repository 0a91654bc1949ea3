"""What says most for its price: of each element at most one form, and of all of them the best that fit."""

from collections.abc import Mapping, Sequence

from gm_engine.story.context_element import ContextElement

SAYS = {"whole": 100, "sentence": 80, "summary": 60}
"""What a form says of all that its element says, in per cent."""


def worth(shape: ContextElement) -> int:
    """What a form is worth to the prompt. High scores count more than their share: one good answer is more than two poor ones.

    >>> few = ContextElement(id="a", kind="fact", text="a", score=1000), ContextElement(id="b", kind="fact", text="b", score=2000)
    >>> [worth(shape) for shape in few]
    [100000, 400000]
    """
    return shape.score * shape.score // 1000 * SAYS[shape.form]


def best_forms(shapes: Mapping[str, Sequence[ContextElement]], most: int) -> dict[str, ContextElement]:
    """By element, the form that is sent, within ``most`` tokens: where all fits whole, all of it.

    ``shapes`` are each element's forms with their prices, the largest first, in the order of their scores.
    """
    chosen = {id: of[0] for id, of in shapes.items()}
    if sum(shape.tokens for shape in chosen.values()) <= most:
        return chosen
    steps = sorted(step for place, id in enumerate(shapes) for step in _steps(place, id, shapes[id]))
    chosen, left = {}, most
    for _, _, id, at in steps:
        shape = shapes[id][at]
        more = shape.tokens - (chosen[id].tokens if id in chosen else 0)
        if 0 < more <= left:
            chosen[id] = shape
            left -= more
    for id, of in shapes.items():
        before = chosen[id].tokens if id in chosen else 0
        if better := next((shape for shape in of if before < shape.tokens <= before + left), None):
            left -= better.tokens - before
            chosen[id] = better
    return chosen


def _steps(place: int, id: str, of: Sequence[ContextElement]) -> list[tuple[int, int, str, int]]:
    """From nothing to the smallest form and on to larger ones, each step with what it adds for a token, negated: the best first.

    A step that adds more for its price than the one before it is taken together with that one.
    """
    steps: list[tuple[int, int, str, int]] = []
    tokens = value = 0
    trail: list[tuple[int, int]] = []
    for at in range(len(of) - 1, -1, -1):
        shape = of[at]
        if shape.tokens <= tokens or worth(shape) <= value:
            continue
        gain = (worth(shape) - value) // (shape.tokens - tokens)
        while steps and -steps[-1][0] < gain:
            steps.pop()
            tokens, value = trail.pop()
            gain = (worth(shape) - value) // (shape.tokens - tokens)
        steps.append((-gain, place, id, at))
        trail.append((tokens, value))
        tokens, value = shape.tokens, worth(shape)
    return steps
