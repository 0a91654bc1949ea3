"""Closeness: shares that sum to at most one, alike however the neighbours are named, at a cost that the graph does not set."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.memory.closeness import MOST_PUSHES, closeness
from tests.memory.tale import Tale

EDGES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60)


def graph_of(edges: list[tuple[int, int]]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for a, b in edges:
        if a != b:
            found.setdefault(f"n{a}", {})[f"n{b}"] = 1.0
            found.setdefault(f"n{b}", {})[f"n{a}"] = 1.0
    return found


@settings(max_examples=80, deadline=None)
@given(EDGES)
def test_shares_sum_to_one_at_most_and_what_is_not_joined_has_none(edges: list[tuple[int, int]]) -> None:
    graph = graph_of(edges)
    found = closeness({"n0": 1.0}, lambda id: graph.get(id, {}))
    assert sum(found.values()) <= 1 + 1e-9
    reached, edge = {"n0"}, ["n0"]
    while edge:
        edge = [other for id in edge for other in graph.get(id, {}) if other not in reached]
        reached |= set(edge)
    assert found.keys() <= reached
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_the_nearer_is_closer() -> None:
    graph = graph_of([(0, 1), (1, 2), (2, 3)])
    assert list(closeness({"n0": 1.0}, lambda id: graph[id])) == ["n0", "n1", "n2", "n3"]


def test_a_graph_of_a_hundred_thousand_is_not_walked_through() -> None:
    asked: list[str] = []

    def neighbours(id: str) -> dict[str, float]:
        asked.append(id)
        number = int(id)
        return {str((number * 7 + step) % 100_000): 1.0 for step in range(12)}

    closeness({"1": 1.0, "2": 1.0}, neighbours)
    assert len(asked) <= MOST_PUSHES


def test_who_shares_records_with_the_one_spoken_of_is_close_but_not_by_way_of_the_hero() -> None:
    tale = Tale()
    tale.play("I look.", "Dust.")
    tale.mark("p1", "Boone paid the marshal", participants=("boone", "thorne"))
    tale.mark("p2", "Ortega saw you", participants=("ortega", "cal"))
    tale.mark("p3", "The stranger saw you", participants=("stranger", "cal"))
    found = tale.memory.close({"boone": 1.0}, tale.state.lore.ties, without="cal")
    assert found["thorne"] == 1.0
    assert "stranger" not in found
