"""What a text says that somebody or something is, by its grammar and by what stands above the noun."""

import pytest

from gm_engine.bootstrap.games import reader


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("Otter Court", "The Otter Court is a band of smugglers who meet below the pier.", "faction"),
        ("Red Hand", "Formed in 1202, the Red Hand is the largest mercenary company of the coast.", "faction"),
        ("Ashen Rule", "The Ashen Rule is an old order of monks and knights.", "faction"),
        ("Kiln", "The Kiln is a quarter of the city where the potters live.", "place"),
        ("Mossfen", "Mossfen is by now a village on the river.", "place"),
        ("Dunmere", "Dunmere, the largest city of the coast, lies low.", "place"),
        ("Tamber", "Tamber is a well in the desert.", "place"), ("Merganser", "The Merganser was a ship. She never came back.", "item"),
        ("Sal", "It rains. Sal was once one of the captains of the fleet.", "character"),
        ("Hesper", "Hesper, the miller, is late.", "character"), ("Vessa", "The goddess Vessa rules the tide.", "character"),
        ("Hesper", "Hesper: a miller from the north.", "character"), ("Tobin", "Tobin is Hesper's younger brother.", "character"),
        ("Tern Light", "Nessa Vole is the keeper of the Tern Light, a lighthouse.", "place"),
        # nothing is said of them
        ("Sunfall", "Sunfall is a festival that falls in spring.", None), ("Glimmer", "Glimmer is the currency of the realm.", None),
        ("Dunmere", "A miller from Dunmere is a thief.", None), ("Dunmere", "The road to Dunmere is a trail of mud.", None),
        ("Tom", "Tom's sword is a relic.", None), ("Pell", "Pell is not a witch.", None), ("Pell", "Pell smiled. She waved.", None),
        ("dunmere", "Dunmere is a city.", None), ("", "It is a city.", None),
    ],
)  # fmt: skip
def test_a_text_says_what_a_name_is_the_name_of(name: str, text: str, kind: str | None) -> None:
    assert reader().kind_said(text, (name,)) == kind


def test_a_text_that_is_about_somebody_may_begin_with_the_bare_noun() -> None:
    for text, kind in (("A band of smugglers who meet below the pier.", "faction"), ("The innkeeper of Oxbow. She laughs.", "character")):
        assert reader().kind_said(text, ("Otter Court",)) is None
        assert reader().kind_said(text, ("Otter Court",), opens=True) == kind
    assert reader().kind_said("A keeper walks the wall.", ("Otter Court",), opens=True) is None
    assert reader().kind_said("A band of smugglers fears the Otter Court.", ("Otter Court",), opens=True) is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("the Lantern Guild", "faction"), ("The Drowned Quarter", "place"), ("the Church of the Tide", "place"),
        ("the Iron Captain", "character"), ("the Guild", None), ("Orrin Slate", None), ("the lantern guild", None),
        ("the Summer Fever", None), ("", None),
    ],
)  # fmt: skip
def test_a_name_may_say_itself_what_it_names(name: str, kind: str | None) -> None:
    assert reader().kind_named(name) == kind
