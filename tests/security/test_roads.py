"""What the table has not been told leaves by no road; the whole walk is benchmarks/roads.py."""

import json
from html import escape
from pathlib import Path

import pytest

from benchmarks.roads import Found, Hidden, Search, as_read, pattern_of, walked
from gm_engine.authoring import campaign_names


@pytest.mark.parametrize("campaign", campaign_names())
def test_what_the_table_has_not_been_told_leaves_by_no_road(campaign: str, tmp_path: Path) -> None:
    """Every route, tool, page and export, before the first turn and after a play; the walk itself sees that none is left out."""
    found = Found()
    walked(campaign, tmp_path, found, most=2, shell_once=True)
    assert found.leaks == []
    assert len(found.roads) > 90
    assert found.hidden > 20


TRUTH = 'Cade & Fenn sold the\n"Morning Star" twice.'
FORMS = {
    "as it is": TRUTH,
    "on other lines": 'Cade &\nFenn sold  the "Morning\n\nStar" twice.',
    "in JSON, behind a line break": json.dumps({"said": f"It is told:\n{TRUTH}"}),
    "in JSON, in signs of ASCII": json.dumps({"said": f"— {TRUTH}"}),
    "on a page": f"<p>{escape(TRUTH)}</p>",
    "twice escaped": json.dumps({"page": f"<p>\n{escape(TRUTH)}</p>"}),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_truth_that_leaves_is_seen_in_whatever_form(form: str) -> None:
    secret = Hidden("truth", "Cade", pattern_of("truth", TRUTH))
    search = Search([secret, Hidden("id", "twice", pattern_of("id", "twice"))])
    assert [what for what, _ in search.found(as_read(FORMS[form]))] == ["truth"]
    assert search.found(as_read(FORMS[form].replace("twice", "twiceover"))) == []
