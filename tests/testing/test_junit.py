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


def test_what_could_not_be_run_is_an_error_and_no_failure() -> None:
    suite = ElementTree.fromstring(junit_report("campaign", runs(), {"b.play": 'b.play:3: "x" <is> wrong'}))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "1", "1")
    case = suite.findall("testcase")[-1]
    assert (case.get("classname"), case[0].tag, case[0].get("message")) == ("b.play", "error", 'b.play:3: "x" <is> wrong')


def test_the_class_of_a_case_is_its_own_play() -> None:
    run = PlayRun("Evening", 5, [StepResult(2, "at street", ok=True, soft=False)], 1, path="packs/a/plays/evening.play")
    case = ElementTree.fromstring(junit_report("packs/a packs/b", [run])).find("testcase")
    assert case is not None
    assert case.get("classname") == "packs/a/plays/evening.play (seed 5)"
