"""The line to an endpoint: one request, paced, watched, repeated where that may help, stepped down where something is refused."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from gm_engine import tokens
from gm_engine.errand import errand
from gm_engine.errors import OTHERWISE, ProviderError, Stopped
from gm_engine.providers.abilities import TASTE, Abilities, remember, remembered, step_down
from gm_engine.providers.clients import Way, Ways
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.event_stream import Lines
from gm_engine.providers.failures import KEPT, Failure, broken, errors, explained, said, spent_out, status_of
from gm_engine.providers.hidden_keys import scrubbed, without
from gm_engine.providers.messages import wishes
from gm_engine.providers.rate_limits import Pace
from gm_engine.providers.streamed_answer import Hearing
from gm_engine.providers.usage_counts import part
from gm_engine.providers.waiting import asked_to_wait, may_pass, pause
from gm_engine.providers.watch import Watch
from gm_engine.story.completion import Usage
from gm_engine.story.letters import plain
from gm_engine.story.sampling import Sampling

Answer = TypeVar("Answer")
THOUGHTS_ROOM = 4000
"""Tokens that a model which thinks may think with, beyond those it may say."""
MOST_LETTERS = 400_000
"""An answer that grows beyond this is none: the line is cut."""


@dataclass
class Wanted:
    """A request to be made. ``body`` gives its parameters, and ``hearing`` a fresh ear, for what the endpoint can do.

    ``tokens`` is what it sends, ``most`` how many tokens may be said (0: the endpoint's own setting), ``where`` stands in messages;
    ``sampling`` is what goes before the endpoint's own settings. ``lost`` hears what an answer took that broke off. ``within`` are
    the seconds that all tries may take together, from the first on (0: each as long as the endpoint's settings let it).
    """

    where: str
    tokens: int
    body: Callable[[Abilities], dict[str, Any]]
    hearing: Callable[[Abilities], Hearing]
    most: int = 0
    sampling: Sampling | None = None
    lost: Callable[[Usage], None] = lambda _: None
    within: float = 0.0


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

    def __post_init__(self) -> None:
        self.ways = Ways(self.endpoint, self.key)

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
        """The answer, whole. Raises ProviderError where none is to be had; its ``heard`` is what had arrived. Raises Stopped where it was
        called off meanwhile."""
        abilities, tried, began = self.abilities, 0, self.works.clock()
        first: Exception | None = None
        while True:
            self._keep_pace(wanted.tokens, wanted.where, wanted.within and began + wanted.within)
            hearing, body = wanted.hearing(abilities), self._parameters(wanted, abilities)
            left = self._left(wanted, began)
            watch = Watch(self.endpoint.first_word, self.endpoint.between_words, left)
            try:
                self._listen(body, hearing, watch)
            except BaseException as error:
                if errand().off and isinstance(error, (*errors(), Stopped)):
                    if hearing.begun or hearing.reasoning:
                        wanted.lost(taken(hearing, wanted.tokens))
                    raise Stopped from error
                if hearing.upset is error or not isinstance(error, errors()):
                    if hearing.begun or hearing.reasoning:
                        wanted.lost(taken(hearing, wanted.tokens))
                    raise
                if hearing.begun or (watch.late and watch.heard):
                    raise self._broken(wanted, hearing, watch) from error
                if not watch.late and (lower := step_down(abilities, body, status_of(error), str(error))):
                    abilities, first = lower, first or error
                    continue
                if seconds := self._again(error, tried, began, wanted.within):
                    when = f"in {seconds:.0f} s" if seconds >= 1.5 else "in a moment"
                    self.on_wait(f"{self.model} at {self.address} did not answer; trying again {when}")
                    if hearing.reasoning:
                        wanted.lost(taken(hearing, wanted.tokens))
                    self.works.sleep(seconds)
                    tried += 1
                    continue
                if hearing.reasoning:
                    raise self._broken(wanted, hearing, watch) from error
                raise self.failed(wanted.where, first or error, late=watch.late) from error
            if errand().off:
                wanted.lost(taken(hearing, wanted.tokens))
                raise Stopped
            if watch.late or (not hearing.ended and (hearing.begun or hearing.reasoning or hearing.calls)):
                raise self._broken(wanted, hearing, watch)
            if hearing.unopened:
                abilities = Abilities(**{**vars(abilities), "unopened": True})
            if hearing.reasoning:
                abilities = Abilities(**{**vars(abilities), "thinks": True})
            self.learn(abilities)
            return hearing

    def call(self, tokens: int, make: Callable[[Way], Answer]) -> Answer:
        """What one request gives that sends so many tokens: paced, and repeated where that may help. Raises what the client raises."""
        tried, began = 0, self.works.clock()
        while True:
            self._keep_pace(tokens)
            try:
                with self.ways.lend() as way, errand().listening(way.cut):
                    return make(way)
            except errors() as error:
                seconds = self._again(error, tried, began)
                if not seconds:
                    raise
                self.works.sleep(seconds)
                tried += 1

    def models(self) -> list[dict[str, Any]]:
        """What the endpoint says of its models, by name; nothing where it does not say."""
        try:
            watch = Watch(self.endpoint.first_word, self.endpoint.between_words)
            with self.ways.lend() as way, watch.over(way.cut):
                return sorted((model.model_dump() for model in way.client.models.list()), key=lambda model: str(model.get("id")))
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
        with self.ways.lend() as way, watch.over(way.cut), errand().listening(way.cut):
            answers = way.client.chat.completions
            if not body.get("stream"):
                hearing.hear(answers.create(**_handed_over(body)))
                hearing.done()
            else:
                with answers.create(**_handed_over(body)) as stream:
                    self._follow(stream, hearing, watch)
            if watch.late and not watch.heard:
                raise TimeoutError("nothing was said")
            hearing.end()

    def _follow(self, stream: Any, hearing: Hearing, watch: Watch) -> None:
        """Hear a stream to its end, or what came in its place."""
        response = stream.response
        kind = response.headers.get("content-type", "")
        if "json" in kind:
            hearing.hear(_object(response))
            hearing.done()
            return
        if "html" in kind:
            raise ValueError(f"a web page, not an answer: {response.read()[:80].decode(errors='replace')}")
        letters = 0

        def done() -> None:
            hearing.done()
            watch.last()

        lines = Lines(done)
        response.iter_bytes = partial(lines.of, response.iter_bytes())
        try:
            for chunk in stream:
                if hearing.hear(chunk):
                    watch.word()
                if hearing.ended and not watch.done:
                    watch.last()
                letters += len(str(part(chunk, "choices")))
                if letters > MOST_LETTERS * 4 or len(hearing.text) > MOST_LETTERS:
                    raise ValueError("an answer without an end")
        except errors():
            if not hearing.ended or hearing.upset:
                raise
        if not letters and not hearing.ended and lines.first.strip():
            raise ValueError(f'no answer: "{lines.first.decode(errors="replace")}"')

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
        sampling = wanted.sampling or Sampling()
        if abilities.taste:
            for name in TASTE:
                asked = getattr(sampling, name)
                if (value := getattr(self.endpoint, name) if asked is None else asked / 1000) is not None:
                    body[name] = value
        return body | (wishes(sampling) if abilities.wishes else {})

    def _keep_pace(self, tokens: int, where: str = "", until: float = 0.0) -> None:
        """Wait until so many tokens may be sent. Raises ProviderError where that is not before ``until`` (0: whenever it is)."""
        limits = " and ".join(
            f"{count:,} {what}"
            for count, what in ((self.pace.requests, "requests"), (self.pace.tokens, "tokens"))
            if count
        )  # fmt: skip

        def waits(seconds: float) -> None:
            if until and self.works.clock() + seconds > until:
                what, then = f"may be asked again in {seconds:.0f} seconds: at most {limits} a minute.", "Wait a little."
                raise self.error(where, Failure(what, then, "endpoint-busy"))
            self.on_wait(f"waiting {seconds:.0f} s: at most {limits} a minute")

        waited = self.pace.take(tokens, waits)
        if waited:
            self.notes.append(f"Waited {waited:.0f} s: at most {limits} a minute ([providers.{self.endpoint.name}] in settings.toml).")

    def _left(self, wanted: Wanted, began: float) -> float:
        """How many seconds a try may take that begins now; 0 where nothing limits it."""
        whole = self.endpoint.whole
        if not wanted.within:
            return whole
        left = max(0.001, wanted.within - (self.works.clock() - began))
        return min(whole, left) if whole else left

    def _again(self, error: Exception, tried: int, began: float, within: float = 0.0) -> float:
        """Seconds after which to try once more; 0 where that would not help, or not in time."""
        import openai

        passing = isinstance(error, openai.APIConnectionError) or may_pass(status_of(error))
        passing = passing or (type(error) is openai.APIError)
        if tried >= self.endpoint.retries or not passing or spent_out(error):
            return 0.0
        seconds = max(pause(tried, self.works.chance()), self._asked_to_wait(error))
        patience = min(self.endpoint.patience, within) if within else self.endpoint.patience
        return seconds if self.works.clock() - began + seconds <= patience else 0.0

    def _asked_to_wait(self, error: Exception) -> float:
        response = getattr(error, "response", None)
        return (asked_to_wait(response.headers, self.works.now()) or 0.0) if response is not None else 0.0

    def _broken(self, wanted: Wanted, hearing: Hearing, watch: Watch) -> ProviderError:
        silence, whole = self.endpoint.between_words, self.endpoint.whole
        late = f"was not done in {whole:g} seconds and was given up" if watch.too_long else f"fell silent for {silence:g} seconds"
        how = late if watch.late else "broke off"
        wanted.lost(taken(hearing, wanted.tokens))
        return self.error(wanted.where, broken(hearing.text[-1000:], how), hearing.text)


def taken(hearing: Hearing, sent: int) -> Usage:
    """The tokens that an answer took: as its server says, else as they are counted here."""
    counted = Usage(prompt=sent, completion=sum(map(tokens.count, (hearing.text, hearing.reasoning, hearing.refusal))))
    said = hearing.usage or counted
    return said.model_copy(update={"prompt": said.prompt or sent})


def _handed_over(body: dict[str, Any]) -> dict[str, Any]:
    """A request as the client takes it: as it is, since walking through each message and tool of it took a tenth of a turn's work."""
    streamed = {"stream": True} if body.get("stream") else {}
    return {"model": body["model"], "messages": (), **streamed, "extra_body": body}


def _object(response: Any) -> Any:
    """A JSON object that came instead of a stream. Raises ValueError where it is none, and APIError where it is an error."""
    import openai

    body = response.read()
    found = json.loads(body)
    if isinstance(found, dict) and found.get("error"):
        raise openai.APIError("an error came in the place of an answer", response.request, body=found["error"])
    if not isinstance(found, dict) or not found.get("choices"):
        raise ValueError(said(ValueError(body[:200].decode(errors="replace")), ""))
    return found
