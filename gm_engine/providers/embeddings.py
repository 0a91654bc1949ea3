"""What texts mean, as vectors, asked of any endpoint that speaks OpenAI's embeddings protocol."""

import base64
import binascii
import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np

from gm_engine import tokens
from gm_engine.errors import ProviderError
from gm_engine.meaning import packed
from gm_engine.providers.clients import Way
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.endpoint_line import Clockwork, Line
from gm_engine.providers.failures import Failure, errors, explained, status_of
from gm_engine.providers.hidden_keys import scrubbed
from gm_engine.providers.openai import WORKS, pace_of
from gm_engine.providers.rate_limits import Purse
from gm_engine.providers.watch import Watch
from gm_engine.story.fee import Fee
from gm_engine.story.letters import plain

MOST_TEXTS, MOST_TOKENS = 64, 8000
"""Of one request."""
LONGEST = 400
"""Tokens of a text; more of it is not read."""
LARGEST = 1 << 26
"""Bytes of an answer."""
REST = 60.0
"""Seconds after a failure in which nobody is asked: a table is not kept waiting in each turn for the same endpoint."""
THEN = {
    "no-such-model": "Does it have that model? Set model under [memory] in settings.toml.",
    "prompt-too-long": "Name a model under [memory] in settings.toml that can read {most} tokens.",
    "not-understood": "Does it serve /v1/embeddings with this model? Set endpoint and model under [memory] in settings.toml.",
    "provider-silent": "Is the endpoint busy? wait under [memory] in settings.toml sets how long to wait.",
    "spending-limit": "Raise dollars_a_campaign in settings.toml.",
}
"""What to do, by slug, where it is not what would help a GM."""


class Embeddings:
    """Vectors by the model of ``endpoint``, of ``dimensions`` numbers (0: as many as it likes), paid out of ``purse``.

    Nobody is asked before there is a text. What fails is not tried again for a minute: the same error is raised meanwhile.
    """

    def __init__(self, endpoint: Endpoint, *, dimensions: int = 0, purse: Purse | None = None, works: Clockwork = WORKS) -> None:
        found = endpoint.found()
        self.endpoint = found.model_copy(update={"between_words": found.first_word})
        self.dimensions = dimensions
        self.purse = Purse(self.endpoint, beside=purse)
        self.size = dimensions
        self._works = works
        self._line: Line | None = None
        self._encoding: Literal["base64", "float"] = "base64"
        self._bill = Fee()
        self._failed: tuple[ProviderError, float] | None = None

    @property
    def mark(self) -> str:
        """Whose vectors they are: the endpoint's name, the model's, and their size where it was asked for."""
        return f"{self.endpoint.name}/{self.endpoint.model}" + (f"/{self.dimensions}" if self.dimensions else "")

    def spent(self) -> Fee:
        """What it has cost since this was last asked."""
        fee, self._bill = self._bill, Fee()
        return fee

    def embed(self, texts: Iterable[str]) -> list[bytes]:
        """Each text's vector, in order. Raises ProviderError where there is one that cannot be had."""
        if self._failed and self._works.clock() < self._failed[1]:
            raise self._failed[0]
        try:
            return [vector for batch in _batches(texts) for vector in self._read(batch)]
        except ProviderError as error:
            self._failed = error, self._works.clock() + REST
            raise

    def _read(self, texts: list[str]) -> list[bytes]:
        if self.purse.limit and not self.endpoint.price:
            what = f"dollars_a_campaign cannot be kept: no price is known for {self.endpoint.model}."
            raise ProviderError(
                "memory", what, "Write under [memory] in settings.toml: price = 0.02 (dollars for a million tokens).", "no-price"
            )
        line, sent = self._line or self._lift(), sum(map(tokens.count, texts))
        try:
            self.purse.check("memory", sent)
        except ProviderError as error:
            raise ProviderError("memory", error.what, THEN["spending-limit"], error.slug) from error
        try:
            answer = self._answer(line, texts, sent)
            read = _tokens_said(answer)
            cost = self.endpoint.dollars(sent if read is None else read, 0)
            self.purse.pay(cost)
            self._bill += Fee(len(texts), sent if read is None else read, cost)
            vectors = vectors_in(answer, len(texts), self.size)
        except errors() as error:
            raise self._error(explained(error, self.endpoint, self.endpoint.model, line.key, list)) from error
        self.size = len(vectors[0])
        return vectors

    def _lift(self) -> Line:
        self._line = Line(self.endpoint, self.endpoint.model, self.endpoint.key(), pace_of(self.endpoint, self._works), self._works)
        return self._line

    def _answer(self, line: Line, texts: list[str], sent: int) -> Any:
        """What the endpoint answers. One that does not take the shorter encoding is asked for plain numbers from then on."""
        try:
            return line.call(sent, lambda way: self._asked(way, texts))
        except errors() as error:
            if self._encoding == "float" or status_of(error) not in (400, 415, 422):
                raise
            self._encoding = "float"
            return line.call(sent, lambda way: self._asked(way, texts))

    def _asked(self, way: Way, texts: list[str]) -> Any:
        import openai

        wanted: dict[str, Any] = {"model": self.endpoint.model, "input": texts, "encoding_format": self._encoding}
        if self.dimensions:
            wanted["dimensions"] = self.dimensions
        wait = self.endpoint.first_word
        watch = Watch(wait, wait, wait)
        heard: list[bytes] = []
        try:
            with watch.over(way.cut), way.client.embeddings.with_streaming_response.create(**wanted) as response:
                for piece in response.iter_bytes():
                    heard.append(piece)
                    if sum(map(len, heard)) > LARGEST:
                        raise ValueError("an answer without an end")
        except errors():
            if watch.late:
                raise openai.APITimeoutError(request=None) from None  # type: ignore[arg-type]
            raise
        body = b"".join(heard)
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise ValueError(f"no JSON: {body[:80].decode(errors='replace')}") from None

    def _error(self, failure: Failure) -> ProviderError:
        key = self._line.key if self._line else ""
        what = scrubbed(plain(f'"{self.endpoint.model}" at {self.endpoint.address} {failure.what}'), key)
        then = THEN.get(failure.slug, failure.then).replace("{most}", str(LONGEST))
        for option, setting in (("--model MODEL", "model under [memory]"), ("--provider NAME", "endpoint under [memory]")):
            then = then.replace(option, setting)
        return ProviderError("memory", what, scrubbed(then, key), failure.slug)


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts, each cut to what is read of it, as many together as one request may hold."""
    batch: list[str] = []
    room = MOST_TOKENS
    for text in texts:
        short = tokens.clipped(text, LONGEST)
        price = tokens.count(short)
        if batch and (len(batch) == MOST_TEXTS or price > room):
            yield batch
            batch, room = [], MOST_TOKENS
        batch.append(short)
        room -= price
    if batch:
        yield batch


def vectors_in(answer: Any, many: int, size: int = 0) -> list[bytes]:
    """The vectors of an answer in the order of what was asked, each of ``size`` numbers (0: whatever size, but all of one).

    Raises ValueError, in words, where there are too few or too many, or one is none.

    >>> rows = [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": "AACAPwAAAAA="}]
    >>> [list(vector) for vector in vectors_in({"data": rows}, 2)]
    [[127, 0], [0, 127]]
    """
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"no list of vectors: {json.dumps(answer)[:80]}")
    if len(rows) != many:
        raise ValueError(f"{len(rows)} vectors for {many} texts")
    order = [row.get("index") for row in rows]
    if order != [None] * many:
        if any(isinstance(index, bool) or not isinstance(index, int) for index in order) or sorted(order) != list(range(many)):
            raise ValueError(f"vectors with the numbers {str(order)[:60]} for {many} texts")
        rows = sorted(rows, key=lambda row: int(row["index"]))
    found = [_vector(row.get("embedding")) for row in rows]
    if odd := next((len(vector) for vector in found if len(vector) != (size or len(found[0]))), 0):
        raise ValueError(f"a vector of {odd} numbers where the others have {size or len(found[0])}")
    return found


def _vector(told: Any) -> bytes:
    """One vector, as it is kept. Raises ValueError where it is none."""
    if isinstance(told, str):
        try:
            numbers = np.frombuffer(base64.b64decode(told, validate=True), dtype="<f4")
        except (ValueError, binascii.Error):
            raise ValueError("a vector that is no list of numbers, and no base64 of one") from None
    elif isinstance(told, list) and all(isinstance(number, int | float) and not isinstance(number, bool) for number in told):
        try:
            numbers = np.array(told, dtype=np.float64)
        except OverflowError:
            raise ValueError("a vector of numbers that are too large") from None
    else:
        raise ValueError("a vector that is no list of numbers")
    if not len(numbers) or not np.isfinite(numbers).all() or not numbers.any():
        raise ValueError("a vector that is empty, all zero, or not of finite numbers")
    return packed(numbers / np.abs(numbers).max())


def _tokens_said(answer: Any) -> int | None:
    """The tokens that the endpoint says it has read; None where it says nothing that can be."""
    usage = answer.get("usage") if isinstance(answer, dict) else None
    read = usage.get("prompt_tokens", usage.get("total_tokens")) if isinstance(usage, dict) else None
    return read if isinstance(read, int) and not isinstance(read, bool) and 0 <= read <= 1 << 40 else None
