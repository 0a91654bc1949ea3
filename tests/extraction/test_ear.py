"""The ear: a player's line parsed, its quotes apart, the story's names as one word each."""

import pytest

from gm_engine.extraction.ear import Ear
from gm_engine.story.parsed import Sentence

EAR = Ear()
NAMES = {"ben": True, "ben oakes": True, "silver spur": False, "will": True}


def roots(line: str) -> list[str]:
    return [sentence[sentence.root].text for sentence in EAR.parse(line, NAMES).sentences]


def test_what_is_said_aloud_is_parsed_apart_and_one_word_stands_for_it() -> None:
    parsed = EAR.parse('"Come in," I say, and shut the door. “It is late.” I wait.', NAMES)
    assert [quote.text for quote in parsed.quotes] == ["Come in,", "It is late."]
    assert [[word.quote for word in sentence if word.quote] for sentence in parsed.sentences] == [[1], [2], []]
    assert roots('"Come in," I say, and shut the door. "It is late." I wait.')[::2] == ["say", "wait"]


def test_a_name_is_one_word_whatever_its_letters() -> None:
    (sentence,) = EAR.parse("ask ben about the silver spur", NAMES).sentences
    assert [word.text for word in sentence] == ["ask", "ben", "about", "the", "silver spur"]
    assert sentence[1].dep == "dobj"


def test_a_common_word_in_small_letters_is_nobodys_name() -> None:
    (sentence,) = EAR.parse("i will go", NAMES).sentences
    assert [word.dep for word in sentence] == ["nsubj", "aux", "ROOT"]


@pytest.mark.parametrize("line", ["rob till when he turns", "laid my cards down", "knock on the hull twice"])
def test_a_bare_verb_is_what_is_done(line: str) -> None:
    assert roots(line) == [line.split()[0]]


def test_a_word_knows_what_hangs_on_it() -> None:
    (sentence,) = EAR.parse("I lay two coins on the anvil.", NAMES).sentences
    assert isinstance(sentence, Sentence)
    coins = sentence.child(sentence.root, "dobj")
    assert sentence.text(sentence.subtree(coins)) == "two coins"
    assert [sentence[at].text for at in sentence.above(coins)] == ["lay"]


def test_signs_of_no_text_and_empty_quotes_break_nothing() -> None:
    assert EAR.parse('"" \ue000 ""', NAMES).quotes == ()
    assert EAR.parse("", NAMES).sentences == ()
