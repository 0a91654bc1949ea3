"""Whatever the text: the reader does not raise, and every quote is a piece of it."""

import os
import subprocess
import sys

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.extraction import page, speech
from gm_engine.extraction.reading import Reading, Telling
from tests.extraction.cast import reader
from tests.extraction.sentences import CASES

WORDS = st.sampled_from(
    ["Calder", "Miss Wynn", "**Kip**", "is", "has", "dead", "a", "the", "his", "left", "hand", "eyes", "grey",
     "missing", ",", ".", "?", '"', "“", "”", "says", "\n", "\n\n",
     "1. ", "- ", "# ", "| a | b |\n", "```", "<b>", "if", "not", "never", "forty",
     "head of cattle", "in 1881", "who", "and", "you", "I", "(", ")", "*", "_", "\u200f", "🐎", "é", "\x00", "\r", "[x](y)"]
)  # fmt: skip
PROSE = st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=200)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def spans_are_exact(text: str, reading: Reading) -> bool:
    return all(
        claim.provenance.quote == text[claim.provenance.span[0] : claim.provenance.span[1]] and claim.provenance.quote
        for claim in reading.claims
    ) and all(gist.quote == text[gist.span[0] : gist.span[1]] and gist.quote for gist in reading.gists)


@SLOW
@given(PROSE)
def test_every_quote_is_a_piece_of_the_text(text: str) -> None:
    reading = reader().read(text, turn=1, voice="narrator", you="hero")
    assert spans_are_exact(text, reading)
    assert [claim.id for claim in reading.claims] == [f"1.{n}" for n in range(len(reading.claims))]


@SLOW
@given(PROSE)
def test_every_letter_of_a_block_keeps_its_place(text: str) -> None:
    for block in page.blocks(text):
        assert len(block.places) == len(block.text)
        assert block.places == sorted(block.places)
        for letter, place in zip(block.text, block.places, strict=True):
            assert text[place] == letter or letter == " "
        for piece in speech.pieces(block.text):
            assert 0 <= piece.start <= piece.end <= len(block.text)


def test_hard_texts() -> None:
    for text in (
        "",
        " \n",
        "Calder " * 3000,
        "אבג " * 50,
        "🐎" * 200,
        "| a | b |\n|---|---|\n| Calder | dead |",
        "<p>Calder is dead.</p>",
        "\ufeffCalder is dead.",
    ):
        assert spans_are_exact(text, reader().read(text, turn=1, voice="narrator"))


def test_nothing_is_claimed_from_tables_code_or_headings() -> None:
    text = "# Calder is dead\n\n| Calder is dead |\n\n```\nCalder is dead.\n```\n"
    assert reader().read(text, turn=1, voice="narrator").claims == ()


def test_spans_that_are_not_the_narrators_own_claim_nothing() -> None:
    text = "Calder is dead. Kip is wounded."
    claims = reader().read(text, turn=1, voice="narrator", apart=[(0, 15)]).claims
    assert [claim.subject for claim in claims] == ["kip"]


def test_many_texts_that_bring_nobody_new_read_as_one_by_one() -> None:
    texts = [text for _, text, _ in CASES[:60] if not reader().read(text, turn=1, voice="narrator").entities]
    assert len(texts) > 30
    alone = [reader().read(text, turn=n, voice="narrator", you="hero").claims for n, text in enumerate(texts)]
    together = [found.claims for found in reader().read_many([Telling(text, n, "narrator", you="hero") for n, text in enumerate(texts)])]
    assert together == alone


def test_short_stories_read_together_as_alone_each_with_its_own_names() -> None:
    stories = [
        [Telling("Wren Hobb walks in. She has gray eyes.", 1, "narrator"), Telling("Hobb sits down.", 2, "narrator")],
        [Telling("Hobb is cold. The hobb stands by the fire.", 1, "narrator")],
        [Telling("Wren Hobb is a smith.", 1, "narrator")],
    ]
    assert list(reader().read_stories(stories)) == [tuple(reader().read_many(story)) for story in stories]


def test_names_learnt_late_are_known_early_in_an_import() -> None:
    tellings = [Telling("Brock walks in.", 1, "narrator"), Telling('"No," says Hale Brock. Brock turns away.', 2, "narrator")]
    readings = list(reader().read_many(tellings))
    assert [entity.id for found in readings for entity in found.entities] == ["hale_brock"]
    assert {claim.subject for claim in readings[0].claims} == {"hale_brock"}


def test_the_hash_seed_changes_nothing() -> None:
    script = (
        "from tests.extraction.cast import reader\nfrom tests.extraction.sentences import CASES\n"
        "text = ' '.join(t for _, t, _ in CASES[::4])\nr = reader().read(text, turn=1, voice='narrator', you='hero')\n"
        "print([c.model_dump_json() for c in r.claims], r.entities, r.mentions)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "77")
    ]
    assert runs[0] == runs[1] != ""


def test_a_sentence_opens_with_a_word_that_is_no_part_of_a_name() -> None:
    text = "Presently Brock comes in. Then Brock sits down. Al Stroud nods, and Al Stroud goes."
    assert [entity.id for entity in reader().read(text, turn=1, voice="narrator").entities] == ["al_stroud", "brock"]
