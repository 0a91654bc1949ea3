"""A language model behind any OpenAI-compatible endpoint, in the GM's chair."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol

from gm_engine import tokens
from gm_engine.errand import errand
from gm_engine.errors import ProviderError
from gm_engine.providers.abilities import Abilities
from gm_engine.providers.digging import json_in, strict
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.endpoint_line import Clockwork, Line, Wanted, taken
from gm_engine.providers.failures import Failure
from gm_engine.providers.hidden_keys import without
from gm_engine.providers.messages import Message, messages_of, plain_roles, question_messages, question_tool, tools_of
from gm_engine.providers.rate_limits import Bill, Pace, Purse
from gm_engine.providers.seam import go_on
from gm_engine.providers.streamed_answer import Hearing, OnText
from gm_engine.providers.tools_in_words import Schemas
from gm_engine.providers.usage_counts import cut_note, cut_short
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.sampling import Sampling
from gm_engine.story.table_rules import OF_HEARING

WORKS = Clockwork(time.monotonic, time.time, lambda seconds: errand().wait(seconds), random.random)
NO_TOOLS = "This endpoint takes no tools for this model: they are asked for in the text instead."
LEAKED = (
    "The server handed a call of the model's on as words: it was taken out, and nothing came of it. Start the server with a parser for its "
    "tool calls (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice and --tool-call-parser), or write tools = [] under [table]."
)
NO_SCHEMA = {
    "json": "This endpoint cannot hold this model to a JSON schema: it is asked for JSON, and the schema stands in the words.",
    "tool": "This endpoint cannot hold this model to JSON: it hands its answer over by a tool call.",
    "text": "This endpoint cannot hold this model to JSON: it is asked for in words, and dug out of the answer.",
}

_paces: dict[tuple[str, str, int, int], Pace] = {}
_paces_lock = Lock()


class Hears(Protocol):
    """Who is asked the questions of hearing in the place of the model."""

    @property
    def model(self) -> str:
        """The model that hears."""

    @property
    def line(self) -> Line:
        """The way there."""

    def ask(self, question: Question) -> Completion:
        """The answer to a question."""

    def close(self) -> None:
        """Let go of what is kept open."""


class OpenAIGM:
    """Asks ``model`` at ``endpoint`` (``OPENAI_BASE_URL``, else OpenAI itself), as often and as dearly as that allows.

    ``schemas`` are the JSON schemas of the tools that a prompt may name; ``description`` in one says what the tool is for.
    ``spent`` is what the campaign has cost before, in millionths of a dollar; with ``beside`` it is what that purse has paid.
    ``within`` are the seconds that a question may take with all its tries (0: as the endpoint's settings have it).
    ``on_wait`` may be set to hear what is waited for, and ``hearer`` to whom the questions of hearing go (None: this model).
    """

    repeatable = False
    hearer: "Hears | None" = None

    def __init__(
        self, model: str = "", *, endpoint: Endpoint | None = None, base_url: str | None = None, api_key: str | None = None,
        retries: int | None = None, schemas: Schemas | None = None, spent: int = 0, beside: Purse | None = None, within: float = 0.0,
        works: Clockwork = WORKS,
    ) -> None:  # fmt: skip
        found = (endpoint or Endpoint()).found()
        changes = {"base_url": base_url or found.base_url, "retries": found.retries if retries is None else retries}
        self.endpoint = found.model_copy(update=changes)
        self.endpoint.must_be_reachable()
        self.name = self.endpoint.name
        self.model = model or self.endpoint.model
        self.version = f"{self.name}/{self.model}"
        self.schemas: Schemas = schemas or {}
        self.purse = Purse(self.endpoint, spent, beside)
        self.within = within
        key = api_key or self.endpoint.key()
        self.line = Line(self.endpoint, self.model, key, pace_of(self.endpoint, works), works)
        self._told: set[str] = set()

    @property
    def on_wait(self) -> Callable[[str], None]:
        """Hears what is waited for, and how long."""
        return self.line.on_wait

    @on_wait.setter
    def on_wait(self, hears: Callable[[str], None]) -> None:
        self.line.on_wait = hears
        if self.hearer is not None:
            self.hearer.line.on_wait = hears

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The model's answer, streamed to ``on_text``; ProviderError says what to set where there is none."""
        bill = Bill(self.purse)
        with bill.noted(self.model):
            return self._completed(prompt, on_text, bill)

    def _completed(self, prompt: Prompt, on_text: OnText, bill: Bill) -> Completion:
        where = f"turn {prompt.draw.turn}"
        self.purse.check(where, prompt.tokens)
        answers = sum(len(section.calls) for section in prompt.sections)
        sampling = prompt.sampling or Sampling()
        most = sampling.most if not 0 < self.endpoint.max_tokens <= sampling.most else 0
        foreign = "\n".join(section.text for section in prompt.sections if not section.calls)

        def body(abilities: Abilities) -> dict[str, Any]:
            messages = messages_of(prompt, self.schemas, tools=abilities.tools)
            asked = {"messages": messages if abilities.roles else plain_roles(messages)} | held_to(sampling.form, abilities)
            return asked | ({"tools": tools_of(prompt.tools, self.schemas)} if prompt.tools and abilities.tools else {})

        def hearing(abilities: Abilities) -> Hearing:
            fences = bool(prompt.tools) and not abilities.tools
            return Hearing(on_text, fences=fences, first_call=answers + 1, inside=abilities.unopened, quoted=foreign)

        heard = self.line.hear(Wanted(where, prompt.tokens, body, hearing, most, sampling, bill.pay))
        notes = self._collected()
        if prompt.tools and not self.line.abilities.tools:
            notes.append(NO_TOOLS)
        if heard.leaked:
            notes.append(LEAKED)
        if heard.usage and cut_short(prompt.tokens, heard.usage.prompt):
            notes.append(cut_note(prompt.tokens, heard.usage.prompt, self.endpoint.base_url))
        bill.pay(taken(heard, prompt.tokens))
        self._must_be_an_answer(where, heard, calls=bool(prompt.tools))
        text, reasoning, finish, calls = heard.text, heard.reasoning, heard.finish, heard.calls
        if finish == "length" and not most:  # else whoever asked wanted no more
            more, note = self._finished(where, body(self.line.abilities)["messages"], heard, on_text, bill)
            if more:
                text, reasoning = text + more.text, "\n".join(filter(None, (reasoning, more.reasoning)))
                finish, calls = more.finish, more.calls
            if finish == "length" or note:
                notes.append(note or "The reply was cut by length twice: raise max_tokens, or ask for less.")
        key = self.line.key
        calls = tuple(call.model_copy(update={"arguments": without(call.arguments, key)}) for call in calls)
        return Completion(
            text=without(text.rstrip(), key), model=self.model, usage=bill.usage, finish=finish, calls=calls,
            reasoning=without(reasoning, key), cost=bill.cost,
            notes=self._once(notes),
        )  # fmt: skip

    def ask(self, question: Question) -> Completion:
        """The model's answer to a question. Where it has a ``form``, the text is one JSON value (it may not fit the schema).

        Raises ProviderError where there is no answer, or (slug ``not-json``) no JSON in it.
        """
        if self.hearer is not None and question.purpose in OF_HEARING:
            return self.hearer.ask(question)
        bill = Bill(self.purse)
        with bill.noted(self.model):
            return self._asked(question, bill)

    def _asked(self, question: Question, bill: Bill) -> Completion:
        where = f"the question of {question.purpose}"
        messages = question_messages(question, form="json")
        sent = sum(tokens.count(message["content"]) for message in messages)
        clock = self.line.works.clock
        until = clock() + self.within
        while True:
            self.purse.check(where, sent)
            left = max(0.001, until - clock()) if self.within else 0.0
            asking = Wanted(where, sent, lambda abilities: asked_with(question, abilities), _ear, question.most, lost=bill.pay, within=left)
            heard = self.line.hear(asking)
            bill.pay(taken(heard, sent))
            abilities = self.line.abilities
            called = bool(question.form) and abilities.form == "tool"
            if not called or heard.refusal or heard.finish == "refusal":
                self._must_be_an_answer(where, heard, calls=False)
            found = (handed_over(heard) if called else json_in(heard.text)) if question.form else heard.text
            if question.form and heard.cut and not (called and found):
                what = f"was cut off before its JSON ended, after {question.most:,} tokens."
                raise self.line.error(where, Failure(what, "Ask for less, or name another model: --model MODEL.", "not-json"))
            if found:
                break
            if abilities.form == "text":
                what = f'was asked for JSON and said "{heard.text[:80]}".'
                raise self.line.error(where, Failure(what, "Name a model that can write JSON: --model MODEL.", "not-json"))
            self.line.learn(abilities.without("form"))
        form = self.line.abilities.form
        notes = self._once([*self._collected(), *([NO_SCHEMA[form]] if question.form and form != "schema" else [])])
        found, reasoning = without(found, self.line.key), without(heard.reasoning, self.line.key)
        return Completion(
            text=found, model=self.model, usage=bill.usage, finish=heard.finish, reasoning=reasoning, cost=bill.cost, notes=notes
        )

    def close(self) -> None:
        """Let go of the connections that are kept between calls. A later call opens others."""
        self.line.ways.close()
        if self.hearer is not None:
            self.hearer.close()

    def _finished(self, where: str, messages: list[Message], heard: Hearing, on_text: OnText, bill: Bill) -> tuple[Hearing | None, str]:
        """The rest of a reply that was cut; nothing, and why, where it is not to be had."""
        asked = [*messages, {"role": "assistant", "content": heard.text}, {"role": "user", "content": go_on(heard.text)}]
        sent = sum(tokens.count(str(message.get("content") or "")) for message in asked)
        try:
            self.purse.check(where, sent)
            wanted = Wanted(where, sent, lambda _: {"messages": asked}, lambda _: Hearing(on_text, after=heard.text), lost=bill.pay)
            more = self.line.hear(wanted)
        except ProviderError as error:
            if error.heard:
                raise ProviderError(error.where, error.what, error.then, error.slug, heard.text + error.heard) from error
            return None, f"The reply was cut by length and could not be continued: {error.what}"
        bill.pay(taken(more, sent))
        return more, ""

    def _must_be_an_answer(self, where: str, heard: Hearing, *, calls: bool) -> None:
        """Raise ProviderError where there is none: refused, or empty. ``calls``: to call for a tool is an answer."""
        if heard.refusal or (heard.finish == "refusal" and not heard.calls):
            quoted = heard.refusal or heard.text[-160:]
            what = f'refused to answer: "{quoted}".' if quoted else "refused to answer."
            then = "Say it otherwise, or name another model: --model MODEL."
            raise self.line.error(where, Failure(what, then, "refused-reply"), "" if heard.refusal else heard.text)
        if not heard.text and not (heard.calls and calls):
            what, then = "answered with nothing.", "Name another model: --model MODEL."
            if heard.leaked:
                what, then = "answered with nothing but a call in its words.", LEAKED
            if heard.calls:
                what = f"called for {heard.calls[0].name} where it was to tell."
            if heard.finish == "length":
                what = f"answered with nothing: it {'thought' if heard.reasoning else 'went on'} until its tokens were spent."
                then = f"Raise max_tokens under [providers.{self.name}] in settings.toml, or name another model: --model MODEL."
            raise self.line.error(where, Failure(what, then, "empty-reply"))

    def _collected(self) -> list[str]:
        notes, self.line.notes = self.line.notes, []
        return notes

    def _once(self, notes: list[str]) -> tuple[str, ...]:
        """Those notes that were not told before; how long was waited is told each time."""
        fresh = tuple(note for note in notes if _plain(note) not in self._told)
        self._told |= {_plain(note) for note in fresh if not note.startswith("Waited")}
        return fresh


def asked_with(question: Question, abilities: Abilities) -> dict[str, Any]:
    """A question as a request, held to its form as well as the endpoint can."""
    import json

    messages = question_messages(question, form=abilities.form)
    body: dict[str, Any] = {"messages": messages if abilities.roles else plain_roles(messages)}
    if question.form and abilities.form == "schema":
        schema = json.loads(question.form)
        named = {"name": question.purpose, "schema": schema, "strict": strict(schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif question.form and abilities.form == "json":
        body["response_format"] = {"type": "json_object"}
    elif question.form and abilities.form == "tool":
        body |= question_tool(question)
    return body


def handed_over(heard: Hearing) -> str:
    """The answer that a model handed over by a call; else the one in its words; empty where there is neither.

    A call that was cut, or holds no JSON, hands nothing over: what may stand inside of it is a part of an answer.
    """
    import json

    for call in heard.calls:
        with suppress(ValueError, RecursionError):
            if isinstance(json.loads(call.arguments), dict | list):
                return call.arguments
    return "" if heard.calls or heard.cut else json_in(heard.text)


def held_to(form: str, abilities: Abilities) -> dict[str, Any]:
    """The ``response_format`` that a front-end asks for, as far as the endpoint can be held to it."""
    import json

    wanted = json.loads(form) if form else {}
    if not wanted or abilities.form in ("tool", "text"):
        return {}
    return {"response_format": wanted if abilities.form == "schema" else {"type": "json_object"}}


def _ear(abilities: Abilities) -> Hearing:
    return Hearing(inside=abilities.unopened)


def _plain(note: str) -> str:
    """A note without its figures: the same thing is told once, however much it was."""
    return "".join(letter for letter in note if not letter.isdigit())


def pace_of(endpoint: Endpoint, works: Clockwork) -> Pace:
    """The pace of an endpoint, which all share who ask it."""
    made = Pace(endpoint.requests_a_minute, endpoint.tokens_a_minute, clock=works.clock, sleep=works.sleep)
    if works is not WORKS:
        return made
    with _paces_lock:
        return _paces.setdefault((endpoint.name, endpoint.address, made.requests, made.tokens), made)
