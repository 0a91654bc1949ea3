"""What a draft breaks: facts, the engine's own numbers, secrets that are not out, the table's lines. The state is only read."""

from collections.abc import Callable, Iterator, Sequence

from gm_engine import continuity
from gm_engine.play import guard
from gm_engine.play.miscounts import miscounts
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict
from gm_engine.story.gist import Gist
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt
from gm_engine.story.verdict import Verdict

Added = Callable[[Sequence[Gist], Verdict], Verdict]
"""What somebody else adds to the verdict on a draft's sentences."""
SURE = {"critical": 60, "major": 70}
"""A draft goes back for a conflict only from this confidence on, in per cent."""
MOST = 6
"""So many objections at most are told: the gravest first."""


def nothing(_: Sequence[Gist], __: Verdict) -> Verdict:
    """Nobody else adds anything."""
    return Verdict()


def objections(draft: Completion, prompt: Prompt, state: StoryState, tools: Tools, added: Added = nothing) -> tuple[Objection, ...]:
    """Why a draft that answered ``prompt`` is not shown as it is; empty where nothing speaks against it.

    Where a language model notes what is told, what it clashes with is for the note to say, and not for the rules: they keep watch over
    secrets, lines and the engine's own numbers.
    """
    judged = _numbers if "note" in state.table.hears else _conflicts
    found = (*_given_away(draft.text, prompt, state), *_lines(draft.text, state, tools), *judged(draft, state, tools, added))
    return tuple(dict.fromkeys(found))[:MOST]


def _given_away(text: str, prompt: Prompt, state: StoryState) -> Iterator[Objection]:
    asked = [words for _, words in prompt.messages]
    told = dict(guard.truths_told(text, state, asked))
    for words in guard.leaks(text, state, asked):
        sentence = next((one for one in guard.sentences(text) if words.casefold() in guard.plainly(one)), words)
        told.setdefault(sentence, "")
    for sentence, truth in told.items():
        yield Objection(kind="secret", quote=sentence, against=truth, why="the table has not found this out")


def _lines(text: str, state: StoryState, tools: Tools) -> Iterator[Objection]:
    for sentence, line in tools.limits.crossed(text, state.pack.safety.lines):
        yield Objection(kind="line", quote=sentence, against=line, why="this table never shows it")


def _conflicts(draft: Completion, state: StoryState, tools: Tools, added: Added) -> Iterator[Objection]:
    conflicts = verdict_on(draft, state, tools, added).conflicts
    for conflict in sorted(conflicts, key=lambda one: (one.severity != "critical", -one.confidence, one.id)):
        if goes_back(conflict, state.table.guard):
            yield Objection(
                kind="number" if conflict.established.voice == "engine" else "conflict",
                quote=conflict.incoming.quote,
                against=conflict.established.quote,
                why=conflict.why,
                conflict=conflict,
            )


def _numbers(draft: Completion, state: StoryState, tools: Tools, _: Added) -> Iterator[Objection]:
    for conflict in miscounts(draft, tools.read(draft.text, state).claims, state, Verdict(), tools.rules).conflicts:
        yield Objection(
            kind="number", quote=conflict.incoming.quote, against=conflict.established.quote, why=conflict.why, conflict=conflict
        )


def goes_back(conflict: Conflict, guard: str) -> bool:
    """True where a draft with such a conflict is written again: where it is critical, or against the engine's own count; under a
    guard that minds what is ``major``, where it is that and sure enough."""
    grave = conflict.severity == "critical" or conflict.established.voice == "engine"
    return conflict.confidence >= SURE["critical"] if grave else guard == conflict.severity and conflict.confidence >= SURE["major"]


def verdict_on(told: Completion, state: StoryState, tools: Tools, added: Added = nothing) -> Verdict:
    """What continuity says of words that are told now, without their being told."""
    reading = tools.read(told.text, state)
    verdict = continuity.check(reading.claims, state, turn=state.turn, rules=tools.rules)
    seen = continuity.judged(reading.gists, state, verdict, turn=state.turn, rules=tools.rules, find=tools.find)
    verdict = verdict.with_more(seen)
    verdict = verdict.with_more(miscounts(told, reading.claims, state, verdict, tools.rules))
    return verdict.with_more(added(reading.gists, verdict))
