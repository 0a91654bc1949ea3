"""Highlights: where a transcript's scenes begin, and the sentences of its own that stand for them."""

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.memory.highlights import EACH, FEWEST, MOST, highlights, scenes

WELL = "The well at Dry Ford has no water, and the bucket comes up with sand."
HORSE = "The gray mare has thrown a shoe, and the smith wants two dollars for the iron."


def test_a_scene_begins_where_the_talk_turns_to_something_else() -> None:
    assert scenes([WELL] * 14 + [HORSE] * 14) == (0, 14)


def test_a_turn_that_leads_to_another_time_begins_a_scene() -> None:
    texts = [WELL] * 30
    texts[11] = f"The next morning {WELL}"
    assert scenes(texts)[1] == 11


@given(st.lists(st.sampled_from([WELL, HORSE, "I ask.", "Later, rain."]), max_size=120), st.lists(st.integers(0, 130), max_size=4))
def test_scenes_begin_at_every_break_and_none_is_too_long(texts: list[str], breaks: list[int]) -> None:
    found = scenes(texts, breaks)
    assert list(found) == sorted(set(found))
    assert {at for at in breaks if 0 < at < len(texts)} <= set(found)
    lengths = [end - start for start, end in zip(found, [*found[1:], len(texts)], strict=bool(texts))]
    assert all(0 < length <= MOST for length in lengths)
    assert all(length >= FEWEST for at, length in zip(found[1:], lengths[1:], strict=True) if at not in breaks)


@given(st.lists(st.text("abc .!?'\"“”He Amos sold", max_size=80), max_size=40))
def test_a_highlight_is_a_sentence_as_it_was_said_in_its_turn(texts: list[str]) -> None:
    found = highlights(texts)
    assert len(found) <= max(1, len(texts) // EACH)
    assert [one.at for one in found] == sorted({one.at for one in found})
    for one in found:
        assert one.text.strip('"“”').strip() in " ".join(texts[one.at].split())


def test_no_highlight_says_again_what_another_says() -> None:
    found = highlights([WELL, HORSE] * EACH)
    assert {one.text for one in found} == {WELL, HORSE}


def test_a_quotation_that_is_cut_is_closed() -> None:
    [found] = highlights(['Ada nods. "Tobias Reed went down to the mill on Sunday. Ask his brother."'])
    assert found.text == '"Tobias Reed went down to the mill on Sunday."'


def test_what_cannot_be_undone_is_marked() -> None:
    [found] = highlights(["I promise Ada Cole that I will find the miller before Sunday."])
    assert found.lasting
    [found] = highlights([WELL])
    assert not found.lasting
