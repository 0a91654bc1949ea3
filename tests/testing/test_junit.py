"""JUnit: every expectation a test case, readable by a machine whatever stands in it."""

from xml.etree import ElementTree

from gm_engine.exchange.junit import junit_report
from gm_engine.testing import PlayRun, StepResult


def runs() -> list[PlayRun]:
    results = [
        StepResult(2, "at street", ok=True, soft=False),
        StepResult(3, "said \"<dust> & 'wind'\"", ok=False, soft=False, seen='"Nothing" <at all> & less'),
        StepResult(4, "at livery", ok=False, soft=True, seen="street"),
    ]
    return [PlayRun("Evening", 5, results, 3), PlayRun("Evening", 6, results[:1], 3)]


def test_each_expectation_of_each_run_is_a_case() -> None:
    suite = ElementTree.fromstring(junit_report("a & b.play", runs()))
    assert (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("a & b.play", "4", "1", "1")
    cases = suite.findall("testcase")
    assert [case.get("classname") for case in cases] == ["a & b.play (seed 5)"] * 3 + ["a & b.play (seed 6)"]
    assert cases[1].get("name") == "line 3: said \"<dust> & 'wind'\""


def test_a_failure_tells_what_was_so_and_a_soft_one_is_skipped() -> None:
    cases = ElementTree.fromstring(junit_report("a.play", runs())).findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["skipped"], []]
    assert cases[1][0].get("message") == '"Nothing" <at all> & less'
    assert cases[2][0].get("message") == "street"


def test_control_characters_in_a_reply_do_not_break_it() -> None:
    run = PlayRun("Evening", 5, [StepResult(2, "said x", ok=False, soft=False, seen="a\x00b\x1bc\nd")], 1)
    assert len(ElementTree.fromstring(junit_report("a.play", [run]))) == 1
