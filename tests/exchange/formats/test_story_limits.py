"""Stories that were made to hurt whoever reads them: each is read in bounds, or refused, and never breaks the reader."""

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats import ink_boxes, twine_told
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.ink import read_ink
from gm_engine.exchange.formats.ink_boxes import Box, worked, worked_alone
from gm_engine.exchange.formats.ink_flow import CIRCLE, MOST_VALUES, TOO_LONG, TOO_MANY_VALUES
from gm_engine.exchange.formats.ink_reach import Reach
from gm_engine.exchange.formats.twee import read_twee
from gm_engine.exchange.formats.twine_expression import Unreadable, names_in, parsed
from gm_engine.exchange.formats.twine_reach import read_in
from gm_engine.exchange.formats.twine_values import MOST_ITEMS, UNKNOWN, Memory, Pairs, shown

QUICK = 3.0
"""Seconds of this process for what took minutes, or for ever, where it was not bounded."""


@contextmanager
def quick() -> Iterator[None]:
    """Fails where what is done inside takes long."""
    began = process_time()
    yield
    assert process_time() - began < QUICK


def twee(text: str, form: str = "SugarCube") -> Brought:
    return read_twee(f':: StoryData\n{{"format": "{form}", "start": "P0"}}\n\n{text}'.encode(), "x.twee")


def ink(*items: Any, **parts: list[Any]) -> Brought:
    """A story whose first part holds these items."""
    made = {"global decl": ["ev", "str", "^ab", "/str", {"VAR=": "s"}, "/ev", "end", None], **parts}
    return read_ink({"inkVersion": 21, "root": [[*items, None], "done", made], "listDefs": {}}, "story.json")


# --- expressions


@pytest.mark.parametrize("source", ["1" + "+1" * 900, "def " * 450 + "$a", "1st of " * 270 + "$a", "... " * 600 + "$a", "+ " * 900 + "1"])
def test_no_expression_is_deeper_than_can_be_worked_out(source: str) -> None:
    for harlowe in (False, True):
        with pytest.raises(Unreadable):
            parsed(source, harlowe)
        assert Memory(harlowe=harlowe).each(source) == [UNKNOWN]
    assert read_in(source) <= {"$a", "of", "def", "st"}


def test_a_while_that_is_too_long_is_still_a_number() -> None:
    assert parsed("9" * 400 + ".5s", True)


def test_a_long_sum_is_still_read() -> None:
    assert Memory({"$a": 2}).worked("$a" + " + $a" * 99) == 200


def test_a_part_that_stands_in_two_places_is_looked_at_once() -> None:
    with quick():
        (node,) = parsed("(" * 20 + "$a < 3" + " and < 4) < 3" * 20, True)
        assert names_in(node) == {"$a"}


@pytest.mark.parametrize(
    "source", ["0 ** -1", "(-8) ** 0.5", "0.0 ** -2", "num('1e999')", "parseInt('1e999')", "1 / 0", "5 % 0", "'%s' % 3"]
)
def test_no_sum_breaks_the_reader(source: str) -> None:
    assert Memory().worked(source) is UNKNOWN


def test_what_lies_in_a_value_counts_as_its_own() -> None:
    doubled = Memory({"$a": 1})
    for _ in range(24):
        doubled.each("$a to [$a, $a]")
    assert doubled.values["$a"] is UNKNOWN
    nested = Memory({"$a": 1})
    for _ in range(300):
        nested.each("$a to [$a]")
    assert nested.values["$a"] is UNKNOWN
    assert hash(nested.values["$a"]) is not None
    table = Memory({"$a": Pairs()})
    for _ in range(24):
        table.each("$a to {x: $a, y: $a}")
    assert table.values["$a"] is UNKNOWN
    texts = Memory({"$t": "x" * 5_000})
    assert texts.worked("[$t, $t]") == ("x" * 5_000,) * 2
    assert texts.worked("[$t, $t, $t]") is UNKNOWN
    assert len(shown(Memory().worked(f"range(1, {MOST_ITEMS})"))) < 3_000


def test_a_set_has_one_order_whatever_is_told_alike() -> None:
    assert Memory(harlowe=True).worked("(ds: 2, '2', true)") == Memory(harlowe=True).worked("(ds: true, '2', 2)") == (2, "2", True)


def test_the_steps_of_a_whole_story_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.exchange.formats.twine_values.MOST_STEPS_EVER", 20)
    held = Memory({"$a": 1})
    assert held.worked("$a + $a + $a") == 3
    assert [held.worked("$a + $a") for _ in range(9)][-1] is UNKNOWN


# --- passages


@pytest.mark.parametrize(
    "line", [" " * 5_000 + "x", "=" * 5_000 + "x", "- " * 3_000 + "x", "`a " * 9_000, "*a " * 9_000, "//a:// " * 3_000]
)
def test_no_line_takes_longer_than_it_is(line: str) -> None:
    with quick():
        assert twine_told.worded([line], "sugarcube")


def test_a_line_that_is_drawn_is_still_left_out() -> None:
    said = "One.\n-----\n  * * *  \n==><==\n=><=\n>\n\nTwo - three.\n= four"
    assert twine_told.worded([said], "harlowe") == "One.\n\nTwo - three.\n= four"


HURTFUL = {
    "all go back": "".join(f":: P{n}\n<<back>>[[P{n + 1}]]\n\n" for n in range(2_000)),
    "all ask for visits": "".join(f":: P{n}\n<<if visited() gt 1>>x<</if>>[[P{n + 1}]]\n\n" for n in range(800)),
    "each has a value": "".join(f":: P{n}\n<<print $v{n}>>[[P{n + 1}]]\n\n" for n in range(2_500)),
    "each link sets": ":: P0\n" + "".join(f"[[l{n}->P0][$v{n} to not $v{n}]] <<if $v{n}>>x<</if>>" for n in range(1_000)),
    "one tells all": ":: P0\n" + "".join(f"[[P{n}]]" for n in range(1, 300)) + "\n\n:: Big\n" + "word " * 15_000 + "\n\n"
    + "".join(f":: P{n}\n<<include Big>>\n\n" for n in range(1, 300)),
    "round and round": ":: P0\n<<for $i to 0; $i lt 1000; $i++>>" + "word " * 20_000 + "<</for>>",
    "lists of lists": ":: P0\n<<set $a to 1>>" + "<<set $a to [$a,$a]>>$a " * 2_000 + "[[P0]]",
    "texts in lists": ":: P0\n<<set $a to range(0,499)>>" + "$a " * 40_000,
    "parts of parts": ":: P0\n$a" + ".b" * 60_000,
    "more words": ":: P0\n" + "".join(f"<<linkappend a{n}>>b[[c->P0]]<</linkappend>>" for n in range(400)),
    "never closed": ":: P0\n" + "".join(f"<<z{n}>>" for n in range(20_000)),
    "open brackets": ":: P0\n" + ("<<link " + "[[ " * 6_000 + ">>x<</link>>") * 4,
    "scripts": ":: P0\n" + "<script>" * 25_000,
    "includes itself": ":: P0\n<<if setup.x()>><<include P0>><</if>><<if setup.x()>><<include P0>><</if>>",
    "widgets": ":: W [widget]\n<<widget w>><<w>><<w>><<w>><</widget>>\n\n:: P0\n" + "<<w>>" * 5_000,
}  # fmt: skip
OF_HARLOWE = {
    "hooks with names": ":: P0\n" + "(click: ?a)[x] " * 6_000,
    "blanks": ":: P0\n" + ('(link: "a"' + " " * 19_000 + "x)[y]") * 5,
    "underscores": ":: P0\n" + "_a" * 60_000 + "[x]",
    "comparisons": ":: P0\n" + ("(if: " + "(" * 20 + "$a < 3" + " and < 4) < 3" * 20 + ")[x]") * 300,
}


@pytest.mark.parametrize(("name", "form"), [*((name, "SugarCube") for name in HURTFUL), *((name, "Harlowe") for name in OF_HARLOWE)])
def test_no_passage_takes_long(name: str, form: str) -> None:
    began = process_time()
    found = twee({**HURTFUL, **OF_HARLOWE}[name], form)
    assert process_time() - began < 6 * QUICK
    assert sum(len(scene.beat) for scene in found.scenes) < 2 * twine_told.MOST_LETTERS


# --- Ink


def test_texts_of_ink_do_not_grow_without_end() -> None:
    assert worked("+", "a" * 9_000, "b" * 9_000) is ink_boxes.UNKNOWN
    assert worked("*", "ab", 300_000_000) is ink_boxes.UNKNOWN
    assert worked("%", "%s", 3) is ink_boxes.UNKNOWN
    assert worked("+", "a", "b") == "ab"
    doubled = ["ev", {"VAR?": "s"}, {"VAR?": "s"}, "+", "/ev", {"VAR=": "s", "re": True}] * 34
    tracemalloc.start()
    ink("^x", *doubled, "end")
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 10**400, -(10**400), "x", True, ink_boxes.UNKNOWN])
def test_no_number_of_ink_breaks_the_reader(value: Any) -> None:
    for word in sorted(ink_boxes.ONE):
        assert worked_alone(word, value) is not None
    for word in sorted(ink_boxes.TWO):
        assert worked(word, value, 1.5) is not None
    assert ink("^x", "ev", value if isinstance(value, (int, float)) else 1, "_", "out", "/ev", "end").scenes


def test_unknown_conditions_within_each_other_share_their_steps() -> None:
    asked = ["ev", {"x()": "f", "exArgs": 0}, "/ev", {"->": "A", "c": True}]
    with quick():
        found = ink({"->": "A"}, A=[*asked, *asked, "ev", "str", "^x", "/str", "/ev", {"*": "A", "flg": 4}, "end", None])
    assert [choice.text for choice in found.scenes[0].choices] == ["x"]


def test_threads_within_each_other_end() -> None:
    found = ink(
        {"->": "A"}, A=["thread", {"->": "A"}, "thread", {"->": "A"}, "^x", "ev", "str", "^y", "/str", "/ev", {"*": "A", "flg": 4}, "end"]
    )
    assert CIRCLE in [loss.why for loss in found.losses]


def test_ways_that_only_play_says_are_no_square_of_edges() -> None:
    with quick():
        reach = Reach(
            Box(
                [*[{"->": "x", "var": True}] * 9_000, *[{"^->": str(n)} for n in range(9_001, 18_001)], {"VAR?": "y"}, None], None, "", None
            )
        )
        assert "VAR y" in reach.values_at(reach.spots[0])


def test_of_many_variables_those_that_share_a_bit_matter_together() -> None:
    tracemalloc.start()
    box = Box([{"VAR?": f"v{n}"} for n in range(9_000)] + [None], None, "", None)
    reach = Reach(box)
    assert {f"VAR v{n}" for n in range(8_000, 9_000)} <= set(reach.values_at(reach.spots[8_000]))
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()
    many = [one for n in range(MOST_VALUES + 1) for one in ("ev", n, "/ev", {"VAR=": f"v{n}"})]
    assert TOO_MANY_VALUES in [loss.why for loss in ink("^x", *many, "end").losses]


def test_a_story_of_ink_that_tells_without_end_is_cut() -> None:
    found = ink("^" + "w" * 9_000, "ev", True, "/ev", {"->": "0", "c": True}, "end")
    assert TOO_LONG in [loss.why for loss in found.losses]


def test_states_of_ink_are_told_apart_only_so_long() -> None:
    ways = [one for n in range(400) for one in ("ev", "str", f"^c{n}", "/str", "/ev", {"*": f"k{n}", "flg": 4})]
    asked = [one for n in range(500) for one in ("ev", {"VAR?": f"v{n}"}, "out", "/ev")]
    parts = {f"k{n}": ["ev", n, "/ev", {"VAR=": f"v{n}", "re": True}, {"->": "0"}, None] for n in range(400)}
    zero = [one for n in range(500) for one in ("ev", 0, {"VAR=": f"v{n}"}, "/ev")]
    began = process_time()
    ink(*asked, *ways, "done", **{**parts, "global decl": [*zero, "end", None]})
    assert process_time() - began < 6 * QUICK


def test_paths_that_are_too_long_are_refused() -> None:
    value: list[Any] = [["end", None], None]
    for _ in range(30):
        value = ["end", {"n" * 100: value}]
    with pytest.raises(TranscriptError):
        read_ink({"inkVersion": 21, "root": value}, "x")


# --- anything

WORDS = st.sampled_from(
    [
        "$a",
        "$b",
        "_c",
        "s.a",
        "v",
        "1",
        "0",
        "-1",
        "2.5",
        "999999999999",
        "0.5",
        "1e5",
        "'x'",
        '"y"',
        "`z`",
        "true",
        "null",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        ":",
        "?",
        ".",
        "+",
        "-",
        "*",
        "**",
        "/",
        "%",
        "!",
        "=",
        "+=",
        "++",
        "==",
        "<",
        ">=",
        "is",
        "not",
        "and",
        "or",
        "to",
        "into",
        "it",
        "'s",
        "1st",
        "last",
        "of",
        "in",
        "contains",
        "def",
        "ndef",
        "...",
        "(a:",
        "(dm:",
        "(ds:",
        "(str:",
        "(range:",
        "(either:",
        "(history:)",
        "visited(",
        "random(",
        "Math.max(",
        "Math.sqrt(",
        ".push(",
        ".pop()",
        ".join(",
        ".length",
        ".concat(",
        "[0]",
        "\\",
        "2s",
        "9" * 40 + ".5s",
    ]
)
EXPRESSION = st.lists(WORDS, max_size=12).map(" ".join)
FORMS = {
    "SugarCube": (
        "<<set {}>>",
        "<<print {}>>",
        "<<if {}>>",
        "<<elseif {}>>",
        "<<else>>",
        "<</if>>",
        "<<for {}>>",
        "<</for>>",
        "<<w {}>>",
        "<<=  {}>>",
        "<<switch {}>>",
        "<<case {}>>",
        "<</switch>>",
        "<<link {}>>",
        "<</link>>",
        "<<goto {}>>",
        "<<include {}>>",
        "<<nobr>>",
        "<</nobr>>",
        "[[a->P1][{}]]",
        "[[P0]]",
        "<<back>>",
        "<<timed {}>>",
        "<</timed>>",
        "<<cycle {}>>",
        "<<option {}>>",
        "<</cycle>>",
        "<<for _i range {}>>",
    ),
    "Harlowe": (
        "(set: {})",
        "(if: {})[",
        "(else-if: {})[",
        "(else:)[",
        "]",
        "(print: {})",
        "(for: each _x, {})[",
        "(link: {})[",
        "(link-goto: {})",
        "(goto: {})",
        "(display: {})",
        "|h>[",
        "|h)[",
        "(show: ?h)",
        "(click: ?h)[",
        "[[a->P1]]",
        "[[P0]]",
        "{",
        "}",
        "(a: {})",
        "(live: {})[",
        "(cycling-link: {})",
    ),
    "Chapbook": (
        "{{v}}",
        "[if {}]\n",
        "[unless {}]\n",
        "[else]\n",
        "[continue]\n",
        "[[a->P1]]",
        "[[P0]]",
        "v: {}\n--\n",
        "{{embed passage: 'P1'}}",
        "{{reveal link: 'a', text: 'b'}}",
        "{{cycling link for: 'v', choices: [{}]}}",
    ),
    "Snowman": (
        "<% {} %>",
        "<%= {} %>",
        "<% if ({}) {{ %>",
        "<% }} else {{ %>",
        "<% }} else if ({}) {{ %>",
        "<% }} %>",
        "[[a->P1]]",
        "[[P0]]",
        "<% s.a = {} %>",
        '<%= story.render("P1") %>',
    ),
}


@st.composite
def passages(draw: st.DrawFn, form: str) -> str:
    """The text of a passage in a story format."""
    said = st.sampled_from(["word ", "\n", "$a ", "_c ", "''b''", "//", "<br>", "<b", "&amp;", "''", "<<", "[[", "((", "]]", "\\\n"])
    macro = st.tuples(st.sampled_from(FORMS[form]), EXPRESSION).map(
        lambda one: one[0].replace("{}", one[1]).replace("{{", "{").replace("}}", "}")
    )
    return "".join(draw(st.lists(st.one_of(said, macro), max_size=12)))


@settings(max_examples=20)
@given(st.data())
@pytest.mark.parametrize("form", sorted(FORMS))
def test_no_story_of_a_format_breaks_the_reader(form: str, data: st.DataObject) -> None:
    first, second, widget = (data.draw(passages(form)) for _ in range(3))
    try:
        found = twee(f":: P0\n{first}\n\n:: P1\n{second}\n\n:: W [widget]\n<<widget w>>{widget}<</widget>>\n", form)
    except GameError:
        return
    ids = {scene.id for scene in found.scenes}
    assert all(one.effects[0].target in ids for scene in found.scenes for one in scene.choices)


ITEMS = st.one_of(
    st.sampled_from(
        [
            "ev",
            "/ev",
            "str",
            "/str",
            "out",
            "pop",
            "du",
            "done",
            "end",
            "->->",
            "~ret",
            "thread",
            "#",
            "/#",
            "<>",
            "void",
            "nop",
            "\n",
            "^x",
            "choiceCnt",
            "turn",
            "visit",
            "turns",
            "readc",
            "seq",
            "rnd",
            "srnd",
            *sorted(ink_boxes.ONE),
            *sorted(ink_boxes.TWO),
            0,
            1,
            -1,
            2.5,
            10**30,
            1e308,
            True,
            None,
            {"VAR?": "s"},
            {"VAR=": "s"},
            {"VAR=": "s", "re": True},
            {"temp=": "t"},
            {"VAR?": "t"},
            {"^var": "s", "ci": 0},
            {"^->": "A"},
            {"^->": "A.0"},
            {"->": "A"},
            {"->": "A", "c": True},
            {"->": "t", "var": True},
            {"f()": "A"},
            {"->t->": "A"},
            {"x()": "A", "exArgs": -1},
            {"x()": "f", "exArgs": 2},
            {"*": "A", "flg": 31},
            {"*": "A", "flg": 4},
            {"*": ".^.0", "flg": 20},
            {"CNT?": "A"},
            {"->": ".^.^.^.A"},
            {"list": {}},
            {"->": 5},
        ]
    ),
    st.text(max_size=5),
    st.integers(),
    st.floats(),
)
BOXES = st.recursive(st.lists(ITEMS, max_size=12), lambda inner: st.lists(st.one_of(ITEMS, inner), max_size=8), max_leaves=30)


@settings(max_examples=40)
@given(BOXES, BOXES, BOXES)
def test_no_generated_story_of_ink_breaks_the_reader(first: list[Any], second: list[Any], declared: list[Any]) -> None:
    made = {"A": [*second, {"#f": 5}], "global decl": [*declared, None]}
    value = {"inkVersion": 21, "root": [[*first, None], "done", made], "listDefs": {}}
    try:
        found = read_ink(json.loads(json.dumps(value)), "x.json")
    except GameError:
        return
    ids = {scene.id for scene in found.scenes}
    assert all(one.effects[0].target in ids for scene in found.scenes for one in scene.choices)
