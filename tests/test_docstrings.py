"""The examples in docstrings run, and give what they say."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import gm_engine

MODULES = sorted(one.name for one in pkgutil.walk_packages(gm_engine.__path__, "gm_engine.") if not one.name.endswith("__main__"))
FINDER = doctest.DocTestFinder(exclude_empty=True)


@pytest.mark.parametrize("room", sorted({".".join(name.split(".")[:2]) for name in MODULES}))
def test_the_examples_in_docstrings_are_so(room: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    for name in MODULES:
        if name == room or name.startswith(f"{room}."):
            for example in FINDER.find(import_module(name)):
                runner.run(example)
    assert runner.failures == 0
