"""Names that nobody has declared: who turns up in a text for the first time."""

from collections.abc import Sequence

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import NameBook, snake
from gm_engine.story.entity import Entity, EntityKind


def capitalised(words: Sequence[str], at: int) -> int:
    """How many words from ``at`` on are written like a name."""
    size = 0
    while at + size < len(words) and size < 5:
        word = words[at + size]
        if not (word[:1].isupper() and word.replace(".", "").replace("'", "").replace("’", "").replace("-", "").isalpha()):
            break
        if len(word) > 1 and word.isupper() and size == 0 and len(word) > 4:
            break
        size += 1
    return size


def stranger(words: Sequence[str], at: int, first: bool, book: NameBook, stop: frozenset[str], turn: int) -> tuple[int, Entity] | None:
    """A person or place that the words from ``at`` on name for certain: a title or a given name, or "… Creek" says so.

    ``first`` is true at the start of a sentence, where every word has a capital.
    """
    lexicon = book.lexicon
    size = capitalised(words, at)
    if not size or (first and words[at].lower() in stop):
        return None
    bare = [word.lower().rstrip(".") for word in words[at : at + size]]
    if size > 1 and bare[-1] in lexicon.all("place_name_ends") and bare[-2] not in lexicon.all("place_name_ends"):
        if first and bare[0] in lexicon.all("titles.any"):
            return None
        return size, _entity(" ".join(words[at : at + size]), "place", "it", (), turn)
    titles = 0
    while titles < size - 1 and book.is_title(words[at + titles]):
        titles += 1
    rest = list(words[at + titles : at + size])
    if any(word.lower() in lexicon.all("not_names") and word.lower() not in lexicon.all("given.she") for word in rest):
        return None
    given = next((g for g in ("he", "she") if rest[0].lower() in lexicon.all(f"given.{g}")), "")
    if not titles and not (given and len(rest) > 1):
        return None
    if not titles and book.is_title(rest[0]):
        return None
    gender = given
    for word in words[at : at + titles]:
        gender = next((g for g in ("he", "she") if word.lower().rstrip(".") in lexicon.all(f"titles.{g}")), gender)
    title = " ".join(words[at : at + titles])
    name = " ".join(rest)
    if titles and len(rest) == 1:
        return size, _entity(f"{title} {name}", "character", gender or "they", (), turn)
    aliases = (f"{title} {rest[-1]}", f"{title} {name}") if titles else ()
    return size, _entity(name, "character", gender or "they", aliases, turn)


def _entity(name: str, kind: EntityKind, pronouns: str, aliases: tuple[str, ...], turn: int) -> Entity:
    return Entity(id=snake(name), kind=kind, name=name, aliases=aliases, pronouns=pronouns, introduced=turn)


def is_name(word: str, lexicon: Lexicon) -> bool:
    """True when a lone capitalised word may be somebody's name."""
    lower = word.lower()
    return len(word) > 2 and word[:1].isupper() and word[1:].islower() and lower not in lexicon.all("not_names")
