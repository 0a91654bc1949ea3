"""Compiled Ink as scenes: containers, choices, diverts and knots; what is counted there is told as a loss."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.bootstrap.games import new_game
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Brought
from gm_engine.exchange.formats.ink import AGAIN, FATES, is_ink, read_ink
from gm_engine.exchange.formats.ink_flow import AS_AT_FIRST, NOT_KEPT
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
            "Wake the ferryman\nHe snores.", [("Step back", "landing"), ("Shake him", "ferryman_shake")], False,
        ),
        "landing_c_1": ("The bed is dry.", [], True),
        "ferryman_shake": ("An hour goes by.\nThe river is wide.", [], True),
    }  # fmt: skip
    assert [(opening.name, opening.reads) for opening in found.openings] == [("ferry", "landing")]


def test_what_cannot_be_mapped_is_told_with_its_path() -> None:
    assert [(loss.field, loss.why) for loss in ferry().losses if loss.why in (AS_AT_FIRST, NOT_KEPT, AGAIN)] == [
        ("landing.5", AS_AT_FIRST),
        ("landing.c-0.10", NOT_KEPT),
        ("ferryman.6.0", AS_AT_FIRST),
        ("landing.12.8", AGAIN),
        ("ferryman.14", AGAIN),
    ]
    others = [(loss.field, loss.value) for loss in ferry().losses if loss.why not in (AS_AT_FIRST, NOT_KEPT, AGAIN)]
    assert others == [("landing.11", "gloom"), ("landing.19", ".^.c-1")]


def test_an_ink_story_is_played_to_an_end_by_choosing() -> None:
    made = pack_scenes([ferry()])
    you, start = Person(name="you"), Start(at="", pc="you")
    pack = Pack(id="f", title="F", rules="plain", start=start, characters={"you": you}, scenes=made.scenes, openings=made.openings)
    game = new_game(MemoryJournal("f"), pack)
    told = [game.play(line).completion for line in ("I look around.", "wake the ferryman", "step back", "wake the ferryman", "shake him")]
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
