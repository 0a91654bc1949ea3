"""The check: what makes facts, what is told again, what a conflict leaves standing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game
from gm_engine.continuity import refuse_unknown
from gm_engine.errors import PackError
from gm_engine.journal import MemoryJournal
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.rule import Rule
from tests.continuity.county import Pair, Table, claim, pairs, rules


def test_two_sentences_clash_once_in_a_class_whatever_is_read_in_them() -> None:
    """Found by hand: a bridge that was built twice was reported as founded twice and as dated twice."""
    table = Table()
    table.tell(
        claim("ada eyes grey", "Ada has grey eyes and black hair."), claim("ada hair black", "Ada has grey eyes and black hair.", number=2)
    )
    again = "Ada has green eyes and red hair."
    found = table.tell(claim("ada eyes green", again, turn=2), claim("ada hair red", again, turn=2, number=2))
    assert [conflict.relation for conflict in found.conflicts] == ["eyes"]
    assert [miss.why for miss in found.near] == ["2.1 joins the same two sentences"]


def test_hearing_the_same_claim_twice_changes_nothing() -> None:
    table = Table()
    told = claim("ada eyes grey")
    table.tell(told)
    before = table.state.lore.digest
    verdict = table.tell(told)
    assert (verdict.facts, verdict.conflicts) == ((), ())
    assert table.state.lore.digest == before


def test_told_again_adds_a_telling_and_nothing_else() -> None:
    table = Table()
    table.tell("ada eyes grey")
    (fact,) = table.tell("ada eyes gray").facts
    (held,) = table.state.lore.topic("ada", "eyes")
    assert fact == held
    assert [telling.turn for telling in held.told_by] == [1, 2]
    assert held.value.text == "grey"


def test_a_fact_keeps_its_first_telling_and_the_latest() -> None:
    table = Table()
    for turn in range(1, 31):
        table.tell(claim("ada eyes grey", turn=turn))
    (held,) = table.state.lore.topic("ada", "eyes")
    assert [telling.turn for telling in held.told_by] == [1, *range(20, 31)]


def test_a_more_precise_telling_sharpens_the_fact() -> None:
    table = Table()
    table.tell("ada eyes brown")
    table.tell("ada eyes hazel")
    (held,) = table.state.lore.topic("ada", "eyes")
    assert (held.value.text, len(held.told_by)) == ("hazel", 2)


def test_a_conflict_leaves_the_old_fact_standing() -> None:
    table = Table()
    table.tell("ada eyes grey")
    verdict = table.tell("ada eyes green")
    assert verdict.facts == ()
    (conflict,) = verdict.conflicts
    assert (conflict.id, conflict.kind, conflict.severity, conflict.fact) == ("2.1", "physical_trait", "major", "f1.1")
    assert [fact.value.text for fact in table.state.lore.facts("ada", "eyes")] == ["grey"]


def test_an_open_matter_is_not_raised_again() -> None:
    table = Table()
    table.tell("ada eyes grey")
    table.tell("ada eyes green")
    verdict = table.tell("ada eyes green")
    assert verdict.conflicts == ()
    assert [miss.why for miss in verdict.near] == ["the same matter as 2.1, open"]


def test_a_change_closes_the_interval_and_supersedes() -> None:
    table = Table()
    table.tell("saloon state open; minute 10")
    table.tell("saloon state shut; turn 2; minute 60")
    old, new = table.state.lore.topic("saloon", "state")
    assert (old.status, old.validity.until) == ("superseded", 60)
    assert (new.supersedes, new.validity.since, new.validity.until) == (old.id, 60, None)
    assert [fact.value.text for fact in table.state.lore.facts("saloon", at=30, status=None)] == ["open"]
    assert [fact.value.text for fact in table.state.lore.facts("saloon", at=60, status=None)] == ["shut"]


def test_what_was_so_earlier_becomes_history_and_ends_where_the_present_begins() -> None:
    table = Table()
    table.tell("saloon state shut; turn 1; minute 60")
    table.tell("saloon state open; turn 2; minute 20")
    now, before = table.state.lore.topic("saloon", "state")
    assert (now.value.text, now.status) == ("shut", "open")
    assert (before.value.text, before.status, before.validity.until) == ("open", "superseded", 60)


@pytest.mark.parametrize(
    "mark",
    ["speech; by bram", "rumour", "plan", "hypothetical", "dream", "quoted", "sarcasm", "question", "character", "document", "player"],
)
def test_what_is_not_told_as_so_makes_no_fact_and_no_conflict(mark: str) -> None:
    table = Table()
    assert table.tell(f"ada eyes green; {mark}").facts == ()
    table.tell("ada eyes grey")
    verdict = table.tell(f"ada eyes green; {mark}")
    assert (verdict.facts, verdict.conflicts) == ((), ())
    assert len(verdict.near) == 1


def test_an_act_is_no_fact() -> None:
    table = Table()
    assert table.tell("bram condition alive; act").facts == ()


def test_a_reply_that_contradicts_itself_is_found() -> None:
    table = Table()
    verdict = table.tell(claim("ada eyes grey", number=1), claim("ada eyes green", number=2))
    assert [conflict.id for conflict in verdict.conflicts] == ["1.1"]


def test_what_follows_stands_with_it() -> None:
    table = Table()
    table.tell("ada spouse bram")
    (fact,) = table.state.lore.facts("bram", "spouse")
    assert (fact.value.entity, fact.id) == ("ada", "f1.1.bram.spouse")
    assert fact.told_by[0].quote == "ada spouse bram"


def test_a_player_s_ruling_weighs_most() -> None:
    table = Table()
    ruling = claim("ada eyes grey")
    table.tell(ruling.model_copy(update={"provenance": ruling.provenance.model_copy(update={"voice": "player", "source": "chip"})}))
    (conflict,) = table.tell("ada eyes green").conflicts
    assert conflict.severity == "critical"


def test_a_fault_keeps_its_mark() -> None:
    table = Table()
    table.tell("ada eyes grey")
    (conflict,) = table.tell(claim("ada eyes green", turn=2).model_copy(update={"sim": "fault"})).conflicts
    assert conflict.sim == "fault"


def test_a_campaign_may_add_a_rule() -> None:
    own = Rule(
        id="one-hat",
        says="one hat to a head",
        kind="possession",
        compare="topic",
        relations=("wears",),
        when={"lasting": ("wears",), "key": ("unit",), "words": ("free",)},
    )
    table = Table()
    both = (*rules(), own)
    table.tell("ada wears a straw hat", own=both)
    assert [conflict.rule for conflict in table.tell("ada wears a black bonnet", own=both).conflicts] == ["one-hat"]


ODD = Rule(id="odd", says="", kind="geography", compare="guess", relations=("at",), where="continuity.yaml:3")


def test_a_rule_by_an_unknown_comparer_is_refused() -> None:
    with pytest.raises(PackError, match=r'continuity.yaml:3: rule "odd" compares by "guess" \[unknown-comparer\]\n.*topic'):
        refuse_unknown([*rules(), ODD])


def test_a_campaign_with_such_a_rule_does_not_begin(tmp_path: Path) -> None:
    (tmp_path / "continuity.yaml").write_text("rules:\n  - id: odd\n    says: a guess\n    kind: geography\n    compare: guess\n")
    with pytest.raises(PackError, match=r'rule "odd" compares by "guess" \[unknown-comparer\]'):
        new_game(MemoryJournal("odd"), load_pack(find_pack("red_mesa")), pack_path=tmp_path)


def test_a_story_that_began_with_a_comparer_that_is_gone_goes_on_without_it() -> None:
    table = Table()
    both = (*rules(), ODD)
    table.tell("jonas at saloon", own=both)
    assert [conflict.rule for conflict in table.tell("jonas at gorge; minute 15", own=both).conflicts] == ["two-places"]


def test_the_engine_has_the_last_word_on_where_its_people_are() -> None:
    table = Table()
    fold(table.state, happened.StateChanged(turn=1, what="time", new=10))
    (conflict,) = table.tell("ada at gorge").conflicts
    assert (conflict.rule, conflict.established.voice, conflict.established.quote) == (
        "two-places",
        "engine",
        "Ada Pruitt is at the Brass Lantern.",
    )
    assert table.tell("ada at town").conflicts == ()


def test_cartridges_are_counted() -> None:
    table = Table()
    fold(table.state, happened.StateChanged(turn=1, what="ammo", key="cal", detail="revolver", old=6, new=4))
    (conflict,) = table.tell("cal loaded 6 cartridges").conflicts
    assert conflict.rule == "counted"
    assert conflict.why == (
        "the record counts otherwise: Cal Reddick (loaded) was told as 4 cartridges, and now as 6 cartridges;"
        " the story's own record counts 4 cartridges at that moment"
    )
    assert table.tell("cal loaded 4 rounds").conflicts == ()


CLEAN = [pair for pair in pairs() if not pair.clash]


def test_a_hundred_and_twenty_clean_claims_in_one_story() -> None:
    """A long quiet story: moves, changes told as changes, retellings, talk; nothing of it clashes."""
    table = Table()
    told = 0
    for day in range(12):
        noon = day * 1440 + 240
        lines = (
            f"ada eyes grey; minute {noon}",
            f"ada hair {('red', 'auburn')[day % 2]}; minute {noon}",
            f"jonas at {('ranch', 'mesa', 'gorge')[day % 3]}; minute {noon + 10}",
            f"saloon state {('open', 'shut')[day % 2]}; minute {noon + 20}",
            f"ranch count {40 + day} head; change; minute {noon + 30}",
            f"bram condition alive; act; minute {noon + 40}",
            f"wagon owner {('jonas', 'lise')[day % 2]}; change; minute {noon + 50}",
            f"lise condition dead; rumour; minute {noon + 60}",
            f"jonas age 30 years; minute {noon + 70}",
            f"rex role {('cook', 'drover', 'deacon')[day % 3]}; minute {noon + 80}",
        )
        for line in lines:
            verdict = table.tell(f"{line}; turn {table.state.turn + 1}")
            told += 1
            assert verdict.conflicts == (), line
    assert told == 120


words = st.sampled_from(["grey", "gray", "green", "brown", "hazel", "dark"])


@given(st.lists(words, max_size=8))
@settings(max_examples=40, deadline=None)
def test_no_run_of_colours_ever_leaves_two_that_clash(colours: list[str]) -> None:
    table = Table()
    for colour in colours:
        table.tell(f"ada eyes {colour}")
    assert len(table.state.lore.facts("ada", "eyes")) <= 2
    table.tell("ada eyes dark")
    for conflict in list(table.state.conflicts.values()):
        again = table.tell(f"ada eyes {conflict.incoming_value.text}")
        assert again.conflicts == ()


@given(st.permutations([f"{who} {what}" for who in ("ada", "bram", "lise") for what in ("eyes grey", "height tall", "handed left")]))
@settings(max_examples=25, deadline=None)
def test_the_order_of_claims_that_agree_never_shows(lines: list[str]) -> None:
    table = Table()
    table.tell(*(claim(line, number=n) for n, line in enumerate(lines, 1)))
    held = sorted((fact.subject, fact.relation, fact.value.text) for fact in table.state.lore.facts())
    assert held == sorted(tuple(line.split(" ")) for line in lines)


@given(
    st.sampled_from(
        [pair for pair in pairs() if pair.clash and pair.rule in ("trait-differs", "one-owner", "one-grave", "date-differs", "one-killer")]
    )
)
def test_what_never_changes_clashes_either_way_round(pair: Pair) -> None:
    table = Table()
    table.tell(claim(pair.second[0], turn=1))
    assert len(table.tell(claim(pair.first[0], turn=2)).conflicts) == 1
