"""One scripted server for all tests of a module, in good order for each; and nothing remembered of it from the test before."""

import pytest

from gm_engine.providers import abilities
from tests.endpoint import Endpoint, only_tells


@pytest.fixture
def there(server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Endpoint:
    """The endpoint, in good order again, for models that do nothing but tell."""
    abilities._known.clear()
    only_tells(monkeypatch)
    return server.again()
