"""What goes with a redacted turn, and what does not."""

from gm_engine.journal.chain import Sealed
from gm_engine.journal.redaction import Erasure, plain, sentences

SAID = "I tell Boone about my brother. He died at Shiloh, in the mud! Yes."


def test_a_quotation_is_the_same_words_in_other_clothes() -> None:
    erasure = Erasure([SAID])
    for text in (
        SAID,
        "> i tell boone  about\nmy brother",
        "*He died at Shiloh — in the mud*, you said.",
        "Before. “He died at Shiloh, in the mud!” After.",
    ):
        assert erasure.carries(text), text


def test_other_words_stay() -> None:
    erasure = Erasure([SAID])
    for text in ("Yes.", "He died.", "I tell Boone about my brothers.", "Shiloh in the mud", "", "He died at Shiloh, in the muddy field."):
        assert not erasure.carries(text), text


def test_short_sentences_are_anybodys() -> None:
    assert list(sentences("Yes. I walk on. No more of this. Go!")) == ["no more of this"]
    assert not Erasure(["I walk on."]).carries("I walk on.")


def test_a_piece_counts_where_it_is_a_quote() -> None:
    erasure = Erasure([SAID])
    texts = {"b2:1": ("s", "died at Shiloh, in the"), "b2:2": ("s", "about my brother")}
    assert erasure.within(Sealed('{"quote":"b2:1","text":"b2:2"}', texts)) == ("b2:1",)
    assert erasure.within(Sealed('{"text":"b2:1","quote":"b2:2"}', texts)) == ()
    assert erasure.within(Sealed('{"quote":"b2:1"}', {"b2:1": None})) == ()


def test_nothing_said_takes_nothing_else() -> None:
    erasure = Erasure([])
    assert not erasure.carries("anything at all that was said")
    assert not erasure.quotes("anything at all that was said")


def test_other_scripts_have_words_too() -> None:
    assert plain("Él vivió en San José; ¿no?") == "él vivió en san josé no"
    assert Erasure(["Él vivió en San José."]).carries("Dijo: «él vivió en San José»")
