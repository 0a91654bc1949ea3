"""What is worked out once: kept for every campaign that one process plays, and given up where it is no longer asked for."""

import pytest

from gm_engine import meaning
from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game
from gm_engine.direction.player_verbs import lexicon
from gm_engine.extraction.pipeline import Pipeline
from gm_engine.journal import MemoryJournal
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.news import carriers_of
from gm_engine.story.made_once import MadeOnce


def test_campaigns_that_are_played_in_turns_keep_what_was_made_of_their_packs() -> None:
    packs = [load_pack(find_pack(name)) for name in ("redemption", "nine_tonnes")]
    first = [(rulebook_of(pack), lexicon(rulebook_of(pack)), carriers_of(pack)) for pack in packs]
    again = [(rulebook_of(pack), lexicon(rulebook_of(pack)), carriers_of(pack)) for pack in packs]
    assert all(one is other for some, others in zip(first, again, strict=True) for one, other in zip(some, others, strict=True))
    assert first[0][0] is not first[1][0]


def test_campaigns_of_one_content_share_one_pack_and_others_do_not() -> None:
    def begun(name: str, title: str = "") -> object:
        path = find_pack(name)
        pack = load_pack(path)
        pack = pack.model_copy(update={"title": title}) if title else pack
        return new_game(MemoryJournal("one"), pack, pack_path=path).state.pack

    assert begun("red_mesa") is not begun("red_mesa", title="Another Mesa")
    one, other = begun("red_mesa"), begun("red_mesa")
    assert one is other


def test_a_shelf_gives_up_what_was_not_asked_for_the_longest() -> None:
    made = list[str]()

    def make(of: list[str]) -> str:
        made.append(of[0])
        return of[0].upper()

    shelf, things = MadeOnce(make, most=2), [["a"], ["b"], ["c"]]
    assert [shelf(things[at]) for at in (0, 1, 0, 2, 0, 1)] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]


def test_a_shelf_takes_equal_things_for_two() -> None:
    counts = MadeOnce[list[int], list[int]](list)
    one, other = [1], [1]
    assert counts(one) is counts(one)
    assert counts(one) is not counts(other)


def test_a_text_that_was_embedded_lately_is_not_embedded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[object]()
    session = meaning.session
    monkeypatch.setattr(meaning, "session", lambda path: asked.append(path) or session(path))
    text = "The shelf sagged under jars of pickled eggs."
    assert meaning.embed([text]) == meaning.embed([text])
    assert len(asked) == 1


def test_words_that_were_parsed_lately_are_not_parsed_again() -> None:
    words, blanks = ["I", "dust", "the", "shelf", "."], [True, True, True, False, False]
    assert Pipeline().parse_words(words, blanks) is Pipeline().parse_words(words, blanks)
    assert Pipeline().parse_words(words, [True] * 5) is not Pipeline().parse_words(words, blanks)
