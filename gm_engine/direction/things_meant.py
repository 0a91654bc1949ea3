"""Things meant: which thing of the state an object phrase means, where it is not called by its name."""

from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.object_phrases import PRONOUNS, bare, head_noun, is_new
from gm_engine.state.story_state import StoryState

SMALLEST = 4
"""A word of fewer letters tells no thing from another."""


def thing_meant(about: str, state: StoryState) -> str:
    """The thing at hand that an object phrase means: by its name or by what is said of it in short, what one carries before what lies here.

    Empty where it may mean several, or none.
    """
    noun = head_noun(about)
    if len(noun) < SMALLEST or noun in PRONOUNS or is_new(about):
        return ""
    held = [item for item in state.carried(state.pc) if item in state.pack.items]
    lying = [item for item in sorted(state.pack.items) if state.where(item) == state.here]
    named = (
        [item for item in held if noun in names_for(state, item)],
        [item for item in held if noun in tokens_of(state.pack.items[item].summary)],
        [item for item in lying if noun in names_for(state, item)],
    )
    return next((found[0] for found in named if len(found) == 1), "")


def names_for(state: StoryState, item: str) -> set[str]:
    """Every word by which a thing of the pack's is called."""
    entry = state.pack.items[item]
    return {token for text in (entry.name, *entry.aliases) for token in tokens_of(text)}


def is_meant(item: str, about: str, state: StoryState) -> bool:
    """True where an object phrase may mean a thing: nothing in the phrase says that it is another, as *a small wooden horse* is."""
    if item not in state.pack.items or about.split()[:1] not in (["a"], ["an"], ["some"]):
        return True
    said = [word for word in tokens_of(bare(about)) if word not in ("a", "an", "some")]
    return set(said) <= names_for(state, item) | set(tokens_of(item.replace("_", " ")))
