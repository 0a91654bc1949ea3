"""The second look: each new sentence beside the earlier ones that speak of the same, for what no rule reads.

What it finds is a conflict like any other: it has both quotes, is raised once, and can be settled in every way.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gm_engine.continuity.compare import first_int
from gm_engine.continuity.pairs import Pair, raised
from gm_engine.continuity.rules import SECOND_LOOK
from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence, sentence_of
from gm_engine.state import StoryState
from gm_engine.state.gist_book import follows
from gm_engine.story.gist import Gist
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

if TYPE_CHECKING:
    from gm_engine.continuity.second.weigh import Weighed

Weigh = Callable[[Sentence, Sentence, Ground, int], "Weighed | None"]
"""Lays a later sentence beside an earlier one, given what is known beside them and how many were heard before; None where nothing
speaks for a clash."""
LEAST, MOST = 80, 24
"""How sure it must be, in per cent, and how many earlier sentences each new one is laid beside, where the rule does not say."""
SUREST = 97
"""No reading is surer, in per cent."""
SENTENCE, KINDS, TOLD_OF = "sentence", "kinds", "told of"
"""Under which names a gist keeps itself unpacked, what kinds of people and things it was unpacked for, and who and what these are."""


def second_look(gists: Iterable[Gist], state: StoryState, verdict: Verdict, *, turn: int, rules: Iterable[Rule], weigh: Weigh) -> Verdict:
    """What is to be added to the verdict on a text: the conflicts of its sentences with earlier ones, with the claims and facts
    that these need. ``gists`` are the text's own, which the state has not heard yet; ``weigh`` lays two of them beside each other. The
    state is only read.

    A sentence raises one conflict at most, and so does a pair of turns: the surest.
    """
    rule = next((rule for rule in reversed(tuple(rules)) if rule.compare == SECOND_LOOK), None)
    return raised(_pairs(gists, state, rule, weigh), state, verdict, turn, rule) if rule else Verdict()


def _pairs(gists: Iterable[Gist], state: StoryState, rule: Rule, weigh: Weigh) -> Iterator[Pair]:
    least, most = first_int(rule.when.get("least", ()), LEAST), first_int(rule.when.get("most", ()), MOST)

    for one in beside(gists, state, most):
        weighed = weigh(*one.sentences, one.ground, one.heard)
        if weighed is not None and (sure := int(100 * weighed.chance)) >= least:
            subject = weighed.best.anchor or _shared(one.earlier, one.later, state.pc)
            yield Pair(one.earlier, one.later, min(sure, SUREST), weighed.kind, _named(weighed.best.why, one, state), subject)


@dataclass(frozen=True)
class Beside:
    """A new gist and an earlier one that speaks of the same, unpacked, with what is known beside them; ``heard`` were told before."""

    earlier: Gist
    later: Gist
    sentences: tuple[Sentence, Sentence]
    ground: Ground
    heard: int


def beside(gists: Iterable[Gist], state: StoryState, most: int = MOST) -> Iterator[Beside]:
    """Each new gist with the ``most`` earlier ones that are nearest to it. The state has not heard the new ones yet."""

    def kind_of(id: str) -> str:
        entity = state.lore.entity(id)
        return entity.kind if entity else ""

    ground = Ground(state.gists.rarity, cache(kind_of))
    earliest: dict[tuple[int, int], Sentence] = {}
    last: Gist | None = None
    for later in gists:
        before, last = last if last is not None and follows(later, last) else None, later
        told: Sentence | None = None
        for earlier in state.gists.beside(later, state.pc, most):
            told = told or _unpacked(later, before, ground)
            if earlier.place not in earliest:
                earliest[earlier.place] = _unpacked(earlier, state.gists.before(earlier), ground)
            yield Beside(earlier, later, (earliest[earlier.place], told), ground, state.gists.heard)


def _named(why: str, one: Beside, state: StoryState) -> str:
    """The reason with names for ids."""
    for id in sorted(one.earlier.ids | one.later.ids, key=lambda id: (-len(id), id)):
        entity = state.lore.entity(id)
        if entity is not None and "_" in id:
            why = why.replace(id, entity.name)
    return why


def _unpacked(gist: Gist, before: Gist | None, ground: Ground) -> Sentence:
    """The gist as the scales want it, with the sentence before it; worked out once, and again where somebody in it is now known to be
    of another kind, so that it does not matter when it was first looked at.
    """
    kinds = _kinds(gist, ground) + (_kinds(before, ground) if before else ())
    if gist.kept.get(KINDS) != kinds:
        gist.kept[KINDS] = kinds
        gist.kept[SENTENCE] = sentence_of(gist, sentence_of(before) if before else None)
    sentence: Sentence = gist.kept[SENTENCE]
    return sentence


def _kinds(gist: Gist, ground: Ground) -> tuple[str, ...]:
    told: tuple[str, ...] | None = gist.kept.get(TOLD_OF)
    if told is None:
        told = gist.kept[TOLD_OF] = tuple(dict.fromkeys(id for one in gist.mentions for id in (one.id, one.owner) if id))
    return tuple(map(ground.kind_of, told))


def _shared(earlier: Gist, later: Gist, you: str) -> str:
    """Somebody or something that both speak of: by id, else by a word."""
    keys = set(earlier.keys(you))
    return next(key for key in later.keys(you) if key in keys)
