"""The line to an endpoint: one request, paced, watched, repeated where that may help, stepped down where something is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from gm_engine.errors import ProviderError
from gm_engine.providers.abilities import Abilities, remember, remembered, step_down
from gm_engine.providers.counting import part
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.failures import KEPT, OTHERWISE, Failure, broken, errors, explained, said, spent_out, status_of, trusted
from gm_engine.providers.hearing import Hearing
from gm_engine.providers.limits import Pace
from gm_engine.providers.secrets import scrubbed, without
from gm_engine.providers.waiting import asked_to_wait, may_pass, pause
from gm_engine.providers.watch import Watch
from gm_engine.story.letters import plain

if TYPE_CHECKING:
    from openai import OpenAI

Answer = TypeVar("Answer")
THOUGHTS_ROOM = 4000
"""Tokens that a model which thinks may think with, beyond those it may say."""
MOST_LETTERS = 400_000
"""An answer that grows beyond this is none: the line is cut."""


@dataclass
class Wanted:
    """A request to be made. ``body`` gives its parameters, and ``hearing`` a fresh ear, for what the endpoint can do.

    ``tokens`` is what it sends, ``most`` how many tokens may be said (0: the endpoint's own setting), ``where`` stands in messages.
    """

    where: str
    tokens: int
    body: Callable[[Abilities], dict[str, Any]]
    hearing: Callable[[Abilities], Hearing]
    most: int = 0


@dataclass
class Clockwork:
    """Time and chance, handed in: ``clock`` counts seconds, ``now`` is the time of day since 1970, ``chance`` is from 0 to 1."""

    clock: Callable[[], float]
    now: Callable[[], float]
    sleep: Callable[[float], None]
    chance: Callable[[], float]


@dataclass
class Line:
    """The way to ``model`` at ``endpoint``. ``on_wait`` hears what is waited for; ``notes`` collects what is worth telling once."""

    endpoint: Endpoint
    model: str
    key: str
    pace: Pace
    works: Clockwork
    on_wait: Callable[[str], None] = lambda _: None
    notes: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Which endpoint it leads to."""
        return self.endpoint.address

    @property
    def abilities(self) -> Abilities:
        """What the endpoint can do with the model, as far as is known."""
        return remembered(self.address, self.model)

    def learn(self, abilities: Abilities) -> None:
        """Remember what the endpoint can do."""
        if abilities != self.abilities:
            remember(self.address, self.model, abilities)

    def hear(self, wanted: Wanted) -> Hearing:
        """The answer, whole. Raises ProviderError where none is to be had; its ``heard`` is what had arrived."""
        abilities, tried, began = self.abilities, 0, self.works.clock()
        first: Exception | None = None
        while True:
            self._keep_pace(wanted.tokens)
            hearing, body = wanted.hearing(abilities), self._parameters(wanted, abilities)
            watch = Watch(self.endpoint.first_word, self.endpoint.between_words, self.endpoint.whole)
            try:
                self._listen(body, hearing, watch)
            except errors() as error:
                if hearing.upset is error:
                    raise
                if hearing.begun or (watch.late and watch.heard):
                    raise self._broken(wanted, hearing, watch) from error
                if not watch.late and (lower := step_down(abilities, body, status_of(error), str(error))):
                    abilities, first = lower, first or error
                    continue
                if seconds := self._again(error, tried, began):
                    self.on_wait(f"{self.model} at {self.address} did not answer; trying again in {seconds:.0f} s")
                    self.works.sleep(seconds)
                    tried += 1
                    continue
                raise self.failed(wanted.where, first or error, late=watch.late) from error
            if watch.late or (not hearing.ended and (hearing.begun or hearing.reasoning)):
                raise self._broken(wanted, hearing, watch)
            if hearing.unopened:
                abilities = Abilities(**{**vars(abilities), "unopened": True})
            if hearing.reasoning:
                abilities = Abilities(**{**vars(abilities), "thinks": True})
            self.learn(abilities)
            return hearing

    def call(self, tokens: int, make: Callable[["OpenAI"], Answer]) -> Answer:
        """What one request gives that sends so many tokens: paced, and repeated where that may help. Raises what the client raises."""
        tried, began = 0, self.works.clock()
        while True:
            self._keep_pace(tokens)
            try:
                with self.client() as client:
                    return make(client)
            except errors() as error:
                seconds = self._again(error, tried, began)
                if not seconds:
                    raise
                self.works.sleep(seconds)
                tried += 1

    @contextmanager
    def client(self) -> Iterator["OpenAI"]:
        """The official client; it repeats nothing by itself, and follows nowhere: a story goes to the address of the settings alone."""
        import openai

        longest = max(self.endpoint.first_word, self.endpoint.between_words)
        time = openai.Timeout(longest, connect=self.endpoint.connect)
        way = openai.DefaultHttpxClient(verify=trusted(), follow_redirects=False)
        base = self.endpoint.base_url or None
        with openai.OpenAI(api_key=self.key, base_url=base, timeout=time, max_retries=0, http_client=way) as client:
            yield client

    def models(self) -> list[dict[str, Any]]:
        """What the endpoint says of its models, by name; nothing where it does not say."""
        try:
            with self.client() as client:
                return sorted((model.model_dump() for model in client.models.list()), key=lambda model: str(model.get("id")))
        except errors():
            return []

    def failed(self, where: str, error: Exception, *, late: bool = False) -> ProviderError:
        """The error that says what to set."""
        import openai

        if late and not isinstance(error, openai.APITimeoutError):
            failure = Failure(
                f"said nothing for {self.endpoint.first_word:g} seconds.", "Is the endpoint busy? first_word sets how long to wait."
            )
        else:
            failure = explained(error, self.endpoint, self.model, self.key, lambda: [str(model["id"]) for model in self.models()])
            if (asked := self._asked_to_wait(error)) and may_pass(status_of(error)):
                failure = failure._replace(then=f"It asks to be left alone for {asked:,.0f} seconds. {failure.then}")
        return self.error(where, failure)

    def error(self, where: str, failure: Failure, heard: str = "") -> ProviderError:
        """A failure as an error, with who it was and what to do."""
        who = f'"{self.model}" at {self.address}'
        what, then = (scrubbed(plain(text), self.key) for text in (f"{who} {failure.what}", failure.then))
        return ProviderError(where, what, f"{KEPT} {then} {OTHERWISE}", failure.slug, without(heard, self.key))

    def _listen(self, body: dict[str, Any], hearing: Hearing, watch: Watch) -> None:
        """Make the request and hear it to its end."""
        with self.client() as client:
            if not body.get("stream"):
                hearing.hear(client.chat.completions.create(**body))
                hearing.end()
                return
            with client.chat.completions.create(**body) as stream:
                response = stream.response
                kind = response.headers.get("content-type", "")
                with watch.over(response):
                    if "json" in kind:
                        hearing.hear(_object(response.read()))
                    elif "html" in kind:
                        raise ValueError(f"a web page, not an answer: {response.read()[:80].decode(errors='replace')}")
                    else:
                        letters = 0
                        for chunk in stream:
                            if hearing.hear(chunk):
                                watch.word()
                            letters += len(str(part(chunk, "choices")))
                            if letters > MOST_LETTERS * 4 or len(hearing.text) > MOST_LETTERS:
                                raise ValueError("an answer without an end")
                hearing.end()

    def _parameters(self, wanted: Wanted, abilities: Abilities) -> dict[str, Any]:
        """The request's body, with what the endpoint is known to take."""
        body = {"model": self.model, **wanted.body(abilities)}
        if abilities.stream:
            body["stream"] = True
            if abilities.counts:
                body["stream_options"] = {"include_usage": True}
        most = wanted.most + THOUGHTS_ROOM * abilities.thinks if wanted.most else self.endpoint.max_tokens
        if most and abilities.limit:
            body[abilities.limit if abilities.limit != "max_tokens" else self.endpoint.max_tokens_name] = most
        if abilities.taste:
            for name in ("temperature", "top_p"):
                if (value := getattr(self.endpoint, name)) is not None:
                    body[name] = value
        return body

    def _keep_pace(self, tokens: int) -> None:
        limits = " and ".join(
            f"{count:,} {what}"
            for count, what in ((self.pace.requests, "requests"), (self.pace.tokens, "tokens"))
            if count
        )  # fmt: skip
        waited = self.pace.take(tokens, lambda left: self.on_wait(f"waiting {left:.0f} s: at most {limits} a minute"))
        if waited:
            self.notes.append(f"Waited {waited:.0f} s: at most {limits} a minute ([providers.{self.endpoint.name}] in settings.toml).")

    def _again(self, error: Exception, tried: int, began: float) -> float:
        """Seconds after which to try once more; 0 where that would not help, or not in time."""
        import openai

        passing = isinstance(error, openai.APIConnectionError) or may_pass(status_of(error))
        passing = passing or (type(error) is openai.APIError)
        if tried >= self.endpoint.retries or not passing or spent_out(error):
            return 0.0
        seconds = max(pause(tried, self.works.chance()), self._asked_to_wait(error))
        return seconds if self.works.clock() - began + seconds <= self.endpoint.patience else 0.0

    def _asked_to_wait(self, error: Exception) -> float:
        response = getattr(error, "response", None)
        return (asked_to_wait(response.headers, self.works.now()) or 0.0) if response is not None else 0.0

    def _broken(self, wanted: Wanted, hearing: Hearing, watch: Watch) -> ProviderError:
        silence, whole = self.endpoint.between_words, self.endpoint.whole
        late = f"was not done in {whole:g} seconds and was given up" if watch.too_long else f"fell silent for {silence:g} seconds"
        how = late if watch.late else "broke off"
        return self.error(wanted.where, broken(hearing.text[-1000:], how), hearing.text)


def _object(body: bytes) -> Any:
    """A JSON object that came instead of a stream. Raises ValueError where it is none, or an error."""
    import json

    found = json.loads(body)
    if not isinstance(found, dict) or not found.get("choices"):
        raise ValueError(said(ValueError(body[:200].decode(errors="replace")), ""))
    return found
