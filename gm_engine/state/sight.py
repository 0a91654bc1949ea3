"""What of the lore's ties the table may see: nothing that is hidden or was forgotten, and no way through what joins nobody."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from gm_engine.lore.tie import Tie
from gm_engine.lore.tie_words import say_tie
from gm_engine.lore.web import Sight
from gm_engine.state.seen import hidden
from gm_engine.state.story_state import StoryState
from gm_engine.state.table_lore import TableLore
from gm_engine.story.marks import half_of


def table_sight(state: StoryState, *, past: bool = False, without: Iterable[str] = (), prompt: bool = False) -> Sight:
    """What the table may see now; with ``past``, what was so before, too; for a ``prompt``, without what was hidden by hand.

    No way goes on through those ``without``, nor through things of which there is more than one: two who each have a rifle are not
    tied by it.
    """
    barred, items, marks = frozenset(without), state.pack.items, state.marks

    def shown(id: str) -> bool:
        return id not in marks.gone and not (prompt and marks.unsent(f"who:{id}")) and not hidden(id, state)

    def told(tie: Tie) -> bool:
        record = record_of(tie)
        return not (marks.forgets(record) or (prompt and marks.unsent(record)) or (tie.kind == "told" and unquoted(tie, state)))

    return Sight(
        state.minute,
        past=past,
        shown=cache(shown),
        passed=lambda id: id not in barred and (id not in items or items[id].unique or bool(items[id].owner)),
        told=told,
    )


def known_sight(state: StoryState, table: TableLore, *, past: bool = False) -> Sight:
    """What of the ties the table knows: between those whom it knows, and in words that name nobody else."""
    may = table_sight(state, past=past)
    if table.gm_notes:
        return replace(may, audience="gm", shown=lambda id: id not in state.marks.gone)
    return replace(
        may,
        shown=cache(lambda id: may.shown(id) and table.knows(id)),
        told=lambda tie: may.told(tie) and table.knows(tie.one) and table.knows(tie.other) and table.opens(tie.text),
    )


def record_of(tie: Tie) -> str:
    """The element id of the record that a tie comes from."""
    return tie.record.replace(" ", ":", 1)


def unquoted(tie: Tie, state: StoryState) -> bool:
    """True where the sentence that a tie comes from was forgotten, or put right, by hand."""
    telling = tie.telling
    return telling is not None and state.marks.silent(telling.turn, telling.span, half_of(telling))


def say(tie: Tie, state: StoryState, toward: str = "") -> str:
    """The tie in a sentence, as of now and in the words in which its record stands. ``toward`` is the end that the way leads to."""

    def pronoun(id: str) -> str:
        entity = state.lore.entity(id)
        return entity.pronouns if entity else "it"

    edit = state.marks.corrected.get(record_of(tie))
    return say_tie(replace(tie, text=edit.words) if edit else tie, state.name, pronoun, state.minute, toward)
