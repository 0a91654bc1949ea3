"""Readers in several threads: one pipeline for all of them, whoever asks first."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier
from time import sleep
from typing import Any

import pytest

from gm_engine.extraction import pipeline


def test_threads_that_load_at_once_have_one_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh server with several first turns had two, and a turn failed on words of the other one's."""
    loaded: list[Any] = []

    class Slow:
        """A pipeline that takes a while to load."""

        def get_pipe(self, _: str) -> None:
            """Nothing in it."""

    def load(*_: object, **__: object) -> Slow:
        sleep(0.05)
        loaded.append(Slow())
        return loaded[-1]

    monkeypatch.setattr("spacy.load", load)
    monkeypatch.setattr(pipeline, "_index", lambda _: None)
    monkeypatch.setattr(pipeline, "_loaded", cache(pipeline._loaded.__wrapped__))
    gate = Barrier(8)

    def one(_: int) -> object:
        gate.wait()
        return pipeline.load()

    with ThreadPoolExecutor(8) as crowd:
        found = set(map(id, crowd.map(one, range(8))))
    assert len(found) == len(loaded) == 1
