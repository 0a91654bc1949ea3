"""Clashes by a second reader: a reply's sentences beside what was told before, and the pairs that a model says cannot both be true."""

import re
from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import get_args

from gm_engine.continuity.pairs import Pair
from gm_engine.continuity.raising import heard_at_the_table
from gm_engine.play.asking import LEAST_WORDS, as_written, form, rows, verbatim, words
from gm_engine.state import StoryState
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.fence import DATA, fenced
from gm_engine.story.gist import Gist
from gm_engine.story.question import Question
from gm_engine.story.relation import TOLD
from gm_engine.tokens import count

ROOM = 1200
"""Tokens of what was told before, in one question."""
BESIDE, FACTS = 8, 6
"""So many earlier sentences each new one is laid beside, and so many facts of each who is in it."""
MOST = 8
LONGEST, MOST_HEARD = 240, 4000
"""Letters of a reason: so many are kept of it, and one that is longer than the second is none."""
TURN = re.compile(r"\A\s*\(turn \d+\)\s+")
"""What stands before an earlier passage where a model is shown it, and is easily copied along."""
ANSWER = 600
KINDS: dict[str, ConflictClass] = {kind: kind for kind in get_args(ConflictClass)}
SYSTEM = f"""You check the continuity of a tabletop story. You are given what has just been told, and what was told
before of the same people, places and things.

{DATA}

Name each pair of a new and an earlier passage that cannot both be true. Not a pair: what may have changed since, what
somebody only says, believes, plans or dreams, what is told more exactly, what may be about somebody or something else of the kind.

One row for each pair:
- new: words of the new text, copied to the letter, three at least
- old: words of the earlier text, copied to the letter, three at least
- kind: the class of the contradiction
- why: one short sentence

Where there is none, give no pairs."""


def earlier(gists: Sequence[Gist], state: StoryState) -> tuple[Gist | Fact, ...]:
    """What was told before that lies nearest to these sentences, as much as there is room for: sentences first, then facts.

    What the table may not know is not among it.
    """
    found: dict[tuple[int, str], Gist | Fact] = {}
    for gist in gists:
        for told in reversed(state.gists.beside(gist, state.pc, BESIDE)):
            if not state.marks.unsent_sentence(told.turn, told.span):
                found.setdefault((told.turn, told.quote), told)
    for id in dict.fromkeys(id for gist in gists for id in sorted(gist.ids)):
        facts = (fact for fact in state.lore.facts(id) if fact.audience == "table" and fact.relation != TOLD and not fact.taken_out)
        for fact in sorted(facts, key=lambda fact: (-fact.importance, -fact.told_by[-1].turn, fact.id))[:FACTS]:
            telling = heard_at_the_table(fact.told_by)
            if telling.turn < state.turn or telling.voice == "engine":
                found.setdefault((telling.turn, telling.quote), fact)
    left, kept = ROOM, []
    for one in found.values():
        price = count(_line(one))
        if price <= left:
            left -= price
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: (_told(one), _quote(one))))


def clash_question(gists: Sequence[Gist], before: Sequence[Gist | Fact]) -> Question:
    """What a model is asked of a reply's sentences beside earlier ones."""
    plain = {"type": "string"}
    schema = form("pairs", MOST, new=plain, old=plain, kind={"type": "string", "enum": list(KINDS)}, why=plain)
    old = "\n".join(_line(one) for one in before)
    new = "\n".join(gist.quote for gist in gists)
    return Question(purpose="conflicts", system=SYSTEM, user=f"{fenced('earlier', old)}\n\n{fenced('new', new)}", form=schema, most=ANSWER)


def pairs_of(
    answer: str, gists: Sequence[Gist], before: Sequence[Gist | Fact], state: StoryState, reader: str
) -> Iterator[Pair]:  # fmt: skip
    """The pairs of an answer whose two quotes stand to the letter in a sentence of these, and in one that was told before."""
    for row in rows(answer, "pairs", MOST):
        new, old = verbatim(row, "new"), TURN.sub("", verbatim(row, "old"))
        kind, why = KINDS.get(words(row, "kind", LONGEST)), shorten(words(row, "why", MOST_HEARD), LONGEST, placeholder=" …")
        later = next((gist for gist in gists if _quotes(new, gist.quote)), None)
        one = next((one for one in before if _quotes(old, _quote(one))), None)
        if later is not None and one is not None and kind is not None:
            yield Pair(one, later, state.table.sure, kind, why or "it gives no reason", _subject(one, later, state), reader)


def _quotes(words: str, text: str) -> bool:
    quote, whole = as_written(words), as_written(text)
    return bool(words) and quote in whole and (len(words.split()) >= LEAST_WORDS or quote.strip() == whole.strip())


def _subject(one: Gist | Fact, later: Gist, state: StoryState) -> str:
    """Who or what the two speak of."""
    if isinstance(one, Fact):
        return one.subject
    keys = set(one.keys(state.pc))
    both = (key for key in later.keys(state.pc) if key in keys)
    return next(both, next(iter(sorted({*later.ids, *one.ids})), state.pc))


def _quote(one: Gist | Fact) -> str:
    return one.quote if isinstance(one, Gist) else heard_at_the_table(one.told_by).quote


def _told(one: Gist | Fact) -> int:
    return one.turn if isinstance(one, Gist) else heard_at_the_table(one.told_by).turn


def _line(one: Gist | Fact) -> str:
    return f"(turn {_told(one)}) {_quote(one)}"
