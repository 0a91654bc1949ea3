"""A lorebook's entries as standing facts of a campaign: what our own scoring, reports and searches work on."""

from collections.abc import Callable, Mapping

from gm_engine.story.bare_words import bare
from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.macros import NARRATOR, filled, names_of
from gm_engine.story.pack import Authored, LoreEntry
from gm_engine.story.text_fields import facts_in

USUAL = 3
"""The importance of an entry in a book that makes no difference between its entries."""


def lore_of(
    book: Lorebook, about: Callable[[LorebookEntry], tuple[str, ...]], char: str, user: str, clock: Mapping[str, str] | None = None
) -> dict[str, LoreEntry]:
    """Each entry that may act, by the id ``BOOK_ENTRY``; ``about`` says whom an entry tells of, ``char`` and ``user`` are
    the names where its macros stand, and ``clock`` says what time it is in them.

    >>> salt = LorebookEntry(id="3", title="Salt", text="{{char}} has salt.", keys=("salt", "/brine/i"))
    >>> made = lore_of(Lorebook(id="goods", name="Goods", entries=(salt,)), lambda _: (), "Ana", "Bo")["goods_3"]
    >>> made.source, made.keys, made.text
    ('Goods, “Salt”', ('salt',), 'Ana has salt.')
    """

    def named(text: str) -> str:
        return names_of(text, char, user)

    def said(entry: LorebookEntry) -> str:
        return bare(plain(filled(entry.text, char, user, outlets={}, clock=clock).text))

    told = [entry for entry in book.entries if entry.may_act]
    ranks = sorted({_rank(entry) for entry in told})
    return {
        f"{book.id}_{entry.id}": LoreEntry(
            id=f"{book.id}_{entry.id}",
            text=said(entry),
            about=about(entry),
            keys=tuple(key for key in map(named, entry.keys) if key and not key.startswith("/")),
            importance=_importance(ranks.index(_rank(entry)), len(ranks)),
            pinned=entry.constant,
            source=named(f"{book.name or book.id}, “{called(entry)}”"),
            facts=facts_in(said(entry)),
            bids=entry.bids,
        )
        for entry in told
    }


def owner_of(book: Lorebook, people: Mapping[str, Authored]) -> str:
    """What ``{{char}}`` is called in a book: whose card brought it, else the only person of the campaign, else the narrator."""
    owner = people.get(book.of) or (next(iter(people.values())) if len(people) == 1 else None)
    return owner.name if owner else NARRATOR


def called(entry: LorebookEntry) -> str:
    """What an entry is called: its title, else its first key."""
    return entry.title.strip() or next((key for key in entry.keys if key.strip()), "") or entry.id


def _rank(entry: LorebookEntry) -> int:
    return entry.order if entry.priority is None else entry.priority


def _importance(place: int, of: int) -> int:
    """2 for the lowest third of what a book tells apart, 4 for the highest."""
    return USUAL if of == 1 else 2 + 3 * place // of
