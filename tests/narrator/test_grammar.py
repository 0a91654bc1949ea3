"""Lines, slots, the deck, and the shapes of words."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as some

from gm_engine.narrator.line_grammar import Deck, Grammar, Mentions, Name, Scope, awake, parse, shuffled
from gm_engine.narrator.morphology import a_or_an, agree, capital, finished, plural, sentences
from gm_engine.story.roll import DrawKey

KEY = DrawKey(seed=4, turn=9)
MARSHAL = Name("thorne", "Elias Thorne", ("the marshal", "Thorne"), "he")


def said(text: str, scope: Scope | None = None, lists: dict[str, tuple[str, ...]] | None = None) -> str:
    deck = Deck(KEY)
    return Grammar(lists or {}).expand(text, scope or Scope(), deck, Mentions(deck))


def test_a_head_is_read_apart() -> None:
    line = parse("(night kind:saloon/cantina -first =actor.at:place ~blood) <actor> is here.")
    assert line.text == "<actor> is here."
    assert line.needs == (frozenset({"night"}), frozenset({"kind:saloon", "kind:cantina"}))
    assert line.bars == {"first"}
    assert line.shows == {"blood"}
    assert [(mark.subject, mark.relation, mark.value) for mark in line.marks] == [("actor", "at", "place")]


def test_alternatives_nest() -> None:
    assert said("[a|[b|c]]") in ("a", "b", "c")


def test_slots_are_names_words_or_lists() -> None:
    scope = Scope(names={"actor": MARSHAL}, words={"burden": "old hat"})
    assert said("<actor.name> has <burden.a>.", scope) == "Elias Thorne has an old hat."
    assert said("<actor.His> hat", scope) == "His hat"
    assert said("<thing>", lists={"thing": ("lamp",)}) == "lamp"


def test_verbs_agree_with_the_pronoun() -> None:
    they = Scope(names={"actor": Name("ash", "Ash", (), "they")})
    assert said("<actor.he> <actor:carries> it", they) == "they carry it"


def test_a_line_is_eligible_only_where_its_head_and_slots_hold() -> None:
    grammar = Grammar({"x": ("(night) a", "(-night) b", "<nobody> c", "(~blood) d")})
    assert grammar.eligible("x", Scope(flags={"night"})) == [0, 3]
    assert grammar.eligible("x", Scope(), frozenset({"blood"})) == [1]


def test_a_deck_deals_every_line_before_it_deals_one_again() -> None:
    lines = [str(number) for number in range(10)]
    dealt = [Deck(DrawKey(seed=1, turn=turn)).pick("x", lines) for turn in range(10)]
    assert sorted(dealt) == lines


def test_a_retry_deals_otherwise() -> None:
    lines = [str(number) for number in range(10)]
    assert Deck(DrawKey(seed=1, turn=3)).pick("x", lines) != Deck(DrawKey(seed=1, turn=3, attempt=1)).pick("x", lines)


def test_a_name_is_not_said_the_same_way_twice_running() -> None:
    deck = Deck(KEY)
    mentions = Mentions(deck)
    calls = [mentions.call(MARSHAL) for _ in range(12)]
    assert all(one != other for one, other in pairwise(calls))
    assert set(calls) == {"Elias Thorne", "the marshal", "Thorne"}


@given(some.integers(0, 2**32), some.integers(1, 60))
def test_a_shuffle_loses_nothing(seed: int, size: int) -> None:
    assert sorted(shuffled(seed, "", "x", size)) == list(range(size))


@given(some.text(max_size=200))
def test_sentences_lose_no_letter(text: str) -> None:
    kept = "".join("".join(sentences(text)).split())
    assert kept == "".join(text.split())


@given(some.text(max_size=40))
def test_a_finished_text_ends_like_a_sentence(text: str) -> None:
    done = finished(text)
    assert not done.strip("\"'”’ ") or done.rstrip("\"'”’")[-1:] in ".!?…"


def test_words_take_their_shapes() -> None:
    assert a_or_an("unbroken mule") == "an unbroken mule"
    assert a_or_an("union man") == "a union man"
    assert plural("wagon boss") == "wagon bosses"
    assert agree("misses", "they") == "miss"
    assert capital("the marshal") == "The marshal"
    assert sentences("Dr. Sayre nods. He goes.") == ["Dr. Sayre nods.", "He goes."]


def test_a_verb_agrees_with_a_name_and_with_you() -> None:
    text = "<subject> <subject::has> white hair, and <subject.s> eyes are gray"
    ash = Scope(names={"subject": Name("ash", "Ash Pell", (), "they")})
    you = Scope(names={"subject": Name("cal", "you", (), "you")})
    assert said(text, ash) == "Ash Pell has white hair, and Ash Pell's eyes are gray"
    assert said(text, you) == "you have white hair, and your eyes are gray"


def test_a_line_is_silent_for_a_good_while() -> None:
    turns = [turn for turn in range(120) if awake("It rains.", DrawKey(seed=4, turn=turn))]
    assert len(turns) == 24
    assert max(after - before for before, after in pairwise(turns)) == 25
