"""One scripted server for all tests of a module, in good order for each; and nothing remembered of it from the test before."""

import pytest

from gm_engine.providers import abilities
from tests.endpoint import Endpoint


@pytest.fixture
def there(server: Endpoint) -> Endpoint:
    """The endpoint, in good order again."""
    abilities._known.clear()
    return server.again()
