"""Large worlds of other programs: the work grows with their size, counted in steps of the interpreter and never by the clock."""

from collections.abc import Callable
from typing import Any

import pytest

from gm_engine.bootstrap import assembled
from gm_engine.bootstrap.assembled import OPENING_CLOCK, untold_macros
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.named_entries import Note, named_in
from gm_engine.bootstrap.standing_places import begins_at
from gm_engine.bootstrap.taking_in import Part
from gm_engine.bootstrap.told_ways import with_ways
from gm_engine.exchange.formats.brought import Brought, Card
from gm_engine.exchange.formats.obsidian import read_vault
from gm_engine.story.pack import Location
from tests.growth import grows_like_its_size


def open_places(many: int) -> dict[str, Location]:
    return {f"place_{n}": Location(name=f"Stead {n}") for n in range(many)}


def test_each_place_is_joined_to_the_others_without_going_through_all_of_them_again() -> None:
    def joined(many: int) -> Callable[[], Any]:
        return lambda: with_ways(open_places(many), "place_0", [])

    assert grows_like_its_size(joined, 50)
    assert [way.to for way in with_ways(open_places(4), "place_0", [])["place_0"].exits] == ["place_1", "place_2", "place_3"]


def test_the_page_of_a_vault_is_not_laid_beside_each_other_page() -> None:
    def vault(many: int) -> Callable[[], Any]:
        return lambda: read_vault({f"Page {n}.md": b"It rains." for n in range(many)}, "vault", lambda _text, _file: ({}, ()))

    assert grows_like_its_size(vault, 50)
    alike = read_vault({f"{n}/Index.md": b"It rains." for n in range(3)}, "vault", lambda _text, _file: ({}, ()))
    assert [entry.id for entry in alike.lore] == ["index", "index_2", "index_3"]


def test_a_text_is_not_gone_through_for_each_place_that_it_may_name() -> None:
    def begun(many: int) -> Callable[[], Any]:
        return lambda: begins_at([[f"It rains, and Moor {n} lies dark." for n in range(many)]], {}, open_places(many))

    assert grows_like_its_size(begun, 50)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("They left the Old Mill for Millbrook.", "old_mill"), ("Old Milling is a trade; Mill Lane is a street.", "lane"),
        ("A mill, an old mill.", ""), ("Go by (Ash) House or Mill.", "ash"), ("(Ash) Houses burn at Mill.", "mill"), ("", ""),
        ("Mill", "mill"), ("xMill Mill_2 Mill.", "mill"),
    ],
)  # fmt: skip
def test_the_place_that_a_text_names_first_is_the_one_of_the_longest_name_there(text: str, place: str) -> None:
    names = {"mill": "Mill", "old_mill": "The Old Mill", "lane": "Mill Lane", "ash": "(Ash) House", "dots": "…"}
    places = {"nowhere": Location(name="Nowhere"), **{id: Location(name=name) for id, name in names.items()}}
    assert begins_at([[text]], {}, places) == (place or "nowhere")


def test_the_keys_of_a_note_are_not_laid_beside_each_other_however_many_there_are() -> None:
    hearing = reader()

    def named(many: int) -> Callable[[], Any]:
        note = Note(tuple(f"Sign{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(many)), "It rains in the hills.")
        return lambda: named_in([note], hearing)

    assert grows_like_its_size(named, 100)


def test_the_texts_of_a_card_are_filled_in_once_for_all_its_greetings(monkeypatch: pytest.MonkeyPatch) -> None:
    card = Card(
        "Mara", description="{{char}} waits. {{lastMessage}}", scenario="At {{time}}.", personality="Curt.",
        greetings=tuple(f"{{{{scenario}}}} {n}" for n in range(20)),
    )  # fmt: skip
    fill, asked = assembled.filled, []

    def counted(text: str, *given: Any, **more: Any) -> Any:
        asked.append(text)
        return fill(text, *given, **more)

    monkeypatch.setattr(assembled, "filled", counted)
    part = Part("mara.json", "a card", brought=Brought("a card", cards=(card,)))
    assert [loss.field for loss in part.losses] == ["description"]
    assert len(asked) == 3
    assert part.losses is part.losses
    assert [loss.value for loss in untold_macros([card], [], OPENING_CLOCK)] == ["{{lastMessage}}"]
