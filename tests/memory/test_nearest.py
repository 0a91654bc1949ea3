"""The nearest earlier sentences: which of all that was told lie closest to a new text, in order, and never more than the room holds."""

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.memory.nearest import Passage, nearest, passages, sought, weights_of
from gm_engine.memory.said import Talk, Told

BURNT = "The bakery burnt in March. Nobody built it up again."


def talk(*replies: str) -> Talk:
    told = Talk()
    for number, reply in enumerate(replies, 1):
        told.tell(Told(number, said="I wait.", reply=reply))
    return told


def price(one: Passage) -> int:
    return len(one.text.split())


def found(text: str, told: Talk, room: int, *, before: int = 99, whole: bool = True) -> list[str]:
    return [one.text for one in nearest(text, told, before, price, room, whole=whole)]


FILLING = tuple(f"The wind blows {where}. A shutter knocks somewhere." for where in ("north", "south", "east", "west") * 10)


def test_a_short_record_comes_whole_and_in_order() -> None:
    told = talk(BURNT, "Rain falls.")
    assert found("The bakery stands.", told, 100) == ["The bakery burnt in March.", "Nobody built it up again.", "Rain falls."]
    assert "Rain falls." not in found("The bakery stands.", told, 100, whole=False)


def test_what_shares_rare_words_is_found_among_much_with_the_sentence_that_it_leans_on() -> None:
    told = talk(*FILLING, "Old Ben points at the bakery. It burnt in March.", *FILLING)
    assert found("In March nothing burnt.", told, 10) == ["Old Ben points at the bakery.", "It burnt in March."]
    assert found("In March nothing burnt.", told, 4) == []


def test_a_sentence_that_stands_alone_comes_alone() -> None:
    told = talk(*FILLING, f"Old Ben points. {BURNT}", *FILLING)
    assert found("The bakery stands whole on its corner.", told, 5) == ["The bakery burnt in March."]


def test_it_means_what_the_sentence_before_names() -> None:
    told = talk(*FILLING, "The bakery is old. It burnt to the ground.", *FILLING)
    assert "It burnt to the ground." in found("Flames? The bakery never burnt.", told, 12)


def test_only_what_was_told_before_is_looked_at() -> None:
    told = talk(BURNT, "The bakery stands.")
    assert found("The bakery stands.", told, 100, before=2) == ["The bakery burnt in March.", "Nobody built it up again."]
    assert found("The bakery stands.", told, 100, before=1) == []


def test_the_players_words_and_what_was_taken_out_are_not_told() -> None:
    told = Talk()
    told.tell(Told(1, said="I say that the bakery burnt.", reply=""))
    told.tell(Told(2, said="…", reply=BURNT))
    told.forget(2)
    assert found("The bakery stands.", told, 100) == []


@given(st.lists(st.text(alphabet="abc .!?\n\"'", max_size=60), max_size=12), st.text(alphabet="abc .", max_size=40), st.integers(0, 30))
def test_it_keeps_to_its_room_and_tells_nothing_twice(replies: list[str], text: str, room: int) -> None:
    told = talk(*replies)
    for whole in (True, False):
        chosen = nearest(text, told, 99, price, room, whole=whole)
        assert sum(map(price, chosen)) <= room
        assert list(chosen) == sorted(set(chosen))
        for one in chosen:
            reply = replies[one.turn - 1]
            assert reply[one.span[0] : one.span[1]] == one.text
            assert one in passages(one.turn, reply)


def asked(words: str, new: str, *lines: tuple[str, str, str]) -> list[str]:
    return list(sought(words, new, [(text, weights_of(text, before, more)) for text, before, more in lines]))


MULES = (("The gray one backs into the shafts.", "", ""), ("Rain falls on the roof.", "", ""), ("The mule brays.", "", ""))


def test_what_is_asked_for_comes_before_what_only_the_new_sentence_says() -> None:
    assert asked("the colour, gray", "The brown mule brays.", *MULES) == ["The gray one backs into the shafts.", "The mule brays."]
    assert asked("rain", "Nothing.", *MULES) == ["Rain falls on the roof."]


def test_what_was_noted_of_a_sentence_finds_it() -> None:
    assert asked("Refugia", "Nothing.", ("She stands in the alley.", "", "Refugia is a midwife"), ("A cart goes by.", "", "")) == [
        "She stands in the alley."
    ]


def test_what_shares_nothing_is_not_found() -> None:
    assert asked("zeppelin", "Nothing.", *MULES) == []
