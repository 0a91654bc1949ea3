"""Requests drawn from the server's own schema: no fault, no status that it does not name, no answer in another form."""

from pathlib import Path

import pytest
from jsonschema import validate

pytest.importorskip("schemathesis", reason="it draws the requests: pip install schemathesis")

from benchmarks.generated_requests import played, tried


def test_generated_requests_are_answered_as_the_schema_says(tmp_path: Path) -> None:
    with played(tmp_path) as served:
        cases, statuses, wrong = tried(served, 110, 5)
    assert wrong == []
    assert len(cases) > 30
    assert {200, 400, 404} <= statuses.keys()


def test_the_lore_with_the_gms_notes_fits_the_schema_too(tmp_path: Path) -> None:
    with played(tmp_path) as served:
        schema = served.get("/openapi.json")
        answer = served.get("/api/campaigns/evening/lore", gm_notes=True)
    assert "secret_aliases" in answer["entities"][0]
    form = {"$ref": "#/components/schemas/LoreList", "components": schema["components"]}
    validate(answer, form)
