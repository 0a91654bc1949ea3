"""The scales that a table keeps: each two sentences are weighed once as long as nothing new is told."""

from collections.abc import Callable

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.weigh import Weighed

Weigh = Callable[[Sentence, Sentence, Ground, int], Weighed | None]


class Scales:
    """Weighs as ``weigh`` does. A draft is judged piece by piece while it comes, and told after that: what was weighed of the
    sentences of one piece holds for all longer ones, until the story has heard them.
    """

    def __init__(self, weigh: Weigh) -> None:
        self._weigh = weigh
        self._story: object = None
        self._kept: dict[tuple[int, int], tuple[Sentence, Sentence, Weighed | None]] = {}

    def __call__(self, earlier: Sentence, later: Sentence, ground: Ground, heard: int) -> Weighed | None:
        """How likely the two contradict each other; None where nothing speaks for it."""
        story = (ground.rarity, heard)
        if story != self._story:
            self._story, self._kept = story, {}
        key = id(earlier), id(later)
        if key not in self._kept:
            self._kept[key] = earlier, later, self._weigh(earlier, later, ground, heard)
        return self._kept[key][2]
