"""Play results as JUnit XML, which every CI server reads."""

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from gm_engine.testing import PlayRun


def junit_report(path: str, runs: Iterable[PlayRun]) -> str:
    """One suite, a test case for each expectation of each run; a soft one that did not hold is skipped, not failed."""
    cases: list[str] = []
    failed = skipped = 0
    for run in runs:
        for result in run.results:
            name = quoteattr(f"line {result.line}: {result.text}")
            open_tag = f"  <testcase classname={quoteattr(f'{path} (seed {run.seed})')} name={name}"
            if result.ok:
                cases.append(f"{open_tag}/>")
            elif result.soft:
                skipped += 1
                cases.append(f"{open_tag}><skipped message={quoteattr(result.seen)}/></testcase>")
            else:
                failed += 1
                cases.append(f"{open_tag}><failure message={quoteattr(result.seen)}/></testcase>")
    head = f'<testsuite name={quoteattr(path)} tests="{len(cases)}" failures="{failed}" skipped="{skipped}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>", ""])
