"""What is taken for a fact out of pages that somebody wrote for their own use; and deaths that are only meant to be."""

import pytest

from gm_engine.story.claim import Claim
from tests.extraction.cast import reader

MEANT = (
    "Ines Ruiz came to Dry Fork to kill Bohannon.",
    "Ines Ruiz is tasked with killing Bohannon.",
    "Ines Ruiz was sent to murder Bohannon.",
    "Killing Bohannon was the whole reason why Ines Ruiz came.",
    "Ines Ruiz has been hunting down and killing Bohannon.",
    "The poison is as likely to kill Bohannon as to heal him.",
    "Ines Ruiz trains every day in order to kill Bohannon.",
    "Created to kill Bohannon, Ines Ruiz never sleeps.",
    "Ines Ruiz is capable of killing Bohannon.",
    "Go and kill Bohannon.",
)
DONE = (
    "After killing Bohannon, Ines Ruiz rode home.",
    "Ines Ruiz rode home to find Bohannon dead.",
    "Ines Ruiz is guilty of murdering Bohannon.",
    "Ines Ruiz was jailed for murdering Bohannon.",
    "Ines Ruiz managed to kill Bohannon.",
    "Ines Ruiz shot at the door, killing Bohannon.",
)


def claims(text: str, *, notes: bool = False, recent: tuple[str, ...] = ()) -> tuple[Claim, ...]:
    return reader().read(text, turn=0, voice="author", notes=notes, recent=recent).claims


def told(text: str, *, notes: bool = True, recent: tuple[str, ...] = ()) -> set[str]:
    asserted = (claim for claim in claims(text, notes=notes, recent=recent) if claim.modality == "asserted")
    return {f"{claim.subject}.{claim.relation}={claim.value.entity or claim.value.text}" for claim in asserted}


@pytest.mark.parametrize("text", MEANT)
def test_nobody_is_dead_of_what_is_only_meant(text: str) -> None:
    assert not {fact for fact in told(text, notes=False) if fact.startswith("bohannon.")}


@pytest.mark.parametrize("text", DONE)
def test_whoever_was_killed_is_dead(text: str) -> None:
    assert "bohannon.condition=dead" in told(text, notes=False)


@pytest.mark.parametrize("text", ["Bohannon: 15 (3d6+5) bludgeoning damage.", "42. Kip. 43. Calder. 44. Bohannon.", "Level: 3; Kip: 5."])
def test_a_bare_number_beside_a_name_is_no_age(text: str) -> None:
    assert not {fact for fact in told(text, notes=False) if ".age=" in fact}


def test_a_number_that_the_sentence_makes_an_age_is_one() -> None:
    assert told("Kip, fourteen, holds the horses.") == {"kip.age=14"}


def test_what_is_no_sentence_on_a_page_tells_nothing() -> None:
    assert told("Guards: Marshal Calder, Kip.", notes=True) == set()
    assert "calder.role=marshal" in told("Calder is the marshal.")


def test_a_pronoun_that_several_fit_means_nobody_on_a_page() -> None:
    two = "Bohannon met Calder at the old mill. He was murdered."
    assert not {fact for fact in told(two) if "dead" in fact}
    assert "calder.condition=dead" in told("Calder lived alone. He was murdered.")


def test_whom_a_page_is_about_may_be_meant_as_well() -> None:
    text = "Calder rode north. His real name is Amos Reed."
    assert "calder.name=Amos Reed" in told(text)
    assert not {fact for fact in told(text, recent=("bohannon",)) if ".name=" in fact}
