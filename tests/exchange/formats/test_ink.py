"""Compiled Ink as scenes: containers, choices, diverts and knots; what is counted there is told as a loss."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.bootstrap.games import new_game
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.ink import FATES, is_ink, read_ink
from gm_engine.exchange.formats.ink_flow import CHANCE, NOT_KNOWN
from gm_engine.exchange.formats.kept_states import MOST_COUNTS, TOO_MANY
from gm_engine.exchange.formats.scene_pack import pack_scenes
from gm_engine.journal import MemoryJournal
from gm_engine.story.pack import Pack, Person, Start


def choice(text: str, to: str, flags: int = 20) -> list[Any]:
    """A choice whose words stand in brackets."""
    return ["ev", "str", f"^{text}", "/str", *([True] if flags & 1 else []), "/ev", {"*": to, "flg": flags}]


FERRY: dict[str, Any] = {
    "inkVersion": 21,
    "root": [
        [{"->": "landing"}, ["done", {"#n": "g-0"}], None],
        "done",
        {
            "landing": [
                "^Rain falls on the ", "^landing.", "\n",
                "ev", {"VAR?": "coins"}, "out", "/ev", "^ coins.", "\n", "#", "^gloom", "/#",
                [
                    "ev", {"^->": "landing.12.$r1"}, {"temp=": "$r"}, "str", {"->": ".^.s"}, [{"#n": "$r1"}], "/str", "/ev",
                    {"*": ".^.^.c-0", "flg": 18},
                    {"s": ["^Wake the ferryman", {"->": "$r", "var": True}, None]},
                ],
                *choice("Walk home", ".^.c-1", 21),
                "done",
                {
                    "c-0": ["ev", {"^->": "landing.c-0.$r2"}, "/ev", {"temp=": "$r"}, {"->": "landing.12.s"}, [{"#n": "$r2"}], "\n",
                            "ev", 1, "/ev", {"VAR=": "coins", "re": True}, {"->": "ferryman"}, {"#f": 5}],
                    "c-1": ["^The bed is dry.", "\n", "end", {"#f": 5}],
                    "#f": 1,
                },
            ],
            "ferryman": [
                "^He snores. ",
                "ev", {"VAR?": "coins"}, 2, ">", "/ev", [{"->": ".^.b", "c": True}, {"b": ["^He has had enough.",
                 {"->": "ferryman.7"}, None]}],
                "nop", "\n",
                *choice("Step back", ".^.back"),
                *choice("Shake him", ".^.shake"),
                "done",
                {"back": [{"->": "landing"}, None], "shake": [{"->t->": "wait"}, "^The river is wide.", "end", None]},
            ],
            "wait": ["^An hour goes by.", "\n", "ev", "void", "/ev", "->->", None],
            "global decl": ["ev", 3, {"VAR=": "coins"}, "/ev", "end", None],
        },
    ],
    "listDefs": {},
}  # fmt: skip


def ferry() -> Brought:
    """The story as it is read."""
    return read_ink(FERRY, "stories/ferry.json")


def test_what_is_told_up_to_the_choices_is_a_scene() -> None:
    found = ferry()
    told = {scene.id: (scene.beat, [(one.text, one.effects[0].target) for one in scene.choices], scene.ends) for scene in found.scenes}
    assert told == {
        "landing": (
            "Rain falls on the landing.\n3 coins.", [("Wake the ferryman", "landing_c_0"), ("Walk home", "landing_c_1")], False,
        ),
        "landing_c_0": (
            "Wake the ferryman\nHe snores.", [("Step back", "landing_2"), ("Shake him", "ferryman_shake")], False,
        ),
        "landing_c_1": ("The bed is dry.", [], True),
        "landing_2": (
            "Rain falls on the landing.\n1 coins.", [("Walk home", "landing_c_1")], False,
        ),
        "ferryman_shake": ("An hour goes by.\nThe river is wide.", [], True),
    }  # fmt: skip
    assert [(opening.name, opening.reads) for opening in found.openings] == [("ferry", "landing")]


def test_what_cannot_be_mapped_is_told_with_its_path() -> None:
    assert [(loss.field, loss.value) for loss in ferry().losses] == [("landing.11", "gloom")]


def story(*knot: Any, inside: dict[str, Any], **named: list[Any]) -> Brought:
    """A story of one knot, which is come to again and again, with what is named in it, and others that stand beside it."""
    knots = {"hall": [*knot, {**inside, "#f": 1}], **named}
    return read_ink({"inkVersion": 21, "root": [[{"->": "hall"}, None], "done", knots], "listDefs": {}}, "stories/hall.json")


def walked(found: Brought, *ways: str) -> list[tuple[str, list[str]]]:
    """What is told and offered to whoever takes these ways."""
    scenes = {scene.id: scene for scene in found.scenes}
    scene = scenes[found.openings[0].reads]
    told = [(scene.beat, [one.text for one in scene.choices])]
    for way in ways:
        scene = scenes[next(one for one in scene.choices if one.text == way).effects[0].target]
        told.append((scene.beat, [one.text for one in scene.choices]))
    return told


def test_what_is_offered_once_is_offered_once_and_what_is_sticky_stays() -> None:
    found = story(
        "^A hall.", "\n", *choice("Ask", ".^.c-0", 20), *choice("Wait", ".^.c-1", 4), *choice("Leave", ".^.c-2", 4),
        inside={
            "c-0": ["^He answers.", "\n", {"->": "hall"}, {"#f": 5}], "c-1": [{"->": "hall"}, {"#f": 5}], "c-2": ["^Out.", "end",
            {"#f": 5}],
        },
    )  # fmt: skip
    assert walked(found, "Wait", "Ask", "Wait") == [
        ("A hall.", ["Ask", "Wait", "Leave"]), ("A hall.", ["Ask", "Wait", "Leave"]), ("He answers.\nA hall.", ["Wait", "Leave"]),
        ("A hall.", ["Wait", "Leave"]),
    ]  # fmt: skip


def test_a_choice_under_a_condition_is_offered_where_it_holds() -> None:
    found = story(
        "^A hall.", "\n", *choice("Search", ".^.c-0", 20), "ev", "str", "^Open", "/str", {"VAR?": "key"}, "/ev", {"*": ".^.c-1", "flg": 5},
        inside={
            "c-0": ["ev", True, "/ev", {"VAR=": "key", "re": True}, {"->": "hall"}, {"#f": 5}], "c-1": ["^Light.", "end", {"#f": 5}],
        },
        **{"global decl": ["ev", False, {"VAR=": "key"}, "/ev", "end", None]},
    )  # fmt: skip
    assert walked(found, "Search", "Open") == [("A hall.", ["Search"]), ("A hall.", ["Open"]), ("Light.", [])]


SEQUENCE: list[Any] = ["ev", "visit", 2, "MIN", "/ev", "ev", "du", 0, "==", "/ev", {"->": ".^.s0", "c": True}, "ev", "du", 1, "==", "/ev",
    {"->": ".^.s1", "c": True}, "ev", "du", 2, "==", "/ev", {"->": ".^.s2", "c": True}, "nop",
    {"s0": ["pop", "^First.", {"->": ".^.^.23"}, None], "s1": ["pop", "^Then.", {"->": ".^.^.23"}, None],
     "s2": ["pop", "^At last.", {"->": ".^.^.23"}, None], "#f": 5}]  # fmt: skip


@pytest.mark.parametrize(
    ("how", "told"), [("MIN", ["First.", "Then.", "At last.", "At last."]), ("%", ["First.", "Then.", "First.", "Then."])]
)
def test_a_sequence_goes_on_each_time_and_a_cycle_begins_again(how: str, told: list[str]) -> None:
    knot = [how if item == "MIN" else item for item in SEQUENCE]
    found = story(knot, "\n", *choice("Again", ".^.c-0", 4), inside={"c-0": [{"->": "hall"}, {"#f": 5}]})
    assert [beat for beat, _ in walked(found, *["Again"] * 3)] == told
    assert not found.losses


def test_a_function_gives_its_words_and_a_tunnel_comes_back_with_what_was_set() -> None:
    found = story(
        "ev", {"f()": "name"}, "out", "/ev", "^ waits.", "\n", {"->t->": "toll"}, "ev", {"VAR?": "coins"}, "out", "/ev", "^ left.", "\n",
        *choice("On", ".^.c-0", 20), inside={"c-0": ["^Out.", "end", {"#f": 5}]},
        name=["^Oda", "\n", None],
        toll=["ev", {"VAR?": "coins"}, 1, "-", "/ev", {"VAR=": "coins", "re": True}, "^You pay.", "\n", "ev", "void", "/ev", "->->", None],
        **{"global decl": ["ev", 3, {"VAR=": "coins"}, "/ev", "end", None]},
    )  # fmt: skip
    assert walked(found, "On") == [("Oda waits.\nYou pay.\n2 left.", ["On"]), ("Out.", [])]


def test_what_is_drawn_or_counts_without_end_is_told() -> None:
    found = story(
        "ev", {"VAR?": "n"}, 1, "+", {"VAR=": "n", "re": True}, 1, 6, "rnd", "out", "/ev", "^ and ", "ev", {"VAR?": "n"}, "out", "/ev",
        "\n",
        *choice("Again", ".^.c-0", 4), inside={"c-0": [{"->": "hall"}, {"#f": 5}]}, **{"global decl": ["ev", 0, {"VAR=": "n"}, "/ev",
        "end", None]},
    )  # fmt: skip
    assert len(found.scenes) == MOST_COUNTS
    assert [loss.why for loss in found.losses] == [CHANCE, TOO_MANY]
    assert walked(found, "Again")[-1] == ("1 and 2", ["Again"])


def test_words_are_told_without_the_marks_of_the_game_that_shows_them() -> None:
    found = story(
        "^A <b>hall</b> <color=#f00>burns</color>, 1 < 2.", "\n", *choice("<i>Leave</i>", ".^.c-0", 4), inside={"c-0": ["^Out.", "end",
        {"#f": 5}]},
    )  # fmt: skip
    assert walked(found, "Leave")[0] == ("A hall burns, 1 < 2.", ["Leave"])


def test_what_the_game_would_do_is_not_told_and_its_choices_are_offered() -> None:
    found = story(
        "^A hall.", "\n", "ev", {"x()": "has_rope", "exArgs": 0}, "/ev", {"->": ".^.b", "c": True}, *choice("Leave", ".^.c-0", 4),
        inside={
            "b": ["^You have a rope.", *choice("Climb", ".^.^.c-1", 4), {"->": ".^.^.7"}, None], "c-0": ["^Out.", "end", {"#f": 5}],
            "c-1": ["^Up.", "end", {"#f": 5}],
        },
    )  # fmt: skip
    assert walked(found) == [("A hall.", ["Climb", "Leave"])]
    assert NOT_KNOWN in [loss.why for loss in found.losses]


def test_an_ink_story_is_played_to_an_end_by_choosing() -> None:
    made = pack_scenes([ferry()])
    you, start = Person(name="you"), Start(at="", pc="you")
    pack = Pack(id="f", title="F", rules="plain", start=start, characters={"you": you}, scenes=made.scenes, openings=made.openings)
    game = new_game(MemoryJournal("f"), pack)
    told = [game.play(line).completion for line in ("I look around.", "wake the ferryman", "shake him")]
    assert "The river is wide" in (told[-1].text if told[-1] else "")
    assert game.state.ended


@pytest.mark.parametrize(
    "value", [{}, [], None, {"inkVersion": 18, "root": []}, {"inkVersion": "21", "root": []}, {"inkVersion": 21, "root": []}]
)
def test_what_is_no_story_is_refused(value: Any) -> None:
    with pytest.raises(TranscriptError) as caught:
        read_ink(value, "x.json")
    assert caught.value.slug == "no-passages"


def test_a_circle_is_left_and_told() -> None:
    value = {"inkVersion": 21, "root": ["^Round.", "\n", {"->": "0"}, None]}
    assert [loss.why for loss in read_ink(value, "x").losses] == ["It goes round in a circle; it is left here."]
    assert is_ink(value)


def test_every_field_has_its_fate() -> None:
    told = " ".join(fate.field for fate in FATES)
    for field in ("containers", "choices", "diverts", "variables", "tags", "inkVersion", "listDefs"):
        assert field in told


ANYTHING = st.sampled_from(
    [None, 0, True, "", "ev", "/ev", "str", "/str", "out", "done", "->->", "thread", "#", "/#", "^x", "\n", [], {},
     {"->": "landing"}, {"*": "landing", "flg": 31},
     {"f()": "ferryman"}, {"->t->": "landing"}, {"->": "nowhere"}, {"VAR?": "coins"}, {"x()": "f", "exArgs": 3}, {"->": ".^.^.^"},
      ["^y", {"#n": "z"}]]
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["landing", "ferryman", "wait", "global decl"]), st.integers(0, 20), ANYTHING), max_size=5))
def test_no_spoiled_story_breaks_the_reader(changes: list[tuple[str, int, Any]]) -> None:
    value = copy.deepcopy(FERRY)
    for knot, place, thing in changes:
        value["root"][-1][knot].insert(place, copy.deepcopy(thing))
    try:
        found = read_ink(value, "x")
    except GameError:
        return
    ids = {scene.id for scene in found.scenes}
    assert all(one.effects[0].target in ids for scene in found.scenes for one in scene.choices)
