"""Each sentence gives the claims that it must, and none that it must not."""

import pytest

from gm_engine.story.claim import Claim
from tests.extraction.cast import reader
from tests.extraction.sentences import CASES


def said(claim: Claim) -> str:
    """A claim in the words of the tables."""
    value = claim.value.text
    if claim.value.kind == "entity":
        value = claim.value.entity or ""
    elif claim.value.kind == "number":
        value = f"{claim.value.low} {claim.value.unit}".removesuffix(" cartridge")
    elif claim.relation == "lives_at" and claim.value.entity:
        value = claim.value.entity
    mood = "" if claim.modality == "asserted" else f"@{claim.modality}"
    return f"{'' if claim.polarity else '-'}{claim.subject}.{claim.relation}={value}{mood}"


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize(("family", "text", "expected"), CASES, ids=[text for _, text, _ in CASES])
def test_claims(family: str, text: str, expected: str) -> None:
    reading = reader().read(text, turn=4, voice="narrator", minute=90, you="hero")
    found = [said(claim) for claim in reading.claims]
    asserted = [line for line in found if "@" not in line]
    for wanted in (part.strip() for part in expected.split(";")):
        if wanted == "nothing":
            assert [line for line in asserted if not line.endswith("condition=alive")] == []
        elif wanted.startswith("!"):
            topic = wanted[1:]
            clash = [line for line in asserted if line.lstrip("-").startswith(topic) and not line.endswith("condition=alive")]
            assert clash == []
        else:
            assert wanted in found


@pytest.mark.parametrize(("family", "text", "expected"), CASES, ids=[text for _, text, _ in CASES])
def test_quotes_are_pieces_of_the_text(family: str, text: str, expected: str) -> None:
    for claim in reader().read(text, turn=4, voice="narrator", you="hero").claims:
        start, end = claim.provenance.span
        assert claim.provenance.quote == text[start:end] != ""
