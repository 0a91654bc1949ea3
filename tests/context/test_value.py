"""Forms by what they are worth for a token: never over the budget, all of it where it fits, one long answer before many poor ones."""

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.context.value import best_forms, worth
from gm_engine.story.context_element import ContextElement

FORMS = ("whole", "sentence", "summary")


@st.composite
def shelf(draw: st.DrawFn) -> dict[str, list[ContextElement]]:
    found = {}
    for number in range(draw(st.integers(0, 9))):
        sizes = sorted(draw(st.lists(st.integers(1, 60), min_size=1, max_size=3, unique=True)), reverse=True)
        score = draw(st.integers(900, 4000))
        found[f"lore:{number}"] = [
            ContextElement(id=f"lore:{number}", kind="lore", text="x", score=score, tokens=size, form=form)  # type: ignore[arg-type]
            for size, form in zip(sizes, FORMS, strict=False)
        ]
    return found


@given(shelf(), st.integers(0, 200))
def test_it_never_overspends_and_leaves_no_room_that_something_fits(shapes: dict[str, list[ContextElement]], most: int) -> None:
    chosen = best_forms(shapes, most)
    spent = sum(shape.tokens for shape in chosen.values())
    assert spent <= most
    assert all(shape in shapes[id] for id, shape in chosen.items())
    for id, forms in shapes.items():
        if id not in chosen:
            assert min(form.tokens for form in forms) > most - spent
    if sum(forms[0].tokens for forms in shapes.values()) <= most:
        assert chosen == {id: forms[0] for id, forms in shapes.items()}


def element(id: str, score: int, tokens: int, form: str = "whole") -> ContextElement:
    return ContextElement(id=id, kind="lore", text="x", score=score, tokens=tokens, form=form)  # type: ignore[arg-type]


def test_a_long_element_gives_way_to_shorter_ones_that_say_more_together() -> None:
    shapes = {"long": [element("long", 2000, 100)], "a": [element("a", 1800, 50)], "b": [element("b", 1700, 50)]}
    assert set(best_forms(shapes, 100)) == {"a", "b"}


def test_one_good_answer_stands_before_many_poor_ones() -> None:
    poor = {f"poor{n}": [element(f"poor{n}", 950, 20)] for n in range(5)}
    assert set(best_forms({"good": [element("good", 3500, 100)], **poor}, 100)) == {"good"}


def test_a_smaller_form_makes_room_for_another_element() -> None:
    long = [element("long", 2000, 90), element("long", 2000, 40, "sentence")]
    chosen = best_forms({"long": long, "other": [element("other", 1900, 50)]}, 95)
    assert {id: shape.form for id, shape in chosen.items()} == {"long": "sentence", "other": "whole"}
    assert worth(long[1]) < worth(long[0])
