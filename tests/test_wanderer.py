"""The wanderer: the same seed wanders the same way, and does only what is open."""

from gm_engine.authoring import read_words
from gm_engine.direction import read
from gm_engine.narrator import EmbeddedGM
from tests.mesa import mesa
from tests.table import SmallTable
from tests.wanderer import Wanderer

GM = EmbeddedGM(read_words("western"))


def evening(seed: int, turns: int = 30) -> tuple[list[str], SmallTable, int]:
    """What was said, the table after it, and how many lines the engine reads as they were meant."""
    table, player, said, understood = SmallTable(mesa(), GM, seed), Wanderer(seed), [], 0
    for _ in range(turns):
        move = player.move(table.state)
        said.append(move.said)
        understood += any(intent.verb == move.intent.verb for intent in read(move.said, table.state))
        table.play(move.said, move.intent)
    return said, table, understood


def test_the_same_seed_wanders_the_same_way() -> None:
    assert evening(3)[0] == evening(3)[0]
    assert evening(3)[0] != evening(4)[0]


def test_it_sees_the_country_and_is_seldom_refused() -> None:
    said, table, _ = evening(5, 40)
    assert len(set(table.state.visits.keys())) >= 4
    refused = [beat for told in table.turns for beat in told.plan.beats if beat.kind == "impossible"]
    assert len(refused) <= len(said) // 8


def test_its_words_are_read_as_they_are_meant() -> None:
    said, _, understood = evening(6, 40)
    assert understood >= len(said) * 0.8
