"""Bad input: other tongues, a sentence without an end, many names, odd letters. Nothing wrong is read, and nothing raises."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.extraction.reader import Reading
from gm_engine.extraction.tongue import is_foreign
from tests.extraction.cast import reader

FOREIGN = (
    "Calder betritt den Saloon und setzt sich ans Fenster. Man sagt, Kip habe Calder die Hand gegeben und sei in der Nacht tot.",
    "Calder entra en la cantina y se sienta junto a la ventana. Calder tiene los ojos grises y no es el hermano de Kip.",
    "Calder a les yeux gris et il est dans le saloon. Kip est le frère de Calder, mais pas une âme ne le sait.",
    "Калдер умер в 1871 году, а Кип — его брат.",
    "مات كالدر في عام 1871 وكيب هو شقيقه.",
)
PIECES = st.sampled_from(
    ["Calder is dead.", "Kip has gray eyes.", "🐎", "\u202eמת",
     "\x07", "<td>Kip</td>", "| a | b |", "| --- |", "&amp;", "“", '"', "—",
     "ist nicht der", "\ud83d", "\n\n", "~~", "1. "]
)  # fmt: skip


def exact(text: str, reading: Reading) -> bool:
    return all(text[slice(*claim.provenance.span)] == claim.provenance.quote for claim in reading.claims)


@pytest.mark.parametrize("text", FOREIGN)
def test_other_tongues_claim_nothing(text: str) -> None:
    assert is_foreign(text)
    assert reader().read(text, turn=1, voice="narrator").claims == ()


def test_english_beside_another_tongue_is_read() -> None:
    text = f"{FOREIGN[0]}\n\nCalder is dead."
    assert [claim.relation for claim in reader().read(text, turn=1, voice="narrator").claims] == ["condition"]


def test_a_sentence_without_an_end_is_cut_and_read() -> None:
    text = "Calder is dead and " + "the wind blows and the rain falls and " * 120 + "Kip sits down."
    reading = reader().read(text, turn=1, voice="narrator")
    assert exact(text, reading)
    assert all(len(claim.provenance.quote.split()) <= 150 for claim in reading.claims)
    assert "calder" in {claim.subject for claim in reading.claims}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(PIECES | st.text(max_size=12), max_size=14).map(" ".join))
def test_odd_letters_never_move_a_quote(text: str) -> None:
    assert exact(text, reader().read(text, turn=1, voice="narrator"))
