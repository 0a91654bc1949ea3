"""The book of gists: what is found beside a sentence, and how much of a long story is looked at."""

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.state import GistBook
from gm_engine.state.gist_book import LOOKED_AT
from gm_engine.story.gist import Gist

NAMES = ("boone", "mara", "the_well", "mare")


def gist(turn: int, *names: str, n: int = 0, lemmas: tuple[str, ...] = ()) -> Gist:
    return Gist(turn=turn, n=n, span=(n, n + 1), quote="x", ids=names, lemmas=lemmas)


def book(*gists: Gist) -> GistBook:
    found = GistBook()
    found.hear(gists, "you")
    return found


def test_what_shares_somebody_with_it_is_found_in_the_order_of_telling() -> None:
    told = book(gist(1, "boone"), gist(2, "mara"), gist(3, "boone", "mara"))
    assert [one.turn for one in told.beside(gist(4, "mara", "boone"), "you", 9)] == [1, 2, 3]
    assert [one.turn for one in told.beside(gist(4, "mare"), "you", 9)] == []


def test_neither_the_same_turn_nor_a_later_one_is_beside_it() -> None:
    told = book(gist(1, "boone"), gist(2, "boone"), gist(2, "boone", n=1), gist(3, "boone"))
    assert [one.place for one in told.beside(gist(2, "boone", n=2), "you", 9)] == [(1, 0)]


def test_you_are_no_key() -> None:
    assert book(gist(1, "you")).beside(gist(2, "you"), "you", 9) == ()


def test_those_that_share_what_is_rare_come_first() -> None:
    told = book(*(gist(turn, "boone") for turn in range(1, 8)), gist(8, "boone", "mare"), gist(9, "boone"))
    assert [one.turn for one in told.beside(gist(20, "boone", "mare"), "you", 1)] == [8]


def test_what_shares_little_is_not_beside_it() -> None:
    told = book(*(gist(turn, "boone") for turn in range(1, 40)), gist(40, "boone", "mare"), gist(41, "mara"))
    asked = gist(50, "boone", "mare", "mara")
    assert [one.turn for one in told.beside(asked, "you", 99, least=3)] == [40, 41]
    assert [one.turn for one in told.beside(asked, "you", 99, least=4)] == []
    assert len(told.beside(asked, "you", 99)) == 41


def test_what_the_sentence_before_shares_counts_less() -> None:
    told = book(gist(1, "mare", n=0), gist(1, "boone", n=1), gist(2, "boone", n=0))
    rain = [gist(turn, "rain") for turn in range(3, 40)]
    told.hear(rain, "you")
    asked = gist(50, "boone", n=1)
    assert [one.place for one in told.beside(asked, "you", 1, gist(50, "mare"))] == [(1, 1)]
    assert [one.place for one in told.beside(asked, "you", 1, gist(50, "rain"))] == [(1, 1)]
    assert [one.place for one in told.beside(asked, "you", 3, gist(50, "mare"))] == [(1, 0), (1, 1), (2, 0)]


def test_it_is_found_by_its_place() -> None:
    told = book(gist(1, "boone"), gist(1, "mare", n=1))
    assert told.at(1, (1, 2)) == gist(1, "mare", n=1)
    assert told.at(2, (1, 2)) is None


def test_of_a_long_story_as_many_are_looked_at_as_of_a_shorter_one() -> None:
    told = book(*(gist(turn, "boone", *(["mare"] if turn == 3 else [])) for turn in range(1, LOOKED_AT * 2)))
    assert [one.turn for one in told.beside(gist(LOOKED_AT * 3, "boone", "mare"), "you", 1)] == [3]


def test_what_another_key_leads_to_stays() -> None:
    told = book(*(gist(turn, "boone", *(["mare"] if turn == 50 else [])) for turn in range(1, 101)))
    assert [one.turn for one in told.beside(gist(200, "mare"), "you", 99)] == [50]


def test_a_rare_word_says_more() -> None:
    told = book(*(gist(turn, "boone", lemmas=("ride", *(["anvil"] if turn == 3 else []))) for turn in range(1, 101)))
    assert told.rarity("heron") > told.rarity("anvil") > told.rarity("ride") == 0


TOLD = st.lists(st.tuples(st.integers(1, 60), st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)), max_size=80)


@given(TOLD)
def test_written_and_read_it_is_the_same_and_goes_on_alike(told: list[tuple[int, list[str]]]) -> None:
    gists = [gist(turn, *names, n=n, lemmas=tuple(names)) for n, (turn, names) in enumerate(told)]
    one = book(*gists)
    two = GistBook.read(one.written())
    assert one == two
    for later in (one, two):
        later.hear([gist(61, *NAMES)], "you")
    asked = gist(62, *NAMES)
    assert one == two
    assert one.beside(asked, "you", 20) == two.beside(asked, "you", 20)
