"""The contract that every GM keeps, kept by those that come with the engine."""

import pytest

from gm_engine.bootstrap import narrator_words
from gm_engine.narrator import EmbeddedGM
from gm_engine.providers.openai import OpenAIGM
from gm_engine.providers.provider import Provider
from gm_engine.providers.recorded import RecordedGM
from gm_engine.story.completion import Completion
from gm_engine.testing.contracts import ProviderContract, a_prompt
from tests.endpoint import Endpoint
from tests.packs import LIVERY

WORDS = narrator_words(LIVERY)


class TestEmbedded(ProviderContract):
    def provider(self) -> Provider:
        return EmbeddedGM(WORDS)


class TestRecorded(ProviderContract):
    def provider(self) -> Provider:
        return RecordedGM({(a_prompt().hash, 0): Completion(text="The pump drips.", model="m")})


class TestOpenAI(ProviderContract):
    @pytest.fixture(autouse=True)
    def _served(self, server: Endpoint) -> None:
        self.there = server

    def provider(self) -> Provider:
        return OpenAIGM("frontier-large", base_url=self.there.url, api_key="k", retries=0)


def test_the_contract_is_broken_by_a_gm_that_streams_something_else() -> None:
    class Liar(RecordedGM):
        def complete(self, prompt, on_text=None):  # type: ignore[no-untyped-def]
            if on_text:
                on_text("Something else.")
            return super().complete(prompt)

    class Broken(ProviderContract):
        def provider(self) -> Provider:
            return Liar({(a_prompt().hash, 0): Completion(text="The pump drips.", model="m")})

    Broken().test_it_answers()
    with pytest.raises(AssertionError):
        Broken().test_it_streams_what_it_returns()


def test_the_embedded_gm_is_another_with_other_words() -> None:
    one, same = EmbeddedGM(WORDS), EmbeddedGM(dict(reversed(WORDS.items())))
    name, lines = next((name, lines) for name, lines in WORDS.items() if lines)
    other = EmbeddedGM({**WORDS, name: (*lines, "One line more.")})
    assert one.version == same.version != other.version
    assert one.complete(a_prompt()).model == one.version
