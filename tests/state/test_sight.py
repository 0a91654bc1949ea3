"""What of the ties the table may see, and that the state keeps them in step."""

from gm_engine.lore.tie import TOLD_TO
from gm_engine.state import StoryState, fold, rebuild
from gm_engine.state.sight import table_sight
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Value
from gm_engine.story.consequence import Consequence
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Item, Location, Pack, Person, Start
from gm_engine.story.provenance import Provenance
from tests.lore.test_web import bond

PACK = Pack(
    id="t",
    title="T",
    start=Start(at="street", pc="cal"),
    characters={"cal": Person(name="Cal", pronouns="he")},
    npcs={"doc": Person(name="Doc", at="street"), "spy": Person(name="Spy", at="street", visibility="gm"), "pete": Person(name="Pete")},
    locations={"street": Location(name="street")},
    items={"rifle": Item(name="a rifle"), "deed": Item(name="the deed", unique=True), "cup": Item(name="a cup", owner="doc")},
)


def opened() -> StoryState:
    state = rebuild([happened.StoryOpened(campaign="t", title="T", seed=1, gm="embedded"), happened.PackOpened(pack=PACK)])
    fold(state, happened.EntityIntroduced(entity=Entity(id="cal", kind="character", name="Cal", pronouns="he")))
    return state


def test_two_who_each_have_one_of_a_kind_are_not_tied_by_it() -> None:
    state = opened()
    for n, (who, what) in enumerate([("doc", "rifle"), ("pete", "rifle"), ("doc", "deed"), ("pete", "deed")]):
        fold(state, bond(f"f{n}", who, "has", what))
    ways = state.lore.web.ways("doc", "pete", table_sight(state))
    assert [way.nodes for way in ways] == [("doc", "deed", "pete")]


def test_no_way_leads_through_one_who_is_hidden_until_they_are_met() -> None:
    state = opened()
    fold(state, bond("f1", "doc", "sibling", "spy"))
    fold(state, bond("f2", "pete", "spouse", "spy"))
    assert state.lore.web.ways("doc", "pete", table_sight(state)) == state.lore.web.ways("doc", "spy", table_sight(state)) == ()
    fold(state, happened.StateChanged(what="met", key="spy", new=1))
    assert [way.nodes for way in state.lore.web.ways("doc", "pete", table_sight(state))] == [("doc", "spy", "pete")]


def test_a_way_can_be_kept_from_going_through_somebody() -> None:
    state = opened()
    fold(state, bond("f1", "doc", "met", "cal"))
    fold(state, bond("f2", "cal", "met", "pete"))
    assert state.lore.web.ways("doc", "pete", table_sight(state))
    assert state.lore.web.ways("doc", "pete", table_sight(state, without=("cal",))) == ()


def test_who_is_there_hears_it() -> None:
    """The fold knows who is present: the player's character and whoever is at the place."""
    state = opened()
    fold(state, happened.PlayerSpoke(turn=1, said="I ask the doc."))
    words = Provenance(source="extracted", turn=1, voice="character", speaker="doc", quote="Pete has grey eyes.")
    claim = Claim(id="1.1", subject="pete", relation="eyes", value=Value(kind="enum", text="grey"), modality="speech", provenance=words)
    fold(state, happened.ClaimHeard(turn=1, claim=claim))
    told = {(tie.one, tie.other, tie.about) for tie in state.lore.web.ties() if tie.relation == TOLD_TO}
    assert told == {("doc", "cal", "pete"), ("doc", "spy", "pete")}


def test_a_debt_is_over_from_the_minute_in_which_it_is_paid() -> None:
    state = opened()
    owed = Consequence(id="c1.1", kind="debt", text="a dollar", debtor="cal", creditor="doc", turn=1, scene="s1", minute=0)
    fold(state, happened.ConsequenceDue(turn=1, consequence=owed))
    fold(state, happened.StateChanged(turn=2, what="time", new=75))
    fold(state, happened.ConsequencePaid(turn=2, consequence=owed.model_copy(update={"paid": 2})))
    (tie,) = state.lore.web.between("cal", "doc")
    assert (tie.validity.since, tie.validity.until) == (0, 75)
