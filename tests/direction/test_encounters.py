"""What is met on the road is told in the words of the campaign's tables."""

from types import SimpleNamespace
from typing import Any, cast

from gm_engine.direction.deeds import encounter
from gm_engine.story.event import StateChanged
from gm_engine.story.pack import Row, Table


def book(*drawn: tuple[str, str, str]) -> Any:
    tables = {
        "road": Table(rows=(Row(text="The road bends.", table="sky"), Row(text="A wagon."))),
        "sky": Table(rows=(Row(text="It is white."),)),
    }
    used = [StateChanged(turn=1, what="used", key=key, detail=row, new=1, cause=cause) for key, row, cause in drawn]
    return cast(Any, SimpleNamespace(state=SimpleNamespace(pack=SimpleNamespace(tables=tables)), happened=tuple(used)))


def test_a_row_that_leads_to_another_table_is_told_with_it() -> None:
    assert encounter(book(("road", "0", "encounter"), ("sky", "0", "encounter"))) == "The road bends. It is white."
    assert encounter(book(("road", "1", "encounter"))) == "A wagon."


def test_nothing_is_told_where_nothing_was_met() -> None:
    assert encounter(book()) == ""
    assert encounter(book(("road", "1", "heard"), ("gone", "0", "encounter"))) == ""
