"""The clashes of a note: pairs of a told and an earlier passage that a model says cannot both be true, as conflicts.

Both quotes must stand to the letter where they are said to. Where the later passage is borne out by what is certain, the earlier one was
the slip: such a conflict settles itself for what is certain.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Any, NamedTuple

from gm_engine.continuity.pairs import Pair
from gm_engine.memory.nearest import Passage, passages
from gm_engine.play.asking import LEAST_WORDS, as_written, verbatim, words
from gm_engine.play.beside import Beside, Earlier, telling_of
from gm_engine.state import StoryState
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Source

CLASSES: dict[ConflictClass, str] = {
    "numeric_date": "numbers, dates, ages, hours",
    "life_death": "alive or dead",
    "whereabouts": "where who or what is",
    "possession": "who has it",
    "kinship_role": "kin, office, side",
    "physical_trait": "body, look, make",
    "name_identity": "names, who is who",
    "event_outcome": "what happened, how, by whom",
    "knowledge": "who knows or has met whom, what",
    "geography": "where places lie, what they have",
    "ability": "what somebody can do",
    "quantity_state": "how many are left; whole, broken, open, shut",
}
TO_JUDGE = f"""clashes: each passage of the reply that cannot be true of the story beside an earlier one. new, old: copied to the letter,
each from one sentence. Weigh who "he" and "it" are, and what follows: times, distances, what was used up, who was there. No clash: what
may have changed since; what somebody says, believes, guesses, lies, plans, dreams, acts on a stage, reads aloud or means as a figure;
the more exact; another of the kind or name; what is explained.
- kind: {"; ".join(f"{kind} ({says})" for kind, says in CLASSES.items())}
- sure: 95: never both true; 80: only by something untold that nobody would think of; less, a mere likelihood: leave out.
- right: new or old, where what is certain bears it out. why: a short sentence."""
"""What a model is told of the clashes that it is asked for."""
_TEXT = {"type": "string"}
CLASH_ROWS: Mapping[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"new": _TEXT, "old": _TEXT, "kind": _TEXT, "sure": {"type": "integer"}, "right": _TEXT, "why": _TEXT},
        "required": ["new", "old", "kind", "sure"],
    },
}
"""The JSON schema of their list."""
MOST = 8
FOR_SURE = 5
"""So many words are known wherever they stand; fewer only where they were shown."""
LEAST_SURE = 75
"""What a model is less sure of is no conflict."""
LONGEST, MOST_HEARD = 240, 4000
"""Letters of a reason: so many are kept of it, and one that is longer than the second is none."""
KINDS: Mapping[str, ConflictClass] = {kind: kind for kind in CLASSES}


class Clash(NamedTuple):
    """A pair, and whether what is certain bears out its later passage."""

    pair: Pair
    later_is_right: bool


def clashes(
    told: Sequence[Mapping[str, Any]], text: str, beside: Beside, state: StoryState, reader: str, source: Source = "extracted"
) -> Iterator[Clash]:
    """The pairs of an answer that stand, in its order."""
    for row in told[:MOST]:
        kind, sure = KINDS.get(words(row, "kind", LONGEST)), _sure(row.get("sure"))
        later = sentence_of(verbatim(row, "new"), passages(0, text))
        earlier = _earlier(verbatim(row, "old"), beside) or _on_record(verbatim(row, "old"), state)
        if kind is None or sure < LEAST_SURE or later is None or earlier is None or state.marks.silent(state.turn, later.span):
            continue
        why = shorten(words(row, "why", MOST_HEARD), LONGEST, placeholder=" …") or "it gives no reason"
        new = Gist(turn=state.turn, n=later.n, span=later.span, quote=later.text, minute=state.minute, source=source)
        pair = Pair(earlier.side, new, sure, kind, why, _subject(earlier, later.text, state), reader)
        right = words(row, "right", LONGEST) == "new" and bool(beside.certain) and not isinstance(earlier.held, Fact)
        yield Clash(pair, right)


def _sure(told: Any) -> int:
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 <= told <= 100:
        return 0
    return min(99, round(told * 100 if isinstance(told, float) and told <= 1 else told))


def sentence_of(quote: str, told: Sequence[Passage]) -> Passage | None:
    """The sentence in which a quote stands to the letter."""
    wanted = as_written(quote).strip()
    for one in told:
        whole = as_written(one.text)
        if wanted and wanted in whole and (len(wanted.split()) >= LEAST_WORDS or wanted == whole.strip()):
            return one
    return None


def _earlier(quote: str, beside: Beside) -> Earlier | None:
    """What lay beside the reply and holds the quote; sentences of one turn that are quoted in a row are known by the first."""
    pieces = [quote, *(quote[one.span[0] : one.span[1]] for one in passages(0, quote))]
    for piece in pieces:
        wanted = as_written(piece).strip()
        for one in (*beside.told, *beside.certain):
            whole = as_written(one.text)
            if wanted and wanted in whole and (len(wanted.split()) >= LEAST_WORDS or wanted == whole.strip()):
                return one
    return None


def _on_record(quote: str, state: StoryState) -> Earlier | None:
    """The sentence of whatever earlier reply that holds the quote, where it is long enough to be known for sure; the last told first."""
    wanted = as_written(quote).strip()
    if len(wanted.split()) < FOR_SURE:
        return None
    for turn in reversed([turn for turn in state.turns.values() if 0 < turn.number < state.turn and turn.reply]):
        for one in passages(turn.number, turn.reply):
            if wanted in as_written(one.text):
                return Earlier(one, telling_of(one, state))
    return None


def _subject(earlier: Earlier, later: str, state: StoryState) -> str:
    """Whom or what the two speak of: somebody whom both name, else whom one of them names, else the player's character."""
    if isinstance(earlier.held, Fact):
        return earlier.held.subject
    named = [
        {entity.id for entity in state.lore.entities() if entity.name and entity.name.casefold() in text.casefold()}
        for text in (earlier.text, later)
    ]
    both = sorted(named[0] & named[1]) or sorted(named[1]) or sorted(named[0])
    return both[0] if both else state.pc
