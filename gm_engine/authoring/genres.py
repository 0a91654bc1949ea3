"""The stock of words: a core that can be said anywhere, what some genres share, and what belongs to one."""

from functools import cache

from gm_engine.authoring.data_files import data_names, written_data
from gm_engine.authoring.written import Written

ALSO, INSTEAD = "also", "instead"
PLAYED_WITH = ("weather_kinds",)
"""Lists that the engine itself draws from: they go into the pack, so that a story on record keeps its weather."""


def genre_names() -> tuple[str, ...]:
    """The genres that have a stock of words; a campaign of any other has the core's.

    >>> genre_names()
    ('fantasy', 'gothic', 'modern', 'space', 'western')
    """
    return data_names("genres")


@cache
def read_words(genre: str = "") -> dict[str, tuple[str, ...]]:
    """The narrator's word lists for a genre, by name: the core's, then those of the stock that it shares, then its own.

    A list is added to the list of that name before it; one under ``instead`` stands in its place. The list ``genre`` is its
    flags: its own name, and the names of the stock that it shares.

    >>> read_words("western")["genre"]
    ('western', 'land', 'lamplit', 'guns')
    >>> read_words("underwater opera")["genre"]
    ('underwater opera',)
    """
    words = _lists(written_data("words")) | _lists(written_data("upshots"))
    shared: tuple[str, ...] = ()
    if genre in genre_names():
        own = written_data(f"genres/{genre}")
        shared = _texts(own.entries.get(ALSO))
        for written in (*(written_data(f"stock/{name}") for name in shared), own):
            instead = written.entries.get(INSTEAD)
            words |= _lists(instead) if instead else {}
            for name, lines in _lists(written).items():
                words[name] = (*words.get(name, ()), *lines)
    return dict(sorted({**words, "genre": (*((genre,) if genre else ()), *shared)}.items()))


def played_with(genre: str) -> dict[str, tuple[str, ...]]:
    """The lists of a genre that the engine draws from: its own, where it has any; those of the core for a genre without a stock.

    >>> played_with("submarine opera")
    {'weather_kinds': ('mild',)}
    >>> played_with("western")
    {}
    """
    page = written_data(f"genres/{genre}" if genre in genre_names() else "words")
    return {name: _texts(page.entries[name]) for name in PLAYED_WITH if name in page.entries}


def _lists(written: Written) -> dict[str, tuple[str, ...]]:
    return {name: _texts(value) for name, value in written.entries.items() if name not in (ALSO, INSTEAD, *PLAYED_WITH)}


def _texts(written: Written | None) -> tuple[str, ...]:
    return tuple(item.text for item in (written.items or (written,))) if written else ()
