"""The lore graph: what is held, how it is found, how it hangs together."""

import time
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.lore import LoreGraph, known
from gm_engine.lore.export import to_graphml, to_json
from gm_engine.lore.written_lore import read_lore, write_lore
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact, FactStatus, Value
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision, Option
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.name_table import plain
from gm_engine.story.provenance import Provenance
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.validity import ValidityInterval


def telling(turn: int = 1, quote: str = "So it was told.") -> Provenance:
    return Provenance(source="extracted", turn=turn, voice="narrator", quote=quote, span=(0, len(quote)), minute=turn * 10)


def fact(id: str, subject: str, relation: str, value: str, *, other: str | None = None, status: FactStatus = "open", turn: int = 1) -> Fact:
    kind = "entity" if other else "enum"
    return Fact(
        id=id, subject=subject, relation=relation, value=Value(kind=kind, text=value, entity=other), told_by=(telling(turn),), status=status
    )


def folded(*events: Event) -> LoreGraph:
    lore = LoreGraph()
    for event in events:
        lore.apply(event)
    return lore


def people(*ids: str) -> Iterable[Event]:
    return [happened.EntityIntroduced(entity=Entity(id=id, kind="character", name=id.title(), aliases=(f"the {id}",))) for id in ids]


def evening() -> LoreGraph:
    """One scene with a decision, what it brought, and a conflict."""
    value = Value(kind="enum", text="grey")
    return folded(
        *people("ada", "bram", "cole"),
        happened.EntityIntroduced(entity=Entity(id="mill", kind="place", name="the mill")),
        happened.SceneOpened(turn=1, scene=Scene(id="s1", title="At the mill", place="mill", present=("bram",))),
        happened.DecisionTaken(
            turn=1,
            decision=Decision(
                id="d1.1",
                question="Spare him?",
                options=(Option(id="yes", text="spare him"), Option(id="no", text="shoot")),
                taken="yes",
                turn=1,
                scene="s1",
                place="mill",
                minute=10,
                participants=("ada", "bram"),
                consequences=("c1.1",),
            ),
        ),
        happened.ConsequenceDue(
            turn=1,
            consequence=Consequence(
                id="c1.1",
                kind="debt",
                text="Bram owes Ada his life.",
                cause="d1.1",
                debtor="bram",
                creditor="ada",
                turn=1,
                scene="s1",
                minute=10,
                participants=("ada", "bram"),
            ),
        ),
        happened.StoryPointReached(
            turn=1,
            story_point=StoryPoint(
                id="p1.1",
                kind="decision",
                title="Bram is spared",
                turn=1,
                scene="s1",
                place="mill",
                minute=10,
                participants=("ada", "bram"),
            ),
        ),
        happened.ClaimHeard(turn=1, claim=Claim(id="1.1", subject="ada", relation="eyes", value=value, provenance=telling())),
        happened.FactEstablished(turn=1, fact=fact("f1.1", "ada", "eyes", "grey")),
        happened.FactEstablished(turn=1, fact=fact("f1.2", "ada", "spouse", "Bram", other="bram")),
        happened.TurnClosed(turn=1, digest=""),
        happened.ConflictFound(
            turn=2,
            conflict=Conflict(
                id="2.1",
                kind="physical_trait",
                subject="ada",
                relation="eyes",
                fact="f1.1",
                claim="2.1",
                established=telling(),
                established_value=value,
                incoming=telling(2),
                incoming_value=Value(kind="enum", text="green"),
                rule="trait-differs",
                why="",
            ),
        ),
        happened.ConflictSettled(turn=3, conflict="2.1", settlement=Settlement(resolution="keep")),
        happened.StateChanged(turn=3, what="attitude", key="bram", new=2),
        happened.StateChanged(turn=3, what="secret", key="gold", new="revealed"),
        happened.TurnClosed(turn=2, digest=""),
    )


def test_every_record_hangs_on_its_people_place_scene_and_turn() -> None:
    lore = evening()
    assert lore.records("ada") == (
        "decision d1.1",
        "consequence c1.1",
        "story_point p1.1",
        "claim 1.1",
        "fact f1.1",
        "fact f1.2",
        "conflict 2.1",
    )
    assert lore.records("mill") == ("scene s1", "decision d1.1", "story_point p1.1")
    assert lore.records("bram") == ("scene s1", "decision d1.1", "consequence c1.1", "story_point p1.1", "fact f1.2", "relation bram")
    edges = {(one, relation, other) for one, other, relation in lore.graph.edges(keys=True)}
    assert {
        ("decision d1.1", "caused", "consequence c1.1"),
        ("decision d1.1", "in_scene", "scene s1"),
        ("consequence c1.1", "owes", "bram"),
        ("consequence c1.1", "owed_to", "ada"),
        ("consequence c1.1", "follows", "decision d1.1"),
        ("story_point p1.1", "told_in", "turn 1"),
        ("conflict 2.1", "conflicts_with", "fact f1.1"),
        ("conflict 2.1", "settled_in", "turn 3"),
        ("secret gold revealed", "told_in", "turn 3"),
        ("turn 2", "follows", "turn 1"),
    } <= edges


def test_facts_are_found_by_subject_by_relation_by_both_and_by_whom_they_name() -> None:
    lore = folded(
        *people("ada", "bram"),
        happened.FactEstablished(fact=fact("f9", "ada", "eyes", "grey")),
        happened.FactEstablished(fact=fact("f10", "bram", "eyes", "blue")),
        happened.FactEstablished(fact=fact("f2", "ada", "spouse", "Bram", other="bram")),
        happened.FactEstablished(fact=fact("f3", "ada", "hair", "red", status="superseded")),
    )
    assert [one.id for one in lore.facts()] == ["f9", "f10", "f2"]
    assert [one.id for one in lore.facts("ada")] == ["f9", "f2"]
    assert [one.id for one in lore.facts("ada", None, status=None)] == ["f9", "f2", "f3"]
    assert [one.id for one in lore.facts(None, "eyes")] == ["f9", "f10"]
    assert [one.id for one in lore.facts("ada", "eyes")] == ["f9"]
    assert [one.id for one in lore.topic("ada", "hair")] == ["f3"]
    assert [one.id for one in lore.naming("spouse", "bram")] == ["f2"]
    assert [one.id for one in lore.standing("ada", "eyes")] == ["f9"]
    assert lore.standing("ada", "hair") == ()


def test_facts_at_a_minute() -> None:
    old = fact("f1", "door", "state", "open").model_copy(update={"validity": ValidityInterval(since=0, until=50), "status": "superseded"})
    lore = folded(happened.FactEstablished(fact=old), happened.FactEstablished(fact=fact("f2", "door", "state", "shut")))
    assert [one.id for one in lore.facts("door", at=10, status=None)] == ["f1", "f2"]
    assert [one.id for one in lore.facts("door", at=50, status=None)] == ["f2"]


def test_ties_count_open_facts_only() -> None:
    bond = fact("f1", "ada", "spouse", "Bram", other="bram")
    lore = folded(
        *people("ada", "bram", "cole"),
        happened.FactEstablished(fact=bond),
        happened.FactEstablished(fact=fact("f2", "bram", "sibling", "Cole", other="cole")),
    )
    assert (lore.ties("ada"), lore.ties("bram"), lore.ties("nobody")) == ({"bram": 1}, {"ada": 1, "cole": 1}, {})
    lore.apply(happened.FactEstablished(fact=bond.model_copy(update={"status": "superseded"})))
    assert (lore.ties("ada"), lore.ties("bram")) == ({}, {"cole": 1})


def test_names_find_their_bearers() -> None:
    lore = folded(
        happened.EntityIntroduced(
            entity=Entity(
                id="boone", kind="character", name="Ida Boone", aliases=("the schoolmistress",), secret_aliases={"Faro Ida": "past"}
            )
        ),
        happened.EntityIntroduced(entity=Entity(id="boone_senior", kind="character", name="Amos Boone", aliases=("Boone",))),
    )
    assert [one.id for one in lore.named("The Schoolmistress's")] == ["boone"]
    assert [one.id for one in lore.named("faro ida")] == ["boone"]
    assert [one.id for one in lore.named("Boone")] == ["boone", "boone_senior"]
    assert lore.named("somebody") == ()
    lore.apply(happened.EntityIntroduced(entity=Entity(id="boone", kind="character", name="Ida Marsh")))
    assert lore.named("Ida Boone") == ()
    assert plain("  THE  Brass Lantern ") == "brass lantern"


def test_the_digest_is_of_what_is_held_in_any_order() -> None:
    one, two = fact("f1", "ada", "spouse", "Bram", other="bram"), fact("f2", "bram", "sibling", "Cole", other="cole")
    here = folded(*people("ada"), happened.FactEstablished(fact=one), happened.FactEstablished(fact=two))
    there = folded(happened.FactEstablished(fact=two), happened.FactEstablished(fact=one), *people("ada"))
    assert here.digest == there.digest
    there.apply(happened.FactEstablished(fact=two.model_copy(update={"status": "retired"})))
    assert here.digest != there.digest


def test_what_is_known_of_somebody() -> None:
    lore = evening()
    heard = Claim(
        id="4.1",
        subject="ada",
        relation="eyes",
        value=Value(kind="enum", text="blue"),
        modality="rumour",
        provenance=telling(4, "They say blue."),
    )
    lore.apply(happened.ClaimHeard(turn=4, claim=heard))
    eyes, spouse = known(lore, "ada")
    assert (eyes.relation, [one.id for one in eyes.now], [one.id for one in eyes.talk]) == ("eyes", ["f1.1"], ["4.1"])
    assert spouse.facts[0].value.entity == "bram"
    assert known(lore, "nobody") == ()


def test_the_table_is_not_shown_what_it_may_not_know() -> None:
    lore = folded(happened.FactEstablished(fact=fact("f1", "ada", "eyes", "grey").model_copy(update={"audience": "gm"})))
    assert known(lore, "ada", "table") == ()
    assert len(known(lore, "ada")) == 1


def test_exports_are_sorted_and_whole() -> None:
    lore = evening()
    data = to_json(lore)
    ids = [node["id"] for node in data["nodes"]]
    assert ids == sorted(ids)
    assert {"from": "fact f1.2", "relation": "says", "to": "bram"} in data["edges"]
    assert {"id": "ada", "kind": "character", "label": "Ada"} in data["nodes"]
    assert to_graphml(lore).count("<node ") == len(ids)


def test_graphml_takes_any_words() -> None:
    lore = folded(happened.EntityIntroduced(entity=Entity(id="a<b", kind="item", name='"<&\x00>')))
    assert "&lt;&amp;&gt;" in to_graphml(lore)


def test_a_snapshot_answers_as_the_fold_does() -> None:
    lore = evening()
    again = read_lore(write_lore(lore))
    assert again.digest == lore.digest
    assert to_json(again) == to_json(lore)
    for id in ("ada", "bram", "mill"):
        assert again.records(id) == lore.records(id)
        assert again.ties(id) == lore.ties(id)
        assert again.web.ties() == lore.web.ties()
        assert known(again, id) == known(lore, id)
    assert again.heard("ada") == lore.heard("ada")
    assert again.named("the ada") == lore.named("the ada")


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.sampled_from(["ada", "bram", "cole"]), st.sampled_from(["open", "superseded", "retired"])),
        max_size=12,
    )
)
@settings(max_examples=50, deadline=None)
def test_nearness_counts_what_stands(written: list[tuple[int, str, FactStatus]]) -> None:
    """However often facts are replaced, two people are tied exactly while an open fact joins them."""
    events = [
        happened.FactEstablished(fact=fact(f"f{n}", "mill", "owner", other, other=other, status=status)) for n, other, status in written
    ]
    lore = folded(*people("ada", "bram", "cole", "mill"), *events)
    standing = {one.value.entity for one in lore.facts("mill")}
    assert set(lore.ties("mill")) == standing
    assert {tie.other for tie in lore.web.ties() if tie.one == "mill"} == standing


def test_an_event_costs_the_same_in_a_long_story() -> None:
    """The last thousand facts of ten thousand take no more than a few times what the first thousand take."""
    lore = LoreGraph()
    took: list[float] = []
    for block in range(10):
        events = [
            happened.FactEstablished(
                turn=block, fact=fact(f"f{block}.{n}", f"e{n % 50}", "has", "e1", other=f"e{(n + 1) % 50}", turn=block)
            )
            for n in range(1000)
        ]
        start = time.process_time()
        for event in events:
            lore.apply(event)
        took.append(time.process_time() - start)
    assert min(took[-3:]) < 4 * max(took[:3])
