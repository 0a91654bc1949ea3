"""Tries out what an endpoint can do with a model: a handful of small calls, bounded in time and tokens."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gm_engine import tokens
from gm_engine.errors import ProviderError
from gm_engine.providers.abilities import Abilities
from gm_engine.providers.endpoint_line import Line, Wanted
from gm_engine.providers.failures import KEPT
from gm_engine.providers.openai import OpenAIGM
from gm_engine.providers.streamed_answer import Hearing
from gm_engine.providers.usage_counts import cut_note, cut_short, part
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.question import Question
from gm_engine.story.roll import DrawKey

FEW = 64
"""Tokens that an answer to the probe may have."""
PATIENT = {"connect": 5.0, "first_word": 20.0, "between_words": 10.0, "whole": 30.0, "retries": 0, "patience": 0.0}
"""How long each call may take."""
TEN = "Count from one to ten in words, and say nothing else."
"""What an answer comes in pieces to, where it comes in pieces at all."""
READY = {"type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"], "additionalProperties": False}
FORMS = {
    "schema": "by schema",
    "json": "JSON mode; a schema is refused, and stands in the words instead",
    "tool": "no mode for it; handed over by a tool call instead",
    "text": "no mode for it; asked for in words, and dug out of the answer",
}
FILLING = "The rain comes down on the tin roof of the livery, and nobody minds. "
CONTEXTS = ("context_length", "max_model_len", "loaded_context_length", "max_context_length", "context_window", "n_ctx")
"""What servers call the length of their context in the list of models."""


NO = "no: "
"""What stands before why there was no answer."""


@dataclass(frozen=True)
class Trial:
    """A question that is tried, and ``amiss``, which says of an answer what it lacks of what was asked (empty: nothing)."""

    question: Question
    amiss: Callable[[str], str]


def probe(gm: OpenAIGM, long: int, hearing: Sequence[Trial] = ()) -> dict[str, str]:
    """What was found, by name. ``long``: so many tokens the longest prompt may have; one of that length is sent, to see whether it is read.

    The questions of ``hearing`` are put to whoever hears for this GM, and each is found under its purpose. Where the endpoint does not
    answer at all, only that is found, and what is heard elsewhere.
    """
    endpoint = gm.endpoint.model_copy(update=PATIENT)
    line = Line(endpoint, gm.model, gm.line.key, gm.line.pace, gm.line.works)
    there = line.models()
    found = {"address": line.address, "model": _among(gm.model, there)}
    pieces: list[str] = []
    try:
        heard = line.hear(Wanted("the probe", 20, _saying(TEN), lambda _: Hearing(pieces.append), FEW))
    except ProviderError as error:
        elsewhere = gm.hearer and (gm.hearer.line.address, gm.hearer.model) != (line.address, gm.model)
        return found | {"answers": _why(error)} | (_heard(gm, hearing) if elsewhere else {})
    found["answers"] = "yes" if heard.text else "yes, but it thought until its tokens were spent"
    found["streaming"] = f"yes, in {len(pieces)} pieces" if line.abilities.stream and len(pieces) > 1 else "no: replies come in one piece"
    found["usage"] = "told" if heard.usage else "not told: tokens are counted here, and a prompt that is cut silently cannot be noticed"
    found["tools"] = _tools(line)
    found["JSON"] = _json(gm, line)
    found |= _heard(gm, hearing)
    found["context"] = _context(line, there, long)
    return found


def _saying(words: str) -> Callable[[Abilities], dict[str, Any]]:
    return lambda _: {"messages": [{"role": "user", "content": words}]}


def _among(model: str, there: list[dict[str, Any]]) -> str:
    if not there:
        return f"{model} (the endpoint does not list its models)"
    return f"{model}, one of {len(there)}" if any(one.get("id") == model for one in there) else f"{model}, which is not in its list"


def _tools(line: Line) -> str:
    section = PromptSection(name="probe", role="user", text="Call the tool ready, and say nothing.", tokens=12)
    prompt = Prompt(sections=(section,), draw=DrawKey(seed=0, turn=0), tools=("ready",))
    asker = OpenAIGM(endpoint=line.endpoint, api_key=line.key, schemas={"ready": READY}, works=line.works)
    try:
        completion = asker.complete(prompt)
    except ProviderError as error:
        if error.slug == "empty-reply":
            return "taken, but not called"
        return f"not to be had: {error.what}"
    if not line.abilities.tools:
        return f"no; asked for in the text instead{'' if completion.calls else ', and not called there'}"
    return "yes" if completion.calls else "taken, but not called"


def _heard(gm: OpenAIGM, hearing: Sequence[Trial]) -> dict[str, str]:
    """By purpose, how each question went: in which form, in how many seconds, for how many tokens; or why not."""
    asker = gm.hearer or gm
    found: dict[str, str] = {}
    for trial in hearing:
        began = asker.line.works.clock()
        try:
            completion = asker.ask(trial.question)
        except ProviderError as error:
            found[trial.question.purpose] = _why(error)
            continue
        took = f"in {asker.line.works.clock() - began:.1f} s"
        wrong, usage = trial.amiss(completion.text), completion.usage
        went = f"answered {took}, but not what was asked: {wrong}" if wrong else f"yes, {FORMS[asker.line.abilities.form]}, {took}"
        found[trial.question.purpose] = f"{went}; {asker.model} read {usage.prompt:,} tokens and wrote {usage.completion:,}"
    return found


def _why(error: ProviderError) -> str:
    then = error.then.partition(" Try again")[0].removeprefix(KEPT).strip()
    return f"{NO}{error.what} [{error.slug}] {then}".strip()


def _json(gm: OpenAIGM, line: Line) -> str:
    asker = OpenAIGM(endpoint=line.endpoint, api_key=gm.line.key, works=line.works)
    question = Question(
        purpose="probe", system="", user='Answer in JSON that you are ready: {"ready": true}', form=json.dumps(READY), most=FEW
    )
    try:
        asker.ask(question)
    except ProviderError as error:
        return f"{NO}{error.what} [{error.slug}] The second reader cannot use this model."
    return FORMS[line.abilities.form]


def _context(line: Line, there: list[dict[str, Any]], long: int) -> str:
    own = next((one for one in there if one.get("id") == line.model), {})
    meta = part(own, "meta")
    named = [value for name in CONTEXTS for value in (own.get(name), part(meta, name)) if isinstance(value, int) and value > 0]
    told = f"{named[0]:,} tokens by its own word; " if named else ""
    text = FILLING * (long * 10 // tokens.count(FILLING * 10) + 1)
    sent = tokens.count(text)
    words = f"{text}\nAnswer with one word: ready"
    try:
        heard = line.hear(Wanted("the probe", sent, _saying(words), lambda _: Hearing(), FEW))
    except ProviderError as error:
        return f"{told}a prompt of {sent:,} tokens is refused: {error.what} [{error.slug}]"
    if heard.usage is None:
        return f"{told}whether it reads a prompt of {sent:,} tokens whole, it does not tell"
    if cut_short(sent, heard.usage.prompt):
        return told + cut_note(sent, heard.usage.prompt, line.endpoint.base_url)
    return f"{told}a prompt of {sent:,} tokens was read whole"
