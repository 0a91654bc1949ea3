"""Fitting: strict, by shares, smaller forms, nothing told twice, blind to the order of arrival."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.context.fit import Fitted, cost, fit, section_of
from gm_engine.context.shorten import forms, sentences
from gm_engine.context.window import Window
from gm_engine.errors import BudgetTooSmall
from gm_engine.story.budget import Budget
from gm_engine.story.claim import Statement, Value
from gm_engine.story.context_element import ContextElement

WORDS = st.sampled_from(["horse", "well", "gun", "Thorne", "the letter", "a rope", "rain", "Boone waits", "dust", "no water"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=9).map(lambda words: " ".join(words).capitalize() + "."), min_size=1, max_size=6)


@st.composite
def elements(draw: st.DrawFn) -> ContextElement:
    number = draw(st.integers(0, 30))
    kind = draw(st.sampled_from(["fact", "lore", "turn", "person", "place", "decision", "consequence"]))
    source = draw(st.sampled_from(["said", "reply", "memory"])) if kind == "turn" else "lore"
    return ContextElement(
        id=f"{kind}:{number}" + (f":{source}" if source in ("said", "reply") else ""), kind=kind, text=" ".join(draw(TEXTS)), source=source,
        turns=(number,), score=draw(st.integers(0, 3000)), pinned=draw(st.booleans()) and draw(st.booleans()) and kind != "turn",
    )  # fmt: skip


def lore(id: str, text: str, score: int = 1000, **more: object) -> ContextElement:
    return ContextElement(id=f"lore:{id}", kind="lore", text=text, score=score, **more)  # type: ignore[arg-type]


def half(turn: int, source: str, text: str) -> ContextElement:
    return ContextElement(id=f"turn:{turn}:{source}", kind="turn", text=text, source=source, turns=(turn,))


def room(tokens: int) -> Budget:
    return Budget(total=tokens, reply=0)


@settings(max_examples=120, deadline=None)
@given(st.lists(elements(), max_size=14), st.integers(0, 400), st.integers(0, 60), st.randoms(use_true_random=False))
def test_never_overspends_and_never_depends_on_arrival(found: list[ContextElement], tokens: int, fixed: int, order: object) -> None:
    def fitted(these: list[ContextElement]) -> Fitted | str:
        try:
            return fit(these, room(tokens), fixed={"rules": fixed}, said="the gun at the well", floor=300)
        except BudgetTooSmall as error:
            return str(error)

    first = fitted(found)
    order.shuffle(found)  # type: ignore[attr-defined]
    assert fitted(found) == first
    if isinstance(first, Fitted):
        assert sum(cost(element) for element in first.elements) + fixed <= tokens or not first.elements
        assert first.tokens == sum(cost(element) for element in first.elements)
        ids = [element.id for element in first.elements] + [left.id for left in first.left_out]
        assert sorted(ids) == sorted({element.id for element in found})
        assert {element.id for element in found if element.pinned} <= {element.id for element in first.elements}


@given(elements())
def test_smaller_forms_are_made_of_whole_sentences(element: ContextElement) -> None:
    whole = sentences(element.text)
    for form in forms(element, {"gun": 1}):
        pieces = [piece for part in form.text.split(" … ") for piece in sentences(part)]
        assert set(pieces) <= set(whole)


def test_the_next_smaller_element_is_tried() -> None:
    long = lore("long", "Wheelwrights from Deseret raised the first eleven adobe houses beneath the cliff and then moved on", 2000)
    short = lore("short", "Nobody found the spur", 1500)
    fitted = fit([long, short], room(12))
    assert [element.id for element in fitted.elements] == ["lore:short"]
    assert [(left.id, left.why) for left in fitted.left_out] == [("lore:long", "over budget")]


def test_an_element_that_is_too_long_is_tried_in_fewer_sentences() -> None:
    text = "The bank was built in 1859. Its vault came from Saint Louis by freight wagon. The clerk sleeps badly."
    (chosen,) = fit([lore("bank", text)], room(14), said="What about the vault?").elements
    assert chosen.text == "Its vault came from Saint Louis by freight wagon."
    assert chosen.form == "sentence"


def test_pinned_elements_that_do_not_fit_say_by_how_much() -> None:
    pinned = [lore("one", "Red dust lies on everything and nobody sweeps it", pinned=True), lore("two", "The well is dry", pinned=True)]
    with pytest.raises(BudgetTooSmall) as caught:
        fit(pinned, room(20), fixed={"rules": 10})
    assert str(caught.value) == (
        "prompts/gm.md: the pinned sections need 28 tokens and the budget leaves 20. [budget-too-small]\n"
        "  Largest: memory 18, rules 10. Raise budget.total to 28, or unpin a section."
    )


def test_a_line_too_long_for_any_prompt_is_to_be_said_in_fewer_words() -> None:
    with pytest.raises(BudgetTooSmall) as caught:
        fit([], room(100), fixed={"rules": 30, "said": 900})
    assert str(caught.value).endswith(
        "Largest: said 900, rules 30. Say it in fewer words: 68 tokens are left for them. "
        "Else: Raise budget.total to 948, or unpin a section."
    )
    with pytest.raises(BudgetTooSmall, match=r"Largest: rules 101, said 99. Raise budget.total to"):
        fit([], room(100), fixed={"rules": 101, "said": 99})


@pytest.mark.parametrize(
    ("budget", "then"),
    [
        (Budget(total=20, reply=0, shares={}), "Raise budget.total to 28"),
        (Budget(total=400, reply=0, window=20, shares={}), "The model's window holds 20 and 28 are wanted: take a larger model"),
        (Budget(total=400, reply=0, ceiling=50, price=(2500, 0), shares={}), "Raise budget.ceiling to 0.0001 dollars a turn"),
    ],
)
def test_what_to_raise_is_the_setting_that_binds(budget: Budget, then: str) -> None:
    pinned = [lore("one", "Red dust lies on everything and nobody sweeps it", pinned=True), lore("two", "The well is dry", pinned=True)]
    with pytest.raises(BudgetTooSmall, match=then):
        fit(pinned, budget, fixed={"rules": 10})


def test_a_card_that_stands_is_never_told_again_in_a_smaller_form_that_costs_more() -> None:
    lasting = "PERSON: Lucia Baca, compositor at the Lamp. The daughter of the mayordomo who was killed. Eyes: black. Age: 24. Build: slim."
    live = "PERSON: Lucia Baca. They have met."
    card = ContextElement(id="person:lucia", kind="person", text=f"{lasting} They have met.", lasting=lasting, live=live, score=900)
    stands = Window(1, held={"card:person:lucia": lasting})
    others = [
        lore(f"lore{n}", f"The {thing} of Dry Fork is told of by everybody.", 800) for n, thing in enumerate(("well", "mill", "bell"))
    ]
    fitted = fit([card, *others], Budget(total=40, reply=0, shares={"knowledge": 100}), window=stands)
    assert [(element.text, element.form) for element in fitted.elements if element.id == card.id] == [(card.live, "whole")]


def test_the_same_is_told_once() -> None:
    fact = Statement(subject="boone", relation="eyes", value=Value(kind="enum", text="gray"))
    card = ContextElement(id="person:boone", kind="person", text="Temperance Boone.", score=2000, statements=(fact,))
    told = ContextElement(id="fact:1", kind="fact", text="Boone, eyes: gray.", score=1500, statements=(fact,))
    again = lore("a", "Marshal Thorne lost his left hand at Glorieta.", 1400)
    once_more = lore("b", "The marshal, Thorne, lost his left hand at Glorieta.", 1300)
    fitted = fit([card, told, again, once_more], room(200))
    assert [element.id for element in fitted.elements] == ["lore:a", "person:boone"]
    assert {left.id: left.why for left in fitted.left_out} == {"fact:1": "told already by person:boone", "lore:b": "told already by lore:a"}


def test_the_same_fact_told_six_times_is_told_once() -> None:
    tellings = (
        "The well at Dry Fork went dry in the summer of 1879.",
        "In the summer of 1879 the well at Dry Fork went dry.",
        "Dry Fork: its well went dry, summer of 1879.",
        "It was in the summer of 1879 that the Dry Fork well went dry.",
        "Summer of 1879. The well went dry at Dry Fork.",
        "At Dry Fork, in 1879, in summer, the well went dry.",
    )
    fitted = fit([lore(str(at), text, 2000 - at) for at, text in enumerate(tellings)], room(500))
    assert [element.id for element in fitted.elements] == ["lore:0"]
    assert {left.why for left in fitted.left_out} == {"told already by lore:0"}


def test_what_differs_by_a_number_or_a_denial_is_not_the_same() -> None:
    tellings = (
        "The well at Dry Fork went dry in the summer of 1879, and Boone saw it.",
        "The well at Dry Fork went dry in the summer of 1881, and Boone saw it.",
        "The well at Dry Fork never went dry in the summer of 1879, and Boone saw it.",
    )
    assert len(fit([lore(str(at), text, 2000 - at) for at, text in enumerate(tellings)], room(500)).elements) == 3


def test_a_decisions_record_headed_decided_says_nothing_new() -> None:
    decision = ContextElement(
        id="decision:d1", kind="decision", text="Who goes up the ditch? Reed chose: ask the old man for a word alone.", score=2000
    )
    point = ContextElement(id="story_point:p1", kind="story_point", text="Decided: ask the old man for a word alone.", score=1500)
    assert [left.id for left in fit([decision, point], room(500)).left_out] == ["story_point:p1"]


def test_below_the_floor_nothing_is_sent_however_much_room_there_is() -> None:
    fitted = fit([lore("dull", "It rained in 1871.", 100)], room(4000), floor=900)
    assert fitted.elements == ()
    assert fitted.left_out[0].why == "below the floor"


def test_the_conversation_has_no_gaps_and_the_newest_exchange_stays() -> None:
    talk = [half(turn, source, f"Words of turn {turn} {source}, and a few more.") for turn in range(1, 9) for source in ("said", "reply")]
    fitted = fit(talk, room(100))
    turns = sorted({element.turns[0] for element in fitted.section("history")})
    assert turns == list(range(turns[0], 9))
    assert 1 < len(turns) < 8
    assert [element.source for element in fitted.section("history")[:2]] == ["said", "reply"]


def test_a_newest_exchange_that_is_too_long_is_shortened_and_not_dropped() -> None:
    reply = " ".join(f"Sentence number {number} goes on about the dust." for number in range(30))
    fitted = fit([half(1, "said", "I ask."), half(1, "reply", reply)], room(150))
    shown = fitted.section("history")
    assert [element.source for element in shown] == ["said", "reply"]
    assert shown[1].form == "sentence"


def test_what_one_share_leaves_the_other_may_use() -> None:
    facts = [lore(str(number), f"Fact {number} about thing{number} and place{number} and year{number}.") for number in range(20)]
    alone = fit(facts, room(300)).tokens
    assert alone > 300 * 40 // 75


def test_sections() -> None:
    assert section_of(half(1, "said", "x")) == "history"
    assert section_of(half(1, "memory", "x")) == "memory"
    assert section_of(ContextElement(id="now", kind="variable", text="x")) == "scene"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("One.", ("One.",)),
        ("Dr. Vane rode in. He was tired.", ("Dr. Vane rode in.", "He was tired.")),
        ("J. B. Reed sat. Dust fell.", ("J. B. Reed sat.", "Dust fell.")),
        ('"Stop!" he said. "Or what?" she said.', ('"Stop!" he said.', '"Or what?" she said.')),
        ("It cost 5.30 in all. No more", ("It cost 5.30 in all.", "No more")),
    ],
)
def test_sentences(text: str, parts: tuple[str, ...]) -> None:
    assert sentences(text) == parts


def test_an_element_that_comes_twice_keeps_its_pin() -> None:
    twice = [
        lore("well", "The well is dry.", 2000),
        lore("well", "The well is dry.", 10, pinned=True),
        lore("gun", "The gun is empty.", 900),
    ]
    chosen = fit(twice, room(200)).elements
    assert [(element.id, element.pinned) for element in chosen if element.id == "lore:well"] == [("lore:well", True)]


@pytest.mark.parametrize("sentences_", [1, 2, 3, 4])
@pytest.mark.parametrize("reply", ["", "\n“They ride. They ride on.”"])
def test_a_long_memory_has_a_form_however_few_its_sentences(sentences_: int, reply: str) -> None:
    told = " ".join(f"{number} {'and they ride ' * 30}on." for number in range(sentences_))
    memory = ContextElement(id="turn:1", kind="turn", text=told + reply, source="memory", turns=(1,), score=900)
    found = list(forms(memory, {}))
    assert found
    assert [len(one.text) for one in found] == sorted((len(one.text) for one in found), reverse=True)
    assert fit((memory,), room(2000)).chosen["memory"]
