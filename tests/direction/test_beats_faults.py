"""Faults and decoys: every class that is offered can be made, is marked, and clashes (or does not)."""

import pytest

from gm_engine.authoring import read_words
from gm_engine.direction import DECOYS, FAULTS, decoy, inject
from gm_engine.direction.faults import alike
from gm_engine.errors import UnknownName
from gm_engine.narrator import EmbeddedGM
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.provenance import Provenance
from tests.mesa import mesa
from tests.table import SmallTable

GM = EmbeddedGM(read_words("western"))
TOLD = (Provenance(source="pack", turn=0, voice="author", quote=""),)
CANON = (
    ("boone", "father", Value(kind="entity", text="Elias Thorne", entity="thorne")),
    ("street", "founded", Value(kind="date", text="1859", low=678941, high=679305)),
    ("ortega", "age", Value(kind="number", text="41", low=41, high=41)),
    ("thorne", "killed_by", Value(kind="entity", text="Ash Pell", entity="ash")),
    ("ash", "speaks", Value(kind="enum", text="French")),
    ("boone", "eyes", Value(kind="enum", text="gray")),
)


def entity(id: str, name: str) -> Value:
    return Value(kind="entity", text=name, entity=id)


@pytest.fixture
def table() -> SmallTable:
    table = SmallTable(mesa(), GM, seed=3)
    for number, (subject, relation, value) in enumerate(CANON):
        fold(
            table.state,
            happened.FactEstablished(fact=Fact(id=f"0.{number}", subject=subject, relation=relation, value=value, told_by=TOLD)),
        )
    strangers = Fact(id="0.9", subject="ash", relation="met", value=entity("boone", "Temperance Boone"), polarity=False, told_by=TOLD)
    fold(table.state, happened.FactEstablished(fact=strangers))
    fold(table.state, happened.StateChanged(what="ammo", key="cal", detail="revolver", new=5))
    return table


@pytest.mark.parametrize("kind", FAULTS)
def test_every_fault_is_told_and_marked(table: SmallTable, kind: str) -> None:
    beat = inject(kind, table.state, table.state.draw(1))
    assert beat.sim == "fault"
    told = table.play("I look around.", extra=(beat,))
    marked = [(start, end, mark) for start, end, mark in told.completion.sims]
    assert [mark for *_, mark in marked] == [f"fault:{kind}"]
    assert beat.statement is not None
    claims = [claim for claim in told.completion.claims or () if claim.sim == "fault"]
    assert [(claim.subject, claim.relation, claim.value) for claim in claims] == [
        (beat.statement.subject, beat.statement.relation, beat.statement.value)
    ]
    start, end, _ = marked[0]
    said = told.completion.text[start:end]
    shown = beat.statement.value.text.split()[0]
    assert shown.lower() in said.lower() or beat.statement.value.entity, said


@pytest.mark.parametrize("kind", DECOYS)
def test_every_decoy_is_told_and_marked(table: SmallTable, kind: str) -> None:
    beat = decoy(kind, table.state, table.state.draw(1))
    assert (beat.sim, beat.decoy) == ("decoy", kind)
    told = table.play("I look around.", extra=(beat,))
    assert [mark for *_, mark in told.completion.sims] == [f"decoy:{kind}"]
    modalities = {claim.modality for claim in told.completion.claims or () if claim.sim == "decoy"}
    assert modalities == {DECOYS[kind][0]}


def test_a_fault_clashes_with_what_is_known(table: SmallTable) -> None:
    for kind in FAULTS:
        statement = inject(kind, table.state, table.state.draw(1)).statement
        assert statement is not None
        known = [fact.value for fact in table.state.lore.topic(statement.subject, statement.relation)]
        assert (statement.value in known) is (kind in ("ability", "knowledge"))


def test_a_script_may_name_what_the_fault_says(table: SmallTable) -> None:
    beat = inject("physical_trait", table.state, table.state.draw(1), "boone", "eyes", "green")
    assert beat.statement is not None
    assert (beat.statement.subject, beat.statement.relation, beat.statement.value.text) == ("boone", "eyes", "green")
    assert beat.slots["subject_name"] == "Temperance Boone"


def test_short_names_of_decoys_are_understood(table: SmallTable) -> None:
    assert decoy("lie", table.state, table.state.draw(1)).decoy == "character_lie"


def test_what_cannot_be_made_says_what_can(table: SmallTable) -> None:
    with pytest.raises(UnknownName, match="physical_trait"):
        inject("weather", table.state, table.state.draw(1))
    with pytest.raises(UnknownName, match="rumour"):
        decoy("plural_partial", table.state, table.state.draw(1))
    with pytest.raises(UnknownName, match="nothing is known about Ash Pell"):
        inject("physical_trait", table.state, table.state.draw(1), "ash", "scar")


def test_without_a_fault_nothing_is_marked(table: SmallTable) -> None:
    assert table.play("I look around.").completion.sims == ()


def give(table: SmallTable, subject: str, relation: str, value: Value) -> None:
    """One more fact."""
    fold(table.state, happened.FactEstablished(fact=Fact(id="0.8", subject=subject, relation=relation, value=value, told_by=TOLD)))


def told_fault(table: SmallTable, kind: str, entity: str = "", attribute: str = "") -> str:
    """The sentence of an injected fault."""
    told = table.play("I look around.", extra=(inject(kind, table.state, table.state.draw(1), entity, attribute),))
    start, end, _ = told.completion.sims[0]
    return told.completion.text[start:end]


@pytest.mark.parametrize(("yards", "said"), [(15840, "miles from"), (400, "00 yards from")])
def test_a_false_distance_is_said_in_miles_or_yards(table: SmallTable, yards: int, said: str) -> None:
    way = Value(kind="number", text="so far", entity="office", low=yards, high=yards, unit="yard")
    give(table, "street", "distance", way)
    beat = inject("geography", table.state, table.state.draw(1), "street", "distance")
    assert beat.statement is not None
    assert (beat.statement.value.low or 0) > yards * 1.4
    assert said in told_fault(table, "geography", "street", "distance")


def test_a_false_outcome_names_another_winner(table: SmallTable) -> None:
    give(table, "street", "outcome", Value(kind="enum", text="won by Elias Thorne", entity="thorne"))
    beat = inject("event_outcome", table.state, table.state.draw(1), "street", "outcome")
    assert beat.statement is not None
    assert beat.statement.value.entity not in (None, "thorne")
    assert " won by " in told_fault(table, "event_outcome", "street", "outcome")


def test_a_false_acquaintance_is_one_that_never_was(table: SmallTable) -> None:
    beat = inject("knowledge", table.state, table.state.draw(1))
    assert beat.statement is not None
    assert (beat.statement.subject, beat.statement.value.entity, beat.statement.polarity) == ("ash", "boone", True)
    assert "for years" in told_fault(table, "knowledge")


def test_a_false_father_is_a_man(table: SmallTable) -> None:
    for turn in range(1, 9):
        statement = inject("kinship_role", table.state, table.state.draw(turn), "boone", "father").statement
        assert statement is not None
        person = table.state.person(statement.value.entity or "")
        assert person is not None
        assert person.pronouns == "he"


@pytest.mark.parametrize(("relation", "known"), [("hair", "fair"), ("hair", "gray"), ("build", "broad"), ("build", "gaunt")])
def test_a_false_look_excludes_the_true_one(table: SmallTable, relation: str, known: str) -> None:
    give(table, "boone", relation, Value(kind="enum", text=known))
    for turn in range(1, 9):
        statement = inject("physical_trait", table.state, table.state.draw(turn), "boone", relation).statement
        assert statement is not None
        assert not alike(statement.value.text, known)
