"""The map: every known place in a cell of its own, bearings kept where there is room, nothing that the table does not know."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.exchange.map_svg import map_svg
from gm_engine.play.charting import chart_of, drawing, keys_of, known_places
from gm_engine.play.game import Game
from gm_engine.story.chart import Chart

NAMES = ("redemption", "red_mesa", "nine_tonnes")


@pytest.fixture(scope="module")
def tables() -> dict[str, Game]:
    return {name: trial(load_pack(find_pack(name)), name, seed=3) for name in NAMES}


def been_to(game: Game, places: list[str]) -> Chart:
    fresh = trial(game.state.pack, "map", seed=3)
    for id in places:
        fresh.state.visits[id] = 1
    return chart_of(fresh.state)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_a_map_is_readable_wherever_one_has_been(tables: dict[str, Game], name: str, data: st.DataObject) -> None:
    pack = tables[name].state.pack
    places = data.draw(st.lists(st.sampled_from([id for id in pack.locations if pack.locations[id].exits]), unique=True))
    chart = been_to(tables[name], places)
    cells = [(spot.x, spot.y) for spot in chart.spots]
    assert len(set(cells)) == len(cells)
    keys = keys_of(chart)
    assert len(set(keys.values())) == len(keys)
    lines = drawing(chart)
    assert max(map(len, lines), default=0) <= 78
    assert sum(letter in "".join(lines) for letter in keys.values()) == (len(keys) if lines else 0)


def test_a_place_stands_where_its_bearing_has_it(tables: dict[str, Game]) -> None:
    at = {spot.id: spot for spot in been_to(tables["redemption"], ["street"]).spots}
    assert at["livery"].x < at["street"].x < at["church"].x
    assert at["courthouse"].y < at["street"].y < at["garden"].y
    assert at["san_isidro"].x < at["street"].x
    assert at["san_isidro"].y < at["street"].y


def test_what_is_hidden_is_on_no_map(tables: dict[str, Game]) -> None:
    pack = tables["redemption"].state.pack
    hid = {**pack.locations, "saloon": pack.locations["saloon"].model_copy(update={"visibility": "gm"})}
    game = trial(pack.model_copy(update={"locations": hid}), "hidden", seed=3)
    game.play("I walk to Water Street.")
    name = game.state.name("saloon")
    assert "saloon" not in known_places(game.state)
    assert name not in str(game.view("/map"))
    assert name not in map_svg(chart_of(game.state))
    game.state.visits["saloon"] = 1
    assert name in map_svg(chart_of(game.state))


def test_the_page_says_where_one_is_and_fits_a_terminal(tables: dict[str, Game]) -> None:
    game = trial(tables["redemption"].state.pack, "page", seed=3)
    game.play("I walk to Water Street.")
    shown = str(game.view("/map"))
    assert shown.startswith("You are at Water Street, @ on the map.")
    assert sum("@" in line for line in shown.splitlines()) == 2
    assert max(map(len, shown.splitlines())) <= 78


def test_labels_of_the_picture_do_not_overlap(tables: dict[str, Game]) -> None:
    chart = been_to(tables["redemption"], list(tables["redemption"].state.pack.locations))
    picture = map_svg(chart)
    spans = [(int(x), int(y), text) for x, y, text in re.findall(r'<tspan x="(\d+)" y="(\d+)">([^<]*)<', picture)]
    assert len(spans) >= len(chart.spots)
    boxes = [(x - len(text) * 4, x + len(text) * 4, y) for x, y, text in spans]
    for at, (left, right, y) in enumerate(boxes):
        for other_left, other_right, other_y in boxes[at + 1 :]:
            assert y == other_y or abs(y - other_y) >= 12 or right <= other_left or other_right <= left
            assert y != other_y or right <= other_left or other_right <= left
    assert picture.count('class="here"') == 1
    assert "prefers-color-scheme:dark" in picture
