"""The two little languages: read, written back, and refused with a reason."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.authoring import condition_words, effect_words, parse_condition, parse_effect
from gm_engine.authoring.condition_text import BARE, COMPARISONS, DOTTED, NUMBERED
from gm_engine.authoring.effect_text import split_effects
from gm_engine.errors import PackError
from gm_engine.story.condition import Condition, Effect


def asks(path: str, compare: str = "!=", value: int | str = 0) -> Condition:
    return Condition(op="is", path=path, compare=compare, value=value)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("start", asks("start")),
        ("flag.spared", asks("flag.spared")),
        ("at == saloon", asks("at", "==", "saloon")),
        ("at.thorne == saloon", asks("at.thorne", "==", "saloon")),
        ("at==saloon", asks("at", "==", "saloon")),
        ('at == "saloon"', asks("at", "==", "saloon")),
        ("attitude.thorne <= -2", asks("attitude.thorne", "<=", -2)),
        ("money >= 2.50", asks("money", ">=", 250)),
        ("money >= 250", asks("money", ">=", 250)),
        ("secret.past == revealed", asks("secret.past", "==", "revealed")),
        ("alive.pete == false", asks("alive.pete", "==", 0)),
        ("not flag.spared", Condition(op="not", parts=(asks("flag.spared"),))),
        ("start and hour >= 17", Condition(op="all", parts=(asks("start"), asks("hour", ">=", 17)))),
        (
            "start or day > 1 and wounds",
            Condition(op="any", parts=(asks("start"), Condition(op="all", parts=(asks("day", ">", 1), asks("wounds"))))),
        ),
        (
            "(start or wounds) and day > 1",
            Condition(op="all", parts=(Condition(op="any", parts=(asks("start"), asks("wounds"))), asks("day", ">", 1))),
        ),
        ("not (start)", Condition(op="not", parts=(asks("start"),))),
    ],
)
def test_a_condition_is_read_as_its_tree(text: str, tree: Condition) -> None:
    assert parse_condition(text) == tree


@pytest.mark.parametrize(
    ("text", "what", "then"),
    [
        ("", "empty", "write one"),
        ("at", "compared with nothing", "at == PLACE"),
        ("at = saloon", "single '='", "=="),
        ("at == ", "compared with nothing", "after =="),
        ("at == saloon saloon", "'saloon' is not expected", "and, or"),
        ("flag.a and", "missing at the end", "comparison"),
        ("and flag.a", "missing before 'and'", "comparison"),
        ("(flag.a", "not closed", ")"),
        ("flag.a)", "without its '('", "remove"),
        ("clok.a >= 2", "'clok.a'", "did you mean 'clock'?"),
        ("clock", "wants an id", "clock.ID"),
        ("at.saloon", "compared with nothing", "at.saloon == PLACE"),
        ("money.x > 1", "after a dot", "write money"),
        ("clock.a >= four", "whole number", "digits"),
        ("clock.a == 1.5", "whole number", "digits"),
        ("flag.a.b", "nothing that a condition", ""),
        ("at == 'saloon", "nothing can be read", ""),
        ("__import__('os')", "nothing that a condition", ""),
        ("(" * 5000 + "start" + ")" * 5000, "characters", "split"),
        ("(" * 300 + "start" + ")" * 300, "parentheses", "split"),
        ("not " * 300 + "start", "parentheses or nots", "split"),
    ],
)
def test_what_is_no_condition_is_refused_with_a_reason(text: str, what: str, then: str) -> None:
    with pytest.raises(PackError) as stop:
        parse_condition(text)
    assert what in stop.value.what
    assert then in stop.value.then
    assert stop.value.slug == "unreadable-condition"


ids = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
paths = st.one_of(
    st.sampled_from([bare for bare in BARE if bare != "at"]), st.builds("{}.{}".format, st.sampled_from(sorted(set(DOTTED) - {"at"})), ids)
)


@st.composite
def single(draw: st.DrawFn) -> Condition:
    path = draw(paths)
    compare = draw(st.sampled_from(COMPARISONS))
    words = st.text(st.characters(codec="utf-8", exclude_characters='"\n\r', exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=9)
    is_number = path.partition(".")[0] in NUMBERED or compare not in ("==", "!=")
    value = draw(st.integers(-(10**9), 10**9) if is_number else st.one_of(st.integers(-99, 99), words))
    return asks(path, compare, value)


def joined(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(lambda parts: Condition(op="all", parts=parts), several),
        st.builds(lambda parts: Condition(op="any", parts=parts), several),
        st.builds(lambda part: Condition(op="not", parts=(part,)), parts),
    )


@given(st.recursive(single(), joined, max_leaves=8))
def test_a_condition_is_read_back_from_its_words(condition: Condition) -> None:
    assert parse_condition(condition_words(condition)) == condition


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(PackError):
        assert parse_condition(condition_words(parse_condition(text))) == parse_condition(text)
    with contextlib.suppress(PackError):
        assert parse_effect(effect_words(parse_effect(text))) == parse_effect(text)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("clock.payroll +1", Effect(verb="clock", target="payroll", amount=1)),
        ("clock.payroll", Effect(verb="clock", target="payroll", amount=1)),
        ("clock payroll -2", Effect(verb="clock", target="payroll", amount=-2)),
        ("flag.spared", Effect(verb="flag", target="spared")),
        ("not flag.spared", Effect(verb="unflag", target="spared")),
        ("unflag.spared", Effect(verb="unflag", target="spared")),
        ("give letter", Effect(verb="give", target="letter", amount=1)),
        ("give cartridges 6 to thorne", Effect(verb="give", target="cartridges", amount=6, value="thorne")),
        ("take letter from boone", Effect(verb="take", target="letter", amount=1, value="boone")),
        ("money -250", Effect(verb="money", amount=-250)),
        ("money -2.50", Effect(verb="money", amount=-250)),
        ("money +$5", Effect(verb="money", amount=500)),
        ("reveal past", Effect(verb="reveal", target="past")),
        ("hint past", Effect(verb="hint", target="past")),
        ("attitude thorne -1", Effect(verb="attitude", target="thorne", amount=-1)),
        ("move thorne saloon", Effect(verb="move", target="thorne", value="saloon")),
        ("go saloon", Effect(verb="go", target="saloon")),
        ("kill pete", Effect(verb="kill", target="pete")),
        ("wound pc", Effect(verb="wound", target="pc", amount=1)),
        ("heal pc 2", Effect(verb="heal", target="pc", amount=2)),
        ("advance 120", Effect(verb="advance", amount=120)),
        ("advance 1 h 30 min", Effect(verb="advance", amount=90)),
        ("owe c1", Effect(verb="owe", target="c1")),
        ("goto mercy", Effect(verb="goto", target="mercy")),
        ("end", Effect(verb="end")),
    ],
)
def test_an_effect_is_read_and_read_back(text: str, effect: Effect) -> None:
    assert parse_effect(text) == effect
    assert parse_effect(effect_words(effect)) == effect


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("", "write one"),
        ("reveel past", "did you mean 'reveal SECRET'?"),
        ("reveal", "write: reveal SECRET"),
        ("clock.payroll +x", "write: clock.ID +1"),
        ("attitude thorne", "write: attitude WHO -1"),
        ("give letter 0", "write: give"),
        ("give letter for boone", "write: give"),
        ("money lots", "write: money"),
        ("move thorne", "write: move WHO PLACE"),
        ("advance soon", "write: advance"),
        ("end now", "write: end"),
        ("wound pc -1", "write: wound"),
    ],
)
def test_what_is_no_effect_is_refused_with_its_form(text: str, then: str) -> None:
    with pytest.raises(PackError) as stop:
        parse_effect(text)
    assert then in stop.value.then
    assert stop.value.slug == "unreadable-effect"


def test_effects_are_parted_by_commas_semicolons_and_and() -> None:
    assert split_effects("flag.a, give letter; money -2.50 and end") == ["flag.a", "give letter", "money -2.50", "end"]
