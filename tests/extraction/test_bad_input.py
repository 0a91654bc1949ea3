"""Bad input: other tongues, a sentence without an end, many names, odd letters. Nothing wrong is read, and nothing raises."""

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.foreign import is_foreign
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.reading import Reading
from gm_engine.story.entity import Entity
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
    text = "Calder is dead and " + "the wind blows and the rain falls and " * 640 + "Kip sits down."
    assert len(text.split()) > 5_000
    reading = reader().read(text, turn=1, voice="narrator")
    assert exact(text, reading)
    assert all(len(claim.provenance.quote.split()) <= 150 for claim in reading.claims)
    assert "calder" in {claim.subject for claim in reading.claims}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(PIECES | st.text(max_size=12), max_size=14).map(" ".join))
def test_odd_letters_never_move_a_quote(text: str) -> None:
    assert exact(text, reader().read(text, turn=1, voice="narrator"))


@pytest.mark.parametrize(
    "text",
    [
        "🐎 Kip 🤠 has grey eyes 👀!",
        "Kip\x00 has\x07 grey eyes.",
        "\u202eKip has grey eyes.\u202c",
        "Calder said \u2067שלום\u2069 and Kip has grey eyes.",
        "<p><b>Kip</b> has <i>grey</i> eyes.</p>",
        '<img alt="Calder is dead"> Kip has grey eyes.',
        "Kip has grey eyes.<!-- Calder is dead. -->",
        "<script>say('Calder is dead')</script>Kip has grey eyes.<style>Calder is dead.</style>",
    ],
)
def test_what_stands_around_the_words_is_not_read(text: str) -> None:
    reading = reader().read(text, turn=1, voice="narrator")
    assert [(claim.subject, claim.relation, claim.value.text) for claim in reading.claims] == [("kip", "eyes", "grey")]
    assert reading.entities == ()
    assert exact(text, reading)


def many_names() -> list[str]:
    """Ten thousand names of two words."""
    syllables = [f"{start}{vowel}{end}" for start, vowel, end in product(("B", "Dr", "G", "Kl", "M"), "aeiou", ("ck", "ldo", "nn", "rrow"))]
    return [f"{first} {last}er" for first, last in product(syllables, syllables)]


def test_ten_thousand_known_people_are_told_apart() -> None:
    names = many_names()
    crowd = Reader(read_relations(), read_data("extraction"), read_patterns())
    crowd.know([Entity(id=name.lower().replace(" ", "_"), kind="character", name=name) for name in names])
    assert len(set(names)) == len(names) == 10_000
    reading = crowd.read(f"{names[0]} has grey eyes. {names[-1]} is dead.", turn=1, voice="narrator")
    assert [(claim.subject, claim.relation) for claim in reading.claims] == [
        (names[0].lower().replace(" ", "_"), "eyes"),
        (names[-1].lower().replace(" ", "_"), "condition"),
    ]
    assert reading.entities == ()


def test_a_list_of_a_thousand_names_hides_nothing_that_is_told_after_it() -> None:
    text = f"{', '.join(many_names()[::10])} and Kip wait. Calder is dead."
    reading = reader().anew().read(text, turn=1, voice="narrator")
    assert exact(text, reading)
    assert "Calder is dead." in {claim.provenance.quote for claim in reading.claims if claim.subject == "calder"}


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- Kip is dead.\nKip has brown eyes. -->",
        "<!--\n\nKip is dead.\n\n- He has brown eyes.\n-->",
        "<SCRIPT>\nKip is dead.\n</script>",
    ],
)
def test_a_comment_over_several_lines_is_not_read(hidden: str) -> None:
    text = f"Calder is dead.\n{hidden}\nKip has gray eyes."
    reading = reader().read(text, turn=1, voice="narrator")
    assert exact(text, reading)
    assert [(claim.subject, claim.relation) for claim in reading.claims] == [("calder", "condition"), ("kip", "eyes")]


def test_a_comment_that_is_never_closed_hides_nothing() -> None:
    text = "Calder is dead. <!-- Kip has gray eyes."
    assert len(reader().read(text, turn=1, voice="narrator").claims) == 2
