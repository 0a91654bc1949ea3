"""Words, stems, names."""

import pytest

from gm_engine.memory.index_words import SILENT, plain, stems
from gm_engine.memory.named_in import Names
from gm_engine.story.entity import Entity


def named(*entities: Entity) -> Names:
    names = Names()
    for entity in entities:
        names.add(entity)
    return names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Thorne’s left hand.", ["thorne", "left", "hand"]),
        ("At 5.30 the stage—late—came", ["at", "5", "30", "the", "stage", "late", "came"]),
        ("", []),
        ("... —", []),
    ],
)
def test_plain_words(text: str, words: list[str]) -> None:
    assert plain(text) == words


def test_silent_words_never_count() -> None:
    assert not stems(" ".join(SILENT))
    assert dict(stems("You said that the horses were riding")) == {"hors": 1, "ride": 1}


def test_the_longest_name_wins() -> None:
    boone = Entity(id="boone", kind="character", name="Temperance Boone")
    temperance = Entity(id="temperance", kind="concept", name="Temperance")
    assert named(boone, temperance).named("Temperance Boone speaks of temperance.") == ("boone", "temperance")


def test_a_shared_name_names_both_in_order_of_id() -> None:
    one, other = (Entity(id=id, kind="character", name=id, aliases=("the stranger",)) for id in ("zeb", "abe"))
    assert named(one, other).named("The stranger nods.") == ("abe", "zeb")


def test_a_secret_alias_is_nobody_until_its_secret_is_out() -> None:
    boone = Entity(id="boone", kind="character", name="Temperance Boone", aliases=("Faro Tess",), secret_aliases={"Faro Tess": "past"})
    names = named(boone)
    assert names.named("I ask for Faro Tess.") == ()
    names.reveal("past")
    assert names.named("I ask for Faro Tess.") == ("boone",)


def test_a_secret_alias_learnt_after_its_secret_is_out_is_known_at_once() -> None:
    names = Names()
    names.reveal("past")
    names.add(Entity(id="boone", kind="character", name="Temperance Boone", secret_aliases={"Faro Tess": "past"}))
    assert names.named("Faro Tess") == ("boone",)
