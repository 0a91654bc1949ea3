"""Whatever is claimed, the check gives a verdict: it never raises, never invents a quote, and hears nothing twice."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.continuity import settle
from gm_engine.continuity.report import report_of
from gm_engine.lore.written_lore import read_lore, write_lore
from gm_engine.state import fold
from gm_engine.story.claim import Claim, Value
from gm_engine.story.conflict import Settlement
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval
from tests.continuity.county import COUNTY, OTHERS, Table, relations

IDS = sorted([*COUNTY.characters, *COUNTY.npcs, *COUNTY.locations, *COUNTY.items, *OTHERS])
WORDS = [
    "grey",
    "brown",
    "hazel",
    "missing",
    "whole",
    "dead",
    "alive",
    "left",
    "right",
    "north",
    "south",
    "married",
    "marshal",
    "burnt",
    "mended",
    "won",
    "lost",
]


@st.composite
def values(draw: st.DrawFn, kind: str) -> Value:
    other = draw(st.sampled_from([None, *IDS]))
    if kind == "entity":
        other = other or "ada"
        return Value(kind="entity", text=other, entity=other)
    if kind in ("number", "date"):
        low = draw(st.integers(1, 700_000))
        high = low + draw(st.integers(0, 400))
        unit = draw(st.sampled_from([None, "head", "cartridges", "cent"]))
        return Value(kind=kind, text=str(low), low=low, high=high, unit=unit, entity=other, approximate=draw(st.booleans()))
    return Value(kind=kind, text=draw(st.sampled_from(WORDS)), entity=draw(st.sampled_from([None, None, *IDS])))


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    relation = relations()[draw(st.sampled_from(sorted(relations())))]
    turn = draw(st.integers(1, 6))
    minute = draw(st.integers(0, 60))
    since = draw(st.sampled_from([None, None, minute, draw(st.integers(-90, 90))]))
    until = draw(st.sampled_from([None, None, minute, minute + 1, 100]))
    if since is not None and until is not None and until < since:
        until = None
    quote = f"sentence {draw(st.integers(0, 10_000))}"
    voice = draw(st.sampled_from(["narrator", "narrator", "author", "character", "engine", "player", "oracle"]))
    telling = Provenance(source="extracted", turn=turn, voice=voice, quote=quote, span=(0, len(quote)), minute=minute)
    return Claim(
        id=f"{turn}.{draw(st.integers(0, 10**9))}",
        subject=draw(st.sampled_from(IDS)),
        relation=relation.id,
        value=draw(values(relation.value)),
        polarity=draw(st.booleans()),
        change=draw(st.booleans()),
        modality=draw(st.sampled_from(["asserted", "asserted", "asserted", "speech", "rumour", "dream"])),
        validity=ValidityInterval(since=since, until=until),
        provenance=telling,
        confidence=draw(st.integers(5, 100)),
    )


@given(st.lists(claims(), max_size=14, unique_by=lambda one: one.id))
@settings(max_examples=60, deadline=None)
def test_any_story_gets_a_verdict(told: list[Claim]) -> None:
    table = Table()
    quotes = {one.provenance.quote for one in told}
    for one in told:
        verdict = table.tell(one)
        assert verdict.claims == (one,)
        for conflict in verdict.conflicts:
            assert conflict.incoming.quote in quotes
            assert conflict.established.voice == "engine" or conflict.established.quote in quotes
            assert conflict.why
        before, matters = table.state.lore.digest, len(table.state.conflicts)
        again = table.tell(one)
        assert (again.facts, again.conflicts) == ((), ())
        assert (table.state.lore.digest, len(table.state.conflicts)) == (before, matters)
    ids = list(table.state.conflicts.keys())
    assert len(ids) == len(set(ids))
    for id in ids:
        for event in settle(table.state.conflicts[id], Settlement(resolution="changed"), table.state, turn=6):
            fold(table.state, event)
    assert len(report_of(table.state, near=True).conflicts) == len(ids)
    assert read_lore(write_lore(table.state.lore)).digest == table.state.lore.digest
