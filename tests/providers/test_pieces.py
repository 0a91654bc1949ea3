"""Properties: however a text is split into pieces, what is said, thought and called for comes out the same."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.providers.digging import json_in
from gm_engine.providers.hidden_keys import scrubbed
from gm_engine.providers.seam import Seam, fitted
from gm_engine.providers.streamed_answer import Hearing
from gm_engine.providers.thinking import Thinking
from gm_engine.providers.tools_in_words import Fences, calls_in
from gm_engine.providers.utf8_pieces import Letters
from gm_engine.story.letters import plain

SNIPPETS = (
    "<think>",
    "</think>",
    "<thinking>",
    "</thinking>",
    "<",
    ">",
    "```gm\n",
    "```",
    "`",
    '{"tool": "roll"}',
    "a",
    " ",
    "\n",
    "pump ",
)
TEXTS = st.lists(st.sampled_from(SNIPPETS), max_size=14).map("".join)


@st.composite
def split(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> tuple[str, list[str]]:
    """A text, and the same in pieces."""
    text = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    ends = [0, *cuts, len(text)]
    return text, [text[start:end] for start, end in itertools.pairwise(ends)]


def thought_over(pieces: list[str]) -> tuple[str, str, bool]:
    thinking = Thinking()
    parts = [thinking.add(piece) for piece in pieces] + [thinking.end()]
    return "".join(said for said, _ in parts), "".join(thought for _, thought in parts), thinking.unopened


@given(split(st.lists(st.sampled_from([one for one in SNIPPETS if "`" not in one]), max_size=12).map("".join)))
def test_thoughts_come_out_alike_wherever_the_text_is_split(given: tuple[str, list[str]]) -> None:
    text, pieces = given
    said, thought, unopened = thought_over(pieces)
    if not unopened:
        assert (said, thought, unopened) == thought_over([text])
        assert "think>" not in said.replace("<<", "")


@given(split())
def test_blocks_come_out_alike_wherever_the_text_is_split(given: tuple[str, list[str]]) -> None:
    text, pieces = given
    one, other = Fences(), Fences()
    whole = one.add(text) + one.end()
    split_up = "".join(other.add(piece) for piece in pieces) + other.end()
    assert (whole, one.blocks) == (split_up, other.blocks)
    assert "```gm" not in whole or "``" in text.replace("```gm", "")
    assert list(calls_in(one.blocks)) == list(calls_in(other.blocks))


@given(split(), st.booleans())
def test_what_is_heard_is_what_is_returned(given: tuple[str, list[str]], fences: bool) -> None:
    _, pieces = given
    heard: list[str] = []
    hearing = Hearing(heard.append, fences=fences)
    for piece in pieces:
        hearing.hear({"choices": [{"delta": {"content": piece}}]})
    hearing.end()
    assert all(heard)
    if not hearing.unopened:
        assert "".join(heard).strip() == hearing.text


WORDS = st.lists(st.sampled_from(["pump", "rain", "Ortega", "the", "waits,", "by", "livery.", "nobody"]), min_size=2, max_size=12).map(
    " ".join
)


@given(st.permutations(["pump", "rain", "Ortega", "the", "waits,", "by", "livery.", "nobody"]).map(" ".join), st.data())
def test_a_reply_cut_between_words_is_joined_as_it_was(text: str, data: st.DataObject) -> None:
    """However much the continuation repeats of the last words, and whether or not it brings its blank."""
    words = text.split(" ")
    at = data.draw(st.integers(1, len(words) - 1))
    before, after = " ".join(words[:at]), " ".join(words[at:])
    assert before + fitted(before, after) == text
    assert before + fitted(before, " " + after) == text
    again = data.draw(st.integers(0, at))
    assert before + fitted(before, " ".join([*words[again:at], after])) == text


@given(split(WORDS), WORDS)
def test_a_seam_is_the_same_wherever_the_continuation_is_split(given: tuple[str, list[str]], before: str) -> None:
    text, pieces = given
    seam = Seam(before)
    assert "".join(seam.add(piece) for piece in pieces) + seam.end() == fitted(before, text)


@given(st.text(max_size=60))
def test_any_block_can_be_read(text: str) -> None:
    for call in calls_in([text]):
        assert call.name
        assert call.id.startswith("call_")


@given(st.text(max_size=80))
def test_json_that_is_dug_out_stands_in_the_text(text: str) -> None:
    assert json_in(text) in text


@given(st.text(alphabet="abcdefgh-_0123456789", min_size=6, max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_a_key_never_survives(key: str, before: str, after: str) -> None:
    assert key not in scrubbed(f"{before}{key}{after}", key)


ODD = st.text(alphabet=st.sampled_from(["\x1b", "\x07", "\r", "\n", "\u202e", "\ud83d", "\ude00", "a", "é"]), max_size=12)


@given(split(ODD))
def test_letters_come_out_alike_and_can_always_be_written(given: tuple[str, list[str]]) -> None:
    text, pieces = given
    letters = Letters()
    out = "".join(letters.add(piece) for piece in pieces) + letters.end()
    assert out == plain(text)
    out.encode()
    assert not set(out) & {"\x1b", "\x07", "\r", "\u202e"}
