"""What the author and the engine say."""

import pytest

from gm_engine.continuity import canon, engine_claims
from gm_engine.continuity.canon import read_date, read_value
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.pack import Faction, Item, Location, Pack, Person, Start
from gm_engine.story.travel import Exit
from tests.continuity.county import Table, county, relations

PACK = Pack(
    id="p",
    title="",
    start=Start(at="ford", pc="cal"),
    characters={"cal": Person(name="Cal", traits={"eyes": "Gray"}, items={"watch": 1})},
    npcs={
        "ada": Person(
            name="Ada", role="postmistress", born="1850", facts={"spouse": "cal", "price": "about 40 cents"}, at="mill", visibility="gm"
        )
    },
    locations={
        "ford": Location(name="the ford", exits=(Exit(to="mill", tenths=25, dir="north"),)),
        "mill": Location(name="the mill", within="ford"),
    },
    factions={"crew": Faction(name="the crew", members=("ada",))},
    items={"watch": Item(name="a watch", owner="ada", price=250)},
)


def said(claims: tuple[Claim, ...]) -> dict[tuple[str, str], Claim]:
    return {claim.topic: claim for claim in claims}


def test_a_campaign_s_pages_become_an_author_s_claims() -> None:
    claims = canon(PACK, relations().values())
    assert [claim.id for claim in claims] == [f"0.{n}" for n in range(1, len(claims) + 1)]
    found = said(claims)
    assert found["cal", "eyes"].value.text == "gray"
    assert found["ada", "spouse"].value.entity == "cal"
    assert found["ada", "price"].value.model_dump() == {
        "kind": "number",
        "text": "about 40 cents",
        "entity": None,
        "low": 40,
        "high": 40,
        "unit": "cents",
        "approximate": True,
    }
    assert found["ada", "role"].provenance.where == "npcs.ada"
    assert (found["ada", "role"].audience, found["cal", "eyes"].audience) == ("gm", "table")
    assert found["cal", "has"].value.entity == "watch"
    assert found["watch", "owner"].value.entity == "ada"
    assert found["ada", "member_of"].value.entity == "crew"
    assert found["mill", "within"].value.entity == "ford"
    assert {claim.provenance.voice for claim in claims} == {"author"}


def test_a_way_north_lies_south_of_where_it_leads() -> None:
    found = said(canon(PACK, relations().values()))
    assert (found["ford", "bearing"].value.text, found["ford", "bearing"].value.entity) == ("south", "mill")
    assert (found["ford", "distance"].value.low, found["ford", "distance"].value.unit) == (4400, "yard")


def test_canon_agrees_with_itself_and_is_held_in_full() -> None:
    table = Table()
    verdict = table.tell(*canon(PACK, relations().values()))
    assert verdict.conflicts == ()
    assert len(verdict.facts) >= len(verdict.claims)


@pytest.mark.parametrize(
    ("words", "days"),
    [("1850", 365), ("1852", 366), ("1850-02", 28), ("1850-12", 31), ("1850-06-03", 1)],
)
def test_dates_are_spans_of_days(words: str, days: int) -> None:
    span = read_date(words)
    assert span is not None
    assert span[1] - span[0] + 1 == days


@pytest.mark.parametrize("words", ["spring", "1850-13", "1850-02-30", "0", "", "18500"])
def test_what_is_no_date_is_kept_as_words(words: str) -> None:
    assert read_date(words) is None
    assert read_value(words, "date", {}.get).kind == "text"


def test_what_the_rules_made_happen_is_told_by_the_engine() -> None:
    state = county()
    events = [
        happened.StateChanged(turn=4, what="condition", key="bram", old="alive", new="dead"),
        happened.StateChanged(turn=4, what="wound", key="ada", detail="left arm; a rifle ball; 900", new=2),
        happened.StateChanged(turn=4, what="item", key="cal", detail="locket", old=1, new=0),
        happened.StateChanged(turn=4, what="place", key="ada", old="bank", new="saloon"),
        happened.StateChanged(turn=4, what="money", key="cal", old=100, new=50),
    ]
    claims = engine_claims(events, state, turn=4)
    assert [(one.id, one.subject, one.relation, one.polarity, one.provenance.quote) for one in claims] == [
        ("4.e1", "bram", "condition", True, "Bram Tolliver is dead."),
        ("4.e2", "ada", "left_arm", True, "Ada Pruitt is hit in the left arm."),
        ("4.e3", "cal", "has", False, "Cal Reddick no longer has the silver locket."),
        ("4.e4", "ada", "at", True, "Ada Pruitt is at the Brass Lantern."),
    ]


def test_the_engine_s_dead_do_not_act() -> None:
    table = Table()
    events = [happened.StateChanged(turn=1, what="condition", key="bram", new="dead")]
    table.tell(*engine_claims(events, table.state, turn=1))
    (conflict,) = table.tell("bram condition alive; act").conflicts
    assert (conflict.rule, conflict.established.voice) == ("dead-act", "engine")


def test_the_engine_s_own_bookkeeping_is_never_accused() -> None:
    table = Table()
    steps = [
        happened.StateChanged(turn=1, what="wound", key="ada", detail="left arm; shot:cal; 90", old=0, new=1),
        happened.StateChanged(turn=1, what="wound", key="ada", detail="right arm; shot:cal; 90", old=1, new=2),
        happened.StateChanged(turn=1, what="place", key="ada", old="bank", new="saloon"),
        happened.StateChanged(turn=1, what="place", key="ada", old="saloon", new="bank"),
        happened.StateChanged(turn=1, what="condition", key="bram", new="dead"),
        happened.StateChanged(turn=1, what="condition", key="bram", new="alive"),
    ]
    assert table.tell(*engine_claims(steps, table.state, turn=1)).conflicts == ()
    assert [fact.value.entity for fact in table.state.lore.topic("ada", "at") if fact.status == "open"] == ["bank"]
