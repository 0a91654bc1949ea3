"""What a model is asked to word, and whether its wording stands: by the check of ``wording``, and only while nothing has changed since."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from gm_engine.memory.chapters import SIZES, Summary, SummaryLine
from gm_engine.memory.wording_check import Untraced, made_up, unsupported
from gm_engine.story.fence import DATA, fenced
from gm_engine.story.question import Question
from gm_engine.tokens import clipped, count

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

Worded = Literal["summary", "recap", "card"]
ROOM = 1200
"""Tokens of the turns' own words in a question."""
MOST: dict[Worded, int] = {"summary": SIZES["session"], "recap": 160, "card": 120}
"""Tokens of a wording at most."""
NO_TEXT = "{[<`#"
"""What begins so is an object, markup or a page, and no text."""
WHAT: dict[Worded, str] = {
    "summary": "what came of some turns of a story",
    "recap": 'what a player should remember before the next evening, as "Previously on"',
    "card": "who or what somebody or something in a story is",
}
SYSTEM = """You word {what}, from notes that are on record.

{data}

Say what the notes say, in {words} words at most, in plain connected sentences in the present tense. Name nobody and nothing, give no number
and deny nothing that is not in the notes. Leave out what does not fit. Answer with the text alone."""


def wording_question(purpose: Worded, notes: Sequence[str], told: Iterable[str] = ()) -> Question:
    """What a model is asked: to word these notes; ``told`` are the turns' own words that bear them out."""
    system = SYSTEM.format(what=WHAT[purpose], data=DATA, words=MOST[purpose] * 3 // 5)
    user = fenced("notes", "\n".join(f"- {note}" for note in notes))
    words = clipped("\n\n".join(told), ROOM)
    return Question(purpose=purpose, system=system, user=f"{user}\n\n{fenced('told', words)}" if words else user, most=2 * MOST[purpose])


def unborne(purpose: Worded, words: str, sources: Iterable[str]) -> tuple[Untraced, ...]:
    """Why a wording does not stand: empty where it does."""
    line = " ".join(words.split())
    if not line:
        return (Untraced(kind="length", words="it says nothing"),)
    price = count(line)
    long = (Untraced(kind="length", words=f"{price} tokens of {MOST[purpose]}"),) if price > MOST[purpose] else ()
    told = tuple(sources)
    markup = (Untraced(kind="words", words=f"it is no plain text: {line[:20]}"),) if line[0] in NO_TEXT else ()
    return (*unsupported(line, told), *made_up(line, told), *markup, *long)


def told_in(turns: Iterable[int], state: "StoryState") -> tuple[str, ...]:
    """The GM's words of those turns."""
    return tuple(state.shown(turn).reply for number in turns if (turn := state.turns.get(str(number))) and turn.reply)


def summary_question(summary: Summary, state: "StoryState") -> Question:
    """What a model is asked of a chapter or an evening that is over."""
    return wording_question("summary", summary.sentences, told_in(summary.turns, state))


def as_worded(summary: Summary, state: "StoryState") -> Summary:
    """The summary in a model's words, in one line, where there are such and they stand; else as it is."""
    wording = state.worded.get(summary.id)
    if wording is None or not wording.text or wording.question_hash != summary_question(summary, state).hash:
        return summary
    if unborne("summary", wording.text, (*summary.sentences, *told_in(summary.turns, state))):
        return summary
    line = SummaryLine(
        text=" ".join(wording.text.split()),
        turns=summary.turns,
        sources=tuple(dict.fromkeys(source for line in summary.lines for source in line.sources)),
        rank=min(line.rank for line in summary.lines),
        participants=summary.participants,
    )
    return summary.model_copy(update={"lines": (line,)})
