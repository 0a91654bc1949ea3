"""Trades as names: "the milliner" is one person's name, and nobody else's who is met later."""

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.reader import Reader
from tests.extraction.cast import CAST


def test_a_newcomer_does_not_take_the_by_name_that_somebody_has() -> None:
    """Found by injected faults: a freighter of old times, met in the lore, made "the freighter" nobody's."""
    told = Reader(read_relations(), read_data("extraction"), read_patterns())
    told.know(CAST)
    met = told.read("Miss Josephine Tapp is the milliner.", turn=2, voice="narrator").entities
    assert [entity.name for entity in met] == ["Josephine Tapp"]
    told.know(met)
    assert told.read("The milliner has black hair.", turn=3, voice="narrator").claims[0].subject == "wynn"
