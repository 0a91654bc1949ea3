"""Whose a lorebook is: which book a lore entry comes from, and who ``{{char}}`` and ``{{user}}`` are in it."""

from gm_engine.state import StoryState
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.macros import NARRATOR, with_names


def book_of(id: str, state: StoryState) -> Lorebook | None:
    """The lorebook from which a lore entry of the pack comes; None for the pack's own."""
    return next((book for book in state.pack.books.values() if id.startswith(f"{book.id}_")), None)


def speaker(state: StoryState, book: Lorebook | None = None) -> str:
    """The id of whoever ``{{char}}`` is: whose card brought the book, else the only person of the campaign, whoever was last spoken with,
    whoever is there; empty where that is nobody."""
    npcs = state.pack.npcs
    if book and state.pack.person(book.of):
        return book.of
    if len(npcs) == 1:
        return next(iter(npcs))
    spoken = state.exchange.target if state.exchange else ""
    return spoken if spoken in npcs else next(iter(state.present()), "")


def names(state: StoryState, book: Lorebook | None) -> tuple[str, str]:
    """What ``{{char}}`` and ``{{user}}`` are called in a book."""
    person, hero = state.pack.person(speaker(state, book)), state.pack.person(state.pc)
    return person.name if person else NARRATOR, hero.name if hero else ""


def named(text: str, book: str, state: StoryState) -> str:
    """A text that quotes a book of that id, with the names where its macros for them stand."""
    return with_names(text, *names(state, state.pack.books.get(book)))
