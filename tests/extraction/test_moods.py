"""What stands around a sentence decides how real it is: words of others, talk, papers, dreams, guesses, irony."""

from pathlib import Path

import pytest

from tests.extraction.cast import reader

SAID = (
    "Calder is dead",
    "Calder has gray eyes",
    "Kip lost his left hand at Shiloh",
    "Kip is the brother of Calder",
    "the silver watch belongs to Ines Ruiz",
    "Calder is at the old mill",
    "the old mill was built in 1871",
    "Miss Wynn speaks Spanish",
    "Bohannon is the marshal of Dry Fork",
)
LINES = [line for line in (Path(__file__).parent / "moods.txt").read_text().splitlines() if line.startswith(("real |", "unreal |"))]
FRAMES = [(want.strip(), frame.strip()) for want, frame in (line.split("|", 1) for line in LINES)]


def told_as_so(frame: str, said: str) -> list[str]:
    """The relations that the narrator asserts; what the speaker does, or the one spoken to, is another matter."""
    before = frame[: frame.index("{}")].rstrip()
    opens = not before or before[-1] in '."*>'
    text = frame.replace("{}", said[0].upper() + said[1:] if opens else said)
    claims = reader().read(text, turn=4, voice="narrator", minute=90, you="hero").claims
    own = [claim for claim in claims if claim.modality == "asserted" and claim.provenance.voice == "narrator"]
    return [
        claim.relation
        for claim in own
        if claim.subject not in ("enid_pruett", "hero") and claim.relation != "knows" and claim.value.text != "alive"
    ]


def test_there_are_enough_of_them() -> None:
    assert len(FRAMES) > 200


@pytest.mark.parametrize(("number", "want", "frame"), [(n, *line) for n, line in enumerate(FRAMES)], ids=[frame for _, frame in FRAMES])
def test_moods(number: int, want: str, frame: str) -> None:
    tried = [SAID[(number + step) % len(SAID)] for step in (0, 4)]
    if want == "real":
        assert [said for said in tried if not told_as_so(frame, said)] == []
    else:
        assert [said for said in tried if told_as_so(frame, said)] == []
