"""What holds for all tests: no property fails because the machine is busy; one scripted model for the tests of a module.

The small models that are installed with the engine (vectors, the judge of pairs) are off, so that a test of anything else is
quick and tells of that alone; ``as_installed`` has them.
"""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from gm_engine import judging, meaning
from tests.endpoint import Endpoint, endpoint
from tests.postgres import Postgres, running

# What is compiled is kept: else each process that a test starts compiles the whole program for itself, and each run all of the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What tests keep for each other (parsers, games that were played) is much, and is not to be gone through anew at every seventh hundred of
# objects; what is drawn for a property is the same in each run: benchmarks/fuzz.py draws anew.
gc.set_threshold(100_000, 20, 20)
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.fixture(scope="module")
def server() -> Iterator[Endpoint]:
    """A scripted language model on the loopback."""
    with endpoint() as told:
        yield told


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server, for all tests of a session."""
    with running() as server:
        yield server


@pytest.fixture
def up(postgres: Postgres) -> Iterator[Postgres]:
    """The server, which is there again after the test, whatever was done to it."""
    yield postgres
    postgres.start()


@pytest.fixture
def shared(postgres: Postgres) -> str:
    """The address of an empty database on it."""
    return postgres.fresh()


INSTALLED = meaning.mark, judging.missing


def pytest_configure() -> None:
    """Turns off the small models."""
    meaning.mark, judging.missing = lambda: "", lambda: "off in tests"


@pytest.fixture
def as_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine as it is installed, with its small models."""
    mark, missing = INSTALLED
    monkeypatch.setattr(meaning, "mark", mark)
    monkeypatch.setattr(judging, "missing", missing)
