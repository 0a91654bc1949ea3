"""Every test closes the databases that it opened."""

from collections.abc import Iterator

import pytest

from tests.journal.evenings import databases_closed


@pytest.fixture(autouse=True)
def tidy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from databases_closed(monkeypatch)
