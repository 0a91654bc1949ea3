"""The door to the model. Where it is not installed, everything says so and goes on."""

import pytest

from gm_engine import meaning
from gm_engine.bootstrap.diagnosis import diagnose


def test_a_text_has_one_vector_whatever_stands_beside_it() -> None:
    together = meaning.embed(["The mare was sold.", "It rains.", "The mare was sold to a preacher in Tucson for six dollars."])
    assert together[0] == meaning.embed(["The mare was sold."])[0]
    assert len(together[0]) == meaning.SIZE


def test_the_doctor_says_what_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "missing", lambda: "tokenizers")
    told = diagnose()["Memory"]["meaning"]
    assert "tokenizers is missing" in told
    assert "pip install tokenizers" in told
    assert meaning.mark() == ""
