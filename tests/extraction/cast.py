"""The people, places and things that the reader's tests speak of."""

from functools import cache

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.reader import Reader
from gm_engine.story.entity import Entity


def _person(id_: str, name: str, pronouns: str, *aliases: str) -> Entity:
    return Entity(id=id_, kind="character", name=name, aliases=aliases, pronouns=pronouns)


CAST = (
    _person("calder", "Josiah Calder", "he", "the sheriff", "Sheriff Calder"),
    _person("wynn", "Adelia Wynn", "she", "Miss Wynn", "the milliner"),
    _person("bohannon", "Teague Bohannon", "he", "Long Teague"),
    _person("ruiz", "Ines Ruiz", "she"),
    _person("silas_pruett", "Silas Pruett", "he"),
    _person("enid_pruett", "Enid Pruett", "she"),
    _person("kip", "Kip", "he"),
    _person("hero", "Orrin Vale", "he", "Vale"),
    Entity(id="starling", kind="character", name="Lottie Starling", pronouns="she", secret_aliases={"Black Lottie": "lottie_past"}),
    Entity(id="haskell", kind="place", name="Haskell Flats"),
    Entity(id="lantern", kind="place", name="the Blue Lantern"),
    Entity(id="jail", kind="place", name="the jail"),
    Entity(id="mill", kind="place", name="the old mill"),
    Entity(id="dry_fork", kind="place", name="Dry Fork"),
    Entity(id="ranch", kind="place", name="the Pruett ranch"),
    Entity(id="mine", kind="place", name="the Little Agnes mine", aliases=("the Little Agnes",)),
    Entity(id="watch", kind="item", name="the silver watch"),
    Entity(id="colt", kind="item", name="your revolver", aliases=("the revolver",)),
    Entity(id="riders", kind="faction", name="the Mesa Riders"),
)


@cache
def reader() -> Reader:
    """A reader that knows the cast."""
    found = Reader(read_relations(), read_data("extraction"), read_patterns())
    found.know(CAST)
    return found
