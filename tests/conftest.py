"""What holds for all tests: no property fails because the machine is busy; one scripted model for the tests of a module."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.endpoint import Endpoint, endpoint

settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="module")
def server() -> Iterator[Endpoint]:
    """A scripted language model on the loopback."""
    with endpoint() as told:
        yield told
