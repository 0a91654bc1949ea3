"""Play results as JUnit XML, which every CI server reads."""

import re
from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from gm_engine.testing import PlayRun

UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, escaped or not."""


def junit_report(path: str, runs: Iterable[PlayRun]) -> str:
    """One suite, a test case for each expectation of each run; a soft one that did not hold is skipped, not failed."""
    cases: list[str] = []
    failed = skipped = 0
    for run in runs:
        for result in run.results:
            name = _attribute(f"line {result.line}: {result.text}")
            open_tag = f"  <testcase classname={_attribute(f'{path} (seed {run.seed})')} name={name}"
            if result.ok:
                cases.append(f"{open_tag}/>")
            elif result.soft:
                skipped += 1
                cases.append(f"{open_tag}><skipped message={_attribute(result.seen)}/></testcase>")
            else:
                failed += 1
                cases.append(f"{open_tag}><failure message={_attribute(result.seen)}/></testcase>")
    head = f'<testsuite name={_attribute(path)} tests="{len(cases)}" failures="{failed}" skipped="{skipped}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>", ""])


def _attribute(text: str) -> str:
    return quoteattr(UNWRITABLE.sub("\ufffd", text))
