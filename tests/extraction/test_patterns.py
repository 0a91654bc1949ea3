"""Each pattern finds its own example and leaves its counter-example be; a bad one is refused with its line."""

import pytest

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.errors import PackError
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.patterns import read_pattern
from gm_engine.extraction.reader import Reader
from tests.extraction.cast import CAST
from tests.extraction.test_sentences import said

PATTERNS = read_patterns()
LEXICON = Lexicon(read_data("extraction"))
RELATIONS = {relation.id for relation in read_relations()}


def claimed(id_: str, text: str) -> list[str]:
    """What one pattern alone makes of a text as asserted."""
    reader = Reader(read_relations(), read_data("extraction"), {id_: PATTERNS[id_]})
    reader.know(CAST)
    found = [said(claim) for claim in reader.read(text, turn=4, voice="narrator", minute=90, you="hero", place="dry_fork").claims]
    return [line for line in found if "@" not in line and not line.endswith("condition=alive")]


@pytest.mark.parametrize("id_", PATTERNS)
def test_a_pattern_finds_its_example(id_: str) -> None:
    text, expected = PATTERNS[id_]["yes"].split(" => ")
    assert expected in claimed(id_, text)


@pytest.mark.parametrize("id_", PATTERNS)
def test_a_pattern_leaves_its_counter_example_be(id_: str) -> None:
    text, topic = PATTERNS[id_]["no"].split(" => ")
    subject, _, relation = topic.lstrip("-").partition(".")
    assert [line for line in claimed(id_, text) if line.lstrip("-").startswith(f"{subject}.{relation.split('=')[0]}=")] == []


def test_every_relation_of_a_pattern_is_known() -> None:
    for id_, entry in PATTERNS.items():
        for _, relation, _ in read_pattern(id_, entry, LEXICON).claims:
            assert "{" in relation or relation in RELATIONS, id_


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"tree": "die=@dying", "claim": "subject(die) condition dead"}, "no word class 'dying'"),
        ({"tree": "die=die(nsubj:who", "claim": "who condition dead"}, "a bracket is not closed"),
        ({"tree": "die=die)", "claim": "subject(die) condition dead"}, "after the end"),
        ({"tree": "die=", "claim": "subject(die) condition dead"}, "a word is missing"),
        ({"tree": "die=die; go", "claim": "subject(die) condition dead"}, "a sign that no pattern knows"),
        ({"tree": "die=die", "claim": "subject(kill) condition dead"}, "no word of the tree is called 'kill'"),
        ({"tree": "die=die", "claim": "who condition dead"}, "no word of the tree is called 'who'"),
        ({"tree": "die=die", "claim": "subject(die) condition shade(die)"}, "'shade' is none of"),
        ({"tree": "die=die", "claim": "subject(die) condition is(die, @deaths)"}, "no table 'deaths'"),
        ({"tree": "die=die", "claim": "subject(die) {part}_lost yes"}, "no word of the tree is called 'part'"),
        ({"tree": "die=die", "claim": "condition dead"}, "is not a subject, a relation and a value"),
        ({"tree": "die=die", "claim": "subject(die) condition dead", "of": "ghost"}, "'ghost' is no kind"),
        ({"tree": "die=die", "claim": "subject(die) condition dead", "at": "who"}, "no word of the tree is called 'who'"),
        ({"tree": "die=die", "claim": "subject(die) condition dead", "ever": True}, "nothing is called 'ever'"),
        ({"tree": "die=die"}, "'claim' is missing"),
    ],
)
def test_a_bad_pattern_is_refused_with_its_line(entry: dict[str, object], message: str) -> None:
    with pytest.raises(PackError) as refused:
        read_pattern("mine", {**entry, "line": 7}, LEXICON)
    assert "patterns.yaml, line 7" in str(refused.value)
    assert message in str(refused.value)
