"""The judge of pairs: what it reads of two sentences, that it judges each pair by itself, and that its files are whole."""

import hashlib
import json
from typing import get_args

import pytest

from gm_engine import judging, meaning
from gm_engine.judging import BESIDE, MOST_TOKENS, NUMBER_OTHER, NUMBER_SAME, OTHER, SAME, SPECIAL, Passages, Score
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.gist import Common
from training.lessons import DATA, plain

LARGEST = 25 * 2**20
NOTHING = Common(0, 0, 1)


def marked(passages: Passages) -> list[tuple[str, int, int]]:
    """Each token that is read of a pair, with its side and its mark."""
    words = meaning.tokenizer()
    return [(words.id_to_token(id), side, mark) for id, side, mark in zip(*judging.encode(passages), strict=True)]


def test_words_of_both_sentences_are_marked_in_whatever_form() -> None:
    assert marked(Passages("Ida rides.", "He saw Ida riding!")) == [
        ("[CLS]", 0, SPECIAL), ("ida", 0, SAME), ("rides", 0, SAME), (".", 0, SPECIAL), ("[SEP]", 0, SPECIAL),
        ("he", 1, OTHER), ("saw", 1, OTHER), ("ida", 1, SAME), ("riding", 1, SAME), ("!", 1, SPECIAL), ("[SEP]", 1, SPECIAL),
    ]  # fmt: skip


def test_numbers_are_compared_by_what_they_come_to() -> None:
    marks = {(word, side): mark for word, side, mark in marked(Passages("eleven mules, 3 carts", "11 mules and four carts"))}
    assert marks["eleven", 0] == marks["11", 1] == NUMBER_SAME
    assert marks["3", 0] == marks["four", 1] == NUMBER_OTHER
    assert marks["carts", 0] == SAME


def test_what_stands_before_is_marked_as_such_and_compared_with_nothing() -> None:
    found = marked(Passages("Ida rides.", "He walks.", before_earlier="Ida came.", before_later="Ida slept."))
    assert [word for word, _, mark in found if mark == BESIDE] == ["ida", "came", ".", "ida", "slept", "."]
    assert [side for _, side, mark in found if mark == BESIDE] == [0, 0, 0, 1, 1, 1]
    assert SAME not in [mark for _, _, mark in found]


@pytest.mark.parametrize("words", [10, 40, 70, 300])
def test_what_is_too_long_is_cut_where_it_tells_least(words: int) -> None:
    long = " ".join(["rain"] * words)
    found = marked(Passages(f"ida {long}", f"tom {long}", before_earlier=f"start {long} end", before_later=f"begin {long} stop"))
    assert len(found) <= MOST_TOKENS
    kept = [word for word, _, _ in found]
    assert kept.count("ida") == kept.count("tom") == 1
    assert ("start" in kept) == ("begin" in kept) == (words == 10)
    assert ("end" in kept) == ("stop" in kept) == (words < 70)
    assert kept[0] == "[CLS]"
    assert kept.count("[SEP]") == 2
    assert kept[-1] == "[SEP]"


def test_one_long_passage_takes_no_room_from_a_short_one() -> None:
    found = marked(Passages(" ".join(["rain"] * 300), "tom left"))
    assert [word for word, side, _ in found if side] == ["tom", "left", "[SEP]"]
    assert len(found) == MOST_TOKENS


def test_a_pair_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judging.score.cache_clear()
    read: list[Passages] = []
    encode = judging.encode
    monkeypatch.setattr(judging, "encode", lambda passages: read.append(passages) or encode(passages))
    pair = Passages("The bridge is down.", "They cross the bridge at noon.")
    assert judging.score(pair) == judging.score(Passages(pair.earlier, pair.later))
    judging.score(Passages(pair.later, pair.earlier))
    assert read == [pair, Passages(pair.later, pair.earlier)]


def test_a_pair_is_judged_by_itself() -> None:
    pair = Passages("The bridge is down.", "They cross the bridge at noon.")
    first = judging.score(pair)
    for other in ("Tom is dead.", "The bridge stands.", "rain " * 60):
        judging.score(Passages(other, other))
    judging.score.cache_clear()
    assert judging.score(pair) == first
    assert len(first.classes) == len(get_args(ConflictClass))
    assert first.logit == round(first.logit, 4)


def test_a_chance_grows_with_the_verdict() -> None:
    chances = [judging.chance(Score(logit, ()), NOTHING) for logit in (-40.0, -4.0, 0.0, 4.0, 40.0)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < chances[-1] <= 1


def test_the_kind_is_that_of_the_highest_class() -> None:
    for at, name in enumerate(get_args(ConflictClass)):
        assert judging.kind(Score(0.0, tuple(float(at == place) for place in range(12)))) == name


def test_the_card_tells_what_the_file_is() -> None:
    card = json.loads(judging.CARD.read_text(encoding="utf-8"))
    assert set(card) == {"base", "sha256", "seed", "rounds", "learnt", "measured_on", "figures", "calibration", "classes"}
    assert card["sha256"] == hashlib.sha256(judging.MODEL.read_bytes()).hexdigest()
    assert card["classes"] == list(get_args(ConflictClass))
    assert set(card["calibration"]) == {"bias", "logit", "ids", "words", "turns"}
    assert card["calibration"]["logit"] > 0
    assert judging.MODEL.stat().st_size <= LARGEST


def test_plain_pairs_are_told_apart() -> None:
    """Of pairs that it was not schooled on, by the writers that its card names."""
    lessons = [lesson for name in judging.card()["measured_on"] for lesson in plain(DATA / "transcripts" / name)]
    chosen = lessons[:: max(1, len(lessons) // 40)][:40]
    scores = [(judging.score(lesson.passages).logit, lesson.clash) for lesson in chosen]
    clashing = [logit for logit, clash in scores if clash]
    holding = [logit for logit, clash in scores if not clash]
    won = sum(one > other for one in clashing for other in holding)
    assert won / (len(clashing) * len(holding)) > 0.65
