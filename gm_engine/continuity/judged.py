"""The judge of pairs: each new sentence beside the earlier ones that speak of the same, for what no rule reads.

What it finds is a conflict like any other: it has both quotes, is raised once, and can be settled in every way.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gm_engine.continuity.compare import first_int
from gm_engine.continuity.pairs import Pair, raised
from gm_engine.continuity.rules import JUDGES
from gm_engine.state import StoryState
from gm_engine.state.gist_book import follows
from gm_engine.story.conflict import Conflict, ConflictClass
from gm_engine.story.gist import Common, Gist
from gm_engine.story.provenance import Provenance
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

LEAST, MOST, PAIRS, NEAR = 80, 12, 120, 0
"""Where a rule does not say: how sure the judge must be, in per cent; how many earlier sentences each new one is laid beside; how
many pairs are judged for one text; and how much a pair must share, as rarities of words and names added up."""
SUREST = 97
"""No reading is surer, in per cent."""
WHY = "the judge finds no way for both to be true"


@dataclass(frozen=True)
class Beside:
    """A new gist and an earlier one that speaks of the same, each with the sentence right before it, empty where there is none."""

    earlier: Gist
    later: Gist
    before_earlier: str
    before_later: str
    common: Common


@dataclass(frozen=True)
class Judged:
    """How likely it is that a pair cannot both be true, from 0 to 1, and what the clash would be about."""

    chance: float
    kind: ConflictClass


Judge = Callable[[Beside], Judged]
Find = Callable[[Sequence[Gist], StoryState, Rule], Iterator[Pair]]
"""Finds the pairs of new sentences with earlier ones that may not stand together; the state has not heard the new ones yet."""


def judged(gists: Sequence[Gist], state: StoryState, verdict: Verdict, *, turn: int, rules: Iterable[Rule], find: Find) -> Verdict:
    """What is to be added to the verdict on a text: the conflicts of its sentences with earlier ones, with the claims and facts
    that these need. ``gists`` are the text's own, which the state has not heard yet. The state is only read.

    A sentence raises one conflict at most, and so does a pair of turns: the surest.
    """
    rule = next((rule for rule in reversed(tuple(rules)) if rule.compare in JUDGES), None)
    return raised(find(gists, state, rule), state, verdict, turn, rule) if rule else Verdict()


def found_by(judge: Judge) -> Find:
    """Finds what a judge finds. Each pair is judged alone: what is found does not depend on what stands beside it."""

    def find(gists: Sequence[Gist], state: StoryState, rule: Rule) -> Iterator[Pair]:
        settings = (("least", LEAST), ("most", MOST), ("pairs", PAIRS), ("near", NEAR))
        least, most, pairs, near = (first_int(rule.when.get(name, ()), usual) for name, usual in settings)
        if least > 100:
            return
        most = min(most, max(1, pairs // max(1, len(gists))))
        for one in beside(gists, state, most, near):
            if _words(one.earlier) == _words(one.later):
                continue  # what was told again as it was contradicts nothing, whatever a judge that has learnt by example makes of it
            found = judge(one)
            if (sure := int(100 * found.chance)) >= least:
                yield Pair(one.earlier, one.later, min(sure, SUREST), found.kind, WHY, _shared(one.earlier, one.later, state.pc))

    return find


def found_nothing(gists: Sequence[Gist], state: StoryState, rule: Rule) -> Iterator[Pair]:  # noqa: ARG001
    """Finds nothing: for a table without a judge."""
    yield from ()


def found_before(conflicts: Iterable[Conflict]) -> Find:
    """Finds again what is on record: a replay needs no judge."""
    recorded = tuple(conflicts)

    def find(gists: Sequence[Gist], state: StoryState, rule: Rule) -> Iterator[Pair]:
        by_span = {gist.span: gist for gist in gists}
        for conflict in recorded:
            later = by_span.get(conflict.incoming.span)
            if later is not None and conflict.rule == rule.id:
                old = conflict.established
                earlier = state.gists.at(old.turn, old.span) or _recalled(old, conflict)
                why = conflict.why.removeprefix(f"{rule.says}: ")
                yield Pair(earlier, later, conflict.confidence, conflict.kind, why, conflict.subject)

    return find


def _recalled(old: Provenance, conflict: Conflict) -> Gist:
    """The earlier sentence of a conflict as far as the conflict itself tells of it."""
    number = int(conflict.fact.split(".")[1].lstrip("s"))
    return Gist(turn=old.turn, n=number, span=old.span, quote=old.quote, minute=old.minute, source=old.source)


def beside(gists: Iterable[Gist], state: StoryState, most: int = MOST, near: int = NEAR) -> Iterator[Beside]:
    """Each new gist with the ``most`` earlier ones that are nearest to it and share ``near`` or more with it. The state has not heard the
    new ones yet.
    """
    last: Gist | None = None
    for later in gists:
        before, last = last if last is not None and follows(later, last) else None, later
        for earlier in state.gists.beside(later, state.pc, most, before, near):
            told_before = state.gists.before(earlier)
            common = Common(len({*earlier.ids} & {*later.ids}), len({*earlier.lemmas} & {*later.lemmas}), later.turn - earlier.turn)
            yield Beside(earlier, later, told_before.quote if told_before else "", before.quote if before else "", common)


def _words(gist: Gist) -> str:
    """A sentence without what its writing makes of it: capitals, line breaks."""
    return " ".join(gist.quote.casefold().split())


def _shared(earlier: Gist, later: Gist, you: str) -> str:
    """Somebody or something that both speak of: by id, else by a word."""
    keys = {*earlier.keys(you)}
    return next((key for key in later.keys(you) if key in keys), you)
