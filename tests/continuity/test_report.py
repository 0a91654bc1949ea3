"""The report: the shape that scripts rely on, and words that a person can use."""

from typing import get_args

from gm_engine.continuity import say_conflict, settle
from gm_engine.continuity.calibration import calibrated
from gm_engine.continuity.conflict_words import OTHERS
from gm_engine.continuity.report import report_of
from gm_engine.continuity.report_json import reports_json
from gm_engine.continuity.rules import INFER, JUDGE
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.state import fold
from gm_engine.story.claim import Claim
from gm_engine.story.conflict import KEYS, Resolution, Settlement, resolution_of
from gm_engine.story.event import RuleDeclared
from tests.continuity.county import Table, claim, rules


def told() -> Table:
    table = Table()
    table.state.campaign = "carrow"
    table.tell(claim("ada eyes grey", "Ada Pruitt's eyes are grey."))
    table.tell(claim("bram condition dead", "Bram Tolliver is dead.", turn=2))
    table.tell(claim("ada eyes green", "Ada's green eyes narrow.", turn=3))
    table.tell(claim("ada eyes blue; rumour", "They say her eyes are blue.", turn=4))
    table.tell(claim("bram condition alive; act", "Bram waves from the well.", turn=5))
    return table


def marked(one: Claim) -> Claim:
    return one.model_copy(update={"sim": "fault"})


def test_the_worst_comes_first_and_the_counts_agree() -> None:
    report = report_of(told().state)
    assert [(matter.id, matter.severity) for matter in report.conflicts] == [("5.1", "critical"), ("3.1", "major")]
    assert report.by_class == {"life_death": 1, "physical_trait": 1}
    assert report.by_severity == {"critical": 1, "major": 1, "minor": 0}
    assert [name for name, _ in report.grouped] == ["Bram Tolliver", "Ada Pruitt"]


def test_the_json_is_the_contract() -> None:
    table = told()
    found = reports_json([report_of(table.state)])["campaigns"]["carrow"]["conflicts"]
    assert found[0] == {
        "id": "5.1",
        "class": "life_death",
        "severity": "critical",
        "confidence": calibrated(table.state.conflicts["5.1"]) / 100,
        "status": "open",
        "a": {"turn": 2, "where": "", "speaker": "gm", "voice": "narrator", "quote": "Bram Tolliver is dead.", "span": [0, 22]},
        "b": {"turn": 5, "where": "", "speaker": "gm", "voice": "narrator", "quote": "Bram waves from the well.", "span": [0, 25]},
        "subject": "bram",
        "rule": "dead-act",
        "found_by": "rules",
        "why": "the dead do not act: Bram Tolliver (condition) was told as dead, and now as alive;"
        " nothing tells of a way back, a dream, a ghost or a namesake",
        "resolution": None,
        "sim": "none",
    }
    assert reports_json([report_of(Table().state)]) == {"campaigns": {"": {"conflicts": []}}}


def test_settled_open_and_doubtful_ones_are_told_apart() -> None:
    table = told()
    for event in settle(table.state.conflicts["3.1"], Settlement(resolution="keep"), table.state, turn=5):
        fold(table.state, event)
    assert [matter.id for matter in report_of(table.state, show="open").conflicts] == ["5.1"]
    assert [(matter.id, matter.resolution) for matter in report_of(table.state, show="settled").conflicts] == [("3.1", "keep")]
    sure = calibrated(table.state.conflicts["5.1"])
    assert "5.1" in [matter.id for matter in report_of(table.state, min_confidence=sure).conflicts]
    assert "5.1" not in [matter.id for matter in report_of(table.state, min_confidence=sure + 1).conflicts]


def test_what_was_injected_stands_apart() -> None:
    table = told()
    table.tell(marked(claim("ada eyes violet", turn=6)))
    report = report_of(table.state)
    assert [matter.id for matter in report.simulated] == ["6.1"]
    assert "6.1" not in [matter.id for matter in report.conflicts]


def test_look_alikes_come_with_their_reason() -> None:
    looks = report_of(told().state, near=True).near
    assert [(look.name, look.b.quote, look.why) for look in looks] == [("Ada Pruitt", "They say her eyes are blue.", "it is only talk")]


def test_all_eleven_resolutions_are_offered() -> None:
    assert ("keep", *OTHERS.split(", ")) == get_args(Resolution)


def test_a_conflict_in_words() -> None:
    table = told()
    words = say_conflict(table.state.conflicts["5.1"], table.state, "continuity.yaml:8")
    assert words.splitlines() == [
        'turn 5: "Bram waves from the well." cannot stand beside turn 2: "Bram Tolliver is dead.". [dead-act]',
        "  The rule: the dead do not act: Bram Tolliver (condition) was told as dead, and now as alive; nothing tells of a way back,"
        " a dream, a ghost or a namesake (continuity.yaml:8). I may have misread one of them.",
        "  Told Monday, April 5, 1880, 8.20 in the morning; and again Monday, April 5, 1880, 8.50 in the morning.",
        f"  Settle it: gm settle {table.state.campaign} 5.1 keep  (or {OTHERS})",
    ]


def test_the_report_is_grouped_by_whom_and_by_topic() -> None:
    table = Table()
    table.tell("ada eyes grey", "ada hair black", "bram eyes blue")
    for turn, written in enumerate(("ada eyes green", "ada hair red", "bram eyes black", "ada eyes brown"), 2):
        table.tell(claim(written, turn=turn))
    grouped = [(name, [matter.topic for matter in matters]) for name, matters in report_of(table.state).grouped]
    assert grouped == [("Ada Pruitt", ["eyes", "eyes", "hair"]), ("Bram Tolliver", ["eyes"])]


def test_a_rule_may_say_what_would_make_both_true() -> None:
    state = told().state
    rule = next(rule for rule in rules() if rule.id == "dead-act")
    fold(state, RuleDeclared(rule=rule.model_copy(update={"both_true": "Both are true if Bram has a twin."})))
    assert {matter.both_true for matter in report_of(state).conflicts if matter.rule == "dead-act"} == {"Both are true if Bram has a twin."}
    assert "Bram has a twin" in conflicts_text(report_of(state))


def test_the_page_of_an_entity_shows_every_claim_with_its_quote() -> None:
    page = " ".join(lore_text(told().state, "ada", gm_notes=True).split())
    assert 'eyes: grey turn 1: "Ada Pruitt\'s eyes are grey."' in page
    assert 'eyes, told against it (conflict 3.1, open): green turn 3: "Ada\'s green eyes narrow."' in page
    assert 'eyes, only said (rumour): blue turn 4: "They say her eyes are blue."' in page


def test_later_tellings_of_a_fact_are_listed_by_turn() -> None:
    table = Table()
    for turn in range(1, 6):
        table.tell(claim("ada eyes grey", f"Gray eyes, {turn}.", turn=turn))
    assert "and again: turn 4, turn 5" in lore_text(table.state, "ada", gm_notes=True)


def test_the_ways_to_settle_stand_once_under_the_report_each_with_its_key() -> None:
    assert set(KEYS.values()) == set(get_args(Resolution))
    lines = conflicts_text(report_of(told().state)).splitlines()
    assert sum(line.startswith("  k  keep ") for line in lines) == 1
    assert max(map(len, lines)) <= 80
    assert [resolution_of(typed) for typed in ("k", "n", "mystery", "kept")] == ["keep", "not_a_conflict", "mystery", None]


def test_at_the_table_a_conflict_is_settled_by_the_tables_own_command() -> None:
    table = told()
    assert "  Settle it: /settle 5.1 keep  (or accept, " in say_conflict(table.state.conflicts["5.1"], table.state, settle="/settle")


def test_every_rule_that_compares_claims_says_what_would_make_both_true() -> None:
    """The judge says it by the class of what it found."""
    assert [rule.id for rule in rules() if rule.compare not in (INFER, JUDGE) and not rule.both_true.startswith("Both are true if ")] == []


def test_a_command_that_is_called_by_its_path_settles_the_campaign_by_name() -> None:
    report = report_of(told().state).changed(campaign="evening")
    lines = [line.split()[1:] for line in conflicts_text(report, settle="/opt/gm settle").splitlines() if line.startswith("     settle")]
    assert lines == [["/opt/gm", "settle", "evening", matter.id, "keep"] for matter in report.conflicts]
    assert "settle  /settle" in conflicts_text(report, settle="/settle")
