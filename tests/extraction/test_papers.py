"""Papers in the prose: what a letter, a page or a poster says is the paper's word, and no fact of the story."""

import pytest

from gm_engine.extraction.page import blocks
from tests.extraction.cast import reader

PAPERS = (
    "You read the letter. *Calder is dead, and Kip has gray eyes.* You fold it.",
    "The poster is torn. _Calder is the brother of Kip._ Nobody looks.",
    "The letter goes on in a neat hand:\n\nMy dear Ines,\n\nCalder is dead.\n\nKip has gray eyes.\n\nYours, Abel",
    "Dearest Ines, Calder is dead, and Kip has gray eyes. Ever yours, Abel",
    "The diary's last page: Calder is dead.",
)
TOLD = (
    "*Calder is dead, and the wind blows.*",
    "The letter lies on the table. You put the *Petrel* about. Calder is dead.",
    "Calder is dead. You fold the letter.",
    "My dear friends cheer. Calder is dead.",
    "Dear Calder is dead, and nobody weeps.",
    "Three things lie on the table: a letter, a lamp and a knife. Calder is dead.",
)


def told_as_so(text: str) -> set[str]:
    claims = reader().read(text, turn=1, voice="narrator", you="hero").claims
    assert all(text[slice(*claim.provenance.span)] == claim.provenance.quote for claim in claims)
    return {claim.subject for claim in claims if claim.modality == "asserted" and claim.provenance.voice == "narrator"}


@pytest.mark.parametrize("text", PAPERS)
def test_a_letter_s_words_are_no_fact(text: str) -> None:
    assert told_as_so(text) & {"calder", "kip"} == set()


@pytest.mark.parametrize("text", TOLD)
def test_what_only_looks_like_a_letter_is_told(text: str) -> None:
    assert "calder" in told_as_so(text)


def test_the_letters_of_a_paper_keep_their_places() -> None:
    text = "The note is **short**: *Calder is dead.* You burn it."
    found = blocks(text)
    assert [block.kind for block in found] == ["prose", "quoted", "prose"]
    assert all(text[place] == letter for block in found for letter, place in zip(block.text, block.places, strict=True))


def test_a_letter_without_a_farewell_ends_with_its_paragraph() -> None:
    kinds = [block.kind for block in blocks("Dear Ines,\n\nCalder is dead.\n\nYou sit down and weep for an hour, and the lamp goes out.")]
    assert kinds == ["quoted", "prose", "prose"]
