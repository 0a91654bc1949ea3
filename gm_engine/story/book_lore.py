"""A lorebook's entries as standing facts of a campaign: what our own scoring, reports and searches work on."""

from collections.abc import Callable

from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.pack import LoreEntry

USUAL = 3
"""The importance of an entry in a book that makes no difference between its entries."""


def lore_of(book: Lorebook, about: Callable[[LorebookEntry], tuple[str, ...]]) -> dict[str, LoreEntry]:
    """Each enabled entry that says something, by the id ``BOOK_ENTRY``; ``about`` says whom an entry tells of.

    >>> salt = LorebookEntry(id="3", title="Salt", text="Salt is dear.", keys=("salt", "/brine/i"))
    >>> made = lore_of(Lorebook(id="goods", name="Goods", entries=(salt,)), lambda _: ())["goods_3"]
    >>> made.source, made.keys
    ('Goods, “Salt”', ('salt',))
    """
    told = [entry for entry in book.entries if entry.enabled and entry.text.strip()]
    ranks = sorted({_rank(entry) for entry in told})
    return {
        f"{book.id}_{entry.id}": LoreEntry(
            id=f"{book.id}_{entry.id}",
            text=plain(entry.text).strip(),
            about=about(entry),
            keys=tuple(key.strip() for key in entry.keys if key.strip() and not key.startswith("/")),
            importance=_importance(ranks.index(_rank(entry)), len(ranks)),
            pinned=entry.constant,
            source=f"{book.name or book.id}, “{called(entry)}”",
        )
        for entry in told
    }


def called(entry: LorebookEntry) -> str:
    """What an entry is called: its title, else its first key."""
    return entry.title.strip() or next((key for key in entry.keys if key.strip()), "") or entry.id


def _rank(entry: LorebookEntry) -> int:
    return entry.order if entry.priority is None else entry.priority


def _importance(place: int, of: int) -> int:
    """2 for the lowest third of what a book tells apart, 4 for the highest."""
    return USUAL if of == 1 else 2 + 3 * place // of
