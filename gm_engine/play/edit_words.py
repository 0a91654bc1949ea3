"""Edits by hand in words: what was done, what a list of them shows, what stands beside a fact."""

from gm_engine.state import StoryState
from gm_engine.story.counting import counted
from gm_engine.story.edit import Edit
from gm_engine.story.noun import as_shown

DONE = {
    "remember": "Remembered", "forget": "Forgotten", "pin": "Pinned", "unpin": "Unpinned", "hide": "Hidden", "correct": "Corrected",
    "merge": "Merged", "split": "Split", "undo": "Taken back",
}  # fmt: skip


def say_edit(edit: Edit, state: StoryState) -> str:
    """What an edit did, in a sentence or two."""
    done = f"{DONE[edit.act]}: {_matter(edit, state)}"
    if edit.act == "undo":
        return f"{done}."
    beside = len(edit.what) - 1
    along = (
        f" With it went {counted(beside, 'record')} told in the same words."
        if beside > 0 and edit.act in ("forget", "hide", "correct")
        else ""
    )
    clashes = [one for one in state.conflicts.values() if one.settlement is None and _made_by(edit, one.claim)]
    against = "".join(f' It stands against "{as_shown(one.established.quote)}": conflict {one.id}.' for one in clashes)
    return f"{done} ({edit.id}).{along}{against}"


def _made_by(edit: Edit, claim: str) -> bool:
    return claim.startswith(f"{edit.id}.")


def _matter(edit: Edit, state: StoryState) -> str:
    """What an edit is about, with the wording that it found and the one that it left."""
    name = state.name
    before, words = as_shown(edit.before), as_shown(edit.words)
    match edit.act:
        case "remember":
            return f'"{words}"'
        case "correct":
            return f'"{words}" stands in the place of "{before}"'
        case "merge":
            return f"{before} is {name(edit.into)}"
        case "split":
            return f"{name(edit.into)} is another than {before}"
        case "undo":
            taken = state.edits.get(edit.takes_back)
            return f"{edit.takes_back}, {taken.act} {_matter(taken, state)}" if taken else edit.takes_back
        case _:
            return f'"{before}"'


def edit_line(edit: Edit, state: StoryState) -> str:
    """An edit in a list: its id, what it did, who said so, and why."""
    taken = any(one.takes_back == edit.id for one in state.edits.values())
    because = f" Because: {as_shown(edit.because)}" if edit.because else ""
    return f"{edit.id}  {DONE[edit.act]}: {_matter(edit, state)}, {edit.who}{', taken back' if taken else ''}.{because}"


def edits_text(state: StoryState) -> str:
    """All edits of the present branch, the oldest first."""
    return "\n".join(edit_line(edit, state) for edit in state.edits.values()) or "Nothing was edited by hand."


def marks_of(id: str, state: StoryState) -> tuple[str, ...]:
    """What was said by hand of a record, and who said so, a line each."""
    return tuple(f"{DONE[edit.act].lower()} {edit.who} ({edit.id})" for edit in state.marks.about(id))
