"""Play results as JUnit XML, which every CI server reads."""

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

from gm_engine.testing import PlayRun

UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, escaped or not."""


def junit_report(path: str, runs: Iterable[PlayRun], broken: Mapping[str, str] | None = None) -> str:
    """One suite, a test case for each expectation of each run; a soft one that did not hold is skipped, not failed.

    ``broken`` are the plays and campaigns that could not be run, each with its reason: they are errors.
    """
    cases: list[str] = []
    failed = skipped = 0
    for run in runs:
        for result in run.results:
            open_tag = _case(f"{run.path or path} (seed {run.seed})", f"line {result.line}: {result.text}")
            if result.ok:
                cases.append(f"{open_tag}/>")
            elif result.soft:
                skipped += 1
                cases.append(f"{open_tag}><skipped message={_attribute(result.seen)}/></testcase>")
            else:
                failed += 1
                cases.append(f"{open_tag}><failure message={_attribute(result.seen)}/></testcase>")
    wrong = broken or {}
    cases += [f"{_case(what, 'it can be run')}><error message={_attribute(why)}/></testcase>" for what, why in wrong.items()]
    counts = f'tests="{len(cases)}" failures="{failed}" errors="{len(wrong)}" skipped="{skipped}"'
    head = f"<testsuite name={_attribute(path)} {counts}>"
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>", ""])


def _case(classname: str, name: str) -> str:
    return f"  <testcase classname={_attribute(classname)} name={_attribute(name)}"


def _attribute(text: str) -> str:
    return quoteattr(UNWRITABLE.sub("\ufffd", text))
