"""Conflicts are made and numbered in one place, whoever finds them; and what is told between two tellings lets them be."""

import pytest

from gm_engine.continuity.raising import Docket
from gm_engine.story.turn import Turn
from tests.continuity.county import Table, claim, rules


def test_a_number_of_the_turn_is_given_once_whoever_raises() -> None:
    table = Table()
    table.tell("ada eyes grey")
    (first,) = table.tell(claim("ada eyes green", turn=2)).conflicts
    (fact,) = table.state.lore.topic("ada", "eyes")
    again = claim("ada eyes blue", turn=2, number=2)
    rule = next(rule for rule in rules() if rule.id == "trait-differs")
    docket = Docket(table.state, 2, before=(first,))
    found = [docket.enter(again, fact, rule, "they differ", 80) for _ in range(2)]
    assert [first.id, *(conflict.id for conflict in found)] == ["2.1", "2.2", "2.3"]
    assert [conflict.id for conflict in docket.all] == ["2.1", "2.2", "2.3"]


def test_a_severity_that_is_given_is_not_weighed() -> None:
    table = Table()
    table.tell("ada eyes grey")
    (fact,) = table.state.lore.topic("ada", "eyes")
    rule = next(rule for rule in rules() if rule.id == "trait-differs")
    docket = Docket(table.state, 2)
    assert docket.enter(claim("ada eyes blue", turn=2), fact, rule, "they differ", 80).severity == "major"
    assert docket.enter(claim("ada eyes blue", turn=2), fact, rule, "they differ", 80, "minor").severity == "minor"


def found_after(words: str) -> list[str]:
    """The rules by which it clashes that Bram has the wagon still, after he lost it and these words were told."""
    table = Table()
    lost, has = "Bram lost the wagon at cards.", "The wagon is Bram's to drive."
    for number, said in enumerate((lost, words, has), 1):
        table.state.turns[str(number)] = Turn(number=number, scene="s1", reply=said)
    table.tell(claim("wagon held_by not bram; change", lost))
    return [conflict.rule for conflict in table.tell(claim("wagon held_by bram; turn 3", has)).conflicts]


@pytest.mark.parametrize("words", ["Jonas returns the wagon to Bram.", "Later he buys that wagon again."])
def test_a_change_that_is_told_between_beside_the_things_name_lets_it_be(words: str) -> None:
    assert found_after(words) == []


@pytest.mark.parametrize("words", ["It rains. Bram returns to the saloon.", "Jonas never returns the wagon to Bram.", "It rains."])
def test_what_is_told_between_of_something_else_does_not(words: str) -> None:
    assert found_after(words) == ["handed-over"]
