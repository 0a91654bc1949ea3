"""What the table has not been told leaves by no road; the whole walk is benchmarks/roads.py."""

from pathlib import Path

import pytest

from benchmarks.roads import Found, walked
from gm_engine.authoring import campaign_names


@pytest.mark.parametrize("campaign", campaign_names())
def test_what_the_table_has_not_been_told_leaves_by_no_road(campaign: str, tmp_path: Path) -> None:
    """Every route, tool, page and export, before the first turn and after a play; the walk itself sees that none is left out."""
    found = Found()
    walked(campaign, tmp_path, found, most=2, shell_once=True)
    assert found.leaks == []
    assert len(found.roads) > 90
    assert found.hidden > 20
