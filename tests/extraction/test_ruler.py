"""The quick ruler gives every word what the model's own gives it."""

import json
from pathlib import Path

import pytest
from spacy.tokens import Doc

from gm_engine.extraction.pipeline import load
from gm_engine.extraction.ruler import QuickRuler

TEXTS = (
    "There's a mule in the barn, and there were two.",
    "Let's ride. I'm gonna do it; you've gotta see. He ain't here, and they ain't seen it.",
    "Y'all come in. C'm on. It was you that I did see, but I had it and had eaten.",
    "He doesn't have to. That is all that the one that did it had. But for that, yes.",
    "Wait,\n\nshe said.  Two   blanks.",
    "🙂 naïve — “so” … $5.00, 3/4, 10:30",
)


def parsed(text: str) -> Doc:
    nlp = load()
    doc = nlp.make_doc(text)
    for name in ("tok2vec", "tagger", "parser"):
        doc = nlp.get_pipe(name)(doc)
    return doc


def given(doc: Doc) -> list[tuple[str, ...]]:
    return [(token.text, token.pos_, str(token.morph), token.lemma_, token.tag_, token.dep_) for token in doc]


def transcript() -> list[str]:
    path = Path(__file__).parents[2] / "data" / "contradictions" / "transcripts" / "a" / "log1.jsonl"
    return [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_word_is_given_the_same() -> None:
    ruler = load().get_pipe("attribute_ruler")
    quick = QuickRuler(ruler)
    assert quick.quick
    for text in (*TEXTS, *transcript(), *TEXTS):
        assert given(quick(parsed(text))) == given(ruler(parsed(text)))


def test_a_word_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ruler = load().get_pipe("attribute_ruler")
    quick = QuickRuler(ruler)
    quick(parsed("The old mule is tired."))
    monkeypatch.setattr(quick, "_one", None)
    assert given(quick(parsed("The old mule is tired.")))[2][1] == "NOUN"


def test_rules_that_look_further_are_left_to_the_ruler(monkeypatch: pytest.MonkeyPatch) -> None:
    ruler = load().get_pipe("attribute_ruler")
    quick = QuickRuler(ruler)
    quick.quick = False
    monkeypatch.setattr(quick, "_known", None)
    assert given(quick(parsed(TEXTS[0]))) == given(ruler(parsed(TEXTS[0])))
