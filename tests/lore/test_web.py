"""The web of ties: what ties whom, how near that makes them, and that it is the same however it came about."""

import gc
import time
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.lore import LoreGraph
from gm_engine.lore.export import to_graphml, to_json
from gm_engine.lore.records import Setting
from gm_engine.lore.tie import kind_of
from gm_engine.lore.tie_words import say_tie
from gm_engine.lore.web import Sight, Web, crowd
from gm_engine.lore.written_lore import read_lore, write_lore
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Value
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import Event
from gm_engine.story.relation import Relation
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.validity import ValidityInterval
from tests.lore.test_graph import fact, folded, people, telling

ALL = Sight(0, audience="gm", past=True)
SHE = {"ada", "mara"}
WHO = ("ada", "bram", "cole", "dora", "mill", "town")


def pronoun(id: str) -> str:
    return "she" if id in SHE else "he"


def says(lore: LoreGraph, one: str, other: str, minute: int = 0) -> list[str]:
    return [say_tie(tie, str.title, pronoun, minute, toward=other) for tie in lore.web.between(one, other)]


def bond(id: str, one: str, relation: str, other: str, **more: Any) -> Event:
    told = fact(id, one, relation, more.pop("text", other), other=other).model_copy(update=more)
    return happened.FactEstablished(fact=told)


def speech(id: str, turn: int, speaker: str, about: str) -> happened.ClaimHeard:
    heard = telling(turn, f"I saw {about}.").model_copy(update={"voice": "character", "speaker": speaker})
    claim = Claim(id=id, subject=about, relation="eyes", value=Value(kind="enum", text="grey"), modality="speech", provenance=heard)
    return happened.ClaimHeard(turn=turn, claim=claim)


def owed(id: str, debtor: str, creditor: str, *, paid: int | None = None, kind: Any = "debt") -> Consequence:
    return Consequence(
        id=id, kind=kind, text="eleven dollars", debtor=debtor, creditor=creditor, turn=1, scene="s1", minute=10, paid=paid
    )  # fmt: skip


def point(id: str, turn: int, people: Sequence[str], place: str = "") -> Event:
    told = StoryPoint(
        id=id, kind="action", title=f"The shooting {id}", turn=turn, scene="s1", place=place, minute=turn * 10, participants=tuple(people)
    )
    return happened.StoryPointReached(turn=turn, story_point=told)


def test_every_kind_of_tie_is_said_in_a_sentence() -> None:
    lore = folded(
        bond("f1", "ada", "sibling", "bram"), bond("f2", "dora", "father", "bram"), bond("f3", "mill", "owner", "cole"),
        bond("f4", "cole", "member_of", "guild"), bond("f5", "cole", "at", "town"), bond("f6", "cole", "killed_by", "dora"),
        bond("f7", "cole", "debt", "ada", text="eleven dollars"), bond("f8", "ada", "kin_to", "mara", text="milk sister"),
        bond("f9", "ada", "told", "cole", text="Ada rode with Cole at Glorieta."), bond("f10", "ada", "widow_of", "zeke"),
        bond("f11", "cole", "kin_to", "zeke"), bond("f12", "mara", "envies", "zeke"),
    )  # fmt: skip
    assert says(lore, "bram", "ada") == ["Ada is Bram's sister"]
    assert says(lore, "ada", "bram") == ["Bram is Ada's brother"]
    assert says(lore, "dora", "bram") == says(lore, "bram", "dora") == ["Bram is Dora's father"]
    assert says(lore, "mill", "cole") == ["Cole owns Mill"]
    assert says(lore, "cole", "guild") == ["Cole belongs to Guild"]
    assert says(lore, "cole", "town") == ["Cole is at Town"]
    assert says(lore, "cole", "dora") == ["Dora killed Cole"]
    assert says(lore, "ada", "cole") == ["Cole owes Ada eleven dollars", "Ada and Cole: Ada rode with Cole at Glorieta"]
    assert says(lore, "ada", "mara") == ["Ada is Mara's milk sister"]
    assert says(lore, "ada", "zeke") == ["Ada is Zeke's widow"]
    assert says(lore, "cole", "zeke") == ["Cole is kin to Zeke"]
    assert says(lore, "mara", "zeke") == ["Mara and Zeke are joined by envies"]


def test_what_is_no_tie_ties_nobody() -> None:
    lore = folded(
        bond("f1", "ada", "unrelated", "bram"), bond("f2", "ada", "bearing", "mill"), bond("f3", "ada", "spouse", "ada"),
        bond("f4", "ada", "spouse", "cole", polarity=False), bond("f5", "ada", "spouse", "dora", status="retired"),
        bond("f6", "ada", "spouse", "zeke", status="mystery"), happened.FactEstablished(fact=fact("f7", "ada", "eyes", "grey")),
    )  # fmt: skip
    assert lore.web.ties() == ()


def test_a_relation_that_a_campaign_declares_is_a_tie_by_its_class() -> None:
    foster = Relation(id="fosters", says="whom they foster", kind="kinship_role", value="entity")
    assert kind_of("fosters", foster) == "membership"
    assert kind_of("fosters", None) == "other"
    assert kind_of("spouse", foster) == "kinship"


def test_who_told_whom_is_a_tie_of_those_who_were_there() -> None:
    lore = LoreGraph()
    lore.apply(speech("3.1", 3, "ada", "dora"), Setting(30, ("cole", "bram", "ada")))
    assert says(lore, "ada", "cole") == ["Ada told Cole of Dora"]
    assert says(lore, "ada", "dora") == ["Ada spoke of Dora"]
    assert says(lore, "bram", "ada") == ["Ada told Bram of Dora"]
    (tie,) = lore.web.between("ada", "cole")
    assert (tie.turn, tie.quote, tie.record) == (3, "I saw dora.", "claim 3.1")
    lore.apply(speech("2.1", 2, "ada", "ada"), Setting(20, ("cole",)))
    assert says(lore, "ada", "cole") == ["Ada told Cole of Dora"], "an older telling does not take the place of a newer one"
    lore.apply(speech("4.1", 4, "ada", "ada"), Setting(40, ("cole",)))
    assert says(lore, "ada", "cole") == ["Ada told Cole of herself"]
    assert lore.graph.has_edge("claim 4.1", "cole", "heard_by")


def test_only_what_is_said_in_the_story_is_told_by_somebody() -> None:
    """The teller's own word is nobody's; where the teller reports what was said, it is whoever is named for it."""
    event = speech("3.1", 3, "ada", "dora")
    voice = event.claim.provenance.model_copy(update={"voice": "narrator", "speaker": None})
    for modality, holder, ties in (("asserted", "ada", []), ("speech", "ada", ["Ada told Cole of Dora"]), ("speech", None, [])):
        lore = LoreGraph()
        claim = event.claim.model_copy(update={"provenance": voice, "modality": modality, "holder": holder})
        lore.apply(event.model_copy(update={"claim": claim}), Setting(30, ("cole",)))
        assert says(lore, "ada", "cole") == ties


def test_a_debt_ties_until_it_is_paid() -> None:
    lore = folded(happened.ConsequenceDue(turn=1, consequence=owed("c1.1", "bram", "ada")))
    assert says(lore, "ada", "bram") == ["Bram owed Ada: eleven dollars"], "at minute 0 it is not yet so"
    assert says(lore, "ada", "bram", 10) == ["Bram owes Ada: eleven dollars"]
    lore.apply(happened.ConsequencePaid(turn=4, consequence=owed("c1.1", "bram", "ada", paid=4)), Setting(90))
    (tie,) = lore.web.between("ada", "bram")
    assert (tie.over, tie.validity) == (True, ValidityInterval(since=10, until=90))
    assert lore.web.ways("ada", "bram", Sight(95)) == ()
    assert lore.web.ways("ada", "bram", Sight(95, past=True))[0].ties == (tie,)


def test_a_consequence_that_waits_is_the_gms_alone() -> None:
    lore = folded(happened.ConsequenceDue(turn=1, consequence=owed("c1.1", "bram", "ada", kind="consequence")))
    assert lore.web.ways("ada", "bram", Sight(20)) == ()
    assert lore.web.ways("ada", "bram", Sight(20, audience="gm"))


def test_who_was_at_one_event_is_tied_by_the_last_of_them() -> None:
    lore = folded(point("p2.1", 2, ["bram", "ada"], "mill"), point("p1.1", 1, ["ada", "bram"]))
    assert says(lore, "ada", "bram") == ["Ada and Bram were both there: The shooting p2.1"]
    assert says(lore, "ada", "mill") == ["Ada was at Mill: The shooting p2.1"]


def test_a_scene_ties_those_present_to_its_place_only() -> None:
    lore = folded(happened.SceneOpened(turn=1, scene=Scene(id="s1", title="At the mill", place="mill", present=("bram", "ada"))))
    assert says(lore, "ada", "mill") == ["Ada was at Mill: At the mill"]
    assert lore.web.between("ada", "bram") == ()


def test_what_held_before_is_a_tie_of_the_past() -> None:
    then = bond("f1", "ada", "spouse", "bram", validity=ValidityInterval(since=0, until=50), status="superseded")
    lore = folded(then)
    assert says(lore, "ada", "bram", 60) == ["Bram was Ada's husband"]
    assert lore.web.ways("ada", "bram", Sight(60)) == ()
    (way,) = lore.web.ways("ada", "bram", Sight(60, past=True))
    assert way.cost == 20


def test_a_fact_that_stands_again_ties_again() -> None:
    """The past that it had taken the place of comes back, too, where it is no longer itself of the past."""
    gone = {"status": "superseded"}
    old = bond("f1", "ada", "spouse", "bram", validity=ValidityInterval(since=0, until=50), **gone)
    new = bond("f2", "ada", "spouse", "bram", validity=ValidityInterval(since=60, until=90), **gone)
    lore = folded(old, new)
    assert [tie.record for tie in lore.web.between("ada", "bram")] == ["fact f2"]
    lore.apply(bond("f2", "ada", "spouse", "bram"))
    assert sorted(tie.record for tie in lore.web.between("ada", "bram")) == ["fact f1", "fact f2"]


def test_two_steps_from_somebody_is_near_and_through_a_town_is_not() -> None:
    town = [bond(f"t{n}", f"p{n:02}", "at", "town") for n in range(40)]
    lore = folded(
        bond("f1", "ada", "sibling", "bram"), bond("f2", "cole", "works_for", "bram"), bond("f3", "ada", "at", "town"), *town
    )  # fmt: skip
    found = lore.web.reach(["ada"], 40, Sight(0))
    assert {id: way.cost for id, way in found.items()} == {"bram": 10, "cole": 23, "town": 37}
    assert [tie.relation for tie in found["cole"].ties] == ["sibling", "works_for"]
    assert lore.web.reach(["nobody"], 40, Sight(0)) == {}


def test_a_small_house_is_near() -> None:
    lore = folded(bond("f1", "ada", "lives_at", "mill"), bond("f2", "bram", "lives_at", "mill"))
    assert lore.web.reach(["ada"], 40, Sight(0))["bram"].cost == 40


def test_nothing_goes_through_what_is_not_passed_or_not_shown() -> None:
    lore = folded(bond("f1", "ada", "has", "rifle"), bond("f2", "bram", "has", "rifle"), bond("f3", "ada", "spouse", "dora", audience="gm"))
    assert set(lore.web.reach(["ada"], 40, Sight(0))) == {"rifle", "bram"}
    assert set(lore.web.reach(["ada"], 40, Sight(0, passed=lambda id: id != "rifle"))) == {"rifle"}
    assert set(lore.web.reach(["ada"], 40, Sight(0, shown=lambda id: id != "rifle"))) == set()
    assert set(lore.web.reach(["ada"], 40, Sight(0, audience="gm", passed=lambda id: id != "rifle"))) == {"rifle", "dora"}
    assert lore.web.ways("ada", "bram", Sight(0, passed=lambda id: id != "rifle")) == ()
    assert lore.web.ways("ada", "bram", Sight(0, shown=lambda id: id != "bram")) == ()


def test_somebody_hidden_is_not_named_as_the_matter_either() -> None:
    lore = LoreGraph()
    lore.apply(speech("3.1", 3, "ada", "dora"), Setting(30, ("cole",)))
    assert lore.web.ways("ada", "cole", Sight(40))
    assert lore.web.ways("ada", "cole", Sight(40, shown=lambda id: id != "dora")) == ()


def test_the_ways_of_two_are_their_own_ties_and_the_shortest_through_others() -> None:
    lore = folded(
        bond("f1", "ada", "sibling", "bram"), bond("f2", "ada", "debt", "bram", text="a horse"), bond("f3", "cole", "father", "ada"),
        bond("f4", "cole", "uncle", "bram"), bond("f5", "ada", "at", "town"), bond("f6", "bram", "at", "town"),
    )  # fmt: skip
    ways = lore.web.ways("ada", "bram", Sight(0))
    assert [(way.cost, way.nodes) for way in ways] == [(10, ("ada", "bram")), (12, ("ada", "bram")), (20, ("ada", "cole", "bram"))]


def test_the_other_side_of_a_tie_is_not_a_second_way() -> None:
    one, other = fact("f1", "ada", "father", "Bram", other="bram"), fact("f1.bram.child", "bram", "child", "Ada", other="ada")
    lore = folded(happened.FactEstablished(fact=one), happened.FactEstablished(fact=other))
    assert [way.ties[0].record for way in lore.web.ways("ada", "bram", Sight(0))] == ["fact f1"]


def test_the_ties_stand_in_every_export() -> None:
    lore = folded(*people("ada", "bram"), bond("f1", "ada", "sibling", "bram"), bond("f2", "ada", "spouse", "bram", audience="gm"))
    rows = to_json(lore)["ties"]
    assert [(row["from"], row["relation"], row["to"], row["kind"]) for row in rows] == [
        ("ada", "sibling", "bram", "kinship"),
        ("ada", "spouse", "bram", "kinship"),
    ]
    assert [row["record"] for row in to_json(lore, sight=Sight(0))["ties"]] == ["fact f1"]
    text = to_graphml(lore, sight=Sight(0))
    assert '<data key="kind">kinship</data>' in text
    assert '<data key="quote">So it was told.</data>' in text
    assert text.count("spouse") == 1, "the fact's node"


RELATIONS = ("sibling", "spouse", "owner", "member_of", "at", "debt", "met", "unrelated")
FACTS = st.builds(
    lambda n, one, relation, other, status, until, audience: bond(
        f"f{n}", one, relation, other, status=status, audience=audience, validity=ValidityInterval(since=0, until=until)
    ),
    st.integers(1, 9), st.sampled_from(WHO), st.sampled_from(RELATIONS), st.sampled_from(WHO),
    st.sampled_from(["open", "superseded", "retired"]), st.sampled_from([None, 20, 80]), st.sampled_from(["table", "gm"]),
)  # fmt: skip
EVENTS = st.lists(
    st.one_of(
        FACTS.filter(lambda event: event.fact.subject != event.fact.value.entity),
        st.builds(
            lambda n, turn, one, about: speech(f"{turn}.{n}.{one}.{about}", turn, one, about),
            st.integers(1, 3), st.integers(1, 5), st.sampled_from(WHO), st.sampled_from(WHO),
        ),
        st.builds(
            lambda n, turn, who, place: point(f"p{turn}.{n}", turn, sorted(who), place),
            st.integers(1, 2), st.integers(1, 5), st.sets(st.sampled_from(WHO[:4])), st.sampled_from(["mill", "town"]),
        ),
        st.builds(
            lambda n, one, other, paid: (happened.ConsequencePaid if paid else happened.ConsequenceDue)(
                turn=paid or 1, consequence=owed(f"c{n}{one}{other}", one, other, paid=paid)
            ),
            st.integers(1, 2), st.sampled_from(WHO[:4]), st.sampled_from(WHO[:4]), st.sampled_from([None, 3]),
        ),
    ),
    max_size=25,
)  # fmt: skip


def same_topic(events: Sequence[Event]) -> list[Event]:
    """A fact of one id is always of one topic and of one value, as in every story."""
    first: dict[str, Any] = {}
    kept: list[Event] = []
    for event in events:
        if isinstance(event, happened.FactEstablished):
            held = first.setdefault(event.fact.id, event.fact)
            event = event.model_copy(
                update={"fact": event.fact.model_copy(update={k: getattr(held, k) for k in ("subject", "relation", "value")})}
            )
        kept.append(event)
    return kept


def woven(events: Sequence[Event]) -> LoreGraph:
    lore = LoreGraph()
    for n, event in enumerate(events):
        lore.apply(event, Setting(n, ("ada", "cole")))
    return lore


@given(EVENTS)
@settings(max_examples=150, deadline=None)
def test_the_web_is_in_step_with_what_it_is_made_of(written: list[Event]) -> None:
    """Kept up event by event, it is the web that a snapshot gives back, counts and all."""
    lore = woven(same_topic(written))
    again = read_lore(write_lore(lore))
    assert again.web.ties() == lore.web.ties()
    assert set(again.web.graph) == set(lore.web.graph)
    fresh = Web()
    for tie in reversed(lore.web.ties()):
        fresh.put(tie)
    for tie in lore.web.ties():
        assert fresh.cost(tie, 30) == lore.web.cost(tie, 30) == again.web.cost(tie, 30)


@given(EVENTS)
@settings(max_examples=100, deadline=None)
def test_ways_are_the_same_from_both_ends_and_whatever_came_first(written: list[Event]) -> None:
    web = woven(same_topic(written)).web
    other = Web()
    for tie in sorted(web.ties(), key=lambda tie: (tie.turn, tie.other, tie.record), reverse=True):
        other.put(tie)
    for one in WHO:
        for two in WHO:
            ways = web.ways(one, two, ALL)
            assert ways == tuple(way.turned for way in web.ways(two, one, ALL))
            assert ways == other.ways(one, two, ALL)
            assert len(ways) <= 3
            assert all(len(way.ties) == len(way.nodes) - 1 for way in ways)
            assert all(
                {tie.one, tie.other} == {a, b} for way in ways for tie, a, b in zip(way.ties, way.nodes, way.nodes[1:], strict=False)
            )
    assert web.reach(["ada", "cole"], 60, ALL) == other.reach(["ada", "cole"], 60, ALL)


@given(EVENTS, st.sampled_from(WHO))
@settings(max_examples=100, deadline=None)
def test_reach_is_the_length_of_the_shortest_way(written: list[Event], one: str) -> None:
    web = woven(same_topic(written)).web
    near = web.reach([one], 70, ALL)
    for two in WHO:
        ways = web.ways(one, two, ALL)
        if two in near:
            assert near[two].cost == ways[0].cost == sum(web.cost(tie, 0) for tie in near[two].ties)
        elif ways:
            assert ways[0].cost > 70


@given(EVENTS)
@settings(max_examples=60, deadline=None)
def test_the_table_sees_no_tie_of_the_gms(written: list[Event]) -> None:
    web = woven(same_topic(written)).web
    sight = Sight(30, past=True)
    seen = [tie for one in WHO for two in WHO for way in web.ways(one, two, sight) for tie in way.ties]
    assert all(tie.audience == "table" for tie in (*seen, *web.seen(sight)))


def test_a_tie_and_a_search_cost_the_same_in_a_large_web() -> None:
    """With a hundred times the people, folding a tie and looking around somebody take no more than a few times as long."""

    def measured(count: int) -> tuple[float, float]:
        events = [bond(f"f{n}", f"e{n}", ("sibling", "at", "met")[n % 3], f"e{n // 3 + 1}" if n % 3 != 1 else "town") for n in range(count)]
        lore = folded(*events)
        news = [bond(f"g{n}", f"e{n}", "member_of", f"e{n + 1}") for n in range(300)]
        gc.collect()
        gc.disable()  # a sweep through all that the test holds is no cost of the web's
        try:
            start = time.process_time()
            for event in news:
                lore.apply(event)
            fold = time.process_time() - start
            start = time.process_time()
            for n in range(100):
                lore.web.reach([f"e{n}", f"e{n + 50}"], 40, Sight(0))
            return fold, time.process_time() - start
        finally:
            gc.enable()

    small, large = measured(300), measured(30_000)
    assert large[0] < 5 * small[0]
    assert large[1] < 5 * small[1]


def test_a_crowd_costs_by_its_logarithm() -> None:
    assert [crowd(n) for n in (0, 1, 4, 8, 16, 64)] == [0, 0, 0, 10, 20, 40]
